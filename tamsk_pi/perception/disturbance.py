"""Fields that are no piece: a magnet or iron beside the board acts on several neighbouring cells at once, alike on
both sensors of each. Pieces act on their own cell and hardly on others."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from tamsk_pi.perception.drift import DriftTracker
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import CELLS, NEIGHBOURS, Cell

FIELD_COUNTS: Final = 0.35
"""What both sensors of a cell must be off for it to count; the worst error of a neighbour's model is 0.2, and pieces
act on neighbours against what they do to their own cell."""
PEAK_COUNTS: Final = 0.9
"""What they must be off on one cell of the group: a field has a place where it is strongest."""
_STILL_COUNTS: Final = 0.25
_SMALLEST: Final = 3
_RESTING: Final = 2
_DRIFTED_SHARE: Final = 0.25
_SMOOTHED: Final = 0.25
_SURE_BLOCKS: Final = 6
_OVER_BLOCKS: Final = 12


def patch(offs: Mapping[Cell, Pair], least_counts: float = FIELD_COUNTS) -> tuple[Cell, ...]:
    """The largest connected group of at least three cells of which both sensors are off the same way, on one of them
    by much; or none."""
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
    peak = max((min(map(abs, offs[cell])) for cell in largest), default=0.0)
    is_field = len(largest) >= _SMALLEST and peak >= PEAK_COUNTS + least_counts - FIELD_COUNTS
    return tuple(sorted(largest)) if is_field else ()


@dataclass(slots=True)
class FieldWatch:
    """Whether a foreign field is there: told when it has stayed, over when it has been gone for a while."""

    cells: tuple[Cell, ...] = ()
    since_ns: int = -1
    _blocks: int = 0
    _calm: int = 0
    _smooth: list[float] = field(default_factory=lambda: [0.0] * READINGS)

    def block(self, offs: list[float | None], busy: Collection[Cell], drift: DriftTracker, now_ns: int) -> None:
        """Take a block of readings: what they are off now, and what has been followed as drift before. `busy` cells,
        on which hands may do something, belong to a field only together with two that rest."""
        common = median([off for off in offs if off is not None] or [0.0])
        self._smooth = [
            0.0 if off is None else smooth + _SMOOTHED * (off - common - smooth)
            for smooth, off in zip(self._smooth, offs, strict=True)
        ]
        seen = _field(self._smooth, _STILL_COUNTS if self._blocks else FIELD_COUNTS)
        if not seen:
            drifted = [own + smooth for own, smooth in zip(drift.own, self._smooth, strict=True)]
            seen = _field(drifted, FIELD_COUNTS + _DRIFTED_SHARE * abs(drift.common_counts))
        if len(set(seen).difference(busy)) >= _RESTING:
            self._blocks, self._calm = self._blocks + 1, 0
            if self._blocks >= _SURE_BLOCKS:
                self.since_ns = self.since_ns if self.cells else now_ns
                self.cells = seen
            return
        self._blocks, self._calm = max(0, self._blocks - 1), self._calm + 1
        if self._calm >= _OVER_BLOCKS:
            self.cells = ()


def _field(values: list[float], least_counts: float) -> tuple[Cell, ...]:
    peak = PEAK_COUNTS + least_counts - FIELD_COUNTS
    if max(values) < peak and min(values) > -peak:
        return ()
    return patch({cell: (values[2 * cell], values[2 * cell + 1]) for cell in CELLS}, least_counts)
