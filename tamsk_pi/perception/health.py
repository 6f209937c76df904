"""Which sensors live, and how much they rush: looked at on every fourth frame.

A living Hall sensor is never quite still. One that is pinned at a rail, or gives the very same count for two seconds,
is dead. Noise is estimated from the differences of successive looks.
"""

from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.frames import ADC_MAX, READINGS
from tamsk_pi.perception.settings import PerceptionSettings

_NOISE_RANGE: Final = (0.4, 3.0)
_FOLLOW: Final = 0.05
_OUTLIER: Final = 36.0
_REVIVED_LOOKS: Final = 25
_DEAD_LOOKS: Final = 25
"""A living sensor gives the same count twice in about half of all looks: 25 in a row, once in 30 million."""


def is_at_rail(count: int) -> bool:
    """Whether a reading is pinned at an end of the converter's range."""
    return count <= 1 or count >= ADC_MAX - 1


class SensorHealth:
    """Watches all readings, whatever stands on the board."""

    def __init__(self, settings: PerceptionSettings) -> None:
        self.noise_counts = settings.noise_counts
        self.dead: frozenset[int] = frozenset()
        self._dead_ns = settings.dead_ms * NS_PER_MS
        self._last: tuple[int, ...] = ()
        self._still_since_ns: list[int] = []
        self._still_looks: list[int] = []
        self._alive_looks: dict[int, int] = {}

    def look(self, at_ns: int, counts: tuple[int, ...], restless: frozenset[int]) -> bool:
        """Take a frame; `restless` readings say nothing of noise. Whether the set of dead readings has changed."""
        if not self._last:
            self._last, self._still_since_ns, self._still_looks = counts, [at_ns] * READINGS, [0] * READINGS
            return False
        self._estimate_noise(counts, restless)
        self._still_since_ns = [
            since if now == before or now <= 1 or now >= ADC_MAX - 1 else at_ns
            for since, now, before in zip(self._still_since_ns, counts, self._last, strict=True)
        ]
        self._still_looks = [
            0 if since == at_ns else looks + 1
            for since, looks in zip(self._still_since_ns, self._still_looks, strict=True)
        ]
        self._last = counts
        before = self.dead
        self.dead = self._revive(self._find_dead(at_ns), at_ns)
        return self.dead != before

    def _find_dead(self, at_ns: int) -> frozenset[int]:
        limit_ns = at_ns - self._dead_ns
        if min(self._still_since_ns) > limit_ns:
            return self.dead
        still = {
            i
            for i, since in enumerate(self._still_since_ns)
            if since <= limit_ns and self._still_looks[i] >= _DEAD_LOOKS
        }
        if len(still) > READINGS // 2:
            # A source without any noise, not 38 broken sensors.
            still = {i for i in still if is_at_rail(self._last[i])}
        return self.dead | still

    def _revive(self, dead: frozenset[int], at_ns: int) -> frozenset[int]:
        for i in dead:
            moved = self._still_since_ns[i] > at_ns - self._dead_ns // 4
            self._alive_looks[i] = self._alive_looks.get(i, 0) + 1 if moved else 0
        revived = {i for i in dead if self._alive_looks[i] >= _REVIVED_LOOKS}
        for i in revived:
            del self._alive_looks[i]
        return dead - revived

    def _estimate_noise(self, counts: tuple[int, ...], restless: frozenset[int]) -> None:
        most = _OUTLIER * self.noise_counts**2
        squares = [(now - before) ** 2 for now, before in zip(counts, self._last, strict=True)]
        if 0 < len(restless) < READINGS // 2:
            squares = [square for i, square in enumerate(squares) if i not in restless]
        mean = sum([min(square, most) for square in squares]) / len(squares)
        variance = self.noise_counts**2
        variance += _FOLLOW * (mean / 2 - variance)
        self.noise_counts = min(_NOISE_RANGE[1], max(_NOISE_RANGE[0], variance**0.5))
