"""The board in plain characters: columns A to G from left to right, as it lies before red.

D4 r1 oo..      the cell, red1 on it (an x behind it: run out), two of four rings
"""

from collections.abc import Iterator
from typing import Final

from tamsk_pi.referee.state import RefereeState, Stage
from tamsk_pi.rules.board import AXIAL, CAPACITY, CELLS, COLUMNS, SIDE, Cell, cell_name
from tamsk_pi.rules.pieces import HOURGLASSES, Player

_WIDTH: Final = 11
_ROWS: Final = 4 * SIDE - 3


def board_picture(state: RefereeState) -> str:
    """The accepted position of that match, and below it what players have left and whose turn it is."""
    return "\n".join([*_rows(state), "", *_words(state)]) + "\n"


def _rows(state: RefereeState) -> Iterator[str]:
    rows = [[""] * len(COLUMNS) for _ in range(_ROWS)]
    for cell in CELLS:
        q, r = AXIAL[cell]
        rows[_ROWS // 2 - (2 * r + q)][q + SIDE - 1] = _cell(state, cell)
    yield from ("".join(f"{text:<{_WIDTH}}" for text in row).rstrip() for row in rows)


def _cell(state: RefereeState, cell: Cell) -> str:
    glass = next((g for g in HOURGLASSES if state.glass(g).accepted == cell), None)
    shown = (
        "-- " if glass is None else f"{glass.player[0]}{glass.label[-1]}{'x' if state.glass(glass).is_lost else ' '}"
    )
    rings = min(state.rings[cell], CAPACITY[cell])
    return f"{cell_name(cell)} {shown}{'o' * rings}{'.' * (CAPACITY[cell] - rings)}"


def _words(state: RefereeState) -> Iterator[str]:
    names = {Player.RED: state.settings.red, Player.BLACK: state.settings.black}
    for player, name in names.items():
        own = [glass for glass in state.glasses if glass.player is player]
        lost = [glass.hourglass.label for glass in own if glass.is_lost]
        beside = [glass.hourglass.label for glass in own if glass.accepted is None]
        words = [f"{player} ({name}): {state.rings_left(player)} rings left"]
        words += [f"run out: {', '.join(lost)}"] if lost else []
        words += [f"not brought in: {', '.join(beside)}"] if beside else []
        yield "; ".join(words)
    yield {
        Stage.BEFORE: "The match has not begun.",
        Stage.AWAITING_SAND: "Equal rings: the sand decides.",
        Stage.ENDED: "The match is over.",
        Stage.PLAYING: f"{state.turn.player} to move" if state.turn else "",
    }[state.stage]
