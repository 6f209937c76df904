"""What the lights say while the sand is timed.

A glass whose sand runs shines amber, dimly. The one that is due next, whose run-out a press means, breathes white.
The one to be turned over now breathes blue. The neutral timer stands on no cell: both bars speak for it.
"""

from collections.abc import Sequence

from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.views.light_language import AMBER, BLUE, WHITE, Rgb

_BREATH_MS = 1_200
_DIM = 0.25
_Where = Cell | None


def sand_light_frame(
    pixels: int, running: Sequence[_Where], due: Sequence[_Where], to_turn: Sequence[_Where], now_ms: int
) -> tuple[Rgb, ...]:
    """`pixels` colours: the 37 cells, then the bars. A place is a cell, or None for the neutral timer."""
    breath = 1 - 0.8 * abs(now_ms % _BREATH_MS / _BREATH_MS * 2 - 1)
    frame: list[Rgb] = [(0, 0, 0)] * pixels
    for places, colour, level in ((running, AMBER, _DIM), (to_turn, BLUE, breath), (due, WHITE, breath)):
        for place in places:
            lit = range(len(CELLS), pixels) if place is None else (place,)
            for i in lit:
                frame[i] = (round(colour[0] * level), round(colour[1] * level), round(colour[2] * level))
    return tuple(frame)
