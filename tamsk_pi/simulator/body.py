"""The pieces with magnets, hourglasses and rings: where each is on its timeline, and what it adds to the field."""

import random
from typing import Final, Protocol

from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.sand import Sand
from tamsk_pi.simulator.fields import RING_HEIGHT_MM, HourglassField, RingField, SensorField, SteelField
from tamsk_pi.simulator.motion import MOVING, Leg, Motion, Timeline, height_mm


class _Field(Protocol):
    def at(self, height_mm: float, /) -> list[float]: ...


class Body:
    """A piece on its timeline. `step` walks it; between steps it rests, moves or is away."""

    def __init__(self, sensors: SensorField, first: Leg) -> None:
        self.timeline: Final = Timeline(first)
        self.leg = first
        self.near: tuple[int, ...] = ()
        """The sensors that `moving_field` speaks of."""
        self.rest_field: list[float] = []
        """mT at all 74 sensors while it rests, else empty."""
        self._sensors = sensors
        self._number = 0
        self._moving: _Field | None = None

    @property
    def is_moving(self) -> bool:
        """Whether its field changes from tick to tick."""
        return self._moving is not None

    @property
    def number(self) -> int:
        """The number of the present leg."""
        return self._number

    def next_ns(self) -> int | None:
        """When its next planned leg starts."""
        leg = self.timeline.leg(self._number + 1)
        return None if leg is None else leg.start_ns

    def step(self, tick_ns: int) -> bool:
        """Take up the legs that have started; whether it came to rest or left its rest."""
        rested = self.rest_field
        before = self._number
        while (leg := self.timeline.leg(self._number + 1)) is not None and leg.start_ns <= tick_ns:
            self._number += 1
            self.leg = leg
            self.enter(leg)
        if self._number != before:
            self._take_up(self.leg)
        return rested is not self.rest_field

    def moving_field(self, tick_ns: int) -> list[float]:
        """mT at the sensors of `near`, moving pieces only."""
        return [] if self._moving is None else self._moving.at(height_mm(self.leg, tick_ns) + self.seat_mm(self.leg))

    def enter(self, leg: Leg) -> None:
        """A leg starts, perhaps to end at once."""

    def seat_mm(self, leg: Leg) -> float:
        """The height of the seat it stands on or falls to."""
        raise AssertionError(f"{type(self).__name__} has no seat on {leg}")

    def field(self, leg: Leg, cell: Cell, sensors: tuple[int, ...]) -> _Field:
        """Its field at these sensors on this leg, as a function of its height."""
        raise AssertionError(f"{type(self).__name__} has no field on {leg} at {cell}, {sensors}")

    def _take_up(self, leg: Leg) -> None:
        self._moving, self.near = None, ()
        if leg.cell is None or leg.motion is Motion.AWAY:
            self.rest_field = []
        elif leg.motion in MOVING:
            self.near = self._sensors.near[leg.cell]
            self._moving = self.field(leg, leg.cell, self.near)
            self.rest_field = []
        else:
            self.rest_field = self.field(leg, leg.cell, self._sensors.all).at(self.seat_mm(leg))


class HourglassBody(Body):
    """One glass. `caps` are the signed strengths of the magnets in end A and end B, red +1, black −1 nominally."""

    def __init__(
        self,
        sensors: SensorField,
        hourglass: Hourglass,
        caps: tuple[float, float],
        sand: Sand,
        first: Leg,
        chance: "SandChance | None" = None,
    ) -> None:
        super().__init__(sensors, first)
        self.hourglass: Final = hourglass
        self.sand = sand
        self._caps = caps
        self._chance = chance or SandChance()
        self._take_up(first)

    def enter(self, leg: Leg) -> None:
        before, self.sand = self.sand, turned(self.sand, leg)
        if self.sand.end_down != before.end_down:
            self.sand = self._chance.drawn(self.sand)

    def seat_mm(self, leg: Leg) -> float:
        return 0.0

    def field(self, leg: Leg, cell: Cell, sensors: tuple[int, ...]) -> _Field:
        lower, upper = self._caps[::-1] if leg.is_end_b_down else self._caps
        return HourglassField(self._sensors.offsets(cell, leg.play, sensors), lower, upper)


class RingBody(Body):
    """One ring: whose holder it came from, its layer on the cell from 0, and how it differs from the drawing."""

    def __init__(
        self, sensors: SensorField, owner: Player, layer: int, moment: float, angle_rad: float, height_error_mm: float
    ) -> None:
        super().__init__(sensors, Leg(-(1 << 62), Motion.AWAY))
        self.owner: Final = owner
        self.layer: Final = layer
        self.moment: Final = moment
        self.angle_rad: Final = angle_rad
        self.height_error_mm: Final = height_error_mm

    def seat_mm(self, leg: Leg) -> float:
        return RING_HEIGHT_MM * self.layer + self.height_error_mm

    def field(self, leg: Leg, cell: Cell, sensors: tuple[int, ...]) -> _Field:
        return RingField(self._sensors.offsets(cell, leg.play, sensors), self.angle_rad, self.moment, leg.lean)


class SteelBody(Body):
    """A steel bracelet on a wrist that comes near; its heights are above the sensors."""

    def __init__(self, sensors: SensorField, counts: float) -> None:
        super().__init__(sensors, Leg(-(1 << 62), Motion.AWAY))
        self._counts = counts

    def seat_mm(self, leg: Leg) -> float:
        return 0.0

    def field(self, leg: Leg, cell: Cell, sensors: tuple[int, ...]) -> _Field:
        return SteelField(self._sensors.offsets(cell, leg.play, sensors), self._counts)


class SandChance:
    """Makes every run of a glass's sand a little longer or shorter: by `share`, the standard deviation."""

    def __init__(self, share: float = 0.0, seed: str = "") -> None:
        self._share = share
        self._draw = random.Random(seed)
        self._usual: tuple[int, int] | None = None

    def drawn(self, sand: Sand) -> Sand:
        """The sand as it runs from now on."""
        if not self._share:
            return sand
        self._usual = a_ns, b_ns = self._usual or sand.end_ns
        factor = max(0.5, 1 + self._draw.gauss(0, self._share))
        end_ns = (round(a_ns * factor), round(b_ns * factor))
        return sand.measured(end_ns)


def turned(sand: Sand, leg: Leg) -> Sand:
    """A glass's sand as a leg begins."""
    if leg.is_emptied:
        return Sand.at_rest(sand.end_ns, leg.start_ns, int(leg.is_end_b_down))
    if bool(sand.end_down) is not leg.is_end_b_down:
        sand = sand.flipped(leg.start_ns)
    if sand.is_standing is leg.is_lying:
        sand = sand.laid(leg.start_ns) if leg.is_lying else sand.stood(leg.start_ns)
    return sand
