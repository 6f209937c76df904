"""What a sensor feels in a glass that hands move: physics, and the truth about flips beside it."""

import math
import random

import pytest

from tamsk_pi.simulator import motion_traces as traces
from tamsk_pi.simulator.handling import FLIPS, OTHERS, handled
from tamsk_pi.simulator.motion_traces import GRAVITY, STEP_NS, Holding, Part, trace

STILL = Holding(tremor_g=0.0, sway_g=0.0)
MS = 1_000_000


def steadily_turning(duration_s: float, rate_rad_s: float) -> Part:
    return Part(duration_s, lambda _: ((rate_rad_s, 0.0, 0.0), (0.0, 0.0, 0.0)))


@pytest.mark.parametrize(("is_end_b_down", "along"), [(False, 1.0), (True, -1.0)])
def test_at_rest_it_feels_one_g_along_its_axis(is_end_b_down: bool, along: float) -> None:
    standing = trace([traces.rest(0.1)], random.Random(1), STILL, is_end_b_down)

    assert standing.felt(20 * MS, 30 * MS) == ((0.0, 0.0, along), (0.0, 0.0, 0.0))
    assert standing.felt(500 * MS, 510 * MS) == ((0.0, 0.0, along), (0.0, 0.0, 0.0))


def test_a_turn_presses_the_sensor_away_from_the_middle() -> None:
    turning = trace([steadily_turning(1.0, 10.0)], random.Random(1), STILL)
    seen = [math.hypot(*turning.felt(at * STEP_NS, (at + 1) * STEP_NS)[0]) for at in range(20, 380)]

    centripetal_g = 10.0**2 * 0.04 / GRAVITY
    assert max(seen) == pytest.approx(1 + centripetal_g, abs=0.01)
    assert min(seen) == pytest.approx(abs(1 - centripetal_g), abs=0.01)


def test_a_turn_that_gathers_speed_pushes_the_sensor_sideways() -> None:
    gathering = trace([Part(0.05, lambda t: ((100.0 * t, 0.0, 0.0), (0.0, 0.0, 0.0)))], random.Random(1), STILL)

    (_, sideways, _), _ = gathering.felt(10 * MS, 12 * MS)
    assert sideways == pytest.approx(100.0 * 0.04 / GRAVITY, abs=0.02)


def test_what_falls_feels_nothing() -> None:
    falling = trace([traces.fall(0.08)], random.Random(1), STILL)

    assert math.hypot(*falling.felt(50 * MS, 60 * MS)[0]) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("heading", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("duration_s", [0.15, 1.0, 3.0])
def test_half_a_turn_about_any_level_axis_ends_upside_down(heading: float, duration_s: float) -> None:
    turned = trace([traces.turn(duration_s, math.pi, heading)], random.Random(1), STILL)

    assert turned.cosine[-1] == pytest.approx(-1.0, abs=0.001)


def test_the_truth_is_the_crossing_of_60_degrees_by_an_end_that_stays() -> None:
    turned = trace([traces.rest(0.2), steadily_turning(0.5, 2 * math.pi), traces.rest(0.2)], random.Random(1), STILL)

    [flipped_ns] = turned.flips()
    assert flipped_ns / MS == pytest.approx(200 + 1000 / 3, abs=3)


def test_a_visit_shorter_than_80_ms_is_no_flip() -> None:
    swung = trace([traces.rest(0.2), traces.swing(0.3, math.radians(125), 0.3), traces.rest(0.2)], random.Random(1))

    [visit_ns] = swung.visits_ns()
    assert 10 * MS < visit_ns < 80 * MS
    assert swung.flips() == ()


@pytest.mark.parametrize("way", [*FLIPS, *OTHERS])
def test_a_way_is_what_it_says_and_the_same_for_the_same_seed(way: str) -> None:
    done = handled(way, random.Random(3))

    assert len(done.trace.flips()) == (way in FLIPS)
    assert handled(way, random.Random(3)) == done


def test_some_that_swing_over_and_back_are_down_on_the_other_end_for_a_moment() -> None:
    """Else a detector without any hold would pass."""
    visits = [handled("half_turn_and_back", random.Random(seed)).trace.visits_ns() for seed in range(20)]

    assert sum(bool(visit) for visit in visits) >= 8
