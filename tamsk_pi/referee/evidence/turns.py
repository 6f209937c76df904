"""Evidence about turns and the neutral timer: what a turn began with, what it cost to be late."""

from tamsk_pi.referee.evidence import margins
from tamsk_pi.referee.evidence.glasses import handled_in_turn, in_order, lift_of, ran_out
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.state import RefereeState, Run
from tamsk_pi.referee.why import Case, Circumstance, Fact, Margin, Span, What, Why
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Hourglass, Player


def passed(player: Player, at_ns: int) -> Fact:
    """His turn passed."""
    return Fact(What.TURN_PASSED, at_ns, player=player)


def blocked(state: RefereeState, player: Player) -> Why:
    """Each of his glasses has run out or has nowhere to go (G1.5)."""
    own = [state.glass(g) for g in OWN_HOURGLASSES[player]]
    lost = [g for g in own if state.settings.has_sand and g.is_lost]
    given = tuple(_hindrance(g, is_lost=g in lost) for g in own)
    return Why(in_order(*(fact for g in lost for fact in ran_out(g))), (), given)


def _hindrance(glass: Glass, *, is_lost: bool) -> Circumstance:
    if is_lost:
        return Circumstance(Case.LOST, hourglass=glass.hourglass)
    return Circumstance(Case.NO_WAY, hourglass=glass.hourglass, cell=glass.accepted)


def sat_out(state: RefereeState, player: Player, left: int) -> Why:
    """A fine is served (G98.3): the offence, and how many turns are still to be sat out."""
    offence = next((f for f in state.offences if f.player is player), None)
    fines = Circumstance(Case.FINES_LEFT, player=player, count=left)
    return Why(() if offence is None else (offence,), (), (fines,))


def timer_started(state: RefereeState, player: Player, at_ns: int) -> Why:
    """It binds the turn (G3.2): its top was empty, and it was not meant for the turn before."""
    assert state.turn is not None
    released_ns = state.last_release_ns
    began = Fact(What.TURN_STARTED, state.turn.began_ns, player=player)
    since = () if released_ns is None else (_after_release(state, released_ns, at_ns),)
    runs = Margin(Span.RUNNING_TIME, margins.whole_ms(state.timer.full_ns))
    return Why((began, Fact(What.TIMER_TURNED, at_ns)), (*since, runs))


def _after_release(state: RefereeState, released_ns: int, at_ns: int) -> Margin:
    return Margin.between(Span.AFTER_RELEASE, released_ns, at_ns, margins.of_act_and_timer(state.settings))


def timer_had_sand(state: RefereeState, top_ns: int, at_ns: int) -> Why:
    """H23: sand was still in its top."""
    left = Margin(Span.SAND_LEFT, margins.whole_ms(top_ns), 2 * state.settings.flip_uncertainty_ms)
    return Why((Fact(What.TIMER_TURNED, at_ns),), (left,))


def timer_was_for_ended_turn(state: RefereeState, released_ns: int, at_ns: int) -> Why:
    """H24: within the grace after a release."""
    since = _after_release(state, released_ns, at_ns)
    left = Margin(Span.GRACE_LEFT, state.settings.timer_grace_ms - since.ms, since.uncertainty_ms)
    return Why((Fact(What.RELEASED, released_ns), Fact(What.TIMER_TURNED, at_ns)), (since, left))


def timer_bound_already(state: RefereeState, player: Player, at_ns: int) -> Why:
    """H23: a turn is bound by its first run only."""
    run = margins.binding_run(state)
    first = () if run is None else (Fact(What.TIMER_TURNED, run.turned_ns),)
    bound = Circumstance(Case.TURN_IS_BOUND, player=player)
    return Why((*first, Fact(What.TIMER_TURNED, at_ns)), (), (bound,))


def in_time(state: RefereeState, run: Run, ended_by: Fact | None) -> Why:
    """The turn had ended when the timer ran out (H27)."""
    turned = Fact(What.TIMER_TURNED, run.turned_ns)
    if ended_by is None:
        return Why((turned,))
    return Why(in_order(turned, ended_by), (margins.after_timer(state.settings, ended_by.at_ns, run.ends_ns),))


def late(state: RefereeState, run: Run, in_air: tuple[Hourglass, ...]) -> Why:
    """His move was in the air when the timer ran out (G3.4): lifted so long before."""
    lifts = tuple(fact for g in in_air for fact in lift_of(state.glass(g)))
    spans = tuple(margins.after_timer(state.settings, fact.at_ns, run.ends_ns) for fact in lifts)
    return Why(in_order(Fact(What.TIMER_TURNED, run.turned_ns), *lifts), spans)


def forfeit(state: RefereeState, run: Run) -> Why:
    """Nothing of his was in the air when the timer ran out (G3.6); what he had lifted he had put back (H28)."""
    began = () if state.turn is None else (Fact(What.TURN_STARTED, state.turn.began_ns, player=run.player),)
    return Why(in_order(*began, Fact(What.TIMER_TURNED, run.turned_ns), *handled_in_turn(state, run)))
