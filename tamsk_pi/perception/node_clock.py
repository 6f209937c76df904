"""How fast a node's clock runs against ours, learned from its own packets; and when its last flip was, by that.

Theory of operation. After a flip at T every packet says its age a, counted by the node's clock, and is received at r:

    r = T + a · rate + delay        rate: our nanoseconds in one of its own, 1 ± 2 % for a cheap oscillator
                                    delay: never negative, mostly some ms, now and then hundreds (the radio waits, the
     r │              ×             loop is busy)
       │    ×        .·'  ×
       │  ×     ..·'×               The line runs below all points and touches the quickest packets: it is the edge
       │   _.·'                     of their lower hull that spans the mean age (the least sum of distances; Moon,
       │.·'                         Skelly, Towsley: "Estimation and Removal of Clock Skew", INFOCOM 1999).
       └─────────────────── a

A run of packets about one flip gives the rate to some 20 ms / span. Runs are weighed by their precision, with
1 ± 2 % for a start, so that a burst of a quarter of a second changes nothing and half a minute tells it to 0.1 %.
The rate is the node's own and stays when the next flip begins another run; what is older fades, for a crystal follows
the temperature of the hand.
"""

from dataclasses import dataclass, field
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport

RATE_BOUND: Final = 0.03
"""No oscillator is farther off."""
_USUAL_ERROR: Final = 0.02
_JITTER_MS: Final = 15.0
_SLOW_MS: Final = 150.0
"""Shared by the packets of a run: of few, none may have been quick."""
_MOST_PRECISION: Final = 1 / 0.0002**2
_ABSURD: Final = 0.06
"""A slope farther off than this is no clock's: packets of two nodes, or of one that has forgotten."""
_KNOWN_ERROR: Final = 0.0003
_CLEAR_SIGMAS: Final = 3.0
_DATING_MS: Final = 10_000
"""Packets so much older than the first still help to date the flip; later ones only to learn the rate."""
_MOST_CORNERS: Final = 64


@dataclass(slots=True)
class NodeClock:
    """One node's clock. Feed it every report in the order of receipt."""

    _precision: float = 1 / _USUAL_ERROR**2
    _weighed: float = 1 / _USUAL_ERROR**2
    _flips: int = -1
    _hull: list[tuple[int, int]] = field(default_factory=list)
    """The lower hull of (age in ms, receipt in ns) of the run."""
    _ages_ms: int = 0
    _heard: int = 0

    @property
    def rate(self) -> float:
        """Our nanoseconds in one of its own, within 1 ± 0.03."""
        slope, precision = self._run()
        return _bounded((self._weighed + slope * precision) / (self._precision + precision))

    @property
    def rate_error(self) -> float:
        """How far the rate may be off: one standard deviation."""
        return float((self._precision + self._run()[1]) ** -0.5)

    @property
    def known_error(self) -> float:
        """The share by which it runs slow (negative: fast); 0 as long as that cannot be told from nothing."""
        error, uncertain = self.rate - 1, self.rate_error
        return error if uncertain <= _KNOWN_ERROR or abs(error) >= _CLEAR_SIGMAS * uncertain else 0.0

    def hear(self, report: NodeReport) -> None:
        """One report; of an unknown age nothing is learned."""
        if report.age_ms == AGE_UNKNOWN_MS:
            self._end_run()
            return
        if report.flips != self._flips or (self._hull and report.age_ms < self._hull[0][0]):
            self._end_run()
            self._flips = report.flips
        if self._hull and report.age_ms <= self._hull[-1][0]:
            return  # out of order: the quicker packet of that age was there already
        self._ages_ms += report.age_ms
        self._heard += 1
        self._add((report.age_ms, report.received_ns))

    def flipped_ns(self) -> int | None:
        """When the last flip was, by the quickest packet of its first ten seconds; None where no age is known."""
        if not self._hull:
            return None
        rate, latest_ms = self.rate, self._hull[0][0] + _DATING_MS
        return min(at_ns - round(age_ms * NS_PER_MS * rate) for age_ms, at_ns in self._hull if age_ms <= latest_ms)

    def _add(self, point: tuple[int, int]) -> None:
        hull = self._hull
        while len(hull) >= 2 and _slope(hull[-2], hull[-1]) >= _slope(hull[-1], point):
            hull.pop()
        hull.append(point)
        if len(hull) > _MOST_CORNERS:
            del hull[1]

    def _run(self) -> tuple[float, float]:
        """Slope and precision of the run so far."""
        hull = self._hull
        if len(hull) < 2:
            return 1.0, 0.0
        mean_ms = self._ages_ms / self._heard
        edge = next(i for i in range(1, len(hull)) if hull[i][0] >= mean_ms or i == len(hull) - 1)
        slope = _slope(hull[edge - 1], hull[edge])
        if abs(slope - 1) > _ABSURD:
            return 1.0, 0.0
        return slope, ((hull[-1][0] - hull[0][0]) / (_JITTER_MS + _SLOW_MS / self._heard)) ** 2

    def _end_run(self) -> None:
        slope, precision = self._run()
        precision = min(precision, _MOST_PRECISION)
        left = min(1.0, (_MOST_PRECISION - precision) / self._precision)
        self._weighed = self._weighed * left + slope * precision
        self._precision = self._precision * left + precision
        self._flips, self._hull, self._ages_ms, self._heard = -1, [], 0, 0


def _slope(a: tuple[int, int], b: tuple[int, int]) -> float:
    return (b[1] - a[1]) / ((b[0] - a[0]) * NS_PER_MS)


def _bounded(rate: float) -> float:
    return min(1 + RATE_BOUND, max(1 - RATE_BOUND, rate))
