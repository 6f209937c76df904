"""Campaign `busy-computer`: whole random matches on a computer that stands still again and again.

A slow card, a core that others use, a collection of garbage: for up to a quarter of a second, once a second, nothing
is scanned. Rulings must be those of the referee alone; instants may be off by as long as it stood still.
"""

import random
from collections.abc import Callable
from typing import Final

from campaigns import matches
from campaigns.runner import Campaign, Json
from tamsk_pi.clock import NS_PER_MS, NS_PER_S, Clock

STANDS_MS: Final = (50, 250)
EVERY_S: Final = 1.0


def standing_still(clock: Clock, seed: int) -> Callable[[int], None]:
    """What lets that clock jump, called with the instant of each round."""
    draw = random.Random(f"{seed}/busy")
    next_ns = 2 * NS_PER_S

    def on_round(now_ns: int) -> None:
        nonlocal next_ns
        if now_ns >= next_ns:
            clock.pause_ns(round(draw.uniform(*STANDS_MS)) * NS_PER_MS)
            next_ns = now_ns + round(draw.expovariate(1 / EVERY_S) * NS_PER_S)

    return on_round


def case(seed: int, index: int) -> Json:
    """One whole match."""
    return matches.case(seed, index, standing_still, STANDS_MS[1])


BUSY_COMPUTER: Final = Campaign("busy-computer", 50, case, matches.measure)
