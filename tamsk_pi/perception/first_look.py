"""The first sight of a board: once everything rests, it is decoded from the means of its readings alone."""

from collections.abc import Iterable
from typing import Final

from tamsk_pi.perception.board_decoder import DecodedBoard, decode_board
from tamsk_pi.perception.frames import Frame
from tamsk_pi.perception.levels import Levels
from tamsk_pi.perception.sensor_watch import is_at_rail

_RANGE_SIGMAS: Final = 9.0
_LEAST_FRAMES: Final = 8


def first_look(
    levels: Levels, frames: Iterable[Frame], noise_counts: float, dead: frozenset[int]
) -> tuple[tuple[float, ...], DecodedBoard] | None:
    """The means of these frames and what they say; None while something moves, `dead` readings aside."""
    columns = list(zip(*(frame.counts for frame in frames), strict=True))
    if not columns or len(columns[0]) < _LEAST_FRAMES:
        return None
    limit = _RANGE_SIGMAS * noise_counts
    if any(max(column) - min(column) > limit for i, column in enumerate(columns) if i not in dead):
        return None
    means = tuple(sum(column) / len(column) for column in columns)
    dead |= {i for i, mean in enumerate(means) if is_at_rail(round(mean))}
    return means, decode_board(levels, means, dead)
