"""Records of journals, journals of records, and what a list of matches says of each."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tamsk_pi.games.deciding import Step, rulings_of
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.record import UNFINISHED, GameRecord, Tags, Told, in_order, when_ns
from tamsk_pi.journal.records import ActRecord, Header, Journal, Record, RulingRecord, WatermarkRecord, records_of
from tamsk_pi.referee.rulings import MatchEnded, MatchStarted, MoveAccepted
from tamsk_pi.rules.acts import Start


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in one line: when, who, how it went. Times in milliseconds of the match's clock."""

    date: str
    red: str
    black: str
    level: int
    result: str
    moves: int
    lasted_ms: int
    is_finished: bool
    torn_bytes: int


def record_of(journal: Journal, name: str) -> GameRecord:
    """What that journal holds, without the result; `name` is the file's in messages. Raises GameError."""
    told: list[Told] = []
    mark_ns = -1
    for record in journal.records:
        match record:
            case ActRecord(act=act):
                if when_ns(act) < 0:
                    raise GameError(
                        name, None, f"an act at {when_ns(act)} ns; expected none before the match's clock"
                    )
                told.append(Told(act, mark_ns if when_ns(act) <= mark_ns else None))
            case WatermarkRecord(at_ns=at_ns):
                mark_ns = max(mark_ns, at_ns)
            case RulingRecord():
                pass
    settings = journal.header.settings
    for start in [t.act for t in told if isinstance(t.act, Start)]:
        if start.settings != settings:
            raise GameError(name, None, "started under other settings than its header's; expected one match")
    tags = Tags(date=journal.header.started_at)
    return GameRecord(settings, in_order(told), max(mark_ns, 0), tags)


def kept_judgements(journal: Journal) -> list[dict[str, object]]:
    """The rulings that were kept, as they are compared: without their evidence."""
    return [_judged(ruling) for ruling in _rulings(journal)]


def summary_of(journal: Journal) -> Summary:
    """What a list says of that journal; read from the rulings kept in it, nothing is decided again."""
    rulings = list(_rulings(journal))
    kinds = [ruling.get("ruling") for ruling in rulings]
    settings = journal.header.settings
    ended = next((ruling for ruling in rulings if ruling.get("ruling") == MatchEnded.kind), None)
    return Summary(
        date=journal.header.started_at,
        red=settings.red,
        black=settings.black,
        level=settings.level,
        result=UNFINISHED if ended is None else _result(ended),
        moves=kinds.count(MoveAccepted.kind),
        lasted_ms=_lasted_ms(rulings),
        is_finished=ended is not None,
        torn_bytes=len(journal.torn),
    )


def journal_records(steps: Iterable[Step]) -> Iterator[Record]:
    """What the match decided so adds to a journal, below its header."""
    for one in steps:
        yield from records_of(one.cause, one.rulings)


def import_header(record: GameRecord, software_version: str, now: str) -> Header:
    """The header of an imported match, which nobody's sensors saw; `now` is its date if it has none."""
    starts = [t.act.at_ns for t in record.told if isinstance(t.act, Start)]
    return Header(
        settings=record.settings,
        origin_ns=next(iter(starts), 0),
        calibration_digest="",
        config_digest="",
        software_version=software_version,
        started_at=record.tags.date or now,
    )


def has_started(steps: Iterable[Step]) -> bool:
    """Whether a match came about at all."""
    return any(isinstance(ruling, MatchStarted) for ruling in rulings_of(steps))


def _rulings(journal: Journal) -> Iterator[dict[str, object]]:
    for record in journal.records:
        if isinstance(record, RulingRecord):
            ruling: dict[str, object] = json.loads(record.line)
            yield ruling


def _judged(ruling: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in ruling.items() if name not in ("why", "provisional")}


def _result(ended: Mapping[str, object]) -> str:
    winner, reason, red, black = (ended.get(name) for name in ("winner", "reason", "red_left", "black_left"))
    return f"{winner} {reason} {red}-{black}"


def _lasted_ms(rulings: Iterable[Mapping[str, object]]) -> int:
    instants = [at_ms for ruling in rulings if isinstance(at_ms := ruling.get("at_ms"), int)]
    return max(instants) - min(instants) if instants else 0
