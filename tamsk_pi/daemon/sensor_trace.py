"""The last half minute of every reading, and what perception believed meanwhile, for the page's sensor view.

It is kept always, so that whoever opens the view sees what has just happened: 3,000 scans of 74 readings are 470 kB,
and keeping one takes two microseconds.
"""

from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from itertools import chain
from typing import Final

from tamsk_pi.clock import NS_PER_S
from tamsk_pi.perception.frames import READINGS, SENSORS_PER_CELL, Frame
from tamsk_pi.rules.acts import Act
from tamsk_pi.rules.board import Cell
from tamsk_pi.views.sensor_view import CellTrace, Mark, Marker

TRACE_S: Final = 30
_MARKS: Final = 512
_MEAN_FRAMES: Final = 8
_RATE_FRAMES: Final = 100


class SensorTrace:
    """Frames and acts in, stretches of one cell out; bounded, whatever comes."""

    def __init__(self, scans_per_s: int) -> None:
        self._room = max(_RATE_FRAMES, TRACE_S * scans_per_s)
        self._instants = array("q", bytes(8 * self._room))
        self._counts = array("h", bytes(2 * READINGS * self._room))
        self._frames = 0
        self._marks: deque[Mark] = deque(maxlen=_MARKS)
        self._marker = Marker()

    @property
    def newest_ns(self) -> int:
        """The instant of the last frame; −1 before the first."""
        return self._instants[(self._frames - 1) % self._room] if self._frames else -1

    @property
    def scans_per_s(self) -> float:
        """How many frames came in a second lately; 0 before there were two."""
        frames = min(self._frames, _RATE_FRAMES)
        if frames < 2:
            return 0.0
        first_ns = self._instants[(self._frames - frames) % self._room]
        return (frames - 1) * NS_PER_S / max(1, self.newest_ns - first_ns)

    def frame(self, frame: Frame) -> None:
        """One scan; the oldest is forgotten. Raises ValueError if it does not have 74 readings."""
        if len(frame.counts) != READINGS:
            raise ValueError(f"frame at {frame.at_ns} ns has {len(frame.counts)} readings, expected {READINGS}")
        at = self._frames % self._room
        self._instants[at] = frame.at_ns
        self._counts[READINGS * at : READINGS * (at + 1)] = array("h", frame.counts)
        self._frames += 1

    def acts(self, acts: Sequence[Act]) -> None:
        """What perception believes now."""
        self._marks.extend(self._marker.marks(acts))

    def means(self) -> tuple[float, ...]:
        """The mean of the latest frames, `[2 * cell + sensor]`; zeros before the first."""
        frames = min(self._frames, _MEAN_FRAMES)
        if not frames:
            return (0.0,) * READINGS
        starts = (READINGS * ((self._frames - 1 - k) % self._room) for k in range(frames))
        rows = [self._counts[start : start + READINGS] for start in starts]
        return tuple(total / frames for total in map(sum, zip(*rows, strict=True)))

    def cell(self, cell: Cell, since_ns: int = -1) -> CellTrace:
        """What both sensors of that cell said after that instant, at most half a minute back."""
        oldest_ns = self.newest_ns - TRACE_S * NS_PER_S
        stretches = self._stretches(max(since_ns, oldest_ns))
        first = SENSORS_PER_CELL * cell
        return CellTrace(
            cell,
            tuple(chain.from_iterable(self._instants[start:end] for start, end in stretches)),
            tuple(chain.from_iterable(self._column(first, start, end) for start, end in stretches)),
            tuple(chain.from_iterable(self._column(first + 1, start, end) for start, end in stretches)),
            tuple(mark for mark in self._marks if mark.cell == cell and mark.at_ns >= oldest_ns),
            is_whole=since_ns < 0,
        )

    def _stretches(self, until_ns: int) -> list[tuple[int, int]]:
        """Where the frames after that instant are, oldest first: up to two stretches, from and to."""
        kept = range(max(0, self._frames - self._room), self._frames)
        first = kept.start + bisect_right(kept, until_ns, key=lambda k: self._instants[k % self._room])
        if first == self._frames:
            return []
        start, end = first % self._room, (self._frames - 1) % self._room + 1
        return [(start, end)] if start < end else [(start, self._room), (0, end)]

    def _column(self, reading: int, start: int, end: int) -> Sequence[int]:
        return self._counts[READINGS * start + reading : READINGS * end : READINGS]
