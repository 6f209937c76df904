"""The little of gpiozero that the drivers use, with types and with errors a builder can act on."""

import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from gpiozero import (
    BadPinFactory,
    Device,
    DigitalInputDevice,
    DigitalOutputDevice,
    PinFactoryFallback,
    SPIFixedRate,
    SPISoftwareFallback,
    TonalBuzzer,
)
from gpiozero.tones import Tone

from tamsk_pi.drivers.errors import WrongBoardError, explained


class Pin(Protocol):
    """A pin of whatever factory; setting `state` drives the line."""

    state: bool


class OutputLine(Protocol):
    """gpiozero.DigitalOutputDevice."""

    @property
    def pin(self) -> Pin: ...

    def close(self) -> None: ...


class InputLine(Protocol):
    """gpiozero.DigitalInputDevice; `value` is 1 while the line is pulled to ground."""

    when_activated: object
    when_deactivated: object

    @property
    def value(self) -> int: ...

    def close(self) -> None: ...


class Spi(Protocol):
    """The SPI interface of a pin factory."""

    rate: int

    def transfer(self, data: Sequence[int]) -> Sequence[int]: ...

    def close(self) -> None: ...


class Buzzer(Protocol):
    """gpiozero.TonalBuzzer."""

    def play(self, tone: object) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


@contextmanager
def environment(name: str, value: str | None) -> Iterator[None]:
    """The environment variable set to `value` inside; None leaves it alone."""
    before = os.environ.get(name)
    if value is not None:
        os.environ[name] = value
    try:
        yield
    finally:
        if value is not None and before is None:
            del os.environ[name]
        elif before is not None:
            os.environ[name] = before


def ensure_pin_factory(name: str | None = None) -> None:
    """See that gpiozero has a pin factory: the one it has, else `name`, else the first that works.

    Names are gpiozero's: lgpio, rpigpio, pigpio, native, mock. Raises DriverError; falling back to the next factory
    is not a failure and is silent.
    """
    what = "GPIO" if name is None else f"GPIO by pin factory {name!r}"
    with (
        explained(what),
        warnings.catch_warnings(record=True) as fallbacks,
        environment("GPIOZERO_PIN_FACTORY", name),
    ):
        warnings.simplefilter("always", PinFactoryFallback)
        try:
            Device.ensure_pin_factory()
        except BadPinFactory as error:
            reasons = "; ".join(str(fallback.message) for fallback in fallbacks)
            raise WrongBoardError(
                f"{what}: {reasons or error}; on a Raspberry Pi: pip install 'tamsk-pi[pi]' and use pin factory "
                "lgpio, rpigpio or native; on another computer: tamsk-pi simulate"
            ) from error


def soc_name() -> str:
    """The processor of the Pi, such as BCM2712; raises DriverError where no pin factory can be had."""
    ensure_pin_factory()
    with explained("GPIO"):
        return str(Device.pin_factory.board_info.soc)


def open_spi(port: int, device: int, clock_hz: int) -> Spi:
    """A hardware SPI bus in mode 0 at that clock, through the pin factory.

    A factory without a hardware bus (mock) is used at its own pace; a factory that has one and cannot open it raises
    DriverError, because software SPI would silently scan ten times slower.
    """
    ensure_pin_factory()
    with explained(f"SPI{port}, chip select {device} (/dev/spidev{port}.{device})"), warnings.catch_warnings():
        warnings.simplefilter("error", SPISoftwareFallback)
        spi: Spi = Device.pin_factory.spi(port=port, device=device)
        try:
            spi.rate = clock_hz
        except SPIFixedRate:
            return spi
        return spi


def open_output(pin: int, what: str) -> OutputLine:
    """An output, low at first. `what` names the line in errors."""
    ensure_pin_factory()
    with explained(f"{what} on GPIO{pin}"):
        line: OutputLine = DigitalOutputDevice(pin)
        return line


def open_input(pin: int, what: str) -> InputLine:
    """An input with pull-up, active while connected to ground. `what` names the line in errors."""
    ensure_pin_factory()
    with explained(f"{what} on GPIO{pin}"):
        line: InputLine = DigitalInputDevice(pin, pull_up=True)
        return line


def open_buzzer(pin: int, what: str) -> Buzzer:
    """A piezo for 39 … 9,900 Hz, silent at first."""
    ensure_pin_factory()
    with explained(f"{what} on GPIO{pin}"):
        buzzer: Buzzer = TonalBuzzer(pin, mid_tone=Tone.from_frequency(622.25), octaves=4)
        return buzzer


def tone(frequency_hz: float) -> object:
    """That frequency as gpiozero's Tone; a bare small number would be taken for a MIDI note."""
    return Tone.from_frequency(frequency_hz)
