"""Pauses and dark boards: the match's clocks stand still, standing sand runs on (H39)."""

from dataclasses import replace

from tamsk_pi.referee import rings
from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.evidence import ends, glasses
from tamsk_pi.referee.evidence import rings as ring_evidence
from tamsk_pi.referee.glass import Glass, Refusal
from tamsk_pi.referee.rulings import ActRefused, Paused, Question, Resumed
from tamsk_pi.referee.state import Pause, RefusedRing, Stage
from tamsk_pi.referee.turns import look_for_block
from tamsk_pi.referee.why import Fact, What, Why
from tamsk_pi.rules.acts import Outage
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Player


def pause(desk: Desk, player: Player, at_ns: int, why: Why) -> None:
    """The players lay all glasses on their side."""
    desk.update(pause=Pause(at_ns))
    desk.rule(Paused(at_ns=at_ns, rule="H39", player=player, why=why))


def resume(desk: Desk, at_ns: int, said: tuple[Fact, ...]) -> None:
    """Play goes on, as both said; what differs from the accepted position is named."""
    assert desk.state.pause is not None
    paused = Fact(What.PAUSED, desk.state.pause.since_ns)
    desk.rule(Resumed(at_ns=at_ns, rule="H39", why=Why((paused, *said))))
    _go_on(desk, at_ns)


def outage(desk: Desk, act: Outage) -> None:
    """The board was dark and is back: like a pause that began when it went dark (H39, H40)."""
    if desk.state.stage is not Stage.PLAYING:
        _see(desk, act)
        return
    was_paused = desk.state.pause is not None
    if not was_paused:
        desk.update(pause=Pause(act.since_ns))
    _see(desk, act)
    why = ends.dark(act.since_ns, act.at_ns)
    desk.rule(Question(at_ns=act.at_ns, rule="H40", reason="outage", why=why))
    if not was_paused:
        _go_on(desk, act.at_ns)


def _see(desk: Desk, act: Outage) -> None:
    """Where glasses and rings are now, whatever happened in the dark."""
    for g in HOURGLASSES:
        seat, glass = act.cells[g], desk.glass(g)
        held = None if seat is not None or glass.accepted is None else (glass.held_since_ns or act.at_ns)
        desk.update_glass(
            g, seat=seat, is_touched=False, held_since_ns=held, unturned_since_ns=None, full_since_ns=None
        )
    if desk.state.stage is Stage.BEFORE:
        desk.update(rings=act.rings)
    elif desk.state.pause is not None:
        for cell in CELLS:
            difference = act.rings[cell] - _rings_on(desk, cell)
            if difference:
                rings.change_in_pause(desk, cell, difference)


def _rings_on(desk: Desk, cell: Cell) -> int:
    """The rings that lie on the cell as far as is known: accepted, refused, waiting, moved in a pause."""
    state = desk.state
    moved = state.pause.rings[cell] if state.pause is not None else 0
    return (
        state.rings[cell]
        - state.taken_rings.count(cell)
        + sum(r.cell == cell for r in state.refused_rings)
        + sum(w.cell == cell for w in state.waiting_rings)
        + moved
    )


def _go_on(desk: Desk, at_ns: int) -> None:
    """H39: clocks run on from where they stood; what was moved meanwhile is refused, glasses first, then cells."""
    stopped = desk.state.pause
    assert stopped is not None
    _shift(desk, at_ns - stopped.since_ns, at_ns)
    desk.update(pause=None)
    for glass in desk.state.glasses:
        _refuse_moved(desk, glass, stopped.since_ns, at_ns)
    for cell in CELLS:
        if stopped.rings[cell]:
            _refuse_rings(desk, cell, stopped, at_ns)
    look_for_block(desk, at_ns)


def _shift(desk: Desk, by_ns: int, now_ns: int) -> None:
    """Every window and timer of the match goes on from where it stood, of an answer said meanwhile from now on."""
    state = desk.state
    desk.update(
        windows=tuple(replace(w, ends_ns=w.ends_ns + by_ns) for w in state.windows),
        extra_rights=tuple(replace(r, lapsed_ns=r.lapsed_ns + by_ns) for r in state.extra_rights),
        penalties=tuple(p if p.ends_ns is None else replace(p, ends_ns=p.ends_ns + by_ns) for p in state.penalties),
        runs=tuple(replace(r, ends_ns=r.ends_ns + by_ns) for r in state.runs),
        timer=replace(state.timer, as_of_ns=state.timer.as_of_ns + by_ns),
        last_release_ns=_later(state.last_release_ns, by_ns),
        stalled_ns=_later(state.stalled_ns, by_ns),
        proposals=tuple(replace(p, ends_ns=p.ends_ns + min(by_ns, now_ns - p.said_ns)) for p in state.proposals),
    )
    for glass in desk.state.glasses:
        desk.update_glass(
            glass.hourglass,
            placed_ns=glass.placed_ns + by_ns,
            lifted_ns=glass.lifted_ns + by_ns,
            held_since_ns=_later(glass.held_since_ns, by_ns),
            unturned_since_ns=_later(glass.unturned_since_ns, by_ns),
            full_since_ns=_later(glass.full_since_ns, by_ns),
            full_asked_ns=_later(glass.full_asked_ns, by_ns),
        )


def _later(instant_ns: int | None, by_ns: int) -> int | None:
    return None if instant_ns is None else instant_ns + by_ns


def _refuse_moved(desk: Desk, glass: Glass, since_ns: int, at_ns: int) -> None:
    """A glass that stands elsewhere, or turned over, since the pause; one refused before stays as it was."""
    if glass.seat is None or glass.unturned_since_ns is not None or glass.full_since_ns is not None:
        return
    is_turned = desk.state.settings.has_sand and glass.turns % 2 == 1
    if glass.seat == glass.accepted and not is_turned:
        desk.update_glass(glass.hourglass, turns=0, refusal=None)
        return
    cells = tuple(sorted({c for c in (glass.accepted, glass.seat) if c is not None}))
    if glass.refusal is not None and glass.refusal.cells == cells:
        return
    desk.update_glass(glass.hourglass, refusal=Refusal("in-pause", "H39", cells, at_ns), is_touched=False)
    desk.rule(
        ActRefused(
            at_ns=at_ns,
            rule="H39",
            player=glass.player,
            hourglass=glass.hourglass,
            reason="in-pause",
            cells=cells,
            why=glasses.moved_in_pause(glass, since_ns),
        )
    )


def _refuse_rings(desk: Desk, cell: Cell, stopped: Pause, at_ns: int) -> None:
    state, count = desk.state, stopped.rings[cell]
    if count > 0:
        desk.update(refused_rings=state.refused_rings + (RefusedRing(cell, "H39", at_ns),) * count)
    else:
        refused = [r for r in state.refused_rings if r.cell == cell]
        gone = refused[max(0, len(refused) + count) :]
        kept = list(state.refused_rings)
        for ring in gone:
            kept.remove(ring)
        desk.update(refused_rings=tuple(kept), taken_rings=state.taken_rings + (cell,) * (-count - len(gone)))
    why = ring_evidence.changed_in_pause(cell, count, stopped.since_ns)
    desk.rule(
        ActRefused(at_ns=at_ns, rule="H39", player=None, hourglass=None, reason="in-pause", cells=(cell,), why=why)
    )
