"""An MCP3008 on the bytes of its bus (DS21295D, section 5 and figure 6-1).

    in   0 0 0 0 0 0 0 1 │ SGL D2 D1 D0 x x x x │ x x x x x x x x
    out  - - - - - - - - │ -   -  -  -  - 0 9 8 │ 7 6 5 4 3 2 1 0

The start bit may come anywhere; after the answer the chip shifts the same bits out again, lowest first.
"""

from collections.abc import Callable, Sequence
from typing import Final

from tamsk_pi.clock import Clock, VirtualClock
from tamsk_pi.simulator.chips.multiplexers import Multiplexers

BITS: Final = 10
_SINGLE_ENDED: Final = 0x80


class Mcp3008:
    """The chip between the multiplexers and the bus.

    On a virtual clock every transfer takes its time on the wire, `call_overhead_ns` more for the driver's part of it;
    on the system's clock it takes what it takes.
    """

    def __init__(self, multiplexers: Multiplexers, clock: Clock, call_overhead_ns: int = 0) -> None:
        self._convert = multiplexers.convert
        self._pause: Callable[[int], None] | None = clock.pause_ns if isinstance(clock, VirtualClock) else None
        self._call_overhead_ns = call_overhead_ns
        self._conversion_ns = 0
        self._byte_ns = 0
        self.set_clock(500_000)

    def set_clock(self, clock_hz: int) -> None:
        """The bus is clocked at that rate from now on."""
        self._byte_ns = 8_000_000_000 // clock_hz
        self._conversion_ns = 24_000_000_000 // clock_hz + self._call_overhead_ns

    def exchange(self, sent: Sequence[int]) -> tuple[int, ...]:
        """What the chip answers to the bytes of one transfer, as many as were sent."""
        if len(sent) == 3:
            start, control, _ = sent
            if start == 1 and control & _SINGLE_ENDED:
                counts = self._convert(control >> 4 & 7)
                if self._pause is not None:
                    self._pause(self._conversion_ns)
                return (0, counts >> 8, counts & 0xFF)
        answer = self._answer_bits([byte >> i & 1 for byte in sent for i in range(7, -1, -1)])
        if self._pause is not None:
            self._pause(self._byte_ns * len(sent) + self._call_overhead_ns)
        return tuple(
            sum(bit << 7 - i for i, bit in enumerate(answer[at : at + 8])) for at in range(0, len(answer), 8)
        )

    def _answer_bits(self, sent: list[int]) -> list[int]:
        answer = [0] * len(sent)
        if 1 not in sent or (start := sent.index(1)) + 4 >= len(sent):
            return answer
        single_ended, d2, d1, d0 = sent[start + 1 : start + 5]
        counts = self._sample(bool(single_ended), d2 << 2 | d1 << 1 | d0)
        highest_first = [counts >> i & 1 for i in range(BITS - 1, -1, -1)]
        shifted = [0, 0, *highest_first, *highest_first[-2::-1]]
        for i, bit in enumerate(shifted, start + 5):
            if i < len(answer):
                answer[i] = bit
        return answer

    def _sample(self, single_ended: bool, channel: int) -> int:
        if single_ended:
            return self._convert(channel)
        return max(0, self._convert(channel) - self._convert(channel ^ 1))
