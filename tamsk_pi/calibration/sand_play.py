"""What a match has taught about its sand: only what players said they saw is evidence.

The referee rules an expiry by the figures; that it was ruled and nobody objected says nothing new about the sand, for
hardly anybody looks. `alive` says that this run was longer, `dead` that it was not: bounds, which may be said late,
but not before they are true. Only a run counts whose beginning is known: the first of a glass in the match, from the
full top of G2.1, heard from its node, and left alone until then. What ran before and back again shows in no
run-out: a glass turned after e seconds of its first run runs back in about e, however long its sand is.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from tamsk_pi.calibration.sand import SandFigures
from tamsk_pi.rules.acts import Act, Answer, Flip, Lift, NoFlip, Outage, Paired, Say, Start, Swapped, Tilt
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass
from tamsk_pi.rules.settings import MatchSettings

NS_PER_MS = 1_000_000
EYES_MS = 2_000
"""H20: from so long before the run-out, or u if that is more, the players' eyes count."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A run of that end lasted at least and at most so long."""

    hourglass: Hourglass
    end: int
    at_least_ms: float
    at_most_ms: float


@dataclass(slots=True)
class _Story:
    """A glass's match: how it stood first, its turns and whether they were inferred, what else was done and said.

    Turns are kept by their instants, because better dates of them come in any order.
    """

    first_end: int
    turns: dict[int, bool] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)
    said: list[tuple[int, bool]] = field(default_factory=list)
    is_over: bool = False


def bounds_said(settings: MatchSettings, events: Iterable[Act | Hourglass]) -> tuple[Bounds, ...]:
    """What the players' words bound in a match under these settings.

    `events` are its acts in the order in which they became known, and a glass where its expiry was ruled.
    """
    ends = settings.ends_down or (0,) * len(HOURGLASSES)
    stories = {g: _Story(ends[g]) for g in HOURGLASSES}
    for event in events:
        match event:
            case Hourglass() as hourglass:
                stories[hourglass].is_over = True
            case Start():
                stories = {g: _Story(story.first_end ^ len(story.turns) % 2) for g, story in stories.items()}
            case Swapped(_, one, other) | Paired(_, one, other):
                # Which of the two was moved when, and by whose figures it ran, was not known then.
                for mixed_up in (one, other):
                    stories[mixed_up].said.clear()
                    stories[mixed_up].is_over = True
            case Outage(_, since_ns):
                for story in stories.values():
                    story.moves.append(since_ns)
            case Flip(at_ns, hourglass, is_inferred):
                stories[hourglass].turns[at_ns] = is_inferred
            case NoFlip(at_ns, hourglass):
                stories[hourglass].turns.pop(at_ns, None)
            case Lift(at_ns, hourglass) | Tilt(at_ns, hourglass):
                stories[hourglass].moves.append(at_ns)
            case Say(at_ns, Answer.ALIVE | Answer.DEAD as what, _, Hourglass() as hourglass):
                if not stories[hourglass].is_over:
                    stories[hourglass].said.append((at_ns, what is Answer.ALIVE))
            case _:
                pass
    found = (_bounds(settings, g, story) for g, story in stories.items())
    return tuple(bounds for bounds in found if bounds is not None)


def _bounds(settings: MatchSettings, hourglass: Hourglass, story: _Story) -> Bounds | None:
    turned_ns, *later = sorted(story.turns) or [0]
    if not story.turns.get(turned_ns, True):
        left_alone_ns = min([*later, *(at_ns for at_ns in story.moves if at_ns > turned_ns)], default=math.inf)
        end = 1 - story.first_end
        soonest_ms = settings.running_ms(hourglass)[end] - max(EYES_MS, settings.uncertainty_ms(hourglass, end))
        said = [((at_ns - turned_ns) / NS_PER_MS, alive) for at_ns, alive in story.said if at_ns < left_alone_ns]
        at_least_ms = max((ms for ms, is_alive in said if is_alive and ms >= soonest_ms), default=0.0)
        at_most_ms = min((ms for ms, is_alive in said if not is_alive and ms >= soonest_ms), default=math.inf)
        if (at_least_ms > 0 or at_most_ms < math.inf) and at_least_ms < at_most_ms:
            return Bounds(hourglass, end, at_least_ms, at_most_ms)
    return None


def learned(figures: SandFigures, settings: MatchSettings, said: Iterable[Bounds], on: str) -> SandFigures:
    """The figures, improved; ends that the match did not run by keep what they have."""
    for bound in said:
        glass = bound.hourglass.label
        figure = figures.end(glass, bound.end)
        if figure is None or settings.running_ms(bound.hourglass)[bound.end] != figure.ms:
            continue  # it was not known which end was down, or another figure was measured since
        figures = figures.with_end(glass, bound.end, figure.with_bounds(bound.at_least_ms, bound.at_most_ms, on))
    return figures
