"""The model for perft: a plain generator on lists that makes and unmakes every leaf.

It shares no code with the product: its own board from rows of names, its own rules, nothing counted in bulk.
"""

COLUMN_LENGTHS = {"A": 4, "B": 5, "C": 6, "D": 7, "E": 6, "F": 5, "G": 4}
NAMES = [f"{letter}{number}" for letter, length in COLUMN_LENGTHS.items() for number in range(1, length + 1)]
START = (["A1", "G1", "D7"], ["D1", "G4", "A4"])


def place_of(name: str) -> tuple[float, float]:
    """Where a cell lies, in widths and heights of a cell: columns are centred on one another."""
    column, number = "ABCDEFG".index(name[0]), int(name[1:])
    return float(column), number - (COLUMN_LENGTHS[name[0]] + 1) / 2


def touch(a: str, b: str) -> bool:
    (ax, ay), (bx, by) = place_of(a), place_of(b)
    across, along = abs(ax - bx), abs(ay - by)
    return (across, along) in {(0.0, 1.0), (1.0, 0.5)}


def ring_of(name: str) -> int:
    """How many steps from the edge, counted from 1."""
    steps, reached = 0, {"D4"}
    while name not in reached:
        reached |= {other for other in NAMES for one in reached if touch(one, other)}
        steps += 1
    return 4 - steps


NEIGHBOURS = [[i for i, other in enumerate(NAMES) if touch(name, other)] for name in NAMES]
CAPACITIES = [ring_of(name) for name in NAMES]


class NaiveGame:
    """A game on lists, changed by `make` and put back by `unmake`."""

    def __init__(self, level: int, *, ring_is_optional: bool) -> None:
        self.glasses = [[NAMES.index(name) for name in side] for side in START]
        self.rings = [0] * len(NAMES)
        self.left = [32, 32]
        self.has_moved = [[level == 1] * 3, [level == 1] * 3]
        self.player = 0
        self.ring_is_optional = ring_is_optional

    def moves(self) -> list[tuple[int, int, bool]]:
        """Glass, cell, and whether a ring is dropped, for the player to move."""
        found = []
        for glass in range(3):
            for cell in NEIGHBOURS[self.glasses[self.player][glass]]:
                if cell in self.glasses[0] or cell in self.glasses[1] or self.rings[cell] == CAPACITIES[cell]:
                    continue
                if self.left[self.player] > 0:
                    found.append((glass, cell, True))
                    if self.ring_is_optional:
                        found.append((glass, cell, False))
                else:
                    found.append((glass, cell, False))
        owed = [move for move in found if not self.has_moved[self.player][move[0]]]
        return owed or found

    def make(self, move: tuple[int, int, bool]) -> tuple[int, bool]:
        glass, cell, ring = move
        undo = (self.glasses[self.player][glass], self.has_moved[self.player][glass])
        self.glasses[self.player][glass] = cell
        self.has_moved[self.player][glass] = True
        if ring:
            self.rings[cell] += 1
            self.left[self.player] -= 1
        self.player = 1 - self.player
        return undo

    def unmake(self, move: tuple[int, int, bool], undo: tuple[int, bool]) -> None:
        glass, cell, ring = move
        self.player = 1 - self.player
        self.glasses[self.player][glass], self.has_moved[self.player][glass] = undo
        if ring:
            self.rings[cell] -= 1
            self.left[self.player] += 1

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        moves = self.moves()
        if moves:
            return self._play(moves, depth)
        self.player = 1 - self.player
        total = self._play(self.moves(), depth)
        self.player = 1 - self.player
        return total

    def _play(self, moves: list[tuple[int, int, bool]], depth: int) -> int:
        total = 0
        for move in moves:
            undo = self.make(move)
            total += self.perft(depth - 1)
            self.unmake(move, undo)
        return total
