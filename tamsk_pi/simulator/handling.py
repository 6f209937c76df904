"""What hands do to a hourglass, at random: ways to turn it over, and everything that is not turning it over.

Each way makes the parts of a trace out of a generator. A turn from rest begins with fingers that touch the glass: a
small blow at least, 120 ms or more before it turns.
"""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tamsk_pi.simulator import motion_traces as traces
from tamsk_pi.simulator.motion_traces import HOLD_NS, Holding, Part, Trace, Vector

Way = Callable[[random.Random], list[Part]]

MARGIN_NS: Final = 20_000_000
"""Stays of 60 to 100 ms on the other end are neither: a sensor read every 10 to 15 ms cannot tell."""
MARGIN_DEGREES: Final = 4
"""That holds for the limit of 60 degrees and for limits so much beside it: zero-g offset alone is worth 3."""
REST_MARGIN_DEGREES: Final = 7
"""Nor are tilts that end, and stay, so close to the limit."""


@dataclass(frozen=True, slots=True)
class Handled:
    """A trace with the name of what was done."""

    way: str
    trace: Trace


def handled(way: str, rng: random.Random) -> Handled:
    """One trace of that way, with a sensor somewhere in its cap and a hand more or less steady."""
    make = {**FLIPS, **OTHERS}[way]
    while True:
        holding = Holding(
            arm_m=(rng.uniform(-0.008, 0.008), rng.uniform(-0.008, 0.008), rng.uniform(-0.055, -0.02)),
            tremor_g=rng.uniform(0.005, 0.05),
            tremor_hz=rng.uniform(8, 12),
            sway_g=rng.uniform(0.0, 0.08),
        )
        trace = traces.trace(make(rng), rng, holding, is_end_b_down=rng.random() < 0.5)
        if _is_clear(trace, way in FLIPS):
            return Handled(way, trace)


def _is_clear(trace: Trace, is_flip: bool) -> bool:
    """Whether the trace is what its way says also to a sensor that is some degrees and milliseconds off."""
    beside = [trace.flips(_limit(degrees)) for degrees in (-REST_MARGIN_DEGREES, 0, REST_MARGIN_DEGREES)]
    visits_ns = [trace.visits_ns(_limit(degrees)) for degrees in (-MARGIN_DEGREES, 0, MARGIN_DEGREES)]
    is_long_or_short = all(abs(stay_ns - HOLD_NS) > MARGIN_NS for stays_ns in visits_ns for stay_ns in stays_ns)
    return is_long_or_short and all(len(flips) == is_flip for flips in beside)


def _limit(degrees: float) -> float:
    return math.cos(math.radians(60 + degrees))


def in_air(rng: random.Random) -> list[Part]:
    """Lifted out of its tube, carried, turned over, carried on, set down."""
    heading = _heading(rng)
    lean = rng.uniform(-0.25, 0.25)
    return [
        *_taken(rng),
        traces.carry(rng.uniform(0.2, 0.6), rng.uniform(0.1, 0.6), heading),
        traces.turn(rng.uniform(0.15, 1.0), _sign(rng) * math.pi + lean, heading, rng.uniform(-0.3, 0.3)),
        traces.carry(rng.uniform(0.2, 0.6), rng.uniform(0.05, 0.5), heading),
        traces.turn(0.2, -lean, heading),
        *_set_down(rng),
    ]


def in_tube(rng: random.Random) -> list[Part]:
    """Pulled out, turned over above the tube and dropped back in, rattling down its wall."""
    heading = _heading(rng)
    wall = rng.uniform(-1.5, 1.5)
    return [
        *_taken(rng),
        traces.carry(rng.uniform(0.15, 0.35), rng.uniform(0.2, 0.8), heading),
        traces.turn(rng.uniform(0.15, 0.6), _sign(rng) * math.pi, heading, rng.uniform(0, 0.6)),
        traces.knock(rng.uniform(0.03, 0.1), (wall, -wall, 0.3), is_held=True),
        traces.fall(rng.uniform(0.01, 0.05)),
        traces.knock(0.15, (wall, wall, rng.uniform(1, 6))),
        traces.rest(0.5),
    ]


def with_bounce(rng: random.Random) -> list[Part]:
    """Turned over fast, too far, and back again; or set down so that it jumps."""
    heading, over = _heading(rng), rng.uniform(0.1, 0.7)
    way = _sign(rng)
    return [
        *_taken(rng),
        traces.turn(rng.uniform(0.15, 0.4), way * (math.pi + over), heading, rng.uniform(-0.5, 0.5)),
        traces.turn(rng.uniform(0.1, 0.25), -way * over, heading),
        traces.fall(rng.uniform(0.005, 0.03)),
        traces.knock(0.05, (0.5, 0.5, rng.uniform(2, 8))),
        traces.fall(rng.uniform(0.002, 0.01)),
        traces.knock(0.15, (0.2, 0.2, rng.uniform(1, 4))),
        traces.rest(0.5),
    ]


def slowly(rng: random.Random) -> list[Part]:
    """Turned over with care, in one to three seconds, perhaps from one moment to the next without a touch to feel."""
    heading = _heading(rng)
    begin = _taken(rng) if rng.random() < 0.5 else [traces.rest(rng.uniform(0.3, 1.3))]
    angle = _sign(rng) * math.pi
    return [*begin, traces.turn(rng.uniform(1, 3), angle, heading), traces.hold(0.3), *_set_down(rng)]


def in_two_moves(rng: random.Random) -> list[Part]:
    """Laid over, kept a moment, and then the rest of the way, the wrist turning meanwhile."""
    heading, first = _heading(rng), rng.uniform(0.8, 1.8)
    return [
        *_taken(rng),
        traces.turn(rng.uniform(0.2, 0.8), first, heading),
        traces.hold(rng.uniform(0.05, 1.0)),
        traces.turn(rng.uniform(0.2, 0.8), math.pi - first, heading),
        traces.spin(rng.uniform(0.3, 0.8), rng.uniform(-2, 2)),
        *_set_down(rng),
    ]


def picked_up_and_turned(rng: random.Random) -> list[Part]:
    """The neutral timer beside the board: gripped, turned within its own height, banged down."""
    heading = _heading(rng)
    return [
        *_taken(rng),
        traces.turn(rng.uniform(0.15, 0.5), _sign(rng) * math.pi, heading, rng.uniform(0.3, 0.9)),
        traces.fall(rng.uniform(0.002, 0.02)),
        traces.knock(0.2, (1.0, 1.0, rng.uniform(3, 10))),
        traces.rest(0.5),
    ]


def shaken(rng: random.Random) -> list[Part]:
    """As hard as a hand can: the stroke stays below 15 cm to either side."""
    hertz = rng.uniform(1.5, 6)
    reach_g = min(3.0, 0.15 * (2 * math.pi * hertz) ** 2 / traces.GRAVITY)
    strengths = (rng.uniform(-reach_g, reach_g), rng.uniform(-reach_g, reach_g), rng.uniform(0.3, 1) * reach_g)
    phases = (_heading(rng), _heading(rng), _heading(rng))
    swing = rng.uniform(0, math.radians(40))
    return [*_taken(rng), traces.shake(rng.uniform(1, 2.5), hertz, strengths, swing, phases), traces.rest(0.5)]


def rolled(rng: random.Random) -> list[Part]:
    """Laid on the table, rolled to and fro, stood up on the same end."""
    heading = _heading(rng)
    down = math.pi / 2 + rng.uniform(-0.15, 0.15)
    around = rng.uniform(-8 * math.pi, 8 * math.pi)
    return [
        *_taken(rng),
        traces.turn(rng.uniform(0.3, 1), down, heading),
        traces.spin(rng.uniform(0.5, 1) + abs(around) / 15, around, is_held=False),
        # The axis that was level when it was laid down has wandered round the glass by as much.
        traces.turn(rng.uniform(0.3, 1), -down, heading - around),
        traces.rest(0.3),
    ]


def knocked(rng: random.Random) -> list[Part]:
    """Somebody bangs on the table, or against the glass."""
    parts = [traces.rest(rng.uniform(0.2, 1.2))]
    for _ in range(rng.randint(1, 6)):
        blow = (rng.uniform(-8, 8), rng.uniform(-8, 8), rng.uniform(-8, 8))
        parts.append(traces.knock(rng.uniform(0.03, 0.3), blow))
    return [*parts, traces.rest(0.5)]


def tilted_and_back(rng: random.Random) -> list[Part]:
    """Tilted up to 15 degrees past its side, slowly or fast, and back to where it was."""
    heading, angle = _heading(rng), math.radians(rng.uniform(30, 105))
    return [
        *_taken(rng),
        traces.turn(rng.uniform(0.25, 3), angle, heading),
        traces.hold(rng.uniform(0, 0.6)),
        traces.turn(rng.uniform(0.25, 3), -angle, heading),
        *_set_down(rng),
    ]


def laid_down(rng: random.Random) -> list[Part]:
    """Laid on its side, left there, and stood up again."""
    heading = _heading(rng)
    return [
        *_taken(rng),
        traces.turn(rng.uniform(0.25, 1), math.pi / 2, heading),
        traces.knock(0.1, (rng.uniform(-3, 3), rng.uniform(-3, 3), 1.0)),
        traces.rest(rng.uniform(0.2, 1.5)),
        traces.knock(0.1, (0.3, 0.3, 0.3), is_held=True),
        traces.turn(rng.uniform(0.25, 1), -math.pi / 2, heading),
        *_set_down(rng),
    ]


def put_down_hard(rng: random.Random) -> list[Part]:
    """Lifted and slammed onto the table, or dropped the last centimetres; it jumps."""
    return [
        *_taken(rng),
        traces.carry(rng.uniform(0.2, 0.6), rng.uniform(0.3, 1.2), _heading(rng)),
        traces.fall(rng.uniform(0.005, 0.08)),
        traces.knock(0.06, (rng.uniform(-3, 3), rng.uniform(-3, 3), rng.uniform(4, 12))),
        traces.fall(rng.uniform(0.002, 0.02)),
        traces.knock(0.2, (rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(2, 6))),
        traces.rest(0.5),
    ]


def carried_around(rng: random.Random) -> list[Part]:
    """From one place to another and on, upright, twirled between the fingers."""
    parts = _taken(rng)
    for _ in range(rng.randint(2, 4)):
        parts.append(traces.carry(rng.uniform(0.3, 0.8), rng.uniform(0.1, 1.2), _heading(rng)))
    return [*parts, traces.spin(rng.uniform(0.3, 1), rng.uniform(-12, 12)), *_set_down(rng)]


def half_turn_and_back(rng: random.Random) -> list[Part]:
    """Swung over and at once back again: the other end may be down, but for less than 60 ms."""
    is_fast = rng.random() < 0.8
    degrees, seconds = (rng.uniform(119, 130), rng.uniform(0.2, 0.4)) if is_fast else (rng.uniform(90, 113), 0.8)
    there_and_back = traces.swing(seconds, _sign(rng) * math.radians(degrees), _heading(rng))
    return [*_taken(rng), there_and_back, *_set_down(rng)]


def fallen_over(rng: random.Random) -> list[Part]:
    """Pushed over, bounces, rolls to and fro, stays on its side; perhaps somebody stands it up again."""
    heading, around = _heading(rng), rng.uniform(-6, 6)
    lying = [
        traces.rest(rng.uniform(0.2, 0.8)),
        traces.knock(0.05, (1.0, 0.5, 0.2)),
        traces.topple(rng.uniform(0.35, 0.7), math.pi / 2, heading),
        traces.knock(0.08, (rng.uniform(-3, 3), rng.uniform(-3, 3), rng.uniform(3, 10))),
        traces.spin(rng.uniform(0.4, 1.2), around, is_held=False),
        traces.rest(rng.uniform(0.3, 1.0)),
    ]
    if rng.random() < 0.5:
        return lying
    back = traces.turn(rng.uniform(0.3, 0.8), -math.pi / 2, heading - around)
    return [*lying, traces.knock(0.12, (0.3, 0.3, 0.3), is_held=True), back, *_set_down(rng)]


def _taken(rng: random.Random) -> list[Part]:
    """Fingers touch the glass, hold it, and are about to do something."""
    touch = rng.uniform(0.15, 1.0)
    blow: Vector = (_sign(rng) * touch, _sign(rng) * touch / 2, touch / 3)
    return [
        traces.rest(rng.uniform(0.2, 1.2)),
        traces.knock(rng.uniform(0.04, 0.1), blow, is_held=True),
        traces.hold(rng.uniform(0.08, 0.3)),
    ]


def _set_down(rng: random.Random) -> list[Part]:
    blow = rng.uniform(-3, 3)
    return [traces.knock(0.15, (blow / 3, blow / 3, blow)), traces.rest(0.5)]


def _heading(rng: random.Random) -> float:
    return rng.uniform(0, 2 * math.pi)


def _sign(rng: random.Random) -> float:
    return rng.choice((-1.0, 1.0))


FLIPS: Final[Mapping[str, Way]] = MappingProxyType(
    {way.__name__: way for way in (in_air, in_tube, with_bounce, slowly, in_two_moves, picked_up_and_turned)}
)
"""Ways that turn the glass over, once."""

OTHERS: Final[Mapping[str, Way]] = MappingProxyType(
    {
        way.__name__: way
        for way in (
            shaken,
            rolled,
            knocked,
            tilted_and_back,
            laid_down,
            put_down_hard,
            carried_around,
            half_turn_and_back,
            fallen_over,
        )
    }
)
"""Ways that do not."""
