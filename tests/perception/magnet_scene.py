"""Readings by the formula of the study (sensing.md), with its tolerances: test data independent of the simulator.

A scene is what stands and lies on the board, plus pieces whose height is a function of time.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tamsk_pi.perception.frames import Frame
from tamsk_pi.rules.board import AXIAL, CAPACITY, CELLS, Cell

MS = 1_000_000
PITCH_MM = 55.0
COUNTS_PER_MT = 18.62
Height = Callable[[int], float | None]
"""Millimetres above the seat at an instant in ms; None where the piece is far away."""


def _centre(cell: Cell) -> tuple[float, float]:
    q, r = AXIAL[cell]
    return PITCH_MM * (q + r / 2), PITCH_MM * r * math.sqrt(3) / 2


SENSORS = [
    (x + d * math.cos(math.radians(30)), y + d * math.sin(math.radians(30)))
    for x, y in map(_centre, CELLS)
    for d in (0.0, 6.0)
]


def ring_counts(cell: Cell, play: tuple[float, float], height_mm: float, angle: float, moment: float) -> list[float]:
    cx, cy = _centre(cell)
    h = 5.0 + height_mm
    units = [(math.cos(angle + i * math.pi / 6), math.sin(angle + i * math.pi / 6)) for i in range(12)]
    out = []
    for sx, sy in SENSORS:
        rx, ry = sx - cx - play[0], sy - cy - play[1]
        total = 0.0
        for ux, uy in units:
            dx, dy = rx - 20.5 * ux, ry - 20.5 * uy
            total += (ux * dx + uy * dy) / (dx * dx + dy * dy + h * h) ** 2.5
        out.append(COUNTS_PER_MT * -3e5 * h * 0.0803 / 12 * total * moment)
    return out


def glass_counts(cell: Cell, play: tuple[float, float], lift_mm: float, moment: float) -> list[float]:
    cx, cy = _centre(cell)
    out = []
    for sx, sy in SENSORS:
        square = (sx - cx - play[0]) ** 2 + (sy - cy - play[1]) ** 2
        total = 0.0
        for sign, h in ((1, 11 + lift_mm), (-1, 88 + lift_mm)):
            d = math.sqrt(square + h * h)
            total += sign * (3 * h * h / d**2 - 1) / d**3
        out.append(COUNTS_PER_MT * 1e5 * 0.00654 * total * moment)
    return out


@dataclass
class Scene:
    """A board with the tolerances of one seed."""

    seed: int
    noise: float = 0.7
    field_counts: list[float] = field(default_factory=lambda: [0.0] * len(SENSORS))
    moving: list[tuple[Callable[[float], list[float]], Height]] = field(default_factory=list)
    stuck: dict[int, int] = field(default_factory=dict)
    last: dict[int, tuple[float, list[float]]] = field(default_factory=dict)
    """Per moving piece its last height and what that gave."""

    def __post_init__(self) -> None:
        draw = self.random = random.Random(self.seed)
        self.gains = [draw.uniform(0.99, 1.01) for _ in SENSORS]
        common = draw.uniform(-0.03, 0.03) * COUNTS_PER_MT
        self.zeros = [512 + common + draw.uniform(-1, 1) for _ in SENSORS]

    def _play(self, most_mm: float) -> tuple[float, float]:
        radius, angle = most_mm * math.sqrt(self.random.random()), self.random.uniform(0, 2 * math.pi)
        return radius * math.cos(angle), radius * math.sin(angle)

    def ring_shape(self, cell: Cell, layer: int) -> Callable[[float], list[float]]:
        draw = self.random
        play, angle, moment = self._play(1.0), draw.uniform(0, 6.3), draw.uniform(0.95, 1.05)
        seat_mm = 6.0 * layer + draw.uniform(-0.15, 0.15) * (layer + 1)
        return lambda height_mm: ring_counts(cell, play, seat_mm + height_mm, angle, moment)

    def glass_shape(self, cell: Cell, sign: int) -> Callable[[float], list[float]]:
        play, moment = self._play(0.5), sign * self.random.uniform(0.95, 1.05)
        return lambda height_mm: glass_counts(cell, play, height_mm, moment)

    def rest(self, shape: Callable[[float], list[float]]) -> None:
        self.field_counts = [a + b for a, b in zip(self.field_counts, shape(0.0), strict=True)]

    def stand(self, cell: Cell, sign: int) -> None:
        self.rest(self.glass_shape(cell, sign))

    def lay(self, cell: Cell, rings: int) -> None:
        for layer in range(rings):
            self.rest(self.ring_shape(cell, layer))

    def move(self, shape: Callable[[float], list[float]], height: Height) -> None:
        self.moving.append((shape, height))

    def frame(self, at_ms: int) -> Frame:
        total = list(self.field_counts)
        for i, (shape, height) in enumerate(self.moving):
            height_mm = height(at_ms)
            if height_mm is not None:
                if i not in self.last or self.last[i][0] != height_mm:
                    self.last[i] = (height_mm, shape(height_mm))
                total = [a + b for a, b in zip(total, self.last[i][1], strict=True)]
        counts = [
            round(zero + gain * counts + self.random.gauss(0, self.noise))
            for zero, gain, counts in zip(self.zeros, self.gains, total, strict=True)
        ]
        for reading, count in self.stuck.items():
            counts[reading] = count
        return Frame(at_ms * MS, tuple(min(1023, max(0, count)) for count in counts))


def random_board(draw: random.Random, mix: str) -> list[tuple[int, int]]:
    """Contents of 37 cells: `stress` anything anywhere, `game` 3 + 3 glasses, `full` most cells full."""
    rings = [draw.randint(0, CAPACITY[cell]) for cell in CELLS]
    if mix == "stress":
        return [(draw.choice((0, 1, -1)), rings[cell]) for cell in CELLS]
    if mix == "full":
        rings = [CAPACITY[c] if draw.random() < 0.8 else rings[c] for c in CELLS]
    standing = draw.sample(list(CELLS), 6)
    signs = dict(zip(standing, (1, 1, 1, -1, -1, -1), strict=True))
    return [(signs.get(cell, 0), rings[cell]) for cell in CELLS]


def build(seed: int, contents: list[tuple[int, int]]) -> Scene:
    scene = Scene(seed)
    for cell, (sign, rings) in zip(CELLS, contents, strict=True):
        scene.lay(cell, rings)
        if sign:
            scene.stand(cell, sign)
    return scene
