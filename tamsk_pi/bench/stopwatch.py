"""Stopwatches and quantiles."""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

Result = TypeVar("Result")


def cpu_seconds(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work returns, and the processor time it took."""
    begun = time.process_time()
    result = work()
    return result, max(time.process_time() - begun, 1e-9)


def wall_us(work: Callable[[], object]) -> float:
    """Wall time of the work in microseconds."""
    begun = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - begun) / 1_000


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
