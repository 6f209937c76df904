"""Writes a match as the text that `reader.parse_game` reads back to the same record (docs/notation.md)."""

from collections.abc import Sequence
from typing import Final

from tamsk_pi.games.deciding import Step
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.headers import header_lines
from tamsk_pi.games.lines import LineKind, TextLine, match_lines
from tamsk_pi.games.reader import COMMENT, REMARK, parse_game
from tamsk_pi.games.record import GameRecord
from tamsk_pi.rules.acts import Setup, Start

_INDENT: Final = "   "


def format_game(record: GameRecord, steps: Sequence[Step] = ()) -> str:
    """The record as text; with the referee's `steps` moves are numbered and what he said stands below them.

    Raises GameError for what has no words, such as an instant before 0.
    """
    if not any(isinstance(told.act, Setup | Start) for told in record.told):
        raise GameError("", None, "the match is never started; expected a start")
    return _text(record, steps, has_times=not is_untimed(record))


def is_untimed(record: GameRecord) -> bool:
    """Whether the times are those that are made up where none are written (level 1), so that they can be left out."""
    if record.settings.has_sand:
        return False
    try:
        again = parse_game(_text(record, (), has_times=False), "")
    except GameError:
        return False
    return again.told == record.told and again.until_ns == record.until_ns


def _text(record: GameRecord, steps: Sequence[Step], *, has_times: bool) -> str:
    try:
        above = list(header_lines(record.settings, record.tags))
        below = [_line(line) for line in match_lines(record, steps, has_times=has_times)]
    except ValueError as error:
        raise GameError("", None, str(error)) from None
    return "\n".join([*above, "", *below]) + "\n"


def _line(line: TextLine) -> str:
    match line.kind:
        case LineKind.MOVE:
            return line.text if line.number is not None else _INDENT + line.text
        case LineKind.ACT:
            return _INDENT + line.text
        case LineKind.COMMENT:
            return f"{_INDENT}{COMMENT} {line.text}"
        case LineKind.REMARK:
            return f"{_INDENT}{REMARK} {line.text}"
