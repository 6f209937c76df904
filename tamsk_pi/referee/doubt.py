"""What is decided in doubt, and so marked provisional: it may still be corrected, once (late.py).

Four doubts there are. A watermark had to run ahead of what the sensors were sure of. A turn of a glass is *inferred*
from where it went, because its node was not heard: what followed is open until the opponent has moved, for then it
stands (late.py). And the sand of a glass with an inferred turn is in doubt as long as that turn is.
Last, which glass of a colour was placed may be presumed, until the glass is known by its node or by the players.
"""

from dataclasses import replace

from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.rulings import MatchEnded, MatchStarted, MoveAccepted, Ruling
from tamsk_pi.referee.state import RefereeState
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Player


def is_open(state: RefereeState) -> bool:
    """Whether an inferred turn, or another name, may still undo what followed from it."""
    return any(glass.is_doubted for glass in state.glasses)


def mark(desk: Desk, first: int, *, is_sure: bool, glass: Glass | None) -> None:
    """Mark the rulings from index `first` on, which deciding about `glass` brought, if they are in doubt.

    `is_sure`: the sensors were sure of everything up to the instant that was decided.
    """
    new = desk.rulings[first:]
    for ruling in new:
        if isinstance(ruling, MoveAccepted):
            _settle(desk, ruling.player)
    if is_open(desk.state) or not is_sure or (glass is not None and (glass.is_presumed or glass.is_name_presumed)):
        desk.rulings[first:] = [_provisional(ruling) for ruling in new]
    for number, ruling in enumerate(desk.rulings[first:], desk.state.ruled + 1):
        if ruling.provisional:
            desk.update(provisional=(*desk.state.provisional, number))
    desk.update(ruled=desk.state.ruled + len(new))


def _settle(desk: Desk, mover: Player) -> None:
    """His move has been accepted: what went before it in his opponent's turn stands."""
    for hourglass in OWN_HOURGLASSES[mover.opponent]:
        if desk.glass(hourglass).is_doubted:
            desk.update_glass(hourglass, is_doubted=False)


def _provisional(ruling: Ruling) -> Ruling:
    """A match that has begun or ended has: neither is corrected."""
    return ruling if isinstance(ruling, (MatchStarted, MatchEnded)) else replace(ruling, provisional=True)
