"""All drivers of a board, opened and closed together."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from driver_fakes import A_FULL_SWING, LAYOUT, CountsTable
from gpiozero import Device, DigitalOutputDevice
from gpiozero.pins import local

from tamsk_pi.clock import VirtualClock
from tamsk_pi.drivers.board import BoardOptions, open_board
from tamsk_pi.drivers.errors import DeviceMissingError, LineBusyError, PackageMissingError, WrongBoardError
from tamsk_pi.simulator.chips.install import install

NODE = "C0:FF:EE:00:00:01"
PACKET = bytes.fromhex("44 0007 015a 0903 2201 3f0807 422a0100")


async def test_the_whole_board_works_and_everything_can_be_opened_again() -> None:
    clock = VirtualClock()
    for _ in range(3):
        with install(CountsTable(), clock, LAYOUT) as chips:
            options = BoardOptions(node_addresses=(NODE,))
            with open_board(LAYOUT, options, clock, chips.radio_backend) as board:
                assert not board.troubles
                assert board.scanner.scan().counts == A_FULL_SWING
                assert board.lights is not None
                assert board.radio is not None
                assert board.buttons is not None
                assert board.tilt_switch is not None
                assert board.sounder is not None
                board.lights.show([(1, 1, 1)] * 53)
                board.sounder.play([(440.0, 10)], 0)
                await board.radio.start()
                chips.air.deliver(NODE, PACKET)
                assert [report.rotation for report in board.radio.drain()] == [1800]
                assert board.buttons.drain() == []
                assert board.tilt_switch.drain() == []
                await board.radio.stop()
            assert set(chips.strip.pixels) == {(0, 0, 0)}
            assert chips.sounding_hz is None


def test_what_is_not_there_is_not_opened() -> None:
    clock = VirtualClock()
    nothing = BoardOptions(lights=None, has_radio=False, has_tilt_switch=False, has_buttons=False, has_sounder=False)
    with install(CountsTable(), clock, LAYOUT), open_board(LAYOUT, nothing, clock) as board:
        parts = (board.lights, board.radio, board.tilt_switch, board.buttons, board.sounder)
        assert parts == (None,) * 5
        assert board.scanner.scan().counts == A_FULL_SWING


def test_lights_that_cannot_be_opened_are_a_trouble_and_the_game_goes_on() -> None:
    clock = VirtualClock()
    elsewhere = replace(LAYOUT, lights=replace(LAYOUT.lights, spi_port=5))
    with install(CountsTable(), clock, LAYOUT), open_board(elsewhere, BoardOptions(), clock) as board:
        assert board.lights is None
        assert len(board.troubles) == 1
        assert board.troubles[0].startswith("lights over SPI5 (/dev/spidev5.0)")
        assert board.scanner.scan().counts == A_FULL_SWING


def test_a_pin_somebody_holds_is_a_trouble_that_names_it() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT):
        holder = DigitalOutputDevice(LAYOUT.sounder.pin)
        with open_board(LAYOUT, BoardOptions(has_radio=False), clock) as board:
            assert board.sounder is None
            assert "sounder on GPIO26: pin GPIO26 is already in use" in board.troubles[0]
        holder.close()


def test_without_the_sensors_nothing_is_opened_and_nothing_stays_claimed() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT):
        holder = DigitalOutputDevice(LAYOUT.multiplexers.select_pins[2])
        with pytest.raises(LineBusyError, match="multiplexer select line S2 on GPIO24") as caught:
            open_board(LAYOUT, BoardOptions(), clock)
        assert isinstance(caught.value, OSError)
        holder.close()
        with open_board(LAYOUT, BoardOptions(has_radio=False), clock) as board:
            assert not board.troubles


def test_an_adc_bus_that_is_switched_off_is_said_and_not_replaced_by_slow_software() -> None:
    clock = VirtualClock()
    other = replace(LAYOUT, adc=replace(LAYOUT.adc, device=1))
    with (
        install(CountsTable(), clock, LAYOUT),
        pytest.raises(DeviceMissingError, match=r"spidev0\.1'; .*dtparam=spi=on"),
    ):
        open_board(other, BoardOptions(), clock)


def test_closing_goes_on_when_one_driver_cannot_be_closed() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT) as chips:
        board = open_board(LAYOUT, BoardOptions(has_radio=False), clock)
        assert board.lights is not None
        board.lights.show([(1, 1, 1)] * 53)
        chips.buses.break_bus(LAYOUT.lights.spi_port, 0)
        with pytest.raises(OSError, match="writing to the lights"):
            board.close()
        again = open_board(LAYOUT, BoardOptions(has_radio=False, lights=None), clock)
        assert not again.troubles
        again.close()


def test_a_pin_factory_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(PackageMissingError, match=r"GPIO by pin factory 'lgpio'.*'lgpio' is not installed"):
        open_board(LAYOUT, BoardOptions(pin_factory="lgpio"), VirtualClock())
    assert "GPIOZERO_PIN_FACTORY" not in os.environ


def test_a_computer_that_is_no_pi_is_pointed_to_the_simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    for package in ("lgpio", "RPi", "pigpio"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(WrongBoardError, match=r"Falling back from lgpio.*on another computer: tamsk-pi simulate"):
        open_board(LAYOUT, BoardOptions(), VirtualClock())


def test_a_pin_factory_nobody_knows_is_refused_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(WrongBoardError, match=r"find pin factory 'lgipo'.*use pin factory lgpio, rpigpio or native"):
        open_board(LAYOUT, BoardOptions(pin_factory="lgipo"), VirtualClock())


def places() -> list[object]:
    """Everything the simulated board takes the place of."""
    neopixel = sys.modules["neopixel"]
    writer: object = getattr(neopixel, "neopixel_write")  # noqa: B009  # the module has no types
    return [Device.pin_factory, local.SpiDev, sys.modules.get("spidev"), writer, dict(os.environ)]


def test_the_simulated_board_leaves_every_place_as_it_was() -> None:
    with install(CountsTable(), VirtualClock(), LAYOUT, captures_pwm=True):
        during = places()
    before = places()
    assert all(now != then for now, then in zip(during, before, strict=True))
    with install(CountsTable(), VirtualClock(), LAYOUT, captures_pwm=True):
        pass
    assert places() == before
    assert not hasattr(sys.modules["board"], "D12")


def test_importing_the_drivers_brings_in_nothing_of_a_pi() -> None:
    names = "('RPi', 'lgpio', 'pigpio', 'spidev', 'board', 'neopixel', 'neopixel_spi', 'rpi_ws281x')"
    program = f"import sys, tamsk_pi.drivers.board; print([n for n in {names} if n in sys.modules])"
    root = str(Path(__file__).parents[2])
    answer = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": root},
    )
    assert answer.stdout == "[]\n"
