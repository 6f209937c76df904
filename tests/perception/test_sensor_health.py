"""A sensor is dead when it is still for long, and was looked at often enough to know."""

import random

from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.health import SensorHealth
from tamsk_pi.perception.settings import PerceptionSettings

S = 1_000_000_000
STILL = 7


def dead_after(looks: int, seconds: float) -> frozenset[int]:
    """One reading never changes while the others rush; looked at that often in that time."""
    health, draw = SensorHealth(PerceptionSettings()), random.Random(1)
    for look in range(looks):
        counts = [512 + draw.choice((-1, 0, 1)) for _ in range(READINGS)]
        counts[STILL] = 540
        health.look(round(look * seconds * S / looks), tuple(counts), frozenset())
    return health.dead


def test_a_reading_that_never_changes_is_dead_after_two_seconds() -> None:
    assert dead_after(looks=60, seconds=2.4) == {STILL}


def test_a_machine_that_can_hardly_scan_calls_no_sensor_dead() -> None:
    assert dead_after(looks=20, seconds=8.0) == frozenset()


def test_a_reading_that_was_still_for_a_moment_only_is_alive() -> None:
    assert dead_after(looks=60, seconds=1.8) == frozenset()
