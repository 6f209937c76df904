"""Unknown boards as their sensors would show them, many a second: means of readings with every tolerance drawn.

The field of a piece at its own and its neighbours' sensors is computed once for a bank of plays, angles and heights;
a board draws from the bank. Farther sensors, which change by less than 0.04 counts a piece, get the nominal field.
The fields are the simulator's formula; the decoder knows only the influence table.
"""

import math
import random
from dataclasses import dataclass
from functools import cache
from operator import add
from typing import Final

from tamsk_pi.config import load_layout
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.rules.board import AXIAL, CAPACITY, CELLS, NEIGHBOURS, parse_cell
from tamsk_pi.simulator.fields import COUNTS_PER_MT, RING_HEIGHT_MM, HourglassField, Point, RingField, SensorField
from tamsk_pi.simulator.settings import Tolerances

MIXES: Final = ("stress", "game", "full")
BANK: Final = 1_500
LAYERS: Final = max(CAPACITY)
FRAMES_OF_A_MEAN: Final = 12
"""Of the slowest board, 30 scans a second; a fast one has three times as many."""

Contents = tuple[int, int]
Vector = list[float]


@dataclass(frozen=True, slots=True)
class Fields:
    """Counts at a cell's own and its neighbours' readings for each entry of the bank, and everything nominal.

    `rings[layer]` and the glass's `lower` and `upper` cap hold vectors of 14: the cell's own S0 and S1, then both of
    each neighbour; `near[cell]` says which reading each of them is there. `far_glass[cell]` and
    `far_rings[cell][rings]` are nominal, 0 at the near readings.
    """

    rings: list[list[Vector]]
    lower: list[Vector]
    upper: list[Vector]
    near: list[list[tuple[int, int]]]
    far_rings: list[list[Vector]]
    far_glass: list[Vector]


def random_contents(draw: random.Random, mix: str) -> list[Contents]:
    """Contents of 37 cells: `stress` anything anywhere, `game` 3 + 3 glasses, `full` most cells full."""
    rings = [draw.randint(0, CAPACITY[cell]) for cell in CELLS]
    if mix == "stress":
        return [(draw.choice((0, 1, -1)), rings[cell]) for cell in CELLS]
    if mix == "full":
        rings = [CAPACITY[c] if draw.random() < 0.8 else rings[c] for c in CELLS]
    signs = dict(zip(draw.sample(list(CELLS), 6), (1, 1, 1, -1, -1, -1), strict=True))
    return [(signs.get(cell, 0), rings[cell]) for cell in CELLS]


def random_means(
    draw: random.Random, contents: list[Contents], limits: Tolerances | None = None
) -> tuple[float, ...]:
    """What the sensors of a random board with these contents show on average."""
    limits, fields = limits or Tolerances(), _fields()
    counts = [0.0] * READINGS
    for cell in CELLS:
        sign, rings = contents[cell]
        near = [0.0] * 14
        for layer in range(rings):
            moment = 1 + draw.uniform(-1, 1) * limits.ring_moment
            near = [a + moment * b for a, b in zip(near, draw.choice(fields.rings[layer]), strict=True)]
        if rings:
            counts = list(map(add, counts, fields.far_rings[cell][rings]))
        if sign:
            entry = draw.randrange(BANK)
            for cap in (fields.lower, fields.upper):
                moment = sign * (1 + draw.uniform(-1, 1) * limits.hourglass_moment)
                near = [a + moment * b for a, b in zip(near, cap[entry], strict=True)]
            counts = [a + sign * b for a, b in zip(counts, fields.far_glass[cell], strict=True)]
        for i, reading in fields.near[cell]:
            counts[reading] += near[i]
    common = draw.uniform(-1, 1) * limits.common_field_mt * COUNTS_PER_MT
    noise = math.sqrt((0.7**2 + 1 / 12) / FRAMES_OF_A_MEAN)
    return tuple(
        512
        + draw.uniform(-1, 1) * limits.zero_counts
        + (1 + draw.uniform(-1, 1) * limits.gain) * (c + common)
        + draw.gauss(0, noise)
        for c in counts
    )


@cache
def _fields() -> Fields:
    draw, limits = random.Random("bank"), Tolerances()
    sensors = SensorField(load_layout(None))
    centre = parse_cell("D4")
    order = [centre, *NEIGHBOURS[centre]]
    steps = [(AXIAL[c][0] - AXIAL[centre][0], AXIAL[c][1] - AXIAL[centre][1]) for c in order]
    at = {AXIAL[c]: c for c in CELLS}
    near_readings = tuple(2 * c + s for c in order for s in (0, 1))
    near: list[list[tuple[int, int]]] = []
    for cell in CELLS:
        q, r = AXIAL[cell]
        around = [at.get((q + dq, r + dr)) for dq, dr in steps]
        near.append([(2 * i + s, 2 * c + s) for i, c in enumerate(around) if c is not None for s in (0, 1)])
    rings: list[list[Vector]] = []
    for layer in range(LAYERS):
        bank = []
        for _ in range(BANK):
            offsets = sensors.offsets(centre, _play(draw, limits.ring_play_mm), near_readings)
            height_mm = RING_HEIGHT_MM * layer + draw.uniform(-1, 1) * limits.layer_height_mm * (layer + 1)
            bank.append(_counts(RingField(offsets, draw.uniform(0, 2 * math.pi)).at(height_mm)))
        rings.append(bank)
    lower, upper = [], []
    for _ in range(BANK):
        offsets = sensors.offsets(centre, _play(draw, limits.hourglass_play_mm), near_readings)
        lower.append(_counts(HourglassField(offsets, 1.0, 0.0).at(0.0)))
        upper.append(_counts(HourglassField(offsets, 0.0, 1.0).at(0.0)))
    far_rings, far_glass = [], []
    for cell in CELLS:
        nearby = {reading for _, reading in near[cell]}
        offsets = sensors.offsets(cell, (0.0, 0.0), sensors.all)
        stack = [[0.0] * READINGS]
        for layer in range(LAYERS):
            counts = _counts(RingField(offsets).at(RING_HEIGHT_MM * layer))
            stack.append([a + b for a, b in zip(stack[-1], counts, strict=True)])
        far_rings.append([_without(vector, nearby) for vector in stack])
        far_glass.append(_without(_counts(HourglassField(offsets).at(0.0)), nearby))
    return Fields(rings, lower, upper, near, far_rings, far_glass)


def _play(draw: random.Random, limit_mm: float) -> Point:
    radius, angle = limit_mm * math.sqrt(draw.random()), draw.uniform(0, 2 * math.pi)
    return radius * math.cos(angle), radius * math.sin(angle)


def _counts(field_mt: list[float]) -> Vector:
    return [COUNTS_PER_MT * mt for mt in field_mt]


def _without(vector: Vector, readings: set[int]) -> Vector:
    return [0.0 if i in readings else x for i, x in enumerate(vector)]
