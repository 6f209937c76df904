"""The referee: a pure step from a state and an event to a state and rulings.

Theory of operation. Acts come with the instant at which they happened, and may be known later and out of order. They
wait in the state until a *watermark* says that nothing older can come. Then acts and deadlines up to it are decided
in the order of their instants (deciding.py). A referee needs no clock: `next_due_ns` says up to which instant a
watermark changes nothing. A watermark cannot wait for ever, for a radio may be silent: what is decided beyond what
the sensors are sure of is provisional (doubt.py), and an act that is known only after what followed it was decided
makes the referee decide that again (late.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tamsk_pi.referee import late
from tamsk_pi.referee.deadlines import next_deadline
from tamsk_pi.referee.deciding import decide_up_to, noted, when_ns
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.referee.state import RefereeState, Stage
from tamsk_pi.rules.acts import Act

__all__ = ["RefereeState", "Watermark", "decide", "next_due_ns", "step"]


@dataclass(frozen=True, slots=True)
class Watermark:
    """Nothing that happened at or before this instant is to be waited for any more.

    `sure_ns`: up to which instant nothing more *can* come, as far as the sensors know; None if all the way.
    """

    at_ns: int
    sure_ns: int | None = None


def step(state: RefereeState, event: Act | Watermark) -> tuple[RefereeState, tuple[Ruling, ...]]:
    """One event: an act is noted, in its place; a watermark decides everything up to it.

    An act at or before an earlier watermark comes late: with the next watermark, what was decided since is decided
    again. After the end of the match acts mean nothing and are not kept.
    """
    if isinstance(event, Watermark):
        state, corrections = late.reconsidered(state, event.sure_ns)
        after, rulings = decide_up_to(state, event.at_ns, event.sure_ns)
        return late.remembered(state, after, rulings), corrections + rulings
    if state.stage is Stage.ENDED:
        return state, ()
    return late.logged(noted(state, event), event), ()


def decide(state: RefereeState, acts: Iterable[Act], until_ns: int) -> tuple[RefereeState, tuple[Ruling, ...]]:
    """Note these acts, then decide everything up to `until_ns`, included."""
    for act in acts:
        state, _ = step(state, act)
    return step(state, Watermark(until_ns))


def next_due_ns(state: RefereeState) -> int | None:
    """The first instant at which a watermark decides something; None if nothing is due."""
    deadline = next_deadline(state)
    dues = [
        d for d in (deadline.at_ns if deadline else None, *(when_ns(a) for a in state.pending[:1])) if d is not None
    ]
    return min(dues, default=None)
