"""The ways of pieces through hands: an act and where the piece is planned to be → the legs that get it there.

`now_ns` is the table's present: nothing can be moved before it. An act's own instant is always met; what leads up
to it is as slow as there is time for.

    lift at L, flip at F, place at P, released H later

    REST ────────┐ RISE          AWAY            LOWER ┌ WOBBLE ───┐ REST
                 L … L+150 ms      F         P−150 ms … P          P+H
"""

from dataclasses import replace
from typing import Final

from tamsk_pi.rules.board import Cell
from tamsk_pi.simulator.motion import HALF_TURN_NS, REACH_MM, WOBBLE_MM, Leg, Motion, Timeline, height_mm

_MS: Final = 1_000_000
TRANSIT_NS: Final = 150 * _MS
FLIP_STANDING_NS: Final = 60 * _MS
TURN_TIMER_NS: Final = 100 * _MS

Play = tuple[float, float]


def lifting(timeline: Timeline, at_ns: int, transit_ns: int = TRANSIT_NS) -> tuple[Leg, ...]:
    """A standing glass leaves its tube at that instant and stays in the hand, out of reach after `transit_ns`."""
    leg = timeline.at(at_ns)
    rise = _rise(leg, at_ns, at_ns + transit_ns)
    return rise, in_hand(leg, rise.end_ns)


def in_hand(leg: Leg, at_ns: int, is_held: bool = True, is_lying: bool = False) -> Leg:
    """Off the board from that instant on, the same end down."""
    return Leg(at_ns, Motion.AWAY, is_held=is_held, is_lying=is_lying, is_end_b_down=leg.is_end_b_down)


def flipping_in_hand(timeline: Timeline, at_ns: int, half_turn_ns: int = HALF_TURN_NS) -> tuple[Leg, ...]:
    """Turned over off the board; a hand that is still rising goes on rising."""
    leg = timeline.at(at_ns)
    turned = replace(
        leg, start_ns=at_ns, is_end_b_down=not leg.is_end_b_down, is_emptied=False, half_turn_ns=half_turn_ns
    )
    if leg.motion is Motion.RISE:
        return turned, replace(in_hand(turned, max(at_ns, leg.end_ns)), is_lying=leg.is_lying)
    if leg.is_held or leg.is_lying:
        return (turned,)
    # Beside the board: picked up, turned and set down again.
    return replace(turned, is_held=True), replace(turned, start_ns=at_ns + FLIP_STANDING_NS)


def flipping_in_tube(timeline: Timeline, at_ns: int, now_ns: int, play: Play) -> tuple[Leg, ...]:
    """Pulled out, turned over at that instant and put back, within 60 ms either way if there is time."""
    standing = timeline.at(at_ns)
    released = timeline.planned
    is_turned = not standing.is_end_b_down
    from_ns = max(at_ns - FLIP_STANDING_NS, now_ns, _stood_since_ns(timeline, at_ns))
    back_ns = at_ns + FLIP_STANDING_NS
    down = Leg(
        at_ns, Motion.LOWER, standing.cell, at_ns, back_ns, REACH_MM, 0.0, play, is_held=True, is_end_b_down=is_turned
    )
    rest = replace(down, start_ns=back_ns, motion=Motion.REST, is_held=False)
    after: tuple[Leg, ...] = (rest,)
    if released.start_ns > back_ns:
        held = replace(down, to_mm=WOBBLE_MM), wobble(rest, back_ns, released.start_ns)
        down, after = held[0], (held[1], replace(rest, start_ns=released.start_ns))
    if from_ns >= at_ns:
        return down, *after
    return _rise(timeline.at(from_ns), from_ns, at_ns), down, *after


def placing(timeline: Timeline, cell: Cell, at_ns: int, hold_ns: int, free_ns: int, play: Play) -> tuple[Leg, ...]:
    """Stands on the cell at that instant, let go `hold_ns` later; nothing is lowered before `free_ns`."""
    before = timeline.at(at_ns)
    rest = Leg(at_ns + hold_ns, Motion.REST, cell, play=play, is_end_b_down=before.is_end_b_down)
    arrived = (wobble(rest, at_ns, rest.start_ns), rest) if hold_ns else (rest,)
    if before.motion not in (Motion.AWAY, Motion.RISE):
        return arrived
    from_ns = max(at_ns - TRANSIT_NS, earliest_ns(before, at_ns, free_ns))
    if from_ns >= at_ns:
        return arrived
    from_mm = height_mm(before, from_ns) if before.cell == cell and before.motion is Motion.RISE else REACH_MM
    to_mm = WOBBLE_MM if hold_ns else 0.0
    lower = replace(
        rest,
        start_ns=from_ns,
        motion=Motion.LOWER,
        begin_ns=from_ns,
        end_ns=at_ns,
        from_mm=from_mm,
        to_mm=to_mm,
        is_held=True,
    )
    return lower, *arrived


def earliest_ns(before: Leg, at_ns: int, free_ns: int) -> int:
    """When a hand can begin to bring a glass that is on this leg, to be there at `at_ns`."""
    from_ns = max(free_ns, before.start_ns)
    return max(from_ns, (before.begin_ns + at_ns) // 2) if before.motion is Motion.RISE else from_ns


def dropping(cell: Cell, at_ns: int, fall_ns: int, hover: tuple[int, float], now_ns: int, play: Play) -> list[Leg]:
    """A ring comes to rest at that instant; before its fall it is held over the tube for (ns, from mm)."""
    hover_ns, from_mm = hover
    fall_from_ns = max(now_ns, at_ns - fall_ns)
    hover_from_ns = max(now_ns, fall_from_ns - hover_ns)
    rest = Leg(at_ns, Motion.REST, cell, play=play)
    legs = [rest]
    if fall_from_ns < at_ns:
        fall = replace(rest, start_ns=fall_from_ns, motion=Motion.FALL, begin_ns=fall_from_ns, end_ns=at_ns)
        legs.insert(0, replace(fall, from_mm=from_mm))
    if hover_from_ns < fall_from_ns:
        hold = replace(rest, start_ns=hover_from_ns, motion=Motion.HOVER, begin_ns=hover_from_ns, end_ns=fall_from_ns)
        legs.insert(0, replace(hold, from_mm=from_mm))
    return legs


def taking(timeline: Timeline, at_ns: int, transit_ns: int = TRANSIT_NS) -> tuple[Leg, ...]:
    """A ring leaves its stack at that instant and goes back to its holder, out of reach after `transit_ns`."""
    rise = _rise(timeline.at(at_ns), at_ns, at_ns + transit_ns)
    return rise, Leg(rise.end_ns, Motion.AWAY)


def turning_timer(timeline: Timeline, at_ns: int, now_ns: int) -> tuple[Leg, ...]:
    """The neutral timer is picked up, turned over at that instant and set down again."""
    leg = timeline.at(at_ns)
    from_ns = max(at_ns - TURN_TIMER_NS, now_ns, leg.start_ns)
    up = replace(leg, start_ns=from_ns, is_held=True)
    over = replace(up, start_ns=at_ns, is_end_b_down=not leg.is_end_b_down)
    return up, over, replace(over, start_ns=at_ns + TURN_TIMER_NS, is_held=False)


def _rise(leg: Leg, from_ns: int, to_ns: int) -> Leg:
    return replace(
        leg,
        start_ns=from_ns,
        motion=Motion.RISE,
        begin_ns=from_ns,
        end_ns=to_ns,
        from_mm=height_mm(leg, from_ns),
        to_mm=REACH_MM,
        is_held=True,
        is_emptied=False,
    )


def wobble(rest: Leg, from_ns: int, to_ns: int) -> Leg:
    """In its tube, a hand still on it."""
    return replace(rest, start_ns=from_ns, motion=Motion.WOBBLE, begin_ns=from_ns, end_ns=to_ns, is_held=True)


def _stood_since_ns(timeline: Timeline, at_ns: int) -> int:
    """When it last came to stand: a hand that flips it cannot take it before."""
    leg = timeline.at(at_ns)
    return leg.start_ns if leg.motion in (Motion.REST, Motion.WOBBLE, Motion.KNOCK) else at_ns
