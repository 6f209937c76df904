"""Noise of the conversions: a seeded table of Gaussian samples, walked by a counter.

A table instead of a generator makes a conversion cheap, and lets a whole frame take its samples in one slice while
80 single conversions take exactly the same ones.
"""

import random
from typing import Final

NOISE_SAMPLES: Final = 65_521
"""Prime, so that no sensor meets the same samples again within 65,521 frames."""

LONGEST_SLICE: Final = 256


class NoiseTable:
    """`samples[position]` is the noise of the next conversion in counts; the table repeats, and may be sliced past
    its end by LONGEST_SLICE."""

    def __init__(self, seed: int, counts: float) -> None:
        generator = random.Random(f"{seed}/noise")
        self._unit = [generator.gauss(0.0, 1.0) for _ in range(NOISE_SAMPLES)]
        self._unit += self._unit[:LONGEST_SLICE]
        self.samples: list[float] = []
        self.scale(counts)

    def scale(self, counts: float) -> None:
        """Set the standard deviation in counts."""
        self.samples = [counts * unit for unit in self._unit]
