"""Gains from placements: how much stronger or weaker than nominal each sensor feels what was put on its own cell.

What a piece adds to a cell's pair of readings is gain · (moment · nominal + play) + noise. Zeros are measured without
any piece; the rest is a linear model with normal errors, to first order in what is off:

    Δ − nominal = nominal · gain error + nominal · moment error + play + noise

Play and noise have the covariances of perception's own model (spread.py). The moment of a piece that is met once is
an error like these; that of a piece that walks from cell to cell is the same everywhere, so it is an unknown of its
own, and where the piece stands on every cell it tells their gains apart far better than its own strength is known.
Whatever is common to all gains is told by the many rings, whose moments average out. Gains are expected within ±10 %
of the board's own mean, so that magnets that are all a little strong end up in the gains, where they do no harm.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from tamsk_pi.perception.calibration import GAIN_RANGE, Calibration
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.influence import Influence
from tamsk_pi.perception.levels import Contents, Levels
from tamsk_pi.perception.spread import GLASS_SHAPE, MOMENT_SD, RING_SHAPES, Pair, Shape, Spread, of_moment, total
from tamsk_pi.rules.board import CELLS, Cell

GAIN_SD: Final = 0.10 / math.sqrt(3)
"""Of sensors before calibration, ±10 % (sensing.md)."""

_ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class Change:
    """What one cell held before and after; `piece` names one that is met more than once."""

    cell: Cell
    before: Contents
    after: Contents
    piece: str | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that changed between two looks at a board at rest.

    `delta_counts` is by how much each of the 74 readings differs, `noise_sd_counts` how well that is known.
    """

    changes: tuple[Change, ...]
    delta_counts: tuple[float, ...]
    noise_sd_counts: float


@dataclass(frozen=True, slots=True)
class GainFit:
    """Gains relative to nominal, their standard deviations, and by which share each walking piece is off."""

    gains: tuple[float, ...]
    sds: tuple[float, ...]
    moments: dict[str, float]


@dataclass(frozen=True, slots=True)
class _Sight:
    """One change as its own cell's pair of sensors saw it."""

    change: Change
    nominal: Pair
    delta: Pair
    weight: Shape


def fit_gains(
    influence: Influence, observations: Sequence[Observation], dead: frozenset[int] = frozenset()
) -> GainFit:
    """The most likely gains; those of `dead` readings and of cells that held nothing are the board's mean."""
    nominal = Levels(influence, Calibration())
    gains = (1.0,) * READINGS
    fit = GainFit(gains, (GAIN_SD,) * READINGS, {})
    for _ in range(_ROUNDS):
        sights = [sight for o in observations for sight in _sights(nominal, o, fit.gains, dead)]
        fit = _solve(sights, _means(sights), dead)
    return fit


def _sights(
    nominal: Levels, observation: Observation, gains: Sequence[float], dead: frozenset[int]
) -> Iterable[_Sight]:
    """Each change by itself: what the others added to its cell is taken away, by the gains known so far."""
    vectors = [nominal.change_vector(c.cell, c.before, c.after) for c in observation.changes]
    everything = [sum(column) for column in zip(*vectors, strict=True)]
    for change, vector in zip(observation.changes, vectors, strict=True):
        i = 2 * change.cell
        own = (vector[i], vector[i + 1])
        others = [gains[i + s] * (everything[i + s] - own[s]) for s in (0, 1)]
        delta = (observation.delta_counts[i] - others[0], observation.delta_counts[i + 1] - others[1])
        yield _Sight(change, own, delta, _weight(change, own, observation.noise_sd_counts, dead))


def _weight(change: Change, own: Pair, noise_sd_counts: float, dead: frozenset[int]) -> Shape:
    (sign, rings), (sign_after, rings_after) = change.before, change.after
    noise = noise_sd_counts**2
    shapes: list[Shape] = [(noise, 0.0, noise), *(RING_SHAPES[k] for k in range(rings, rings_after))]
    if sign != sign_after:
        shapes.append(GLASS_SHAPE)
    if change.piece is None:
        shapes.append(of_moment(own))
    i00, i01, i11 = Spread.of(total(shapes)).inverse
    is_alive = [2 * change.cell + s not in dead for s in (0, 1)]
    if all(is_alive):
        return i00, i01, i11
    v00, _, v11 = total(shapes)
    return is_alive[0] / v00, 0.0, is_alive[1] / v11


def _means(sights: Sequence[_Sight]) -> Pair:
    """How far all gains are off together, S0 and S1 each: the median of what the cells say alone."""
    means = []
    for s in (0, 1):
        sums = {sight.change.cell: [0.0, 0.0] for sight in sights if sight.weight[2 * s]}
        for sight in sights:
            if sight.weight[2 * s]:
                sign = math.copysign(1.0, sight.nominal[s])
                sums[sight.change.cell][0] += sign * sight.delta[s]
                sums[sight.change.cell][1] += sign * sight.nominal[s]
        means.append(median(delta / usual - 1 for delta, usual in sums.values()) if sums else 0.0)
    return means[0], means[1]


class _Equations:
    """The normal equations: a block of two unknowns for each cell, and one unknown for each walking piece."""

    def __init__(self, pieces: Sequence[str], means: Pair) -> None:
        prior = 1 / GAIN_SD**2
        self._pieces = tuple(pieces)
        self._blocks: list[Shape] = [(prior, 0.0, prior)] * len(CELLS)
        self._rights: list[Pair] = [(prior * means[0], prior * means[1])] * len(CELLS)
        self._crosses: list[list[Pair]] = [[(0.0, 0.0)] * len(pieces) for _ in CELLS]
        self._own = [1 / MOMENT_SD**2] * len(pieces)
        self._own_rights = [0.0] * len(pieces)

    def add(self, sight: _Sight) -> None:
        """What one change says of its cell's two gains, and of its piece's moment."""
        cell, (n0, n1), (w00, w01, w11) = sight.change.cell, sight.nominal, sight.weight
        y0, y1 = sight.delta[0] - n0, sight.delta[1] - n1
        towards = (n0 * (w00 * y0 + w01 * y1), n1 * (w01 * y0 + w11 * y1))
        along = (n0 * (w00 * n0 + w01 * n1), n1 * (w01 * n0 + w11 * n1))
        self._blocks[cell] = total([self._blocks[cell], (n0 * w00 * n0, n0 * w01 * n1, n1 * w11 * n1)])
        self._rights[cell] = _plus(self._rights[cell], towards)
        if sight.change.piece is not None:
            p = self._pieces.index(sight.change.piece)
            self._crosses[cell][p] = _plus(self._crosses[cell][p], along)
            self._own[p] += sum(along)
            self._own_rights[p] += sum(towards)

    def solve(self) -> tuple[list[Pair], list[Shape], list[float]]:
        """For each cell by which share its two gains are off and their covariance, and the pieces' moments."""
        inverses = [Spread.of(block).inverse for block in self._blocks]
        moments = self._moments(inverses)
        errors: list[Pair] = []
        for right, inverse, crosses in zip(self._rights, inverses, self._crosses, strict=True):
            r0 = right[0] - sum(c0 * moment for (c0, _), moment in zip(crosses, moments, strict=True))
            r1 = right[1] - sum(c1 * moment for (_, c1), moment in zip(crosses, moments, strict=True))
            v00, v01, v11 = inverse
            errors.append((v00 * r0 + v01 * r1, v01 * r0 + v11 * r1))
        return errors, inverses, moments

    def _moments(self, inverses: Sequence[Shape]) -> list[float]:
        """By which share each walking piece is off: the cells' gains are eliminated."""
        numbers = range(len(self._pieces))
        cells = list(zip(self._crosses, inverses, self._rights, strict=True))
        matrix = [[-sum(_through(c[p], v, c[q]) for c, v, _ in cells) for q in numbers] for p in numbers]
        for p in numbers:
            matrix[p][p] += self._own[p]
        vector = [self._own_rights[p] - sum(_through(c[p], v, right) for c, v, right in cells) for p in numbers]
        return _linear(matrix, vector)


def _solve(sights: Sequence[_Sight], means: Pair, dead: frozenset[int]) -> GainFit:
    pieces = sorted({sight.change.piece for sight in sights if sight.change.piece is not None})
    equations = _Equations(pieces, means)
    for sight in sights:
        equations.add(sight)
    errors, covariances, moments = equations.solve()
    gains = [_within(1 + (means[s] if 2 * cell + s in dead else errors[cell][s])) for cell in CELLS for s in (0, 1)]
    sds = [math.sqrt(covariances[cell][2 * s]) for cell in CELLS for s in (0, 1)]
    return GainFit(tuple(gains), tuple(sds), dict(zip(pieces, moments, strict=True)))


def _within(gain: float) -> float:
    return min(GAIN_RANGE[1], max(GAIN_RANGE[0], gain))


def _plus(a: Pair, b: Pair) -> Pair:
    return a[0] + b[0], a[1] + b[1]


def _through(left: Pair, inverse: Shape, right: Pair) -> float:
    i00, i01, i11 = inverse
    return left[0] * (i00 * right[0] + i01 * right[1]) + left[1] * (i01 * right[0] + i11 * right[1])


def _linear(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """The solution of a few equations with a positive definite matrix."""
    rows = [[*row, right] for row, right in zip(matrix, vector, strict=True)]
    for i, row in enumerate(rows):
        for other in rows[i + 1 :]:
            share = other[i] / row[i]
            for k in range(i, len(other)):
                other[k] -= share * row[k]
    out = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        known = sum(rows[i][k] * out[k] for k in range(i + 1, len(rows)))
        out[i] = (rows[i][-1] - known) / rows[i][i]
    return out
