"""Two look-alikes that no node tells apart, on the whole way: warned, lit, asked, answered, and replayed alike."""

from pathlib import Path

import pytest
from sensed_table import LEVEL_3, S, SensedTable, new_controller, sense

from tamsk_pi.clock import VirtualClock
from tamsk_pi.daemon.controller import Controller, Decided
from tamsk_pi.journal.records import Header, Journal
from tamsk_pi.journal.replay import replay
from tamsk_pi.referee.rulings import Ruling, Warned
from tamsk_pi.rules.acts import Answer, Say, Start
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.views.light_choice import cell_signals
from tamsk_pi.views.light_language import Signal

RED1, RED2 = Hourglass.RED1, Hourglass.RED2
A2, F1 = parse_cell("A2"), parse_cell("F1")
TWO_AT_ONCE = """
0.000 setup
0.100 fault node red1 silent
0.100 fault node red2 silent
2.000 lift red1
2.600 lift red2
3.000 flip red1
3.300 flip red2
3.800 place red1 A2
3.900 place red2 F1
12.000 end
"""


def played(directory: Path) -> tuple[Controller, list[Decided], SensedTable, VirtualClock]:
    """A match begun at 1 s, seen until 7 s."""
    clock = VirtualClock()
    table = SensedTable(TWO_AT_ONCE, clock)
    controller = new_controller(clock, directory)
    sense(controller, table, clock, S)
    controller.start(Start(clock.now_ns(), LEVEL_3))
    return controller, sense(controller, table, clock, 7 * S), table, clock


def ruled(rounds: list[Decided]) -> list[Ruling]:
    return [ruling for decided in rounds for ruling in decided.rulings]


def test_the_cells_are_lit_and_the_players_asked(tmp_path: Path) -> None:
    controller, rounds, _, clock = played(tmp_path)
    view = controller.view(clock.now_ns())
    (question,) = view.questions
    assert (question.reason, question.cell, question.hourglasses) == ("which-glass", A2, (RED1, RED2))
    assert cell_signals(view)[A2] is Signal.UNCERTAIN
    warnings = [r for r in ruled(rounds) if isinstance(r, Warned)]
    assert [(w.reason, w.hourglass in (RED1, RED2)) for w in warnings] == [("node-silent", True)]
    moves = [r for r in ruled(rounds) if r.kind == "move-accepted"]
    assert [move.provisional for move in moves] == [True]


@pytest.mark.parametrize("which", [RED1, RED2])
def test_both_players_word_for_a_glass_names_it(tmp_path: Path, which: Hourglass) -> None:
    controller, rounds, table, clock = played(tmp_path)
    controller.say(Say(clock.now_ns(), Answer.CONFIRM, Player.RED, which, A2))
    rounds += sense(controller, table, clock, 7 * S + S // 2)
    assert controller.view(clock.now_ns()).questions != ()
    controller.say(Say(clock.now_ns(), Answer.CONFIRM, Player.BLACK, which, A2))
    rounds += sense(controller, table, clock, 8 * S)
    assert controller.view(clock.now_ns()).questions == ()
    assert controller.state.glass(which).seat == A2
    assert not controller.state.glass(which).is_name_presumed
    records = tuple(record for decided in rounds for record in decided.records)
    again = replay(Journal(Header(LEVEL_3, 0, "", "", "", ""), records))
    assert (again.difference, again.state) == (None, controller.state)


def test_both_confirming_keeps_the_presumed_names(tmp_path: Path) -> None:
    controller, _, table, clock = played(tmp_path)
    presumed = {glass.hourglass: glass.cell for glass in controller.view(clock.now_ns()).hourglasses}
    for player in Player:
        controller.say(Say(clock.now_ns(), Answer.CONFIRM, player))
    rounds = sense(controller, table, clock, 8 * S)
    view = controller.view(clock.now_ns())
    assert {glass.hourglass: glass.cell for glass in view.hourglasses} == presumed
    assert (view.questions, [r.kind for r in ruled(rounds)]) == ((), ["ring-lapsed"])


def test_one_player_s_word_is_not_enough(tmp_path: Path) -> None:
    controller, _, table, clock = played(tmp_path)
    for _ in range(2):
        controller.say(Say(clock.now_ns(), Answer.CONFIRM, Player.RED, RED1, A2))
    controller.say(Say(clock.now_ns(), Answer.CONFIRM, Player.BLACK, RED2, A2))
    sense(controller, table, clock, 8 * S)
    assert controller.view(clock.now_ns()).questions != ()
