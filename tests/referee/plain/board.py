"""Board: cells by name, neighbours and capacities, worked out again from the printed board."""

COLUMNS = "ABCDEFG"
HEIGHTS = {"A": 4, "B": 5, "C": 6, "D": 7, "E": 6, "F": 5, "G": 4}
CELLS = [f"{column}{number}" for column in COLUMNS for number in range(1, HEIGHTS[column] + 1)]
GLASSES = ["red1", "red2", "red3", "black1", "black2", "black3"]
HOME = {"red1": "A1", "red2": "G1", "red3": "D7", "black1": "D1", "black2": "G4", "black3": "A4"}
OTHER = {"red": "black", "black": "red"}


def _axial(cell: str) -> tuple[int, int]:
    q = COLUMNS.index(cell[0]) - COLUMNS.index("D")
    number = int(cell[1])
    return q, number - 4 - q if q <= 0 else number - 4


def _beside(a: str, b: str) -> bool:
    (qa, ra), (qb, rb) = _axial(a), _axial(b)
    return (qb - qa, rb - ra) in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}


def _capacity(cell: str) -> int:
    q, r = _axial(cell)
    return 4 - max(abs(q), abs(r), abs(q + r))


NEIGHBOURS = {cell: [other for other in CELLS if _beside(cell, other)] for cell in CELLS}
CAPACITY = {cell: _capacity(cell) for cell in CELLS}
