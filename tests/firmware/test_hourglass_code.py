"""code.py as it stands, run on a board in software."""

import math
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from node_rig.board import Aired, Attitude, Xiao, as_feel, powered


def standing(_: int) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    return (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)


def turned_over_at(begin_ms: int, lift_ms: int = 300, turn_ms: int = 400) -> Attitude:
    """Lifted, turned over smoothly, put down."""

    def attitude(at_ms: int) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        since_ms = at_ms - begin_ms
        if since_ms < 0:
            return standing(at_ms)
        if since_ms < lift_ms:
            return (0.0, 0.0, 1.0 + 0.2 * math.sin(2 * math.pi * since_ms / lift_ms)), (0.0, 0.0, 0.0)
        turned = min(1.0, (since_ms - lift_ms) / turn_ms) * math.pi
        rate = math.pi / turn_ms * 1000 if turned < math.pi else 0.0
        return (0.0, math.sin(turned), math.cos(turned)), (rate, 0.0, 0.0)

    return attitude


def flips(aired: Aired) -> int:
    return aired.data[13]


def age_ms(aired: Aired) -> int:
    return int.from_bytes(aired.data[20:23], "little")


def test_at_rest_it_airs_one_packet_a_second_and_dozes_in_between() -> None:
    board = powered(Xiao(as_feel(standing), until_ms=8000))

    spacings_ms = [later.at_ms - earlier.at_ms for earlier, later in pairwise(board.aired)]
    assert len(spacings_ms) >= 6
    assert all(999 <= spacing_ms <= 1002 for spacing_ms in spacings_ms)
    dozed_ms = sum(end_ms - start_ms for start_ms, end_ms in board.light_sleeps)
    assert dozed_ms > 6000


def test_every_packet_is_undirected_loud_enough_and_aired_once_by_the_radio() -> None:
    board = powered(Xiao(as_feel(turned_over_at(3000)), until_ms=6000))

    assert all(not aired.connectable and aired.tx_power == 0 for aired in board.aired)
    for aired, following in pairwise(board.aired):
        if flips(following) == flips(aired) and following.data[15] == aired.data[15]:
            assert (following.at_ms - aired.at_ms) / 1000 < aired.interval_s


def test_a_flip_from_rest_is_aired_within_120_ms_with_its_true_instant() -> None:
    board = powered(Xiao(as_feel(turned_over_at(3000)), until_ms=6000))
    down_ms = 3000 + 300 + 400 * 2 / 3  # end B within 60 degrees of down

    first = next(aired for aired in board.aired if flips(aired) == 1)

    assert first.at_ms - down_ms <= 120
    assert abs(first.at_ms - age_ms(first) - down_ms) <= 40


def test_a_flip_brings_a_burst_and_motion_100_ms() -> None:
    board = powered(Xiao(as_feel(turned_over_at(3000)), until_ms=6000))
    after = [aired.at_ms for aired in board.aired if flips(aired) == 1]

    burst = [later - earlier for earlier, later in pairwise(after[:10])]
    assert all(20 <= spacing <= 30 for spacing in burst)
    assert any(100 <= later - earlier <= 111 for earlier, later in pairwise(after[9:14]))


def test_after_ten_minutes_it_falls_silent_and_the_age_of_the_last_flip_survives() -> None:
    first_ms, second_ms = 2000, 900_000
    first, second = turned_over_at(first_ms), turned_over_at(second_ms)

    def twice(at_ms: int) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        if at_ms < second_ms:
            return first(at_ms)
        (x, y, z), rate = second(at_ms)
        return (x, -y, -z), rate

    board = powered(Xiao(as_feel(twice), until_ms=904_000))
    silent = [aired for aired in board.aired if 620_000 < aired.at_ms < second_ms]
    awake = [aired for aired in board.aired if aired.at_ms >= second_ms]

    assert silent == []
    assert flips(awake[0]) == 1
    assert abs(awake[0].at_ms - age_ms(awake[0]) - (first_ms + 567)) <= 40
    assert flips(awake[-1]) == 2
    assert abs(awake[-1].at_ms - age_ms(awake[-1]) - (second_ms + 567)) <= 40


def test_a_flip_is_found_even_if_the_interrupt_never_fires() -> None:
    board = powered(Xiao(as_feel(turned_over_at(3200)), until_ms=8000, interrupt_works=False))

    assert flips(board.aired[-1]) == 1


def test_the_battery_divider_is_switched_on_and_its_reading_sent() -> None:
    board = powered(Xiao(as_feel(standing), until_ms=1500))

    assert board.pins["READ_BATT_ENABLE"] is False
    assert board.aired[-1].data[11] == 50


def test_the_interrupt_is_armed_with_its_timer() -> None:
    board = powered(Xiao(as_feel(standing), until_ms=1500))

    assert board.chip.registers[0x58] == 0x81


DAY_MS = 86_400_000


@pytest.mark.parametrize("uptime_ms", [(1 << 29) - 5_000, (1 << 30) - 5_000, 13 * DAY_MS, 60 * DAY_MS, 200 * DAY_MS])
def test_after_days_of_running_a_flip_is_still_told_in_time_and_dated_right(uptime_ms: int) -> None:
    """CircuitPython's float clock is then off by more than the pauses asked of it; ticks_ms would have wrapped."""
    board = powered(Xiao(as_feel(turned_over_at(5_200)), until_ms=9_000, uptime_ms=uptime_ms))
    down_ms = 5_200 + 300 + 400 * 2 / 3

    first = next(aired for aired in board.aired if flips(aired) == 1)

    assert first.at_ms - down_ms <= 120
    assert {round(aired.at_ms - age_ms(aired) - down_ms) // 40 for aired in board.aired if flips(aired)} <= {-1, 0}


def test_an_alarm_in_the_past_is_no_error_but_a_short_nap() -> None:
    board = powered(Xiao(as_feel(standing), until_ms=5_000, uptime_ms=200 * DAY_MS))

    assert board.naps > 50
    assert len(board.aired) >= 5


def test_the_blue_light_says_that_motion_began_and_that_a_flip_was_counted() -> None:
    board = powered(Xiao(as_feel(turned_over_at(3000)), until_ms=6000))

    assert 3000 <= board.blue_ms[0] <= 3250
    assert board.pins["LED_BLUE"] is True


def test_an_error_starts_the_node_afresh_after_a_moment(capsys: pytest.CaptureFixture[str]) -> None:
    board = powered(Xiao(as_feel(turned_over_at(2_000)), until_ms=12_000, bus_fails_ms=4_000))
    before = [aired for aired in board.aired if aired.at_ms < 4_000]
    after = [aired for aired in board.aired if aired.at_ms > 4_000]

    assert board.reloads == 1
    assert "the bus failed, once" in capsys.readouterr().err
    assert after[0].at_ms >= 9_000
    assert (flips(before[-1]), flips(after[0]), age_ms(after[0])) == (1, 0, 0xFFFFFF)


@pytest.mark.parametrize(
    ("until_ms", "accel", "gyro"), [(100_000, 0x20, 0x30), (300_000, 0x20, 0x00), (700_000, 0x10, 0x00)]
)
def test_the_sensor_is_slowed_down_as_the_glass_goes_on_resting(until_ms: int, accel: int, gyro: int) -> None:
    chip = powered(Xiao(as_feel(standing), until_ms=until_ms)).chip

    assert (chip.registers[0x10], chip.registers[0x11] & 0xF0) == (accel, gyro)


def test_in_a_hand_both_sensors_run_at_104_hz_with_room_for_a_fast_turn() -> None:
    chip = powered(Xiao(as_feel(turned_over_at(3000)), until_ms=3500)).chip

    assert (chip.registers[0x10], chip.registers[0x11]) == (0x48, 0x4C)


def test_a_fast_turn_out_of_long_rest_is_counted_once() -> None:
    """The gyroscope is off by then; it may be told late, not never."""
    board = powered(Xiao(as_feel(turned_over_at(300_000, lift_ms=100, turn_ms=180)), until_ms=304_000))

    assert flips(board.aired[-1]) == 1


def test_the_table_of_currents_in_the_readme_is_what_the_firmware_and_the_figures_say(root: Path) -> None:
    subprocess.run([sys.executable, root / "scripts" / "node-current", "--check"], check=True)
