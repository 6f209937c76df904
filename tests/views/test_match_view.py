"""What the view of a match says of the glasses in the hands."""

from dataclasses import replace

from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse
from tamsk_pi.views.board_view import BoardView
from tamsk_pi.views.light_choice import cell_signals, concerned_player
from tamsk_pi.views.light_language import Signal
from tamsk_pi.views.match_view import Sensed, match_view

LATE = """
match level=3 timer_ms=5000
0.0 setup
1.0 start
2.0 lift red1
2.3 flip red1
2.6 place red1 A2
4.0 timer
7.0 lift black1
7.3 flip black1
12.0 end
"""


def late_view(also_in_air: Hourglass | None = None) -> BoardView:
    """Black's black1 is late and in the air; it is red's turn, who may hold a glass too."""
    scenario = parse(LATE, "late.tamsk")
    state, _ = decide(RefereeState.initial(scenario.settings), to_acts(scenario), scenario.end_ns)
    air = frozenset(g for g in (Hourglass.BLACK1, also_in_air) if g is not None)
    seats = tuple(None if g.hourglass in air else g.seat for g in state.glasses)
    return match_view(state, Sensed(seats, state.rings, air), scenario.end_ns, 0)


def test_a_late_glass_goes_where_it_may_in_its_owner_s_colour() -> None:
    view = late_view()
    assert view.to_move is Player.RED
    targets = {c.cell: c.target_of for c in view.cells if c.is_target}
    assert targets == dict.fromkeys((parse_cell(n) for n in ("C1", "D2", "E1")), Player.BLACK)
    e1 = parse_cell("E1")
    assert concerned_player(view, Signal.TARGET, e1, None) is Player.BLACK


def test_the_player_to_move_still_sees_which_of_his_glasses_can_move() -> None:
    signals = cell_signals(late_view())
    assert signals[parse_cell("G1")] is Signal.MOVABLE
    assert signals[parse_cell("D7")] is Signal.MOVABLE


def test_with_glasses_of_both_in_the_air_each_target_is_its_owner_s() -> None:
    view = late_view(also_in_air=Hourglass.RED2)
    whose = {c.cell: c.target_of for c in view.cells if c.is_target}
    assert whose[parse_cell("F1")] is Player.RED
    assert whose[parse_cell("C1")] is Player.BLACK
    assert cell_signals(view)[parse_cell("D7")] is not Signal.MOVABLE


def test_an_old_view_without_owners_shows_the_player_to_move_s_targets() -> None:
    view = late_view()
    plain = replace(view, cells=tuple(replace(c, target_of=None) for c in view.cells))
    assert concerned_player(plain, Signal.TARGET, parse_cell("E1"), None) is Player.RED
