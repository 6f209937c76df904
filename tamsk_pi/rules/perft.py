"""Counts the ways a game can go: a check of the move rules against rules.md, "Counts to test against".

Theory of operation. A ply is a move, with or without its ring; passing is no ply (G1.5). The count walks the tree
with cells as bits of an integer: a glass may go to its neighbours that are neither occupied nor full. The last ply is
not played but counted: as many leaves as there are such neighbours, and twice that where the ring is a choice, which
it is for every move of a player who has rings left, since the cell he goes to is never full.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from tamsk_pi.rules.board import CAPACITY, CELLS, NEIGHBOURS
from tamsk_pi.rules.moves import Move, after, legal_moves, passed
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Player
from tamsk_pi.rules.position import Position


class RingRule(StrEnum):
    """Whether a mover who has rings always drops one, or may also leave it (G1.3)."""

    ALWAYS = "always"
    OPTIONAL = "optional"


_BIT: Final = tuple(1 << cell for cell in CELLS)
_NEIGHBOUR_BITS: Final = tuple(sum(_BIT[n] for n in NEIGHBOURS[cell]) for cell in CELLS)

_Side = tuple[tuple[int, ...], int, int]
"""A player's three cells, the bits 0 … 2 of his glasses still owed their first move, and his rings left."""


def perft(position: Position, depth: int, rings: RingRule) -> int:
    """How many games of `depth` plies begin here; raises ValueError for a depth below 0."""
    if depth < 0:
        raise ValueError(f"depth {depth}: expected 0 or more")
    if depth == 0:
        return 1
    occupied = sum(_BIT[cell] for cell in position.cells)
    full = sum(_BIT[cell] for cell in CELLS if position.is_full(cell))
    space = [CAPACITY[cell] - position.rings[cell] for cell in CELLS]
    own, other = _side(position, position.to_move), _side(position, position.to_move.opponent)
    return _Walk(space, rings is RingRule.OPTIONAL).count(own, other, occupied, full, depth)


def plies(position: Position, rings: RingRule) -> Iterator[tuple[Move, Position]]:
    """The next plies and where they lead, a move with its ring before the same move without."""
    mover = passed(position)
    for move in legal_moves(mover):
        if mover.left(mover.to_move):
            yield move, after(mover, move, with_ring=True)
        if not mover.left(mover.to_move) or rings is RingRule.OPTIONAL:
            yield move, after(mover, move, with_ring=False)


def divide(position: Position, depth: int, rings: RingRule) -> Iterator[tuple[Move, int]]:
    """Each first ply with its share of `perft`; a move comes twice where its ring is a choice.

    Raises ValueError for a depth below 1.
    """
    if depth < 1:
        raise ValueError(f"depth {depth}: expected 1 or more, to have a first move")
    for move, child in plies(position, rings):
        yield move, perft(child, depth - 1, rings)


def _side(position: Position, player: Player) -> _Side:
    own = OWN_HOURGLASSES[player]
    owed = sum(1 << i for i, hourglass in enumerate(own) if hourglass in position.obliged)
    return tuple(position.cells[hourglass] for hourglass in own), owed, position.left(player)


class _Walk:
    """One count: the space left for rings on each cell, changed and restored along the way."""

    def __init__(self, space: list[int], is_ring_optional: bool) -> None:
        self._space = space
        self._is_ring_optional = is_ring_optional

    def count(self, own: _Side, other: _Side, occupied: int, full: int, depth: int) -> int:
        """Leaves `depth` ≥ 1 plies below, `own` to move unless he has to pass."""
        free = ~(occupied | full)
        targets = _targets(own, free)
        if not any(targets):
            own, other = other, own
            targets = _targets(own, free)
        if depth == 1:
            leaves = sum(map(int.bit_count, targets))
            return 2 * leaves if self._is_ring_optional and own[2] else leaves
        return self._play(own, other, targets, occupied, full, depth)

    def _play(self, own: _Side, other: _Side, targets: tuple[int, ...], occupied: int, full: int, depth: int) -> int:
        cells, owed, left = own
        space, count = self._space, self.count
        total = 0
        for i, target in enumerate(targets):
            reachable = target
            standing = occupied ^ _BIT[cells[i]]
            still_owed = owed & ~(1 << i)
            while reachable:
                bit = reachable & -reachable
                reachable ^= bit
                to = bit.bit_length() - 1
                moved = (*cells[:i], to, *cells[i + 1 :])
                if left:
                    space[to] -= 1
                    filled = full if space[to] else full | bit
                    total += count(other, (moved, still_owed, left - 1), standing | bit, filled, depth - 1)
                    space[to] += 1
                if not left or self._is_ring_optional:
                    total += count(other, (moved, still_owed, left), standing | bit, full, depth - 1)
        return total


def _targets(side: _Side, free: int) -> tuple[int, ...]:
    (a, b, c), owed, _ = side
    targets = (_NEIGHBOUR_BITS[a] & free, _NEIGHBOUR_BITS[b] & free, _NEIGHBOUR_BITS[c] & free)
    if owed:
        obliged = tuple(target if owed >> i & 1 else 0 for i, target in enumerate(targets))
        if any(obliged):
            return obliged
    return targets
