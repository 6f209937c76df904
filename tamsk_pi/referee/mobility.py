"""Who can move (rules.md, "The accepted position", G2.2, H17, H22, H41). Questions only, no rulings."""

from tamsk_pi.referee.glass import Glass, Phase
from tamsk_pi.referee.state import RefereeState
from tamsk_pi.rules.board import CAPACITY, CELLS, NEIGHBOURS, Cell
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import StartRule


def is_full(state: RefereeState, cell: Cell) -> bool:
    """Whether the accepted rings of the cell reach its tube's capacity (G1.4)."""
    return state.rings[cell] >= CAPACITY[cell]


def occupied_cells(state: RefereeState) -> frozenset[Cell]:
    """The cells that glasses hold in the accepted position, those in the air too."""
    return frozenset(g.accepted for g in state.glasses if g.accepted is not None)


def targets(state: RefereeState, hourglass: Hourglass) -> tuple[Cell, ...]:
    """Where that glass may go without losing: adjacent, vacant and not full; anywhere such when it is brought in."""
    glass = state.glass(hourglass)
    reachable = CELLS if glass.accepted is None else NEIGHBOURS[glass.accepted]
    taken = occupied_cells(state)
    return tuple(c for c in reachable if c not in taken and not is_full(state, c))


def _has_way(state: RefereeState, glass: Glass) -> bool:
    if state.settings.has_sand and glass.is_lost:
        return False
    return bool(targets(state, glass.hourglass))


def obliged(state: RefereeState, player: Player) -> frozenset[Hourglass]:
    """The glasses that must move before the others: not moved yet (G2.2, H17), or not brought in yet (G.opt, H41).

    Empty when there is no such obligation, or when none of the obliged ones can move.
    """
    own = [state.glass(g) for g in OWN_HOURGLASSES[player]]
    if state.settings.start is StartRule.FREE_PLACEMENT:
        waiting = [g for g in own if g.accepted is None]
    elif state.settings.has_sand:
        waiting = [g for g in own if not g.has_started]
    else:
        return frozenset()
    return frozenset(g.hourglass for g in waiting if _has_way(state, g))


def movable(state: RefereeState, player: Player) -> frozenset[Hourglass]:
    """The glasses of that player that can move, were it his turn."""
    must = obliged(state, player)
    if must:
        return must
    return frozenset(g for g in OWN_HOURGLASSES[player] if _has_way(state, state.glass(g)))


def can_move(state: RefereeState, hourglass: Hourglass) -> bool:
    """Whether its owner may move that glass, were it his turn, and it has somewhere to go."""
    return hourglass in movable(state, hourglass.player)


def moves_in_air(state: RefereeState, player: Player) -> tuple[Hourglass, ...]:
    """The player's glasses in the air, or unconfirmed on a full cell, that could move when lifted (H21, H28)."""
    return tuple(
        g
        for g in OWN_HOURGLASSES[player]
        if (glass := state.glass(g)).could_move and (glass.is_in_air or glass.phase is Phase.CONFIRMING)
    )


def is_able(state: RefereeState, player: Player) -> bool:
    """Whether the player is not blocked: he can move, or holds a move in the air (G1.5, H21)."""
    return bool(moves_in_air(state, player)) or bool(movable(state, player))
