"""CD74HC4067 multiplexers with shared select lines, each output to one input of the ADC.

After a switch the output goes from the old channel's voltage to the new one's as a capacitor charges. A conversion
sooner than the settle time therefore reads a mixture; at the settle time what is left of the old voltage is less than
half a count.
"""

import math
from typing import Final

from tamsk_pi.clock import Clock
from tamsk_pi.layout import MULTIPLEXER_CHANNELS, SENSORS_PER_CELL, Layout
from tamsk_pi.simulator.chip_faults import ChipFaults
from tamsk_pi.simulator.chips.source import AnalogSource

SETTLE_NS: Final = 8_000
_TIME_CONSTANTS_TO_SETTLE: Final = math.log(2 * 1023)

_Inputs = tuple[tuple[int, int] | None, ...]


class Multiplexers:
    """All multiplexers at one address; `settle_ns` is how long their outputs take."""

    def __init__(
        self,
        layout: Layout,
        source: AnalogSource,
        clock: Clock,
        settle_ns: int = SETTLE_NS,
        faults: ChipFaults | None = None,
    ) -> None:
        self._source = source
        self._faults = faults or ChipFaults()
        self._now_ns = clock.now_ns
        self._settle_ns = settle_ns
        self._inputs_at: tuple[_Inputs, ...] = tuple(
            tuple(None if (at := row[address]) is None else divmod(at, SENSORS_PER_CELL) for row in layout.reading_at)
            for address in range(MULTIPLEXER_CHANNELS)
        )
        self._address = 0
        self._inputs = self._before = self._inputs_at[0]
        self._settled_ns = 0
        self._is_switched = False

    @property
    def address(self) -> int:
        """What the select lines say, 0 … 15."""
        return self._address

    def select(self, line: int, level: bool) -> None:
        """Select line S`line` has gone high or low."""
        bit = 1 << line
        self._address = self._address | bit if level else self._address & ~bit
        now_ns = self._now_ns()
        self._before, self._inputs = self._inputs, self._inputs_at[self._faults.address(self._address)]
        self._settled_ns = now_ns + self._settle_ns
        self._is_switched = True
        self._source.advance(now_ns)

    def convert(self, adc_input: int) -> int:
        """The counts at that input of the ADC now, 0 … 1023."""
        if adc_input >= len(self._inputs):
            return self._source.unconnected()
        if self._faults.is_any:
            return self._convert_broken(adc_input)
        now_ns = self._now_ns()
        counts = self._counts(self._inputs[adc_input])
        if now_ns >= self._settled_ns:
            return counts
        elapsed = 1 - (self._settled_ns - now_ns) / self._settle_ns
        stale = math.exp(-elapsed * _TIME_CONSTANTS_TO_SETTLE)
        return round(counts + (self._counts(self._before[adc_input]) - counts) * stale)

    def _convert_broken(self, adc_input: int) -> int:
        """Settled, because a fault is a fault at any speed; only a stale first conversion is not."""
        number = self._faults.multiplexer(adc_input)
        is_first, self._is_switched = self._is_switched, False
        inputs = self._before if self._faults.is_stale and is_first else self._inputs
        return self._faults.read(self._counts(None if number is None else inputs[number]))

    def _counts(self, at: tuple[int, int] | None) -> int:
        return self._source.unconnected() if at is None else self._source.convert(*at)
