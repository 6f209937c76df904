"""Deciding up to an instant: acts and deadlines in the order of their instants.

At one instant acts come before deadlines, turning the neutral timer last among the acts (rules.md, "Words"; H42). So
rulings do not depend on how acts are batched or how late they are known, as long as they are known in time.
"""

from dataclasses import replace
from typing import assert_never

from tamsk_pi.referee import answers, doubt, handling, identity, pause, rings, start, timer
from tamsk_pi.referee.deadlines import Deadline, Order, deadlines, meet, next_deadline
from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.rulings import Ruling, Warned
from tamsk_pi.referee.state import RefereeState, Stage
from tamsk_pi.referee.why import Fact, What, Why
from tamsk_pi.rules.acts import (
    Act,
    Flip,
    Lift,
    Named,
    NoFlip,
    Outage,
    Paired,
    Place,
    Release,
    Ring,
    Say,
    Setup,
    Start,
    Swapped,
    Take,
    Tilt,
    Trouble,
    TurnTimer,
    Upright,
)
from tamsk_pi.rules.pieces import Hourglass


def decide_up_to(
    state: RefereeState, watermark_ns: int, sure_ns: int | None = None
) -> tuple[RefereeState, tuple[Ruling, ...]]:
    """Everything that is noted or due up to `watermark_ns`, included. Beyond `sure_ns` it is provisional."""
    desk = Desk(state)
    while desk.state.stage is not Stage.ENDED:
        ruled = len(desk.rulings)
        due = _next(desk.state, watermark_ns)
        if due is None:
            break
        desk.now_ns = max(desk.now_ns, due.at_ns)
        if isinstance(due, Deadline):
            meet(desk, due)
        else:
            desk.update(pending=desk.state.pending[1:])
            _perform(desk, due)
        if len(desk.rulings) > ruled:
            doubt.mark(desk, ruled, is_sure=sure_ns is None or due.at_ns <= sure_ns, glass=_concerned(desk, due))
    if desk.state.stage is Stage.ENDED:
        desk.update(pending=(), past=(), provisional=())
    if watermark_ns > desk.state.decided_ns:
        desk.update(decided_ns=watermark_ns)
    return desk.state, tuple(desk.rulings)


def _concerned(desk: Desk, due: Deadline | Act) -> Glass | None:
    """The glass that is decided about, as it is now."""
    hourglass = getattr(due.subject if isinstance(due, Deadline) else due, "hourglass", None)
    return desk.glass(hourglass) if isinstance(hourglass, Hourglass) else None


def when_ns(act: Act) -> int:
    """When an act takes effect; a dark time from its begin, so that no deadline is ruled in it (H39)."""
    return act.since_ns if isinstance(act, Outage) else act.at_ns


def noted(state: RefereeState, act: Act) -> RefereeState:
    """The act waits in its place among the others; a flip that did not happen after all no longer does, and those
    told under a wrong name wait under the right one."""
    if isinstance(act, NoFlip):
        told = [
            i
            for i, flip in enumerate(state.pending)
            if isinstance(flip, Flip) and (flip.at_ns, flip.hourglass) == (act.at_ns, act.hourglass)
        ]
        if told:
            return replace(state, pending=state.pending[: told[0]] + state.pending[told[0] + 1 :])
    if isinstance(act, Swapped | Named):
        corrected = identity.corrected(state.pending, act)
        is_done = act.at_ns > state.decided_ns if isinstance(act, Swapped) else corrected != state.pending
        state = replace(state, pending=corrected)
        if is_done:
            return state
    pending = state.pending
    index = len(pending)
    while index and _key(pending[index - 1]) > _key(act):
        index -= 1
    return replace(state, pending=(*pending[:index], act, *pending[index:]))


def _key(act: Act) -> tuple[int, bool]:
    return when_ns(act), isinstance(act, TurnTimer)


def _next(state: RefereeState, watermark_ns: int) -> Deadline | Act | None:
    """What is decided next, None if nothing is due: at one instant an act comes before a deadline."""
    deadline, act = next_deadline(state), next(iter(state.pending), None)
    if deadline is not None and deadline.at_ns > watermark_ns:
        deadline = None
    if act is None or when_ns(act) > watermark_ns:
        return deadline
    if deadline is not None and (deadline.at_ns < when_ns(act) or _goes_first(state, act)):
        return deadline
    return act


def _goes_first(state: RefereeState, act: Act) -> bool:
    """H23: at the very instant a run ends, the timer's top is empty: the old run is ruled before the timer is turned,
    and with it what comes before it at that instant (H42). H15, H24: a release at the cap comes before it, too."""
    if not isinstance(act, TurnTimer):
        return False
    due = list(deadlines(state))
    ends_run = any(d.at_ns == act.at_ns and d.order is Order.NEUTRAL_TIMER for d in due)
    last = Order.NEUTRAL_TIMER if ends_run else Order.RELEASE_CAP
    return min(d.key for d in due)[:2] <= (act.at_ns, last)


def _perform(desk: Desk, act: Act) -> None:
    match act:
        case Flip() | NoFlip() | Tilt() | Upright() if desk.state.stage is Stage.AWAITING_SAND:
            return  # the sand is computed as if every glass stood untouched (H36)
        case Setup():
            start.set_up(desk, act)
        case Start():
            start.start(desk, act)
        case Lift(at_ns, hourglass):
            handling.lift(desk, hourglass, at_ns)
        case Place(at_ns, hourglass, cell, is_presumed):
            handling.place(desk, hourglass, cell, at_ns)
            if is_presumed:
                desk.update_glass(hourglass, is_name_presumed=True, is_doubted=True)
        case Release(at_ns, hourglass):
            handling.release(desk, hourglass, at_ns)
        case Flip(at_ns, hourglass, is_inferred):
            handling.flip(desk, hourglass, at_ns, is_inferred=is_inferred)
        case NoFlip(at_ns, hourglass):
            handling.turn_back(desk, hourglass, at_ns)
        case Swapped():
            desk.state = identity.swap_seats(desk.state, act)
        case Paired():
            identity.pair(desk, act)
        case Named(_, hourglass):
            desk.update_glass(hourglass, is_name_presumed=False)
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
        case Trouble():
            _tell_trouble(desk, act)
        case Outage():
            pause.outage(desk, act)
        case _:
            assert_never(act)


def _tell_trouble(desk: Desk, act: Trouble) -> None:
    """H12 where a count is in doubt; a dead sensor or a silent node is the architecture's business."""
    if act.trouble == "count-uncertain":
        desk.update(uncertain_cells=(*desk.state.uncertain_cells, *act.cells))
    if desk.state.stage is not Stage.PLAYING:
        return
    rule = "H12" if act.trouble == "count-uncertain" else "architecture"
    why = Why(tuple(Fact(What.REPORTED, act.at_ns, None, act.hourglass, cell) for cell in act.cells or (None,)))
    desk.rule(
        Warned(at_ns=act.at_ns, rule=rule, reason=act.trouble, hourglass=act.hourglass, cells=act.cells, why=why)
    )
