"""Moves: lifts, places, turns, and the judgement at the release (H1, H9–H15, H19, H28, H29, H33, H41)."""

from tamsk_pi.referee import rings
from tamsk_pi.referee.desk import Desk, last_cell_of, window_of
from tamsk_pi.referee.evidence import glasses as evidence
from tamsk_pi.referee.mobility import can_move, is_full, moves_in_air, obliged, occupied_cells
from tamsk_pi.referee.refused_rings import refuse_waiting
from tamsk_pi.referee.rulings import ActRefused, MoveAccepted, RefusalCleared, TurnPassed
from tamsk_pi.referee.state import Glass, LastCell, Refusal, RingWindow, Stage, Undoable
from tamsk_pi.referee.turns import end_late_move, end_turn_by_move, look_for_block, open_penalty_window, starting_lift
from tamsk_pi.referee.why import Fact, What
from tamsk_pi.rules.board import CAPACITY, Cell, are_adjacent
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.sand import Sand
from tamsk_pi.rules.settings import PenaltyRule, StartRule

REFUSAL_RULES = {"not-flipped": "H11", "other-glass-first": "G2.2"}


def is_judged(desk: Desk) -> bool:
    """Whether acts mean something now: a match is played and not paused."""
    return desk.state.stage is Stage.PLAYING and desk.state.pause is None


def lift(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """A glass leaves its tube. Within its grace or confirmation it is as if never released (H11, H12)."""
    glass = desk.glass(hourglass)
    if glass.seat is None:
        return
    continues = glass.is_touched or glass.unturned_since_ns is not None or glass.full_since_ns is not None
    desk.update_glass(
        hourglass,
        seat=None,
        is_touched=False,
        unturned_since_ns=None,
        full_since_ns=None,
        held_since_ns=at_ns,
        is_hold_warned=False,
        rings_at_lift=desk.state.rings,
        could_move=glass.could_move and continues,
        handled=evidence.lifted(glass, at_ns, continues=continues),
        due_at_lift_ns=glass.due_at_lift_ns if continues else glass.sand.runs_out_ns(),
    )
    if not is_judged(desk):
        return
    if glass.accepted is None:
        clear_refusal(desk, hourglass, at_ns)
    mark_lifted(desk, hourglass, at_ns, continues=continues)


def mark_lifted(desk: Desk, hourglass: Hourglass, at_ns: int, *, continues: bool) -> None:
    """What a lift means: a starting lift (H13), or one that belongs to a late move (H29), or nothing."""
    turn, late, glass = desk.state.turn, desk.state.late, desk.glass(hourglass)
    lifted_ns = glass.lifted_ns if continues else at_ns
    if turn is not None and turn.player is glass.player and can_move(desk.state, hourglass):
        if not (continues and glass.could_move):
            starting_lift(desk, hourglass, at_ns)
        desk.update_glass(hourglass, lifted_ns=lifted_ns)
    elif late is not None and hourglass in late.hourglasses:
        desk.update_glass(hourglass, lifted_ns=lifted_ns, could_move=True)
    elif not continues:
        desk.update_glass(hourglass, lifted_ns=at_ns)


def place(desk: Desk, hourglass: Hourglass, cell: Cell, at_ns: int) -> None:
    """A glass stands in a tube, the hand still on it. Brought in from beside the board, this is its lift too."""
    glass = desk.glass(hourglass)
    if glass.seat is not None:
        lift(desk, hourglass, at_ns)
    is_brought_in = glass.seat is None and (glass.held_since_ns is None or glass.is_beside)
    desk.update_glass(
        hourglass,
        seat=cell,
        is_touched=True,
        placed_ns=at_ns,
        held_since_ns=None,
        is_lying=False,
        sand=stood_up(desk.glass(hourglass), at_ns),
        handled=evidence.handled(desk.glass(hourglass), What.PLACED, at_ns, cell),
    )
    if is_brought_in and is_judged(desk):
        desk.update_glass(hourglass, rings_at_lift=desk.state.rings)
        mark_lifted(desk, hourglass, at_ns, continues=False)


def release(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """The hand lets go, or has touched too long (H15): the move is judged (H1, H9)."""
    glass = desk.glass(hourglass)
    if not glass.is_touched:
        return
    desk.update_glass(hourglass, is_touched=False, handled=evidence.handled(glass, What.RELEASED, at_ns, glass.seat))
    if is_judged(desk):
        judge(desk, hourglass, at_ns)


def flip(desk: Desk, hourglass: Hourglass, at_ns: int, *, is_inferred: bool = False) -> None:
    """A glass is turned over; where it stands, that is a lift, a turn and a release in one (H9, H11)."""
    glass = desk.glass(hourglass)
    is_put_back = glass.seat is not None and not glass.is_touched and is_judged(desk)
    if is_put_back and glass.unturned_since_ns is None:
        desk.update_glass(hourglass, full_since_ns=None, rings_at_lift=desk.state.rings)
        mark_lifted(desk, hourglass, at_ns, continues=glass.full_since_ns is not None)
    desk.update_glass(
        hourglass,
        sand=glass.sand.flipped(max(at_ns, glass.sand.as_of_ns)),
        turns=glass.turns + 1,
        close_answer=False,
        turned_ns=at_ns,
        handled=evidence.turned(glass, at_ns),
    )
    if is_inferred:
        desk.update_glass(hourglass, is_presumed=True, is_doubted=True)
    if is_put_back:
        judge(desk, hourglass, at_ns)


def turn_back(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """An inferred turn did not happen, too long ago to be decided again: from now on the sand is as it is."""
    glass = desk.glass(hourglass)
    turns = glass.turns - 1 if glass.is_in_air and at_ns >= glass.lifted_ns else glass.turns
    sand = glass.sand.flipped(max(at_ns, glass.sand.as_of_ns))
    desk.update_glass(hourglass, sand=sand, turns=turns, is_presumed=False, is_doubted=False)


def tilt(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """A glass is laid on its side: it leaves its tube, and its sand stands still (H14, H39)."""
    seat = desk.glass(hourglass).seat
    if seat is not None:
        lift(desk, hourglass, at_ns)
    glass = desk.glass(hourglass)
    since = glass.held_since_ns if glass.held_since_ns is not None else at_ns
    desk.update_glass(
        hourglass,
        is_hold_warned=glass.is_hold_warned and glass.held_since_ns is not None,
        is_lying=True,
        lying_on=seat,
        held_since_ns=since,
        sand=glass.sand.laid(max(at_ns, glass.sand.as_of_ns)),
        handled=evidence.handled(glass, What.LAID, at_ns),
    )


def upright(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """A lying glass is stood up again, where it stood if it lay there."""
    glass = desk.glass(hourglass)
    if not glass.is_lying:
        return
    held_since_ns = None if glass.is_beside else glass.held_since_ns
    desk.update_glass(
        hourglass, is_lying=False, lying_on=None, held_since_ns=held_since_ns, sand=stood_up(glass, at_ns)
    )
    if glass.lying_on is not None:
        place(desk, hourglass, glass.lying_on, at_ns)
        release(desk, hourglass, at_ns)


def stood_up(glass: Glass, at_ns: int) -> Sand:
    """The sand of a glass that stands upright from now on; that of one that stood already is left as it is."""
    return glass.sand if glass.sand.is_standing else glass.sand.stood(max(at_ns, glass.sand.as_of_ns))


def judge(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """What the glass that stands there now means: put back, refused, to be awaited, or an accepted move (H9)."""
    desk.update_glass(hourglass, unturned_since_ns=None, full_since_ns=None)
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
    """Turned over an odd number of times since it last stood accepted; never asked at level 1 (H1, H10)."""
    return desk.state.settings.has_sand and glass.turns % 2 == 1


def is_late(desk: Desk, glass: Glass) -> bool:
    """Whether the glass belongs to a late move that may still be finished (H29)."""
    turn, late = desk.state.turn, desk.state.late
    has_turn = turn is not None and turn.player is glass.player
    return late is not None and glass.hourglass in late.hourglasses and not has_turn


def reason_against(desk: Desk, glass: Glass) -> str | None:
    """The first of H9's reasons that applies; "full-cell" stands for G1.4; None if the move is legal."""
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
    """A legal move: the turn ends with it (H1, G2.4), its ring may follow (H2)."""
    player, seat, late = glass.player, glass.seat, is_late(desk, glass)
    assert seat is not None
    clear_refusal(desk, glass.hourglass, at_ns)
    released = Fact(What.RELEASED, at_ns, hourglass=glass.hourglass, cell=seat)
    older = window_of(desk.state, player)
    if older is not None:
        rings.lapse(desk, older, at_ns, next_move=(released,))
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
    _open_windows(desk, player, seat, released)
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


def _open_windows(desk: Desk, player: Player, seat: Cell, released: Fact) -> None:
    """The mover's windows open at his release: for the regular ring (H2, H7, H33), for a penalty ring (H31)."""
    at_ns = released.at_ns
    desk.set_last_cell(player, LastCell(seat, at_ns))
    if desk.state.rings_left(player) > 0 and not is_full(desk.state, seat):
        ends = at_ns + desk.ms(desk.state.settings.ring_window)
        turn = desk.state.turn
        started = turn is not None and turn.player is player.opponent and turn.has_started
        window = RingWindow(player, seat, ends, released, opponent_started=started)
        desk.update(windows=(*desk.state.windows, window))
    open_penalty_window(desk, player, at_ns, released)
