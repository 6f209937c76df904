"""The lights: the bytes on the data line, what the strip shows after them, and that it goes dark."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from driver_fakes import LAYOUT, CountsTable, layout_with

from tamsk_pi.clock import VirtualClock
from tamsk_pi.drivers.errors import AccessDeniedError, BusError, DeviceMissingError, WrongBoardError
from tamsk_pi.drivers.lights import BLACK, Lights, LightsWay, Rgb, open_lights, pwm_refusal
from tamsk_pi.rules.board import CELLS
from tamsk_pi.rules.pieces import Player
from tamsk_pi.simulator.chips.install import VirtualChips, install
from tamsk_pi.simulator.chips.strip import LatchedStrip

PICTURE: list[Rgb] = [(i, 100 + i, 200 + i) for i in range(53)]
DARK = (BLACK,) * 53


def board(*, mosi_rests_high: bool = False, captures_pwm: bool = False, revision: str = "c03112") -> VirtualChips:
    return install(
        CountsTable(),
        VirtualClock(),
        LAYOUT,
        mosi_rests_high=mosi_rests_high,
        captures_pwm=captures_pwm,
        revision=revision,
    )


def in_drawing_order(chain: tuple[Rgb, ...]) -> list[Rgb]:
    """Cells, red's bar, black's bar, found by where the layout says each is in the chain."""
    lights = LAYOUT.lights
    places = [lights.cell_pixel(cell) for cell in CELLS]
    places += [lights.bar_pixel(player, i) for player in Player for i in range(8)]
    return [chain[place] for place in places]


class RecordingDevice:
    """An SPI device that keeps what is written to it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.clock_hz = 0

    def set_clock(self, clock_hz: int) -> None:
        self.clock_hz = clock_hz

    def exchange(self, sent: bytes) -> tuple[int, ...]:
        self.written.append(bytes(sent))
        return (0,) * len(sent)


def test_each_bit_is_one_byte_green_first_between_two_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    device = RecordingDevice()
    with board() as chips:
        monkeypatch.setattr(chips.strip, "exchange", device.exchange)
        lights = open_lights(LAYOUT.lights, LightsWay.SPI)
        lights.show([(0x01, 0x80, 0xFF), *[BLACK] * 52])  # A1 is the first of the chain
        lights.close()
    guard = bytes(240)  # 300 µs at 6.4 MHz
    zero, one = b"\xc0", b"\xf0"
    first_pixel = one + zero * 7 + zero * 7 + one + one * 8
    assert device.written[1] == guard + first_pixel + zero * 24 * 52 + guard
    assert device.written == [guard + zero * 24 * 53 + guard, device.written[1], device.written[0]]


@pytest.mark.parametrize("way", list(LightsWay))
def test_the_strip_shows_each_cell_and_bar_where_the_layout_has_it(way: LightsWay) -> None:
    with board(captures_pwm=way is LightsWay.PWM) as chips:
        lights = open_lights(LAYOUT.lights, way, effective_user_id=0)
        assert chips.strip.pixels == DARK
        lights.show(PICTURE)
        assert in_drawing_order(chips.strip.pixels) == PICTURE
        lights.close()
        assert chips.strip.pixels == DARK


def test_bars_wired_the_other_way_round_are_lit_as_drawn() -> None:
    swapped = layout_with('["red", "black"]', '["black", "red"]')
    with install(CountsTable(), VirtualClock(), swapped) as chips:
        lights = open_lights(swapped.lights, LightsWay.SPI)
        lights.show([*[BLACK] * 37, *[(255, 0, 0)] * 8, *[(0, 0, 255)] * 8])
        assert chips.strip.pixels[37:] == ((0, 0, 255),) * 8 + ((255, 0, 0),) * 8
        lights.close()


def test_nothing_is_written_while_the_picture_stays() -> None:
    with board() as chips:
        lights = open_lights(LAYOUT.lights, LightsWay.SPI)
        lights.show(PICTURE)
        writes = chips.strip.writes
        lights.show(list(PICTURE))
        assert chips.strip.writes == writes
        lights.show([*PICTURE[:-1], (0, 0, 1)])
        assert chips.strip.writes == writes + 1
        assert in_drawing_order(chips.strip.pixels) == [*PICTURE[:-1], (0, 0, 1)]
        lights.close()


@pytest.mark.parametrize("index", range(53))
def test_each_single_pixel_can_change_alone(index: int) -> None:
    changed = [*PICTURE[:index], (255, 255, 255), *PICTURE[index + 1 :]]
    with board() as chips:
        lights = open_lights(LAYOUT.lights, LightsWay.SPI)
        lights.show(PICTURE)
        lights.show(changed)
        assert in_drawing_order(chips.strip.pixels) == changed
        lights.close()


class FailingChain:
    """A chain whose bus fails once; `held` is what the pixels were told, `writes` how often they were shown."""

    def __init__(self) -> None:
        self.held: dict[int, Rgb] = {}
        self.writes = 0
        self.is_failing = False

    def __setitem__(self, index: int, value: Rgb) -> None:
        self.held[index] = value

    def show(self) -> None:
        if self.is_failing:
            self.is_failing = False
            raise OSError(110, "Connection timed out")
        self.writes += 1


def test_a_picture_whose_writing_failed_is_written_whole_the_next_time() -> None:
    chain = FailingChain()
    lights = Lights(LAYOUT.lights, chain, lambda: None)
    lights.show(DARK)
    chain.is_failing = True
    with pytest.raises(BusError, match=r"writing to the lights: .*timed out"):
        lights.show(PICTURE)
    chain.held.clear()
    lights.show(DARK)
    assert chain.writes == 2
    assert chain.held == dict.fromkeys(range(53), BLACK)
    lights.close()


def test_a_data_line_that_rests_high_shifts_no_colour() -> None:
    with board(mosi_rests_high=True) as chips:
        lights = open_lights(LAYOUT.lights, LightsWay.SPI)
        lights.show(PICTURE)
        assert in_drawing_order(chips.strip.pixels) == PICTURE
        lights.close()


def test_without_the_first_guard_a_line_that_rests_high_would_shift_every_colour() -> None:
    strip = LatchedStrip(1, rests_high=True)
    strip.set_clock(6_400_000)
    strip.exchange(b"\xc0" * 24 + bytes(240))
    assert strip.pixels == ((0, 0x80, 0),)  # one bit too many in front: green's highest


def test_pixels_keep_their_colour_when_fewer_bits_come_than_there_are_pixels() -> None:
    strip = LatchedStrip(2)
    strip.set_clock(6_400_000)
    strip.exchange(bytes(240) + b"\xf0" * 48 + bytes(240))
    strip.exchange(bytes(240) + b"\xc0" * 24 + b"\xf0" * 23 + bytes(240))
    assert strip.pixels == ((0, 0, 0), (255, 255, 255))


def test_pulses_are_told_apart_by_their_length_whatever_the_bytes() -> None:
    strip = LatchedStrip(1)
    strip.set_clock(6_400_000)
    strip.exchange(bytes(240) + (b"\xe0" * 12 + b"\xf8" * 12) + bytes(240))
    assert strip.pixels == ((0x0F, 0, 0xFF),)


def test_a_picture_of_the_wrong_size_is_refused() -> None:
    with board():
        lights = open_lights(LAYOUT.lights, LightsWay.SPI)
        with pytest.raises(ValueError, match="52 pixels: the chain has 53"):
            lights.show(PICTURE[:-1])
        lights.close()


def test_a_buffer_too_small_for_a_picture_is_said_with_the_line_to_add(tmp_path: Path) -> None:
    bufsiz = tmp_path / "bufsiz"
    bufsiz.write_text("1024\n", encoding="ascii")
    with board(), pytest.raises(BusError, match=r"spidev.bufsiz=1752 to /boot/firmware/cmdline.txt"):
        open_lights(LAYOUT.lights, LightsWay.SPI, spidev_bufsiz=bufsiz)


def test_the_buffer_a_kernel_comes_with_is_large_enough(tmp_path: Path) -> None:
    bufsiz = tmp_path / "bufsiz"
    bufsiz.write_text("4096\n", encoding="ascii")
    with board() as chips:
        lights = open_lights(LAYOUT.lights, LightsWay.SPI, spidev_bufsiz=bufsiz)
        lights.show(PICTURE)
        assert in_drawing_order(chips.strip.pixels) == PICTURE
        lights.close()


def test_a_bus_that_is_switched_off_is_said_with_the_overlay_to_add() -> None:
    missing = replace(LAYOUT.lights, spi_port=5)
    with board(), pytest.raises(DeviceMissingError, match=r"lights over SPI5 .*dtoverlay=spi1-1cs"):
        open_lights(missing, LightsWay.SPI)


def test_pwm_is_refused_on_a_pi_5_with_the_reason() -> None:
    with board(captures_pwm=True, revision="d04170"), pytest.raises(WrongBoardError, match="cannot work on a Pi 5"):
        open_lights(LAYOUT.lights, LightsWay.PWM, effective_user_id=0)


def test_pwm_is_refused_without_root_with_the_way_that_needs_none() -> None:
    with (
        board(captures_pwm=True),
        pytest.raises(AccessDeniedError, match=r'way "pwm" needs root.*use way "spi"') as caught,
    ):
        open_lights(LAYOUT.lights, LightsWay.PWM, effective_user_id=1000)
    assert isinstance(caught.value, PermissionError)


def test_pwm_is_not_refused_to_root_on_a_pi_4() -> None:
    assert pwm_refusal("BCM2711", 0) is None


def test_lights_are_blanked_once_and_closing_again_does_nothing() -> None:
    with board() as chips:
        lights = open_lights(LAYOUT.lights, LightsWay.SPI)
        lights.show(PICTURE)
        lights.close()
        writes = chips.strip.writes
        lights.close()
        assert chips.strip.writes == writes


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_no_light_stays_on_after_a_process_that_was_told_to_stop(number: signal.Signals) -> None:
    script = Path(__file__).with_name("lit_child.py")
    path = os.pathsep.join((str(Path(__file__).parents[2]), str(script.parent)))
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "[(9, 9, 9)]\n"
        child.send_signal(number)
        assert child.stdout.read() == "[(0, 0, 0)]\n"
    assert child.returncode != 0
