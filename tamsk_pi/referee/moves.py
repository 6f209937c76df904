"""Moves: what a glass that stands released means, in the order of H9 (H1, H2, H9–H12, H28, H29, H33, H41)."""

from tamsk_pi.referee import rings, windows
from tamsk_pi.referee.desk import Desk, last_cell_of, window_of
from tamsk_pi.referee.evidence import glasses as evidence
from tamsk_pi.referee.glass import Glass, Refusal
from tamsk_pi.referee.mobility import moves_in_air, obliged, occupied_cells
from tamsk_pi.referee.refused_rings import refuse_waiting
from tamsk_pi.referee.rulings import ActRefused, MoveAccepted, RefusalCleared, TurnPassed
from tamsk_pi.referee.state import Undoable
from tamsk_pi.referee.turns import end_late_move, end_turn_by_move, look_for_block
from tamsk_pi.referee.why import Fact, What
from tamsk_pi.rules.board import CAPACITY, are_adjacent
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.rules.settings import PenaltyRule, StartRule

REFUSAL_RULES = {"not-flipped": "H11", "other-glass-first": "G2.2"}


def judge(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """What the glass that stands there now means (H9): put back (H10), to be turned yet (H11), on a full cell (H12),
    accepted, or refused."""
    desk.update_glass(hourglass, unturned_since_ns=None, full_since_ns=None, full_asked_ns=None)
    glass = desk.glass(hourglass)
    if glass.seat == glass.accepted and not is_turned(desk, glass):
        _put_back(desk, glass, at_ns)
        return
    match reason_against(desk, glass):
        case "not-flipped":
            desk.update_glass(hourglass, unturned_since_ns=at_ns)
        case "full-cell":
            desk.update_glass(hourglass, full_since_ns=at_ns)
        case None:
            accept(desk, glass, at_ns)
        case str(reason):
            refuse(desk, hourglass, reason, at_ns)


def is_turned(desk: Desk, glass: Glass) -> bool:
    """Turned over an odd number of times since it last stood accepted (G2.3, H1, H10); never asked at level 1."""
    return desk.state.settings.has_sand and glass.turns % 2 == 1


def is_late(desk: Desk, glass: Glass) -> bool:
    """Whether the glass belongs to a late move that may still be finished (H29)."""
    turn, late = desk.state.turn, desk.state.late
    has_turn = turn is not None and turn.player is glass.player
    return late is not None and glass.hourglass in late.hourglasses and not has_turn


def reason_against(desk: Desk, glass: Glass) -> str | None:
    """The first of H9's reasons that applies, None if the move is legal (G1.2).

    "full-cell" stands for G1.4, asked as of the glass's last lift (H33); "other-glass-first" for G2.2 and H41.
    """
    state, seat = desk.state, glass.seat
    assert seat is not None
    turn = state.turn
    has_turn = turn is not None and turn.player is glass.player
    if not has_turn and not is_late(desk, glass):
        return "out-of-turn"
    if state.settings.has_sand and glass.is_lost:
        return "run-out"
    if seat == glass.accepted:
        return "own-cell"
    must = obliged(state, glass.player)
    if must and glass.hourglass not in must:
        return "other-glass-first"
    if glass.accepted is not None and not are_adjacent(glass.accepted, seat):
        return "not-adjacent"
    if seat in occupied_cells(state):
        return "occupied"
    if state.settings.has_sand and not is_turned(desk, glass):
        return "not-flipped"
    rings_then = glass.rings_at_lift if glass.rings_at_lift is not None else state.rings
    if rings_then[seat] >= CAPACITY[seat]:
        return "full-cell"
    return None


def refuse(desk: Desk, hourglass: Hourglass, reason: str, at_ns: int) -> None:
    """The glass is not where it may be: shown, to be restored; it replaces an earlier refusal of that glass (H9)."""
    glass = desk.glass(hourglass)
    seat = glass.seat
    assert seat is not None
    rule = REFUSAL_RULES.get(reason, "H9")
    if reason == "other-glass-first" and desk.state.settings.start is StartRule.FREE_PLACEMENT:
        rule = "H41"
    cells = tuple(sorted({c for c in (glass.accepted, seat) if c is not None}))
    desk.update_glass(hourglass, refusal=Refusal(reason, rule, cells, at_ns), unturned_since_ns=None)
    desk.rule(
        ActRefused(
            at_ns=at_ns,
            rule=rule,
            player=glass.player,
            hourglass=hourglass,
            reason=reason,
            cells=cells,
            why=evidence.refused(desk.state, glass, reason),
        )
    )
    if reason != "not-flipped":
        refuse_waiting(desk, hourglass)
    look_for_block(desk, at_ns)


def clear_refusal(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """What was refused is put right."""
    glass = desk.glass(hourglass)
    refusal = glass.refusal
    if refusal is not None:
        desk.update_glass(hourglass, refusal=None)
        why = evidence.cleared(glass, refusal)
        desk.rule(RefusalCleared(at_ns=at_ns, rule=refusal.rule, cells=refusal.cells, why=why))


def _put_back(desk: Desk, glass: Glass, at_ns: int) -> None:
    """On its own cell unturned: nothing happened (H10), or it is restored; a late move is given up (H28)."""
    assert glass.seat is not None
    clear_refusal(desk, glass.hourglass, at_ns)
    desk.update_glass(glass.hourglass, turns=0)
    refuse_waiting(desk, glass.hourglass)
    late = desk.state.late
    in_air = set(moves_in_air(desk.state, glass.player))
    if late is not None and is_late(desk, glass) and not in_air & set(late.hourglasses):
        desk.update(late=None)
        why = evidence.put_back(glass, late)
        desk.rule(TurnPassed(at_ns=at_ns, rule="H28", player=glass.player, reason="forfeit", why=why))
    look_for_block(desk, at_ns)


def accept(desk: Desk, glass: Glass, at_ns: int) -> None:
    """A legal move (G1.2): the turn ends with it (H1, G2.4), its ring may follow (H2)."""
    player, seat, late = glass.player, glass.seat, is_late(desk, glass)
    assert seat is not None
    clear_refusal(desk, glass.hourglass, at_ns)
    released = Fact(What.RELEASED, at_ns, hourglass=glass.hourglass, cell=seat)
    older = window_of(desk.state, player)
    if older is not None:
        windows.lapse(desk, older, at_ns, next_move=(released,))
    why = evidence.accepted(desk.state, glass, desk.state.late if late else None, at_ns)
    undo = Undoable(
        "move-accepted",
        player,
        seat,
        at_ns,
        desk.state.ringless_moves,
        hourglass=glass.hourglass,
        origin=glass.accepted,
        had_started=glass.has_started,
        last_cell=last_cell_of(desk.state, player),
    )
    desk.update_glass(glass.hourglass, accepted=seat, turns=0, has_started=True, could_move=False)
    desk.rule(
        MoveAccepted(
            at_ns=at_ns,
            rule=_move_rule(desk, glass, late),
            player=player,
            hourglass=glass.hourglass,
            origin=glass.accepted,
            to=seat,
            why=why,
        )
    )
    desk.update(
        last_release_ns=at_ns,
        ringless_moves=desk.state.ringless_moves + 1,
        undoables=(*desk.state.undoables, undo),
    )
    windows.open_after_move(desk, player, seat, released)
    rings.count_waiting(desk, glass.hourglass, seat, at_ns)
    if late:
        desk.update(late=None)
        end_late_move(desk, at_ns)
    else:
        end_turn_by_move(desk, player, released)


def _move_rule(desk: Desk, glass: Glass, late: bool) -> str:
    if late:
        return "G98.1" if desk.state.settings.penalty is PenaltyRule.FIRST_EDITION else "G3.4"
    return "G.opt" if glass.accepted is None else "G1.2"
