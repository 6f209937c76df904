"""One trace through the whole node: hands, chip, bus, Adafruit's library, code.py, advertisement."""

import math
import random
from dataclasses import dataclass
from typing import Final

from node_rig.board import MS, Speed, Xiao, glued, powered
from node_rig.lsm6ds3trc import Errors
from tamsk_pi.simulator.handling import FLIPS, OTHERS, handled

WAYS: Final = (*FLIPS, *OTHERS)
LATENCY_MS: Final = 120
DATE_MS: Final = 50
"""How far a flip's date may be off: what the daemon promises."""
BEGIN_MS: Final = 1_500
"""By then the node has started and dozes."""
COS_PLAINLY_DOWN: Final = math.cos(math.radians(55))
COUNT_AT: Final = 13
AGE_AT: Final = 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the node said about one trace.

    `latency_ms`: from the instant at which the other end is plainly down, its axis within 55 degrees of vertical, to
    the start of the first packet that counts the flip; 80 ms of it are the hold. (The limit itself is 60 degrees; the
    sensor's zero-g offset and a swaying hand are worth 5, and a slow turn takes 50 ms for them.) `dated_ms`: how much
    later than its crossing of 60 degrees that packet dates it, None if unknown. `since_limit_ms`: from that crossing
    to the packet.
    """

    way: str
    truths: int
    found: int
    latency_ms: float | None = None
    dated_ms: float | None = None
    since_limit_ms: float | None = None

    @property
    def failure(self) -> str | None:
        if self.found != self.truths:
            return f"{self.way}: {self.found} flips said, {self.truths} true"
        if self.latency_ms is not None and self.latency_ms > LATENCY_MS:
            return f"{self.way}: said {self.latency_ms:.0f} ms after the other end was down"
        if self.truths and (self.dated_ms is None or abs(self.dated_ms) > DATE_MS):
            return f"{self.way}: dated {self.dated_ms} ms late"
        return None


def outcome(seed: int, index: int, rested_ms: int = BEGIN_MS) -> Outcome:
    """Case `index` of a series: the ways in turn, hands, sensor and board drawn anew each time; the glass is left
    alone for `rested_ms` before, up to a second more."""
    rng = random.Random(f"{seed}/flips/{index}")
    done = handled(WAYS[index % len(WAYS)], rng)
    begin_ns = (rested_ms + rng.randrange(1_000)) * MS
    board = powered(
        Xiao(
            glued(done.trace, begin_ns),
            until_ms=(begin_ns + done.trace.duration_ns) // MS + 200,
            errors=Errors.drawn(rng),
            speed=Speed(rng.randrange(200_000, 700_000), rng.randrange(500_000, 5_000_000)),
            uptime_ms=rng.randrange(1 << 31),
            seed=rng.randrange(1 << 30),
        )
    )
    truths = done.trace.flips()
    found = board.aired[-1].data[COUNT_AT]
    if not (truths and found):
        return Outcome(done.way, len(truths), found)
    true_ms = (begin_ns + truths[0]) / MS
    first = next(aired for aired in board.aired if aired.data[COUNT_AT])
    age_ms = int.from_bytes(first.data[AGE_AT : AGE_AT + 3], "little")
    dated_ms = None if age_ms == 0xFFFFFF else first.at_ms - age_ms - true_ms
    plainly_ms = (begin_ns + done.trace.flips(COS_PLAINLY_DOWN)[0]) / MS
    return Outcome(done.way, len(truths), found, first.at_ms - plainly_ms, dated_ms, first.at_ms - true_ms)
