"""The board scanned: 16 addresses on four select lines, one MCP3008 conversion a multiplexer at each.

    address  0   1   3   2   6   7   5   4   12 …      Gray code: one line changes a step, so no address between two
    lines   ─┐   settle   convert CH0 CH1 CH2 CH3 CH4   ─┐   settle   convert …
             └ switch                                    └ switch

A conversion is three bytes (DS21295D, figure 6-1): 1; single-ended, channel, four bits; 0. The answer's last ten bits
are the counts. Commands are tuples, because spidev writes the answer into a list it is given.
"""

from typing import Final

from tamsk_pi.clock import Clock
from tamsk_pi.drivers.errors import explain, explained, failures
from tamsk_pi.drivers.pins import OutputLine, Pin, open_output, open_spi
from tamsk_pi.layout import MULTIPLEXER_CHANNELS, SELECT_LINES, Layout
from tamsk_pi.perception.frames import READINGS, Frame

_Command = tuple[int, int, int]
_Step = tuple[Pin, bool, tuple[tuple[_Command, int], ...]]

_UNCONNECTED: Final = READINGS
"""Where conversions of inputs without a sensor go; cut off before the frame is made."""


def conversion_command(adc_input: int) -> _Command:
    """The three bytes that make an MCP3008 convert that input, 0 … 7, against ground."""
    return (1, (8 | adc_input) << 4, 0)


def gray_code(step: int) -> int:
    """The address at that step, 0 … 15; neighbours, and the last and first, differ in one line."""
    return step ^ (step >> 1)


class Scanner:
    """Scans the whole board; whoever opens it closes it.

    `discard_first` throws away one more conversion after each switch, for boards whose sensors settle slower than
    `settle_us`. Raises DriverError when made, and from `scan` when the bus fails.
    """

    def __init__(self, layout: Layout, clock: Clock, *, discard_first: bool = False) -> None:
        self._clock = clock
        self._settle_ns = layout.multiplexers.settle_us * 1_000
        self._lines: list[OutputLine] = []
        self._spi = open_spi(layout.adc.port, layout.adc.device, layout.adc.clock_hz)
        try:
            for i, pin in enumerate(layout.multiplexers.select_pins):
                self._lines.append(open_output(pin, f"multiplexer select line S{i}"))
            self._steps = tuple(self._step(layout, step, discard_first) for step in range(MULTIPLEXER_CHANNELS))
        except BaseException:
            self.close()
            raise

    def _step(self, layout: Layout, step: int, discard_first: bool) -> _Step:
        address = gray_code(step)
        changed = address ^ gray_code((step - 1) % MULTIPLEXER_CHANNELS)
        line = next(i for i in range(SELECT_LINES) if changed == 1 << i)
        conversions = [
            (conversion_command(m), _UNCONNECTED if (reading := row[address]) is None else reading)
            for m, row in enumerate(layout.reading_at)
        ]
        if discard_first:
            conversions.insert(0, (conversion_command(0), _UNCONNECTED))
        return self._lines[line].pin, bool(address & changed), tuple(conversions)

    def scan(self) -> Frame:
        """One reading of every sensor; takes 16 settle times and a conversion for each multiplexer and address."""
        counts = [0] * (READINGS + 1)
        transfer, pause, settle_ns = self._spi.transfer, self._clock.pause_ns, self._settle_ns
        at_ns = self._clock.now_ns()
        try:
            for pin, level, conversions in self._steps:
                pin.state = level
                pause(settle_ns)
                for command, reading in conversions:
                    answer = transfer(command)
                    counts[reading] = (answer[1] & 3) << 8 | answer[2]
        except failures() as error:
            raise explain(error, "scan of the board's sensors") from error
        counts.pop()
        return Frame(at_ns, tuple(counts))

    def close(self) -> None:
        """Release the bus and the select lines; may be called twice."""
        with explained("closing the scanner"):
            self._spi.close()
            for line in self._lines:
                line.close()
