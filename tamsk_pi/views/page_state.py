"""The page's JSON: a BoardView and the lights, as plain values.

Everything in `board_view.py` is there under its own name. Cells are keyed by name, hourglasses by label, players by
colour, so that the page can look things up; a cell also says its tube capacity, so that the page knows no rule. What
is said is in the language of the one who looks.
"""

from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from typing import Final, TypeAlias

from tamsk_pi.rules.board import CAPACITY, CELLS, Cell, cell_name
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.views.board_view import (
    BoardView,
    CellView,
    HourglassView,
    PlayerView,
    QuestionView,
    ResultView,
    RulingView,
    TimerView,
)
from tamsk_pi.views.calibration_view import CalibrationCellView, CalibrationView
from tamsk_pi.views.catalogue import Catalogue, Message
from tamsk_pi.views.light_language import Rgb

PageValue: TypeAlias = "str | int | float | bool | list[PageValue] | dict[str, PageValue] | None"
PageState: TypeAlias = dict[str, PageValue]

BAR_PIXELS: Final = 8
PIXELS: Final = len(CELLS) + 2 * BAR_PIXELS

_Part = (
    BoardView
    | CalibrationCellView
    | CalibrationView
    | CellView
    | HourglassView
    | PlayerView
    | QuestionView
    | ResultView
    | RulingView
    | TimerView
)
_PARTS: Final = (
    BoardView,
    CalibrationCellView,
    CalibrationView,
    CellView,
    HourglassView,
    PlayerView,
    QuestionView,
    ResultView,
    RulingView,
    TimerView,
)
_CELL_FIELDS: Final = ("cell", "accepted_cell")


def page_state(view: BoardView, pixels: Sequence[Rgb], catalogue: Catalogue) -> PageState:
    """The view as JSON values, with the key `pixels`: 53 times "#rrggbb", as the strip is told to shine.

    `pixels` are 37 by the order of `CELLS`, then red's bar of 8, then black's; each channel 0 … 255.
    Raises ValueError for another number of pixels and for a channel out of range.
    """
    if len(pixels) != PIXELS:
        raise ValueError(f"{len(pixels)} pixels: expected {PIXELS} (37 cells, then two bars of {BAR_PIXELS})")
    state = _object(view, catalogue)
    state["players"] = {seat.player.value: _object(seat, catalogue) for seat in view.players}
    state["hourglasses"] = {glass.hourglass.label: _object(glass, catalogue) for glass in view.hourglasses}
    state["cells"] = {cell_name(cell.cell): _cell(cell, catalogue) for cell in view.cells}
    state["pixels"] = [_hex(rgb, i) for i, rgb in enumerate(pixels)]
    return state


def _cell(cell: CellView, catalogue: Catalogue) -> dict[str, PageValue]:
    return _object(cell, catalogue) | {"capacity": CAPACITY[cell.cell]}


def _object(part: _Part, catalogue: Catalogue) -> dict[str, PageValue]:
    return {f.name: _plain(f.name, getattr(part, f.name), catalogue) for f in fields(part)}


def _plain(name: str, value: object, catalogue: Catalogue) -> PageValue:
    if value is None:
        return None
    if isinstance(value, Hourglass):
        return value.label
    if isinstance(value, Enum):
        return str(value.value)
    if name in _CELL_FIELDS and isinstance(value, int):
        return cell_name(Cell(value))
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, tuple):
        return [_plain(name, item, catalogue) for item in value]
    if isinstance(value, Message):
        return catalogue.say(value)
    if isinstance(value, _PARTS):
        return _object(value, catalogue)
    raise TypeError(f"{name}: {type(value).__name__} has no JSON form here; add one")


def _hex(rgb: Rgb, index: int) -> str:
    if not all(0 <= channel <= 255 for channel in rgb):
        raise ValueError(f"pixel {index}: {rgb}: expected channels from 0 to 255")
    red, green, blue = rgb
    return f"#{red:02x}{green:02x}{blue:02x}"
