"""A glass that stands on a full cell: the game is lost, or the players are asked (G1.4, H12)."""

from tamsk_pi.referee import ending, moves, timer
from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.evidence import glasses as evidence
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.rulings import Question
from tamsk_pi.referee.state import RefereeState
from tamsk_pi.referee.why import Fact, What


def confirm(desk: Desk, glass: Glass, released_ns: int, at_ns: int) -> None:
    """H12: it has stood there for as long as it takes to be sure; where the rings are in doubt, the players are."""
    if glass.seat in desk.state.uncertain_cells:
        desk.update_glass(glass.hourglass, full_asked_ns=at_ns)
        why = evidence.filled_up(desk.state, glass, released_ns)
        desk.rule(Question(at_ns=at_ns, rule="H12", reason="full-cell", why=why))
    else:
        lose(desk, glass, released_ns, at_ns)


def asked_in(state: RefereeState) -> Glass | None:
    """The glass of which the players are asked whether its cell is full."""
    asked = (g for g in state.glasses if g.full_since_ns is not None and g.full_asked_ns is not None)
    return next(asked, None)


def lose(desk: Desk, glass: Glass, released_ns: int, at_ns: int) -> None:
    """G1.4: who has moved onto a full cell has lost, dated at the release."""
    why = evidence.filled_up(desk.state, glass, released_ns)
    desk.update_glass(glass.hourglass, full_since_ns=None, full_asked_ns=None)
    timer.rule_held_back(desk, _release(glass, released_ns), at_ns)
    ending.end(desk, glass.player.opponent, "full-cell", "G1.4", released_ns, why)


def is_not_full(desk: Desk, glass: Glass, at_ns: int) -> None:
    """Asked, and not both have said that it is full: no game is lost on a doubtful count. The move is accepted, dated
    at the end of the answers' time, as a turn by H11 is."""
    assert glass.full_since_ns is not None
    desk.update_glass(glass.hourglass, full_since_ns=None, full_asked_ns=None)
    timer.rule_held_back(desk, _release(glass, glass.full_since_ns), at_ns)
    moves.accept(desk, desk.glass(glass.hourglass), at_ns)


def _release(glass: Glass, released_ns: int) -> Fact:
    return Fact(What.RELEASED, released_ns, hourglass=glass.hourglass, cell=glass.seat)
