"""What a stretch of scans told of each reading, added up as it came."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tamsk_pi.perception.frames import ADC_MAX, READINGS, Frame


@dataclass(slots=True)
class Sample:
    """Counts of the 74 readings over some seconds. `scan_ns` is how long the scans themselves took."""

    frames: int = 0
    distinct: int = 0
    """Frames that were not the same as the one before."""
    first_ns: int = 0
    last_ns: int = 0
    scan_ns: list[int] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """What scans failed with, each sentence once."""
    _sums: list[int] = field(default_factory=lambda: [0] * READINGS)
    _squares: list[int] = field(default_factory=lambda: [0] * READINGS)
    _lowest: list[int] = field(default_factory=lambda: [ADC_MAX] * READINGS)
    _highest: list[int] = field(default_factory=lambda: [0] * READINGS)
    _last: tuple[int, ...] = ()

    def take(self, frame: Frame, took_ns: int = 0) -> None:
        """One scan, and how long it took."""
        if not self.frames:
            self.first_ns = frame.at_ns
        self.frames += 1
        self.last_ns = frame.at_ns
        self.scan_ns.append(took_ns)
        if frame.counts != self._last:
            self.distinct += 1
        self._last = frame.counts
        for i, counts in enumerate(frame.counts):
            self._sums[i] += counts
            self._squares[i] += counts * counts
            self._lowest[i] = min(self._lowest[i], counts)
            self._highest[i] = max(self._highest[i], counts)

    def fail(self, why: str) -> None:
        """A scan failed."""
        if why not in self.failures:
            self.failures.append(why)

    @property
    def seconds(self) -> float:
        """From the first to the last scan."""
        return (self.last_ns - self.first_ns) / 1e9

    @property
    def per_s(self) -> float:
        """Scans in a second."""
        return (self.frames - 1) / self.seconds if self.seconds > 0 else 0.0

    @property
    def distinct_per_s(self) -> float:
        """Scans in a second that brought something new: a converter that is read faster than it converts repeats
        itself (ADS1x15 #27). With noise of 0.7 counts on 74 readings no two good scans are alike."""
        return max(0, self.distinct - 1) / self.seconds if self.seconds > 0 else 0.0

    @property
    def means(self) -> tuple[float, ...]:
        """The mean of each reading."""
        return tuple(total / max(1, self.frames) for total in self._sums)

    @property
    def noise(self) -> tuple[float, ...]:
        """The standard deviation of each reading."""
        n = max(1, self.frames)
        pairs = zip(self._sums, self._squares, strict=True)
        return tuple(max(0.0, square / n - (total / n) ** 2) ** 0.5 for total, square in pairs)

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The lowest and the highest of each reading."""
        return tuple(zip(self._lowest, self._highest, strict=True))

    @property
    def is_rail(self) -> bool:
        """Whether the converter answered nothing but zeros or nothing but ones."""
        return self.frames > 0 and (max(self._highest) <= 1 or min(self._lowest) >= ADC_MAX - 1)


def median(numbers: Sequence[float]) -> float:
    """The middle one; 0 of none."""
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2] if ordered else 0.0
