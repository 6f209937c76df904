"""What every reading should be as the board is believed to stand: levels, the bands around them, and their drift.

At rest a frame costs one comparison of 74 counts with their bands and one addition. Every `block_frames` frames the
means of the readings that rested all the time are compared with their levels: that is drift, a step, a foreign field,
or, on a single cell, something to look at.
"""

from collections.abc import Collection, Iterable
from operator import add
from typing import Final

from tamsk_pi.perception.board_decoder import DecodedBoard
from tamsk_pi.perception.disturbance import FieldWatch
from tamsk_pi.perception.drift import DriftTracker
from tamsk_pi.perception.episode import Window
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.happening import BACK_COUNTS
from tamsk_pi.perception.levels import Contents, Levels
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import CELLS, Cell

_OPEN: Final = (-1, 1 << 16)


class Baselines:
    """Levels and bands of the 74 readings."""

    def __init__(self, levels: Levels, settings: PerceptionSettings) -> None:
        self.counts: list[float] = [0.0] * READINGS
        self.model: list[float] = [0.0] * READINGS
        """What the pieces that are believed to be there add to each reading."""
        self.drift: Final = DriftTracker()
        self.field: Final = FieldWatch()
        self._levels = levels
        self._settings = settings
        self._lows: list[int] = [_OPEN[0]] * READINGS
        self._highs: list[int] = [_OPEN[1]] * READINGS
        self._sums: list[int] = [0] * READINGS
        self._summed = 0
        self._was_busy: set[Cell] = set()

    def pair(self, cell: Cell) -> Pair:
        """The counts that a cell should read."""
        return self.counts[2 * cell], self.counts[2 * cell + 1]

    def start(self, means: Iterable[float], board: DecodedBoard) -> None:
        """The board as it was seen first."""
        self.counts, self.model = list(means), list(board.model)
        self.drift.common_counts = board.common_counts

    def change(self, cell: Cell, before: Contents, after: Contents) -> None:
        """Something came or went on a cell: all levels move by what it adds."""
        vector = self._levels.change_vector(cell, before, after)
        self.counts = list(map(add, self.counts, vector))
        self.model = list(map(add, self.model, vector))

    def shift(self, counts: float) -> None:
        """All zeros have moved by this."""
        self.counts = [level + counts for level in self.counts]

    def residual(self, cell: Cell) -> Pair:
        """What is left of a cell's levels without zeros, drift and everything believed to be on the board."""
        x, y = (
            self.counts[i] - self._levels.zero[i] - self.drift.zero_shift(i) - self.model[i]
            for i in (2 * cell, 2 * cell + 1)
        )
        return x, y

    def settle(self, cell: Cell, rest: Window, alive: Pair, now_ns: int, *, is_new: bool, has_glass: bool) -> None:
        """A cell has come to rest at these means. `is_new`: something came or went, so that its level is measured."""
        for sensor in (0, 1):
            i = 2 * cell + sensor
            shift = rest.mean[sensor] - self.counts[i]
            if not alive[sensor]:
                continue
            # After a false alarm a ring may still hang in a hand above: that is no new baseline.
            if is_new or (has_glass and abs(shift) > BACK_COUNTS):
                self.counts[i] = rest.mean[sensor]
                self.drift.changed(i, now_ns)
            elif abs(shift) > BACK_COUNTS:
                self.counts[i] += self.drift.shifted(i, shift)

    # Bands.

    def strayed(self, counts: tuple[int, ...]) -> list[int]:
        """The readings outside their bands."""
        return [
            i
            for i, (count, low, high) in enumerate(zip(counts, self._lows, self._highs, strict=True))
            if not low <= count <= high
        ]

    def set_bands(self, cells: Iterable[Cell], busy: Collection[Cell], dead: frozenset[int], noise: float) -> None:
        """Bands around the levels of these cells; readings that are dead or on a busy cell may be anywhere."""
        half = max(self._settings.band_counts, 5.5 * noise)
        counts, lows, highs = self.counts, self._lows, self._highs
        for cell in cells:
            is_busy = cell in busy
            for i in (2 * cell, 2 * cell + 1):
                if is_busy or i in dead:
                    lows[i], highs[i] = _OPEN
                else:
                    lows[i], highs[i] = round(counts[i] - half), round(counts[i] + half)

    # Blocks.

    def sum_up(self, counts: tuple[int, ...], busy: Collection[Cell]) -> bool:
        """One more frame of the block; whether it is complete."""
        self._sums = list(map(add, self._sums, counts))
        self._summed += 1
        if busy:
            self._was_busy.update(busy)
        return self._summed >= self._settings.block_frames

    def means(self) -> tuple[list[float], int]:
        """The means of the block's frames, and how many there are."""
        return [total / self._summed for total in self._sums], self._summed

    def block(
        self, means: list[float], now_ns: int, busy: Collection[Cell], dead: frozenset[int], noise: float
    ) -> list[Cell]:
        """Close the block with these means: levels and bands follow; the cells to look at."""
        offs: list[float | None] = [mean - level for mean, level in zip(means, self.counts, strict=True)]
        for i in dead:
            offs[i] = None
        felt = list(offs)
        for cell in self._was_busy:
            offs[2 * cell] = offs[2 * cell + 1] = None
        was_busy, self._was_busy = self._was_busy, set(busy)
        self._sums, self._summed = [0] * READINGS, 0
        steps = self.drift.follow(offs, now_ns)
        self.field.block(felt, was_busy, self.drift, now_ns)
        self.counts = list(map(add, self.counts, steps))
        limit = max(self._settings.block_counts, 2.6 * noise)
        far = {
            Cell(i // 2)
            for i, (off, step) in enumerate(zip(offs, steps, strict=True))
            if off is not None and abs(off - step) > limit
        }
        self.set_bands(CELLS, busy, dead, noise)
        return sorted(far.difference(busy))
