"""What is believed of a cell, and what one frame brought."""

from dataclasses import dataclass, field

from tamsk_pi.perception.happening import CellChange
from tamsk_pi.perception.levels import Contents
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import Cell


@dataclass(slots=True)
class CellState:
    """What is believed of one cell. `second` is the second-best contents."""

    contents: Contents = (0, 0)
    is_held: bool = False
    placed_ns: int = 0
    is_fresh: bool = False
    predicted: Pair | None = None
    is_doubtful: bool = False
    margin_sigmas: float = 0.0
    second: Contents = (0, 0)


@dataclass(slots=True)
class HallNews:
    """What one frame brought. `doubtful` cells have become so at the instant that goes with them."""

    changes: list[CellChange] = field(default_factory=list)
    doubtful: list[tuple[Cell, int]] = field(default_factory=list)
    is_first: bool = False
