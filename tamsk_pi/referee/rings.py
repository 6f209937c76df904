"""Rings: what a ring on a cell is, and whose (G1.3, G1.4, H2, H5–H7)."""

from dataclasses import dataclass, replace

from tamsk_pi.referee import turns
from tamsk_pi.referee.desk import Desk, last_cell_of, penalty_of
from tamsk_pi.referee.evidence import rings as evidence
from tamsk_pi.referee.mobility import is_full
from tamsk_pi.referee.refused_rings import Refused, refuse_ring, refuse_waiting
from tamsk_pi.referee.rulings import ActRefused, RefusalCleared, RingAccepted
from tamsk_pi.referee.state import (
    PenaltyRight,
    RefereeState,
    RefusedRing,
    Stage,
    Undoable,
    WaitingRing,
)
from tamsk_pi.referee.why import What, Why
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import HolderRule

ACCEPTED_RULES = {"regular": "G1.3", "extra": "H3", "penalty": "G3.4"}


@dataclass(frozen=True, slots=True)
class Counts:
    """The ring counts, as this kind, for this player."""

    kind: str
    player: Player


def drop(desk: Desk, cell: Cell, holder: Player | None, at_ns: int) -> None:
    """A ring came to rest on a cell; it may fill it, and block the player to move (H34)."""
    state = desk.state
    if state.stage is Stage.BEFORE:
        desk.add_ring(cell, 1)
        return
    if state.pause is not None:
        change_in_pause(desk, cell, 1)
        return
    if state.stage is not Stage.PLAYING:
        return
    if cell in state.taken_rings:
        _put_back(desk, cell, at_ns)
        return
    match meaning(state, cell, holder):
        case Counts() as counts:
            _accept(desk, counts, cell, at_ns, rested_ns=at_ns)
            turns.look_for_block(desk, at_ns)
        case Refused(reason=reason, rule=rule) as refused:
            waits_for = None if reason == "ring-on-full" else _may_still_move(state, cell)
            why = evidence.refused(state, reason, cell, at_ns)
            if waits_for is None:
                refuse_ring(desk, refused, cell, at_ns, why)
            else:
                waiting = WaitingRing(at_ns, cell, waits_for, holder, reason, rule, why)
                desk.update(waiting_rings=(*state.waiting_rings, waiting))


def change_in_pause(desk: Desk, cell: Cell, count: int) -> None:
    """Rings moved in a pause are not judged; the difference is named when it ends (H39)."""
    pause = desk.state.pause
    assert pause is not None
    changed = list(pause.rings)
    changed[cell] += count
    desk.update(pause=replace(pause, rings=tuple(changed)))


def meaning(state: RefereeState, cell: Cell, holder: Player | None) -> Counts | Refused:
    """What a ring on that cell is: the mover's (G1.3), a penalty ring (H31), the opponent's extra (H3), or refused.

    The first of H6's cases that applies. `holder` matters only if holders are counted (H5).
    """
    if is_full(state, cell):
        return Refused("ring-on-full", "G1.4")
    counted = holder if state.settings.holders is HolderRule.COUNTED else None
    window = min((w for w in state.windows if w.cell == cell), key=lambda w: w.ends_ns, default=None)
    penalty = _open_penalty(state, counted)
    if window is not None:
        if counted in (None, window.player):
            return Counts("regular", window.player)
        return Counts("penalty", penalty.player) if penalty else Refused("ring-surplus", "H6")
    if penalty is not None:
        return Counts("penalty", penalty.player)
    extra = next((r for r in state.extra_rights if r.cell == cell), None)
    if extra is not None:
        if counted in (None, extra.player):
            return Counts("extra", extra.player)
        return Refused("ring-too-late", "H3")
    lasts = [last for p in Player if (last := last_cell_of(state, p)) is not None and last.cell == cell]
    if not lasts:
        return Refused("ring-wrong-cell", "H6")
    if any(last.has_ring for last in lasts):
        return Refused("ring-surplus", "H6")
    return Refused("ring-too-late", "H3")


def _open_penalty(state: RefereeState, counted: Player | None) -> PenaltyRight | None:
    """The open penalty window that ends first (H6), of the holder's owner where holders are counted."""
    rights = [p for p in state.penalties if p.ends_ns is not None and counted in (None, p.player)]
    return min(rights, key=lambda p: p.ends_ns or 0, default=None)


def _may_still_move(state: RefereeState, cell: Cell) -> Hourglass | None:
    """The glass that stands there if its move may still be accepted: touched, or not turned over yet (H2)."""
    for g in state.glasses:
        is_unturned = g.refusal is not None and g.refusal.reason == "not-flipped"
        if g.seat == cell and (g.is_touched or g.unturned_since_ns is not None or is_unturned):
            return g.hourglass
    return None


def _accept(desk: Desk, counts: Counts, cell: Cell, at_ns: int, *, rested_ns: int) -> None:
    """`rested_ns`, evidence, is when the ring came to rest; one that waited counts later (H2)."""
    player, why = counts.player, _why(desk, counts, cell, at_ns, rested_ns)
    undo_window_ms = desk.state.settings.ring_window if counts.kind == "regular" else None
    desk.add_ring(cell, 1)
    desk.set_left(player, desk.state.rings_left(player) - 1)
    ringless_moves = desk.state.ringless_moves
    desk.update(
        ringless_moves=0,
        ring_owners=(*desk.state.ring_owners, (cell, player)),
        undoables=(
            *desk.state.undoables,
            Undoable(
                "ring-accepted", player, cell, at_ns, ringless_moves, ring_kind=counts.kind, window_ms=undo_window_ms
            ),
        ),
        closed_ns=max(desk.state.closed_ns, at_ns),
    )
    _close(desk, counts, cell)
    desk.rule(
        RingAccepted(
            at_ns=at_ns,
            rule=ACCEPTED_RULES[counts.kind],
            player=player,
            cell=cell,
            ring_kind=counts.kind,
            left=desk.state.rings_left(player),
            why=why,
        )
    )
    drop_rights_of_the_empty_handed(desk)


def _why(desk: Desk, counts: Counts, cell: Cell, at_ns: int, rested_ns: int) -> Why:
    """The window or right that this ring meets, as it is before the ring uses it up."""
    state, player = desk.state, counts.player
    if counts.kind == "regular":
        window = next(w for w in state.windows if w.player is player and w.cell == cell)
        return evidence.regular(state, window, at_ns, rested_ns)
    if counts.kind == "penalty":
        right = penalty_of(state, player)
        assert right is not None
        return evidence.penalty(state, right, cell, at_ns)
    extra = next(r for r in state.extra_rights if r.player is player and r.cell == cell)
    return evidence.extra(state, extra, at_ns)


def _close(desk: Desk, counts: Counts, cell: Cell) -> None:
    """The right that this ring used up."""
    state, player = desk.state, counts.player
    match counts.kind:
        case "regular":
            used = next(w for w in state.windows if w.player is player and w.cell == cell)
            desk.update(windows=tuple(w for w in state.windows if w is not used))
            _mark_ringed(desk, player, cell)
        case "penalty":
            desk.update(penalties=tuple(p for p in state.penalties if p.player is not player))
        case _:
            desk.update(
                extra_rights=tuple(r for r in state.extra_rights if not (r.player is player and r.cell == cell))
            )
            _mark_ringed(desk, player.opponent, cell)


def _mark_ringed(desk: Desk, mover: Player, cell: Cell) -> None:
    last = last_cell_of(desk.state, mover)
    if last is not None and last.cell == cell:
        desk.set_last_cell(mover, replace(last, has_ring=True))


def drop_rights_of_the_empty_handed(desk: Desk) -> None:
    """A player whose count is zero has no windows and no rights (H6)."""
    state = desk.state
    desk.update(
        windows=tuple(w for w in state.windows if state.rings_left(w.player) > 0),
        extra_rights=tuple(r for r in state.extra_rights if state.rings_left(r.player) > 0),
        penalties=tuple(p for p in state.penalties if state.rings_left(p.player) > 0),
    )


def count_waiting(desk: Desk, hourglass: Hourglass, cell: Cell, at_ns: int) -> None:
    """The move is accepted: the rings that waited for it there count at that moment (H2), the first as the regular
    one; those on a cell it has left again are refused."""
    waiting = [w for w in desk.state.waiting_rings if w.hourglass is hourglass and w.cell == cell]
    desk.update(waiting_rings=tuple(w for w in desk.state.waiting_rings if w not in waiting))
    refuse_waiting(desk, hourglass)
    for ring in waiting:
        match meaning(desk.state, cell, ring.holder):
            case Counts() as counts:
                _accept(desk, counts, cell, at_ns, rested_ns=ring.at_ns)
            case Refused() as refused:
                why = evidence.refused(desk.state, refused.reason, cell, ring.at_ns)
                refuse_ring(desk, refused, cell, at_ns, why)


def take(desk: Desk, cell: Cell, at_ns: int) -> None:
    """The top ring leaves a cell: a refused one first, then a waiting one; an accepted one is to be put back (H6)."""
    state = desk.state
    if state.stage is Stage.BEFORE:
        if state.rings[cell]:
            desk.add_ring(cell, -1)
        return
    if state.pause is not None:
        change_in_pause(desk, cell, -1)
        return
    if state.stage is not Stage.PLAYING:
        return
    waiting = next((w for w in reversed(state.waiting_rings) if w.cell == cell), None)
    refused = next((r for r in reversed(state.refused_rings) if r.cell == cell), None)
    if refused is not None:
        desk.update(refused_rings=_without_last(state.refused_rings, refused))
        why = evidence.cleared(cell, refused.at_ns, What.TAKEN, at_ns)
        desk.rule(RefusalCleared(at_ns=at_ns, rule=refused.rule, cells=(cell,), why=why))
    elif waiting is not None:
        desk.update(waiting_rings=tuple(w for w in state.waiting_rings if w is not waiting))
    elif state.rings[cell] > state.taken_rings.count(cell):
        desk.update(taken_rings=(*state.taken_rings, cell))
        why = evidence.taken(state, cell, at_ns)
        desk.rule(
            ActRefused(
                at_ns=at_ns, rule="H6", player=None, hourglass=None, reason="ring-taken", cells=(cell,), why=why
            )
        )


def _without_last(refused: tuple[RefusedRing, ...], ring: RefusedRing) -> tuple[RefusedRing, ...]:
    index = len(refused) - 1 - refused[::-1].index(ring)
    return refused[:index] + refused[index + 1 :]


def _put_back(desk: Desk, cell: Cell, at_ns: int) -> None:
    taken = list(desk.state.taken_rings)
    taken.remove(cell)
    desk.update(taken_rings=tuple(taken))
    why = Why((evidence.dropped(cell, at_ns),))
    desk.rule(RefusalCleared(at_ns=at_ns, rule="H6", cells=(cell,), why=why))
