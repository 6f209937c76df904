"""Fields that are no piece: a magnet or iron beside the board acts on several neighbouring cells at once, alike on
both sensors of each. Pieces act on their own cell and hardly on others."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tamsk_pi.perception.drift import DriftTracker
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import CELLS, NEIGHBOURS, Cell

FIELD_COUNTS: Final = 0.9
"""What both sensors of a cell must be off for it to count; the worst error of a neighbour's model is 0.2."""
_SMALLEST: Final = 3
_DRIFTED_COUNTS: Final = 1.2
_DRIFTED_SHARE: Final = 0.25
_SURE_BLOCKS: Final = 6
_OVER_BLOCKS: Final = 12


def patch(offs: Mapping[Cell, Pair], least_counts: float = FIELD_COUNTS) -> tuple[Cell, ...]:
    """The largest connected group of at least three cells of which both sensors are off the same way, or none."""
    signs = {
        cell: x > 0 for cell, (x, y) in offs.items() if min(abs(x), abs(y)) >= least_counts and (x > 0) is (y > 0)
    }
    largest: set[Cell] = set()
    seen: set[Cell] = set()
    for start, sign in signs.items():
        if start in seen:
            continue
        group, edge = {start}, [start]
        while edge:
            for cell in NEIGHBOURS[edge.pop()]:
                if cell not in group and signs.get(cell) is sign:
                    group.add(cell)
                    edge.append(cell)
        seen |= group
        largest = max(largest, group, key=len)
    return tuple(sorted(largest)) if len(largest) >= _SMALLEST else ()


@dataclass(slots=True)
class FieldWatch:
    """Whether a foreign field is there: told when it has stayed, over when it has been gone for a while."""

    cells: tuple[Cell, ...] = ()
    since_ns: int = -1
    _blocks: int = 0
    _calm: int = 0
    _seen: tuple[Cell, ...] = field(default=())

    def block(self, offs: list[float | None], common: float, drift: DriftTracker, now_ns: int) -> None:
        """Take a block of resting readings: what they are off now, and what has been followed as drift before."""
        now: dict[Cell, Pair] = {}
        for cell in CELLS:
            x, y = offs[2 * cell], offs[2 * cell + 1]
            if x is not None and y is not None:
                now[cell] = (x - common, y - common)
        drifted = {cell: (drift.own[2 * cell] + x, drift.own[2 * cell + 1] + y) for cell, (x, y) in now.items()}
        least = _DRIFTED_COUNTS + _DRIFTED_SHARE * abs(drift.common_counts)
        seen = patch(now) or patch(drifted, least)
        if seen:
            self._blocks, self._calm, self._seen = self._blocks + 1, 0, seen
            if self._blocks >= _SURE_BLOCKS:
                self.since_ns = now_ns if not self.cells else self.since_ns
                self.cells = seen
            return
        self._blocks, self._calm = 0, self._calm + 1
        if self._calm >= _OVER_BLOCKS:
            self.cells = ()
