"""The accepted position as a value: where glasses and rings stand, whose turn it is, what is owed (rules.md)."""

from dataclasses import dataclass

from tamsk_pi.rules.board import CAPACITY, CELLS, RINGS_EACH, Cell, cell_name
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, OWN_HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import LEVELS


@dataclass(frozen=True, slots=True)
class Position:
    """A position with all six glasses on the board.

    `cells` has the cell of each glass, red1 … black3; `rings` the number of rings on each of the 37 cells;
    `rings_left` what red and black still have; `obliged` the glasses that are owed their first move (G2.2), none at
    level 1. Raises ValueError for a position that cannot be.
    """

    cells: tuple[Cell, ...]
    rings: bytes
    to_move: Player
    rings_left: tuple[int, int]
    obliged: frozenset[Hourglass] = frozenset()

    def __post_init__(self) -> None:
        if len(self.cells) != len(HOURGLASSES) or len(set(self.cells)) != len(HOURGLASSES):
            raise ValueError(f"cells {self.cells}: expected six different cells")
        if len(self.rings) != len(CELLS):
            raise ValueError(f"rings on {len(self.rings)} cells: expected {len(CELLS)}")
        for cell in CELLS:
            if self.rings[cell] > CAPACITY[cell]:
                raise ValueError(f"{self.rings[cell]} rings on {cell_name(cell)}: expected at most {CAPACITY[cell]}")
        if min(self.rings_left) < 0:
            raise ValueError(f"rings left {self.rings_left}: expected 0 or more")

    def left(self, player: Player) -> int:
        """The rings that player still has."""
        return self.rings_left[0 if player is Player.RED else 1]

    def is_full(self, cell: Cell) -> bool:
        """Whether the cell's rings reach its tube capacity (G1.4)."""
        return self.rings[cell] == CAPACITY[cell]


def start_position(level: int) -> Position:
    """The standard start at that level, red to move; raises ValueError for a level that does not exist."""
    if level not in LEVELS:
        raise ValueError(f"level {level}: expected 1, 2 or 3")
    owed = frozenset[Hourglass]() if level == 1 else frozenset(g for own in OWN_HOURGLASSES.values() for g in own)
    return Position(HOME, bytes(len(CELLS)), Player.RED, (RINGS_EACH, RINGS_EACH), owed)
