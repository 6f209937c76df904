"""What the readings of a cell should be for everything that may stand and lie there, and how sure that is.

A cell's contents are a pair: which glass, as the sign of its field (+1 red, −1 black, 0 none), and the rings. Two
readings tell contents apart because a glass acts mostly on S0 and a ring more on S1.

Contents are weighed by their log likelihood: J = chi² + ln |covariance| + handicap of what is rare; the lowest wins.
The margin is (J of the second − J of the first) / distance of the two in standard deviations: how much farther off
the second is along the line between them. It is 0 half-way, and the whole distance where the first fits exactly.
"""

import math
from dataclasses import dataclass
from operator import add, sub
from typing import Final

from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.influence import MAX_RINGS, Influence, Vector
from tamsk_pi.perception.spread import (
    GLASS_SHAPE,
    RING_SHAPES,
    SETTLED_SHAPE,
    STIRRED_SHARE,
    ZERO_SHAPE,
    Pair,
    Shape,
    Spread,
    of_gain,
    of_moment,
    scaled,
    total,
)
from tamsk_pi.rules.board import CAPACITY, CELLS, Cell
from tamsk_pi.rules.pieces import Player

Contents = tuple[int, int]
"""Sign of the glass (+1 red, −1 black, 0 none) and number of rings."""

SIGNS: Final[dict[Player | None, int]] = {Player.RED: 1, Player.BLACK: -1, None: 0}
COLOURS: Final[dict[int, Player | None]] = {sign: colour for colour, sign in SIGNS.items()}

BOTH_ALIVE: Final[Pair] = (1.0, 1.0)
_SECOND_CHANGE: Final = 6.0  # J that two changes at once must gain over one
_NO_DISTANCE: Final = 1e-6
_OVERFULL: Final = 9.0  # a ring above the capacity is possible, until it is taken off, but rare


@dataclass(frozen=True, slots=True)
class Candidate:
    """Contents that a cell may have, with the readings (or their change) to expect and how far they may be off."""

    contents: Contents
    counts: Pair
    spread: Spread
    handicap: float

    def chi2(self, observed: Pair, alive: Pair) -> float:
        """How badly the observation fits; `alive` is 1.0 for sensors that count, 0.0 for dead ones."""
        return self.spread.chi2(observed[0] - self.counts[0], observed[1] - self.counts[1], alive)

    def cost(self, observed: Pair, alive: Pair) -> float:
        """J: minus twice the log likelihood, but for a constant."""
        return self.chi2(observed, alive) + self.spread.log_size(alive) + self.handicap

    def distance(self, other: "Candidate", alive: Pair) -> float:
        """How far apart the two are, in standard deviations (those of both, averaged)."""
        x, y = self.counts[0] - other.counts[0], self.counts[1] - other.counts[1]
        squares = self.spread.chi2(x, y, alive) + other.spread.chi2(x, y, alive)
        return math.sqrt(squares / 2)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best candidate and the second best; `margin_sigmas` is how much farther off the second best is."""

    contents: Contents
    misfit_sigmas: float
    margin_sigmas: float
    second: Contents = (0, 0)


def best(candidates: tuple[Candidate, ...], observed: Pair, alive: Pair) -> Verdict:
    """The most likely of at least two candidates; with no living sensor the margin is 0."""
    costs = [candidate.cost(observed, alive) for candidate in candidates]
    lowest = min(costs)
    i = costs.index(lowest)
    costs[i] = math.inf
    second = min(costs)
    chosen, other = candidates[i], candidates[costs.index(second)]
    misfit = math.sqrt(chosen.chi2(observed, alive))
    return Verdict(
        chosen.contents, misfit, margin_sigmas(second - lowest, chosen.distance(other, alive)), other.contents
    )


def margin_sigmas(gap: float, distance: float) -> float:
    """How much farther off the second is, of the gap between the two J and their distance in standard deviations."""
    return gap / distance if distance > _NO_DISTANCE else 0.0


class Levels:
    """The influence table in the counts of this board's own, calibrated sensors."""

    def __init__(self, influence: Influence, calibration: Calibration) -> None:
        self.zero: Final[Vector] = calibration.zero_counts
        self._ring: Final = tuple(
            tuple(_scaled(layer, calibration.gains) for layer in layers) for layers in influence.ring
        )
        self._glass: Final = tuple(_scaled(vector, calibration.gains) for vector in influence.glass)
        self._black: Final = tuple(tuple(-x for x in vector) for vector in self._glass)
        self._changes: dict[tuple[Cell, Contents], tuple[Candidate, ...]] = {}
        self._gains: Final = calibration.gains
        self.absolute: Final = tuple(self._all_contents(cell) for cell in CELLS)
        """Per cell every contents, with its own field at its own sensors."""
        self._own: Final = tuple({c.contents: c for c in candidates} for candidates in self.absolute)

    def glass_pair(self, cell: Cell, sign: int) -> Pair:
        """What a glass adds to its own cell's two readings."""
        vector = self._glass[cell]
        return sign * vector[2 * cell], sign * vector[2 * cell + 1]

    def own(self, cell: Cell, contents: Contents) -> Candidate | None:
        """The absolute candidate of these contents; None for more rings than are looked for."""
        return self._own[cell].get(contents)

    def change_vector(self, cell: Cell, before: Contents, after: Contents) -> list[float]:
        """What a change on one cell adds to all 74 readings."""
        total = [0.0] * READINGS
        (sign_before, rings_before), (sign_after, rings_after) = before, after
        if sign_before != sign_after:
            for sign, operation in ((sign_before, sub), (sign_after, add)):
                if sign:
                    total = list(map(operation, total, self._glass[cell] if sign > 0 else self._black[cell]))
        for layer in range(rings_before, rings_after):
            total = list(map(add, total, self._ring[cell][layer]))
        for layer in range(rings_after, rings_before):
            total = list(map(sub, total, self._ring[cell][layer]))
        return total

    def changes(self, cell: Cell, before: Contents) -> tuple[Candidate, ...]:
        """What may have happened on a cell: the glass gone, come or exchanged, rings more or fewer."""
        key = (cell, before)
        known = self._changes.get(key)
        if known is None:
            rings = range(max(most_rings(cell), before[1]) + 1)
            known = tuple(self._change(cell, before, (sign, k)) for sign in (0, 1, -1) for k in rings)
            self._changes[key] = known
        return known

    def _change(self, cell: Cell, before: Contents, after: Contents) -> Candidate:
        (sign, rings), (sign_after, rings_after) = before, after
        glasses = [s for s in (sign, sign_after) if s and sign != sign_after]
        layers = range(min(rings, rings_after), max(rings, rings_after))
        (x, y), (x_after, y_after) = self._own_counts(cell, before), self._own_counts(cell, after)
        counts = (x_after - x, y_after - y)
        stay = [self._ring_shape(cell, layer) for layer in range(layers.start)]
        if sign and sign == sign_after:
            stay.append(self._glass_shape(cell))
        stirred = scaled(total(stay), STIRRED_SHARE**0.5, STIRRED_SHARE**0.5) if stay else (0.0, 0.0, 0.0)
        shapes = [SETTLED_SHAPE, of_gain(counts), stirred, *self._shapes(cell, len(glasses), layers)]
        handicap = _SECOND_CHANGE * max(0, len(glasses) + len(layers) - 1)
        return Candidate(after, counts, Spread.of(total(shapes)), handicap)

    def _all_contents(self, cell: Cell) -> tuple[Candidate, ...]:
        out: list[Candidate] = []
        for sign in (0, 1, -1):
            for rings in range(min(CAPACITY[cell] + 1, MAX_RINGS) + 1):
                counts = self._own_counts(cell, (sign, rings))
                shapes = [ZERO_SHAPE, of_gain(counts), *self._shapes(cell, abs(sign), range(rings))]
                spread = Spread.of(total(shapes))
                out.append(Candidate((sign, rings), counts, spread, _OVERFULL * (rings > CAPACITY[cell])))
        return tuple(out)

    def _own_counts(self, cell: Cell, contents: Contents) -> Pair:
        """What the pieces on a cell add to its own two readings."""
        x, y = self.glass_pair(cell, contents[0])
        for vector in self._ring[cell][: contents[1]]:
            x, y = x + vector[2 * cell], y + vector[2 * cell + 1]
        return x, y

    def _shapes(self, cell: Cell, glasses: int, layers: range) -> list[Shape]:
        """The deviations of these pieces: their moments, and their play and height."""
        out: list[Shape] = []
        for _ in range(glasses):
            out += [of_moment(self.glass_pair(cell, 1)), self._glass_shape(cell)]
        for layer in layers:
            vector = self._ring[cell][layer]
            out += [of_moment((vector[2 * cell], vector[2 * cell + 1])), self._ring_shape(cell, layer)]
        return out

    def _ring_shape(self, cell: Cell, layer: int) -> Shape:
        return scaled(RING_SHAPES[layer], self._gains[2 * cell], self._gains[2 * cell + 1])

    def _glass_shape(self, cell: Cell) -> Shape:
        return scaled(GLASS_SHAPE, self._gains[2 * cell], self._gains[2 * cell + 1])


def most_rings(cell: Cell) -> int:
    """As many rings as are looked for on a cell: two above its capacity, as far as the tube reaches."""
    return min(CAPACITY[cell] + 2, MAX_RINGS)


def _scaled(vector: Vector, gains: Vector) -> Vector:
    return tuple(counts * gain for counts, gain in zip(vector, gains, strict=True))
