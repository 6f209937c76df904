"""What the doctor makes of readings and nodes that no fault of the virtual board gives."""

import random
from collections.abc import Sequence

import pytest
from examined import LAYOUT, bad

from tamsk_pi.doctor.radio import radio_checks
from tamsk_pi.doctor.sampling import Sample
from tamsk_pi.doctor.sensors import cable_check, sensor_checks, settle_check
from tamsk_pi.drivers.radio import Heard
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.rules.pieces import HOURGLASSES

S = 1_000_000_000


def zeros() -> tuple[float, ...]:
    draw = random.Random("zeros")
    return tuple(512 + draw.uniform(-18, 18) for _ in range(READINGS))


def sampled(means: Sequence[float], per_s: int = 100, frames: int = 200, repeats: int = 1) -> Sample:
    """So many scans of sensors with these means and their usual noise; each comes `repeats` times."""
    draw, sample = random.Random("noise"), Sample()
    counts: tuple[int, ...] = ()
    for number in range(frames):
        if number % repeats == 0:
            counts = tuple(round(mean + draw.gauss(0, 0.7)) for mean in means)
        sample.take(Frame(number * S // per_s, counts), 2_000_000)
    return sample


def test_an_uncalibrated_board_is_well() -> None:
    assert bad(sensor_checks(sampled(zeros()), LAYOUT, 100)) == []


def test_a_converter_that_repeats_itself_is_noticed() -> None:
    (text,) = bad(sensor_checks(sampled(zeros(), repeats=4), LAYOUT, 100))
    assert text.startswith("100 scans a second in 2.0 s, 25 of them distinct: the ADC repeats itself")


@pytest.mark.parametrize(
    ("per_s", "said"),
    [(20, "20 scans a second in 9.9 s, 20 of them distinct; at least 30 are needed"), (80, "100 are configured")],
)
def test_a_board_that_is_scanned_too_slowly_is_said(per_s: int, said: str) -> None:
    (text,) = bad(sensor_checks(sampled(zeros(), per_s), LAYOUT, 100))
    assert said in text


def test_a_multiplexer_that_is_not_switched_shows_the_same_everywhere() -> None:
    means = list(zeros())
    for reading in LAYOUT.reading_at[3]:
        if reading is not None:
            means[reading] = 519.4
    (text,) = bad(sensor_checks(sampled(means), LAYOUT, 100))
    assert text.startswith("multiplexer 3: all its channels show the same; check its select lines and its enable")


def test_swapped_cables_are_told_by_the_zeros_of_a_calibrated_board() -> None:
    means = list(zeros())
    for one, other in zip(LAYOUT.reading_at[3], LAYOUT.reading_at[4], strict=True):
        if one is not None and other is not None:
            means[one], means[other] = means[other], means[one]
    calibration = Calibration(zeros())
    (text,) = bad([cable_check(sampled(means), LAYOUT, calibration, is_empty=True)])
    assert text == "the cables of multiplexers 3 and 4 are swapped; exchange them at the ADC's inputs"
    assert bad([cable_check(sampled(zeros()), LAYOUT, calibration, is_empty=True)]) == []


def test_a_few_readings_that_a_hand_moves_are_not_the_settle_time() -> None:
    means = list(zeros())
    means[0] += 30
    means[1] += 20
    assert bad([settle_check(sampled(zeros()), sampled(means, frames=30), 20)]) == []


def node(**changes: object) -> NodeHealth:
    known: dict[str, object] = {"last_ns": 59 * S, "is_live": True, "rssi_dbm": -60, "per_minute": 59}
    return NodeHealth(HOURGLASSES[0], **(known | {"battery_percent": 80, "firmware": "1.0"} | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"clock_error": 0.04}, "clock +40000 ppm; its clock is off by more than a node's may be: replace its board"),
        (
            {"per_minute": 20},
            "20 packets a minute, last 1 s ago, -60 dBm, version 1.0; few packets come through: Wi-Fi",
        ),
        ({"minutes_left": 70, "is_battery_low": True}, "battery 80 % (70 min left), 59 packets a minute"),
        ({"is_doubled": True}, "two nodes with its address are heard: switch off the one that is not yours"),
    ],
)
def test_what_is_wrong_with_a_node_is_said(changes: dict[str, object], said: str) -> None:
    texts = bad(radio_checks([node(**changes)], {}, {}, (), 60.0, 60 * S))
    assert said in texts[0]


def test_a_board_without_nodes_is_told_how_to_pair() -> None:
    assert bad(radio_checks([], {}, {}, (), 10.0, 0)) == [
        "no node is paired; turning over is inferred from moves: tamsk-pi pair"
    ]


def test_glasses_without_a_node_are_named() -> None:
    texts = bad(radio_checks([node()], {"C0:FF:EE:00:00:01": Heard(packets=9)}, {}, (), 60.0, 60 * S))
    assert texts == ["no node is paired for red2, red3, black1, black2, black3: tamsk-pi pair"]
