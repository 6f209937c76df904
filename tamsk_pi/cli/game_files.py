"""Finds and reads the matches that `tamsk-pi games` is asked for: by their ID in the directory, or by a file."""

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tamsk_pi.cli.errors import CommandError
from tamsk_pi.games.deciding import judgements
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.headers import HEADER
from tamsk_pi.games.journals import kept_judgements, record_of
from tamsk_pi.games.reader import COMMENT, MAX_TEXT, REMARK, parse_game
from tamsk_pi.games.record import GameRecord
from tamsk_pi.games.scenarios import record_of_scenario
from tamsk_pi.games.sgf import parse_sgf
from tamsk_pi.games.writer import format_game
from tamsk_pi.journal.codec import parse_journal
from tamsk_pi.journal.records import Header, Record
from tamsk_pi.journal.store import SUFFIX, JournalWriter
from tamsk_pi.scenario.reader import decode, parse

IMPORTED: Final = "imported"
"""Imported matches have a directory of their own below that of the played ones: the board goes on with none."""
WRITTEN_SUFFIX: Final = ".game"
"""Beside an imported journal: its record, for what a journal has no place for."""

_NUMBERED: Final = re.compile(r"(match|imported)-(\d+)-")
_JOURNAL: Final = re.compile(rb"[0-9a-f]{8} \{")
_SGF: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\(\s*;")
_LETTER: Final = {"match": "", IMPORTED: "i"}


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A match that was read; `notes` are what people should know of it."""

    name: str
    record: GameRecord
    notes: tuple[str, ...] = ()


def journal_paths(directory: Path) -> list[Path]:
    """The journals of the matches played there, then of those imported."""
    return sorted(directory.glob(f"*{SUFFIX}")) + sorted((directory / IMPORTED).glob(f"*{SUFFIX}"))


def match_id(path: Path) -> str:
    """The match's ID: its number, with an i in front if it was imported; else the whole name."""
    found = _NUMBERED.match(path.name)
    return path.stem if found is None else f"{_LETTER[found[1]]}{int(found[2])}"


def read_match(word: str, directory: Path) -> FoundGame:
    """The match that the word names: a file, `-` for standard input, or an ID.

    Raises CommandError, JournalError, GameError, ScenarioError.
    """
    if word == "-":
        return _parsed(sys.stdin.buffer.read(MAX_TEXT + 1), "<stdin>", None)
    path = Path(word)
    if not path.is_file():
        path = _find(word, directory)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}; expected a match") from error
    return _parsed(data, str(path), path)


def keep_imported(directory: Path, header: Header, records: list[Record], record: GameRecord) -> Path:
    """Writes a new journal, and the record beside it; nothing is ever overwritten. Raises JournalStorageError."""
    home = directory / IMPORTED
    numbers = [int(m[2]) for path in home.glob(f"*{SUFFIX}") if (m := _NUMBERED.match(path.name))]
    date = re.sub(r"[^0-9A-Za-z]", "", header.started_at)[:16] or "undated"
    path = home / f"{IMPORTED}-{max(numbers, default=0) + 1:06d}-{date}{SUFFIX}"
    text = format_game(record)
    with JournalWriter.create(path, header) as writer:
        try:
            writer.append(records)
        except OSError:
            path.unlink()
            raise
    with path.with_suffix(WRITTEN_SUFFIX).open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def _find(word: str, directory: Path) -> Path:
    paths = journal_paths(directory)
    same = [path for path in paths if word.lstrip("0") == match_id(path) or word == path.stem]
    found = same or [path for path in paths if word and path.stem.startswith(word)]
    if len(found) > 1:
        names = ", ".join(path.stem for path in found[:4])
        raise CommandError(f"{word!r} could be {names}{' …' if len(found) > 4 else ''}; give more of the name")
    if not found:
        raise CommandError(
            f"{word!r} is neither a file nor the ID of a match in {directory}; `tamsk-pi games list` shows them"
        )
    return found[0]


def _parsed(data: bytes, name: str, path: Path | None) -> FoundGame:
    if _JOURNAL.match(data) or (path is not None and path.suffix == SUFFIX):
        return _of_journal(data, name, path)
    if _SGF.match(data):
        game = parse_sgf(data, name)
        return FoundGame(name, game.record, tuple(f"left out: {what}" for what in game.left_out))
    text = decode(data, name)
    if _has_headers(text):
        return FoundGame(name, parse_game(text, name))
    return FoundGame(name, record_of_scenario(parse(text, name)))


def _of_journal(data: bytes, name: str, path: Path | None) -> FoundGame:
    journal = parse_journal(name, data)
    record = record_of(journal, name)
    kept = kept_judgements(journal)
    notes = []
    if judgements(record)[: len(kept)] != kept:
        notes.append(f"the referee rules otherwise now than was kept; `tamsk-pi replay {name}` says where")
    if journal.torn:
        notes.append(f"{len(journal.torn)} torn bytes at its end were left out")
    return FoundGame(name, _with_written(record, path), tuple(notes))


def _with_written(record: GameRecord, path: Path | None) -> GameRecord:
    """With tags and comments of the record beside an imported journal, if that is still of the same match."""
    beside = None if path is None else path.with_suffix(WRITTEN_SUFFIX)
    if beside is None or not beside.is_file():
        return record
    try:
        written = parse_game(decode(beside.read_bytes(), str(beside)), str(beside))
    except GameError:
        return record
    is_same = (written.settings, written.told) == (record.settings, record.told)
    return replace(record, tags=written.tags, comments=written.comments) if is_same else record


def _has_headers(text: str) -> bool:
    lines = (line.strip() for line in text.removeprefix("\ufeff").split("\n"))
    first = next((line for line in lines if line and not line.startswith((COMMENT, REMARK))), "")
    return HEADER.fullmatch(first) is not None
