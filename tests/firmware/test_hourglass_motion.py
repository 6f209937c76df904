"""In a hand or at rest."""

import math
import random

from firmware.hourglass.motion import MotionDetector
from node_rig.samples import sampled
from tamsk_pi.simulator import motion_traces as traces
from tamsk_pi.simulator.motion_traces import Vector

STANDING = (0.0, 0.0, 1.0)
NUDGED = (0.3, 0.0, 1.0)


def feed(detector: MotionDetector, from_ms: int, to_ms: int, accel: Vector, gyro: Vector | None = None) -> list[int]:
    """The instants at which motion began."""
    return [at_ms for at_ms in range(from_ms, to_ms, 10) if detector.feed(at_ms, accel, gyro)]


def test_a_glass_at_rest_is_at_rest() -> None:
    detector = MotionDetector()

    assert feed(detector, 0, 5000, STANDING) == []
    assert not detector.is_moving


def test_lifting_it_is_motion_from_the_third_sample_on() -> None:
    detector = MotionDetector()
    feed(detector, 0, 1000, STANDING)

    assert feed(detector, 1000, 1100, NUDGED) == [1020]


def test_a_knock_of_two_samples_is_no_motion_but_is_watched() -> None:
    detector = MotionDetector()
    feed(detector, 0, 1000, STANDING)

    assert feed(detector, 1000, 1020, NUDGED) == []
    assert feed(detector, 1020, 1500, STANDING) == []
    assert detector.watch_until_ms == 1510


def test_a_steady_turn_is_motion_even_where_gravity_hardly_changes() -> None:
    detector = MotionDetector()
    feed(detector, 0, 1000, STANDING)

    assert feed(detector, 1000, 1100, STANDING, (0.0, 0.0, 0.6)) == [1020]


def test_motion_ends_600_ms_after_the_last_disturbance() -> None:
    detector = MotionDetector()
    feed(detector, 0, 1000, STANDING)
    feed(detector, 1000, 1100, NUDGED, (1.0, 0.0, 0.0))
    feed(detector, 1100, 1690, NUDGED)
    assert detector.is_moving
    feed(detector, 1690, 2300, NUDGED)
    assert not detector.is_moving


def test_a_glass_that_was_turned_over_is_at_rest_as_soon_as_any_other() -> None:
    turned = [traces.rest(0.5), traces.carry(0.3, 0.3, 1.0), traces.turn(0.4, math.pi, 1.0), traces.rest(3.0)]
    for seed in range(5):
        detector, moved_ms = MotionDetector(), []
        for sample in sampled(traces.trace(turned, random.Random(seed))):
            detector.feed(sample.at_ms, sample.accel, sample.gyro)
            moved_ms += [sample.at_ms] if detector.is_moving else []
        assert 1_700 <= max(moved_ms) <= 2_250, f"seed {seed}"


def test_carrying_a_glass_is_motion_once_from_beginning_to_end() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        parts = [traces.rest(0.3), traces.carry(0.8, 0.4, 1.0), traces.carry(0.8, 0.3, 2.0), traces.rest(0.3)]
        detector = MotionDetector()
        begun = [s.at_ms for s in sampled(traces.trace(parts, rng)) if detector.feed(s.at_ms, s.accel, s.gyro)]
        assert len(begun) == 1, f"seed {seed}"
        assert 300 <= begun[0] <= 450, f"seed {seed}"
