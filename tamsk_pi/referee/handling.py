"""What hands do to glasses: lifted, placed, released, turned over, laid down (H9–H15, H19, H28, H29, H33, H41).

Here a glass goes from phase to phase (glass.py); what its standing somewhere means is judged in moves.py.
"""

from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.evidence import glasses as evidence
from tamsk_pi.referee.glass import UNFINISHED, Glass, Phase
from tamsk_pi.referee.mobility import can_move
from tamsk_pi.referee.moves import clear_refusal, judge
from tamsk_pi.referee.turns import starting_lift
from tamsk_pi.referee.why import What
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.rules.sand import Sand


def lift(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """A glass leaves its tube. Within its grace or confirmation it is as if never released (H11, H12).

    One that was refused as it was brought in is cleared by that (H41).
    """
    glass = desk.glass(hourglass)
    if glass.seat is None:
        return
    goes_on = glass.phase in UNFINISHED
    desk.update_glass(
        hourglass,
        seat=None,
        is_touched=False,
        unturned_since_ns=None,
        full_since_ns=None,
        full_asked_ns=None,
        held_since_ns=at_ns,
        is_hold_warned=False,
        rings_at_lift=desk.state.rings,
        could_move=glass.could_move and goes_on,
        handled=evidence.lifted(glass, at_ns),
        due_at_lift_ns=glass.due_at_lift_ns if goes_on else glass.sand.runs_out_ns(),
    )
    if not desk.is_judging:
        return
    if glass.accepted is None:
        clear_refusal(desk, hourglass, at_ns)
    if goes_on:
        _lifted_again(desk, hourglass, at_ns)
    else:
        _lifted_anew(desk, hourglass, at_ns)


def _lifted_anew(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """A starting lift (H13), or one that belongs to a late move (H29), or nothing yet."""
    if _may_start(desk, hourglass):
        starting_lift(desk, hourglass, at_ns)
    elif _is_of_late_move(desk, hourglass):
        desk.update_glass(hourglass, could_move=True)
    desk.update_glass(hourglass, lifted_ns=at_ns)


def _lifted_again(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """As if it had never been released (H11, H12): the lift before is the one that counts, if it did."""
    first = desk.glass(hourglass)
    if _may_start(desk, hourglass):
        if not first.could_move:
            starting_lift(desk, hourglass, at_ns)
    elif _is_of_late_move(desk, hourglass):
        desk.update_glass(hourglass, could_move=True)
    desk.update_glass(hourglass, lifted_ns=first.lifted_ns)


def _may_start(desk: Desk, hourglass: Hourglass) -> bool:
    """Its owner is to move, and it can move."""
    turn = desk.state.turn
    return turn is not None and turn.player is hourglass.player and can_move(desk.state, hourglass)


def _is_of_late_move(desk: Desk, hourglass: Hourglass) -> bool:
    return desk.state.late is not None and hourglass in desk.state.late.hourglasses


def place(desk: Desk, hourglass: Hourglass, cell: Cell, at_ns: int) -> None:
    """A glass stands in a tube, the hand still on it. Brought in (G.opt), this is its lift too."""
    glass = desk.glass(hourglass)
    if glass.seat is not None:
        lift(desk, hourglass, at_ns)
    is_brought_in = glass.phase is Phase.BESIDE
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
    if is_brought_in and desk.is_judging:
        desk.update_glass(hourglass, rings_at_lift=desk.state.rings)
        _lifted_anew(desk, hourglass, at_ns)


def release(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """The hand lets go, or has touched too long (H15): the move is judged (H1, H9)."""
    glass = desk.glass(hourglass)
    if not glass.is_touched:
        return
    desk.update_glass(hourglass, is_touched=False, handled=evidence.handled(glass, What.RELEASED, at_ns, glass.seat))
    if desk.is_judging:
        judge(desk, hourglass, at_ns)


def flip(desk: Desk, hourglass: Hourglass, at_ns: int, *, is_inferred: bool = False) -> None:
    """A glass is turned over; where it stands, that is a lift, a turn and a release in one (H9, H11)."""
    glass = desk.glass(hourglass)
    stands_released = glass.phase in (Phase.STANDING, Phase.UNTURNED, Phase.CONFIRMING)
    is_put_back = stands_released and desk.is_judging
    if is_put_back:
        _lift_to_turn(desk, glass, at_ns)
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


def _lift_to_turn(desk: Desk, glass: Glass, at_ns: int) -> None:
    """Turned over where it stands, it was lifted too, if its last lift is not still going on."""
    match glass.phase:
        case Phase.STANDING:
            desk.update_glass(glass.hourglass, rings_at_lift=desk.state.rings)
            _lifted_anew(desk, glass.hourglass, at_ns)
        case Phase.CONFIRMING:
            desk.update_glass(glass.hourglass, full_since_ns=None, rings_at_lift=desk.state.rings)
            _lifted_again(desk, glass.hourglass, at_ns)
        case _:
            return


def turn_back(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """An inferred turn did not happen, too long ago to be decided again: from now on the sand is as it is."""
    glass = desk.glass(hourglass)
    turns = glass.turns - 1 if glass.is_in_air and at_ns >= glass.lifted_ns else glass.turns
    sand = glass.sand.flipped(max(at_ns, glass.sand.as_of_ns))
    desk.update_glass(hourglass, sand=sand, turns=turns, turned_ns=None, is_presumed=False, is_doubted=False)


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
