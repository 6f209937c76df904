"""The board scanned: 16 addresses on four select lines, one MCP3008 conversion a multiplexer at each.

    address  0   1   3   2   6   7   5   4   12 …      Gray code: one line changes a step, so no address between two
    lines   ─┐   settle   convert CH0 CH1 CH2 CH3 CH4   ─┐   settle   convert …
             └ switch                                    └ switch

A conversion is three bytes (DS21295D, figure 6-1): 1; single-ended, channel, four bits; 0. The answer's last ten bits
are the counts. Commands are tuples, because spidev writes the answer into a list it is given.

A bus that fails is closed and opened again, at first after 0.1 s, then ever more patiently up to 2 s: a device that
vanishes (a loose ribbon, an overlay loaded anew) is used again as soon as it is back.
"""

import traceback
from contextlib import suppress
from typing import Final

from tamsk_pi.clock import NS_PER_S, Clock
from tamsk_pi.drivers.errors import DriverError, explain, explained, failures
from tamsk_pi.drivers.pins import OutputLine, Pin, Spi, open_output, open_spi
from tamsk_pi.layout import MULTIPLEXER_CHANNELS, SELECT_LINES, Layout
from tamsk_pi.perception.frames import READINGS, Frame

_Command = tuple[int, int, int]
_Step = tuple[Pin, bool, tuple[tuple[_Command, int], ...]]

_UNCONNECTED: Final = READINGS
"""Where conversions of inputs without a sensor go; cut off before the frame is made."""
_FIRST_WAIT_NS: Final = NS_PER_S // 10
_LONGEST_WAIT_NS: Final = 2 * NS_PER_S
_MOST_DOUBLED: Final = 5


def conversion_command(adc_input: int) -> _Command:
    """The three bytes that make an MCP3008 convert that input, 0 … 7, against ground."""
    return (1, (8 | adc_input) << 4, 0)


def gray_code(step: int) -> int:
    """The address at that step, 0 … 15; neighbours, and the last and first, differ in one line."""
    return step ^ (step >> 1)


class Scanner:
    """Scans the whole board; whoever opens it closes it.

    `discard_first` throws away one more conversion after each switch, for boards whose sensors settle slower than
    `settle_us`. Raises DriverError when made, and from `scan` when the bus fails or has not come back yet.
    """

    def __init__(self, layout: Layout, clock: Clock, *, discard_first: bool = False) -> None:
        self._clock = clock
        self._settle_ns = layout.multiplexers.settle_us * 1_000
        self._lines: list[OutputLine] = []
        self._adc = layout.adc
        self._spi: Spi | None = self._open_spi()
        self._failure: DriverError | None = None
        self._failures = 0
        self._again_ns = 0
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
        transfer, pause, settle_ns = self._bus().transfer, self._clock.pause_ns, self._settle_ns
        at_ns = self._clock.now_ns()
        try:
            for pin, level, conversions in self._steps:
                pin.state = level
                pause(settle_ns)
                for command, reading in conversions:
                    answer = transfer(command)
                    counts[reading] = (answer[1] & 3) << 8 | answer[2]
        except failures() as error:
            raise self._failed(explain(error, "scan of the board's sensors")) from error
        self._failures = 0
        counts.pop()
        return Frame(at_ns, tuple(counts))

    def _open_spi(self) -> Spi:
        return open_spi(self._adc.port, self._adc.device, self._adc.clock_hz)

    def _bus(self) -> Spi:
        """The bus, opened again if it has failed and the time has come; raises the failure until then."""
        if self._spi is not None:
            return self._spi
        if self._failure is not None and self._clock.now_ns() < self._again_ns:
            raise self._failure
        try:
            self._spi = self._open_spi()
        except DriverError as error:
            _let_go(error)
            raise self._failed(error) from None
        return self._spi

    def _failed(self, failure: DriverError) -> DriverError:
        """Give the bus up for a while; the failure, to be raised."""
        spi, self._spi = self._spi, None
        if spi is not None:
            with suppress(*failures()):
                spi.close()
        wait_ns = min(_LONGEST_WAIT_NS, _FIRST_WAIT_NS << self._failures)
        self._failures = min(self._failures + 1, _MOST_DOUBLED)
        self._again_ns = self._clock.now_ns() + wait_ns
        self._failure = failure
        return failure

    def close(self) -> None:
        """Release the bus and the select lines; may be called twice."""
        with explained("closing the scanner"):
            if self._spi is not None:
                self._spi.close()
            for line in self._lines:
                line.close()


def _let_go(error: BaseException | None) -> None:
    """Forget what the failed calls held: gpiozero's half-made bus would keep its pins as long as anybody has the
    error, and nobody could open the bus again."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__
