"""The flip detector: hands do things to a glass, and its node says what it makes of them."""

import math
import random
from dataclasses import replace

import pytest

from firmware.hourglass.flip import END_A, END_B, FlipDetector
from node_rig.handled import DATE_MS, LATENCY_MS, WAYS, outcome
from node_rig.samples import sampled
from tamsk_pi.simulator import motion_traces as traces
from tamsk_pi.simulator.handling import FLIPS
from tamsk_pi.simulator.motion_traces import Vector

STILL = (0.0, 0.0, 0.0)
A_DOWN = (0.0, 0.0, 1.0)
B_DOWN = (0.0, 0.0, -1.0)


@pytest.mark.parametrize("way", WAYS)
def test_the_node_counts_what_is_a_flip_and_nothing_else(way: str) -> None:
    """The short version of `scripts/campaign flips`: whole firmware, real library, chip in software."""
    for index in range(WAYS.index(way), 10 * len(WAYS), len(WAYS)):
        found = outcome(0, index)
        assert found.failure is None, f"seed 0, case {index}"
        assert (found.way, found.truths) == (way, int(way in FLIPS))


def test_after_four_minutes_rest_a_turn_of_any_way_is_counted() -> None:
    """The short version of `scripts/campaign rested-flips`: the gyroscope is off then."""
    assert {way: outcome(0, index, 250_000).found for index, way in enumerate(FLIPS)} == dict.fromkeys(FLIPS, 1)


@pytest.mark.parametrize("index", [859, 8884])
def test_a_turn_that_pauses_half_way_is_dated_too(index: int) -> None:
    assert outcome(0, index).failure is None


def test_a_flip_said_late_or_dated_wrong_is_a_failure() -> None:
    """The judge of the test above and of the campaign can say no."""
    good = outcome(0, 0)
    assert good.failure is None
    assert good.latency_ms is not None
    assert good.dated_ms is not None
    assert replace(good, found=2).failure is not None
    assert replace(good, found=0).failure is not None
    assert replace(good, latency_ms=LATENCY_MS + 1.0).failure is not None
    assert replace(good, dated_ms=-DATE_MS - 1.0).failure is not None
    assert replace(good, dated_ms=None).failure is not None


def test_a_flip_and_a_flip_back_are_two() -> None:
    parts = [traces.rest(0.3), traces.turn(0.5, math.pi, 0), traces.hold(0.3), traces.turn(0.5, math.pi, 1)]
    trace = traces.trace([*parts, traces.rest(0.3)], random.Random(7))
    detector = FlipDetector()

    said = [detector.feed(s.at_ms, s.accel, s.gyro) for s in sampled(trace)]

    assert sum(said) == len(trace.flips()) == 2
    assert (detector.flips, detector.end_down) == (2, END_A)


def hold(detector: FlipDetector, from_ms: int, to_ms: int, accel: Vector, gyro: Vector | None = STILL) -> int:
    """Feed the same sample every 10 ms; the number of flips completed."""
    return sum(detector.feed(at_ms, accel, gyro) for at_ms in range(from_ms, to_ms, 10))


def test_the_first_end_seen_is_no_flip() -> None:
    detector = FlipDetector()

    assert hold(detector, 0, 300, B_DOWN) == 0
    assert (detector.end_down, detector.flips, detector.last_flip_ms) == (END_B, 0, None)


def test_an_end_counts_only_after_80_ms() -> None:
    detector = FlipDetector()
    hold(detector, 0, 80, A_DOWN)
    assert detector.end_down is None

    detector.feed(80, A_DOWN, STILL)
    assert detector.end_down == END_A


def test_the_sensor_may_be_glued_in_any_way_up() -> None:
    detector = FlipDetector(axis=1, sign=-1)
    hold(detector, 0, 300, (0.0, -1.0, 0.0))

    assert (detector.end_down, detector.rotation_tenths()) == (END_A, 0)


@pytest.mark.parametrize(("accel", "tenths"), [(A_DOWN, 0), ((0.0, 1.0, 0.0), 900), (B_DOWN, 1800)])
def test_rotation_is_the_angle_from_standing_on_end_a(accel: Vector, tenths: int) -> None:
    detector = FlipDetector()
    detector.feed(0, accel, None)

    assert detector.rotation_tenths() == tenths


def test_a_flip_nobody_saw_is_counted_without_a_date() -> None:
    detector = FlipDetector()
    hold(detector, 0, 200, A_DOWN)

    assert hold(detector, 61_000, 62_000, B_DOWN, gyro=None) == 1
    assert (detector.flips, detector.end_down, detector.last_flip_ms) == (1, END_B, None)


def test_a_flip_seen_right_after_a_gap_keeps_its_date() -> None:
    detector = FlipDetector()
    hold(detector, 0, 200, A_DOWN)
    hold(detector, 61_000, 61_200, A_DOWN, gyro=None)

    assert hold(detector, 61_200, 62_500, B_DOWN, gyro=None) == 1
    assert detector.last_flip_ms is not None


def test_one_reading_a_second_settles_nothing() -> None:
    detector = FlipDetector()
    hold(detector, 0, 200, A_DOWN)

    assert sum(detector.feed(at_ms, B_DOWN, None) for at_ms in range(1000, 30_000, 1000)) == 0
