"""What the drivers cost over the wire."""

from typing import Final

from tamsk_pi.bench.stopwatch import quantile, wall_us
from tamsk_pi.clock import VirtualClock
from tamsk_pi.drivers.scanner import Scanner
from tamsk_pi.layout import MULTIPLEXER_CHANNELS, Layout
from tamsk_pi.simulator.chips.install import install

SCANS: Final = 300
BITS: Final = 24
REFERENCE_HZ: Final = 1_000_000


class _Quiet:
    """A board on which every reading is 512: the fakes' own cost is as small as it can be."""

    def advance(self, now_ns: int) -> None:
        """Nothing moves."""

    def convert(self, _cell: int, _sensor: int) -> int:
        return 512

    def unconnected(self) -> int:
        return 0


def measure_scan(layout: Layout) -> dict[str, float]:
    """Wall time of scans on simulated chips, whose bus takes no wall time: all of it is overhead, the fakes' too.

    `scans_per_s_at_1mhz` is what that leaves with the bits on a 1 MHz bus and the settle times of the layout.
    """
    clock = VirtualClock()
    with install(_Quiet(), clock, layout):
        scanner = Scanner(layout, clock)
        try:
            times = [wall_us(scanner.scan) for _ in range(SCANS)]
        finally:
            scanner.close()
    conversions = MULTIPLEXER_CHANNELS * len(layout.reading_at)
    overhead_us = quantile(times, 0.5) / conversions
    wire_us = conversions * BITS * 1e6 / REFERENCE_HZ
    settle_us = MULTIPLEXER_CHANNELS * layout.multiplexers.settle_us
    return {
        "scan_overhead_us_per_conversion": overhead_us,
        "scans_per_s_at_1mhz": 1e6 / (wire_us + settle_us + conversions * overhead_us),
    }
