"""A node that is not heard, on the whole way from its packets to what the page lists."""

from pathlib import Path

import pytest
from sensed_table import LEVEL_3, S, SensedTable, new_controller, sense

from tamsk_pi.clock import VirtualClock
from tamsk_pi.daemon.controller import Controller, Decided
from tamsk_pi.journal.records import Header, Journal
from tamsk_pi.journal.replay import replay
from tamsk_pi.rules.acts import Start
from tamsk_pi.views.board_view import RulingView

MOVE = """
0.000 setup
1.500 fault node red1 silent
2.000 lift red1
{turn}2.600 place red1 A2
3.100 ring A2 red
7.000 fault clear
11.000 end
"""


def played(directory: Path, text: str, *until_s: float) -> tuple[Controller, list[Decided], list[list[RulingView]]]:
    """A match begun at 1 s; what was decided, and the list of rulings as it was shown at those instants."""
    clock = VirtualClock()
    table = SensedTable(text, clock)
    controller = new_controller(clock, directory)
    sense(controller, table, clock, S)
    controller.start(Start(clock.now_ns(), LEVEL_3))
    rounds, lists = list[Decided](), list[list[RulingView]]()
    for seconds in until_s:
        rounds += sense(controller, table, clock, int(seconds * S))
        lists.append(list(controller.view(clock.now_ns()).rulings))
    return controller, rounds, lists


def marks(shown: list[RulingView]) -> list[tuple[int, str, str]]:
    return [
        (v.number, v.ruling, "withdrawn" if v.is_withdrawn else "provisional" if v.is_provisional else "")
        for v in shown[2:]
    ]


def test_a_turn_that_is_only_inferred_is_provisional_until_its_node_is_heard(tmp_path: Path) -> None:
    _, _, (silent, heard) = played(tmp_path, MOVE.format(turn="2.300 flip red1\n"), 5.5, 10)
    kinds = [(3, "move-accepted"), (4, "turn-started"), (5, "ring-accepted")]
    assert marks(silent) == [(*kind, "provisional") for kind in kinds]
    assert marks(heard) == [(*kind, "") for kind in kinds]


def test_a_glass_that_was_not_turned_is_put_right_when_its_node_says_so(tmp_path: Path) -> None:
    controller, rounds, (silent, heard) = played(tmp_path, MOVE.format(turn=""), 5.5, 10)
    assert [mark for _, _, mark in marks(silent)] == ["provisional"] * 3
    assert marks(heard) == [
        (3, "move-accepted", "withdrawn"),
        (4, "turn-started", "withdrawn"),
        (5, "ring-accepted", "withdrawn"),
        (6, "act-refused", ""),
    ]
    records = tuple(record for decided in rounds for record in decided.records)
    again = replay(Journal(Header(LEVEL_3, 0, "", "", "", ""), records))
    assert again.difference is None
    assert again.state == controller.state


@pytest.mark.parametrize("turn", ["2.300 flip red1\n", ""])
def test_a_node_silent_for_the_rest_of_the_match_holds_nothing_up(tmp_path: Path, turn: str) -> None:
    _, _, (silent,) = played(tmp_path, MOVE.format(turn=turn).replace("7.000 fault clear\n", ""), 10)
    assert [kind for _, kind, _ in marks(silent)] == ["move-accepted", "turn-started", "ring-accepted"]
