"""Decode an unknown board: every cell from nothing but the means of its readings.

Neighbours cost a cell as much as a fourth ring gives, so cells cannot be decoded alone.

1. Passes: decode each cell after taking away what its neighbours, as decoded so far, add to it; again until nothing
   changes. A field common to all sensors is estimated from the residuals and taken away too.
2. If the board fits badly everywhere, all zeros may have wandered since calibration: the common field is looked for
   over a wide range, and the one with which the whole board fits best is taken.
3. Coordinate descent: on cells that fit badly or barely, other contents are tried, alone and together with a doubtful
   neighbour's, and what lowers J of the cells concerned together is kept.
4. The margins of the result, neighbours' readings included, tell which cells are uncertain.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import add, sub
from statistics import median
from typing import Final

from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.levels import BOTH_ALIVE, Candidate, Contents, Levels, Verdict, best, margin_sigmas
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import CELLS, NEIGHBOURS, Cell

UNCERTAIN_MARGIN_SIGMAS: Final = 1.2
UNCERTAIN_MISFIT_SIGMAS: Final = 5.0

_PASSES: Final = 12
_ROUNDS: Final = 3
_TRIED: Final = 3
_DOUBTFUL_MARGIN_SIGMAS: Final = 4.0
_DOUBTFUL_MISFIT_SIGMAS: Final = 3.0
_COMMON_BOUND_COUNTS: Final = 1.5
_OUTLIER_COUNTS: Final = 2.5
_BAD_MISFIT: Final = 3.0  # mean chi² of a cell; a board that fits has 2 or less
_WANDERED_COUNTS: Final = tuple(range(-36, 37, 3))


@dataclass(frozen=True, slots=True)
class DecodedBoard:
    """Per cell its contents and how sure they are.

    `model` is what the whole board adds to each reading, `common_counts` what a field adds to all alike.
    """

    contents: tuple[Contents, ...]
    verdicts: tuple[Verdict, ...]
    model: tuple[float, ...]
    common_counts: float

    @property
    def uncertain(self) -> tuple[Cell, ...]:
        """The cells whose readings fit two contents nearly alike, or none."""
        return tuple(cell for cell in CELLS if is_uncertain(self.verdicts[cell]))


def is_uncertain(verdict: Verdict) -> bool:
    """Whether players have to be asked what stands and lies there."""
    return verdict.margin_sigmas < UNCERTAIN_MARGIN_SIGMAS or verdict.misfit_sigmas > UNCERTAIN_MISFIT_SIGMAS


def decode_board(levels: Levels, means: tuple[float, ...], dead: frozenset[int] = frozenset()) -> DecodedBoard:
    """Decode from the mean counts of the 74 readings; `dead` readings are left out."""
    observed = list(map(sub, means, levels.zero))
    alive = _alive(dead)
    solution = _Solution(levels, observed, alive)
    solution.settle()
    if solution.cost() > solution.bad_cost:
        wandered = (_Solution(levels, observed, alive, float(counts)) for counts in _WANDERED_COUNTS)
        solution = min((solution, *wandered), key=_settled_cost)
    solution.descend()
    return solution.board()


def roughly(
    levels: Levels, means: Sequence[float], dead: frozenset[int], common_counts: float
) -> tuple[float, tuple[Contents, ...]]:
    """How badly a board fits, as the sum of its cells' chi², and what is on it then; without a second thought, where
    all zeros have wandered by about `common_counts`."""
    solution = _Solution(levels, list(map(sub, means, levels.zero)), _alive(dead), common_counts)
    solution.settle()
    return solution.chi2(), solution.contents


def _alive(dead: frozenset[int]) -> list[Pair]:
    if not dead:
        return [BOTH_ALIVE] * len(CELLS)
    return [(float(2 * cell not in dead), float(2 * cell + 1 not in dead)) for cell in CELLS]


def _settled_cost(solution: "_Solution") -> float:
    solution.settle()
    return solution.cost()


class _Solution:
    """A guess at the whole board, on its way to the best one."""

    def __init__(self, levels: Levels, observed: list[float], alive: list[Pair], common_counts: float = 0.0) -> None:
        self._levels = levels
        self._observed = observed
        self._alive = alive
        self._centre = self._common = common_counts
        self._contents: list[Contents] = [(0, 0)] * len(CELLS)
        self._chosen: list[Candidate] = [levels.absolute[cell][0] for cell in CELLS]
        self._model = [0.0] * READINGS

    @property
    def bad_cost(self) -> float:
        """A cost above which the board fits badly as a whole."""
        living = sum(1 for pair in self._alive if pair != (0.0, 0.0))
        return _BAD_MISFIT * living

    @property
    def contents(self) -> tuple[Contents, ...]:
        """What is believed now."""
        return tuple(self._contents)

    def chi2(self) -> float:
        """How badly the whole board fits: chi² of all cells."""
        return sum(self._chosen[cell].chi2(self._own(cell), self._alive[cell]) for cell in CELLS)

    def cost(self) -> float:
        """How badly the whole board fits: chi² and handicaps of all cells."""
        return sum(self._misfit(cell) for cell in CELLS)

    def settle(self) -> None:
        """Passes over all cells until none changes."""
        for _ in range(_PASSES):
            has_changed = False
            for cell in CELLS:
                contents = best(self._levels.absolute[cell], self._own(cell), self._alive[cell]).contents
                if contents != self._contents[cell]:
                    self._put(cell, contents)
                    has_changed = True
            self._estimate_common()
            if not has_changed:
                break

    def descend(self) -> None:
        """Try other contents where it is not clear, until nothing is better."""
        for _ in range(_ROUNDS):
            doubtful = [cell for cell in CELLS if self._is_doubtful(cell)]
            has_changed = [self._try_others(cell, doubtful) for cell in doubtful]
            self._estimate_common()
            if not any(has_changed):
                break

    def board(self) -> DecodedBoard:
        """What is believed now."""
        verdicts = tuple(self._verdict(cell) for cell in CELLS)
        return DecodedBoard(tuple(self._contents), verdicts, tuple(self._model), self._common)

    def _put(self, cell: Cell, contents: Contents) -> None:
        vector = self._levels.change_vector(cell, self._contents[cell], contents)
        self._model = list(map(add, self._model, vector))
        self._contents[cell] = contents
        candidate = self._levels.own(cell, contents)
        assert candidate is not None
        self._chosen[cell] = candidate

    def _own(self, cell: Cell) -> Pair:
        """The cell's readings without everything but its own pieces."""
        own, i = self._chosen[cell].counts, 2 * cell
        return (
            self._observed[i] - self._common - self._model[i] + own[0],
            self._observed[i + 1] - self._common - self._model[i + 1] + own[1],
        )

    def _misfit(self, cell: Cell) -> float:
        chosen = self._chosen[cell]
        return chosen.chi2(self._own(cell), self._alive[cell]) + chosen.handicap

    def _estimate_common(self) -> None:
        """The mean of the residuals, without those that belong to contents not yet found."""
        residuals = [
            (self._observed[2 * cell + s] - self._model[2 * cell + s], self._chosen[cell].spread.variance[2 * s])
            for cell in CELLS
            for s in (0, 1)
            if self._alive[cell][s]
        ]
        if not residuals:
            return
        middle = median(r for r, _ in residuals)
        near = [(r, 1 / variance) for r, variance in residuals if abs(r - middle) <= _OUTLIER_COUNTS]
        mean = sum(r * weight for r, weight in near) / sum(weight for _, weight in near) if near else middle
        bound = _COMMON_BOUND_COUNTS
        self._common = max(self._centre - bound, min(self._centre + bound, mean))

    def _is_doubtful(self, cell: Cell) -> bool:
        if self._alive[cell] == (0.0, 0.0):
            return False  # nobody knows; what its neighbours feel of it is less than what they may be off
        verdict = best(self._levels.absolute[cell], self._own(cell), self._alive[cell])
        is_clear = verdict.contents == self._contents[cell] and verdict.margin_sigmas >= _DOUBTFUL_MARGIN_SIGMAS
        return not is_clear or verdict.misfit_sigmas > _DOUBTFUL_MISFIT_SIGMAS

    def _region_cost(self, cells: set[Cell]) -> float:
        return sum(self._misfit(c) + self._chosen[c].spread.log_size(self._alive[c]) for c in sorted(cells))

    def _ranked(self, cell: Cell) -> list[Contents]:
        own, alive = self._own(cell), self._alive[cell]
        ranked = sorted(self._levels.absolute[cell], key=lambda candidate: candidate.cost(own, alive))
        return [candidate.contents for candidate in ranked[:_TRIED]]

    def _try_others(self, cell: Cell, doubtful: list[Cell]) -> bool:
        partners = [c for c in NEIGHBOURS[cell] if c in doubtful]
        region = {cell, *NEIGHBOURS[cell]}.union(*(NEIGHBOURS[c] for c in partners))
        before = self._contents[cell]
        others = {c: self._contents[c] for c in partners}
        lowest, chosen = self._region_cost(region), (before, others)
        for contents in self._ranked(cell):
            self._put(cell, contents)
            for partner in (None, *partners):
                second = None if partner is None else self._best_here(partner)
                if partner is not None and second is not None:
                    self._put(partner, second)
                cost = self._region_cost(region)
                if cost < lowest - 1e-9:
                    lowest, chosen = cost, (contents, {c: self._contents[c] for c in partners})
                if partner is not None:
                    self._put(partner, others[partner])
        self._put(cell, chosen[0])
        for partner, contents in chosen[1].items():
            self._put(partner, contents)
        return chosen != (before, others)

    def _best_here(self, cell: Cell) -> Contents:
        return best(self._levels.absolute[cell], self._own(cell), self._alive[cell]).contents

    def _verdict(self, cell: Cell) -> Verdict:
        """With the margin against the second best as all neighbours see it, where the own readings leave doubt."""
        own, alive = self._own(cell), self._alive[cell]
        alone = best(self._levels.absolute[cell], own, alive)
        chosen = self._contents[cell]
        if alone.contents == chosen and alone.margin_sigmas >= _DOUBTFUL_MARGIN_SIGMAS:
            return alone
        region = {cell, *NEIGHBOURS[cell]}
        here = self._region_cost(region)
        gaps: list[tuple[float, Contents]] = []
        for contents in self._ranked(cell):
            if contents != chosen:
                self._put(cell, contents)
                gaps.append((self._region_cost(region) - here, contents))
        self._put(cell, chosen)
        gap, second = min(gaps)
        distance = self._distance(cell, chosen, second)
        misfit = math.sqrt(self._chosen[cell].chi2(own, alive))
        return Verdict(chosen, misfit, margin_sigmas(gap, distance), second)

    def _distance(self, cell: Cell, a: Contents, b: Contents) -> float:
        """How far apart two contents are as the cell and its neighbours see them, in standard deviations."""
        vector = self._levels.change_vector(cell, a, b)
        square = sum(
            self._chosen[c].spread.chi2(vector[2 * c], vector[2 * c + 1], self._alive[c]) for c in NEIGHBOURS[cell]
        )
        first, second = self._levels.own(cell, a), self._levels.own(cell, b)
        assert first is not None
        assert second is not None
        return math.sqrt(square + first.distance(second, self._alive[cell]) ** 2)
