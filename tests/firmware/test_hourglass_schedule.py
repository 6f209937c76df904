"""When packets leave, and when the node sleeps."""

from itertools import pairwise

from firmware.hourglass.schedule import Schedule

TEN_MINUTES_MS = 600_000


def leave(schedule: Schedule, from_ms: int, to_ms: int) -> list[int]:
    """The instants at which packets leave if somebody asks every millisecond."""
    left = []
    for now_ms in range(from_ms, to_ms):
        if schedule.is_due(now_ms):
            schedule.sent(now_ms)
            left.append(now_ms)
    return left


def spacings(instants: list[int]) -> list[int]:
    return [later - earlier for earlier, later in pairwise(instants)]


def test_at_rest_a_packet_leaves_every_second() -> None:
    assert leave(Schedule(0), 0, 3500) == [0, 1000, 2000, 3000]


def test_an_urgent_change_brings_ten_packets_at_once_20_to_30_ms_apart_then_the_rest_cadence() -> None:
    schedule = Schedule(0)
    leave(schedule, 0, 500)
    schedule.note(500, is_moving=False, is_urgent=True)

    left = leave(schedule, 500, 2000)

    assert left[0] == 500
    assert all(20 <= spacing <= 30 for spacing in spacings(left[:10]))
    assert left[10] - left[9] == 1000


def test_after_the_burst_packets_leave_every_100_ms_while_it_moves() -> None:
    schedule = Schedule(0)
    schedule.note(0, is_moving=True, is_urgent=True)

    left = leave(schedule, 0, 1000)

    assert spacings(left[9:]) == [100] * (len(left) - 10)
    assert len(left) > 15


def test_coming_to_rest_is_told_five_times_100_ms_apart() -> None:
    schedule = Schedule(0)
    schedule.note(0, is_moving=True, is_urgent=True)
    leave(schedule, 0, 1_000)
    schedule.note(1_000, is_moving=False, is_urgent=False)

    left = leave(schedule, 1_000, 4_000)

    assert left[0] < 1_100
    assert spacings(left) == [100] * 4 + [1000, 1000]


def test_a_flip_during_a_burst_is_told_at_once_and_ten_times_20_to_30_ms_apart() -> None:
    schedule = Schedule(0)
    schedule.note(0, is_moving=True, is_urgent=True)
    first = leave(schedule, 0, 80)
    schedule.note(80, is_moving=True, is_urgent=True)

    left = leave(schedule, 80, 1000)

    assert len(first) == 4
    assert left[0] == 80
    assert all(20 <= spacing <= 30 for spacing in spacings(left[:10]))
    assert spacings(left[:11])[-1] == 100


def test_after_ten_minutes_of_rest_it_sleeps_and_sends_nothing() -> None:
    schedule = Schedule(0)
    leave(schedule, 0, 2)

    assert not schedule.is_asleep(TEN_MINUTES_MS - 1)
    assert schedule.is_asleep(TEN_MINUTES_MS)
    assert not schedule.is_due(TEN_MINUTES_MS + 5000)


def test_motion_ends_sleep_with_a_packet_at_once() -> None:
    schedule = Schedule(0)
    leave(schedule, 0, 2)
    schedule.note(TEN_MINUTES_MS + 5000, is_moving=True, is_urgent=True)

    assert schedule.is_due(TEN_MINUTES_MS + 5000)


def test_a_hand_that_holds_it_for_ten_minutes_does_not_put_it_to_sleep() -> None:
    schedule = Schedule(0)
    schedule.note(TEN_MINUTES_MS - 1, is_moving=True, is_urgent=False)

    assert not schedule.is_asleep(TEN_MINUTES_MS + 1)
