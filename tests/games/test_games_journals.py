"""Records of journals, and journals of records."""

from dataclasses import replace

import pytest
from game_samples import MATCH, record_in

from tamsk_pi.games.deciding import agrees, before_ply, decided, judgements, result_of, rulings_of
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.journals import import_header, journal_records, kept_judgements, record_of, summary_of
from tamsk_pi.games.reader import parse_game
from tamsk_pi.games.record import GameRecord, Tags
from tamsk_pi.games.writer import format_game
from tamsk_pi.journal.codec import encode_line, parse_journal
from tamsk_pi.journal.records import ActRecord, Journal
from tamsk_pi.journal.replay import replay
from tamsk_pi.rules.acts import Lift, Start
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.rules.settings import MatchSettings

LATE = """\
Level: 2

1. red1 A1-A2 2.0//2.6 +3.1
   2.3 flip red1 known 5.0
2. black1 D1-D2 6.0/6.3/6.6 +7.0
"""


def journal_of(record: GameRecord) -> Journal:
    header = import_header(record, "0.1.0", "2026-11-29T20:15:00Z")
    lines = [encode_line(header), *map(encode_line, journal_records(decided(record)))]
    return parse_journal("j", b"".join(lines))


def test_a_journal_holds_the_match_that_it_is_a_record_of() -> None:
    record = record_in(MATCH)
    journal = journal_of(record)
    assert record_of(journal, "j") == replace(record, tags=Tags(date="2026-11-29T20:15:00Z"))
    assert kept_judgements(journal) == judgements(record)
    assert replay(journal).difference is None


def test_what_became_known_late_is_told_late_again_and_ruled_alike() -> None:
    record = parse_game(LATE, "x")
    journal = journal_of(record)
    again = record_of(journal, "j")
    assert [told.known_ns for told in again.told if told.known_ns is not None] == [5_000_000_000]
    assert again.told == record.told
    assert kept_judgements(journal) == judgements(again)
    in_time = judgements(parse_game(LATE.replace(" known 5.0", ""), "x"))
    assert in_time != judgements(record)


def test_a_summary_says_who_and_how_it_ended() -> None:
    record = record_in(MATCH)
    summary = summary_of(journal_of(replace(record, tags=Tags(date="2026-11-29"))))
    assert (summary.date, summary.red, summary.level, summary.result, summary.moves, summary.lasted_ms // 1000) == (
        "2026-11-29",
        "Red",
        3,
        "black last-hourglass 7-7",
        49,
        376,
    )
    assert summary.is_finished


def test_a_match_that_has_not_ended_is_unfinished() -> None:
    record = parse_game(LATE, "x")
    assert result_of(rulings_of(decided(record))) == "unfinished"
    assert not summary_of(journal_of(record)).is_finished


@pytest.mark.parametrize(
    ("claimed", "agreed"),
    [
        ("", True),
        ("red", True),
        ("Red, rings", True),
        ("red rings 7:12", True),
        ("black", False),
        ("red rings 8-12", False),
        ("unfinished", False),
    ],
)
def test_a_claimed_result_may_say_less_and_nothing_else(claimed: str, agreed: bool) -> None:
    assert agrees(claimed, "red rings 7-12") is agreed


def test_the_position_after_a_move_holds_its_ring_and_not_the_next_move() -> None:
    steps = list(decided(record_in(MATCH)))
    state, moves = before_ply(steps, 1)
    assert moves == 1
    assert sum(state.rings) == 1
    assert state.glass(Hourglass.BLACK1).accepted == record_in(MATCH).told[0].act.cells[Hourglass.BLACK1]  # type: ignore[union-attr]
    assert before_ply(steps, 49)[0] == steps[-1].state


def test_one_journal_holds_one_match() -> None:
    journal = journal_of(record_in(MATCH))
    other = ActRecord(Start(2_000_000_000, MatchSettings(level=1)))
    with pytest.raises(GameError, match="j: started under other settings than its header's"):
        record_of(Journal(journal.header, (*journal.records, other)), "j")


def test_acts_before_the_clock_are_no_match() -> None:
    journal = journal_of(record_in(MATCH))
    early = ActRecord(Lift(-1, Hourglass.RED1))
    with pytest.raises(GameError, match="j: an act at -1 ns"):
        record_of(Journal(journal.header, (early,)), "j")


def test_a_match_that_is_never_started_is_not_written() -> None:
    with pytest.raises(GameError, match="never started"):
        format_game(GameRecord(MatchSettings(), (), 0))
