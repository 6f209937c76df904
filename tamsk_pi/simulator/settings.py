"""What a simulated table is made of: tolerances, noise, sand, radio; one frozen value, one seed."""

import random
from dataclasses import dataclass

SAND_MS = 180_000


class TableError(ValueError):
    """A hand was asked to do what hands cannot do; nothing on the table has changed."""


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How far the parts of this table are from nominal; each drawn evenly within ± the value.

    The defaults are the tolerances that the magnetic design must survive on a calibrated board.
    """

    gain: float = 0.01  # share
    zero_counts: float = 1.0
    ring_moment: float = 0.05  # share
    hourglass_moment: float = 0.05  # share, each end cap its own
    ring_play_mm: float = 1.0
    hourglass_play_mm: float = 0.5
    layer_height_mm: float = 0.15  # times the layer, counted from 1
    common_field_mt: float = 0.03


NOMINAL = Tolerances(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""A table exactly as drawn."""

UNCALIBRATED = Tolerances(gain=0.10, zero_counts=18.6)
"""A table that nobody has calibrated: gains ±10 %, zeros ±60 mV."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """One table. Equal settings and equal acts give equal readings and equal packets.

    `end_ms` is each glass's running time in milliseconds standing on end A and on end B, red1 … black3.
    `timer_end_ms` is the neutral timer's pair, None for `timer_ms` on both. Each run differs from that by chance,
    with a standard deviation of `sand_spread_ms` (of a run of 180 s, in proportion for others).
    `node_sleep_ms` None keeps the nodes awake for ever.
    """

    seed: int = 0
    tolerances: Tolerances = Tolerances()
    noise_counts: float = 0.7
    end_ms: tuple[tuple[int, int], ...] = ((SAND_MS, SAND_MS),) * 6
    timer_ms: int = 15_000
    timer_end_ms: tuple[int, int] | None = None
    sand_spread_ms: float = 0.0
    radio_loss: float = 0.2  # share of packets
    radio_latency_ms: tuple[float, float] = (1.0, 8.0)
    node_clock_ppm: float = 20.0
    node_flip_error_ms: float = 8.0
    node_sleep_ms: int | None = 600_000
    hover_share: float = 0.2  # of rings that a hand holds over the tube before it drops them


def drawn_ends_ms(seed: int, apart_ms: int = 3_000, nominal_ms: int = SAND_MS) -> tuple[tuple[int, int], ...]:
    """Running times of six glasses as they may be bought: each end within ± `apart_ms` of nominal."""
    draw = random.Random(f"{seed}/sand")
    return tuple(
        (nominal_ms + draw.randint(-apart_ms, apart_ms), nominal_ms + draw.randint(-apart_ms, apart_ms))
        for _ in range(6)
    )
