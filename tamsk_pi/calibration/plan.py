"""What is asked for while a board is calibrated: the steps, and what each cell is to hold after them.

Every ring there is, layer by layer; one red glass that walks over the 19 inner cells; at last all six glasses around
the centre, once on each end. How many placements that is, and why they are enough: docs/calibration.md.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tamsk_pi.perception.levels import SIGNS, Contents
from tamsk_pi.rules.board import AXIAL, CAPACITY, CELLS, SIDE, Cell
from tamsk_pi.rules.pieces import Player

LAYERS: Final = max(CAPACITY)


class StepKind(StrEnum):
    """What hands do in a step."""

    EMPTY = "empty"  # nothing: the board is empty, hands are off
    WAY_ROUND = "way-round"  # a ring on one lit cell after the other
    RINGS = "rings"  # a ring on every lit cell, in any order
    WALK = "walk"  # one and the same red glass on one lit cell after the other
    GLASSES = "glasses"  # a glass of the light's colour into every lit cell
    TURNED = "turned"  # every glass turned over where it stands


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `layer` counts rings from 1; `targets` is what each cell holds at its end."""

    kind: StepKind
    layer: int
    targets: tuple[Contents, ...]


EMPTY_BOARD: Final[tuple[Contents, ...]] = ((0, 0),) * len(CELLS)


def _distance(cell: Cell) -> int:
    """From the centre, in cells."""
    return max(map(abs, (*AXIAL[cell], sum(AXIAL[cell]))))


def _around(distance: int) -> tuple[Cell, ...]:
    """The cells so far from the centre, in the order of their direction, so that hands need not jump."""
    cells = [cell for cell in CELLS if _distance(cell) == distance]
    return tuple(sorted(cells, key=lambda c: math.atan2(AXIAL[c][1] * math.sqrt(3), 2 * AXIAL[c][0] + AXIAL[c][1])))


GLASS_CELLS: Final = _around(1)
WALK: Final[tuple[Cell, ...]] = (*_around(2), *_around(0), *GLASS_CELLS[1:], GLASS_CELLS[0])
"""It ends where a red glass is wanted next; the 18 outermost cells hold one ring, which needs no such gain."""


def glass_sign(cell: Cell) -> int:
    """Whose glass is asked for there: red and black in turn."""
    players = tuple(Player)
    return SIGNS[players[GLASS_CELLS.index(cell) % len(players)]]


def rings_up_to(layer: int) -> tuple[Contents, ...]:
    """Every cell with so many rings, or as many as it holds."""
    return tuple((0, min(layer, CAPACITY[cell])) for cell in CELLS)


def with_glasses() -> tuple[Contents, ...]:
    """The full board with the glasses."""
    return tuple(
        (glass_sign(cell) if cell in GLASS_CELLS else 0, rings) for cell, (_, rings) in zip(CELLS, FULL, strict=True)
    )


def with_walker(stop: Cell) -> tuple[Contents, ...]:
    """The full board with the glass that walks."""
    return tuple((int(cell == stop), rings) for cell, (_, rings) in zip(CELLS, FULL, strict=True))


FULL: Final = rings_up_to(SIDE)
STEPS: Final[tuple[Step, ...]] = (
    Step(StepKind.EMPTY, 0, EMPTY_BOARD),
    Step(StepKind.WAY_ROUND, 1, EMPTY_BOARD),
    *(Step(StepKind.RINGS, layer, rings_up_to(layer)) for layer in range(1, LAYERS + 1)),
    Step(StepKind.WALK, 0, with_walker(WALK[-1])),
    Step(StepKind.GLASSES, 0, with_glasses()),
    Step(StepKind.TURNED, 0, with_glasses()),
)
