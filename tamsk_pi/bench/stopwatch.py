"""Stopwatches and quantiles.

Everything is timed in processor time of this thread, so that other work on the machine is not counted; what that work
does to caches and clock remains, therefore the same is timed several times and the least of it taken.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

Result = TypeVar("Result")
PASSES: Final = 3
"""How often each thing is timed."""


def cpu_seconds(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work returns, and the processor time it took."""
    begun = time.process_time()
    result = work()
    return result, max(time.process_time() - begun, 1e-9)


def cpu_us(work: Callable[[], object]) -> float:
    """Processor time of the work in microseconds."""
    begun = time.thread_time_ns()
    work()
    return (time.thread_time_ns() - begun) / 1_000


def least(passes: Sequence[Sequence[float]]) -> list[float]:
    """Of passes over the same things, the least time of each. Raises ValueError if they differ in length."""
    return [min(times) for times in zip(*passes, strict=True)]


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
