"""The words of a scenario line: instants, durations, numbers; and which known word was probably meant.

All raise ValueError saying what was expected.
"""

import difflib
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

NS_PER_MS: Final = 1_000_000

_SECONDS: Final = re.compile(r"(\d{1,6})(?:\.(\d{1,3}))?", re.ASCII)
_DECIMAL: Final = re.compile(r"-?\d{1,9}(?:\.\d{1,40})?", re.ASCII)
_WHOLE: Final = re.compile(r"\d{1,9}", re.ASCII)


def parse_seconds_ns(word: str) -> int:
    """Seconds with up to three decimals, 0 … 999999.999, as nanoseconds."""
    found = _SECONDS.fullmatch(word)
    if found is None:
        raise ValueError(f"{word!r} is not a time; expected seconds such as 2.600, at most 999999.999")
    whole, decimals = found[1], (found[2] or "").ljust(3, "0")
    return (int(whole) * 1_000 + int(decimals)) * NS_PER_MS


def format_seconds(at_ns: int) -> str:
    """Seconds with three decimals; raises ValueError for what is not a whole number of milliseconds."""
    if at_ns % NS_PER_MS:
        raise ValueError(f"{at_ns} ns is not a whole number of milliseconds; expected one")
    return f"{at_ns // (1_000 * NS_PER_MS)}.{at_ns // NS_PER_MS % 1_000:03d}"


def format_number(value: float) -> str:
    """A number as `parse_number` reads it: decimals as needed, no exponent."""
    return format(Decimal(repr(value)), "f").removesuffix(".0")


def parse_number(word: str, what: str, low: float, high: float) -> float:
    """A decimal number from `low` to `high`, both included; `what` names it in the message."""
    if _DECIMAL.fullmatch(word) is None or not low <= float(word) <= high:
        raise ValueError(f"{word!r} is not {what}; expected a number from {low:g} to {high:g}")
    return float(word)


def parse_whole(word: str, what: str, high: int) -> int:
    """A whole number from 0 to `high`; `what` names it in the message."""
    if _WHOLE.fullmatch(word) is None or int(word) > high:
        raise ValueError(f"{word!r} is not {what}; expected a whole number from 0 to {high}")
    return int(word)


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` for the nearest known word, empty when none is near."""
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else ""
