"""From fields to counts: each sensor's gain and zero, drift, noise, rounding, and sensors that are broken."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from tamsk_pi.perception.frames import ADC_MAX, READINGS, SENSORS_PER_CELL
from tamsk_pi.simulator.fields import COUNTS_PER_MT, ZERO_COUNTS
from tamsk_pi.simulator.noise import NOISE_SAMPLES, NoiseTable
from tamsk_pi.simulator.settings import TableSettings

DRIFT_STEP_NS: Final = 1_000_000_000
RUN_OFF_STEP_NS: Final = 50_000_000
RUN_OFF_COUNTS_PER_S: Final = 4.0
_NS_PER_S: Final = 1_000_000_000
_NS_PER_HOUR: Final = 3_600_000_000_000
_UNCONNECTED: Final = READINGS
_FLOATING_COUNTS: Final = 8.0
_STUCK_LEVEL: Final = 1e6
_LAST: Final = NOISE_SAMPLES - 1


@dataclass(frozen=True, slots=True)
class ScanTiming:
    """How a scan goes: for each step of the select lines, in order, the readings converted (2 · cell + sensor, None
    where nothing is connected), and the instant of the step after the scan's begin."""

    steps: tuple[tuple[int | None, ...], ...]
    offsets_ns: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.steps) != len(self.offsets_ns):
            raise ValueError(f"{len(self.steps)} steps, but {len(self.offsets_ns)} offsets; expected one each")
        readings = sorted(reading for step in self.steps for reading in step if reading is not None)
        if readings != list(range(READINGS)):
            raise ValueError(f"a scan converts every one of the {READINGS} readings once; got {readings}")


class Readout:
    """The 74 sensors and what a conversion makes of them. Counts are 0 … 1023."""

    def __init__(self, settings: TableSettings) -> None:
        draw = random.Random(f"{settings.seed}/board")
        limits = settings.tolerances
        common_mt = draw.uniform(-1, 1) * limits.common_field_mt
        gains = [COUNTS_PER_MT * (1 + draw.uniform(-1, 1) * limits.gain) for _ in range(READINGS)]
        zeros = [ZERO_COUNTS + draw.uniform(-1, 1) * limits.zero_counts for _ in range(READINGS)]
        self._gains = gains
        # Half a count, so that cutting off the fraction rounds.
        self._zeros = [zero + gain * common_mt + 0.5 for zero, gain in zip(zeros, gains, strict=True)]
        self._drift_shares = [draw.uniform(0.8, 1.2) for _ in range(READINGS)]
        self._noise = NoiseTable(settings.seed, settings.noise_counts)
        self._noise_counts = settings.noise_counts
        self._samples = self._noise.samples
        self._stuck: dict[int, int] = {}
        self._drift_per_ns = 0.0
        self._drift_since_ns = 0
        self._drift_base = 0.0
        self._running_off: dict[int, int] = {}
        self._seed = settings.seed
        self._noisy: dict[int, tuple[random.Random, float]] = {}
        self._position = 0
        self._field: Sequence[float] = [0.0] * READINGS
        self._levels: list[float] = []
        self._timing: ScanTiming | None = None
        self._order: tuple[int, ...] = ()
        self._in_order = itemgetter(0, 0)
        self._in_cells = itemgetter(0, 0)
        self.show(self._field, 0)

    @property
    def drift_step_ns(self) -> int | None:
        """At whole multiples of this levels change by themselves; None: they do not."""
        if self._running_off:
            return RUN_OFF_STEP_NS
        return DRIFT_STEP_NS if self._drift_per_ns != 0.0 else None

    def show(self, field_mt: Sequence[float], at_ns: int) -> None:
        """Put the sensors into this field; the drift is that of the last whole second."""
        self._field = field_mt
        drift = self._drift_counts(at_ns // DRIFT_STEP_NS * DRIFT_STEP_NS)
        zeros = self._zeros
        if drift:
            zeros = [zero + drift * share for zero, share in zip(zeros, self._drift_shares, strict=True)]
        levels = [zero + gain * mt for zero, gain, mt in zip(zeros, self._gains, field_mt, strict=True)]
        for reading, since_ns in self._running_off.items():
            levels[reading] += RUN_OFF_COUNTS_PER_S * max(0, at_ns - since_ns) / _NS_PER_S
        levels.append(_FLOATING_COUNTS)
        for reading in self._stuck:
            levels[reading] = _STUCK_LEVEL
        self._levels = levels

    def convert(self, cell: int, sensor: int) -> int:
        """One conversion of one sensor."""
        position = self._position
        self._position = position + 1 if position < _LAST else 0
        reading = SENSORS_PER_CELL * cell + sensor
        level = self._levels[reading]
        if reading in self._noisy:
            level += self._rush(reading)
        counts = int(level + self._samples[position])
        return counts if 0 <= counts <= ADC_MAX else self._beyond(reading, counts)

    def unconnected(self) -> int:
        """One conversion of a channel where nothing is connected."""
        position = self._position
        self._position = position + 1 if position < _LAST else 0
        counts = int(_FLOATING_COUNTS + self._samples[position])
        return counts if 0 <= counts <= ADC_MAX else self._beyond(_UNCONNECTED, counts)

    def convert_all(self, timing: ScanTiming) -> tuple[int, ...]:
        """A whole scan at one instant: the same as its conversions one by one, in the order of readings."""
        order = self._ordered(timing)
        position = self._position
        end = position + len(order)
        self._position = end if end < NOISE_SAMPLES else end - NOISE_SAMPLES
        levels = self._in_order(self._levels)
        if self._noisy:
            levels = tuple(
                level + self._rush(reading) if reading in self._noisy else level
                for level, reading in zip(levels, order, strict=True)
            )
        counts = [int(level + noise) for level, noise in zip(levels, self._samples[position:end], strict=True)]
        if min(counts) < 0 or max(counts) > ADC_MAX:
            counts = [
                c if 0 <= c <= ADC_MAX else self._beyond(reading, c) for reading, c in zip(order, counts, strict=True)
            ]
        readings: tuple[int, ...] = self._in_cells(counts)
        return readings

    def stick(self, reading: int, counts: int) -> None:
        """This reading shows these counts whatever the field."""
        self._stuck[reading] = counts

    def drift(self, counts_per_hour: float, at_ns: int) -> None:
        """From this instant on all zeros wander by about so much, each sensor a little more or less."""
        self._drift_base = self._drift_counts(at_ns)
        self._drift_per_ns, self._drift_since_ns = counts_per_hour / _NS_PER_HOUR, at_ns

    def make_noise(self, counts: float) -> None:
        """Set the noise's standard deviation."""
        self._noise.scale(counts)
        self._samples = self._noise.samples

    def make_noisy(self, reading: int, counts: float) -> None:
        """This reading alone has so much noise more."""
        self._noisy[reading] = (random.Random(f"{self._seed}/noisy/{reading}"), counts)

    def run_off(self, reading: int, at_ns: int) -> None:
        """This reading's zero runs away from that instant on."""
        self._running_off[reading] = at_ns

    def _rush(self, reading: int) -> float:
        draw, counts = self._noisy[reading]
        return draw.gauss(0.0, counts)

    def mend(self) -> None:
        """End what is stuck, drifts or is noisier than it was."""
        self._stuck.clear()
        self._noisy.clear()
        self._running_off.clear()
        self._drift_per_ns = self._drift_base = 0.0
        self.make_noise(self._noise_counts)

    def _drift_counts(self, at_ns: int) -> float:
        return self._drift_base + self._drift_per_ns * max(0, at_ns - self._drift_since_ns)

    def _beyond(self, reading: int, counts: int) -> int:
        return self._stuck.get(reading, min(ADC_MAX, max(0, counts)))

    def _ordered(self, timing: ScanTiming) -> tuple[int, ...]:
        if timing is not self._timing:
            order = tuple(_UNCONNECTED if r is None else r for step in timing.steps for r in step)
            self._timing, self._order = timing, order
            self._in_order = itemgetter(*order)
            self._in_cells = itemgetter(*(order.index(reading) for reading in range(READINGS)))
        return self._order
