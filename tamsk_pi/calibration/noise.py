"""The empty board: each sensor's zero and noise, and which sensors are broken."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import add, mul
from statistics import pstdev
from typing import Final

from tamsk_pi.calibration.blocks import NS_PER_MS
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.layout import SELECT_LINES
from tamsk_pi.perception.calibration import NOMINAL_ZERO_COUNTS
from tamsk_pi.perception.frames import READINGS, SENSORS_PER_CELL, Frame
from tamsk_pi.perception.sensor_watch import is_at_rail
from tamsk_pi.perception.wiring import Rows
from tamsk_pi.rules.board import Cell

TEST_NS: Final = 3_000 * NS_PER_MS
TEST_FRAMES: Final = 60
STILL_COUNTS: Final = 0.15
"""A living sensor's noise is 0.7 counts; one that shows less than this shows always the same."""
NOISY_COUNTS: Final = 2.0
ZERO_LIMITS_COUNTS: Final = (24.0, 40.0)
"""Sensors are within ±60 mV of the middle, 19 counts. Farther off, something may lie there; twice as far, the sensor
is broken."""
MOVED_COUNTS: Final = 1.5
_BROKEN_SHARE: Final = 0.75
_ALIKE_COUNTS: Final = 0.5
_ALIKE_SHARE: Final = 0.9
_APART_COUNTS: Final = 1.0
"""Zeros of real sensors differ by far more than the same one read twice."""


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """Mean and standard deviation of the 74 readings in counts over `frames` frames, and the broken readings."""

    zero_counts: tuple[float, ...]
    noise_counts: tuple[float, ...]
    frames: int
    problems: tuple[Problem, ...]
    broken: frozenset[int]

    @property
    def is_usable(self) -> bool:
        """Whether the rest can be calibrated without what is broken."""
        return all(p.kind not in (ProblemKind.ADC, ProblemKind.SELECT_STUCK) for p in self.problems)


class NoiseTest:
    """Takes frames of the empty board until there are enough."""

    def __init__(self) -> None:
        self._halves: list[_Sums] = [_Sums(), _Sums()]
        self._begin_ns: int | None = None
        self._last_ns = 0

    @property
    def share(self) -> float:
        """How much of the test is done, 0 … 1."""
        if self._begin_ns is None:
            return 0.0
        frames = self._halves[0].frames + self._halves[1].frames
        return min(1.0, (self._last_ns - self._begin_ns) / TEST_NS, frames / TEST_FRAMES)

    def take(self, frame: Frame) -> bool:
        """One more frame; whether these are enough."""
        if self._begin_ns is None:
            self._begin_ns = frame.at_ns
        self._last_ns = frame.at_ns
        self._halves[self.share >= 0.5].take(frame.counts)
        return self.share >= 1.0

    def moved(self) -> bool:
        """Whether something came or went meanwhile: living sensors differ between the halves."""
        first, second = self._halves
        shifts = [b - a for a, b in zip(first.means(), second.means(), strict=True)]
        quiet = [s for s, noise in zip(shifts, first.sds(), strict=True) if noise < NOISY_COUNTS]
        return any(abs(shift) > MOVED_COUNTS for shift in quiet)

    def result(self, rows: Rows) -> EmptyBoard:
        """What was measured; `rows` is the wiring, [multiplexer][channel] → reading."""
        both = self._halves[0].joined(self._halves[1])
        means, sds = both.means(), both.sds()
        singles = {i: p for i in range(READINGS) if (p := _problem(i, means[i], sds[i])) is not None}
        suspects = {i for i in singles if sds[i] <= NOISY_COUNTS and _is_perhaps_good(means[i], sds[i])}
        return EmptyBoard(means, sds, both.frames, _named(singles, rows, means), frozenset(singles) - suspects)


class _Sums:
    def __init__(self) -> None:
        self.frames = 0
        self._sums = [0] * READINGS
        self._squares = [0] * READINGS

    def take(self, counts: Sequence[int]) -> None:
        self.frames += 1
        self._sums = list(map(add, self._sums, counts))
        self._squares = list(map(add, self._squares, map(mul, counts, counts)))

    def joined(self, other: "_Sums") -> "_Sums":
        out = _Sums()
        out.frames = self.frames + other.frames
        out._sums = list(map(add, self._sums, other._sums))
        out._squares = list(map(add, self._squares, other._squares))
        return out

    def means(self) -> tuple[float, ...]:
        n = max(1, self.frames)
        return tuple(total / n for total in self._sums)

    def sds(self) -> tuple[float, ...]:
        n = max(2, self.frames)
        pairs = zip(self._sums, self._squares, strict=True)
        return tuple(math.sqrt(max(0.0, (square - total * total / n) / (n - 1))) for total, square in pairs)


def _is_perhaps_good(mean: float, sd: float) -> bool:
    """Whether a sensor whose zero is far off may still be one that works."""
    return sd >= STILL_COUNTS and abs(mean - NOMINAL_ZERO_COUNTS) <= ZERO_LIMITS_COUNTS[1]


def _problem(reading: int, mean: float, sd: float) -> Problem | None:
    cell, sensor = Cell(reading // SENSORS_PER_CELL), reading % SENSORS_PER_CELL
    if sd < STILL_COUNTS or is_at_rail(round(mean)):
        return Problem(ProblemKind.STUCK, cell, sensor, value=mean)
    if sd > NOISY_COUNTS:
        return Problem(ProblemKind.NOISY, cell, sensor, value=sd)
    if abs(mean - NOMINAL_ZERO_COUNTS) > ZERO_LIMITS_COUNTS[0]:
        return Problem(ProblemKind.ZERO_OFF, cell, sensor, value=mean)
    return None


def _stuck_lines(rows: Rows, means: Sequence[float]) -> list[Problem]:
    """A select line that does not switch: channels that differ in it alone show one and the same sensor."""
    if pstdev(means) < _APART_COUNTS:
        return []
    out: list[Problem] = []
    for line in range(SELECT_LINES):
        gaps = [
            abs(means[a] - means[b])
            for row in rows
            for channel, a in enumerate(row)
            if not channel >> line & 1 and a is not None and (b := row[channel | 1 << line]) is not None
        ]
        if sum(gap < _ALIKE_COUNTS for gap in gaps) >= _ALIKE_SHARE * len(gaps):
            out.append(Problem(ProblemKind.SELECT_STUCK, parts=(line,)))
    return out


def _named(singles: dict[int, Problem], rows: Rows, means: Sequence[float]) -> tuple[Problem, ...]:
    """A whole multiplexer, or the ADC, rather than each of its sensors."""
    if len(singles) == READINGS and max(means) - min(means) <= 1:
        return (Problem(ProblemKind.ADC, value=means[0]),)
    out: list[Problem] = []
    explained: set[int] = set()
    out += _stuck_lines(rows, means)
    for number, row in enumerate(rows):
        readings = [i for i in row if i is not None]
        if sum(i in singles for i in readings) >= _BROKEN_SHARE * len(readings):
            out.append(Problem(ProblemKind.MUX_DEAD, parts=(number,)))
            explained.update(readings)
    return (*out, *(problem for i, problem in sorted(singles.items()) if i not in explained))
