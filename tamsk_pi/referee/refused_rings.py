"""Rings that do not count: refused at once, or after they waited for a move that never came (H2, H6)."""

from dataclasses import dataclass

from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.rulings import ActRefused
from tamsk_pi.referee.state import RefusedRing
from tamsk_pi.referee.why import Why
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass


@dataclass(frozen=True, slots=True)
class Refused:
    """The ring is to be taken off."""

    reason: str
    rule: str


def refuse_ring(desk: Desk, refused: Refused, cell: Cell, at_ns: int, why: Why) -> None:
    """The ring lies where it may not: shown, to be taken off; the position does not change."""
    desk.update(refused_rings=(*desk.state.refused_rings, RefusedRing(cell, refused.rule, at_ns)))
    desk.rule(
        ActRefused(
            at_ns=at_ns,
            rule=refused.rule,
            player=None,
            hourglass=None,
            reason=refused.reason,
            cells=(cell,),
            why=why,
        )
    )


def refuse_waiting(desk: Desk, hourglass: Hourglass) -> None:
    """The move that rings waited for does not come: they are refused, dated at the ring (H2)."""
    for waiting in [w for w in desk.state.waiting_rings if w.hourglass is hourglass]:
        desk.update(waiting_rings=tuple(w for w in desk.state.waiting_rings if w is not waiting))
        refuse_ring(desk, Refused(waiting.reason, waiting.rule), waiting.cell, waiting.at_ns, waiting.why)


def refuse_waiting_of_ended_turn(desk: Desk) -> None:
    """A turn begins: moves that are neither its own nor late can no longer come (H2, H29)."""
    turn, late = desk.state.turn, desk.state.late
    for waiting in desk.state.waiting_rings:
        is_own = turn is not None and turn.player is waiting.hourglass.player
        if not is_own and (late is None or waiting.hourglass not in late.hourglasses):
            refuse_waiting(desk, waiting.hourglass)
