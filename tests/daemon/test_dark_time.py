"""How long the board was dark, whatever the wall clock says."""

import pytest

from tamsk_pi.clock import Uptime
from tamsk_pi.daemon.dark_time import DarkTime, Look, dark_time

S = 1_000_000_000
HOUR = 3600 * S
YEAR = 365 * 24 * HOUR
WALL_NS = 1_900_000_000 * S


def look(wall_ns: int, boot: str, up_ns: int) -> Look:
    return Look(wall_ns, Uptime(boot, up_ns))


@pytest.mark.parametrize("jump_ns", [-50 * YEAR, -HOUR, 0, HOUR, 50 * YEAR])
def test_within_one_boot_no_jump_of_the_wall_clock_matters(jump_ns: int) -> None:
    then, now = look(WALL_NS, "a", 500 * S), look(WALL_NS + jump_ns, "a", 512 * S)
    assert dark_time(then, now) == DarkTime(12 * S, is_known=True)


def test_over_a_power_cut_the_wall_clock_tells_the_time() -> None:
    then, now = look(WALL_NS, "a", 500 * S), look(WALL_NS + 70 * S, "b", 25 * S)
    assert dark_time(then, now) == DarkTime(70 * S, is_known=True)


@pytest.mark.parametrize(
    ("then_ns", "now_ns"),
    [
        pytest.param(WALL_NS, 40 * S, id="booted in 1970"),
        pytest.param(40 * S, WALL_NS, id="was in 1970, and is told the time now"),
        pytest.param(40 * S, 95 * S, id="in 1970 twice"),
        pytest.param(WALL_NS, WALL_NS - YEAR, id="set back by a year"),
        pytest.param(WALL_NS, WALL_NS + YEAR, id="set ahead by a year"),
        pytest.param(WALL_NS, WALL_NS + 5 * S, id="went on where it had stopped, 25 s after the boot"),
    ],
)
def test_a_wall_clock_that_cannot_be_right_leaves_the_time_since_the_boot_and_says_so(
    then_ns: int, now_ns: int
) -> None:
    assert dark_time(look(then_ns, "a", 500 * S), look(now_ns, "b", 25 * S)) == DarkTime(25 * S, is_known=False)


def test_where_only_the_wall_clock_is_read_it_is_believed_for_a_day() -> None:
    assert dark_time(Look(5 * S), Look(75 * S)) == DarkTime(70 * S, is_known=True)
    assert dark_time(Look(75 * S), Look(5 * S)) == DarkTime(0, is_known=False)
    assert dark_time(Look(0), Look(YEAR)) == DarkTime(0, is_known=False)


def test_a_heartbeat_of_an_earlier_version_says_nothing_of_the_boot() -> None:
    assert dark_time(Look(WALL_NS), look(WALL_NS + 70 * S, "b", 25 * S)) == DarkTime(70 * S, is_known=True)
