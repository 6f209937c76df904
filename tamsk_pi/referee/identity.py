"""Glasses that were told under each other's names: acts noted so far are renamed, or what is known is exchanged.

Where glasses go is seen by the board, how they are turned is said by their nodes; a mix-up concerns the one or the
other (`rules.acts.Swapped`, `Paired`). As long as what was told wrongly can be decided again (late.py), its acts are
renamed in their places, and that is all. What was decided too long ago, or stands, is exchanged as it is known now:
everything that has to do with where the glass went, and the turns since it last stood accepted.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, TypeVar

from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.state import RefereeState, Stage, fresh_sand
from tamsk_pi.rules.acts import Act, Lift, Named, Paired, Place, Release, Swapped
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.rules.sand import Sand
from tamsk_pi.rules.settings import MatchSettings

_OF_SAND: Final = (
    "hourglass",
    "sand",
    "is_presumed",
    "is_doubted",
    "is_lying",
    "expired_ns",
    "close_answer",
    "turned_ns",
)
"""What goes with the node of a glass, and not with where it is."""

T = TypeVar("T")


def corrected(acts: Iterable[Act], known: Swapped | Named) -> tuple[Act, ...]:
    """What was told before under wrong or presumed names, under the right ones."""
    if isinstance(known, Named):
        return tuple(_confirmed(act, known) for act in acts)
    return tuple(_renamed(act, known) for act in acts)


def _renamed(act: Act, swap: Swapped) -> Act:
    if not isinstance(act, Lift | Place | Release) or act.at_ns < swap.at_ns:
        return act
    if act.hourglass not in (swap.one, swap.other):
        return act
    right = replace(act, hourglass=_other(act.hourglass, swap))
    return replace(right, is_presumed=False) if isinstance(right, Place) else right


def _confirmed(act: Act, named: Named) -> Act:
    """The placing that was told under a presumed name is told under a known one."""
    is_meant = isinstance(act, Place) and (act.at_ns, act.hourglass) == (named.at_ns, named.hourglass)
    return replace(act, is_presumed=False) if isinstance(act, Place) and is_meant else act


def swap_seats(state: RefereeState, swap: Swapped) -> RefereeState:
    """The two glasses have each other's places and everything that was ruled of these."""
    one, other = state.glass(swap.one), state.glass(swap.other)
    glasses = list(state.glasses)
    glasses[swap.one], glasses[swap.other] = _with_sand_of(other, one), _with_sand_of(one, other)
    late = state.late
    if late is not None:
        late = replace(late, hourglasses=tuple(_other(g, swap) for g in late.hourglasses))
    return replace(
        state,
        glasses=tuple(glasses),
        late=late,
        undoables=tuple(
            u if u.hourglass is None or u.at_ns < swap.at_ns else replace(u, hourglass=_other(u.hourglass, swap))
            for u in state.undoables
        ),
        waiting_rings=tuple(replace(w, hourglass=_other(w.hourglass, swap)) for w in state.waiting_rings),
    )


def _with_sand_of(seated: Glass, glass: Glass) -> Glass:
    mine = {name: getattr(glass, name) for name in _OF_SAND}
    return replace(seated, **mine, is_name_presumed=False)


def pair(desk: Desk, act: Paired) -> None:
    """What was measured of two glasses is true of each other; what is on top keeps its share of the sand.

    Before a match it is only noted: the match's settings have the figures under the right names.
    """
    desk.update(nodes=_swapped(desk.state.nodes, act))
    if desk.state.stage is Stage.BEFORE:
        return
    before = desk.state.settings
    settings = _measured_swapped(before, act)
    desk.update(settings=settings)
    for hourglass in (act.one, act.other):
        glass = desk.glass(hourglass)
        turned = fresh_sand(before, hourglass).end_down ^ fresh_sand(settings, hourglass).end_down
        end_ns = fresh_sand(settings, hourglass).end_ns
        desk.update_glass(hourglass, sand=_measured(glass.sand, end_ns, turned, act.at_ns))


def _measured(sand: Sand, end_ns: tuple[int, int], turned: int, at_ns: int) -> Sand:
    now = sand.at(max(at_ns, sand.as_of_ns)).measured(end_ns)
    return replace(now, end_down=now.end_down ^ turned)


def _measured_swapped(settings: MatchSettings, act: Paired) -> MatchSettings:
    return replace(
        settings,
        end_ms=_swapped(settings.end_ms, act),
        end_uncertainty_ms=_swapped(settings.end_uncertainty_ms, act),
        ends_down=_swapped(settings.ends_down, act),
    )


def _swapped(values: tuple[T, ...], act: Paired) -> tuple[T, ...]:
    if not values:
        return values
    new = list(values)
    new[act.one], new[act.other] = new[act.other], new[act.one]
    return tuple(new)


def _other(hourglass: Hourglass, swap: Swapped) -> Hourglass:
    return {swap.one: swap.other, swap.other: swap.one}.get(hourglass, hourglass)
