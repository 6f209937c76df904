"""Late knowledge: an act that becomes known when what happened after it has been decided already.

The referee keeps what it decided of late, in stretches: the state before, the acts, the rulings (`Past`). An act that
comes late is put into its place there, and everything since is decided again, by event time. Then the two ways in
which it went, as it was ruled and as it is ruled now, are compared.

- Nothing differs but instants, and they by no more than `CLOSE_NS`: what was provisional is confirmed, without a
  word; the sand runs as it truly does.
- Something differs, and putting it right takes from nobody what he did in good faith: the rulings are *corrected*.
  Those that are new are told, with their own dates; the first of them names the ones it replaces (`corrects` in its
  evidence), and where nothing new is to be said, a warning does. What has been corrected is final.
- Else what was ruled *stands*. That is so whenever the opponent has already played on it: his accepted move or ring
  would be lost. It is so when a player was refused, obeyed, and would be refused for it now. And no correction brings
  a match to its end. The facts count all the same from now on: the sand is what it is, and the glass's turns.

What is older than `KEPT_NS`, or older than the last correction or the match's start, cannot be decided again: a turn
reported then is taken as it comes, at its own date.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.referee.deciding import decide_up_to, noted, when_ns
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.identity import swap_seats
from tamsk_pi.referee.rulings import (
    ActRefused,
    MatchEnded,
    MoveAccepted,
    RingAccepted,
    RingReassigned,
    Ruling,
    Warned,
)
from tamsk_pi.referee.state import NS_PER_MS, Past, RefereeState, Stage
from tamsk_pi.referee.why import Why
from tamsk_pi.rules.acts import (
    Act,
    Flip,
    Lift,
    Named,
    NoFlip,
    Paired,
    Place,
    Release,
    Ring,
    Swapped,
    Take,
    Tilt,
    TurnTimer,
    Upright,
)
from tamsk_pi.rules.pieces import Hourglass

KEPT_NS: Final = 300_000 * NS_PER_MS
"""Longer than any glass runs: sand that was turned earlier makes no difference any more."""

CLOSE_NS: Final = 250 * NS_PER_MS
"""So far may the instant of a ruling through the sensors be off (scenarios.md, "What comes out")."""

_STRETCH_NS: Final = 1_000 * NS_PER_MS

_Hands = Lift | Place | Release | Flip | NoFlip | Tilt | Upright | Ring | Take | TurnTimer | Named | Swapped | Paired


def remembered(before: RefereeState, after: RefereeState, rulings: tuple[Ruling, ...]) -> RefereeState:
    """`after`, with what was decided on the way from `before` kept for a while."""
    if after.stage not in (Stage.PLAYING, Stage.AWAITING_SAND) or before.stage is Stage.BEFORE:
        return replace(after, past=(), provisional=())
    past = before.past
    if past and after.decided_ns - past[-1].state.decided_ns < _STRETCH_NS:
        past = (*past[:-1], replace(past[-1], rulings=past[-1].rulings + rulings))
    elif rulings or before.pending != after.pending:
        past = (*past, Past(replace(before, past=()), (), rulings))
    while len(past) > 1 and past[1].state.decided_ns < after.decided_ns - KEPT_NS:
        past = past[1:]
    return replace(after, past=past)


def logged(state: RefereeState, act: Act) -> RefereeState:
    """The act is kept with the stretch in which it became known."""
    if not state.past:
        return state
    return replace(state, past=(*state.past[:-1], replace(state.past[-1], acts=(*state.past[-1].acts, act))))


def reconsidered(state: RefereeState, sure_ns: int | None) -> tuple[RefereeState, tuple[Ruling, ...]]:
    """What follows from acts that were noted after later ones had been decided."""
    late = [act for act in state.pending if isinstance(act, _Hands) and when_ns(act) <= state.decided_ns]
    if not late or state.stage not in (Stage.PLAYING, Stage.AWAITING_SAND):
        return state, ()
    since_ns = min(when_ns(act) for act in late)
    index = max((i for i, past in enumerate(state.past) if past.state.decided_ns < since_ns), default=None)
    if index is None:
        return _too_old(state), ()
    return _Again.of(state, index, late, sure_ns).outcome()


def _too_old(state: RefereeState) -> RefereeState:
    """Nothing is decided again; what is not waited for any more is left out, the rest is taken as it comes.

    That is an inferred turn and the true one in its place, and a turn of the neutral timer in a turn that is over.
    """
    pending = state.pending
    for no_flip in [act for act in pending if isinstance(act, NoFlip)]:
        true = next((a for a in pending if isinstance(a, Flip) and a.hourglass is no_flip.hourglass), None)
        if true is not None:
            pending = tuple(act for act in pending if act not in (no_flip, true))
    timer = state.timer
    for turned in [act for act in pending if isinstance(act, TurnTimer) and act.at_ns <= state.decided_ns]:
        if state.turn is not None and turned.at_ns < state.turn.began_ns:
            timer = timer.flipped(max(turned.at_ns, timer.as_of_ns))
            pending = tuple(act for act in pending if act is not turned)
    return replace(state, pending=pending, timer=timer)


@dataclass(frozen=True, slots=True)
class _Again:
    """A stretch of the match, as it was decided and as it is decided with what has become known."""

    was: RefereeState
    kept: tuple[Past, ...]  # the stretches before
    begin: RefereeState
    acts: tuple[Act, ...]
    late: tuple[Act, ...]
    old: tuple[Ruling, ...]
    now: RefereeState
    new: tuple[Ruling, ...]

    @classmethod
    def of(cls, was: RefereeState, index: int, late: Sequence[Act], sure_ns: int | None) -> "_Again":
        stretches = was.past[index:]
        begin = stretches[0].state
        acts = tuple(act for past in stretches for act in past.acts)
        again = begin
        for act in acts:
            again = noted(again, act)
        now, new = decide_up_to(again, was.decided_ns, sure_ns)
        old = tuple(ruling for past in stretches for ruling in past.rulings)
        return cls(was, was.past[:index], begin, acts, tuple(late), old, now, new)

    def outcome(self) -> tuple[RefereeState, tuple[Ruling, ...]]:
        withdrawn, added = _without(self.old, self.new, CLOSE_NS), _without(self.new, self.old, CLOSE_NS)
        if not withdrawn and not added:
            return self._confirmed(), ()
        late = {g for act in self.late for g in _hourglasses(act)}
        if _is_fair(_without(withdrawn, added), _without(added, withdrawn), late):
            return self._corrected(withdrawn, added)
        return self._standing(), ()

    def _confirmed(self) -> RefereeState:
        """The rulings are the same; their doubts are what they are now."""
        open_now = {n for n, ruling in enumerate(self.new, self.begin.ruled + 1) if ruling.provisional}
        earlier = tuple(n for n in self.was.provisional if n <= self.begin.ruled)
        return replace(
            self.now,
            ruled=self.was.ruled,
            provisional=(*earlier, *sorted(open_now)),
            past=(*self.kept, Past(self.begin, self.acts, self.old)),
        )

    def _corrected(
        self, withdrawn: Sequence[Ruling], added: Sequence[Ruling]
    ) -> tuple[RefereeState, tuple[Ruling, ...]]:
        """The rulings of now, those told that are new, with the numbers of those they replace."""
        numbers = tuple(
            number
            for number, ruling in enumerate(self.old, self.begin.ruled + 1)
            if any(ruling is w for w in withdrawn)
        )
        first, *others = added or (self._withdrawal(),)
        corrects = replace(first.why or Why(), corrects=numbers)
        told = tuple(replace(r, provisional=False) for r in (replace(first, why=corrects), *others))
        return replace(self.now, ruled=self.was.ruled + len(told), provisional=(), past=()), told

    def _withdrawal(self) -> Ruling:
        """Rulings fall away and nothing comes in their place: the part that spoke so late is named."""
        act = self.late[0]
        hourglass = next(iter(_hourglasses(act)), None)
        cells = () if hourglass is not None or not isinstance(act, (Ring, Take)) else (act.cell,)
        return Warned(
            at_ns=act.at_ns,
            rule="H12" if cells else "architecture",
            reason="count-uncertain" if cells else "node-silent",
            hourglass=hourglass,
            cells=cells,
        )

    def _standing(self) -> RefereeState:
        """What was ruled stands; how glasses and timer were turned, and so their sand, is as we know it now."""
        facts = tuple(act for act in self.late if isinstance(act, (Flip, NoFlip, TurnTimer)))
        was = self.was
        for act in self.late:
            if isinstance(act, Swapped):
                was = swap_seats(was, act)
        named = [act for act in self.late if isinstance(act, Named | Swapped)]
        glasses = [replace(g, is_name_presumed=False) if _is_named(g, named) else g for g in was.glasses]
        for hourglass in {g for act in facts for g in _hourglasses(act)}:
            glasses[hourglass] = self._as_known(glasses[hourglass], facts)
        has_timer = any(isinstance(act, TurnTimer) for act in facts)
        # Paired, if there is one, waits and is taken as it comes.
        return replace(
            was,
            glasses=tuple(glasses),
            timer=self.now.timer if has_timer else was.timer,
            pending=tuple(act for act in was.pending if act not in facts and act not in named),
            provisional=(),
            past=(),
        )

    def _as_known(self, glass: Glass, facts: Sequence[Act]) -> Glass:
        mine = [act for act in facts if glass.hourglass in _hourglasses(act)]
        turns = glass.turns + sum(_turns(act) for act in mine if act.at_ns > glass.lifted_ns)
        now = self.now.glass(glass.hourglass)
        sand = now.sand
        if glass.has_started and sand.runs_out_ns() is None and sand.is_standing:
            # Moved without a turn, and its move stands: there is nothing on top.
            sand = replace(sand, emptied_ns=max(sand.as_of_ns, mine[-1].at_ns))
        return replace(
            glass,
            sand=sand,
            turns=turns if glass.is_in_air else glass.turns,
            turned_ns=now.turned_ns,
            is_presumed=now.is_presumed,
            is_doubted=False,
        )


def _turns(act: Act) -> int:
    return {Flip: 1, NoFlip: -1}.get(type(act), 0)


def _hourglasses(act: Act) -> tuple[Hourglass, ...]:
    """The glasses of which it is newly known."""
    if isinstance(act, Swapped | Paired):
        return act.one, act.other
    found: object = getattr(act, "hourglass", None)
    return (found,) if isinstance(found, Hourglass) else ()


def _is_named(glass: Glass, named: Sequence[Named | Swapped]) -> bool:
    return any(glass.hourglass in _hourglasses(act) for act in named)


def _without(rulings: Sequence[Ruling], others: Sequence[Ruling], close_ns: int | None = None) -> list[Ruling]:
    """The rulings that have no like among the others, at an instant as close as that; None: at any instant."""
    left, out = list(others), []
    for ruling in rulings:
        like = next((other for other in left if _are_alike(ruling, other, close_ns)), None)
        if like is None:
            out.append(ruling)
        else:
            left.remove(like)
    return out


def _are_alike(one: Ruling, other: Ruling, close_ns: int | None) -> bool:
    is_close = close_ns is None or abs(one.at_ns - other.at_ns) <= close_ns
    return is_close and replace(one, at_ns=0, provisional=False) == replace(other, at_ns=0, provisional=False)


def _is_fair(withdrawn: Sequence[Ruling], added: Sequence[Ruling], late: set[Hourglass]) -> bool:
    """Whether putting it right takes from nobody what he did in good faith; `late` are the glasses newly known of."""
    moves = [r for r in withdrawn if isinstance(r, MoveAccepted)]
    rings = [r for r in withdrawn if isinstance(r, RingAccepted)]
    if any(move.hourglass not in late for move in moves) or any(isinstance(r, RingReassigned) for r in withdrawn):
        return False
    if any(not any(m.player is ring.player and m.to == ring.cell for m in moves) for ring in rings):
        return False
    if any(isinstance(r, MatchEnded) for r in added):
        return False
    refused = [r for r in added if isinstance(r, ActRefused)]
    if any(isinstance(r, ActRefused) for r in withdrawn) and refused:
        return False
    # A ring goes with the glass it was dropped on.
    cells = {move.to for move in moves} | {cell for r in refused if r.hourglass in late for cell in r.cells}
    return all(r.hourglass in late if r.hourglass is not None else cells.issuperset(r.cells) for r in refused)
