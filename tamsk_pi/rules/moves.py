"""Moves that keep the game going, and the position after them (G1.2–G1.5, G2.2).

Moving onto a full cell is possible and loses at once (G1.4); it ends the game and is no move here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tamsk_pi.rules.board import NEIGHBOURS, Cell, cell_name
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.position import Position


@dataclass(frozen=True, slots=True)
class Move:
    """A glass goes to an adjacent vacant cell."""

    hourglass: Hourglass
    origin: Cell
    to: Cell

    def __str__(self) -> str:
        return f"{cell_name(self.origin)}-{cell_name(self.to)}"


def legal_moves(position: Position) -> tuple[Move, ...]:
    """The moves of the player to move, by glass, then by cell; empty when he has to pass (G1.5).

    While glasses are owed their first move only those may move, unless none of them can (G2.2, H17).
    """
    own = OWN_HOURGLASSES[position.to_move]
    obliged = _moves_of(position, [hourglass for hourglass in own if hourglass in position.obliged])
    return obliged or _moves_of(position, own)


def after(position: Position, move: Move, *, with_ring: bool) -> Position:
    """The position after the move, with or without the ring (G1.3), the other player to move.

    Raises ValueError for a move that is not legal, or a ring of a player who has none.
    """
    if move not in legal_moves(position):
        raise ValueError(f"{move} by {move.hourglass.label}: expected a legal move")
    left = position.left(position.to_move) - with_ring
    if left < 0:
        raise ValueError(f"{position.to_move} has no rings left; expected a move without a ring")
    cells = list(position.cells)
    cells[move.hourglass] = move.to
    rings = bytearray(position.rings)
    rings[move.to] += with_ring
    red, black = position.rings_left
    return Position(
        cells=tuple(cells),
        rings=bytes(rings),
        to_move=position.to_move.opponent,
        rings_left=(left, black) if position.to_move is Player.RED else (red, left),
        obliged=position.obliged - {move.hourglass},
    )


def passed(position: Position) -> Position:
    """The position with the turn where somebody can move: a player who cannot passes (G1.5).

    Where neither can, it is the same position: the game is at its end (G1.6).
    """
    if legal_moves(position):
        return position
    other = replace(position, to_move=position.to_move.opponent)
    return other if legal_moves(other) else position


def _moves_of(position: Position, hourglasses: Iterable[Hourglass]) -> tuple[Move, ...]:
    return tuple(
        Move(hourglass, position.cells[hourglass], to)
        for hourglass in hourglasses
        for to in NEIGHBOURS[position.cells[hourglass]]
        if to not in position.cells and not position.is_full(to)
    )
