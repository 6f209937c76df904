"""What the drivers cost over the wire."""

from collections.abc import Callable
from functools import partial
from typing import Final

from tamsk_pi.bench.stopwatch import PASSES, cpu_us, quantile
from tamsk_pi.clock import VirtualClock
from tamsk_pi.drivers.scanner import Scanner, conversion_command
from tamsk_pi.layout import MULTIPLEXER_CHANNELS, Layout
from tamsk_pi.simulator.chips.install import install
from tamsk_pi.simulator.chips.spi_device import SimulatedSpiDev

SCANS: Final = 300
BITS: Final = 24
REFERENCE_HZ: Final = 1_000_000
SCANS_PER_S: Final = 100


class _Quiet:
    """A board on which every reading is 512: the fakes' own cost is as small as it can be."""

    def advance(self, now_ns: int) -> None:
        """Nothing moves."""

    def convert(self, _cell: int, _sensor: int) -> int:
        return 512

    def unconnected(self) -> int:
        return 0


def measure_scan(layout: Layout) -> dict[str, float]:
    """Scans on simulated chips, whose bus takes no wall time: all of it is overhead, the fakes' too.

    `scans_per_s_at_1mhz` is what that leaves with the bits on a 1 MHz bus and the settle times of the layout.
    `scan_100hz_core_percent` is without what the simulated bus itself takes, and with that of the simulated pins.
    """
    conversions = MULTIPLEXER_CHANNELS * len(layout.reading_at)
    scan_us, bus_us = _scan_and_bus_us(layout, conversions)
    overhead_us = scan_us / conversions
    wire_us = conversions * BITS * 1e6 / REFERENCE_HZ
    settle_us = MULTIPLEXER_CHANNELS * layout.multiplexers.settle_us
    return {
        "scan_overhead_us_per_conversion": overhead_us,
        "scans_per_s_at_1mhz": 1e6 / (wire_us + settle_us + conversions * overhead_us),
        "scan_100hz_core_percent": core_percent(max(0.0, scan_us - bus_us)),
    }


def _scan_and_bus_us(layout: Layout, conversions: int) -> tuple[float, float]:
    """One scan, and the same transfers asked of the simulated bus alone."""
    clock = VirtualClock()
    with install(_Quiet(), clock, layout) as chips:
        scanner = Scanner(layout, clock)
        try:
            scan_us = min(_median_us(scanner.scan) for _ in range(PASSES))
        finally:
            scanner.close()
        bus = SimulatedSpiDev(chips.buses, layout.adc.port, layout.adc.device)
        try:
            transfers = partial(_transfer, bus, conversions)
            return scan_us, min(_median_us(transfers) for _ in range(PASSES))
        finally:
            bus.close()


def _transfer(bus: SimulatedSpiDev, times: int) -> None:
    command, transfer = conversion_command(0), bus.xfer2
    for _ in range(times):
        transfer(command)


def _median_us(work: Callable[[], object]) -> float:
    return quantile([cpu_us(work) for _ in range(SCANS)], 0.5)


def core_percent(us_a_scan: float) -> float:
    """How much of a core that is, at a hundred scans a second."""
    return us_a_scan * SCANS_PER_S / 1e6 * 100
