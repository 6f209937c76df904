"""The rhythm of a real scan, for the frame level: which readings are converted at which instants."""

from typing import Final

from tamsk_pi.layout import MULTIPLEXER_CHANNELS, Layout
from tamsk_pi.simulator.readout import ScanTiming

_BITS: Final = 24
_NS_PER_S: Final = 1_000_000_000


def gray_code(step: int) -> int:
    """The address at that step of a scan."""
    return step ^ (step >> 1)


def scan_timing(layout: Layout, call_overhead_ns: int = 0) -> ScanTiming:
    """The scanner's: the addresses in Gray-code order, at each the settle time, then one conversion for each
    multiplexer, 24 bits on the bus and `call_overhead_ns` of the machine each."""
    conversion_ns = _BITS * _NS_PER_S // layout.adc.clock_hz + call_overhead_ns
    step_ns = layout.multiplexers.settle_us * 1_000 + len(layout.reading_at) * conversion_ns
    addresses = [gray_code(i) for i in range(MULTIPLEXER_CHANNELS)]
    return ScanTiming(
        steps=tuple(tuple(row[address] for row in layout.reading_at) for address in addresses),
        offsets_ns=tuple(i * step_ns for i in range(MULTIPLEXER_CHANNELS)),
    )
