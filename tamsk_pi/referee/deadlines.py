"""Deadlines: what happens by itself, and in which order at one instant (H42).

A deadline may be due before the instant being decided: an expiry that was held back while its glass was in the hand
(H19), a run of the timer that waited for a full cell to be confirmed (H12). It is then ruled at once, with its date.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from tamsk_pi.referee import answers, ending, expiry, full_cell, handling, moves, timer, turns, windows
from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.evidence import glasses as evidence
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.rulings import Warned
from tamsk_pi.referee.state import ExtraRight, PenaltyRight, Proposal, RefereeState, RingWindow, Run, Stage
from tamsk_pi.rules.acts import Answer


class Order(IntEnum):
    """Deadlines of one instant are ruled in this order (H42)."""

    RELEASE_CAP = 0
    FULL_CELL = 1
    FLIP_GRACE = 2
    EXPIRY = 3
    NEUTRAL_TIMER = 4
    RING_WINDOW = 5
    PENALTY_WINDOW = 6
    ANSWER = 7
    HOLD_WARNING = 8


Subject = Glass | Run | RingWindow | PenaltyRight | ExtraRight | Proposal | None


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something due at an instant; `index` orders glasses."""

    at_ns: int
    order: Order
    index: int
    subject: Subject

    @property
    def key(self) -> tuple[int, int, int]:
        return self.at_ns, self.order, self.index


def next_deadline(state: RefereeState) -> Deadline | None:
    """The deadline to be ruled next, None if nothing is due by itself."""
    return min(deadlines(state), key=lambda d: d.key, default=None)


def deadlines(state: RefereeState) -> Iterator[Deadline]:
    """Everything that is due by itself. In a pause only sand runs, and whether to resume is awaited (H39)."""
    if state.stage in (Stage.BEFORE, Stage.ENDED):
        return
    yield from _expiries(state)
    for i, proposal in enumerate(state.proposals):
        if state.pause is not None and proposal.what is not Answer.RESUME:
            continue
        yield Deadline(proposal.ends_ns, Order.ANSWER, i, proposal)
    answer_ends = ending.answer_ends_ns(state)
    if answer_ends is not None:
        yield Deadline(answer_ends, Order.ANSWER, 0, None)
    for i, run in enumerate(state.runs):
        if state.pause is None and (due := timer.ruled_at_ns(state, run)) is not None:
            yield Deadline(due, Order.NEUTRAL_TIMER, i, run)
    if state.pause is None and state.stage is Stage.PLAYING:
        yield from _of_glasses(state)
        yield from _of_rings(state)


def _expiries(state: RefereeState) -> Iterator[Deadline]:
    for glass in state.glasses:
        due = expiry.ruled_at_ns(state, glass)
        if due is not None:
            yield Deadline(due, Order.EXPIRY, glass.hourglass, glass)


def _of_glasses(state: RefereeState) -> Iterator[Deadline]:
    settings = state.settings
    for glass in state.glasses:
        if glass.is_touched:
            yield Deadline(glass.placed_ns + _ns(settings.release_cap_ms), Order.RELEASE_CAP, glass.hourglass, glass)
        if glass.full_since_ns is not None and glass.full_asked_ns is not None:
            due = glass.full_asked_ns + _ns(settings.answer_window_ms)
            yield Deadline(due, Order.ANSWER, glass.hourglass, glass)
        elif glass.full_since_ns is not None:
            due = glass.full_since_ns + _ns(settings.full_cell_confirm_ms)
            yield Deadline(due, Order.FULL_CELL, glass.hourglass, glass)
        if glass.unturned_since_ns is not None:
            due = glass.unturned_since_ns + _ns(settings.flip_grace_ms)
            yield Deadline(due, Order.FLIP_GRACE, glass.hourglass, glass)
        if settings.has_sand and glass.held_since_ns is not None and not glass.is_hold_warned:
            due = glass.held_since_ns + _ns(settings.hold_warning_ms)
            yield Deadline(due, Order.HOLD_WARNING, glass.hourglass, glass)


def _of_rings(state: RefereeState) -> Iterator[Deadline]:
    for i, window in enumerate(state.windows):
        yield Deadline(window.ends_ns, Order.RING_WINDOW, i, window)
    for i, right in enumerate(state.penalties):
        if right.ends_ns is not None:
            yield Deadline(right.ends_ns, Order.PENALTY_WINDOW, i, right)
    for i, extra in enumerate(state.extra_rights):
        until = ending.holds_until_ns(state, extra)
        if until is not None:
            yield Deadline(until, Order.PENALTY_WINDOW, len(state.penalties) + i, extra)


def _ns(duration_ms: int) -> int:
    return duration_ms * 1_000_000


def meet(desk: Desk, deadline: Deadline) -> None:
    """Rule on a deadline that is due."""
    match deadline.order, deadline.subject:
        case Order.RELEASE_CAP, Glass() as glass:
            handling.release(desk, glass.hourglass, deadline.at_ns)
        case Order.FULL_CELL, Glass(full_since_ns=int(released_ns)) as glass:
            full_cell.confirm(desk, glass, released_ns, deadline.at_ns)
        case Order.FLIP_GRACE, Glass(unturned_since_ns=int(released_ns)) as glass:
            moves.refuse(desk, glass.hourglass, "not-flipped", released_ns)
        case Order.EXPIRY, Glass() as glass:
            _expire(desk, glass)
        case Order.NEUTRAL_TIMER, Run() as run:
            timer.run_out(desk, run)
        case Order.RING_WINDOW, RingWindow() as window:
            windows.lapse_by_time(desk, window)
        case Order.PENALTY_WINDOW, PenaltyRight() as right:
            windows.lapse_penalty_by_time(desk, right)
        case Order.PENALTY_WINDOW, ExtraRight() as extra:
            ending.hold_no_longer(desk, extra, deadline.at_ns)
        case Order.ANSWER, Proposal() as proposal:
            answers.drop_proposal(desk, proposal)
        case Order.ANSWER, Glass() as glass:
            full_cell.is_not_full(desk, glass, deadline.at_ns)
        case Order.ANSWER, None:
            ending.settle_unanswered(desk, deadline.at_ns)
        case Order.HOLD_WARNING, Glass() as glass:
            _warn_hold(desk, glass, deadline.at_ns)
        case _:
            raise AssertionError(f"a deadline of order {deadline.order.name} without its subject")


def _expire(desk: Desk, glass: Glass) -> None:
    """Dated at the measured run-out, whenever it is ruled (H19, H20); then passes and the end are looked at (H21)."""
    runs_out = glass.sand.runs_out_ns()
    assert runs_out is not None
    expiry.expire(desk, glass.hourglass, runs_out)
    turns.look_for_block(desk, runs_out)
    ending.settle(desk)


def _warn_hold(desk: Desk, glass: Glass, at_ns: int) -> None:
    """H14: held up or on its side for long; once an episode."""
    desk.update_glass(glass.hourglass, is_hold_warned=True)
    why = evidence.held(desk.state, glass)
    desk.rule(Warned(at_ns=at_ns, rule="H14", reason="hold", player=glass.player, hourglass=glass.hourglass, why=why))
