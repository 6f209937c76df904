"""The lights of a real match: what the referee decides and the sensors see, as pixels."""

from dataclasses import replace

from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.rules.acts import Act, Flip, Lift, Place, Release, Ring, Setup, Start, TurnTimer
from tamsk_pi.rules.board import CELL_NAMES, Cell, parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.board_view import BoardView
from tamsk_pi.views.light_choice import bar_signal, cell_signals
from tamsk_pi.views.light_language import Signal
from tamsk_pi.views.lights import light_frame
from tamsk_pi.views.match_view import Sensed, match_view

MS = 1_000_000
RED1 = Hourglass.RED1
SETTLED = Sensed(seats=HOME, rings=(0,) * 37)


def played(*acts: Act, until_ms: int) -> RefereeState:
    """The standard start at 0 s, the match's start at 1 s, then these acts."""
    begin = (Setup(0, HOME, (0,) * 37), Start(1_000 * MS, MatchSettings()))
    state, _ = decide(RefereeState.initial(), (*begin, *acts), until_ms * MS)
    return state


def move(at_ms: int, hourglass: Hourglass, cell: str) -> tuple[Act, ...]:
    at_ns = at_ms * MS
    return (
        Lift(at_ns, hourglass),
        Flip(at_ns, hourglass),
        Place(at_ns, hourglass, parse_cell(cell)),
        Release(at_ns, hourglass),
    )


def standing(**cells: str) -> Sensed:
    """The start, with some glasses elsewhere: red1="A2"."""
    seats = tuple(parse_cell(cells[g.label]) if g.label in cells else HOME[g] for g in Hourglass)
    return replace(SETTLED, seats=seats)


def shown(state: RefereeState, sensed: Sensed, now_ms: int) -> dict[str, Signal]:
    """The cells that show something, by name."""
    signals = cell_signals(match_view(state, sensed, now_ms * MS, 0))
    return {CELL_NAMES[cell]: signal for cell, signal in enumerate(signals) if signal is not Signal.DARK}


def bars(view: BoardView) -> list[Signal]:
    return [bar_signal(view, player, view.now_ms) for player in view.players]


def test_at_the_start_reds_three_glasses_glow_and_reds_bar_breathes() -> None:
    state = played(until_ms=1_500)
    assert shown(state, SETTLED, 1_500) == dict.fromkeys(("A1", "G1", "D7"), Signal.MOVABLE)
    assert bars(match_view(state, SETTLED, 1_500 * MS, 0)) == [Signal.TURN, Signal.WAITING]


def test_lifted_glass_shows_where_it_may_go() -> None:
    state = played(Lift(2_000 * MS, RED1), until_ms=2_100)
    seats: tuple[Cell | None, ...] = (None, *HOME[1:])
    in_air = replace(SETTLED, seats=seats, in_air=frozenset({RED1}))
    assert shown(state, in_air, 2_100) == dict.fromkeys(("A2", "B1", "B2"), Signal.TARGET)


def test_accepted_move_asks_for_its_ring_and_gives_the_turn_to_black() -> None:
    state = played(*move(2_000, RED1, "A2"), until_ms=2_500)
    view = match_view(state, standing(red1="A2"), 2_500 * MS, 0)
    assert shown(state, standing(red1="A2"), 2_500) == {
        "A2": Signal.RING_DUE,
        **dict.fromkeys(("D1", "G4", "A4"), Signal.MOVABLE),
    }
    assert bars(view) == [Signal.WAITING, Signal.TURN]


def test_ring_that_fills_its_cell_leaves_the_dim_mark_of_a_full_cell() -> None:
    state = played(*move(2_000, RED1, "A2"), Ring(2_500 * MS, parse_cell("A2")), until_ms=3_000)
    assert shown(state, standing(red1="A2"), 3_000)["A2"] is Signal.FULL


def test_refused_move_blinks_where_the_glass_stands_and_where_it_belongs() -> None:
    state = played(*move(2_000, RED1, "D4"), until_ms=2_500)
    signals = shown(state, standing(red1="D4"), 2_500)
    assert {name for name, signal in signals.items() if signal is Signal.WRONG} == {"A1", "D4"}


def test_glass_that_was_not_turned_over_asks_to_be_turned() -> None:
    acts = (act for act in move(2_000, RED1, "A2") if not isinstance(act, Flip))
    state = played(*acts, until_ms=3_000)
    assert shown(state, standing(red1="A2"), 3_000)["A2"] is Signal.FLIP_NEEDED


def test_running_timer_shortens_the_bar_of_the_player_it_binds() -> None:
    state = played(*move(2_000, RED1, "A2"), TurnTimer(4_000 * MS), until_ms=10_000)
    view = match_view(state, standing(red1="A2"), 10_000 * MS, 0)
    assert bars(view)[1] is Signal.TIMER_BOUND
    lit = [pixel != (0, 0, 0) for pixel in light_frame(view, 10_000)[45:]]
    assert lit == [True] * 5 + [False] * 3


def test_forfeited_turn_gives_a_penalty_ring_and_every_cell_that_takes_it_sparkles() -> None:
    acts = (*move(2_000, RED1, "A2"), TurnTimer(4_000 * MS), *move(20_000, Hourglass.RED2, "G2"))
    late = played(*acts[:5], until_ms=19_500)
    assert bars(match_view(late, standing(red1="A2"), 19_500 * MS, 0)) == [Signal.PENALTY_OWED, Signal.WAITING]
    state = played(*acts, until_ms=20_500)
    signals = shown(state, standing(red1="A2", red2="G2"), 20_500)
    assert signals.pop("G2") is Signal.RING_DUE
    assert set(signals.values()) == {Signal.PENALTY_TARGET}
    assert len(signals) == 36
    assert state.turn is not None
    assert state.turn.player is Player.BLACK
