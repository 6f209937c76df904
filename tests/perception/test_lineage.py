"""Which reports under one address can come from one node."""

from collections.abc import Sequence

import pytest

from tamsk_pi.perception.episode import NS_PER_MS as MS
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport
from tamsk_pi.perception.lineage import Kin, Lineage

UNKNOWN = AGE_UNKNOWN_MS


def placed(*told: tuple[int, int, int]) -> tuple[list[Kin], Lineage]:
    """What reports are to each other, each given by its receipt in ms, its count and its age in ms."""
    lineage = Lineage()
    kin = [lineage.place(NodeReport(at_ms * MS, "N", 0, 90, flips, False, 0, age)) for at_ms, flips, age in told]
    return kin, lineage


def kin_of(*told: tuple[int, int, int]) -> Sequence[Kin]:
    return placed(*told)[0][1:]


@pytest.mark.parametrize(
    "later",
    [
        pytest.param((2_000, 4, 6_000), id="the age has grown by the time passed"),
        pytest.param((62_000, 4, 67_800), id="by three per cent more"),
        pytest.param((2_000, 4, 4_700), id="this packet was a second late"),
        pytest.param((2_000, 5, 900), id="a turn since"),
        pytest.param((2_000, 7, 0), id="three turns since"),
        pytest.param((1_050, 5, 100), id="a turn that began before the last packet"),
        pytest.param((900_000, 9, 400_000), id="turns long after a silence"),
    ],
)
def test_a_node_that_goes_on_is_the_same(later: tuple[int, int, int]) -> None:
    assert kin_of((1_000, 4, 5_000), later) == [Kin.SAME]


def test_a_node_that_was_never_turned_over_goes_on() -> None:
    assert kin_of((1_000, 0, UNKNOWN), (2_000, 0, UNKNOWN), (3_000, 1, 500)) == [Kin.SAME] * 2


def test_a_count_that_runs_over_goes_on() -> None:
    assert kin_of((1_000, 255, 5_000), (2_000, 1, 100)) == [Kin.SAME]


@pytest.mark.parametrize(
    "later",
    [
        pytest.param((2_000, 0, UNKNOWN), id="at rest since"),
        pytest.param((3_000, 1, 200), id="turned over since"),
        pytest.param((3_000, 201, UNKNOWN), id="a turn that nobody saw begin"),
    ],
)
def test_a_node_without_its_memory_has_rebooted(later: tuple[int, int, int]) -> None:
    assert kin_of((1_000, 200, 5_000), later, (4_000, later[1], UNKNOWN))[0] is Kin.REBOOTED


def test_a_node_goes_on_after_its_reboot() -> None:
    kin = kin_of((1_000, 200, 5_000), (2_000, 0, UNKNOWN), (3_000, 0, UNKNOWN), (4_000, 1, 300), (5_000, 1, 1_300))
    assert kin == [Kin.REBOOTED, Kin.SAME, Kin.SAME, Kin.SAME]


@pytest.mark.parametrize(
    "later",
    [
        pytest.param((2_000, 4, 60_000), id="too old"),
        pytest.param((2_000, 4, 500), id="too young, and not turned over"),
        pytest.param((2_000, 9, 5_000), id="turned over before the last packet"),
        pytest.param((2_000, 100, 300), id="turned over more often than hands can"),
    ],
)
def test_what_a_node_cannot_say_was_said_by_another(later: tuple[int, int, int]) -> None:
    kin, lineage = placed((1_000, 4, 5_000), later)
    assert (kin[1], lineage.strangers, lineage.doubled_ns) == (Kin.STRANGER, 1, None)


def test_two_nodes_in_turn_are_told_apart_and_the_first_is_followed() -> None:
    kin, lineage = placed(
        (1_000, 4, 5_000),
        (1_500, 90, 70_000),
        (2_000, 4, 6_000),
        (2_500, 90, 71_000),
        (3_000, 5, 200),
        (3_500, 91, 90),
    )
    same, stranger = Kin.SAME, Kin.STRANGER
    assert kin == [same, stranger, same, stranger, same, stranger]
    assert lineage.doubled_ns == 3_500 * MS


def test_a_copy_that_looks_like_a_reboot_is_found_out_when_the_first_goes_on() -> None:
    kin, lineage = placed(
        (1_000, 4, 5_000), (1_500, 0, UNKNOWN), (2_500, 0, UNKNOWN), (3_000, 4, 7_000), (3_500, 0, UNKNOWN)
    )
    assert kin == [Kin.SAME, Kin.REBOOTED, Kin.SAME, Kin.RETURNED, Kin.STRANGER]
    assert lineage.doubled_ns == 3_500 * MS


def test_a_packet_of_before_a_reboot_that_comes_late_is_no_second_node() -> None:
    kin, lineage = placed((1_000, 4, 5_000), (2_000, 0, UNKNOWN), (2_200, 4, 5_400), (3_000, 0, UNKNOWN))
    assert kin == [Kin.SAME, Kin.REBOOTED, Kin.STRANGER, Kin.SAME]
    assert lineage.doubled_ns is None


def test_a_node_put_in_the_place_of_one_that_fell_silent_is_followed_after_ten_seconds() -> None:
    told = [(1_000, 4, 5_000), *((2_000 + 1_000 * i, 90, 70_000 + 1_000 * i) for i in range(12))]
    kin, lineage = placed(*told)
    assert kin[10:] == [Kin.STRANGER, Kin.REPLACED, Kin.SAME]
    assert lineage.last is not None
    assert lineage.last.flips == 90


def test_of_two_nodes_that_are_known_the_first_may_be_silent_for_a_minute() -> None:
    told = [(1_000, 4, 5_000), (1_500, 90, 70_000), (2_000, 4, 6_000)]
    told += [(2_500 + 1_000 * i, 90, 71_000 + 1_000 * i) for i in range(30)]
    kin, _ = placed(*told, (33_000, 4, 37_000))
    assert kin == [Kin.SAME, Kin.STRANGER, Kin.SAME, *[Kin.STRANGER] * 30, Kin.SAME]


def test_a_node_that_was_only_silent_for_long_is_followed_again() -> None:
    told = [(1_000, 4, 5_000), *((2_000 + 1_000 * i, 90, 70_000 + 1_000 * i) for i in range(12))]
    kin, lineage = placed(*told, (14_000, 4, 18_000), (14_500, 90, 82_500))
    assert kin[-3:] == [Kin.SAME, Kin.RETURNED, Kin.STRANGER]
    assert lineage.doubled_ns == 14_500 * MS
