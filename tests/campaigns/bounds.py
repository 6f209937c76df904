"""How sure a measured rate is."""

import math
from typing import Final

CONFIDENCE: Final = 0.95


def upper_bound(found: int, tried: int) -> float:
    """The rate that is not exceeded with 95 % confidence (Clopper and Pearson, one-sided).

    Where none was found it is about 3 / tried.
    """
    if found >= tried:
        return 1.0
    low, high = found / tried, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(found, tried, middle) > 1 - CONFIDENCE else (low, middle)
    return high


def _at_most(found: int, tried: int, rate: float) -> float:
    """The chance of finding so few at that rate."""
    if rate >= 1:
        return 0.0
    log_choose, total = 0.0, 0.0
    for k in range(found + 1):
        if k:
            log_choose += math.log(tried - k + 1) - math.log(k)
        total += (
            math.exp(log_choose + k * math.log(rate) + (tried - k) * math.log1p(-rate)) if rate else float(k == 0)
        )
    return total
