"""A sensor is stuck when it is still for long, and was looked at often enough to know; noisy only alone."""

import math
import random
from dataclasses import replace

from tamsk_pi.perception.drift import DriftTracker
from tamsk_pi.perception.findings import FindingKind
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.sensor_watch import SensorWatch
from tamsk_pi.perception.settings import PerceptionSettings

S = 1_000_000_000
ROUNDING_SD_COUNTS = 12**-0.5
STILL = 7
LEVELS = [512.0] * READINGS


def never(_reading: int) -> bool:
    return False


def watched(
    looks: int, seconds: float, noise_counts: float = 0.7, still: bool = True, level: float = 512.5
) -> SensorWatch:
    """One reading never changes while the others rush; looked at that often in that time, four frames a look."""
    draw = random.Random(1)
    watch = SensorWatch(replace(PerceptionSettings(), noise_counts=math.hypot(noise_counts, ROUNDING_SD_COUNTS)))
    for look in range(looks):
        frames = [[round(level + draw.gauss(0, noise_counts)) for _ in range(READINGS)] for _ in range(4)]
        for counts in frames if still else ():
            counts[STILL] = 540
        a, b, c, d = map(tuple, frames)
        watch.look(round(look * seconds * S / looks), (a, b, c, d), frozenset(), LEVELS, DriftTracker(), never)
    return watch


def test_a_reading_that_never_changes_is_stuck_within_two_seconds() -> None:
    watch = watched(looks=50, seconds=2.0)
    assert {i: finding.kind for i, finding in watch.broken.items()} == {STILL: FindingKind.STUCK}


def test_a_machine_that_can_hardly_scan_calls_no_sensor_stuck() -> None:
    assert watched(looks=14, seconds=8.0).broken == {}


def test_a_reading_that_was_still_for_a_moment_only_is_alive() -> None:
    assert watched(looks=60, seconds=1.6).broken == {}


def test_quiet_sensors_are_looked_at_longer_before_one_is_called_stuck() -> None:
    assert watched(looks=60, seconds=2.4, noise_counts=0.2, level=512.0).broken == {}


def test_all_sensors_rushing_alike_are_noise_and_none_is_broken() -> None:
    watch = watched(looks=100, seconds=4.0, noise_counts=2.2, still=False)
    assert watch.broken == {}
    assert 1.8 < watch.noise_counts < 2.6
