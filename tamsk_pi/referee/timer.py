"""The neutral timer: what turning it means, and what its running out costs (G3.2–G3.6, G98, H21, H23–H30)."""

from dataclasses import replace

from tamsk_pi.referee import expiry
from tamsk_pi.referee.desk import Desk, penalty_of
from tamsk_pi.referee.evidence import rings as ring_evidence
from tamsk_pi.referee.evidence import turns as evidence
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.mobility import is_able, movable, moves_in_air
from tamsk_pi.referee.rulings import (
    ActRefused,
    PenaltyGranted,
    PenaltyLapsed,
    TimerRanOut,
    TimerStarted,
    TurnPassed,
)
from tamsk_pi.referee.state import LateMove, PenaltyRight, RefereeState, Run, side
from tamsk_pi.referee.turns import begin_turn
from tamsk_pi.referee.why import Fact, What, Why
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import PenaltyRule


def turn_over(desk: Desk, at_ns: int) -> None:
    """Somebody turned the neutral timer: it binds the player to move (G3.2), or is void (H23, H24), or means nothing.

    It binds only if it was empty (G3.3), and only at level 3: below, time is a gentlemen's agreement (G2.7). Ring
    windows go on as they were (H25). Who cannot move has passed, so it cannot bind him (H26). In a pause its sand
    stands still (H39).
    """
    pause = desk.state.pause
    sand_ns = at_ns if pause is None else pause.since_ns
    top_ns = desk.state.timer.top_at(sand_ns)
    was_empty = top_ns == 0
    timer = desk.state.timer.flipped(max(sand_ns, desk.state.timer.as_of_ns))
    is_grace_run = desk.state.is_grace_run and not was_empty
    desk.update(timer=timer, is_grace_run=is_grace_run)
    turn = desk.state.turn
    if not desk.is_judging or not desk.state.settings.has_timer or turn is None or is_grace_run:
        return
    released_ns = _release_it_was_meant_for(desk, at_ns)
    if not was_empty:
        _void(desk, "H23", at_ns, evidence.timer_had_sand(desk.state, top_ns, at_ns))
    elif released_ns is not None:
        desk.update(is_grace_run=True)
        _void(desk, "H24", at_ns, evidence.timer_was_for_ended_turn(desk.state, released_ns, at_ns))
    elif turn.is_bound:
        _void(desk, "H23", at_ns, evidence.timer_bound_already(desk.state, turn.player, at_ns))
    else:
        why = evidence.timer_started(desk.state, turn.player, at_ns)
        run = Run(turn.player, turn.number, at_ns + timer.top_ns, at_ns)
        desk.update(turn=replace(turn, is_bound=True), runs=(*desk.state.runs, run))
        desk.rule(TimerStarted(at_ns=at_ns, rule="G3.2", player=turn.player, why=why))


def _release_it_was_meant_for(desk: Desk, at_ns: int) -> int | None:
    """H24: turned so soon after that release that it was meant for the turn that has just ended; None if not so."""
    released = desk.state.last_release_ns
    grace = desk.ms(desk.state.settings.timer_grace_ms)
    return released if released is not None and 0 <= at_ns - released <= grace else None


def _void(desk: Desk, rule: str, at_ns: int, why: Why) -> None:
    desk.rule(ActRefused(at_ns=at_ns, rule=rule, player=None, hourglass=None, reason="timer-void", cells=(), why=why))


def binds_turn(state: RefereeState, run: Run) -> bool:
    """Whether the turn that this run binds is still going on."""
    return state.turn is not None and state.turn.number == run.turn


def ruled_at_ns(state: RefereeState, run: Run) -> int | None:
    """When the run's end is ruled: at its end, but not while a full cell is being confirmed (H12), and not before
    expiries that are dated before it are ruled (H20, H21)."""
    if not binds_turn(state, run):
        return run.ends_ns
    own = [g for g in state.glasses if g.player is run.player]
    if any(g.full_since_ns is not None for g in own):
        return None
    if any(g for g in moves_in_air(state, run.player) if state.glass(g).lifted_ns <= run.ends_ns):
        return run.ends_ns
    glasses = [state.glass(g) for g in movable(state, run.player)]
    due = [d for g in glasses if (d := expiry.ruled_at_ns(state, g)) is not None and _is_out_by(state, g, run)]
    if due and len(due) == len(glasses):
        return max(run.ends_ns, *due)
    return run.ends_ns


def _is_out_by(state: RefereeState, glass: Glass, run: Run) -> bool:
    runs_out_ns = expiry.run_out_ns(state, glass)
    return runs_out_ns is not None and runs_out_ns <= run.ends_ns


def run_out(desk: Desk, run: Run) -> None:
    """A run ends: in time (H27), or his move was in the air (G3.4), or he had not started (G3.6, H28).

    Who cannot move is never fined (G3.6, G98): in his turn still only while the other's late move is awaited (H32).
    """
    desk.update(runs=tuple(r for r in desk.state.runs if r is not run))
    at_ns, player = run.ends_ns, run.player
    if not binds_turn(desk.state, run) or not is_able(desk.state, player):
        why = evidence.in_time(desk.state, run, run.ended_by)
        desk.rule(TimerRanOut(at_ns=at_ns, rule="H27", player=player, outcome="in-time", why=why))
        return
    in_air = tuple(g for g in moves_in_air(desk.state, player) if desk.glass(g).lifted_ns <= at_ns)
    if in_air:
        _late(desk, run, in_air)
    else:
        _forfeit(desk, run)


def rule_held_back(desk: Desk, released: Fact, confirmed_ns: int) -> None:
    """H12: a run that ended before the full cell was confirmed was waited for; `released` there was in time."""
    assert released.hourglass is not None
    player = released.hourglass.player
    for run in desk.state.runs:
        if run.player is player and binds_turn(desk.state, run) and run.ends_ns < confirmed_ns:
            desk.update(runs=tuple(r for r in desk.state.runs if r is not run))
            why = evidence.in_time(desk.state, run, released)
            desk.rule(TimerRanOut(at_ns=run.ends_ns, rule="H27", player=player, outcome="in-time", why=why))


def _is_first_edition(desk: Desk) -> bool:
    return desk.state.settings.penalty is PenaltyRule.FIRST_EDITION


def _late(desk: Desk, run: Run, in_air: tuple[Hourglass, ...]) -> None:
    """Started and not released in time (G3.4, G98.1): the move may be finished, the opponent begins (G3.5)."""
    player, at_ns = run.player, run.ends_ns
    rule = "G98.1" if _is_first_edition(desk) else "G3.4"
    why = evidence.late(desk.state, run, in_air)
    desk.rule(TimerRanOut(at_ns=at_ns, rule=rule, player=player, outcome="late", why=why))
    ran_out = _grant(desk, player, "late", rule, at_ns)
    desk.update(late=LateMove(player, in_air, 2 if _is_first_edition(desk) else 1, ran_out))
    begin_turn(desk, player.opponent, at_ns, ran_out, "G3.5", may_pass=False)


def _forfeit(desk: Desk, run: Run) -> None:
    """Nothing of his in the air (H28): the turn is lost (G3.6, G98.2), the opponent begins (G3.5)."""
    player, at_ns = run.player, run.ends_ns
    rule = "G98.2" if _is_first_edition(desk) else "G3.6"
    why = evidence.forfeit(desk.state, run)
    desk.rule(TimerRanOut(at_ns=at_ns, rule=rule, player=player, outcome="forfeit", why=why))
    ran_out = _grant(desk, player, "forfeit", rule, at_ns)
    desk.rule(TurnPassed(at_ns=at_ns, rule=rule, player=player, reason="forfeit", why=Why((ran_out,))))
    desk.update(late=None)
    begin_turn(desk, player.opponent, at_ns, ran_out, "G3.5")


def _grant(desk: Desk, offender: Player, reason: str, rule: str, at_ns: int) -> Fact:
    """A second ring for the opponent (G3.4, H30), or a turn sat out by the offender (G98.1, G98.2).

    Returns what everything that follows rests on: the timer ran out on the offender.
    """
    player, ran_out = offender.opponent, Fact(What.TIMER_RAN_OUT, at_ns, player=offender)
    if _is_first_edition(desk):
        desk.set_sit_out(offender, desk.state.sit_out[side(offender)] + 1)
        desk.update(offences=(*desk.state.offences, ran_out))
        why = Why((ran_out,))
        desk.rule(PenaltyGranted(at_ns=at_ns, rule=rule, player=player, reason=reason, turns=2, why=why))
        return ran_out
    if desk.state.rings_left(player) == 0:
        return ran_out
    old = penalty_of(desk.state, player)
    if old is not None:
        why = ring_evidence.penalty_replaced(old, ran_out)
        desk.rule(PenaltyLapsed(at_ns=at_ns, rule="H30", player=player, why=why))
    others = tuple(p for p in desk.state.penalties if p.player is not player)
    desk.update(penalties=(*others, PenaltyRight(player, rule, at_ns)))
    desk.rule(PenaltyGranted(at_ns=at_ns, rule=rule, player=player, reason=reason, why=Why((ran_out,))))
    return ran_out
