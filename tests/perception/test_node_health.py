"""Batteries: how long they last, and when they are to be charged."""

import random

import pytest

from tamsk_pi.perception.node_health import Battery

MINUTE_NS = 60_000_000_000


def drained(minutes: int, per_hour: float, start: float = 90.0, noise: float = 0.0, seed: int = 0) -> Battery:
    """A battery heard six times a minute while it falls by so many points an hour."""
    battery, draw = Battery(), random.Random(seed)
    for i in range(6 * minutes):
        level = start - per_hour * i / 360 + draw.uniform(-noise, noise)
        battery.hear(i * MINUTE_NS // 6, max(0, round(level)))
    return battery


@pytest.mark.parametrize("per_hour", [4.0, 12.0, 30.0])
def test_the_time_left_is_learned_from_the_pace(per_hour: float) -> None:
    battery = drained(120, per_hour)
    true = (90.0 - 2 * per_hour) / per_hour * 60
    assert battery.minutes_left() == pytest.approx(true, rel=0.1)


def test_the_time_left_is_learned_from_readings_that_rush_by_two_points() -> None:
    left = [drained(180, 10.0, noise=2.0, seed=seed).minutes_left() for seed in range(20)]
    assert left == pytest.approx([360] * 20, rel=0.15)


@pytest.mark.parametrize(
    ("minutes", "per_hour"),
    [
        pytest.param(20, 10.0, id="too short"),
        pytest.param(180, 0.5, id="hardly any"),
        pytest.param(180, -2.0, id="up"),
    ],
)
def test_no_time_is_told_that_is_not_known(minutes: int, per_hour: float) -> None:
    assert drained(minutes, per_hour).minutes_left() is None


def test_a_battery_never_heard_is_not_low() -> None:
    assert (Battery().percent, Battery().minutes_left(), Battery().is_low) == (None, None, False)


def test_a_battery_is_low_two_hours_before_its_end() -> None:
    assert not drained(60, 20.0, start=80.0).is_low  # three hours left
    assert drained(60, 20.0, start=50.0).is_low  # one and a half


def test_a_battery_is_low_below_fifteen_per_cent_until_it_is_charged() -> None:
    battery = Battery()
    low = []
    for i, percent in enumerate((16, 15, 14, 15, 19, 20, 19)):
        battery.hear(i * MINUTE_NS, percent)
        low.append(battery.is_low)
    assert low == [False, False, True, True, True, False, False]


def test_a_charged_battery_begins_anew() -> None:
    battery = drained(120, 20.0)
    battery.hear(200 * MINUTE_NS, 100)
    battery.hear(201 * MINUTE_NS, 100)
    assert battery.minutes_left() is None
