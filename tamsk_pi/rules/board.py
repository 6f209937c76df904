"""The 37 cells: names, coordinates, neighbours, tube capacities (rules.md, "Board").

A cell is a small integer, so that positions are cheap; cells are numbered column by column from A1 to G4, so
that the order of the numbers is the order of the names.
"""

from typing import Final, NewType

Cell = NewType("Cell", int)

SIDE: Final = 4
COLUMNS: Final = "ABCDEFG"
CENTRE_COLUMN: Final = COLUMNS.index("D")
DIRECTIONS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def _column_length(column: int) -> int:
    return 2 * SIDE - 1 - abs(column - CENTRE_COLUMN)


def _axial(column: int, number: int) -> tuple[int, int]:
    q = column - CENTRE_COLUMN
    return (q, number - SIDE - q) if q <= 0 else (q, number - SIDE)


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Steps between two axial positions on the hexagonal grid."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


_NAMED = tuple(
    (f"{letter}{number}", _axial(column, number))
    for column, letter in enumerate(COLUMNS)
    for number in range(1, _column_length(column) + 1)
)

CELL_NAMES: Final[tuple[str, ...]] = tuple(name for name, _ in _NAMED)
AXIAL: Final[tuple[tuple[int, int], ...]] = tuple(position for _, position in _NAMED)
CELLS: Final[tuple[Cell, ...]] = tuple(Cell(i) for i in range(len(_NAMED)))
BY_NAME: Final[dict[str, Cell]] = {name: Cell(i) for i, name in enumerate(CELL_NAMES)}
BY_AXIAL: Final[dict[tuple[int, int], Cell]] = {position: Cell(i) for i, position in enumerate(AXIAL)}

NEIGHBOURS: Final[tuple[tuple[Cell, ...], ...]] = tuple(
    tuple(sorted(BY_AXIAL[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in BY_AXIAL)) for q, r in AXIAL
)
CAPACITY: Final[tuple[int, ...]] = tuple(SIDE - distance(position, (0, 0)) for position in AXIAL)
CENTRE: Final = BY_NAME["D4"]
CORNERS: Final[tuple[Cell, ...]] = tuple(BY_NAME[name] for name in ("A1", "D1", "G1", "G4", "D7", "A4"))

RINGS: Final = sum(CAPACITY)
RINGS_EACH: Final = RINGS // 2


def cell_name(cell: Cell) -> str:
    """The name printed on the board: column letter and number, A1 … G4."""
    return CELL_NAMES[cell]


def parse_cell(name: str) -> Cell:
    """The cell of that name; raises ValueError naming what was expected."""
    try:
        return BY_NAME[name]
    except KeyError:
        raise ValueError(
            f"{name!r} is not a cell; cells are A1–A4, B1–B5, C1–C6, D1–D7, E1–E6, F1–F5, G1–G4"
        ) from None


def are_adjacent(a: Cell, b: Cell) -> bool:
    """Whether the two cells share a side."""
    return b in NEIGHBOURS[a]
