"""What is broken between sensors and processor: multiplexers, their cables and select lines, the ADC, the bus.

One value, shared by whoever answers for the chips: at the level of bytes the simulated chips ask it, at the level of
frames the table does, and both give the same counts.

    select lines ──► address ──► multiplexer ──► cable ──► ADC ──► SPI
    select-stuck                 mux-dead        cables    adc     spi-gone
                                 stale
"""

from collections.abc import Callable
from typing import Final

from tamsk_pi.layout import SELECT_LINES
from tamsk_pi.perception.frames import ADC_MAX

_ALL_LINES: Final = (1 << SELECT_LINES) - 1
_NEVER_NS: Final = -(1 << 62)


class ChipFaults:
    """All well at first."""

    def __init__(self) -> None:
        self.is_any = False
        """Whether a conversion can be otherwise than it should."""
        self.is_stale = False
        """The first conversion after a switch shows the channel before."""
        self.on_gone: Callable[[], None] | None = None
        """Called when the SPI device vanishes: whoever has it open has it no more."""
        self._dead: set[int] = set()
        self._cables: dict[int, int] = {}
        self._stuck_lines = 0
        self._stuck_counts: int | None = None
        self._gone_until_ns = _NEVER_NS

    def kill_multiplexer(self, number: int) -> None:
        """It has no supply: its output floats."""
        self._dead.add(number)
        self.is_any = True

    def stick_adc(self, counts: int) -> None:
        """The data line stays low (0) or high (1023)."""
        self._stuck_counts = min(ADC_MAX, max(0, counts))
        self.is_any = True

    def make_stale(self) -> None:
        """Outputs settle too slowly for the first conversion."""
        self.is_stale = self.is_any = True

    def stick_line(self, line: int) -> None:
        """That select line stays low."""
        self._stuck_lines |= 1 << line
        self.is_any = True

    def swap_cables(self, one: int, other: int) -> None:
        """These multiplexers hang on each other's inputs of the ADC."""
        self._cables |= {one: other, other: one}
        self.is_any = True

    def take_spi_away(self, until_ns: int) -> None:
        """The bus's device vanishes; a new one is there from that instant on."""
        self._gone_until_ns = max(self._gone_until_ns, until_ns)
        if self.on_gone is not None:
            self.on_gone()

    def mend(self) -> None:
        """All is well again."""
        self.is_any = self.is_stale = False
        self._dead.clear()
        self._cables.clear()
        self._stuck_lines, self._stuck_counts, self._gone_until_ns = 0, None, _NEVER_NS

    def is_spi_gone(self, now_ns: int) -> bool:
        """Whether there is no device to open."""
        return now_ns < self._gone_until_ns

    def address(self, address: int) -> int:
        """What the multiplexers see of an address, 0 … 15."""
        return address & _ALL_LINES & ~self._stuck_lines

    def multiplexer(self, adc_input: int) -> int | None:
        """Which multiplexer is at an input of the ADC; None: one that is dead."""
        number = self._cables.get(adc_input, adc_input)
        return None if number in self._dead else number

    def read(self, counts: int) -> int:
        """What the bus tells of a conversion."""
        return counts if self._stuck_counts is None else self._stuck_counts
