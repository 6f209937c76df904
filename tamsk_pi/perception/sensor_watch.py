"""Single sensors that are broken: looked for on every fourth frame, whatever stands on the board.

- stuck: a living Hall sensor is never quite still; one that is pinned at a rail, or gives the very same count in
  every frame for long, is stuck; how long that takes by chance hangs on how quiet the sensors are;
- noisy: its second differences, which a hand's smooth motion leaves small, are many times those of the others;
- gone off: it says what its partner of the same cell denies, and no piece does that to one sensor alone. What it had
  drifted by itself before counts too, so that one that runs away slowly is not forgiven its first counts. A glass
  that a hand holds a little above its seat looks so as well, but sways.

Whoever is broken is not believed until it has behaved for two seconds.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.perception.drift import DriftTracker
from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.findings import Finding, FindingKind
from tamsk_pi.perception.frames import ADC_MAX, READINGS
from tamsk_pi.perception.settings import PerceptionSettings

Counts = tuple[int, ...]
Last = tuple[Counts, Counts, Counts, Counts]
"""The frames of one look, oldest first."""
Sways = Callable[[int], bool]
"""Whether the cell of a reading has swayed within the last second, as under a hand."""

_NOISE_RANGE: Final = (0.4, 3.0)
_FOLLOW: Final = 0.05
_OWN_FOLLOW: Final = 0.1
_OUTLIER: Final = 36.0
_SECOND_DIFFERENCE: Final = 6.0  # its variance over that of a sample
_OWN_OUTLIER_COUNTS2: Final = 24.0
"""One stroke of a falling ring says no more than this."""
_NOISY_COUNTS: Final = 2.0
_NOISY_TIMES: Final = 3.0
_NOISY_NS: Final = 700 * NS_PER_MS
_ALONE_COUNTS: Final = 3.0
_BEYOND_COUNTS: Final = 1.5
"""So much off, and as much beyond what one sensor may drift, is alone too."""
_STAYS_SHARE: Final = 0.5
"""Of these limits, for one that is suspected already: noise takes it below them now and then."""
_LATELY: Final = 0.15
_DENIED_COUNTS: Final = (0.3, 0.2)
"""What a partner may be off; a glass acts on S1 with 0.44 of what it does to S0, a ring with more."""
_ALONE_NS: Final = 1_000 * NS_PER_MS
_DENIED_LOOKS: Final = 10
_PERHAPS_SHARE: Final = 1 / 3
"""Still for so much of what is needed: perhaps stuck; whether it or its partner is broken will be seen."""
_MUCH_FARTHER: Final = 1.5
"""How far it has gone off is said anew only now and then."""
_BACK_NS: Final = 2_000 * NS_PER_MS
_REVIVED_LOOKS: Final = 25
_FRAMES_A_LOOK: Final = 4
_CHANCE: Final = 1e-9
_LEAST_FRAMES: Final = 60
_QUIETEST_SHARE: Final = 0.9
"""Sensors of one board differ by ±10 % in gain, and in noise with it."""
_ROUNDING_VARIANCE: Final = 1 / 12
_NEARLY_STILL_VARIANCE: Final = 0.11


def is_at_rail(count: int) -> bool:
    """Whether a reading is pinned at an end of the converter's range."""
    return count <= 1 or count >= ADC_MAX - 1


@dataclass(frozen=True, slots=True)
class _Alone:
    """A reading that is off, since when; what it has been off lately; sums over the first looks of what it and its
    partner are off."""

    since_ns: int
    lately: float
    looks: int = 0
    off: float = 0.0
    denied: float = 0.0

    @property
    def is_denied(self) -> bool:
        """Whether its partner saw nothing of it."""
        return self.looks >= _DENIED_LOOKS

    def after(self, at_ns: int, off: float, denied: float) -> "_Alone":
        """One look later; what the partner sees too begins anew."""
        lately = self.lately + _LATELY * (off - self.lately)
        if self.is_denied:
            return replace(self, lately=lately)
        looks, total, other = self.looks + 1, self.off + off, self.denied + denied
        least, share = _DENIED_COUNTS
        if looks == _DENIED_LOOKS and abs(other) > looks * least + share * abs(total):
            return _Alone(at_ns, off)
        return _Alone(self.since_ns, lately, looks, total, other)


class SensorWatch:
    """Watches all readings."""

    def __init__(self, settings: PerceptionSettings) -> None:
        self.noise_counts = settings.noise_counts
        self.broken: dict[int, Finding] = {}
        """The readings that are not believed, and why."""
        self.excused: frozenset[int] = frozenset()
        """Readings that a fault of the wires spoils: they have not gone off by themselves."""
        self._still_ns = settings.dead_ms * NS_PER_MS
        self._last: Counts = ()
        self._common_variance = settings.noise_counts**2
        self._still_since_ns: list[int] = []
        self._still_looks: list[int] = []
        self._alive_looks: dict[int, int] = {}
        self._variances = [settings.noise_counts**2] * READINGS
        self._noisy_since_ns: dict[int, int] = {}
        self._alone: dict[int, _Alone] = {}
        self._good_since_ns: dict[int, int] = {}

    @property
    def noise_of(self) -> tuple[float, ...]:
        """Each reading's own noise, in counts; restless cells seem noisier."""
        return tuple(math.sqrt(variance) for variance in self._variances)

    def look(
        self,
        at_ns: int,
        last: Last,
        restless: frozenset[int],
        baseline: Sequence[float],
        drift: DriftTracker,
        sways: Sways,
    ) -> bool:
        """Take the frames since the last look; `restless` readings say nothing of the common noise, `drift` is in
        `baseline` already. Whether the set of broken readings has changed."""
        if not self._last:
            self._last, self._still_since_ns, self._still_looks = last[-1], [at_ns] * READINGS, [0] * READINGS
            return False
        self._measure_noise(last, restless)
        self._measure_stillness(at_ns, last)
        before = self.broken.keys() | set()
        self._find_still(at_ns)
        self._find_noisy(at_ns)
        if restless or self._alone:
            self._find_alone(at_ns, last, restless, baseline, drift)
            self._break_alone(at_ns, last, baseline, drift, sways)
        if self.broken:
            self._revive(at_ns, last, baseline, drift)
        return self.broken.keys() != before

    # Stuck.

    def _measure_stillness(self, at_ns: int, last: Last) -> None:
        self._still_since_ns = [
            since if before == a == b == c == d or d <= 1 or d >= ADC_MAX - 1 else at_ns
            for since, before, a, b, c, d in zip(self._still_since_ns, self._last, *last, strict=True)
        ]
        self._still_looks = [
            0 if since == at_ns else looks + 1
            for since, looks in zip(self._still_since_ns, self._still_looks, strict=True)
        ]
        self._last = last[-1]

    def _find_still(self, at_ns: int) -> None:
        limit_ns = at_ns - self._still_ns
        if min(self._still_since_ns) > limit_ns:
            return
        looks = self._looks_needed()
        least = math.ceil(_LEAST_FRAMES / _FRAMES_A_LOOK)
        still = [
            i
            for i, since in enumerate(self._still_since_ns)
            if since <= limit_ns and self._still_looks[i] >= (least if is_at_rail(self._last[i]) else looks)
        ]
        if len(still) > READINGS // 2:
            # A source without any noise, not 38 broken sensors.
            still = [i for i in still if is_at_rail(self._last[i])]
        for i in still:
            if i not in self.broken or self.broken[i].kind is not FindingKind.STUCK:
                self._break(i, FindingKind.STUCK, at_ns, self._last[i])

    def _looks_needed(self) -> int:
        """So many looks in which nothing changes do not happen by chance: the quieter the sensors, the more."""
        sd_counts = _QUIETEST_SHARE * _before_rounding(self._common_variance)
        chance = min(math.erf(0.5 / (sd_counts * math.sqrt(2))), 1 - 1e-6)
        return math.ceil(max(_LEAST_FRAMES, math.log(_CHANCE) / math.log(chance)) / _FRAMES_A_LOOK)

    # Noisy.

    def _measure_noise(self, last: Last, restless: frozenset[int]) -> None:
        squares = [(a - 2 * b + c) ** 2 / _SECOND_DIFFERENCE for a, b, c in zip(*last[1:], strict=True)]
        self._variances = [
            v + _OWN_FOLLOW * ((s if s < _OWN_OUTLIER_COUNTS2 else _OWN_OUTLIER_COUNTS2) - v)
            for v, s in zip(self._variances, squares, strict=True)
        ]
        if 0 < len(restless) < READINGS // 2:
            squares = [square for i, square in enumerate(squares) if i not in restless]
        most = _OUTLIER * self.noise_counts**2
        mean = sum([square if square < most else most for square in squares]) / len(squares)
        self._common_variance += _FOLLOW * (mean - self._common_variance)
        self.noise_counts = min(_NOISE_RANGE[1], max(_NOISE_RANGE[0], math.sqrt(self._common_variance)))

    def _noisy_variance(self) -> float:
        return max(_NOISY_COUNTS, _NOISY_TIMES * self.noise_counts) ** 2

    def _find_noisy(self, at_ns: int) -> None:
        limit = self._noisy_variance()
        if not self._noisy_since_ns and max(self._variances) <= limit:
            return
        noisy = [i for i, variance in enumerate(self._variances) if variance > limit]
        self._noisy_since_ns = {i: self._noisy_since_ns.get(i, at_ns) for i in noisy}
        for i, since_ns in self._noisy_since_ns.items():
            if at_ns - since_ns >= _NOISY_NS and i not in self.broken:
                self._break(i, FindingKind.NOISE, at_ns, math.sqrt(self._variances[i]))

    # Gone off alone.

    def _find_alone(
        self, at_ns: int, last: Last, restless: frozenset[int], baseline: Sequence[float], drift: DriftTracker
    ) -> None:
        alone: dict[int, _Alone] = {}
        for i in restless | self._alone.keys():
            partner = i ^ 1
            if not self.broken.keys().isdisjoint((i, partner)) or not self.excused.isdisjoint((i, partner)):
                continue
            off = _mean(last, i) - baseline[i]
            share = _STAYS_SHARE if i in self._alone else 1.0
            if not _is_far(off, off + drift.own[i], drift.own_bound(), share):
                continue
            denied = _mean(last, partner) - baseline[partner]
            # Something may come or go on the cell before it is clear; that it was alone for so long stays true.
            alone[i] = self._alone.get(i, _Alone(at_ns, off)).after(at_ns, off, denied)
        self._alone = alone

    def _break_alone(
        self, at_ns: int, last: Last, baseline: Sequence[float], drift: DriftTracker, sways: Sways
    ) -> None:
        perhaps = _PERHAPS_SHARE * self._looks_needed()
        for i, suspect in self._alone.items():
            is_still = max(self._still_looks[i], self._still_looks[i ^ 1]) >= perhaps
            is_far = _is_far(suspect.lately, suspect.lately + drift.own[i], drift.own_bound(), 1.0)
            is_long = suspect.is_denied and at_ns - suspect.since_ns >= _ALONE_NS
            if is_long and is_far and not is_still and i ^ 1 not in self.broken and not sways(i):
                self._break(i, FindingKind.DRIFT_OFF, at_ns, _mean(last, i) - baseline[i])

    # Back again.

    def _break(self, reading: int, kind: FindingKind, at_ns: int, counts: float) -> None:
        self.broken[reading] = Finding(kind, at_ns, (reading,), (), counts)
        self._good_since_ns.pop(reading, None)

    def _revive(self, at_ns: int, last: Last, baseline: Sequence[float], drift: DriftTracker) -> None:
        for i, finding in list(self.broken.items()):
            off = _mean(last, i) - baseline[i]
            if finding.kind is FindingKind.STUCK:
                moved = self._still_since_ns[i] > at_ns - self._still_ns // 4
                self._alive_looks[i] = self._alive_looks.get(i, 0) + 1 if moved else 0
                is_back = self._alive_looks[i] >= _REVIVED_LOOKS
            else:
                is_back = self._is_good_long(i, finding.kind, at_ns, abs(off + drift.own[i]) - drift.own_bound())
                if finding.kind is FindingKind.DRIFT_OFF and abs(off) > _MUCH_FARTHER * abs(finding.counts):
                    self.broken[i] = replace(finding, counts=off)
            if is_back:
                del self.broken[i]
                self._alive_looks.pop(i, None)
                self._good_since_ns.pop(i, None)

    def _is_good_long(self, reading: int, kind: FindingKind, at_ns: int, far_counts: float) -> bool:
        """`far_counts`: how much farther off it is than one sensor may drift."""
        if kind is FindingKind.NOISE:
            is_good = self._variances[reading] < self._noisy_variance() / 4
        else:
            is_good = far_counts < self.noise_counts / 2
        if not is_good:
            self._good_since_ns.pop(reading, None)
            return False
        return at_ns - self._good_since_ns.setdefault(reading, at_ns) >= _BACK_NS


def _mean(last: Last, reading: int) -> float:
    return sum([counts[reading] for counts in last]) / _FRAMES_A_LOOK


def _is_far(off: float, drifted: float, bound: float, share: float) -> bool:
    """Whether this is more than noise: off at once, or little by little, `drifted` counts since calibration, of which
    `bound` may be drift. `share`: of the limits."""
    alone, beyond = share * _ALONE_COUNTS, share * _BEYOND_COUNTS
    return abs(off) > alone or (abs(off) > beyond and abs(drifted) > bound + beyond)


def _before_rounding(variance: float) -> float:
    """The standard deviation of a sample whose rounded counts have this variance, the mean of sensors at all places
    between two counts; rather too little than too much."""
    if variance > _NEARLY_STILL_VARIANCE:
        return math.sqrt(variance - _ROUNDING_VARIANCE)
    return max(1.5 * variance, 1e-3)  # σ/√π in the limit
