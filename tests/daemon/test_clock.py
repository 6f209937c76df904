"""The two clocks."""

import pytest

from tamsk_pi.clock import SystemClock, VirtualClock, date_and_time, uptime

S = 1_000_000_000


async def test_a_virtual_clock_stands_still_but_for_those_who_wait() -> None:
    clock = VirtualClock(5 * S)
    assert [clock.now_ns(), clock.now_ns()] == [5 * S, 5 * S]
    clock.pause_ns(3)
    await clock.sleep_until(7 * S)
    assert clock.now_ns() == 7 * S


async def test_a_virtual_clock_never_goes_back() -> None:
    clock = VirtualClock(5 * S)
    await clock.sleep_until(4 * S)
    assert clock.now_ns() == 5 * S


def test_a_virtual_clock_s_wall_shows_its_own_time() -> None:
    assert VirtualClock(5 * S).wall_ns() == 5 * S


def test_the_system_s_clock_counts_from_its_base_and_never_goes_back() -> None:
    clock = SystemClock(base_ns=1_000 * S)
    seen = [clock.now_ns() for _ in range(1_000)]
    assert seen[0] >= 1_000 * S
    assert seen == sorted(seen)
    assert seen[-1] < 2_000 * S


def test_a_pause_lasts_as_long_as_it_says_on_the_clock_that_pauses() -> None:
    clock = SystemClock(speed=1_000.0)
    before_ns = clock.now_ns()
    clock.pause_ns(S // 10)  # a tenth of a millisecond of real time
    assert clock.now_ns() - before_ns >= S // 10


def test_a_faster_clock_gains_on_a_slower_one() -> None:
    fast, slow = SystemClock(speed=100.0), SystemClock()
    slow.pause_ns(100_000)
    passed_slow_ns = slow.now_ns()
    assert fast.now_ns() > 10 * passed_slow_ns


async def test_sleeping_until_the_past_returns_at_once() -> None:
    clock = SystemClock(base_ns=S)
    await clock.sleep_until(0)
    await clock.sleep_until(clock.now_ns() + 1)
    assert clock.now_ns() > S


def test_a_held_clock_stands_until_it_is_told_to_go() -> None:
    clock = SystemClock(speed=1_000.0, base_ns=7 * S, held=True)
    clock.pause_ns(S)
    assert clock.now_ns() == 7 * S
    clock.go()
    clock.pause_ns(S)
    assert 8 * S <= clock.now_ns() < 1_000 * S
    before_ns = clock.now_ns()
    clock.go()
    assert clock.now_ns() >= before_ns


@pytest.mark.parametrize("speed", [0.0, -1.0])
def test_a_clock_that_would_stand_or_run_backwards_is_refused(speed: float) -> None:
    with pytest.raises(ValueError, match="expected more than 0"):
        SystemClock(speed)


def test_a_wall_clock_s_instant_is_written_in_utc_to_the_second() -> None:
    assert date_and_time(1_796_000_000 * S + S - 1) == "2026-11-30T00:53:20Z"


def test_the_time_since_boot_goes_on_within_one_boot() -> None:
    first, second = uptime(), uptime()
    assert first is not None
    assert second is not None
    assert first.boot_id == second.boot_id
    assert 0 < first.ns <= second.ns
