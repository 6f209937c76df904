"""The drivers on gpiozero's own RPi.GPIO and lgpio factories, with the libraries below them replaced."""

import importlib
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest
from driver_fakes import A_FULL_SWING, LAYOUT, CountsTable
from fake_lgpio import LgpioState
from gpiozero import Device
from gpiozero.pins import local
from stateful_gpio import StatefulGpio

from tamsk_pi.clock import NS_PER_MS, VirtualClock
from tamsk_pi.drivers.board import BoardDrivers, BoardOptions, open_board
from tamsk_pi.drivers.errors import DeviceMissingError, LineBusyError, WrongBoardError
from tamsk_pi.layout import Layout
from tamsk_pi.perception.frames import TiltSwitchEdge
from tamsk_pi.simulator.chips.mcp3008 import Mcp3008
from tamsk_pi.simulator.chips.multiplexers import Multiplexers
from tamsk_pi.simulator.chips.spi_device import SpiBuses, spidev_module

PI_3B, PI_4B, PI_5B = 0xA02082, 0xC03112, 0xD04170
SETTLE_NS = 8_000


class Bench:
    """A board's multiplexers and ADC on a bench, to be wired to a faked library."""

    def __init__(self, layout: Layout = LAYOUT) -> None:
        self.clock = VirtualClock()
        self.layout = layout
        self.multiplexers = Multiplexers(layout, CountsTable(), self.clock, SETTLE_NS)
        self.buses = SpiBuses({(0, 0): Mcp3008(self.multiplexers, self.clock)})

    def hear_output(self, pin: int, level: bool) -> None:
        """The select lines are soldered to these pins."""
        if pin in LAYOUT.multiplexers.select_pins:
            self.multiplexers.select(LAYOUT.multiplexers.select_pins.index(pin), level)

    def open(self, factory: str) -> BoardDrivers:
        return open_board(self.layout, BoardOptions(pin_factory=factory, lights=None, has_radio=False), self.clock)


@contextmanager
def replaced(revision: int, modules: dict[str, ModuleType | object], factory_module: str) -> Iterator[None]:
    """Those modules in place of the real ones, on that Pi; all of gpiozero's memory of it is gone afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        for name, module in modules.items():
            patch.setitem(sys.modules, name, module)
        patch.delitem(sys.modules, factory_module, raising=False)
        patch.setattr(local, "get_pi_revision", lambda: revision)
        patch.setattr(Device, "pin_factory", None)
        patch.setattr(local.LocalPiFactory, "pins", {})
        # A class attribute too: a device of an earlier test that is still referred to would hold its pin for ever.
        patch.setattr(local.LocalPiFactory, "_reservations", defaultdict(list))
        try:
            yield
        finally:
            if Device.pin_factory is not None:
                Device.pin_factory.close()
            sys.modules.pop(factory_module, None)


@contextmanager
def on_rpi_gpio(bench: Bench) -> Iterator[StatefulGpio]:
    gpio = StatefulGpio()
    gpio.on_output = bench.hear_output
    package = ModuleType("RPi")
    package.GPIO = gpio  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local, "SpiDev", spidev_module(bench.buses).SpiDev)
        with replaced(PI_3B, {"RPi": package, "RPi.GPIO": gpio}, "gpiozero.pins.rpigpio"):
            yield gpio


@contextmanager
def on_lgpio(bench: Bench, revision: int) -> Iterator[LgpioState]:
    state = LgpioState(bench.buses)
    state.on_output = bench.hear_output
    with replaced(revision, {"lgpio": state.module()}, "gpiozero.pins.lgpio"):
        yield state


def test_the_board_is_scanned_through_rpi_gpio() -> None:
    bench = Bench()
    with on_rpi_gpio(bench) as gpio, bench.open("rpigpio") as board:
        assert Device.pin_factory.__class__.__name__ == "RPiGPIOFactory"
        assert not board.troubles
        assert board.scanner.scan().counts == A_FULL_SWING
        assert board.scanner.scan().counts == A_FULL_SWING
        assert [gpio.functions[pin] for pin in LAYOUT.multiplexers.select_pins] == [gpio.OUT] * 4


def test_the_timer_and_the_sounder_work_through_rpi_gpio() -> None:
    bench = Bench()
    with on_rpi_gpio(bench) as gpio, bench.open("rpigpio") as board:
        assert board.tilt_switch is not None
        assert board.sounder is not None
        gpio.drive(LAYOUT.neutral_timer.tilt_switch_pin, 0)
        bench.clock.pause_ns(80 * NS_PER_MS)
        assert board.tilt_switch.drain() == [TiltSwitchEdge(0, is_end_b_down=True)]
        board.sounder.play([(880.0, 10)], 0)
        assert gpio.tones == {LAYOUT.sounder.pin: 880.0}
        board.sounder.wake(10 * NS_PER_MS)
        assert gpio.tones == {}


def test_rpi_gpio_on_a_pi_5_is_said_with_the_factory_that_works() -> None:
    bench = Bench()
    with on_rpi_gpio(bench) as gpio, pytest.MonkeyPatch.context() as patch:

        def refuse(*_arguments: object, **_options: object) -> None:
            raise RuntimeError("Cannot determine SOC peripheral base address")

        patch.setattr(gpio, "setup", refuse)
        with pytest.raises(WrongBoardError, match=r"a Pi 5.*GPIOZERO_PIN_FACTORY=lgpio") as caught:
            bench.open("rpigpio")
    assert isinstance(caught.value, RuntimeError)


@pytest.mark.parametrize("revision", [PI_3B, PI_4B, PI_5B])
def test_the_board_is_scanned_through_lgpio(revision: int) -> None:
    bench = Bench()
    with on_lgpio(bench, revision) as state, bench.open("lgpio") as board:
        assert Device.pin_factory.__class__.__name__ == "LGPIOFactory"
        assert not board.troubles
        assert board.scanner.scan().counts == A_FULL_SWING
        assert board.scanner.scan().counts == A_FULL_SWING
        assert state.baud[-1] == LAYOUT.adc.clock_hz


def test_the_timer_and_the_sounder_work_through_lgpio() -> None:
    bench = Bench()
    with on_lgpio(bench, PI_5B) as state, bench.open("lgpio") as board:
        assert board.tilt_switch is not None
        assert board.sounder is not None
        bench.clock.pause_ns(3)
        state.drive(LAYOUT.neutral_timer.tilt_switch_pin, 0, at_ns=3)
        bench.clock.pause_ns(80 * NS_PER_MS)
        assert board.tilt_switch.drain() == [TiltSwitchEdge(3, is_end_b_down=True)]
        board.sounder.play([(880.0, 10)], 0)
        assert state.tones == {LAYOUT.sounder.pin: 880.0}
        board.sounder.close()
        assert state.tones == {}


def test_an_interrupt_that_is_missed_costs_latency_and_no_edge() -> None:
    bench = Bench()
    with on_lgpio(bench, PI_4B) as state, bench.open("lgpio") as board:
        assert board.tilt_switch is not None
        state.levels[LAYOUT.neutral_timer.tilt_switch_pin] = 0
        bench.clock.pause_ns(7 * NS_PER_MS)
        assert board.tilt_switch.drain() == []
        bench.clock.pause_ns(80 * NS_PER_MS)
        assert board.tilt_switch.drain() == [TiltSwitchEdge(7 * NS_PER_MS, is_end_b_down=True)]


def test_a_line_the_kernel_holds_is_said_with_how_to_find_the_holder() -> None:
    bench = Bench()
    with on_lgpio(bench, PI_4B) as state:
        state.busy.add(LAYOUT.multiplexers.select_pins[0])
        with pytest.raises(LineBusyError, match=r"select line S0 on GPIO22: GPIO busy; .*gpioinfo"):
            bench.open("lgpio")


def test_a_bus_lgpio_cannot_open_is_said_with_the_line_of_config_txt() -> None:
    bench = Bench()
    bench.buses = SpiBuses({})
    with (
        on_lgpio(bench, PI_4B),
        pytest.raises(DeviceMissingError, match=r"can not open SPI device; .*dtparam=spi=on"),
    ):
        bench.open("lgpio")


def test_the_library_that_was_there_before_is_there_again() -> None:
    before = importlib.import_module("gpiozero").Device.pin_factory
    with on_rpi_gpio(Bench()):
        pass
    assert Device.pin_factory is before
    assert "gpiozero.pins.rpigpio" not in sys.modules
