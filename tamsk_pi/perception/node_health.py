"""How the nodes are: battery and how long it lasts, what is heard of them, which program they run.

The battery's percentage comes from its voltage, and a LiPo cell is flat in its middle: ten points up or down mean
little, and below 10 % it ends quickly. So a node warns below 15 %: even if that is truly 5 % of 100 mAh, it is 80
minutes in a hand (3.7 mA, firmware/hourglass/README.md), more than two matches. Where the level has fallen for long
enough to see how fast, a node also warns when less than two hours are left at that pace.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.rules.pieces import Hourglass

LOW_PERCENT: Final = 15
WELL_PERCENT: Final = 20
"""A low battery stays low until it is charged beyond this."""
LOW_MINUTES: Final = 120
_MINUTE_NS: Final = 60_000 * NS_PER_MS
_REMEMBERED_MINUTES: Final = 240
_LEAST_MINUTES: Final = 30
_LEAST_FALL: Final = 3.0
"""Points of percent; less is noise."""


@dataclass(frozen=True, slots=True)
class NodeHealth:
    """One node at an instant. `hourglass` None is the neutral timer's; None elsewhere is not known.

    `per_minute` counts reports in the last minute. `minutes_left` is None as long as the battery has not fallen long
    enough to tell. `is_doubled`: two nodes with this address are heard in turn. `clock_error` is the share by which
    its clock runs slow (negative: fast), 0 as long as its packets have not told that it does.
    """

    hourglass: Hourglass | None
    last_ns: int | None = None
    is_live: bool = False
    is_asleep: bool = False
    rssi_dbm: int | None = None
    per_minute: int = 0
    battery_percent: int | None = None
    minutes_left: int | None = None
    is_battery_low: bool = False
    firmware: str | None = None
    is_doubled: bool = False
    clock_error: float = 0.0


@dataclass(slots=True)
class Battery:
    """The level over the last four hours, a mean a minute."""

    percent: int | None = None
    is_below: bool = False
    _minutes: deque[tuple[int, float]] = field(default_factory=lambda: deque(maxlen=_REMEMBERED_MINUTES))
    _minute: int = -1
    _sum: int = 0
    _count: int = 0

    def hear(self, at_ns: int, percent: int) -> None:
        """The level that a report gives, in the order of receipt."""
        self.percent = percent
        self.is_below = percent < (WELL_PERCENT if self.is_below else LOW_PERCENT)
        minute = at_ns // _MINUTE_NS
        if minute != self._minute:
            if self._count:
                self._close()
            self._minute, self._sum, self._count = minute, 0, 0
        self._sum += percent
        self._count += 1

    @property
    def is_low(self) -> bool:
        """Whether it should be charged before another match."""
        left = self.minutes_left()
        return self.is_below or (left is not None and left < LOW_MINUTES)

    def minutes_left(self) -> int | None:
        """At the pace of the last hours (least squares); None where that is not known, or it does not fall."""
        if len(self._minutes) < 2 or self.percent is None:
            return None
        span = self._minutes[-1][0] - self._minutes[0][0]
        slope = _slope(self._minutes)
        if span < _LEAST_MINUTES or -slope * span < _LEAST_FALL:
            return None
        return max(0, round(self.percent / -slope))

    def _close(self) -> None:
        mean = self._sum / self._count
        if self._minutes and mean > self._minutes[-1][1] + 2 * _LEAST_FALL:
            self._minutes.clear()  # it was charged, or another one is in
        self._minutes.append((self._minute, mean))


def _slope(points: deque[tuple[int, float]]) -> float:
    """Points of percent a minute."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
