"""Taking back: the last accepted act is undone, a ring before its move (H39)."""

from dataclasses import replace

from tamsk_pi.referee import ending
from tamsk_pi.referee.desk import Desk, last_cell_of, penalty_of
from tamsk_pi.referee.glass import Refusal
from tamsk_pi.referee.moves import clear_refusal, is_turned
from tamsk_pi.referee.rulings import TakenBack
from tamsk_pi.referee.state import (
    ExtraRight,
    LastCell,
    PenaltyRight,
    RefusedRing,
    RingWindow,
    Undoable,
)
from tamsk_pi.referee.turns import judge_hands_anew, look_for_block, start_turn
from tamsk_pi.referee.why import Fact, What, Why
from tamsk_pi.rules.pieces import Player


def take_back(desk: Desk, at_ns: int, said: tuple[Fact, ...]) -> None:
    """Both players said they wish it: the position is as before the act; the board is to be put right."""
    *earlier, last = desk.state.undoables
    why = Why((Fact(What.ACCEPTED, last.at_ns, last.player, last.hourglass, last.cell), *said))
    desk.update(undoables=tuple(earlier), ringless_moves=last.ringless_moves)
    if last.kind == "ring-accepted":
        desk.rule(TakenBack(at_ns=at_ns, rule="H39", cells=(last.cell,), undone=last.kind, why=why))
        _ring(desk, last, said[-1])
    else:
        cells = tuple(sorted({c for c in (last.origin, last.cell) if c is not None}))
        desk.rule(TakenBack(at_ns=at_ns, rule="H39", cells=cells, undone=last.kind, why=why))
        _move(desk, last, said[-1])
    look_for_block(desk, at_ns)


def _ring(desk: Desk, last: Undoable, said: Fact) -> None:
    at_ns = said.at_ns
    player, cell, settings = last.player, last.cell, desk.state.settings
    desk.add_ring(cell, -1)
    owners = list(desk.state.ring_owners)
    index = max(i for i, (where, _) in enumerate(owners) if where == cell)
    _, owner = owners.pop(index)  # H5: whose it is counted as by now; its window stays its dropper's
    desk.set_left(owner, desk.state.rings_left(owner) + 1)
    desk.update(ring_owners=tuple(owners), refused_rings=(*desk.state.refused_rings, RefusedRing(cell, "H39", at_ns)))
    match last.ring_kind:
        case "regular":
            turn = desk.state.turn
            started = turn is not None and turn.player is player.opponent and turn.has_started
            ends = at_ns + desk.ms(settings.ring_window)
            window = RingWindow(player, cell, ends, said, opponent_started=started)
            others = tuple(w for w in desk.state.windows if w.player is not player)
            desk.update(windows=(*others, window))
            desk.set_last_cell(player, LastCell(cell, last.at_ns))
        case "penalty":
            old = penalty_of(desk.state, player)
            ends = at_ns + desk.ms(settings.penalty_window_ms)
            right = PenaltyRight(player, "H39", last.at_ns, ends, said)
            desk.update(penalties=(*(p for p in desk.state.penalties if p is not old), right))
        case _:
            mover_cell = last_cell_of(desk.state, player.opponent)
            if mover_cell is not None and mover_cell.cell == cell:
                desk.set_last_cell(player.opponent, replace(mover_cell, has_ring=False))
            desk.update(extra_rights=(*desk.state.extra_rights, ExtraRight(player, cell, at_ns)))


def _move(desk: Desk, last: Undoable, said: Fact) -> None:
    """The mover has his turn anew, unbound; penalties, fines and passes stay."""
    at_ns = said.at_ns
    assert last.hourglass is not None
    player, state = last.player, desk.state
    cells = tuple(sorted({c for c in (last.origin, last.cell) if c is not None}))
    glass = desk.update_glass(last.hourglass, accepted=last.origin, has_started=last.had_started)
    if glass.seat == last.origin and not is_turned(desk, glass):
        clear_refusal(desk, last.hourglass, at_ns)
    else:
        desk.update_glass(last.hourglass, refusal=Refusal("taken-back", "H39", cells, at_ns))
    desk.update(
        windows=tuple(w for w in state.windows if not (w.player is player and w.cell == last.cell)),
        extra_rights=tuple(replace(r, holds_end=True) for r in state.extra_rights if r.cell != last.cell),
        late=None,
        stalled_ns=None,
        last_release_ns=None,
        turn=None,
    )
    desk.set_last_cell(player, last.last_cell)
    for each in Player:
        judge_hands_anew(desk, each)
    if not ending.is_ringless_end(desk.state):
        start_turn(desk, player, at_ns, "G1.1", said)
