"""Hands: acts → the ways of the pieces, after a check that hands can do them.

The check looks at where everything will be once all acts asked for so far are done; acts may therefore be asked for
long before their time, a whole script at once. Acts on one piece come in order of time.
"""

import math
import random
from typing import Final, assert_never

from tamsk_pi.rules.acts import Flip, Lift, Ring, Setup, Take, Tilt, TurnTimer, Upright
from tamsk_pi.rules.board import CELLS, RINGS_EACH, Cell, cell_name
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.scenario.statements import Hand, HandAct, HandKind, Manner, Put
from tamsk_pi.scenario.table import Table as Possible
from tamsk_pi.simulator import manners, ways
from tamsk_pi.simulator.body import Body, HourglassBody, RingBody, SteelBody
from tamsk_pi.simulator.fields import SensorField
from tamsk_pi.simulator.motion import REACH_MM, Leg, Motion
from tamsk_pi.simulator.settings import TableError, TableSettings

_MS: Final = 1_000_000
_FALL_MS: Final = (90.0, 125.0)
_HOVER_MS: Final = (80.0, 220.0)
_HOVER_MM: Final = (30.0, 60.0)

Piece = Hourglass | Cell | None


class Hands:
    """All hands around one table; `glasses` are red1 … black3, then the neutral timer."""

    def __init__(self, sensors: SensorField, settings: TableSettings, glasses: list[HourglassBody]) -> None:
        self.rings: Final[list[RingBody]] = []
        """Every ring that is out of its holder, or was."""
        self._sensors = sensors
        self._settings = settings
        self._draw = random.Random(f"{settings.seed}/hands")
        self._manners = manners.Manners(sensors, random.Random(f"{settings.seed}/manners"))
        self._glasses = glasses
        self._possible = Possible()
        self._stacks: dict[Cell, list[RingBody]] = {cell: [] for cell in CELLS}
        self._out = dict.fromkeys(Player, 0)
        self._vacated_ns = dict.fromkeys(CELLS, 0)
        self._latest_ns: dict[str, int] = {}

    def perform(self, act: HandAct, now_ns: int, manner: Manner | None = None) -> list[Body]:
        """Plan the act; the pieces whose timeline has changed. Raises TableError for what hands cannot do."""
        pieces = _names(act)
        self._check_time(act.at_ns, now_ns, pieces)
        if isinstance(act, Ring) and act.holder is None:
            act = Ring(act.at_ns, act.cell, min(Player, key=lambda player: self._out[player]))
        if isinstance(act, Setup):
            _check_setup(act)
        try:
            self._possible.tell(act, manner)
        except ValueError as error:
            raise TableError(str(error)) from None
        self._latest_ns.update(dict.fromkeys(pieces, act.at_ns))
        return self._plan(act, now_ns, manner)

    def gesture(self, hand: Hand) -> list[Body]:
        """Plan what is no act; the pieces, and the bracelet, whose timeline has changed."""
        match hand.kind:
            case HandKind.KNOCK if hand.cell is not None:
                knocked = [body for body in self._on(hand.cell) if manners.is_at_rest(body.timeline, hand.at_ns)]
                for body in knocked:
                    body.timeline.plan(*manners.knocking(body.timeline, hand.at_ns))
                return knocked
            case HandKind.STEEL if hand.cell is not None:
                steel = SteelBody(self._sensors, hand.counts)
                steel.timeline.plan(*self._manners.steel(hand.cell, hand.at_ns, hand.span_ns))
                return [steel]
            case _:
                return []

    def _on(self, cell: Cell) -> list[Body]:
        """The glass that is planned to stand on a cell and the ring on top."""
        glasses = [glass for glass in self._glasses if glass.timeline.planned.cell == cell]
        return [*glasses, *self._stacks[cell][-1:]]

    def find(self, glasses: list[Cell | None], lying: list[Hourglass], at_ns: int) -> None:
        """Take up a board on which the glasses are found so, without rings."""
        self._possible.tell(Setup(at_ns, tuple(glasses), (0,) * len(CELLS)))
        for hourglass in lying:
            self._possible.tell(Tilt(at_ns, hourglass))

    def find_ring(self, ring: RingBody, cell: Cell, play: ways.Play, at_ns: int) -> None:
        """Take up a ring that lies on top of a cell."""
        self._possible.tell(Ring(at_ns, cell, ring.owner))
        ring.timeline.plan(Leg(at_ns, Motion.REST, cell, play=play))
        self._add(ring, cell)

    def forget(self, at_ns: int) -> None:
        """Drop the rings that are back in their holders."""
        for ring in [r for r in self.rings if r.timeline.planned.motion is Motion.AWAY]:
            if ring.timeline.planned.start_ns <= at_ns and not ring.is_moving and ring.next_ns() is None:
                self.rings.remove(ring)

    def _check_time(self, at_ns: int, now_ns: int, pieces: list[str]) -> None:
        if at_ns < now_ns:
            raise TableError(f"an act at {at_ns / 1e9:.3f} s; expected none before the table's {now_ns / 1e9:.3f} s")
        for piece in pieces:
            if at_ns < self._latest_ns.get(piece, at_ns):
                raise TableError(
                    f"an act on {piece} at {at_ns / 1e9:.3f} s; expected none before its last one, at "
                    f"{self._latest_ns[piece] / 1e9:.3f} s"
                )

    def _plan(self, act: HandAct, now_ns: int, manner: Manner | None) -> list[Body]:
        match act:
            case Setup():
                return self._set_up(act)
            case Ring(at_ns=at_ns, cell=cell, holder=holder):
                assert holder is not None
                return [self._drop(at_ns, cell, holder, now_ns, manner)]
            case Take(at_ns=at_ns, cell=cell):
                return [self._take(at_ns, cell, manners.transit_ns(manner))]
            case TurnTimer(at_ns=at_ns):
                timer = self._glasses[-1]
                timer.timeline.plan(*ways.turning_timer(timer.timeline, at_ns, now_ns))
                return [timer]
            case Lift() | Put() | Flip() | Tilt() | Upright():
                return [self._move(act, now_ns, manner)]
            case _:
                assert_never(act)

    def _move(self, act: Lift | Put | Flip | Tilt | Upright, now_ns: int, manner: Manner | None) -> HourglassBody:
        glass = self._glasses[act.hourglass]
        timeline, at_ns = glass.timeline, act.at_ns
        leg = timeline.at(at_ns)
        match act:
            case Lift():
                self._vacate(timeline.planned.cell, at_ns)
                timeline.plan(*ways.lifting(timeline, at_ns, manners.transit_ns(manner)))
            case Put(cell=cell, hold_ns=hold_ns):
                if timeline.planned.cell != cell:
                    self._vacate(timeline.planned.cell, at_ns)
                free_ns = max(now_ns, self._vacated_ns[cell])
                legs = ways.placing(timeline, cell, at_ns, hold_ns, free_ns, self._glass_play())
                timeline.plan(*(legs if manner is None else self._manners.placing(timeline, legs, manner, free_ns)))
            case Flip() if timeline.planned.cell is not None:
                timeline.plan(*ways.flipping_in_tube(timeline, at_ns, now_ns, self._glass_play()))
            case Flip():
                timeline.plan(*ways.flipping_in_hand(timeline, at_ns, manners.half_turn_ns(manner)))
            case Tilt():
                timeline.plan(ways.in_hand(leg, at_ns, is_held=False, is_lying=True))
            case Upright():
                timeline.plan(ways.in_hand(leg, at_ns))
            case _:
                assert_never(act)
        return glass

    def _set_up(self, setup: Setup) -> list[Body]:
        at_ns = setup.at_ns
        cleared: list[Body] = []
        for ring in self.rings:
            ring.timeline.plan(Leg(at_ns, Motion.AWAY))
            cleared.append(ring)
        for hourglass, cell in zip(HOURGLASSES, setup.cells, strict=True):
            glass = self._glasses[hourglass]
            motion = Motion.AWAY if cell is None else Motion.REST
            is_b = glass.timeline.at(at_ns).is_end_b_down
            leg = Leg(at_ns, motion, cell, play=self._glass_play(), is_end_b_down=is_b, is_emptied=True)
            glass.timeline.plan(leg)
        self._stacks = {cell: [] for cell in CELLS}
        self._out = dict.fromkeys(Player, 0)
        self._vacated_ns = dict.fromkeys(CELLS, at_ns)
        found = self._lay_out(setup)
        return [*cleared, *(self._glasses[hourglass] for hourglass in HOURGLASSES), *found]

    def _lay_out(self, setup: Setup) -> list[Body]:
        found: list[Body] = []
        for cell, count in zip(CELLS, setup.rings, strict=True):
            for _ in range(count):
                owner = min(Player, key=lambda player: self._out[player])
                ring = self._ring(owner, cell)
                self.find_ring(ring, cell, self._play(self._settings.tolerances.ring_play_mm), setup.at_ns)
                found.append(ring)
        return found

    def _drop(self, at_ns: int, cell: Cell, holder: Player, now_ns: int, manner: Manner | None) -> RingBody:
        draw = self._draw
        ring = self._ring(holder, cell)
        fall_ns = round(draw.uniform(*_FALL_MS) * _MS)
        hover_ns = round(draw.uniform(*_HOVER_MS) * _MS)
        from_mm = draw.uniform(*_HOVER_MM)
        if draw.random() >= self._settings.hover_share:
            hover_ns, from_mm = 0, REACH_MM
        play = self._play(self._settings.tolerances.ring_play_mm)
        legs = ways.dropping(cell, at_ns, fall_ns, (hover_ns, from_mm), now_ns, play)
        if manner is not None:
            legs = self._manners.dropping(legs, manner, len(self._stacks[cell]), now_ns)
        ring.timeline.plan(*legs)
        self._add(ring, cell)
        return ring

    def _take(self, at_ns: int, cell: Cell, transit_ns: int) -> RingBody:
        ring = self._stacks[cell].pop()
        self._out[ring.owner] -= 1
        ring.timeline.plan(*ways.taking(ring.timeline, at_ns, transit_ns))
        return ring

    def _ring(self, owner: Player, cell: Cell) -> RingBody:
        limits, draw = self._settings.tolerances, self._draw
        layer = len(self._stacks[cell])
        return RingBody(
            self._sensors,
            owner,
            layer,
            moment=1 + draw.uniform(-1, 1) * limits.ring_moment,
            angle_rad=draw.uniform(0, 2 * math.pi),
            height_error_mm=draw.uniform(-1, 1) * limits.layer_height_mm * (layer + 1),
        )

    def _add(self, ring: RingBody, cell: Cell) -> None:
        self._stacks[cell].append(ring)
        self._out[ring.owner] += 1
        self.rings.append(ring)

    def _vacate(self, cell: Cell | None, at_ns: int) -> None:
        if cell is not None:
            self._vacated_ns[cell] = at_ns

    def _glass_play(self) -> ways.Play:
        return self._play(self._settings.tolerances.hourglass_play_mm)

    def _play(self, limit_mm: float) -> ways.Play:
        radius, angle = limit_mm * math.sqrt(self._draw.random()), self._draw.uniform(0, 2 * math.pi)
        return radius * math.cos(angle), radius * math.sin(angle)


def _names(act: HandAct) -> list[str]:
    match act:
        case Setup():
            return [*(hourglass.label for hourglass in HOURGLASSES), *(cell_name(cell) for cell in CELLS)]
        case Ring(cell=cell) | Take(cell=cell):
            return [cell_name(cell)]
        case TurnTimer():
            return ["the neutral timer"]
        case _:
            return [act.hourglass.label]


def _check_setup(setup: Setup) -> None:
    if len(setup.cells) != len(HOURGLASSES) or len(setup.rings) != len(CELLS):
        raise TableError(f"a set-up of {len(setup.cells)} glasses and {len(setup.rings)} cells; expected 6 and 37")
    standing = [cell for cell in setup.cells if cell is not None]
    if len(set(standing)) != len(standing):
        raise TableError("a set-up with two glasses in one tube; expected a cell for each")
    if sum(setup.rings) > 2 * RINGS_EACH:
        raise TableError(f"a set-up of {sum(setup.rings)} rings; expected at most {2 * RINGS_EACH}")
