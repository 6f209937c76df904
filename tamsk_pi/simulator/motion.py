"""How pieces move: legs of a timeline, each a simple motion whose height is a function of time alone.

Because nothing is integrated step by step, the table may be asked at any instants and in any rhythm and always
gives the same answer; that is what makes the byte level and the frame level agree.

    glass   REST ──RISE──► AWAY (in the hand) ──LOWER──► WOBBLE (still held) ──► REST
    ring    AWAY ──HOVER──► FALL ──► REST ──RISE──► AWAY

and, where hands are not careful, HANG (caught, and still), HOP and KNOCK between these.
"""

import math
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, assert_never

from tamsk_pi.rules.board import Cell

TICK_NS: Final = 1_000_000
"""Fields change only at whole multiples of this."""

REACH_MM: Final = 60.0
"""Where a piece in the hand is near enough to be felt at all: 0.4 counts of a ring, 0.1 of a glass."""

WOBBLE_MM: Final = 1.2
HALF_TURN_NS: Final = 125_000_000
_KNOCKS: Final = 3
_LET_GO_NS: Final = 12_000_000
_NS_PER_S: Final = 1e9


class Motion(Enum):
    """What a piece is doing."""

    AWAY = auto()  # in a hand or beside the board: no field
    REST = auto()
    RISE = auto()
    LOWER = auto()
    WOBBLE = auto()  # in its tube, a hand still on it
    HOVER = auto()
    FALL = auto()
    HANG = auto()  # caught on its way into the tube or onto it, and still
    HOP = auto()  # up from its seat and down again
    KNOCK = auto()  # rattling on its seat, less and less


MOVING: Final = frozenset(Motion) - {Motion.AWAY, Motion.REST}


@dataclass(frozen=True, slots=True)
class Leg:
    """One stretch of a piece's way, valid until the next leg starts.

    The motion itself runs from `begin_ns` to `end_ns`, from height `from_mm` to `to_mm` above the seat, `play` off
    the centre of `cell`. `cell` with AWAY is where a glass lies that was laid on its side. A ring may `lean`: the
    sine of its angle, and towards where it is higher, in radians. `half_turn_ns` is how long a hand takes for half a
    turn, one before and one after a leg that begins with another end down.
    """

    start_ns: int
    motion: Motion
    cell: Cell | None = None
    begin_ns: int = 0
    end_ns: int = 0
    from_mm: float = 0.0
    to_mm: float = 0.0
    play: tuple[float, float] = (0.0, 0.0)
    is_held: bool = False
    is_lying: bool = False
    is_end_b_down: bool = False
    is_emptied: bool = False
    lean: tuple[float, float] = (0.0, 0.0)
    half_turn_ns: int = HALF_TURN_NS


def height_mm(leg: Leg, at_ns: int) -> float:
    """Height above the seat at an instant of this leg."""
    span_ns = leg.end_ns - leg.begin_ns
    share = min(1.0, max(0.0, (at_ns - leg.begin_ns) / span_ns)) if span_ns > 0 else 1.0
    match leg.motion:
        case Motion.AWAY | Motion.REST:
            return 0.0
        case Motion.RISE:
            return leg.from_mm + (leg.to_mm - leg.from_mm) * share * (0.4 + 0.6 * share)
        case Motion.LOWER:
            return leg.to_mm + (leg.from_mm - leg.to_mm) * (1 - share) * (0.4 + 0.6 * (1 - share))
        case Motion.FALL:
            return leg.to_mm + (leg.from_mm - leg.to_mm) * (1 - share * share)
        case Motion.HOVER:
            return leg.from_mm + 1.5 * math.sin(2 * math.pi * 3.0 * (leg.end_ns - at_ns) / _NS_PER_S)
        case Motion.WOBBLE:
            return _wobble_mm(leg.end_ns - at_ns)
        case Motion.HANG:
            return leg.from_mm
        case Motion.HOP:
            return 4 * leg.from_mm * share * (1 - share)
        case Motion.KNOCK:
            return leg.from_mm * (1 - share) * abs(math.sin(_KNOCKS * math.pi * share))
        case _:
            assert_never(leg.motion)


def _wobble_mm(left_ns: int) -> float:
    """A hand that has not let go lifts and tilts the glass by 0.4 … 2 mm; it sits down as the hand leaves."""
    if left_ns < _LET_GO_NS:
        return WOBBLE_MM * max(0, left_ns) / _LET_GO_NS
    seconds = (left_ns - _LET_GO_NS) / _NS_PER_S
    return WOBBLE_MM + 0.5 * math.sin(2 * math.pi * 4.3 * seconds) + 0.3 * math.sin(2 * math.pi * 7.1 * seconds)


class Timeline:
    """A piece's legs, past ones forgotten, coming ones planned; legs are numbered from 0 for their readers."""

    _KEPT: Final = 64

    def __init__(self, first: Leg) -> None:
        self._legs = [first]
        self._forgotten = 0

    @property
    def planned(self) -> Leg:
        """The leg with which all that is planned ends."""
        return self._legs[-1]

    def plan(self, *legs: Leg) -> None:
        """Add legs in order of time; what was planned for later than the first of them does not happen."""
        while self._legs[-1].start_ns > legs[0].start_ns and len(self._legs) > 1:
            self._legs.pop()
        self._legs.extend(legs)

    def leg(self, number: int) -> Leg | None:
        """The leg of that number, None if it is not planned yet."""
        index = number - self._forgotten
        return self._legs[index] if index < len(self._legs) else None

    def at(self, at_ns: int) -> Leg:
        """The leg that is planned for an instant not long past."""
        for leg in reversed(self._legs):
            if leg.start_ns <= at_ns:
                return leg
        return self._legs[0]

    def forget_before(self, number: int) -> None:
        """No reader needs legs below this number."""
        if number - self._forgotten > self._KEPT:
            del self._legs[: number - self._forgotten]
            self._forgotten = number
