"""The lines above the moves: `Name: value`, tags and settings, both to and from.

A value stands as it is up to the end of its line; one that could not be read back so (blanks at its ends, line
breaks, a quote in front) is written as a JSON string. Settings that are not named have their defaults.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final

from tamsk_pi.games.record import Tags
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.rules.settings import MEASURED_NAMES, SETTING_NAMES, MatchSettings, parse_setting
from tamsk_pi.scenario.words import parse_whole, suggestion

HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]*):(?:\s+(.*?))?\s*")
"""A header line: its name and its value."""

_PLAYERS: Final = ("red", "black")
_TAGS: Final = tuple(field.name for field in fields(Tags))
_NAMES: Final = (*_PLAYERS, *_TAGS, *SETTING_NAMES, *MEASURED_NAMES)
_CAPITALISED: Final = (*_PLAYERS, *_TAGS, "level", "penalty", "start", "holders")
_PLAIN: Final = re.compile(r'[^\s"\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?')
_LINE_BREAKS: Final = frozenset("\x85\u2028\u2029")
_LONGEST_MS: Final = 999_999_999
_COUNTED: Final = {1: "the neutral timer's pair of running times", len(HOURGLASSES): "six running times"}


@dataclass(frozen=True, slots=True)
class Header:
    """A header line's name, in lower case, and its value; `where` is the line, or the node of an SGF tree."""

    where: int | str
    name: str
    value: str


class HeaderError(ValueError):
    """A header that cannot be read; `header` is the one."""

    def __init__(self, header: Header, text: str) -> None:
        super().__init__(text)
        self.header = header


def parse_header(where: int | str, line: str) -> Header | None:
    """The header on that line, None if it is none."""
    found = HEADER.fullmatch(line)
    return None if found is None else Header(where, found[1].lower(), found[2] or "")


def parse_headers(headers: Iterable[Header]) -> tuple[MatchSettings, Tags]:
    """The settings and the tags; raises HeaderError."""
    settings: dict[str, Any] = {}  # each name with its own type, which parse_setting sees to
    tags: dict[str, str] = {}
    for header in headers:
        try:
            if header.name in settings or header.name in tags:
                raise ValueError(f"{header.name!r} is said twice; expected it once")
            if header.name in _TAGS:
                tags[header.name] = _text(header.value)
            else:
                settings[header.name] = _setting(header.name, header.value)
        except ValueError as error:
            raise HeaderError(header, str(error)) from None
    return MatchSettings(**settings), Tags(**tags)


def header_lines(settings: MatchSettings, tags: Tags) -> Iterator[str]:
    """The lines that say these: players and level always, all else where it is said or is not the default."""
    default = MatchSettings()
    for name in (*_PLAYERS, *_TAGS):
        value = getattr(settings if name in _PLAYERS else tags, name)
        if value or name in _PLAYERS:
            yield f"{_written(name)}: {quoted(value)}"
    for name in (*SETTING_NAMES, *MEASURED_NAMES):
        value = getattr(settings, name)
        if name == "level" or value != getattr(default, name):
            yield f"{_written(name)}: {_setting_text(name, value)}"


def _setting(name: str, value: str) -> object:
    if name in _PLAYERS:
        return _text(value)
    if name in MEASURED_NAMES:
        return _measured(name, value.split())
    if name not in SETTING_NAMES:
        near = suggestion(name, _NAMES)
        raise ValueError(f"{name!r} is not known here{near or '; expected ' + ', '.join(map(_written, _NAMES))}")
    return parse_setting(name, value)


def _measured(name: str, words: Sequence[str]) -> tuple[tuple[int, int], ...] | tuple[int, ...]:
    match name:
        case "end_ms":
            return _ends(words)
        case "end_uncertainty_ms":
            return _ends(words, least_ms=0)
        case "timer_end_ms":
            return _ends(words, 1)[0] if words else ()
        case _:
            return _ends_down(words)


def _ends_down(words: Sequence[str]) -> tuple[int, ...]:
    if len(words) not in (0, len(HOURGLASSES) + 1) or any(word not in ("A", "B") for word in words):
        raise ValueError(
            f"{' '.join(words)!r}: expected A or B seven times, the end that was down first, red1 … neutral timer"
        )
    return tuple("AB".index(word) for word in words)


def _ends(words: Sequence[str], count: int = len(HOURGLASSES), least_ms: int = 1) -> tuple[tuple[int, int], ...]:
    pairs = [word.split("/") for word in words]
    if len(pairs) not in (0, count) or any(len(pair) != 2 for pair in pairs):
        raise ValueError(
            f"{' '.join(words)!r}: expected {_COUNTED[count]} in milliseconds, end A/end B, red1 … black3"
        )
    times = [[parse_whole(ms, "a running time in milliseconds", _LONGEST_MS) for ms in pair] for pair in pairs]
    if any(ms < least_ms for pair in times for ms in pair):
        raise ValueError("a running time of 0; expected at least 1 millisecond")
    return tuple((a, b) for a, b in times)


def _setting_text(name: str, value: object) -> str:
    if isinstance(value, tuple):
        if name == "ends_down":
            return " ".join("AB"[end] for end in value)
        pairs = [value] if name == "timer_end_ms" and value else value
        return " ".join(f"{a}/{b}" for a, b in pairs)
    plain = value.value if isinstance(value, Enum) else value
    return str(plain).lower()


def _written(name: str) -> str:
    return name.capitalize() if name in _CAPITALISED else name


def _text(value: str) -> str:
    if not value.startswith('"'):
        return value
    try:
        text: object = json.loads(value)
    except ValueError:
        raise ValueError(f"{value}: expected text, or a JSON string in quotes") from None
    if not isinstance(text, str):
        raise ValueError(f"{value}: expected one JSON string")
    return text


def quoted(text: str) -> str:
    """The text as a header's value: itself where it can be read back so, else a JSON string."""
    is_plain = _PLAIN.fullmatch(text) is not None and _LINE_BREAKS.isdisjoint(text) and text.isprintable()
    return text if is_plain else json.dumps(text)
