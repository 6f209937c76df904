"""What perception sees at an instant, believed or not; for lights, the page and `doctor`."""

from dataclasses import dataclass
from enum import StrEnum

from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player


class Seeming(StrEnum):
    """What seems to be happening on a cell and is not believed yet."""

    LIFT = "lift"
    PLACE = "place"
    RING = "ring"
    TAKE = "take"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class CellSeen:
    """One cell. `margin_sigmas` is how much farther off the `second` best contents (glass, rings) are than the
    believed ones."""

    cell: Cell
    colour: Player | None = None
    hourglass: Hourglass | None = None
    rings: int = 0
    is_settled: bool = True
    is_changing: bool = False
    seems: Seeming | None = None
    is_held: bool = False
    is_uncertain: bool = False
    is_name_uncertain: bool = False
    dead_sensors: tuple[int, ...] = ()
    margin_sigmas: float = 0.0
    second: tuple[Player | None, int] = (None, 0)


@dataclass(frozen=True, slots=True)
class NodeSeen:
    """One node. `hourglass` is the one that it is paired with, by whatever name a match knows it; None is the neutral
    timer's. `last_ns` None was never heard."""

    hourglass: Hourglass | None
    last_ns: int | None = None
    is_live: bool = False
    is_moving: bool = False
    is_lying: bool = False
    is_end_b_down: bool | None = None
    battery_percent: int | None = None
    rssi_dbm: int | None = None
    per_minute: int = 0
    has_inferred_flips: bool = False


@dataclass(frozen=True, slots=True)
class SensorPicture:
    """The whole table at `at_ns`. Before the board has settled for the first time `is_set_up` is false."""

    at_ns: int
    is_set_up: bool
    is_settled: bool
    cells: tuple[CellSeen, ...]
    in_air: tuple[Hourglass, ...]
    off_board: tuple[Hourglass, ...]
    nodes: tuple[NodeSeen, ...]
    unknown_reports: int
    noise_counts: float
    watermark_ns: int

    def hourglass_cells(self) -> tuple[Cell | None, ...]:
        """The cell of each glass, red1 … black3, None in the air or off the board (as in Setup)."""
        cells: list[Cell | None] = [None] * len(Hourglass)
        for seen in self.cells:
            if seen.hourglass is not None:
                cells[seen.hourglass] = seen.cell
        return tuple(cells)

    def rings(self) -> tuple[int, ...]:
        """The rings on each of the 37 cells (as in Setup)."""
        return tuple(seen.rings for seen in self.cells)
