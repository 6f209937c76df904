"""How far a cell's two readings may be from the model, both together.

Tolerances act on S0 and S1 at once: a ring 3 % too strong raises both, so what is left over is smaller along one
diagonal than along the other, and grows with every ring. Variances are those of the tolerances the design must
survive (even distributions: limit² / 3); what play and height do was computed once from the field of the magnets at
1 mm of play, ±0.15 mm of height a layer and any angle.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Pair = tuple[float, float]
"""One number for S0 and one for S1."""

Shape = tuple[float, float, float]
"""Variance of S0, covariance, variance of S1, in counts²."""

MOMENT_SD: Final = 0.05 / math.sqrt(3)
GAIN_SD: Final = 0.01 / math.sqrt(3)

RING_SHAPES: Final[tuple[Shape, ...]] = (
    (0.019, 0.022, 0.436),
    (0.001, 0.003, 0.091),
    (0.034, 0.042, 0.050),
    (0.042, 0.042, 0.047),
    (0.027, 0.026, 0.027),
    (0.014, 0.013, 0.013),
)
"""Play and height of the ring on layer 1 … 6. Under the lowest S1 lies where the field is steepest."""

GLASS_SHAPE: Final[Shape] = (0.001, 0.0, 0.257)
"""Half a millimetre of play of a glass."""

ZERO_SHAPE: Final[Shape] = (0.42, 0.03, 0.42)
"""Residual zero ±1; the noise of a mean; what is left of a common field; the model's own error."""

SETTLED_SHAPE: Final[Shape] = (0.15, 0.03, 0.15)
"""The difference of two means at rest, and what neighbours and drift may have done in between."""

STIRRED_SHARE: Final = 0.5
"""How much of their play pieces use that stay while something comes or goes above them."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A covariance with what is needed of it a thousand times: its inverse and its logarithms."""

    variance: Shape
    inverse: Shape
    log_determinant: float

    @classmethod
    def of(cls, variance: Shape) -> "Spread":
        """Raises ValueError unless the covariance is positive definite."""
        v00, v01, v11 = variance
        determinant = v00 * v11 - v01 * v01
        if v00 <= 0 or determinant <= 0:
            raise ValueError(f"covariance {variance}: expected a positive definite one")
        return cls(variance, (v11 / determinant, -v01 / determinant, v00 / determinant), math.log(determinant))

    def chi2(self, x: float, y: float, alive: Pair) -> float:
        """The square of a deviation in standard deviations; `alive` is 1.0 for sensors that count, 0.0 for others."""
        if alive[0] and alive[1]:
            i00, i01, i11 = self.inverse
            return x * x * i00 + 2 * x * y * i01 + y * y * i11
        v00, _, v11 = self.variance
        return alive[0] * x * x / v00 + alive[1] * y * y / v11

    def log_size(self, alive: Pair) -> float:
        """What a wide spread costs: the logarithm of the determinant over the sensors that count."""
        if alive[0] and alive[1]:
            return self.log_determinant
        v00, _, v11 = self.variance
        return alive[0] * math.log(v00) + alive[1] * math.log(v11)


def total(shapes: Sequence[Shape]) -> Shape:
    """The sum of independent deviations."""
    return sum(s[0] for s in shapes), sum(s[1] for s in shapes), sum(s[2] for s in shapes)


def scaled(shape: Shape, x: float, y: float) -> Shape:
    """The same deviations after S0 is multiplied by `x` and S1 by `y`."""
    return shape[0] * x * x, shape[1] * x * y, shape[2] * y * y


def of_moment(counts: Pair) -> Shape:
    """A magnet stronger or weaker than nominal, which gives these counts: both readings together."""
    return scaled((1.0, 1.0, 1.0), MOMENT_SD * counts[0], MOMENT_SD * counts[1])


def of_gain(counts: Pair) -> Shape:
    """Two sensors of not quite the calibrated gain at these counts: each by itself."""
    return scaled((1.0, 0.0, 1.0), GAIN_SD * counts[0], GAIN_SD * counts[1])
