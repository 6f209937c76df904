"""What the readings of a cell should be for everything that may stand and lie there, and how sure that is.

A cell's contents are a pair: which glass, as the sign of its field (+1 red, −1 black, 0 none), and the rings. Two
readings tell contents apart because a glass acts mostly on S0 and a ring more on S1.
"""

import math
from dataclasses import dataclass
from operator import add, sub
from typing import Final

from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.influence import MAX_RINGS, Influence, Vector
from tamsk_pi.rules.board import CAPACITY, CELLS, Cell
from tamsk_pi.rules.pieces import Player

Pair = tuple[float, float]
Contents = tuple[int, int]
"""Sign of the glass (+1 red, −1 black, 0 none) and number of rings."""

SIGNS: Final[dict[Player | None, int]] = {Player.RED: 1, Player.BLACK: -1, None: 0}
COLOURS: Final[dict[int, Player | None]] = {sign: colour for colour, sign in SIGNS.items()}

_SETTLED_SD: Final = 0.45  # mean of a settled reading, and what neighbours may have moved meanwhile
_ZERO_SD: Final = 0.75  # residual zero ±1, common field ±0.56, both flat
_RING_SD: Final = 0.04  # share: moment ±5 % flat, gain ±1 %, height
_RING_PLAY_SD: Final = (0.25, 0.5)  # 1 mm of play under S0, under S1 at 6 mm
_GLASS_SD: Final = 0.035
_GLASS_PLAY_SD: Final = (0.1, 0.6)
_SECOND_CHANGE: Final = 6.0  # chi² that two changes at once must gain over one


@dataclass(frozen=True, slots=True)
class Candidate:
    """Contents that a cell may have, with the readings (or their change) and the standard deviations to expect."""

    contents: Contents
    counts: Pair
    sd: Pair
    handicap: float

    def chi2(self, observed: Pair, alive: Pair) -> float:
        """How badly the observation fits; `alive` is 1.0 for sensors that count, 0.0 for dead ones."""
        x = (observed[0] - self.counts[0]) / self.sd[0] * alive[0]
        y = (observed[1] - self.counts[1]) / self.sd[1] * alive[1]
        return x * x + y * y


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best candidate; `margin_sigmas` is how much farther off the second best is."""

    contents: Contents
    misfit_sigmas: float
    margin_sigmas: float


def best(candidates: tuple[Candidate, ...], observed: Pair, alive: Pair) -> Verdict:
    """The most likely of the candidates."""
    scored = sorted((c.chi2(observed, alive) + c.handicap, i) for i, c in enumerate(candidates))
    (first, i), (second, _) = scored[0], scored[1]
    chosen = candidates[i]
    misfit = math.sqrt(max(0.0, first - chosen.handicap))
    return Verdict(chosen.contents, misfit, math.sqrt(second) - math.sqrt(first))


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
        self.absolute: Final = tuple(self._all_contents(cell) for cell in CELLS)
        """Per cell every contents, with its own field at its own sensors."""

    def glass_pair(self, cell: Cell, sign: int) -> Pair:
        """What a glass adds to its own cell's two readings."""
        vector = self._glass[cell]
        return sign * vector[2 * cell], sign * vector[2 * cell + 1]

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
        glasses = [sign for sign in (before[0], after[0]) if sign and before[0] != after[0]]
        layers = range(min(before[1], after[1]), max(before[1], after[1]))
        vector = self.change_vector(cell, before, after)
        steps = len(glasses) + len(layers)
        return Candidate(
            after,
            (vector[2 * cell], vector[2 * cell + 1]),
            self._spread(cell, _SETTLED_SD, len(glasses), layers),
            _SECOND_CHANGE * max(0, steps - 1),
        )

    def _all_contents(self, cell: Cell) -> tuple[Candidate, ...]:
        """A ring above the capacity is possible, until it is taken off, but rare."""
        out: list[Candidate] = []
        for sign in (0, 1, -1):
            for rings in range(min(CAPACITY[cell] + 1, MAX_RINGS) + 1):
                vector = self.change_vector(cell, (0, 0), (sign, rings))
                spread = self._spread(cell, _ZERO_SD, abs(sign), range(rings))
                counts = (vector[2 * cell], vector[2 * cell + 1])
                out.append(Candidate((sign, rings), counts, spread, 9.0 * (rings > CAPACITY[cell])))
        return tuple(out)

    def _spread(self, cell: Cell, base_sd: float, glasses: int, layers: range) -> Pair:
        out = []
        for sensor in (0, 1):
            reading = 2 * cell + sensor
            variance = base_sd**2
            glass_sd = math.hypot(_GLASS_SD * self._glass[cell][reading], _GLASS_PLAY_SD[sensor])
            variance += glasses * glass_sd**2
            for layer in layers:
                variance += (_RING_SD * self._ring[cell][layer][reading]) ** 2 + _RING_PLAY_SD[sensor] ** 2
            out.append(math.sqrt(variance))
        return out[0], out[1]


def most_rings(cell: Cell) -> int:
    """As many rings as are looked for on a cell: two above its capacity, as far as the tube reaches."""
    return min(CAPACITY[cell] + 2, MAX_RINGS)


def _scaled(vector: Vector, gains: Vector) -> Vector:
    return tuple(counts * gain for counts, gain in zip(vector, gains, strict=True))
