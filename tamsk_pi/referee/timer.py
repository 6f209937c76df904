"""The neutral timer: what turning it means, and what its running out costs (G3.2–G3.6, G98, H21, H23–H30)."""

from dataclasses import replace

from tamsk_pi.referee import expiry
from tamsk_pi.referee.desk import Desk, penalty_of
from tamsk_pi.referee.mobility import movable, moves_in_air
from tamsk_pi.referee.moves import is_judged
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
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import PenaltyRule


def turn_over(desk: Desk, at_ns: int) -> None:
    """Somebody turned the neutral timer: it binds the player to move, or it is void, or it means nothing."""
    was_empty = desk.state.timer.top_at(at_ns) == 0
    timer = desk.state.timer.flipped(max(at_ns, desk.state.timer.as_of_ns))
    is_grace_run = desk.state.is_grace_run and not was_empty
    desk.update(timer=timer, is_grace_run=is_grace_run)
    turn = desk.state.turn
    if not is_judged(desk) or not desk.state.settings.has_timer or turn is None or is_grace_run:
        return
    if not was_empty:
        _void(desk, "H23", at_ns)
    elif _is_for_ended_turn(desk, at_ns):
        desk.update(is_grace_run=True)
        _void(desk, "H24", at_ns)
    elif turn.is_bound:
        _void(desk, "H23", at_ns)
    else:
        run = Run(turn.player, turn.number, at_ns + timer.top_ns)
        desk.update(turn=replace(turn, is_bound=True), runs=(*desk.state.runs, run))
        desk.rule(TimerStarted(at_ns=at_ns, rule="G3.2", player=turn.player))


def _is_for_ended_turn(desk: Desk, at_ns: int) -> bool:
    """H24: turned so soon after a release that it was meant for the turn that has just ended."""
    released = desk.state.last_release_ns
    grace = desk.ms(desk.state.settings.timer_grace_ms)
    return released is not None and 0 <= at_ns - released <= grace


def _void(desk: Desk, rule: str, at_ns: int) -> None:
    desk.rule(ActRefused(at_ns=at_ns, rule=rule, player=None, hourglass=None, reason="timer-void", cells=()))


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
    due = [expiry.ruled_at_ns(state, state.glass(g)) for g in movable(state, run.player)]
    uncertainty = state.settings.sand_uncertainty_ms * 1_000_000
    if due and all(d is not None and d - uncertainty <= run.ends_ns for d in due):
        return max([run.ends_ns, *(d for d in due if d is not None)])
    return run.ends_ns


def run_out(desk: Desk, run: Run) -> None:
    """A run ends: in time (H27), or his move was in the air (G3.4), or he had not started (G3.6, H28)."""
    desk.update(runs=tuple(r for r in desk.state.runs if r is not run))
    at_ns, player = run.ends_ns, run.player
    if not binds_turn(desk.state, run):
        desk.rule(TimerRanOut(at_ns=at_ns, rule="H27", player=player, outcome="in-time"))
        return
    in_air = tuple(g for g in moves_in_air(desk.state, player) if desk.glass(g).lifted_ns <= at_ns)
    if in_air:
        _late(desk, player, in_air, at_ns)
    else:
        _forfeit(desk, player, at_ns)


def rule_held_back(desk: Desk, player: Player, confirmed_ns: int) -> None:
    """H12: a run that ended before the full cell was confirmed was waited for; the release was in time."""
    for run in desk.state.runs:
        if run.player is player and binds_turn(desk.state, run) and run.ends_ns < confirmed_ns:
            desk.update(runs=tuple(r for r in desk.state.runs if r is not run))
            desk.rule(TimerRanOut(at_ns=run.ends_ns, rule="H27", player=player, outcome="in-time"))


def _is_first_edition(desk: Desk) -> bool:
    return desk.state.settings.penalty is PenaltyRule.FIRST_EDITION


def _late(desk: Desk, player: Player, in_air: tuple[Hourglass, ...], at_ns: int) -> None:
    rule = "G98.1" if _is_first_edition(desk) else "G3.4"
    desk.rule(TimerRanOut(at_ns=at_ns, rule=rule, player=player, outcome="late"))
    _grant(desk, player, "late", rule, at_ns)
    desk.update(late=LateMove(player, in_air, open_for=2 if _is_first_edition(desk) else 1))
    begin_turn(desk, player.opponent, at_ns, "G3.5", may_pass=False)


def _forfeit(desk: Desk, player: Player, at_ns: int) -> None:
    rule = "G98.2" if _is_first_edition(desk) else "G3.6"
    desk.rule(TimerRanOut(at_ns=at_ns, rule=rule, player=player, outcome="forfeit"))
    _grant(desk, player, "forfeit", rule, at_ns)
    desk.rule(TurnPassed(at_ns=at_ns, rule=rule, player=player, reason="forfeit"))
    desk.update(late=None)
    begin_turn(desk, player.opponent, at_ns, "G3.5")


def _grant(desk: Desk, offender: Player, reason: str, rule: str, at_ns: int) -> None:
    """A second ring for the opponent (G3.4, H30), or a turn sat out by the offender (G98.1, G98.2)."""
    player = offender.opponent
    if _is_first_edition(desk):
        desk.set_sit_out(offender, desk.state.sit_out[side(offender)] + 1)
        desk.rule(PenaltyGranted(at_ns=at_ns, rule=rule, player=player, reason=reason, turns=2))
        return
    if desk.state.rings_left(player) == 0:
        return
    if penalty_of(desk.state, player) is not None:
        desk.rule(PenaltyLapsed(at_ns=at_ns, rule="H30", player=player))
    others = tuple(p for p in desk.state.penalties if p.player is not player)
    desk.update(penalties=(*others, PenaltyRight(player, rule)))
    desk.rule(PenaltyGranted(at_ns=at_ns, rule=rule, player=player, reason=reason))
