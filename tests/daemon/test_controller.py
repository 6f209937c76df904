"""The controller: one match after another, from frames and packets to records and rulings."""

from dataclasses import replace
from pathlib import Path

import pytest
from sensed_table import LEVEL_3, S, SensedTable, new_controller, sense

from tamsk_pi.clock import VirtualClock
from tamsk_pi.daemon.controller import Controller, Decided, MatchError
from tamsk_pi.journal.records import ActRecord, Header, Journal, RulingRecord, WatermarkRecord
from tamsk_pi.journal.replay import replay
from tamsk_pi.rules.acts import Answer, Say, Start
from tamsk_pi.rules.pieces import Player
from tamsk_pi.rules.settings import HolderRule
from tamsk_pi.views.board_view import Phase

HANDS = """
0.000 setup
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
6.000 lift black1
6.300 flip black1
6.600 place black1 E1
7.200 ring E1 black
9.000 end
"""

LEVEL_3_SENSED = replace(LEVEL_3, act_uncertainty_ms=50, flip_uncertainty_ms=250)


def played(directory: Path, until_ns: int = 9 * S) -> tuple[Controller, VirtualClock, SensedTable, list[Decided]]:
    """A match begun at 1 s and played up to then."""
    clock = VirtualClock()
    table = SensedTable(HANDS, clock)
    controller = new_controller(clock, directory)
    before = sense(controller, table, clock, 1 * S)
    assert [d for d in before if d.records or d.rulings] == []
    controller.start(Start(clock.now_ns(), LEVEL_3))
    return controller, clock, table, sense(controller, table, clock, until_ns)


def kinds(rounds: list[Decided]) -> list[str]:
    return [ruling.kind for decided in rounds for ruling in decided.rulings]


def test_hands_felt_by_the_sensors_become_rulings(tmp_path: Path) -> None:
    _, _, _, rounds = played(tmp_path)
    assert kinds(rounds) == [
        *("match-started", "turn-started"),
        *("move-accepted", "turn-started", "ring-accepted"),
        *("move-accepted", "turn-started", "ring-accepted"),
    ]


def test_a_match_s_first_round_names_its_settings_and_no_other_does(tmp_path: Path) -> None:
    _, _, _, rounds = played(tmp_path)
    assert [decided.begins for decided in rounds if decided.begins is not None] == [LEVEL_3_SENSED]
    assert rounds[0].begins == LEVEL_3_SENSED


def test_every_ruling_is_among_the_records_right_after_its_cause(tmp_path: Path) -> None:
    _, _, _, rounds = played(tmp_path)
    for decided in rounds:
        recorded = [r for r in decided.records if isinstance(r, RulingRecord)]
        assert recorded == [RulingRecord.of(ruling) for ruling in decided.rulings]
        if recorded:
            before = decided.records[decided.records.index(recorded[0]) - 1]
            assert isinstance(before, (ActRecord, WatermarkRecord))
            assert before.act.at_ns if isinstance(before, ActRecord) else before.at_ns >= decided.rulings[0].at_ns


def test_the_records_decided_again_give_the_same_rulings(tmp_path: Path) -> None:
    _, _, _, rounds = played(tmp_path)
    records = tuple(record for decided in rounds for record in decided.records)
    result = replay(Journal(Header(LEVEL_3, 0, "", "", "", ""), records))
    assert result.difference is None
    assert [ruling.kind for ruling in result.rulings] == kinds(rounds)


def test_a_second_start_is_refused_while_a_match_is_going_on_and_changes_nothing(tmp_path: Path) -> None:
    controller, clock, table, _ = played(tmp_path, 4 * S)
    with pytest.raises(MatchError, match="A match is going on"):
        controller.start(Start(clock.now_ns(), LEVEL_3))
    assert kinds(sense(controller, table, clock, 9 * S)) == ["move-accepted", "turn-started", "ring-accepted"]


def test_counted_holders_are_refused_by_a_board_without_scales(tmp_path: Path) -> None:
    controller = new_controller(VirtualClock(), tmp_path)
    with pytest.raises(MatchError, match="holders=counted needs scales"):
        controller.start(Start(0, replace(LEVEL_3, holders=HolderRule.COUNTED)))
    assert controller.decide() == Decided()


def test_what_players_say_reaches_the_referee(tmp_path: Path) -> None:
    controller, clock, table, _ = played(tmp_path, 4 * S)
    controller.say(Say(clock.now_ns(), Answer.RESIGN, Player.BLACK))
    rounds = sense(controller, table, clock, 5 * S)
    (end,) = (ruling for decided in rounds for ruling in decided.rulings)
    assert (end.as_json()["winner"], end.as_json()["reason"]) == ("red", "resigned")
    assert controller.has_ended
    assert controller.view(clock.now_ns()).phase is Phase.ENDED


def test_after_the_end_a_new_match_may_begin_and_is_a_match_of_its_own(tmp_path: Path) -> None:
    clock = VirtualClock()
    table = SensedTable("0 setup\n9 end\n", clock)
    controller = new_controller(clock, tmp_path)
    sense(controller, table, clock, 1 * S)
    controller.start(Start(clock.now_ns(), LEVEL_3))
    sense(controller, table, clock, 2 * S)
    controller.say(Say(clock.now_ns(), Answer.RESIGN, Player.BLACK))
    sense(controller, table, clock, 3 * S)
    controller.start(Start(clock.now_ns(), replace(LEVEL_3, level=1)))
    rounds = sense(controller, table, clock, 4 * S)
    assert [decided.begins for decided in rounds if decided.begins is not None] == [replace(LEVEL_3_SENSED, level=1)]
    assert kinds(rounds) == ["match-started", "turn-started"]
    view = controller.view(clock.now_ns())
    assert (view.phase, view.level, view.result, len(view.rulings)) == (Phase.PLAYING, 1, None, 2)


def test_a_start_that_is_refused_says_why_and_another_may_follow(tmp_path: Path) -> None:
    clock = VirtualClock()
    table = SensedTable("0 setup\n0.5 lift red1\n2 place red1 A1\n5 end\n", clock)
    controller = new_controller(clock, tmp_path)
    sense(controller, table, clock, 1_500_000_000)
    controller.start(Start(clock.now_ns(), LEVEL_3))
    assert kinds(sense(controller, table, clock, 2 * S)) == ["act-refused"]
    sense(controller, table, clock, 3 * S)
    controller.start(Start(clock.now_ns(), LEVEL_3))
    assert kinds(sense(controller, table, clock, 4 * S)) == ["match-started", "turn-started"]


def test_nothing_is_decided_beyond_a_scenario_s_end(tmp_path: Path) -> None:
    controller, clock, table, _ = played(tmp_path, 2 * S)
    controller.decides_until_ns = 2_590_000_000
    assert kinds(sense(controller, table, clock, 9 * S)) == []
    controller.decides_until_ns = 2_610_000_000
    assert kinds(sense(controller, table, clock, 10 * S)) == ["move-accepted", "turn-started"]


def test_troubles_are_shown(tmp_path: Path) -> None:
    controller = new_controller(VirtualClock(), tmp_path)
    controller.troubles = ("the lights are broken; look at their wire",)
    assert controller.view(0).troubles == ("the lights are broken; look at their wire",)
