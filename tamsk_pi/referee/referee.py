"""The referee: a pure step from a state and an event to a state and rulings.

Theory of operation. Acts come with the instant at which they happened, and may be known later and out of order. They
wait in the state until a *watermark* says that nothing older can come. Then acts and deadlines up to it are decided
in the order of their instants: at one instant acts before deadlines, turning the neutral timer last among acts
(rules.md, "Words"; H42). So rulings do not depend on how acts are batched or how late they are known, as long as the
watermark is true. A referee needs no clock: `next_due_ns` says up to which instant a watermark changes nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from tamsk_pi.referee import answers, handling, pause, rings, start, timer
from tamsk_pi.referee.deadlines import Deadline, Order, deadlines, meet, next_deadline
from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.rulings import Ruling, Warned
from tamsk_pi.referee.state import RefereeState, Stage
from tamsk_pi.rules.acts import (
    Act,
    Flip,
    Lift,
    Outage,
    Place,
    Release,
    Ring,
    Say,
    Setup,
    Start,
    Take,
    Tilt,
    Trouble,
    TurnTimer,
    Upright,
)

__all__ = ["RefereeState", "Watermark", "decide", "next_due_ns", "step"]


@dataclass(frozen=True, slots=True)
class Watermark:
    """Nothing that happened at or before this instant is unknown any more."""

    at_ns: int


def step(state: RefereeState, event: Act | Watermark) -> tuple[RefereeState, tuple[Ruling, ...]]:
    """One event: an act is noted, in its place; a watermark decides everything up to it.

    An act at or before an earlier watermark comes too late to be decided in its place; it is decided with the next
    watermark, at its own date. After the end of the match acts mean nothing and are not kept.
    """
    if isinstance(event, Watermark):
        return _decide_up_to(state, event.at_ns)
    if state.stage is Stage.ENDED:
        return state, ()
    return replace(state, pending=_inserted(state.pending, event)), ()


def decide(state: RefereeState, acts: Iterable[Act], until_ns: int) -> tuple[RefereeState, tuple[Ruling, ...]]:
    """Note these acts, then decide everything up to `until_ns`, included."""
    for act in acts:
        state, _ = step(state, act)
    return step(state, Watermark(until_ns))


def next_due_ns(state: RefereeState) -> int | None:
    """The first instant at which a watermark decides something; None if nothing is due."""
    deadline = next_deadline(state)
    dues = [
        d for d in (deadline.at_ns if deadline else None, *(_when_ns(a) for a in state.pending[:1])) if d is not None
    ]
    return min(dues, default=None)


def _when_ns(act: Act) -> int:
    """When an act takes effect; a dark time from its begin, so that no deadline is ruled in it (H39)."""
    return act.since_ns if isinstance(act, Outage) else act.at_ns


def _key(act: Act) -> tuple[int, bool]:
    return _when_ns(act), isinstance(act, TurnTimer)


def _inserted(pending: tuple[Act, ...], act: Act) -> tuple[Act, ...]:
    index = len(pending)
    while index and _key(pending[index - 1]) > _key(act):
        index -= 1
    return (*pending[:index], act, *pending[index:])


def _decide_up_to(state: RefereeState, watermark_ns: int) -> tuple[RefereeState, tuple[Ruling, ...]]:
    desk = Desk(state)
    while desk.state.stage is not Stage.ENDED:
        match _next(desk.state, watermark_ns):
            case None:
                break
            case Deadline() as deadline:
                desk.now_ns = max(desk.now_ns, deadline.at_ns)
                meet(desk, deadline)
            case act:
                desk.now_ns = max(desk.now_ns, act.at_ns)
                desk.update(pending=desk.state.pending[1:])
                _perform(desk, act)
    if desk.state.stage is Stage.ENDED:
        desk.update(pending=())
    if watermark_ns > desk.state.decided_ns:
        desk.update(decided_ns=watermark_ns)
    return desk.state, tuple(desk.rulings)


def _next(state: RefereeState, watermark_ns: int) -> Deadline | Act | None:
    """What is decided next, None if nothing is due: at one instant an act comes before a deadline."""
    deadline, act = next_deadline(state), next(iter(state.pending), None)
    if deadline is not None and deadline.at_ns > watermark_ns:
        deadline = None
    if act is None or _when_ns(act) > watermark_ns:
        return deadline
    if deadline is not None and (deadline.at_ns < _when_ns(act) or _goes_first(state, act)):
        return deadline
    return act


def _goes_first(state: RefereeState, act: Act) -> bool:
    """H23: at the very instant a run ends, the timer's top is empty: the old run is ruled before the timer is turned,
    and with it what comes before it at that instant (H42)."""
    if not isinstance(act, TurnTimer):
        return False
    return any(d.at_ns == act.at_ns and d.order is Order.NEUTRAL_TIMER for d in deadlines(state)) and (
        min(d.key for d in deadlines(state)) <= (act.at_ns, Order.NEUTRAL_TIMER, len(state.runs))
    )


def _perform(desk: Desk, act: Act) -> None:
    match act:
        case Setup():
            start.set_up(desk, act)
        case Start():
            start.start(desk, act)
        case Lift(at_ns, hourglass):
            handling.lift(desk, hourglass, at_ns)
        case Place(at_ns, hourglass, cell):
            handling.place(desk, hourglass, cell, at_ns)
        case Release(at_ns, hourglass):
            handling.release(desk, hourglass, at_ns)
        case Flip(at_ns, hourglass):
            handling.flip(desk, hourglass, at_ns)
        case Tilt(at_ns, hourglass):
            handling.tilt(desk, hourglass, at_ns)
        case Upright(at_ns, hourglass):
            handling.upright(desk, hourglass, at_ns)
        case Ring(at_ns, cell, holder):
            rings.drop(desk, cell, holder, at_ns)
        case Take(at_ns, cell):
            rings.take(desk, cell, at_ns)
        case TurnTimer(at_ns):
            timer.turn_over(desk, at_ns)
        case Say():
            answers.say(desk, act)
        case Trouble(at_ns, trouble, cells, hourglass):
            if desk.state.stage is Stage.PLAYING:
                desk.rule(
                    Warned(at_ns=at_ns, rule=_trouble_rule(act), reason=trouble, hourglass=hourglass, cells=cells)
                )
        case Outage():
            pause.outage(desk, act)
        case _:
            assert_never(act)


def _trouble_rule(act: Trouble) -> str:
    """H12 where a count is in doubt; a dead sensor or a silent node is the architecture's business."""
    return "H12" if act.trouble == "count-uncertain" else "architecture"
