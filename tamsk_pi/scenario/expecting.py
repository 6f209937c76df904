"""The `expect` statement: words to values and back.

Values are `null`, `true`, `false`, whole numbers, lists joined by commas, and anything else as it stands.
"""

import re
from collections.abc import Sequence
from typing import Final

from tamsk_pi.scenario.ruling_names import COMMON_KEYS, RULING_KEYS
from tamsk_pi.scenario.statements import Expect, FieldValue
from tamsk_pi.scenario.words import parse_whole, suggestion

EXPECT_USAGE: Final = "expect RULING k=v … [within MS]"
_WITHIN_MAX_MS: Final = 999_999_999
_INTEGER: Final = re.compile(r"-?\d{1,18}", re.ASCII)
_CONSTANTS: Final[dict[str, FieldValue]] = {"null": None, "true": True, "false": False}


def parse_expect(at_ns: int, words: Sequence[str]) -> Expect:
    """The expectation that the words after `expect` state; raises ValueError saying what was expected."""
    if not words:
        raise ValueError(f"a ruling is missing; expected {EXPECT_USAGE}")
    ruling, *rest = words
    if ruling not in RULING_KEYS:
        near = suggestion(ruling, RULING_KEYS)
        raise ValueError(f"{ruling!r} is not a ruling{near or '; known are ' + ', '.join(RULING_KEYS)}")
    within_ms: int | None = None
    if "within" in rest:
        *rest, keyword, limit = rest if rest[-1] != "within" else (*rest, "")
        if keyword != "within":
            raise ValueError("`within MS` is expected at the end of the line")
        within_ms = parse_whole(limit, "a distance in milliseconds", _WITHIN_MAX_MS)
    return Expect(at_ns, ruling, tuple(_fields(ruling, rest)), within_ms)


def _fields(ruling: str, words: Sequence[str]) -> list[tuple[str, FieldValue]]:
    found: dict[str, FieldValue] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r}: expected KEY=VALUE")
        known = (*RULING_KEYS[ruling], *COMMON_KEYS)
        if key not in known:
            near = suggestion(key, known)
            raise ValueError(f"{ruling} has no key {key!r}{near or '; it has ' + ', '.join(known)}")
        if key in found:
            raise ValueError(f"{key!r} is named twice; expected it once")
        found[key] = parse_value(value)
    return list(found.items())


def parse_value(text: str) -> FieldValue:
    """The value of one field of an expectation."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return tuple(text.split(",")) if "," in text else text


def write_value(value: FieldValue) -> str:
    """The value as `parse_value` reads it."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case tuple():
            return ",".join(value)
        case _:
            return str(value)


def write_expect(expect: Expect) -> str:
    """The expectation as `parse_expect` reads it."""
    fields = [f"{key}={write_value(value)}" for key, value in expect.fields]
    within = [] if expect.within_ms is None else ["within", str(expect.within_ms)]
    return " ".join(["expect", expect.ruling, *fields, *within])
