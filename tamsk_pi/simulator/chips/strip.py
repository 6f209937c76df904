"""A chain of WS2812 pixels: what it would show after the bits on its data line (WS2812B data sheet, "Data transfer").

Each pixel takes the first 24 bits, highest first, in the order green, red, blue, and hands on the rest. A line that
stays low for the reset time makes all of them show what they hold; pixels no bits came for go on as before.
"""

from collections.abc import Iterator, Sequence
from typing import Final

Rgb = tuple[int, int, int]

RESET_NS: Final = 280_000
"""WS2812B-V5; older ones need 50 µs."""
LONGEST_ZERO_NS: Final = 470
"""A high pulse up to here is a 0 (220 … 380 ns and margin), a longer one a 1 (580 … 1,000 ns)."""

_SYMBOL_0: Final = 0b11000000
_SYMBOL_1: Final = 0b11110000
_TO_DIGITS: Final = bytes(ord("1") if byte == _SYMBOL_1 else ord("0") for byte in range(256))
_SYMBOLS: Final = frozenset((_SYMBOL_0, _SYMBOL_1))


class LatchedStrip:
    """The chain on the MOSI line of an SPI bus, or on a pin written by `neopixel_write`.

    `rests_high` is the fault of a MOSI line that idles high: without a low guard the first pulse is one bit too many.
    """

    def __init__(self, pixels: int, *, rests_high: bool = False) -> None:
        self._pixels: list[Rgb] = [(0, 0, 0)] * pixels
        self._rests_high = rests_high
        self._bit_ns = 1_000
        self.writes = 0

    @property
    def pixels(self) -> tuple[Rgb, ...]:
        """What is seen now, red, green, blue, in the order of the chain."""
        return tuple(self._pixels)

    def set_clock(self, clock_hz: int) -> None:
        """The SPI bus is clocked at that rate from now on."""
        self._bit_ns = round(1_000_000_000 / clock_hz)

    def exchange(self, sent: Sequence[int]) -> tuple[int, ...]:
        """One transfer on the bus; nothing is connected to MISO."""
        self.writes += 1
        line = bytes(sent)
        symbols = line.strip(b"\0")
        if symbols and _SYMBOLS.issuperset(symbols) and self._is_guarded(line):
            digits = symbols.translate(_TO_DIGITS).decode("ascii")
            self.latch(digits)
            return (0,) * len(line)
        for digits in self._frames(line):
            self.latch(digits)
        return (0,) * len(line)

    def write(self, _pin: object, colours: bytes | bytearray) -> None:
        """In place of `neopixel_write`: the bytes as they leave the pin."""
        self.writes += 1
        self.latch("".join(f"{byte:08b}" for byte in colours))

    def latch(self, digits: str) -> None:
        """The chain has received these bits and then a reset."""
        whole = min(len(digits) // 24, len(self._pixels))
        if whole == 0:
            return
        colours = int(digits[: whole * 24], 2).to_bytes(whole * 3, "big")
        self._pixels[:whole] = [(colours[i + 1], colours[i], colours[i + 2]) for i in range(0, whole * 3, 3)]

    def _is_guarded(self, line: bytes) -> bool:
        lead = len(line) - len(line.lstrip(b"\0"))
        return not self._rests_high or lead * 8 * self._bit_ns >= RESET_NS

    def _frames(self, line: bytes) -> Iterator[str]:
        """The bits between resets, by the lengths of the pulses on the line."""
        levels = "".join(f"{byte:08b}" for byte in line)
        if self._rests_high:
            levels = "1" * 8 + levels
        digits: list[str] = []
        for pulse in levels.replace("01", "0,1").split(","):
            high = len(pulse.rstrip("0"))
            low = len(pulse) - high
            if high:
                digits.append("1" if high * self._bit_ns > LONGEST_ZERO_NS else "0")
            if low * self._bit_ns >= RESET_NS and digits:
                yield "".join(digits)
                digits.clear()
        if digits and not self._rests_high:
            yield "".join(digits)
