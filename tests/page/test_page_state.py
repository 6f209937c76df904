"""The page's JSON says everything that a BoardView says."""

import json
from dataclasses import fields, replace
from typing import cast

import pytest
from page_positions import middle

from tamsk_pi.rules.board import CAPACITY, CELL_NAMES, CELLS
from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.board_view import (
    BoardView,
    CellView,
    HourglassView,
    PlayerView,
    ResultView,
    RulingView,
    TimerView,
)
from tamsk_pi.views.catalogue import Catalogue
from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.page_state import PIXELS, PageValue, page_state

ENGLISH = Catalogue.load("en")
DARK: tuple[Rgb, ...] = ((0, 0, 0),) * PIXELS


def _object(value: PageValue) -> dict[str, PageValue]:
    assert isinstance(value, dict)
    return value


def test_every_field_of_every_view_is_named_as_in_python() -> None:
    state = page_state(middle(), DARK, ENGLISH)
    assert set(state) == {f.name for f in fields(BoardView)} | {"pixels"}
    parts = (
        (_object(state["hourglasses"])["red1"], HourglassView, set[str]()),
        (_object(state["cells"])["D4"], CellView, {"capacity"}),
        (_object(state["players"])["black"], PlayerView, set[str]()),
        (state["timer"], TimerView, set[str]()),
        (cast("list[PageValue]", state["rulings"])[0], RulingView, set[str]()),
    )
    for part, view, more in parts:
        assert set(_object(part)) == {f.name for f in fields(view)} | more


def test_cells_are_keyed_by_name_and_say_their_tube_capacity() -> None:
    cells = _object(page_state(BoardView(), DARK, ENGLISH)["cells"])
    assert list(cells) == list(CELL_NAMES)
    assert [_object(cell)["capacity"] for cell in cells.values()] == list(CAPACITY)


def test_hourglasses_are_keyed_by_label_and_name_their_cells() -> None:
    red2 = _object(_object(page_state(middle(), DARK, ENGLISH)["hourglasses"])["red2"])
    assert (red2["hourglass"], red2["cell"], red2["accepted_cell"], red2["sand"]) == ("red2", "C3", "C3", "alive")


def test_a_glass_off_the_board_has_no_cell() -> None:
    red1 = _object(_object(page_state(BoardView(), DARK, ENGLISH)["hourglasses"])["red1"])
    assert red1["cell"] is None


def test_the_cell_a1_is_a_name_although_its_number_is_zero() -> None:
    view = BoardView(hourglasses=(replace(BoardView().hourglasses[0], cell=CELLS[0]), *BoardView().hourglasses[1:]))
    assert _object(_object(page_state(view, DARK, ENGLISH)["hourglasses"])["red1"])["cell"] == "A1"


def test_the_result_names_its_winner() -> None:
    view = replace(BoardView(), result=ResultView(Player.BLACK, "rings", "Grace has fewer rings left."))
    assert page_state(view, DARK, ENGLISH)["result"] == {
        "winner": "black",
        "reason": "rings",
        "text": "Grace has fewer rings left.",
    }


def test_pixels_are_hexadecimal_in_their_order() -> None:
    pixels: list[Rgb] = [(i, 0, 255 - i) for i in range(PIXELS)]
    assert page_state(BoardView(), pixels, ENGLISH)["pixels"] == [f"#{i:02x}00{255 - i:02x}" for i in range(PIXELS)]


def test_the_state_is_json_and_comes_back_equal() -> None:
    state = page_state(middle(), DARK, ENGLISH)
    assert json.loads(json.dumps(state)) == state


def test_another_number_of_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="52 pixels: expected 53"):
        page_state(BoardView(), DARK[1:], ENGLISH)


@pytest.mark.parametrize("rgb", [(256, 0, 0), (0, -1, 0)])
def test_a_channel_out_of_range_is_refused(rgb: Rgb) -> None:
    with pytest.raises(ValueError, match=r"pixel 0: .* from 0 to 255"):
        page_state(BoardView(), (rgb, *DARK[1:]), ENGLISH)
