"""The flip detector against synthesised traces: every true flip found in time, nothing else."""

import math
import random
from collections.abc import Callable

import hourglass_traces as traces
import pytest
from hourglass_traces import Part, Sample, Vector

from firmware.hourglass.flip import COS_DOWN, END_A, END_B, HOLD_MS, FlipDetector

STILL = (0.0, 0.0, 0.0)
A_DOWN = (0.0, 0.0, 1.0)
B_DOWN = (0.0, 0.0, -1.0)


def reported(samples: list[Sample], detector: FlipDetector) -> list[tuple[int, int | None]]:
    """(when it was said, when it is said to have been) of each flip."""
    return [
        (sample.at_ms, detector.last_flip_ms)
        for sample in samples
        if detector.feed(sample.at_ms, sample.accel, sample.gyro)
    ]


def true_flips(samples: list[Sample]) -> list[int]:
    """The starts of every stay of at least 80 ms on the other end, by the true attitude."""
    end, candidate, since_ms, flips = 1, 0, 0, []
    for sample in samples:
        side = 1 if sample.cosine >= COS_DOWN else -1 if sample.cosine <= -COS_DOWN else 0
        if side != candidate:
            candidate, since_ms = side, sample.at_ms
        elif side not in (0, end) and sample.at_ms - since_ms >= HOLD_MS:
            end = side
            flips.append(since_ms)
    return flips


def some_flip(rng: random.Random) -> list[Part]:
    """Pulled out of its tube, turned over, carried, set down."""
    heading = rng.uniform(0, 2 * math.pi)
    lean = rng.uniform(-0.25, 0.25)
    strength = rng.uniform(-3, 3)
    return [
        traces.rest(0.3),
        traces.carry(rng.uniform(0.2, 0.5), rng.uniform(0.1, 0.5), heading),
        traces.turn(rng.uniform(0.25, 2.0), math.pi + lean, heading),
        traces.carry(rng.uniform(0.2, 0.6), rng.uniform(0.05, 0.4), heading),
        traces.turn(0.2, -lean, heading),
        traces.knock(0.15, (strength / 3, strength / 3, strength)),
        traces.rest(0.4),
    ]


def some_shake(rng: random.Random) -> list[Part]:
    """As hard as a hand can: the stroke stays below 15 cm to either side."""
    hertz = rng.uniform(1.5, 6)
    reach_g = min(3.0, 0.15 * (2 * math.pi * hertz) ** 2 / traces.GRAVITY)
    strengths = (rng.uniform(-reach_g, reach_g), rng.uniform(-reach_g, reach_g), rng.uniform(0.3, 1) * reach_g)
    phases = (rng.uniform(0, 6.28), rng.uniform(0, 6.28), rng.uniform(0, 6.28))
    swing = rng.uniform(0, math.radians(40))
    return [traces.rest(0.2), traces.shake(rng.uniform(1, 2.5), hertz, strengths, swing, phases), traces.rest(0.5)]


def some_roll(rng: random.Random) -> list[Part]:
    """Laid on its side, rolled, stood up on the same end."""
    heading = rng.uniform(0, 2 * math.pi)
    down = math.pi / 2 + rng.uniform(-0.15, 0.15)
    around = rng.uniform(-8 * math.pi, 8 * math.pi)
    return [
        traces.rest(0.2),
        traces.turn(rng.uniform(0.3, 1), down, heading),
        traces.spin(rng.uniform(0.5, 1) + abs(around) / 15, around),
        # The axis that was level when it was laid down has wandered round the glass by as much.
        traces.turn(rng.uniform(0.3, 1), -down, heading - around),
        traces.rest(0.3),
    ]


def some_knock(rng: random.Random) -> list[Part]:
    parts = [traces.rest(0.2)]
    for _ in range(rng.randint(1, 6)):
        blow = (rng.uniform(-8, 8), rng.uniform(-8, 8), rng.uniform(-8, 8))
        parts.append(traces.knock(rng.uniform(0.03, 0.3), blow))
    return [*parts, traces.rest(0.4)]


def some_tilt(rng: random.Random) -> list[Part]:
    """Tilted up to 15 degrees past its side, and back."""
    heading, angle = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(30, 105))
    return [
        traces.rest(0.2),
        traces.turn(rng.uniform(0.25, 2), angle, heading),
        traces.rest(rng.uniform(0, 0.6)),
        traces.turn(rng.uniform(0.25, 2), -angle, heading),
        traces.rest(0.4),
    ]


def some_carrying(rng: random.Random) -> list[Part]:
    """Carried about upright, twirled, dropped the last centimetres."""
    heading = rng.uniform(0, 2 * math.pi)
    return [
        traces.rest(0.2),
        traces.carry(rng.uniform(0.3, 0.8), rng.uniform(0.2, 1.2), heading),
        traces.spin(rng.uniform(0.3, 1), rng.uniform(-12, 12)),
        traces.fall(rng.uniform(0.005, 0.06)),
        traces.rest(0.5),
    ]


@pytest.mark.parametrize("batch", range(10))
def test_every_true_flip_is_found_once_within_120_ms_and_dated_right(batch: int) -> None:
    for seed in range(15 * batch, 15 * batch + 15):
        rng = random.Random(seed)
        samples = traces.trace(some_flip(rng), rng, arm_m=rng.uniform(0, 0.06), tremor_g=rng.uniform(0.01, 0.08))
        truth = true_flips(samples)
        found = reported(samples, FlipDetector())
        assert len(found) == len(truth) == 1, f"seed {seed}"
        said_ms, dated_ms = found[0]
        assert dated_ms is not None, f"seed {seed}"
        assert said_ms - truth[0] <= 120, f"seed {seed}: latency {said_ms - truth[0]} ms"
        assert abs(dated_ms - truth[0]) <= 40, f"seed {seed}: dated {dated_ms - truth[0]} ms off"


@pytest.mark.parametrize("kind", [some_shake, some_roll, some_knock, some_tilt, some_carrying])
def test_what_is_no_flip_is_not_counted(kind: Callable[[random.Random], list[Part]]) -> None:
    for seed in range(60):
        rng = random.Random(1000 + seed)
        samples = traces.trace(kind(rng), rng, arm_m=rng.uniform(0, 0.06), tremor_g=rng.uniform(0.01, 0.08))
        assert true_flips(samples) == [], f"seed {seed}: the trace itself holds a flip"
        assert reported(samples, FlipDetector()) == [], f"seed {seed}"


def test_a_flip_and_a_flip_back_are_two() -> None:
    rng = random.Random(7)
    parts = [traces.rest(0.3), traces.turn(0.5, math.pi, 0), traces.rest(0.3), traces.turn(0.5, math.pi, 1)]
    samples = traces.trace([*parts, traces.rest(0.3)], rng)
    detector = FlipDetector()

    assert len(reported(samples, detector)) == 2
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
