"""Zeros that wander: followed on cells known to be at rest, bounded, never written back.

Temperature and supply move all zeros alike, and each sensor a little by itself. Both are told from everything else by
how fast they go and how far:

- common: the median of all resting readings; followed quickly, because nothing a hand does moves the median. More
  than a step at once is no drift: the board was tilted, or the supply stepped; it is followed and told.
- own: what a reading does besides; followed so slowly that a magnet that comes nearer is not swallowed, and only as
  far as sensors of one board may differ, which grows with the common drift.

A cell that has just changed is young: its new level is measured on for a while, and that counts as nobody's drift.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from tamsk_pi.perception.frames import READINGS

COMMON_BOUND_COUNTS: Final = 40.0
OWN_BOUND_COUNTS: Final = 2.5
OWN_BOUND_SHARE: Final = 0.25
"""Sensors of one board drift alike to about ±20 %."""
STEP_COUNTS: Final = 0.5
"""Of the median within one block; at ten counts a minute the median stays 0.1 to 0.4 behind."""

_COMMON_SHARE: Final = 0.25
_OWN_SHARE: Final = 0.05
_OWN_COUNTS_PER_S: Final = 0.05
_YOUNG_SHARE: Final = 0.25
_YOUNG_NS: Final = 3_000_000_000
_LEAST_READINGS: Final = 12
_NS_PER_S: Final = 1_000_000_000
_ONE_STEP_NS: Final = 500_000_000
_STEP_SPREAD_COUNTS: Final = 0.7


@dataclass(slots=True)
class DriftTracker:
    """How far zeros have wandered since calibration, in counts: `common_counts`, and `own[reading]` besides."""

    common_counts: float = 0.0
    own: list[float] = field(default_factory=lambda: [0.0] * READINGS)
    is_at_bound: bool = False
    """The common drift has gone so far that it is not believed any more."""
    step_counts: float = 0.0
    """The last common step, and when it was; 0 if there was none."""
    step_ns: int = -1
    _young_until_ns: list[int] = field(default_factory=lambda: [0] * READINGS)
    _last_ns: int = -1

    def own_bound(self) -> float:
        """How far a single zero may have wandered from the others."""
        return OWN_BOUND_COUNTS + OWN_BOUND_SHARE * abs(self.common_counts)

    def zero_shift(self, reading: int) -> float:
        """What is to be added to the calibrated zero of a reading."""
        return self.common_counts + self.own[reading]

    def changed(self, reading: int, now_ns: int) -> None:
        """Its level was just measured anew."""
        self._young_until_ns[reading] = now_ns + _YOUNG_NS

    def follow(self, offs: Sequence[float | None], now_ns: int) -> list[float]:
        """Take a block of frames: each resting reading's mean less its baseline, None for one not at rest.

        The answer is what to add to all baselines.
        """
        passed_s = min(1.0, (now_ns - self._last_ns) / _NS_PER_S) if self._last_ns >= 0 else 0.1
        self._last_ns = now_ns
        common = self._follow_common([off for off in offs if off is not None], now_ns)
        steps = [common] * READINGS
        bound, most = self.own_bound(), _OWN_COUNTS_PER_S * passed_s
        own = self.own
        for reading, (off, before, young_ns) in enumerate(zip(offs, own, self._young_until_ns, strict=True)):
            if off is None:
                continue
            left = off - common
            if now_ns < young_ns:
                steps[reading] += _YOUNG_SHARE * left
                continue
            step = _OWN_SHARE * left
            after = before + (step if -most < step < most else most if step > 0 else -most)
            after = after if -bound < after < bound else bound if after > 0 else -bound
            steps[reading] += after - before
            own[reading] = after
        return steps

    def shifted(self, reading: int, counts: float) -> float:
        """A reading rests a little elsewhere though nothing came or went; how much of that may be drift."""
        bound, own = self.own_bound(), self.own[reading]
        after = max(-bound, min(bound, own + counts))
        self.own[reading] = after
        return after - own

    def step(self, offs: Sequence[float], now_ns: int) -> float:
        """A common step that explains these resting or restless readings, followed at once; 0.0 if none does.

        Hands move few cells; when all readings have moved by the same, it was none.
        """
        if len(offs) < _LEAST_READINGS:
            return 0.0
        middle = median(offs)
        if abs(middle) < STEP_COUNTS or median(abs(off - middle) for off in offs) > _STEP_SPREAD_COUNTS:
            return 0.0
        moved = self._move_common(middle)
        if moved:
            is_same = self.step_ns >= 0 and now_ns - self.step_ns <= _ONE_STEP_NS
            self.step_counts, self.step_ns = moved + (self.step_counts if is_same else 0.0), now_ns
        return moved

    def _follow_common(self, offs: list[float], now_ns: int) -> float:
        if len(offs) < _LEAST_READINGS:
            return 0.0
        middle = median(offs)
        if abs(middle) < STEP_COUNTS:
            return self._move_common(_COMMON_SHARE * middle)
        return self.step(offs, now_ns)

    def _move_common(self, counts: float) -> float:
        after = max(-COMMON_BOUND_COUNTS, min(COMMON_BOUND_COUNTS, self.common_counts + counts))
        moved, self.common_counts = after - self.common_counts, after
        self.is_at_bound = abs(after) >= COMMON_BOUND_COUNTS
        return moved
