"""H12: where the sensors doubt how many rings lie on a cell, nobody loses on it unless both say it is full."""

import pytest
from plain.referee import rulings as plainly
from playing_scenarios import read

from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.rules.acts import Act, Answer, Lift, Place, Release, Say, SensorTrouble, Trouble
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Player
from tamsk_pi.scenario.acts import to_acts

MS = 1_000_000
SCENARIO = read("g1.4-a-full-cell-loses.tamsk")
ACTS = tuple(act for act in to_acts(SCENARIO) if act.at_ns < 12_000 * MS)
MOVE = [act for act in ACTS if isinstance(act, Place)][-1]
DOUBT = Trouble(MOVE.at_ns - 500 * MS, SensorTrouble.COUNT_UNCERTAIN, (MOVE.cell,))
ASKED_NS = MOVE.at_ns + 1_000 * MS


def say(player: Player, after_ms: int) -> Say:
    return Say(ASKED_NS + after_ms * MS, Answer.CONFIRM, player=player)


def judged(*more: Act, seconds: int = 60) -> list[dict[str, object]]:
    """What both referees rule, from the move onto the full cell on."""
    acts = sorted((*ACTS, *more), key=lambda act: act.at_ns)
    until_ns = MOVE.at_ns + seconds * 1_000 * MS
    _, ruled = decide(RefereeState.initial(SCENARIO.settings), acts, until_ns)
    told: list[dict[str, object]] = [{**r.judged()} for r in ruled]
    assert told == plainly(SCENARIO.settings, acts, until_ns)
    return [r for r in told if int(str(r["at_ms"])) * MS >= DOUBT.at_ns]


def brief(rulings: list[dict[str, object]]) -> list[tuple[object, object, object]]:
    return [(r["ruling"], r.get("reason"), int(str(r["at_ms"])) - MOVE.at_ns // MS) for r in rulings]


def test_a_full_cell_whose_rings_are_in_doubt_is_asked_about() -> None:
    warned, asked = judged(DOUBT, seconds=10)
    assert (warned["ruling"], warned["reason"], warned["rule"]) == ("warning", "count-uncertain", "H12")
    assert asked == {"ruling": "question", "reason": "full-cell", "rule": "H12", "at_ms": ASKED_NS // MS}


def test_both_players_word_that_it_is_full_ends_the_match_at_the_release() -> None:
    ruled = judged(DOUBT, say(Player.RED, 2_000), say(Player.BLACK, 3_000))
    assert brief(ruled)[1:] == [("question", "full-cell", 1_000), ("match-ended", "full-cell", 0)]


@pytest.mark.parametrize("words", [(), (say(Player.RED, 2_000),), (say(Player.RED, 2_000), say(Player.RED, 3_000))])
def test_nobody_loses_on_one_player_s_word_or_none(words: tuple[Act, ...]) -> None:
    ruled = judged(DOUBT, *words)
    assert brief(ruled)[1:4] == [
        ("question", "full-cell", 1_000),
        ("move-accepted", None, 31_000),
        ("turn-started", None, 31_000),
    ]


def test_lifted_while_it_is_asked_about_it_is_as_if_it_had_never_been_released() -> None:
    away: list[Act] = [
        Lift(ASKED_NS + 1_000 * MS, MOVE.hourglass),
        Place(ASKED_NS + 2_000 * MS, MOVE.hourglass, parse_cell("A4")),
        Release(ASKED_NS + 2_000 * MS, MOVE.hourglass),
    ]
    ruled = judged(DOUBT, *away, say(Player.RED, 3_000), say(Player.BLACK, 4_000))
    assert "match-ended" not in [r["ruling"] for r in ruled]
    assert brief(ruled)[1] == ("question", "full-cell", 1_000)
    assert ruled[2]["ruling"] in ("move-accepted", "act-refused")


def test_doubt_about_another_cell_asks_nothing() -> None:
    elsewhere = Trouble(DOUBT.at_ns, SensorTrouble.COUNT_UNCERTAIN, (parse_cell("G4"),))
    assert brief(judged(elsewhere))[1:] == [("match-ended", "full-cell", 0)]
