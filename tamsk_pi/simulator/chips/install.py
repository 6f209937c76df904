"""The simulated board put below gpiozero, spidev, Adafruit's NeoPixel classes and bleak, and taken away again."""

import os
import sys
from contextlib import ExitStack
from functools import partial
from types import ModuleType, TracebackType

from bleak.backends.scanner import BaseBleakScanner
from gpiozero import Device
from gpiozero.pins import local
from gpiozero.pins.mock import MockPin

from tamsk_pi.clock import Clock
from tamsk_pi.layout import Layout
from tamsk_pi.simulator.chip_faults import ChipFaults
from tamsk_pi.simulator.chips.air import Air
from tamsk_pi.simulator.chips.mcp3008 import Mcp3008
from tamsk_pi.simulator.chips.multiplexers import SETTLE_NS, Multiplexers
from tamsk_pi.simulator.chips.pins import PI_4B, BoardFactory, BuzzerPin, ContactPin, SelectPin
from tamsk_pi.simulator.chips.source import AnalogSource
from tamsk_pi.simulator.chips.spi_device import SpiBuses, spidev_module
from tamsk_pi.simulator.chips.strip import LatchedStrip


class VirtualChips:
    """The chips of one board while they are installed. Close the drivers first, then this."""

    def __init__(
        self,
        layout: Layout,
        multiplexers: Multiplexers,
        factory: BoardFactory,
        strip: LatchedStrip,
        buses: SpiBuses,
    ) -> None:
        self._layout = layout
        self._factory = factory
        self._undo = ExitStack()
        self.multiplexers = multiplexers
        self.strip = strip
        self.buses = buses
        self.air = Air()

    @property
    def radio_backend(self) -> type[BaseBleakScanner]:
        """What `open_board` takes as its `radio_backend`."""
        return self.air.backend

    @property
    def sounding_hz(self) -> float | None:
        """The tone that is heard now."""
        frequency: float | None = self._factory.pin(self._layout.sounder.pin).frequency
        return frequency

    def set_button(self, name: str, is_pressed: bool) -> None:
        """Press or release a button: red, black or board."""
        pins = {
            "red": self._layout.buttons.red,
            "black": self._layout.buttons.black,
            "board": self._layout.buttons.board,
        }
        self._contact(pins[name]).set_closed(is_pressed)

    def set_tilt(self, is_end_b_down: bool) -> None:
        """Turn the neutral timer's wired tilt switch."""
        self._contact(self._layout.neutral_timer.tilt_switch_pin).set_closed(is_end_b_down)

    def _contact(self, pin: int) -> ContactPin:
        contact = self._factory.pin(pin)
        assert isinstance(contact, ContactPin)
        return contact

    def put_in_place(self, spidev: ModuleType) -> None:
        """Take the places of the real libraries' lower halves."""
        factory_before, spi_before = Device.pin_factory, local.SpiDev
        module_before, flag_before = sys.modules.get("spidev"), os.environ.get("BLINKA_OS_AGNOSTIC")

        def restore() -> None:
            Device.pin_factory = factory_before
            local.SpiDev = spi_before
            if module_before is None:
                del sys.modules["spidev"]
            else:
                sys.modules["spidev"] = module_before
            if flag_before is None:
                del os.environ["BLINKA_OS_AGNOSTIC"]

        self._undo.callback(restore)
        self._undo.callback(self._factory.close)
        Device.pin_factory = self._factory
        local.SpiDev = spidev.SpiDev
        sys.modules["spidev"] = spidev
        os.environ["BLINKA_OS_AGNOSTIC"] = "1"

    def capture_pwm(self) -> None:
        """Take the place of `neopixel_write`, for lights that are driven by PWM."""
        import board  # noqa: PLC0415  # slow to load, and only this way needs them
        import neopixel  # noqa: PLC0415

        write_before, pin_name = neopixel.neopixel_write, f"D{self._layout.lights.data_pin_pwm}"

        def restore() -> None:
            neopixel.neopixel_write = write_before
            delattr(board, pin_name)

        self._undo.callback(restore)
        neopixel.neopixel_write = self.strip.write
        setattr(board, pin_name, board.Dx_OUTPUT)

    def close(self) -> None:
        """Give every place back; may be called twice."""
        self._undo.close()

    def __enter__(self) -> "VirtualChips":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()


def install(
    source: AnalogSource,
    clock: Clock,
    layout: Layout,
    *,
    settle_ns: int = SETTLE_NS,
    call_overhead_ns: int = 0,
    mosi_rests_high: bool = False,
    captures_pwm: bool = False,
    revision: str = PI_4B,
    faults: ChipFaults | None = None,
) -> VirtualChips:
    """A simulated board in place of a real one, until it is closed.

    The multiplexers' outputs settle in `settle_ns`; each SPI transfer takes its time on a virtual clock and
    `call_overhead_ns` more. What is in `faults` is broken. Only one board can be installed at a time in a process.
    """
    faults = faults or ChipFaults()
    multiplexers = Multiplexers(layout, source, clock, settle_ns, faults)
    contacts = (layout.neutral_timer.tilt_switch_pin, layout.buttons.red, layout.buttons.black, layout.buttons.board)
    kinds: dict[int, type[MockPin]] = dict.fromkeys(contacts, ContactPin)
    kinds |= dict.fromkeys(layout.multiplexers.select_pins, SelectPin)
    kinds[layout.sounder.pin] = BuzzerPin
    factory = BoardFactory(kinds, revision)
    for line, number in enumerate(layout.multiplexers.select_pins):
        pin = factory.pin(number)
        assert isinstance(pin, SelectPin)
        pin.listener = partial(multiplexers.select, line)
    strip = LatchedStrip(layout.lights.pixels, rests_high=mosi_rests_high)
    adc = Mcp3008(multiplexers, clock, call_overhead_ns)
    buses = SpiBuses({(layout.adc.port, layout.adc.device): adc, (layout.lights.spi_port, 0): strip})
    address = (layout.adc.port, layout.adc.device)
    buses.guard(address, lambda: faults.is_spi_gone(clock.now_ns()))
    faults.on_gone = partial(buses.take_away, address)
    chips = VirtualChips(layout, multiplexers, factory, strip, buses)
    chips.put_in_place(spidev_module(buses))
    if captures_pwm:
        chips.capture_pwm()
    return chips
