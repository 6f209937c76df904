"""What nodes report becomes flips, tilts and turns of the timer, whatever gets lost or mixed up on the way."""

import pytest
from perceived_table import MS, S

from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.perception.nodes import NodeEvent, NodeFact, NodeTrack
from tamsk_pi.perception.radio import Radio
from tamsk_pi.perception.settings import NeutralTimer, PerceptionSettings
from tamsk_pi.rules.acts import TurnTimer
from tamsk_pi.rules.pieces import Hourglass

FLIP, TILT, UPRIGHT = NodeEvent.FLIP, NodeEvent.TILT, NodeEvent.UPRIGHT


def packet(
    at_ms: int, number: int, flips: int, age_ms: int = AGE_UNKNOWN_MS, rotation: int = 0, is_moving: bool = False
) -> NodeReport:
    return NodeReport(at_ms * MS, "N", number, 90, flips, is_moving, rotation, age_ms)


def hear(*reports: NodeReport) -> list[NodeFact]:
    track = NodeTrack(PerceptionSettings())
    return [fact for report in reports for fact in track.hear(report)]


def test_a_flip_happened_at_receipt_less_age() -> None:
    assert hear(packet(1_000, 1, 4), packet(2_000, 2, 5, 150, 1_800)) == [NodeFact(1_850 * MS, FLIP)]


def test_the_first_report_tells_of_no_flip() -> None:
    assert hear(packet(1_000, 1, 77, 500)) == []


def test_a_node_first_heard_in_the_middle_of_a_turn_tells_of_one_flip() -> None:
    facts = hear(
        packet(1_000, 1, 0, rotation=501, is_moving=True),
        packet(1_060, 2, 0, rotation=1_800, is_moving=True),
        packet(1_100, 3, 1, 80, 1_800, is_moving=True),
        *(packet(2_000 + 1_000 * i, 4 + i, 1, 980 + 1_000 * i, 1_800) for i in range(5)),
    )
    assert facts == [NodeFact(1_020 * MS, FLIP)]


def test_missed_flips_are_spread_between_the_reports() -> None:
    facts = hear(packet(1_000, 1, 4), packet(2_000, 9, 7, 100, 1_800))
    assert facts == [NodeFact(ms * MS, FLIP) for ms in (1_300, 1_600, 1_900)]


def test_the_counter_may_run_over() -> None:
    assert hear(packet(1_000, 1, 255, 900), packet(2_000, 2, 0, 100, 1_800)) == [NodeFact(1_900 * MS, FLIP)]


def test_a_duplicate_changes_nothing() -> None:
    after = packet(2_000, 2, 5, 150, 1_800)
    again = packet(2_030, 2, 5, 150, 1_800)
    assert hear(packet(1_000, 1, 4), after, again) == [NodeFact(1_850 * MS, FLIP)]


def test_a_report_out_of_order_changes_nothing() -> None:
    facts = hear(
        packet(1_000, 1, 4), packet(2_000, 4, 5, 150, 1_800), packet(2_004, 3, 4), packet(2_030, 5, 5, 180, 1_800)
    )
    assert facts == [NodeFact(1_850 * MS, FLIP)]


def test_a_reboot_is_no_flip_if_the_same_end_is_down() -> None:
    assert hear(packet(1_000, 60, 5, 400, 1_800), packet(3_000, 0, 0, AGE_UNKNOWN_MS, 1_800)) == []


def test_a_reboot_across_a_flip_is_told_by_the_rotation() -> None:
    facts = hear(packet(1_000, 60, 5, 400, 1_800), packet(3_000, 0, 0, AGE_UNKNOWN_MS, 0))
    assert facts == [NodeFact(2_000 * MS, FLIP)]


def test_flips_count_on_after_a_reboot() -> None:
    facts = hear(
        packet(1_000, 60, 5, 400, 1_800),
        packet(3_000, 0, 0, AGE_UNKNOWN_MS, 1_800),
        packet(4_000, 1, 1, 200, 0),
    )
    assert facts == [NodeFact(3_800 * MS, FLIP)]


def test_an_unknown_age_dates_the_flip_at_receipt() -> None:
    assert hear(packet(1_000, 1, 4), packet(2_000, 2, 5, AGE_UNKNOWN_MS, 1_800)) == [NodeFact(2_000 * MS, FLIP)]


def test_a_counter_that_missed_a_flip_is_corrected_by_the_rotation_at_rest() -> None:
    reports = [packet(1_000 * i, i, 4, AGE_UNKNOWN_MS, 0 if i < 3 else 1_800) for i in range(1, 7)]
    assert hear(*reports) == [NodeFact(3_000 * MS, FLIP)]


def test_lying_for_300_ms_is_a_tilt_dated_at_its_start_and_ends_upright() -> None:
    rotations = (0, 850, 900, 905, 910, 900, 20)
    reports = [packet(1_000 + 100 * i, i, 4, rotation=r, is_moving=True) for i, r in enumerate(rotations)]
    assert hear(*reports) == [NodeFact(1_100 * MS, TILT), NodeFact(1_600 * MS, UPRIGHT)]


def test_a_turn_that_passes_the_side_is_no_tilt() -> None:
    reports = [
        packet(1_000, 1, 4),
        packet(1_100, 2, 4, rotation=800, is_moving=True),
        packet(1_200, 3, 4, rotation=1_150, is_moving=True),
        packet(1_300, 4, 5, 90, 1_790, is_moving=True),
    ]
    assert [fact.what for fact in hear(*reports)] == [FLIP]


@pytest.mark.parametrize(("age_s", "is_asleep"), [(30, False), (601, True)])
def test_a_node_that_rested_ten_minutes_before_its_silence_sleeps(age_s: int, is_asleep: bool) -> None:
    track = NodeTrack(PerceptionSettings())
    track.hear(packet(0, 1, 4, is_moving=True))
    track.hear(NodeReport(age_s * S, "N", 2, 90, 4, False, 0, AGE_UNKNOWN_MS))
    assert track.is_asleep() is is_asleep


def test_the_health_of_a_node_is_what_its_reports_say() -> None:
    track = NodeTrack(PerceptionSettings())
    assert track.health(Hourglass.RED2, 5 * S) == NodeHealth(Hourglass.RED2)
    for i in range(3):
        track.hear(NodeReport(i * S, "N", i, 12, 4, False, 0, 5_000 + 1_000 * i, -70 - i, "1.0" if i == 1 else None))
    health = track.health(Hourglass.RED2, 4 * S)
    assert health == NodeHealth(
        Hourglass.RED2,
        last_ns=2 * S,
        is_live=True,
        rssi_dbm=-72,
        per_minute=3,
        battery_percent=12,
        is_battery_low=True,
        firmware="1.0",
    )
    assert not track.health(Hourglass.RED2, 60 * S).is_live


def test_two_nodes_with_one_address_are_said_for_a_minute_after_they_were_heard_in_turn() -> None:
    track = NodeTrack(PerceptionSettings())
    for i in range(4):
        track.hear(packet(1_000 + 1_000 * i, i, 4, 5_000 + 1_000 * i))
        track.hear(packet(1_500 + 1_000 * i, 100 + i, 90, 70_000 + 1_000 * i))
    assert track.health(None, 5 * S).is_doubled
    assert not track.health(None, 65 * S).is_doubled


def test_the_neutral_timer_is_turned_once_though_quicker_packets_date_it_better() -> None:
    radio = Radio({"N": NeutralTimer.NEUTRAL_TIMER}, PerceptionSettings())
    reports = [packet(1_000, 1, 4, 5_000), packet(2_400, 2, 5, 200, 1_800)]  # the second came 200 ms late
    reports += [packet(2_500 + 100 * i, 3 + i, 5, 495 + 100 * i, 1_800) for i in range(5)]
    assert [act for report in reports for act in radio.hear(report)] == [TurnTimer(2_200 * MS)]
    assert radio.timer.last_flip_ns == pytest.approx(2_005 * MS, abs=MS)


def test_a_flip_that_quicker_packets_date_better_is_told_again() -> None:
    reports = [packet(1_000, 1, 4, 5_000), packet(2_400, 2, 5, 200, 1_800)]
    reports += [packet(2_500 + 100 * i, 3 + i, 5, 495 + 100 * i, 1_800) for i in range(5)]
    first, withdrawn, better = hear(*reports)
    assert (first.what, withdrawn.what, better.what) == (FLIP, NodeEvent.NO_FLIP, FLIP)
    assert withdrawn.at_ns == first.at_ns
    assert better.at_ns == pytest.approx(2_005 * MS, abs=MS)
