"""Campaign `busy-computer`: whole random matches on a computer that stands still again and again.

A slow card, a core that others use, a collection of garbage: for up to a quarter of a second, once a second, nothing
is scanned. Rulings must be those of the referee alone; instants may be off by as long as it stood still.
"""

import asyncio
import random
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from campaigns.matches import KINDS, by_referee_alone, compare, measure
from campaigns.runner import Campaign, Json
from tamsk_pi.clock import NS_PER_MS, NS_PER_S, Clock
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.performance import Performance
from tamsk_pi.simulator.players import RandomPlayers

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
    level, penalty = KINDS[index % len(KINDS)]
    number = seed * 1_000_003 + index
    scenario = RandomPlayers(number, level, penalty).scenario()
    with tempfile.TemporaryDirectory() as directory:
        config = replace(Config(), matches=Path(directory))
        performance = Performance(scenario, config, load_layout(None), number)
        on_round = standing_still(performance.clock, number)
        sensed = asyncio.run(performance.play(is_frame_level=True, show_ns=NS_PER_S // 5, on_round=on_round))
    comparison = compare(by_referee_alone(scenario), sensed, slack_ms=STANDS_MS[1])
    return {
        "failure": comparison.difference,
        "rulings": comparison.rulings,
        "worst_ms": round(comparison.worst_ms, 1),
        "match_s": round(scenario.end_ns / 1e9),
    }


BUSY_COMPUTER: Final = Campaign("busy-computer", 50, case, measure)
