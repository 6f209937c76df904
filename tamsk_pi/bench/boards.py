"""How fast the boards are that the daemon is made for: estimated, not measured.

No board was at hand. What is known is how long one and the same loop of plain Python takes on them, published by
others; that loop is timed here, and every figure that processor time decides is scaled by the ratio.

The loop is that of https://github.com/alexdedyura/cpu-benchmark: 10,000 times, 999 powers of two times a constant and
twice 9,999 divisions, at the level of a module. Published:

    Raspberry Pi 4            79.2 s    its README, Ubuntu 22.04
    Raspberry Pi 3 B+        245   s    its issue 20, Python 3.11.2
    Neoverse N1, 3.0 GHz      35.4 s    its README; nearly the Cortex-A76 of a Pi 5

Worked out: a Zero 2 W is a 3 B+ at 1.0 instead of 1.4 GHz, a Pi 5 a Neoverse N1 at 2.4 instead of 3.0 GHz. Others say
how far that may be off: by 7-zip on one core a Pi 4 is 1.7 times a 3 B+, here 3.1 (ThomasKaiser/sbc-bench, Sorted
results); by sysbench a Pi 5 is 1.85 times a Pi 4, here 1.8 (leoncode.co.uk/articles/raspberry-pi-benchmarks). So the
two small boards may be up to twice as fast as is said here, and all may be 30 % off either way: versions of Python
differ, too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tamsk_pi.bench.stopwatch import cpu_us

_ROUNDS: Final = 10_000
_TIMED_ROUNDS: Final = 10
_PASSES: Final = 12
_LOOP: Final = f"""
for _ in range({_TIMED_ROUNDS}):
    for x in range(1, 1_000):
        3.141592 * 2**x
    for x in range(1, 10_000):
        float(x) / 3.141592
    for x in range(1, 10_000):
        float(3.141592) / x
"""


@dataclass(frozen=True, slots=True)
class Board:
    """A board, and the seconds that the loop takes on one of its cores."""

    name: str
    core: str
    loop_s: float


PI_4_S: Final = 79.2
PI_3_S: Final = 245.0
N1_S: Final = 35.4

BOARDS: Final = (
    Board("Zero 2 W", "Cortex-A53, 1.0 GHz", PI_3_S * 1.4 / 1.0),
    Board("Pi 3 B+", "Cortex-A53, 1.4 GHz", PI_3_S),
    Board("Pi 4", "Cortex-A72, 1.5 GHz", PI_4_S),
    Board("Pi 5", "Cortex-A76, 2.4 GHz", N1_S * 3.0 / 2.4),
)

SCALED: Final = (
    "frame_idle_us",
    "frame_busy_median_us",
    "frame_busy_p99_us",
    "decode_unknown_board_ms",
    "scan_overhead_us_per_conversion",
    "scan_100hz_core_percent",
    "daemon_core_percent",
)
"""The figures that are processor time, and grow with the board's slowness."""


def measure_loop() -> dict[str, float]:
    """The loop, timed here in shares and taken for the whole: the least of several."""
    code = compile(_LOOP, "the loop of published figures", "exec")
    least_us = min(cpu_us(lambda: exec(code, {})) for _ in range(_PASSES))
    return {"reference_loop_s": least_us / 1e6 * _ROUNDS / _TIMED_ROUNDS}


def factor(board: Board, figures: Mapping[str, float]) -> float:
    """How many times as long that board takes as this machine does. Raises KeyError where the loop was not timed."""
    return board.loop_s / figures["reference_loop_s"]


def estimates(figures: Mapping[str, float]) -> dict[str, dict[str, float]]:
    """By board, its factor and every figure that scales with it, as `SCALED` names them."""
    return {
        board.name: {"factor": times} | {key: figures[key] * times for key in SCALED}
        for board in BOARDS
        for times in (factor(board, figures),)
    }
