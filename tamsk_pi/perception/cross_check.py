"""Two ways to know a cell, each checking the other, and its neighbours as witnesses.

Rings are counted by differences to the last settled reading, so that the errors of what lay there before do not add
up. What a cell would be taken for by itself must not contradict that; and what comes or goes on one cell must not be
felt by its neighbours like a magnet beside the board.
"""

from typing import Final

from tamsk_pi.perception.baselines import Baselines
from tamsk_pi.perception.levels import Contents, Levels, Verdict, best
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import NEIGHBOURS, Cell

_CONTRADICTION_SIGMAS: Final = 1.5
_NO_PIECE_SIGMAS: Final = 4.0
_WITNESSES: Final = 2
_WITNESS_COUNTS: Final = 0.9


def alone(levels: Levels, baselines: Baselines, cell: Cell, contents: Contents, alive: Pair) -> Verdict | None:
    """What a settled cell would be taken for by itself; None for more rings than are looked for."""
    candidate = levels.own(cell, contents)
    if candidate is None:
        return None
    x, y = baselines.residual(cell)
    return best(levels.absolute[cell], (x + candidate.counts[0], y + candidate.counts[1]), alive)


def contradicts(verdict: Verdict, contents: Contents) -> bool:
    """Whether the two ways to know a cell disagree beyond their errors."""
    return verdict.contents != contents and verdict.margin_sigmas > _CONTRADICTION_SIGMAS


def is_foreign(
    levels: Levels,
    baselines: Baselines,
    cell: Cell,
    means: list[float],
    contents: list[Contents],
    dead: frozenset[int],
) -> bool:
    """Whether neighbours feel what seems to happen on a cell: both sensors of at least two are off the same way, by
    something that is no piece of theirs."""
    own = means[2 * cell] > baselines.counts[2 * cell]
    witnesses = 0
    for neighbour in NEIGHBOURS[cell]:
        i = 2 * neighbour
        if i in dead or i + 1 in dead:
            continue
        off = (means[i] - baselines.counts[i], means[i + 1] - baselines.counts[i + 1])
        if min(abs(off[0]), abs(off[1])) < _WITNESS_COUNTS or {off[0] > 0, off[1] > 0} != {own}:
            continue
        verdict = best(levels.changes(neighbour, contents[neighbour]), off, (1.0, 1.0))
        if verdict.contents == contents[neighbour] or verdict.misfit_sigmas > _NO_PIECE_SIGMAS:
            witnesses += 1
    return witnesses >= _WITNESSES
