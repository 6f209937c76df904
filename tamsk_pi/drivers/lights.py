"""The chain of WS2812 pixels, through Adafruit's NeoPixel classes.

Two ways. Over SPI every bit of a pixel becomes one byte at 6.4 MHz: 11000000 is a 0 (312 ns high), 11110000 a 1
(625 ns); it runs unprivileged on every Pi. By PWM (rpi_ws281x) it needs root, cannot work on a Pi 5, and shares its
hardware with the sound. So SPI is the default, and the other way refuses with its reason where it cannot work.

    | guard: low for 300 µs | 53 × 24 bytes | guard: low for 300 µs |

The first guard ends whatever a MOSI line that rests high has begun (a phantom first bit shifts every colour); the
last one makes the pixels show what they hold (WS2812B-V5: 280 µs).
"""

import atexit
import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

from tamsk_pi.drivers.errors import AccessDeniedError, BusError, DriverError, WrongBoardError, explained, failures
from tamsk_pi.drivers.pins import environment, soc_name
from tamsk_pi.layout import LightsLayout

Rgb = tuple[int, int, int]

PIXEL_ORDER: Final = "GRB"
GUARD_S: Final = 300e-6
SPI_CLOCK_HZ: Final = 6_400_000
BLACK: Final[Rgb] = (0, 0, 0)

SPIDEV_BUFSIZ: Final = Path("/sys/module/spidev/parameters/bufsiz")
_SPI_BYTES_PER_PIXEL: Final = 24
_GUARD_BYTES: Final = round(SPI_CLOCK_HZ * GUARD_S / 8)


class LightsWay(StrEnum):
    """How the data line is driven."""

    SPI = "spi"
    PWM = "pwm"


class PixelChain(Protocol):
    """What NeoPixel_SPI and NeoPixel have in common."""

    def __setitem__(self, index: int, value: Rgb) -> None: ...

    def show(self) -> object: ...


class _SpiDevice(Protocol):
    mode: int
    max_speed_hz: int

    def writebytes2(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class _SpidevBus:
    """The few methods of CircuitPython's busio.SPI that NeoPixel_SPI asks for, over spidev.

    Blinka's own busio would do the same after importing RPi.GPIO for the pin names, which fails on a Pi 5.
    """

    def __init__(self, device: _SpiDevice) -> None:
        self._device = device
        self._is_locked = False

    @property
    def frequency(self) -> int:
        return self._device.max_speed_hz

    def try_lock(self) -> bool:
        if self._is_locked:
            return False
        self._is_locked = True
        return True

    def unlock(self) -> None:
        self._is_locked = False

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        self._device.max_speed_hz = baudrate
        self._device.mode = polarity << 1 | phase

    def write(self, buffer: bytes) -> None:
        self._device.writebytes2(buffer)

    def close(self) -> None:
        self._device.close()


class Lights:
    """The chain while it is open. `show` writes only what differs; `close` leaves it dark, and so does the exit."""

    def __init__(self, layout: LightsLayout, chain: PixelChain, close_bus: "Closer") -> None:
        self._order = layout.chain_order
        self._chain = chain
        self._close_bus = close_bus
        self._shown: tuple[Rgb, ...] | None = None
        self._is_open = True
        atexit.register(self.close)

    def show(self, pixels: Sequence[Rgb]) -> None:
        """Light the pixels: cells 0 … 36, then red's bar, then black's; red, green, blue from 0 to 255 each.

        Raises ValueError on another number of pixels or a value out of range, DriverError when the bus fails.
        """
        wanted = tuple(pixels)
        if wanted == self._shown:
            return
        if len(wanted) != len(self._order):
            raise ValueError(f"{len(wanted)} pixels: the chain has {len(self._order)}")
        shown = self._shown
        for place, index in enumerate(self._order):
            if shown is None or shown[index] != wanted[index]:
                self._chain[place] = wanted[index]
        # Should the write fail, what the strip shows is not known: the next picture is written as a whole.
        self._shown = None
        with explained("writing to the lights"):
            self._chain.show()
        self._shown = wanted

    def close(self) -> None:
        """Blank the chain and release it; may be called twice."""
        if not self._is_open:
            return
        self._is_open = False
        atexit.unregister(self.close)
        try:
            self.show([BLACK] * len(self._order))
        finally:
            with explained("closing the lights"):
                self._close_bus()


class Closer(Protocol):
    """Releases what is below the chain."""

    def __call__(self) -> None: ...


def pwm_refusal(soc: str, effective_user_id: int) -> DriverError | None:
    """Why the PWM way cannot work on this Pi for this user, or None."""
    if soc == "BCM2712":
        return WrongBoardError(
            'lights: way "pwm" cannot work on a Pi 5: rpi_ws281x does not know its DMA; use way "spi" (SPI1 MOSI)'
        )
    if effective_user_id != 0:
        return AccessDeniedError(
            'lights: way "pwm" needs root, because it writes to the memory of PWM and DMA; use way "spi"'
        )
    return None


def open_lights(
    layout: LightsLayout,
    way: LightsWay,
    *,
    effective_user_id: int | None = None,
    spidev_bufsiz: Path = SPIDEV_BUFSIZ,
) -> Lights:
    """Open the chain that way; it is dark until the first `show`. Raises DriverError."""
    match way:
        case LightsWay.SPI:
            _check_bufsiz(layout, spidev_bufsiz)
            lights = _open_spi(layout)
        case LightsWay.PWM:
            user = os.geteuid() if effective_user_id is None else effective_user_id
            refusal = pwm_refusal(soc_name(), user)
            if refusal is not None:
                raise refusal
            lights = _open_pwm(layout)
    lights.show([BLACK] * layout.pixels)
    return lights


def _check_bufsiz(layout: LightsLayout, path: Path) -> None:
    needed = layout.pixels * _SPI_BYTES_PER_PIXEL + 2 * _GUARD_BYTES
    try:
        available = int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return  # The module is built in or absent; opening the device tells.
    if available < needed:
        raise BusError(
            f"lights: a picture takes {needed} bytes, spidev sends {available} at once and would tear it; "
            f"add spidev.bufsiz={needed} to /boot/firmware/cmdline.txt and restart"
        )


def _open_spi(layout: LightsLayout) -> Lights:
    port = layout.spi_port
    with explained(f"lights over SPI{port} (/dev/spidev{port}.0)"):
        import spidev  # noqa: PLC0415  # only a Pi has it

        # Of Blinka, which comes with it, nothing is used; told of a Pi, it would refuse to load without gpiod.
        with environment("BLINKA_OS_AGNOSTIC", "1"):
            from neopixel_spi import NeoPixel_SPI  # noqa: PLC0415

        device: _SpiDevice = spidev.SpiDev(port, 0)
        bus = _SpidevBus(device)
        try:
            chain: PixelChain = NeoPixel_SPI(
                bus,
                layout.pixels,
                pixel_order=PIXEL_ORDER,
                auto_write=False,
                frequency=SPI_CLOCK_HZ,
                reset_time=GUARD_S,
            )
        except failures():
            bus.close()
            raise
    return Lights(layout, chain, bus.close)


def _open_pwm(layout: LightsLayout) -> Lights:
    with explained(f"lights by PWM on GPIO{layout.data_pin_pwm}"):
        import board  # noqa: PLC0415  # looks for the computer it runs on
        import neopixel  # noqa: PLC0415

        pin = getattr(board, f"D{layout.data_pin_pwm}")
        strip = neopixel.NeoPixel(pin, layout.pixels, pixel_order=PIXEL_ORDER, auto_write=False)
        chain: PixelChain = strip
        release: Closer = strip.pin.deinit
    return Lights(layout, chain, release)
