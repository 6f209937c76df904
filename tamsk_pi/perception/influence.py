"""How much each piece on each cell moves each reading, at nominal sensors.

The table comes from a numerical study of the magnets (parts list "R2": radial ring magnets, axial glass magnets, two
Hall sensors a cell). It is a claim until a real board has been measured.
"""

import json
from dataclasses import dataclass
from typing import Final

from tamsk_pi.perception.frames import READINGS, SENSORS_PER_CELL
from tamsk_pi.rules.board import AXIAL, CELL_NAMES, CELLS, SIDE

Vector = tuple[float, ...]
"""One number for each of the 74 readings, in counts."""

TABLE_LAYERS: Final = 4
MAX_RINGS: Final = SIDE + 2
"""A full centre, a refused ring on top, and one more before anybody takes it off."""


@dataclass(frozen=True, slots=True)
class Influence:
    """Counts that a piece adds to all readings.

    `ring[cell][layer]` is a ring lying as number `layer` (0 … 5 from below) on the cell, `glass[cell]` a red glass
    standing there; a black one has the opposite sign. Layers above the fourth are extrapolated.
    """

    ring: tuple[tuple[Vector, ...], ...]
    glass: tuple[Vector, ...]


def parse_influence(text: str) -> Influence:
    """The influence table from its JSON.

    Key `dq,dr`: axial position of the source cell relative to the sensor's cell; value: for S0 and S1, the counts of
    ring layers 1 … 4 and of a red glass. Raises ValueError saying which entry is missing or malformed.
    """
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"influence table: not JSON ({error}); use the file that comes with the package") from None
    if not isinstance(table, dict):
        raise ValueError("influence table: expected an object with keys 'dq,dr'")
    rings: list[tuple[Vector, ...]] = []
    glasses: list[Vector] = []
    for source in CELLS:
        columns = [_entry(table, source, sensor_cell) for sensor_cell in CELLS]
        flat = [column[sensor] for column in columns for sensor in range(SENSORS_PER_CELL)]
        rings.append(tuple(tuple(layers[k] for layers, _ in flat) for k in range(MAX_RINGS)))
        glasses.append(tuple(glass for _, glass in flat))
    assert all(len(vector) == READINGS for vector in glasses)
    return Influence(tuple(rings), tuple(glasses))


def _entry(table: dict[str, object], source: int, sensor_cell: int) -> list[tuple[Vector, float]]:
    (q, r), (sq, sr) = AXIAL[source], AXIAL[sensor_cell]
    key = f"{q - sq},{r - sr}"
    where = f"influence table: entry {key!r} ({CELL_NAMES[source]} on the sensors of {CELL_NAMES[sensor_cell]})"
    entry = table.get(key)
    if not isinstance(entry, list) or len(entry) != SENSORS_PER_CELL:
        raise ValueError(f"{where}: expected a list for S0 and one for S1, got {entry!r}")
    return [_sensor_entry(part, where) for part in entry]


def _sensor_entry(part: object, where: str) -> tuple[Vector, float]:
    match part:
        case [[*layers], int() | float() as glass] if len(layers) == TABLE_LAYERS:
            numbers = [float(layer) for layer in layers if isinstance(layer, (int, float))]
            if len(numbers) == TABLE_LAYERS:
                return _extended(numbers), float(glass)
    raise ValueError(f"{where}: expected [[ring 1, 2, 3, 4], red glass], got {part!r}")


def _extended(layers: list[float]) -> Vector:
    """Layers above the table fall off as the last two did; 4.7 and 2.9 counts were computed for S0 on the axis."""
    ratio = layers[-1] / layers[-2] if layers[-2] else 0.0
    while len(layers) < MAX_RINGS:
        layers = [*layers, layers[-1] * ratio]
    return tuple(layers)
