"""Deciding a journal again: identical, or the first difference and where it stands."""

from collections.abc import Sequence

from journal_samples import HEADER

from tamsk_pi.journal.comparison import Difference, decide_again
from tamsk_pi.journal.records import ActRecord, Journal, Record, RulingRecord, WatermarkRecord, records_of
from tamsk_pi.referee.rulings import Ruling, TurnStarted
from tamsk_pi.rules.acts import TurnTimer
from tamsk_pi.rules.pieces import Player


def turn(at_ns: int, player: Player = Player.RED) -> TurnStarted:
    return TurnStarted(at_ns=at_ns, rule="G1.1", player=player)


def count_turns(state: int, cause: ActRecord | WatermarkRecord) -> tuple[int, Sequence[Ruling]]:
    """A referee that counts: an act starts as many turns as there were acts, a watermark none."""
    if isinstance(cause, WatermarkRecord):
        return state, ()
    return state + 1, [turn(cause.act.at_ns + i) for i in range(state + 1)]


def kept(*instants: int) -> tuple[Record, ...]:
    state = 0
    records: list[Record] = []
    for at_ns in instants:
        cause = ActRecord(TurnTimer(at_ns))
        state, rulings = count_turns(state, cause)
        records.extend(records_of(cause, rulings))
    return tuple(records)


def test_same_records_give_the_same_rulings() -> None:
    records = (*kept(10, 20), WatermarkRecord(30))
    outcome = decide_again(records, 0, count_turns)
    assert (outcome.state, outcome.difference, outcome.unkept) == (2, None, ())
    assert outcome.rulings == (turn(10), turn(20), turn(21))


def test_other_ruling_is_reported_with_its_line_and_both_versions() -> None:
    wrong = RulingRecord.of(turn(20, Player.BLACK))
    records = (*kept(10), ActRecord(TurnTimer(20)), wrong)
    difference = decide_again(records, 0, count_turns).difference
    assert difference == Difference(5, wrong, RulingRecord.of(turn(20)))
    assert str(difference) == (
        "line 5\n"
        '  kept:    {"at_ms":0,"player":"black","rule":"G1.1","ruling":"turn-started"}\n'
        '  decided: {"at_ms":0,"player":"red","rule":"G1.1","ruling":"turn-started"}'
    )


def test_ruling_of_the_same_millisecond_but_another_nanosecond_differs() -> None:
    late = RulingRecord.of(turn(11))
    difference = decide_again((ActRecord(TurnTimer(10)), late), 0, count_turns).difference
    assert difference is not None
    assert str(difference).endswith("instants differ: 11 ns kept, 10 ns decided")


def test_kept_ruling_that_nothing_leads_to_is_a_difference() -> None:
    extra = RulingRecord.of(turn(12))
    difference = decide_again((*kept(10), extra), 0, count_turns).difference
    assert difference == Difference(4, extra, None)


def test_ruling_missing_before_the_next_act_is_a_difference() -> None:
    records = (ActRecord(TurnTimer(10)), ActRecord(TurnTimer(20)))
    difference = decide_again(records, 0, count_turns).difference
    assert difference == Difference(3, None, RulingRecord.of(turn(10)))


def test_rulings_torn_off_behind_the_last_act_are_given_to_be_kept() -> None:
    journal = Journal(HEADER, kept(10, 20)[:-1])
    outcome = decide_again(journal.records, 0, count_turns)
    assert (outcome.difference, outcome.unkept) == (None, (turn(21),))
    assert outcome.rulings[journal.ruling_count :] == outcome.unkept
