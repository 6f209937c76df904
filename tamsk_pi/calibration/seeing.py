"""What lies on which cell while the board is not calibrated yet: changes only, seen against the last look at rest.

Gains are known to ±10 % and magnets to ±5 % only, but what was there at the last rest is known, so that one ring or
one glass more or less stands out by eight times its uncertainty.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add
from typing import Final

from tamsk_pi.calibration.blocks import Means
from tamsk_pi.perception.levels import Contents, Levels, most_rings
from tamsk_pi.rules.board import CELLS, Cell

CHANGED_COUNTS: Final = 4.0
"""One ring more or less is 7 at least; what neighbours' tolerances do to a cell is less than one."""
STEADY_BLOCKS: Final = 3
_FLOOR_COUNTS: Final = 0.6
_SHARE: Final = 0.08
_FITS: Final = 16.0
STRENGTH_SHARES: Final = (0.20, 0.34)
"""How much stronger or weaker than nominal S0 and S1 may feel a good piece: gain ±10 %, moment ±5 %, and its play."""
_STRENGTH_FLOOR_COUNTS: Final = 0.8


@dataclass(frozen=True, slots=True)
class Sight:
    """What is on a cell now. `strength` of what changed, relative to nominal, S0 and S1; `is_clear`: it fits."""

    contents: Contents
    is_clear: bool = True
    is_reversed: bool = False
    strength: tuple[float, float] = (1.0, 1.0)

    @property
    def is_weak(self) -> bool:
        """Whether the change is much weaker or stronger than magnets and sensors may be."""
        return any(abs(x - 1) > share for x, share in zip(self.strength, STRENGTH_SHARES, strict=True))


class Seeing:
    """Follows all cells between two looks at rest."""

    def __init__(self, levels: Levels) -> None:
        self._levels = levels
        self._base: Means = ()
        self._held: list[Contents] = [(0, 0)] * len(CELLS)
        self._sights: list[Sight] = [Sight((0, 0))] * len(CELLS)
        self._waiting: dict[Cell, tuple[Sight, int]] = {}
        self.dead: frozenset[int] = frozenset()

    @property
    def sights(self) -> tuple[Sight, ...]:
        """What is on each cell now."""
        return tuple(self._sights)

    @property
    def contents(self) -> tuple[Contents, ...]:
        """What each cell is believed to hold now."""
        return tuple(sight.contents for sight in self._sights)

    @property
    def is_steady(self) -> bool:
        """Whether nothing is about to change."""
        return not self._waiting

    def rest(self, means: Means, contents: Sequence[Contents]) -> None:
        """The board rests with these contents; changes count from now on."""
        self._base = means
        self._held = list(contents)
        self._sights = [Sight(c) for c in contents]
        self._waiting.clear()

    def look(self, means: Means) -> None:
        """One block of frames."""
        changes = [
            self._levels.change_vector(cell, self._held[cell], self._sights[cell].contents)
            for cell in CELLS
            if self._held[cell] != self._sights[cell].contents
        ]
        expected: list[float] = list(self._base)
        for vector in changes:
            expected = list(map(add, expected, vector))
        for cell in CELLS:
            self._look_at(cell, means, expected)

    def is_off(self, cell: Cell, means: Means) -> bool:
        """Whether the cell's glass has left it, even for a moment: its own change is more than noise."""
        return any(abs(means[i] - self._base[i]) > CHANGED_COUNTS for i in self._living(cell))

    def _living(self, cell: Cell) -> list[int]:
        return [i for i in (2 * cell, 2 * cell + 1) if i not in self.dead]

    def _look_at(self, cell: Cell, means: Means, expected: Sequence[float]) -> None:
        living = self._living(cell)
        sight = self._sights[cell]
        own = self._change(cell, sight.contents)
        spread = {i: CHANGED_COUNTS + _SHARE * abs(own[i - 2 * cell]) for i in living}
        if sight.is_clear and all(abs(means[i] - expected[i]) <= spread[i] for i in living):
            self._waiting.pop(cell, None)
            return
        others = [expected[2 * cell + s] - own[s] - self._base[2 * cell + s] for s in (0, 1)]
        delta = tuple(means[2 * cell + s] - self._base[2 * cell + s] - others[s] for s in (0, 1))
        found = self._explain(cell, (delta[0], delta[1]))
        if found == sight:
            self._waiting.pop(cell, None)
            return
        before, blocks = self._waiting.get(cell, (found, 0))
        blocks = blocks + 1 if (before.contents, before.is_clear) == (found.contents, found.is_clear) else 1
        self._waiting[cell] = (found, blocks)
        if blocks >= STEADY_BLOCKS:
            self._sights[cell] = found
            del self._waiting[cell]

    def _change(self, cell: Cell, after: Contents) -> tuple[float, float]:
        vector = self._levels.change_vector(cell, self._held[cell], after)
        return vector[2 * cell], vector[2 * cell + 1]

    def _explain(self, cell: Cell, delta: tuple[float, float]) -> Sight:
        rings = range(max(most_rings(cell), self._held[cell][1]) + 1)
        after = [(sign, k) for sign in (0, 1, -1) for k in rings]
        cost, contents = min((self._misfit(cell, delta, self._change(cell, c)), c) for c in after)
        if cost <= _FITS:
            return Sight(contents, strength=self._strength(delta, self._change(cell, contents)))
        held, (sign, k) = self._held[cell], self._held[cell]
        ring = self._change(cell, (sign, k + 1)) if k + 1 in rings else (0.0, 0.0)
        if any(ring) and self._misfit(cell, delta, (-ring[0], -ring[1])) <= _FITS:
            return Sight(held, is_clear=False, is_reversed=True)
        return Sight(held, is_clear=False)

    def _misfit(self, cell: Cell, delta: tuple[float, float], usual: tuple[float, float]) -> float:
        return sum(
            ((delta[s] - usual[s]) / (_FLOOR_COUNTS + _SHARE * abs(usual[s]))) ** 2
            for s in (0, 1)
            if 2 * cell + s not in self.dead
        )

    def _strength(self, delta: tuple[float, float], usual: tuple[float, float]) -> tuple[float, float]:
        shares = [1.0, 1.0]
        for s in (0, 1):
            off = abs(delta[s] - usual[s]) - _STRENGTH_FLOOR_COUNTS
            if usual[s] and off > 0:
                shares[s] = 1 + off / abs(usual[s]) * (1 if abs(delta[s]) > abs(usual[s]) else -1)
        return shares[0], shares[1]
