"""Matches kept and decided again by the referee, whole or torn anywhere; the command that does so."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from journal_samples import HEADER

from tamsk_pi.cli import main
from tamsk_pi.journal.codec import encode_line, parse_journal
from tamsk_pi.journal.errors import JournalDifferenceError
from tamsk_pi.journal.records import ActRecord, Journal, Record, RulingRecord, WatermarkRecord, records_of
from tamsk_pi.journal.replay import replay, resume
from tamsk_pi.journal.store import JournalWriter, read_journal, repair
from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.rules.acts import Act, Answer, Flip, Lift, Place, Release, Ring, Say, Setup, Start, TurnTimer
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings

MS = 1_000_000


def move(at_ms: int, hourglass: Hourglass, cell: str) -> tuple[Act, ...]:
    to = parse_cell(cell)
    return (
        Lift(at_ms * MS, hourglass),
        Flip((at_ms + 200) * MS, hourglass),
        Place((at_ms + 400) * MS, hourglass, to),
        Release((at_ms + 500) * MS, hourglass),
        Ring((at_ms + 900) * MS, to),
    )


ACTS: tuple[Act, ...] = (
    Setup(0, HOME, (0,) * 37),
    Start(1_000 * MS, MatchSettings(red="Zoë")),
    *move(2_000, Hourglass.RED1, "A2"),
    TurnTimer(3_500 * MS),
    *move(4_000, Hourglass.BLACK1, "E1"),
    Lift(6_000 * MS, Hourglass.BLACK2),
    Place(6_500 * MS, Hourglass.BLACK2, parse_cell("G3")),
    Release(6_600 * MS, Hourglass.BLACK2),
    Say(9_000 * MS, Answer.RESIGN, player=Player.RED),
)
"""A short match with everything in it that makes rulings: moves, rings, the timer, a refusal, an end."""


def kept_match(acts: Sequence[Act], settings: MatchSettings) -> tuple[Record, ...]:
    """The match as a daemon keeps it: each act when it is known, a watermark 300 ms behind it."""
    state, records = RefereeState.initial(settings), list[Record]()
    for act in acts:
        for cause in (ActRecord(act), WatermarkRecord(act.at_ns + 300 * MS)):
            state, rulings = step(state, act if isinstance(cause, ActRecord) else Watermark(cause.at_ns))
            records.extend(records_of(cause, rulings))
    return tuple(records)


def kept_in(path: Path, records: Sequence[Record]) -> Path:
    with JournalWriter.create(path, HEADER) as writer:
        writer.append(records)
    return path


MATCH = kept_match(ACTS, HEADER.settings)
RULINGS = tuple(record for record in MATCH if isinstance(record, RulingRecord))


def test_match_has_rulings_of_many_kinds_and_an_end() -> None:
    text = "\n".join(record.line for record in RULINGS)
    for kind in ("match-started", "move-accepted", "ring-accepted", "timer-started", "act-refused", "match-ended"):
        assert f'"ruling":"{kind}"' in text


def test_kept_match_is_decided_again_byte_for_byte(tmp_path: Path) -> None:
    result = replay(read_journal(kept_in(tmp_path / "a.journal", MATCH)))
    assert result.difference is None
    assert tuple(map(RulingRecord.of, result.rulings)) == RULINGS


def test_sand_that_ran_before_the_start_is_decided_with_the_settings_of_the_header() -> None:
    short = MatchSettings(sand_ms=5_000)
    acts = (Setup(0, HOME, (0,) * 37), Flip(1_000 * MS, Hourglass.RED1), Start(10_000 * MS, short))
    records = kept_match(acts, short)
    result = replay(Journal(replace(HEADER, settings=short), records))
    assert result.difference is None
    assert [ruling.kind for ruling in result.rulings] == ["match-started", "turn-started"]
    assert replay(Journal(HEADER, records)).difference is not None


def test_match_torn_at_any_byte_goes_on_to_the_same_end() -> None:
    whole = encode_line(HEADER) + b"".join(map(encode_line, MATCH))
    header = len(encode_line(HEADER))
    for size in range(header, len(whole), 97):
        journal = parse_journal("x", whole[:size])
        state, rulings = resume(journal)
        assert tuple(map(RulingRecord.of, rulings)) == RULINGS[: len(rulings)]
        for record in MATCH[len(journal.records) :]:
            match record:
                case ActRecord(act):
                    state, more = step(state, act)
                case WatermarkRecord(at_ns):
                    state, more = step(state, Watermark(at_ns))
                case RulingRecord():
                    continue
            rulings = (*rulings, *more)
        assert tuple(map(RulingRecord.of, rulings)) == RULINGS


def test_rulings_torn_off_behind_their_watermark_are_kept_when_the_match_goes_on(tmp_path: Path) -> None:
    end = next(i for i, record in enumerate(MATCH) if record == RULINGS[0])
    path = kept_in(tmp_path / "a.journal", MATCH[:end])
    with path.open("ab") as file:
        file.write(encode_line(RULINGS[0])[:-4])
    journal = read_journal(path)
    repair(path)
    _, rulings = resume(journal)
    torn = rulings[journal.ruling_count :]
    with JournalWriter.reopen(path) as writer:
        writer.append(RulingRecord.of(ruling) for ruling in torn)
    again = replay(read_journal(path))
    assert (again.difference, again.unkept) == (None, ())
    assert RulingRecord.of(torn[0]) == RULINGS[0]


def test_match_that_is_decided_otherwise_does_not_go_on() -> None:
    journal = Journal(replace(HEADER, rules_version=0), tuple(record for record in MATCH if record != RULINGS[2]))
    with pytest.raises(
        JournalDifferenceError, match=r"line \d+\n(.|\n)*rules version 0, decided with rules version 3"
    ):
        resume(journal)


def test_command_says_in_one_line_that_all_is_identical(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept_in(tmp_path / "a.journal", MATCH)
    assert main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    counts = f"{len(RULINGS)} rulings from {len(ACTS)} acts and {len(ACTS)} watermarks"
    assert (out, err) == (f"{path}: identical; {counts}; the match ended\n", "")


def test_command_explains_every_ruling_before_its_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept_in(tmp_path / "a.journal", MATCH)
    assert main(["replay", str(path), "--explain"]) == 0
    *lines, summary = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.endswith("]")]) == len(RULINGS)
    assert lines[1].strip().startswith("Rests on: said at ")
    assert summary.startswith(f"{path}: identical; {len(RULINGS)} rulings")


def test_command_says_what_is_torn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept_in(tmp_path / "a.journal", MATCH)
    path.write_bytes(path.read_bytes()[:-3])
    assert main(["replay", str(path)]) == 0
    torn = len(encode_line(MATCH[-1])) - 3
    out = capsys.readouterr().out
    assert f"the match has not ended; 1 ruling torn off at its end; {torn} torn bytes at its end left out\n" in out


def test_command_shows_the_first_difference_with_both_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = RULINGS[2].line.replace('"rule":"G1.2"', '"rule":"G1.3"').replace('"player":"red"', '"player":"black"')
    wrong = replace(RULINGS[2], line=line)
    path = kept_in(tmp_path / "a.journal", [wrong if record == RULINGS[2] else record for record in MATCH])
    assert main(["replay", str(path)]) == 1
    out = capsys.readouterr().out
    number = MATCH.index(RULINGS[2]) + 2
    assert out == (f"{path}: first difference at line {number}\n  kept:    {line}\n  decided: {RULINGS[2].line}\n")
    assert path.read_text(encoding="ascii").splitlines()[number - 1].endswith(f'"record":"ruling","ruling":{line}}}')


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "No such file"),
        (b"", "its first line is not whole"),
        (b"x" + encode_line(HEADER) * 2, "line 1, byte 0"),
    ],
)
def test_command_says_why_a_journal_cannot_be_read(
    data: bytes | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.journal"
    if data is not None:
        path.write_bytes(data)
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"tamsk-pi: {path}: ")
    assert message in err
