"""Turns: whose it is, when it passes by itself, and when nobody can move (G1.1, G1.5, H13, H22, H32, G98.3)."""

from dataclasses import replace

from tamsk_pi.referee import ending
from tamsk_pi.referee.desk import Desk, penalty_of
from tamsk_pi.referee.evidence import glasses
from tamsk_pi.referee.evidence import turns as evidence
from tamsk_pi.referee.mobility import can_move, is_able, moves_in_air
from tamsk_pi.referee.refused_rings import refuse_waiting_of_ended_turn
from tamsk_pi.referee.rulings import TurnPassed, TurnStarted, Warned
from tamsk_pi.referee.state import Stage, Turn, side
from tamsk_pi.referee.why import Fact, What, Why
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Hourglass, Player


def begin_turn(
    desk: Desk, player: Player, at_ns: int, cause: Fact, rule: str = "G1.1", *, may_pass: bool = True
) -> None:
    """The turn goes to `player`: he sits it out (G98.3), passes because he is blocked (G1.5), or starts.

    `cause` is what the turn follows from, as evidence.
    `may_pass` is False after a late move: the pass is looked at when that move is released or gone (H32).
    """
    while True:
        if ending.is_ringless_end(desk.state):
            ending.finish(desk, at_ns)
            return
        for each in Player:
            judge_hands_anew(desk, each)
        if may_pass and not any(is_able(desk.state, p) for p in Player):
            stall(desk, at_ns)
            return
        fines = desk.state.sit_out[side(player)]
        if fines:
            _sit_out(desk, player, fines - 1, at_ns)
        elif may_pass and not is_able(desk.state, player):
            _pass_blocked(desk, player, at_ns)
        else:
            start_turn(desk, player, at_ns, rule, cause)
            return
        cause = evidence.passed(player, at_ns)
        player = player.opponent


def _sit_out(desk: Desk, player: Player, left: int, at_ns: int) -> None:
    """G98.3: one fine is served; `left` are still to be."""
    desk.set_sit_out(player, left)
    why = evidence.sat_out(desk.state, player, left)
    served = why.rests_on[:1]
    desk.update(offences=tuple(offence for offence in desk.state.offences if offence not in served))
    desk.rule(TurnPassed(at_ns=at_ns, rule="G98.3", player=player, reason="sitting-out", why=why))


def judge_hands_anew(desk: Desk, player: Player) -> None:
    """No turn is on: glasses in his hand count as lifted when his begins; if they can move is asked then (H13)."""
    for g in OWN_HOURGLASSES[player]:
        glass = desk.glass(g)
        late = desk.state.late
        if glass.could_move and not (late and g in late.hourglasses):
            desk.update_glass(g, could_move=False)


def start_turn(desk: Desk, player: Player, at_ns: int, rule: str, cause: Fact) -> None:
    """The turn is his: what he holds already counts as lifted now (H13)."""
    late = desk.state.late
    if late is not None and late.player is player:  # what he holds is his in his new turn (H29)
        desk.update(late=None)
    number = desk.state.turns_begun + 1
    desk.update(turn=Turn(player, number, at_ns), turns_begun=number)
    desk.rule(TurnStarted(at_ns=at_ns, rule=rule, player=player, why=Why((cause,))))
    refuse_waiting_of_ended_turn(desk)
    for g in OWN_HOURGLASSES[player]:
        if desk.glass(g).is_in_air and can_move(desk.state, g):
            starting_lift(desk, g, max(at_ns, desk.glass(g).lifted_ns))


def starting_lift(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """The player to move lifts an own glass that can move: his move has started (H13), whether the
    opponent's ring is down or not (G2.5); his extra rights are over (H3)."""
    turn = desk.state.turn
    assert turn is not None
    player = turn.player
    desk.update_glass(hourglass, lifted_ns=at_ns, could_move=True, rings_at_lift=desk.state.rings)
    desk.update(
        turn=replace(turn, has_started=True),
        extra_rights=tuple(r for r in desk.state.extra_rights if r.player is not player),
        windows=tuple(w if w.player is player else replace(w, opponent_started=True) for w in desk.state.windows),
    )
    _warn_close_to_expiry(desk, hourglass, at_ns)


def _warn_close_to_expiry(desk: Desk, hourglass: Hourglass, at_ns: int) -> None:
    """H20: a lift within the uncertainty of the run-out is accepted, with a warning."""
    glass = desk.glass(hourglass)
    uncertainty = desk.ms(desk.state.settings.uncertainty_ms(hourglass, glass.sand.end_down))
    runs_out = glass.sand.runs_out_ns()
    if not uncertainty or not desk.state.settings.has_sand or not glass.has_started or runs_out is None:
        return
    if abs(at_ns - runs_out) <= uncertainty:
        player = glass.player
        why = glasses.close_to_expiry(desk.state, glass, at_ns, runs_out)
        desk.rule(
            Warned(at_ns=at_ns, rule="H20", reason="close-to-expiry", player=player, hourglass=hourglass, why=why)
        )


def look_for_block(desk: Desk, at_ns: int) -> None:
    """Whether the player to move cannot any more (H22); and whether the match is over (H35)."""
    state = desk.state
    if state.stage is not Stage.PLAYING or state.pause is not None:
        return
    if ending.is_ringless_end(state):
        ending.finish(desk, at_ns)
        return
    turn, late = state.turn, state.late
    if turn is None:
        ending.end_if_over(desk)
        return
    if late is not None and set(moves_in_air(state, late.player)) & set(late.hourglasses):
        return
    if is_able(state, turn.player):
        return
    at_ns = max(at_ns, turn.began_ns)
    if not is_able(state, turn.player.opponent):
        stall(desk, at_ns)
        return
    _pass_blocked(desk, turn.player, at_ns)
    begin_turn(desk, turn.player.opponent, at_ns, evidence.passed(turn.player, at_ns))


def _pass_blocked(desk: Desk, player: Player, at_ns: int) -> None:
    why = evidence.blocked(desk.state, player)
    desk.rule(TurnPassed(at_ns=at_ns, rule="G1.5", player=player, reason="blocked", why=why))
    passed = evidence.passed(player, at_ns)
    note_end_of_turn(desk, passed)
    late = desk.state.late
    if late is not None and late.player is not player:
        desk.update(late=None)
    open_penalty_window(desk, player, max(at_ns, desk.now_ns), passed)


def note_end_of_turn(desk: Desk, ended_by: Fact) -> None:
    """Evidence for the run of the timer that binds this turn, when it ends later (H27)."""
    turn = desk.state.turn
    if turn is not None:
        desk.update(
            runs=tuple(
                replace(r, ended_by=ended_by) if r.turn == turn.number and r.ended_by is None else r
                for r in desk.state.runs
            )
        )


def open_penalty_window(desk: Desk, player: Player, at_ns: int, opened: Fact) -> None:
    """The beneficiary may drop his second ring from now on (H31, H32); a window that is open stays as it is.

    `opened` is what opens it, as evidence.
    """
    right = penalty_of(desk.state, player)
    if right is None or right.ends_ns is not None:
        return
    ends = at_ns + desk.ms(desk.state.settings.penalty_window_ms)
    open_now = replace(right, ends_ns=ends, opened=opened)
    desk.update(penalties=tuple(open_now if p is right else p for p in desk.state.penalties))


def stall(desk: Desk, at_ns: int) -> None:
    """Neither player can move: nobody passes, the game is about to end (H22, H32, H35)."""
    note_end_of_turn(desk, Fact(What.NOBODY_CAN_MOVE, at_ns))
    desk.update(turn=None, late=None, stalled_ns=at_ns)
    for player in Player:
        open_penalty_window(desk, player, max(at_ns, desk.now_ns), Fact(What.NOBODY_CAN_MOVE, at_ns))
    ending.end_if_over(desk)


def end_late_move(desk: Desk, at_ns: int) -> None:
    """A late move is accepted: the opponent's turn goes on, unless it is over (H8) or he cannot move (H32)."""
    look_for_block(desk, at_ns)


def end_turn_by_move(desk: Desk, mover: Player, released: Fact) -> None:
    """The mover's turn ended with an accepted move (H1); the late move of the other is nearer its end (H29)."""
    note_end_of_turn(desk, released)
    at_ns, late = released.at_ns, desk.state.late
    if late is not None and late.player is not mover:
        left = late.open_for - 1
        desk.update(late=replace(late, open_for=left) if left else None)
    begin_turn(desk, mover.opponent, at_ns, released)
