"""Reads scenario files (scenarios.md, "Format"): bytes to text, text to a checked `Scenario`."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tamsk_pi.rules.settings import SETTING_NAMES, MatchSettings, parse_setting
from tamsk_pi.scenario.errors import ScenarioError
from tamsk_pi.scenario.grammar import parse_statement
from tamsk_pi.scenario.hands import parse_manner, split_how
from tamsk_pi.scenario.statements import End, Line, Scenario
from tamsk_pi.scenario.table import Table
from tamsk_pi.scenario.words import parse_seconds_ns, suggestion

MAX_FILE_BYTES: Final = 4 * 1024 * 1024
"""About 100,000 acts, a hundred long matches: whatever is longer was not meant to be a scenario."""
MAX_LINE_CHARACTERS: Final = 1_000

_UNPRINTABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")

Numbered = tuple[int, list[str]]


def decode(data: bytes, name: str) -> str:
    """The text of a scenario file; raises ScenarioError for what is too long or not UTF-8."""
    if len(data) > MAX_FILE_BYTES:
        raise ScenarioError(name, None, f"longer than {MAX_FILE_BYTES} bytes; expected a scenario file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScenarioError(name, line, f"byte {data[error.start]:#04x} is not UTF-8; expected UTF-8 text") from None


def parse(text: str, name: str) -> Scenario:
    """The scenario of that text; `name` is the file's name in messages.

    Raises ScenarioError for the first line that cannot be read or is physically impossible.
    """
    numbered = list(_worded(text, name))
    settings = MatchSettings()
    if numbered and numbered[0][1][0] == "match":
        number, words = numbered.pop(0)
        settings = _at_line(name, number, words[1:])
    lines = tuple(_statements(numbered, settings, name))
    ends = [line.statement.at_ns for line in lines if isinstance(line.statement, End)]
    return Scenario(name, settings, lines, (ends or [line.statement.at_ns for line in lines[-1:]] or [0])[0])


def parse_settings(words: Sequence[str]) -> MatchSettings:
    """The settings that the words after `match` name; raises ValueError saying what was expected."""
    values: dict[str, Any] = {}  # each name with its own type, which parse_setting sees to
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r}: expected SETTING=VALUE")
        if key not in SETTING_NAMES:
            near = suggestion(key, SETTING_NAMES)
            raise ValueError(f"{key!r} is not a setting{near or '; known are ' + ', '.join(SETTING_NAMES)}")
        if key in values:
            raise ValueError(f"{key!r} is set twice; expected it once")
        values[key] = parse_setting(key, value)
    return MatchSettings(**values)


def _worded(text: str, name: str) -> Iterator[Numbered]:
    if len(text) > MAX_FILE_BYTES:
        raise ScenarioError(name, None, f"longer than {MAX_FILE_BYTES} characters; expected a scenario file")
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.removesuffix("\r")
        if len(line) > MAX_LINE_CHARACTERS:
            raise ScenarioError(name, number, f"expected at most {MAX_LINE_CHARACTERS} characters on a line")
        found = _UNPRINTABLE.search(line)
        if found is not None:
            raise ScenarioError(name, number, f"character {ord(found[0]):#04x} is not text; expected UTF-8 text")
        words = line.partition("#")[0].split()
        if words:
            yield number, words


def _at_line(name: str, number: int, words: Sequence[str]) -> MatchSettings:
    try:
        return parse_settings(words)
    except ValueError as error:
        raise ScenarioError(name, number, str(error)) from None


def _statements(numbered: Sequence[Numbered], settings: MatchSettings, name: str) -> Iterator[Line]:
    table = Table()
    last_ns = 0
    last_word = "0"
    for number, (first, *words) in numbered:
        try:
            if first == "match":
                raise ValueError("`match` is expected once, before the first act")
            at_ns = parse_seconds_ns(first)
            if at_ns < last_ns:
                raise ValueError(f"{first} is before {last_word}, the line above; expected times that never decrease")
            act, how = split_how(words)
            statement = parse_statement(at_ns, act, settings)
            manner = None if how is None else parse_manner(statement, how)
            table.tell(statement, manner)
        except ValueError as error:
            raise ScenarioError(name, number, str(error)) from None
        last_ns, last_word = at_ns, first
        yield Line(number, statement, manner)
