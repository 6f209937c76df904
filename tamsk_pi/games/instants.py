"""Instants in a game record: seconds of the match's clock, with as many decimals as they need, nine at most."""

import re
from typing import Final

NS_PER_S: Final = 1_000_000_000
DECIMALS: Final = 9

_SECONDS: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?", re.ASCII)


def parse_instant(word: str) -> int:
    """The instant in nanoseconds; raises ValueError saying what was expected."""
    found = _SECONDS.fullmatch(word)
    if found is None:
        raise ValueError(f"{word!r} is not a time; expected seconds such as 12.6")
    return int(found[1]) * NS_PER_S + int((found[2] or "").ljust(DECIMALS, "0"))


def is_instant(word: str) -> bool:
    """Whether the word can be read as an instant."""
    return _SECONDS.fullmatch(word) is not None


def format_instant(at_ns: int) -> str:
    """Seconds with one decimal at least; raises ValueError before 0."""
    if at_ns < 0:
        raise ValueError(f"{at_ns} ns is before the match's clock began; expected 0 or more")
    whole, rest = divmod(at_ns, NS_PER_S)
    return f"{whole}.{f'{rest:09d}'.rstrip('0') or '0'}"
