"""Single sensors that are broken: looked for on every fourth frame, whatever stands on the board.

- stuck: a living Hall sensor is never quite still; one that is pinned at a rail, or gives the very same count for
  long, is stuck;
- noisy: its second differences, which a hand's smooth motion leaves small, are many times those of the others;
- gone off: it says what its partner of the same cell denies, and no piece does that to one sensor alone.

Whoever is broken is not believed until it has behaved for two seconds.
"""

import math
from dataclasses import dataclass
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.findings import Finding, FindingKind
from tamsk_pi.perception.frames import ADC_MAX, READINGS
from tamsk_pi.perception.settings import PerceptionSettings

Counts = tuple[int, ...]

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
_DENIED_COUNTS: Final = (0.3, 0.2)
"""What a partner may be off; a glass acts on S1 with 0.44 of what it does to S0, a ring with more."""
_ALONE_NS: Final = 1_000 * NS_PER_MS
_DENIED_LOOKS: Final = 10
_STILL_LOOKS: Final = 10
"""Perhaps stuck; which of the two it is will be seen."""
_BACK_COUNTS: Final = 3.0
_BACK_NS: Final = 2_000 * NS_PER_MS
_REVIVED_LOOKS: Final = 25
_CHANCE: Final = 1e-9
_LEAST_LOOKS: Final = 25


def is_at_rail(count: int) -> bool:
    """Whether a reading is pinned at an end of the converter's range."""
    return count <= 1 or count >= ADC_MAX - 1


@dataclass(frozen=True, slots=True)
class _Alone:
    """A reading that is off, since when; sums over the first looks of what it and its partner are off."""

    since_ns: int
    looks: int = 0
    off: float = 0.0
    denied: float = 0.0

    @property
    def is_denied(self) -> bool:
        """Whether its partner saw nothing of it."""
        return self.looks >= _DENIED_LOOKS

    def after(self, at_ns: int, off: float, denied: float) -> "_Alone":
        """One look later; what the partner sees too begins anew."""
        if self.is_denied:
            return self
        looks, total, other = self.looks + 1, self.off + off, self.denied + denied
        least, share = _DENIED_COUNTS
        if looks == _DENIED_LOOKS and abs(other) > looks * least + share * abs(total):
            return _Alone(at_ns)
        return _Alone(self.since_ns, looks, total, other)


class SensorWatch:
    """Watches all readings."""

    def __init__(self, settings: PerceptionSettings) -> None:
        self.noise_counts = settings.noise_counts
        self.broken: dict[int, Finding] = {}
        """The readings that are not believed, and why."""
        self._still_ns = settings.dead_ms * NS_PER_MS
        self._last: Counts = ()
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
        self, at_ns: int, last: tuple[Counts, Counts, Counts], restless: frozenset[int], baseline: list[float]
    ) -> bool:
        """Take the last three frames, oldest first; `restless` readings say nothing of the common noise. Whether the
        set of broken readings has changed."""
        counts = last[2]
        if not self._last:
            self._last, self._still_since_ns, self._still_looks = counts, [at_ns] * READINGS, [0] * READINGS
            return False
        self._measure_noise(last, restless)
        self._still_since_ns = [
            since if now == before or now <= 1 or now >= ADC_MAX - 1 else at_ns
            for since, now, before in zip(self._still_since_ns, counts, self._last, strict=True)
        ]
        self._still_looks = [
            0 if since == at_ns else looks + 1
            for since, looks in zip(self._still_since_ns, self._still_looks, strict=True)
        ]
        self._last = counts
        before = self.broken.keys() | set()
        self._find_still(at_ns)
        self._find_noisy(at_ns)
        if restless or self._alone:
            self._find_alone(at_ns, last, restless, baseline)
        if self.broken:
            self._revive(at_ns, counts, baseline)
        return self.broken.keys() != before

    # Stuck.

    def _find_still(self, at_ns: int) -> None:
        limit_ns = at_ns - self._still_ns
        if min(self._still_since_ns) > limit_ns:
            return
        looks = self._looks_needed()
        still = [
            i
            for i, since in enumerate(self._still_since_ns)
            if since <= limit_ns and self._still_looks[i] >= (_LEAST_LOOKS if is_at_rail(self._last[i]) else looks)
        ]
        if len(still) > READINGS // 2:
            # A source without any noise, not 38 broken sensors.
            still = [i for i in still if is_at_rail(self._last[i])]
        for i in still:
            if i not in self.broken or self.broken[i].kind is not FindingKind.STUCK:
                self._break(i, FindingKind.STUCK, at_ns, self._last[i])

    def _looks_needed(self) -> int:
        """So many equal looks in a row do not happen by chance: the quieter the sensors, the more."""
        chance = math.erf(0.5 / (self.noise_counts * math.sqrt(2)))
        return max(_LEAST_LOOKS, math.ceil(math.log(_CHANCE) / math.log(chance)))

    # Noisy.

    def _measure_noise(self, last: tuple[Counts, Counts, Counts], restless: frozenset[int]) -> None:
        squares = [(a - 2 * b + c) ** 2 / _SECOND_DIFFERENCE for a, b, c in zip(*last, strict=True)]
        self._variances = [
            v + _OWN_FOLLOW * ((s if s < _OWN_OUTLIER_COUNTS2 else _OWN_OUTLIER_COUNTS2) - v)
            for v, s in zip(self._variances, squares, strict=True)
        ]
        if 0 < len(restless) < READINGS // 2:
            squares = [square for i, square in enumerate(squares) if i not in restless]
        variance = self.noise_counts**2
        most = _OUTLIER * variance
        mean = sum([square if square < most else most for square in squares]) / len(squares)
        variance += _FOLLOW * (mean - variance)
        self.noise_counts = min(_NOISE_RANGE[1], max(_NOISE_RANGE[0], math.sqrt(variance)))

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
        self, at_ns: int, last: tuple[Counts, Counts, Counts], restless: frozenset[int], baseline: list[float]
    ) -> None:
        alone: dict[int, _Alone] = {}
        for i in restless:
            partner = i ^ 1
            is_still = max(self._still_looks[i], self._still_looks[partner]) >= _STILL_LOOKS
            off = sum(counts[i] for counts in last) / 3 - baseline[i]
            if i in self.broken or partner in self.broken or is_still or abs(off) <= _ALONE_COUNTS:
                continue
            denied = sum(counts[partner] for counts in last) / 3 - baseline[partner]
            alone[i] = self._alone.get(i, _Alone(at_ns)).after(at_ns, off, denied)
        self._alone = alone
        for i, suspect in alone.items():
            # Something may come or go on the cell before it is clear; that it was alone for so long stays true.
            if suspect.is_denied and at_ns - suspect.since_ns >= _ALONE_NS:
                self._break(i, FindingKind.DRIFT_OFF, at_ns, last[2][i] - baseline[i])

    # Back again.

    def _break(self, reading: int, kind: FindingKind, at_ns: int, counts: float) -> None:
        self.broken[reading] = Finding(kind, at_ns, (reading,), (), counts)
        self._good_since_ns.pop(reading, None)

    def _revive(self, at_ns: int, counts: Counts, baseline: list[float]) -> None:
        for i, finding in list(self.broken.items()):
            if finding.kind is FindingKind.STUCK:
                moved = self._still_since_ns[i] > at_ns - self._still_ns // 4
                self._alive_looks[i] = self._alive_looks.get(i, 0) + 1 if moved else 0
                is_back = self._alive_looks[i] >= _REVIVED_LOOKS
            else:
                is_back = self._is_good_long(i, finding.kind, at_ns, counts, baseline)
            if is_back:
                del self.broken[i]
                self._alive_looks.pop(i, None)
                self._good_since_ns.pop(i, None)

    def _is_good_long(
        self, reading: int, kind: FindingKind, at_ns: int, counts: Counts, baseline: list[float]
    ) -> bool:
        if kind is FindingKind.NOISE:
            is_good = self._variances[reading] < self._noisy_variance() / 4
        else:
            is_good = abs(counts[reading] - baseline[reading]) < _BACK_COUNTS + 2 * self.noise_counts
        if not is_good:
            self._good_since_ns.pop(reading, None)
            return False
        return at_ns - self._good_since_ns.setdefault(reading, at_ns) >= _BACK_NS
