"""Hands that are not careful: the legs of `how …` and `hand …` (docs/scenarios.md), in place of those of `ways`.

An act's own instant is always met: what leads up to it is drawn together where there is less time. What a manner
leaves open (how high a ring bounces, on which side it is caught) is drawn from the hands' own seed.

    over        … ─ glide over the rims ─ LOWER ┌ REST
    leaning     LOWER ─ HANG, 1 … 3 mm up ─ FALL ┌ REST
    corrected   LOWER ─ WOBBLE elsewhere ─ RISE ─ LOWER ┌ REST
    bouncing    LOWER or FALL ─ HOP ─ hop ┌ REST
    hovering    HOVER ─ FALL ┌ REST
    crooked     FALL ─ HANG ─ FALL ┌ REST
"""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tamsk_pi.rules.board import CAPACITY, Cell
from tamsk_pi.scenario.statements import How, Manner
from tamsk_pi.simulator import ways
from tamsk_pi.simulator.fields import RING_HEIGHT_MM, RING_WIDTH_MM, STEEL_MM, Point, SensorField
from tamsk_pi.simulator.motion import HALF_TURN_NS, REACH_MM, WOBBLE_MM, Leg, Motion, Timeline

_MS: Final = 1_000_000
_SWEPT_NS: Final = 60 * _MS
_KNOCK_NS: Final = 250 * _MS
_KNOCK_MM: Final = 1.2
_GLIDE_NS: Final = 300 * _MS
_GLIDE_STEPS: Final = 15
_GLIDE_MM: Final = 25.0  # to either side of the tube's middle
_RIM_MM: Final = (1.0, 3.0)  # above the rim
_LEAN_MM: Final = (1.2, 2.8)  # a foot that leans on the tube's floor at 4 … 9°
_LEAN_PLAY_MM: Final = 1.5
_LOW_HOVER_MM: Final = (10.0, 20.0)
_WRIST_MM: Final = 120.0
_WRIST_NS: Final = 250 * _MS
_WRIST_PLAY_MM: Final = 10.0
_FALL_NS: Final = 110 * _MS
_GRAVITY: Final = 9_810.0  # mm/s²

Phase = tuple[int, Leg]
"""How long it takes, and what it is; its instants are put in when all is known."""


def transit_ns(manner: Manner | None) -> int:
    """How long a piece that is lifted takes to be out of reach."""
    if manner is None:
        return ways.TRANSIT_NS
    return _SWEPT_NS if manner.how is How.SWEPT else manner.span_ns


def half_turn_ns(manner: Manner | None) -> int:
    """How long half a turn in the hand takes."""
    return HALF_TURN_NS if manner is None else manner.span_ns // 2


def is_at_rest(timeline: Timeline, at_ns: int) -> bool:
    """Whether a piece is let go by then, as far as is planned."""
    return timeline.planned.motion is Motion.REST and timeline.planned.start_ns <= at_ns


def knocking(timeline: Timeline, at_ns: int) -> tuple[Leg, ...]:
    """What rests rattles on its seat for a moment."""
    rest = timeline.planned
    end_ns = at_ns + _KNOCK_NS
    knock = replace(
        rest, start_ns=at_ns, motion=Motion.KNOCK, begin_ns=at_ns, end_ns=end_ns, from_mm=_KNOCK_MM, is_emptied=False
    )
    return knock, replace(rest, start_ns=end_ns, is_emptied=False)


class Manners:
    """Draws what a manner leaves open."""

    def __init__(self, sensors: SensorField, draw: random.Random) -> None:
        self._sensors = sensors
        self._draw = draw

    def steel(self, cell: Cell, at_ns: int, span_ns: int) -> tuple[Leg, ...]:
        """A wrist with a bracelet comes down over a cell, stays and goes."""
        angle = self._draw.uniform(0, 2 * math.pi)
        play = (_WRIST_PLAY_MM * math.cos(angle), _WRIST_PLAY_MM * math.sin(angle))
        over = Leg(0, Motion.HOVER, cell, from_mm=STEEL_MM, play=play)
        down = replace(over, motion=Motion.LOWER, from_mm=_WRIST_MM, to_mm=STEEL_MM)
        up = replace(over, motion=Motion.RISE, from_mm=STEEL_MM, to_mm=_WRIST_MM)
        end_ns = at_ns + 2 * _WRIST_NS + span_ns
        phases = ((_WRIST_NS, down), (span_ns, over), (_WRIST_NS, up))
        return *_ending(phases, end_ns, at_ns), Leg(end_ns, Motion.AWAY)

    def placing(self, timeline: Timeline, plain: tuple[Leg, ...], manner: Manner, free_ns: int) -> tuple[Leg, ...]:
        """`plain` are the legs of a careful hand: one that lowers the glass, if there is time, and what follows."""
        lower, *after = plain
        if lower.motion is not Motion.LOWER:
            return plain
        from_ns = ways.earliest_ns(timeline.at(lower.end_ns), lower.end_ns, free_ns)
        high = replace(lower, from_mm=REACH_MM)
        return *_ending(self._to_its_seat(high, manner), lower.end_ns, from_ns), *after

    def dropping(self, plain: Sequence[Leg], manner: Manner, layer: int, now_ns: int) -> list[Leg]:
        """`plain` are the legs of a ring that a careful hand drops; it is the `layer`th from below, from 0."""
        rest = plain[-1]
        return [*_ending(self._down(rest, manner, layer), rest.start_ns, now_ns), rest]

    def _to_its_seat(self, lower: Leg, manner: Manner) -> list[Phase]:
        down = (ways.TRANSIT_NS, lower)
        match manner.how:
            case How.SLOWLY:
                return [(manner.span_ns, lower)]
            case How.OVER:
                glides = [phase for cell in manner.cells for phase in self._glide(lower, cell)]
                return [*glides, down]
            case How.LEANING:
                return self._lean(lower, manner.span_ns)
            case How.BOUNCING:
                return [(ways.TRANSIT_NS, replace(lower, to_mm=0.0)), *self._hops(lower, (3.0, 6.0))]
            case How.CORRECTED:
                return [*self._first_elsewhere(lower, manner.cells[0], manner.span_ns), down]
            case _:
                return [down]

    def _glide(self, lower: Leg, over: Cell) -> list[Phase]:
        """Across a tube in a straight line towards where it is put, its foot just above the rim."""
        height_mm = RING_HEIGHT_MM * CAPACITY[over] + self._draw.uniform(*_RIM_MM)
        ux, uy = self._direction(over, lower.cell)
        low = replace(lower, motion=Motion.HANG, cell=over, from_mm=height_mm)
        shares = [(2 * i + 1) / _GLIDE_STEPS - 1 for i in range(_GLIDE_STEPS)]
        plays = [(share * _GLIDE_MM * ux, share * _GLIDE_MM * uy) for share in shares]
        return [(_GLIDE_NS // _GLIDE_STEPS, replace(low, play=play)) for play in plays]

    def _direction(self, start: Cell, end: Cell | None) -> Point:
        (ax, ay), (bx, by) = self._sensors.cell_xy[start], self._sensors.cell_xy[start if end is None else end]
        length = math.hypot(bx - ax, by - ay) or 1.0
        return (bx - ax) / length, (by - ay) / length

    def _lean(self, lower: Leg, span_ns: int) -> list[Phase]:
        height_mm, angle = self._draw.uniform(*_LEAN_MM), self._draw.uniform(0, 2 * math.pi)
        play = (_LEAN_PLAY_MM * math.cos(angle), _LEAN_PLAY_MM * math.sin(angle))
        leaning = replace(lower, motion=Motion.HANG, from_mm=height_mm, play=play)
        return [
            (ways.TRANSIT_NS, replace(lower, to_mm=height_mm, play=play)),
            (span_ns, leaning),
            (_falling_ns(height_mm), replace(lower, motion=Motion.FALL, from_mm=height_mm)),
        ]

    def _hops(self, like: Leg, highest_mm: tuple[float, float]) -> list[Phase]:
        first_mm = self._draw.uniform(*highest_mm)
        heights = (first_mm, first_mm / 8)
        return [(2 * _falling_ns(mm), replace(like, motion=Motion.HOP, from_mm=mm, to_mm=0.0)) for mm in heights]

    def _first_elsewhere(self, lower: Leg, cell: Cell, span_ns: int) -> list[Phase]:
        there = replace(lower, cell=cell, to_mm=WOBBLE_MM)
        return [
            (ways.TRANSIT_NS, there),
            (span_ns, replace(there, motion=Motion.WOBBLE)),
            (ways.TRANSIT_NS, replace(there, motion=Motion.RISE, from_mm=0.0, to_mm=REACH_MM)),
        ]

    def _down(self, rest: Leg, manner: Manner, layer: int) -> list[Phase]:
        fall = replace(rest, motion=Motion.FALL, from_mm=REACH_MM, to_mm=0.0)
        match manner.how:
            case How.HOVERING:
                low_mm = self._draw.uniform(*_LOW_HOVER_MM)
                low = replace(fall, motion=Motion.HOVER, from_mm=low_mm)
                return [(manner.span_ns, low), (_falling_ns(low_mm), replace(fall, from_mm=low_mm))]
            case How.BOUNCING:
                return [(_FALL_NS, fall), *self._hops(rest, (6.0, 10.0))]
            case How.CROOKED:
                return self._caught(fall, manner.span_ns, layer)
            case _:
                return [(_FALL_NS, fall)]

    def _caught(self, fall: Leg, span_ns: int, layer: int) -> list[Phase]:
        """One side on the tube's rim, the other as low as the ring's own width lets it hang."""
        rim_mm = RING_HEIGHT_MM * (CAPACITY[Cell(fall.cell or 0)] - layer)
        height_mm = rim_mm - RING_HEIGHT_MM / 2
        lean = (RING_HEIGHT_MM / RING_WIDTH_MM * self._draw.uniform(0.8, 1.2), self._draw.uniform(0, 2 * math.pi))
        return [
            (_FALL_NS, replace(fall, to_mm=height_mm)),
            (span_ns, replace(fall, motion=Motion.HANG, from_mm=height_mm, lean=lean)),
            (_falling_ns(height_mm), replace(fall, from_mm=height_mm)),
        ]


def _falling_ns(height_mm: float) -> int:
    return round(math.sqrt(2 * height_mm / _GRAVITY) * 1_000) * _MS


def _ending(phases: Sequence[Phase], end_ns: int, from_ns: int) -> list[Leg]:
    """The phases one after another so that the last ends then; all are shorter where they would begin too early."""
    total_ns = sum(duration_ns for duration_ns, _ in phases)
    share = min(1.0, max(0, end_ns - from_ns) / total_ns)
    legs: list[Leg] = []
    for duration_ns, leg in reversed(phases):
        begin_ns = end_ns - round(duration_ns * share)
        if begin_ns < end_ns:
            legs.append(replace(leg, start_ns=begin_ns, begin_ns=begin_ns, end_ns=end_ns))
        end_ns = begin_ns
    return legs[::-1]
