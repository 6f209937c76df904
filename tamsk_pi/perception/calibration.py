"""What calibration measured of each sensor: its zero without any magnet, and its gain."""

import hashlib
from dataclasses import dataclass, field
from typing import Final

from tamsk_pi.perception.frames import ADC_MAX, READINGS

NOMINAL_ZERO_COUNTS: Final = 512.0
GAIN_RANGE: Final = (0.5, 2.0)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Zero in counts and gain relative to nominal (60 mV/mT) of the 74 readings, `[2 * cell + sensor]`.

    Never written back while playing: drift is tracked elsewhere and forgotten with the match. Raises ValueError for a
    wrong length or an impossible number.
    """

    zero_counts: tuple[float, ...] = field(default=(NOMINAL_ZERO_COUNTS,) * READINGS)
    gains: tuple[float, ...] = field(default=(1.0,) * READINGS)

    def __post_init__(self) -> None:
        for name, values, low, high in (
            ("zero_counts", self.zero_counts, 0.0, float(ADC_MAX)),
            ("gains", self.gains, *GAIN_RANGE),
        ):
            if len(values) != READINGS:
                raise ValueError(f"calibration: {len(values)} {name}, expected {READINGS}; calibrate the board again")
            for reading, value in enumerate(values):
                if not low <= value <= high:
                    raise ValueError(f"calibration: {name}[{reading}] is {value}, expected {low} to {high}")

    @property
    def digest(self) -> str:
        """SHA-256 in hex over the numbers rounded to 1/1000: equal digests perceive alike."""
        pairs = zip(self.zero_counts, self.gains, strict=True)
        text = ";".join(f"{zero:.3f},{gain:.3f}" for zero, gain in pairs)
        return hashlib.sha256(text.encode("ascii")).hexdigest()
