"""The values that judging passes around: what happened on a cell, what was believed before, what is believed now."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from tamsk_pi.perception.episode import Window
from tamsk_pi.perception.levels import Contents
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import Cell

BACK_COUNTS: Final = 1.5
"""A reading that near to its baseline has come back to it."""


class Happening(Enum):
    """What happened on a cell."""

    LIFTED = auto()
    PLACED = auto()
    LET_GO = auto()
    RING_CAME = auto()
    RING_WENT = auto()


@dataclass(frozen=True, slots=True)
class CellChange:
    """Something happened on a cell at an instant; `sign` is the colour of the glass, +1 red, −1 black, else 0."""

    at_ns: int
    cell: Cell
    what: Happening
    sign: int = 0


@dataclass(frozen=True, slots=True)
class Situation:
    """What was believed of the cell before: contents, whether a hand is on the glass, the readings it should have.

    `is_fresh`: a glass has just come or gone, so that the baseline is predicted and not measured. `predicted` is that
    prediction for the last change: a ring may have hung above the cell when the baseline was measured.
    """

    now_ns: int
    contents: Contents
    is_held: bool
    is_fresh: bool
    baseline: Pair
    alive: Pair
    noise_counts: float
    predicted: Pair | None = None

    @property
    def has_both(self) -> bool:
        """Whether both sensors of the cell are believed."""
        return self.alive == (1.0, 1.0)

    def off(self, mean: Pair) -> Pair:
        """How far readings are off the baseline."""
        return mean[0] - self.baseline[0], mean[1] - self.baseline[1]

    def far(self, mean: Pair) -> float:
        """The larger of the two, of sensors that are believed."""
        x, y = self.off(mean)
        return max(abs(x) * self.alive[0], abs(y) * self.alive[1])


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is believed now. `settled` are the readings at rest; with them the episode is over."""

    changes: tuple[CellChange, ...]
    contents: Contents
    is_held: bool = False
    settled: Window | None = None
    margin_sigmas: float | None = None
    is_doubtful: bool = False
