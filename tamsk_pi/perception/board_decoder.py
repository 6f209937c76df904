"""Decode an unknown board: every cell from nothing but the means of its readings.

Neighbours cost a cell as much as a fourth ring gives, so cells cannot be decoded alone. Three passes:

1. Jacobi: decode each cell after taking away what its neighbours, as decoded so far, add to it; again until nothing
   changes. A field common to all sensors is estimated from the residuals and taken away too.
2. Coordinate descent: on cells that fit badly or barely, try the second-best contents and keep what lowers the misfit
   of the cell and its neighbours together.
3. The margins of the result tell which cells are doubtful.
"""

from dataclasses import dataclass
from operator import add, sub
from statistics import median
from typing import Final

from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.levels import Contents, Levels, Pair, Verdict, best
from tamsk_pi.rules.board import CELLS, NEIGHBOURS, Cell

_PASSES: Final = 12
_DOUBTFUL_SIGMAS: Final = 2.0
_COMMON_BOUND_COUNTS: Final = 1.5
_BOTH_ALIVE: Final[Pair] = (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class DecodedBoard:
    """Per cell its contents and how sure they are.

    `model` is what the whole board adds to each reading, `common_counts` what a field adds to all alike.
    """

    contents: tuple[Contents, ...]
    verdicts: tuple[Verdict, ...]
    model: tuple[float, ...]
    common_counts: float


def decode_board(levels: Levels, means: tuple[float, ...], dead: frozenset[int] = frozenset()) -> DecodedBoard:
    """Decode from the mean counts of the 74 readings; `dead` readings are left out."""
    return _Decoder(levels, means, dead).run()


class _Decoder:
    def __init__(self, levels: Levels, means: tuple[float, ...], dead: frozenset[int]) -> None:
        self._levels = levels
        self._observed = list(map(sub, means, levels.zero))
        self._alive: list[Pair] = [
            (float(2 * cell not in dead), float(2 * cell + 1 not in dead)) if dead else _BOTH_ALIVE for cell in CELLS
        ]
        self._contents: list[Contents] = [(0, 0)] * len(CELLS)
        self._model = [0.0] * READINGS
        self._common = 0.0

    def run(self) -> DecodedBoard:
        for _ in range(_PASSES):
            if not self._pass():
                break
            self._estimate_common()
        self._estimate_common()
        verdicts = [self._verdict(cell) for cell in CELLS]
        for cell in CELLS:
            if min(verdicts[cell].margin_sigmas, 4.0 - verdicts[cell].misfit_sigmas) < _DOUBTFUL_SIGMAS:
                self._descend(cell)
        verdicts = [self._verdict(cell) for cell in CELLS]
        return DecodedBoard(tuple(self._contents), tuple(verdicts), tuple(self._model), self._common)

    def _pass(self) -> bool:
        chosen = [self._verdict(cell).contents for cell in CELLS]
        changed = [cell for cell in CELLS if chosen[cell] != self._contents[cell]]
        for cell in changed:
            self._put(cell, chosen[cell])
        return bool(changed)

    def _put(self, cell: Cell, contents: Contents) -> None:
        vector = self._levels.change_vector(cell, self._contents[cell], contents)
        self._model = list(map(add, self._model, vector))
        self._contents[cell] = contents

    def _own(self, cell: Cell) -> Pair:
        """The cell's readings without everything but its own pieces."""
        own = next(c.counts for c in self._levels.absolute[cell] if c.contents == self._contents[cell])
        i = 2 * cell
        return (
            self._observed[i] - self._common - self._model[i] + own[0],
            self._observed[i + 1] - self._common - self._model[i + 1] + own[1],
        )

    def _verdict(self, cell: Cell) -> Verdict:
        return best(self._levels.absolute[cell], self._own(cell), self._alive[cell])

    def _estimate_common(self) -> None:
        residuals = [
            self._observed[2 * cell + s] - self._model[2 * cell + s]
            for cell in CELLS
            for s in (0, 1)
            if self._alive[cell][s]
        ]
        if residuals:
            self._common = max(-_COMMON_BOUND_COUNTS, min(_COMMON_BOUND_COUNTS, median(residuals)))

    def _descend(self, cell: Cell) -> None:
        region = (cell, *NEIGHBOURS[cell])
        own = self._own(cell)
        ranked = sorted(self._levels.absolute[cell], key=lambda c: c.chi2(own, self._alive[cell]) + c.handicap)
        before = self._contents[cell]
        costs: list[tuple[float, Contents]] = []
        for candidate in ranked[:3]:
            self._put(cell, candidate.contents)
            costs.append((sum(self._misfit(c) for c in region), candidate.contents))
        self._put(cell, min(costs)[1] if costs else before)

    def _misfit(self, cell: Cell) -> float:
        own = self._own(cell)
        contents = self._contents[cell]
        chosen = next(c for c in self._levels.absolute[cell] if c.contents == contents)
        return chosen.chi2(own, self._alive[cell]) + chosen.handicap
