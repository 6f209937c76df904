"""The list of matches that `tamsk-pi games list` prints."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tamsk_pi.cli.game_files import match_id
from tamsk_pi.games.journals import Summary, summary_of
from tamsk_pi.journal.errors import JournalError
from tamsk_pi.journal.store import read_journal

_COLUMNS: Final = ("ID", "DATE", "RED", "BLACK", "LEVEL", "RESULT", "MOVES", "LASTED", "STATE")
_WIDTH: Final = 20


@dataclass(frozen=True, slots=True)
class Listed:
    """A journal in the list: what is in it, or what is wrong with it."""

    path: Path
    summary: Summary | None
    error: str = ""


def listed(path: Path) -> Listed:
    """The journal of that file for the list; damage is told there, not raised."""
    try:
        return Listed(path, summary_of(read_journal(path)))
    except JournalError as error:
        return Listed(path, None, str(error))


def json_lines(matches: Sequence[Listed]) -> Iterator[str]:
    """A JSON object a match; one that cannot be read has `error`."""
    for match in matches:
        value = {"error": match.error} if match.summary is None else asdict(match.summary)
        value |= {"id": match_id(match.path), "file": str(match.path)}
        yield json.dumps(value, sort_keys=True, separators=(",", ":"))


def table_lines(matches: Sequence[Listed]) -> Iterator[str]:
    """A table with a line for each match; empty without any."""
    if not matches:
        return
    cells = [_cells(match.path, match.summary) for match in matches if match.summary is not None]
    widths = [max(map(len, column)) for column in zip(_COLUMNS, *cells, strict=True)]
    widths[0] = max(widths[0], *(len(match_id(match.path)) for match in matches))
    yield _row(_COLUMNS, widths)
    for match in matches:
        if match.summary is None:
            yield f"{match_id(match.path):<{widths[0]}}  damaged: {' '.join(match.error.split())}"
        else:
            yield _row(_cells(match.path, match.summary), widths)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def _cells(path: Path, summary: Summary) -> tuple[str, ...]:
    minutes, seconds = divmod(summary.lasted_ms // 1_000, 60)
    return (
        match_id(path),
        _short(summary.date),
        _short(summary.red),
        _short(summary.black),
        str(summary.level),
        summary.result,
        str(summary.moves),
        f"{minutes}:{seconds:02d}",
        _state(summary),
    )


def _short(text: str) -> str:
    plain = text if text.isprintable() else ascii(text)
    return plain if len(plain) <= _WIDTH else f"{plain[: _WIDTH - 1]}…"


def _state(summary: Summary) -> str:
    state = "finished" if summary.is_finished else "unfinished"
    return f"{state}, torn: {summary.torn_bytes} bytes" if summary.torn_bytes else state
