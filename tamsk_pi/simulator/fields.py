"""The magnetic field of rings and hourglasses at the sensors, and the counts it makes.

The formulas stand for magpylib's exact fields (worst difference 0.28 counts, median 0.08 over the design's states):
a ring is a circle of twelve radial dipoles, all north outward; a glass has an axial dipole in each end cap, the same
pole outward, so that only the lower one reaches the sensor. Lengths in mm, fields in mT, positive upward; heights
are above the seat of the lowest ring or of the glass.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Final, Protocol

from tamsk_pi.perception.frames import SENSORS_PER_CELL
from tamsk_pi.rules.board import CELLS, NEIGHBOURS, Cell

COUNTS_PER_MT: Final = 18.62  # DRV5055A1, 60 mV/mT at 3.3 V, 10 bit
ZERO_COUNTS: Final = 512.0
RING_HEIGHT_MM: Final = 6.0
RING_WIDTH_MM: Final = 46.0
STEEL_MM: Final = 40.0
"""A wrist that is held over a tube."""

_RING_RADIUS_MM: Final = 20.5
_RING_DIPOLES: Final = 12
_RING_FACTOR: Final = -3e5 * 0.0803 / _RING_DIPOLES
_RING_MIDDLE_MM: Final = 5.0  # from the Hall element to the lowest ring's mid-thickness
_GLASS_FACTOR: Final = 1e5 * 0.00654
_LOWER_CAP_MM: Final = 11.0
_UPPER_CAP_MM: Final = 88.0

Point = tuple[float, float]


class Geometry(Protocol):
    """Where things are on the board, in mm; `tamsk_pi.layout.Layout` is one."""

    def cell_xy(self, cell: Cell) -> Point:
        """The centre of a cell."""
        ...

    def sensor_xy(self, cell: Cell, sensor: int) -> Point:
        """The Hall element of a cell's sensor 0 or 1."""
        ...


class SensorField:
    """The positions of the 74 sensors, numbered 2 · cell + sensor, and which of them a moving piece reaches."""

    def __init__(self, geometry: Geometry) -> None:
        self.xy: Final = tuple(geometry.sensor_xy(c, s) for c in CELLS for s in range(SENSORS_PER_CELL))
        self.cell_xy: Final = tuple(geometry.cell_xy(c) for c in CELLS)
        self.all: Final = tuple(range(len(self.xy)))
        self.near: Final = tuple(
            tuple(SENSORS_PER_CELL * c + s for c in (cell, *NEIGHBOURS[cell]) for s in range(SENSORS_PER_CELL))
            for cell in CELLS
        )
        """Per cell: its own sensors and its neighbours'; farther ones change by less than 0.04 counts."""

    def offsets(self, cell: Cell, play: Point, sensors: Iterable[int]) -> tuple[Point, ...]:
        """Each of these sensors' position relative to a piece that sits `play` off the centre of `cell`."""
        x, y = self.cell_xy[cell][0] + play[0], self.cell_xy[cell][1] + play[1]
        return tuple((self.xy[i][0] - x, self.xy[i][1] - y) for i in sensors)


class RingField:
    """One ring's field at fixed offsets, as a function of its height alone; `lean` is the sine of its angle, and the
    direction in which it is higher, in radians."""

    def __init__(
        self,
        offsets: Sequence[Point],
        angle_rad: float = 0.0,
        moment: float = 1.0,
        lean: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        angles = [angle_rad + 2 * math.pi * i / _RING_DIPOLES for i in range(_RING_DIPOLES)]
        units = [(math.cos(a), math.sin(a)) for a in angles]
        self._factor = _RING_FACTOR * moment
        self._terms = [[_ring_term(x, y, u) for u in units] for x, y in offsets]
        sine, direction = lean
        self._rises = [sine * math.cos(a - direction) for a in angles] if sine else []

    def at(self, height_mm: float) -> list[float]:
        """mT at each offset with the middle of the ring's underside `height_mm` above the lowest seat."""
        h = _RING_MIDDLE_MM + height_mm
        if self._rises:
            return [sum(map(self._leaning, terms, self._rises, repeat(h))) for terms in self._terms]
        hh, factor, sqrt = h * h, self._factor * h, math.sqrt
        return [factor * sum([n / ((s := d + hh) * s * sqrt(s)) for n, d in terms]) for terms in self._terms]

    def _leaning(self, term: Point, rise: float, middle_mm: float) -> float:
        """One dipole that points outward and, by its share of the angle, upward: mT."""
        along, square = term
        h = middle_mm + _RING_RADIUS_MM * rise
        s = square + h * h
        radial = math.sqrt(1 - rise * rise) * h * along
        return self._factor * (radial - rise * (3 * h * h - s) / 3) / (s * s * math.sqrt(s))


class SteelField:
    """A bracelet of steel, a little magnetic, straight above a cell; felt with `counts` at its usual height."""

    def __init__(self, offsets: Sequence[Point], counts: float) -> None:
        self._squares = [x * x + y * y for x, y in offsets]
        self._factor = counts / COUNTS_PER_MT / _axial_dipole(0.0, STEEL_MM**2)

    def at(self, height_mm: float) -> list[float]:
        """mT at each offset with the bracelet so high above the sensors."""
        return [self._factor * _axial_dipole(square, height_mm**2) for square in self._squares]


def _ring_term(x: float, y: float, unit: Point) -> Point:
    dx, dy = x - _RING_RADIUS_MM * unit[0], y - _RING_RADIUS_MM * unit[1]
    return unit[0] * dx + unit[1] * dy, dx * dx + dy * dy


class HourglassField:
    """One glass's field at fixed offsets; `lower` and `upper` are the signed strengths of its end caps, red +."""

    def __init__(self, offsets: Sequence[Point], lower: float = 1.0, upper: float = 1.0) -> None:
        self._squares = [x * x + y * y for x, y in offsets]
        self._lower = _GLASS_FACTOR * lower
        self._upper = _GLASS_FACTOR * upper

    def at(self, lift_mm: float) -> list[float]:
        """mT at each offset with the foot `lift_mm` above its seat."""
        low, high = (_LOWER_CAP_MM + lift_mm) ** 2, (_UPPER_CAP_MM + lift_mm) ** 2
        return [
            self._lower * _axial_dipole(square, low) - self._upper * _axial_dipole(square, high)
            for square in self._squares
        ]


def _axial_dipole(square: float, height_square: float) -> float:
    d2 = square + height_square
    return (3 * height_square / d2 - 1) / (d2 * math.sqrt(d2))
