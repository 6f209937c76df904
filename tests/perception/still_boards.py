"""Boards on which nothing moves but what a test changes: counts by the influence table, noise, and faults."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from perceived_table import board, influence

from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.findings import Finding, FindingKind
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.perception.levels import Contents, Levels
from tamsk_pi.perception.perception import Perception
from tamsk_pi.rules.acts import Act
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOME

MS = 1_000_000
S = 1_000 * MS
Spoil = Callable[[int, list[int]], list[int] | None]
Field = Callable[[float], list[float]]
"""Counts added to each reading, as a function of the seconds that have passed."""


@dataclass
class StillBoard:
    """The six glasses at home on sensors whose zeros are off like those of real ones, calibrated."""

    seed: int = 0
    raw_zero_counts: int = 18
    noise_counts: float = 0.7
    acts: list[Act] = field(default_factory=list)
    found: dict[FindingKind, int] = field(default_factory=dict)
    """When which kind was first found, in nanoseconds."""
    now_ns: int = 0

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        limit = self.raw_zero_counts
        zeros = [512.0 + self.random.randint(-limit, limit) for _ in range(READINGS)]
        self._levels = Levels(influence(), Calibration())
        self.counts = [zero + self.random.uniform(-1, 1) for zero in zeros]
        self.contents: list[Contents] = [(0, 0)] * len(CELLS)
        self.calibrate(Calibration(tuple(zeros)))
        for i, cell in enumerate(HOME):
            assert cell is not None
            self.put(cell, (1 if i < 3 else -1, 0))

    def calibrate(self, calibration: Calibration) -> None:
        """Perceived by these zeros, from the beginning."""
        self.calibration = calibration
        self.perception = Perception(influence(), calibration, {}, wiring=board().reading_at)
        self.perception.set_match(level=1)

    def put(self, cell: Cell, contents: Contents) -> None:
        """At once, as far as the sensors see it."""
        vector = self._levels.change_vector(cell, self.contents[cell], contents)
        self.counts = [a + b for a, b in zip(self.counts, vector, strict=True)]
        self.contents[cell] = contents

    def run(self, seconds: float, spoil: Spoil | None = None, extra: Field | None = None) -> "StillBoard":
        """A hundred frames a second."""
        begin_ns = self.now_ns
        while self.now_ns < begin_ns + round(seconds * S):
            added = [0.0] * READINGS if extra is None else extra((self.now_ns - begin_ns) / S)
            exact = [a + b + self.random.gauss(0, self.noise_counts) for a, b in zip(self.counts, added, strict=True)]
            counts: list[int] | None = [round(x) for x in exact]
            if spoil is not None and counts is not None:
                counts = spoil(self.now_ns - begin_ns, counts)
            if counts is not None:
                frame = Frame(self.now_ns, tuple(min(1023, max(0, c)) for c in counts))
                self.acts += self.perception.frame(frame)
            for finding in self.findings:
                self.found.setdefault(finding.kind, self.now_ns)
            self.now_ns += 10 * MS
        return self

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.perception.health(self.now_ns).findings

    @property
    def kinds(self) -> list[FindingKind]:
        return [finding.kind for finding in self.findings]
