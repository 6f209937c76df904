"""Evidence about glasses: how they were handled, why a move counts or not, when the sand ran out."""

from dataclasses import replace

from tamsk_pi.referee.evidence import margins
from tamsk_pi.referee.glass import UNFINISHED, Glass, Refusal
from tamsk_pi.referee.mobility import obliged
from tamsk_pi.referee.state import LateMove, RefereeState, Run
from tamsk_pi.referee.why import Case, Circumstance, Fact, Margin, Span, What, Why
from tamsk_pi.rules.board import AXIAL, CAPACITY, Cell, distance


def lifted(glass: Glass, at_ns: int) -> tuple[Fact, ...]:
    """The glass is handled anew: what came before counts no more, but turns that it has made since it stood accepted.

    Lifted within its grace or confirmation, the lift that began this is still the one that counts.
    """
    kept = [f for f in glass.handled if f.what is What.TURNED and glass.turns]
    first = [f for f in glass.handled if f.what is What.LIFTED and glass.phase in UNFINISHED]
    return (*kept, *(first or [Fact(What.LIFTED, at_ns, hourglass=glass.hourglass)]))


def handled(glass: Glass, what: What, at_ns: int, cell: Cell | None = None) -> tuple[Fact, ...]:
    """One more thing was done to the glass; of each kind the last is kept."""
    others = tuple(f for f in glass.handled if f.what is not what)
    return (*others, Fact(what, at_ns, hourglass=glass.hourglass, cell=cell))


def turned(glass: Glass, at_ns: int) -> tuple[Fact, ...]:
    """Turned over; where it stands accepted, it is the first thing done to it."""
    is_first = not glass.turns and glass.seat is not None and glass.seat == glass.accepted
    return (Fact(What.TURNED, at_ns, hourglass=glass.hourglass),) if is_first else handled(glass, What.TURNED, at_ns)


def lift_of(glass: Glass) -> tuple[Fact, ...]:
    """When it was last lifted."""
    return tuple(f for f in glass.handled if f.what is What.LIFTED)


def accepted(state: RefereeState, glass: Glass, late: LateMove | None, at_ns: int) -> Why:
    """A move: how the glass was handled, and how far from the deadlines that bound it."""
    settings = state.settings
    facts = glass.handled
    spans = margins.after_binding_run(state, glass, at_ns)
    run = margins.binding_run(state)
    if late is not None:
        facts = in_order(*facts, late.ran_out)
        spans = (margins.after_timer(settings, at_ns, late.ran_out.at_ns),)
    elif spans and run is not None:
        facts = in_order(*facts, Fact(What.TIMER_TURNED, run.turned_ns))
    return Why(facts, (*spans, *_after_sand(state, glass), *_capped(state, glass)), _doubts(glass))


def _doubts(glass: Glass) -> tuple[Circumstance, ...]:
    """Why what is ruled of the glass is provisional."""
    inferred = (Circumstance(Case.TURN_INFERRED, hourglass=glass.hourglass),) if glass.is_presumed else ()
    return (*inferred, *_presumed(glass))


def _presumed(glass: Glass) -> tuple[Circumstance, ...]:
    return (Circumstance(Case.NAME_PRESUMED, hourglass=glass.hourglass),) if glass.is_name_presumed else ()


def _after_sand(state: RefereeState, glass: Glass) -> tuple[Margin, ...]:
    return tuple(m for f in lift_of(glass) for m in margins.after_sand(state, glass, f.at_ns))


def _capped(state: RefereeState, glass: Glass) -> tuple[Margin, ...]:
    """H15: the release is the cap's, if the hand was on the glass for that long."""
    at_ns = {fact.what: fact.at_ns for fact in glass.handled}
    if What.PLACED not in at_ns or What.RELEASED not in at_ns:
        return ()
    touched = Margin.between(Span.TOUCHED, at_ns[What.PLACED], at_ns[What.RELEASED])
    return (touched,) if touched.ms >= state.settings.release_cap_ms else ()


def refused(state: RefereeState, glass: Glass, reason: str) -> Why:
    """A glass stands where it may not; each reason has its own evidence."""
    why = _refused(state, glass, reason)
    return replace(why, given=(*why.given, *_presumed(glass)))


def _refused(state: RefereeState, glass: Glass, reason: str) -> Why:
    facts = glass.handled
    match reason:
        case "out-of-turn":
            return Why(in_order(*facts, *_whose_turn(state)))
        case "run-out":
            return _refused_run_out(state, glass)
        case "own-cell":
            return Why(facts, (), (Circumstance(Case.TURNS, hourglass=glass.hourglass, count=glass.turns),))
        case "other-glass-first":
            must = sorted(obliged(state, glass.player))
            return Why(facts, (), tuple(Circumstance(Case.NOT_MOVED_YET, hourglass=g) for g in must))
        case "not-adjacent" if glass.accepted is not None and glass.seat is not None:
            steps = distance(AXIAL[glass.accepted], AXIAL[glass.seat])
            return Why(facts, (), (Circumstance(Case.DISTANCE, hourglass=glass.hourglass, count=steps, limit=1),))
        case "occupied":
            holder = next(g for g in state.glasses if g.accepted == glass.seat)
            return Why(facts, (), (Circumstance(Case.HELD_BY, hourglass=holder.hourglass, cell=glass.seat),))
        case "not-flipped":
            grace = Margin(Span.STOOD, state.settings.flip_grace_ms, state.settings.act_uncertainty_ms)
            turns = Circumstance(Case.TURNS, hourglass=glass.hourglass, count=glass.turns)
            return Why(facts, (grace,), (turns,))
        case _:
            raise AssertionError(f"no evidence for a glass refused as {reason}")


def _refused_run_out(state: RefereeState, glass: Glass) -> Why:
    assert glass.expired_ns is not None
    settings = state.settings
    uncertainty_ms = margins.of_sand(settings, glass) + settings.act_uncertainty_ms
    late = tuple(
        Margin.between(Span.AFTER_SAND, glass.expired_ns, f.at_ns, uncertainty_ms)
        for f in lift_of(glass) or glass.handled[-1:]
    )
    return Why(in_order(*glass.handled, _ran_out(glass, glass.expired_ns)), late)


def _whose_turn(state: RefereeState) -> tuple[Fact, ...]:
    if state.turn is not None:
        return (Fact(What.TURN_STARTED, state.turn.began_ns, player=state.turn.player),)
    return () if state.stalled_ns is None else (Fact(What.NOBODY_CAN_MOVE, state.stalled_ns),)


def cleared(glass: Glass, refusal: Refusal) -> Why:
    """What was refused, and what put it right."""
    refusing = Fact(What.REFUSED, refusal.at_ns, hourglass=glass.hourglass)
    return Why(in_order(refusing, *glass.handled[-1:]))


def put_back(glass: Glass, late: LateMove) -> Why:
    """A late move was given up (H28)."""
    return Why(in_order(*glass.handled, late.ran_out))


def moved_in_pause(glass: Glass, paused_ns: int) -> Why:
    """It stands elsewhere, or turned over, since the pause (H39)."""
    turns = Circumstance(Case.TURNS, hourglass=glass.hourglass, count=glass.turns)
    return Why(in_order(Fact(What.PAUSED, paused_ns), *glass.handled), (), (turns,) if glass.turns else ())


def filled_up(state: RefereeState, glass: Glass, released_ns: int) -> Why:
    """It stands on a full cell (G1.4), confirmed (H12)."""
    assert glass.seat is not None
    spans = margins.after_binding_run(state, glass, released_ns)
    stood = Margin(Span.STOOD, state.settings.full_cell_confirm_ms, state.settings.act_uncertainty_ms)
    then = glass.rings_at_lift if glass.rings_at_lift is not None else state.rings
    full = Circumstance(Case.RINGS, cell=glass.seat, count=then[glass.seat], limit=CAPACITY[glass.seat])
    return Why(glass.handled, (stood, *spans), (full, *_presumed(glass)))


def expired(state: RefereeState, glass: Glass, at_ns: int, said: tuple[Fact, ...] = ()) -> Why:
    """The sand: since when it ran, and the measured running time of the end that is down (H20)."""
    uncertainty_ms = margins.of_sand(state.settings, glass)
    sand_ms = state.settings.uncertainty_ms(glass.hourglass, glass.sand.end_down)
    turned = () if glass.turned_ns is None else (Fact(What.TURNED, glass.turned_ns, hourglass=glass.hourglass),)
    ran = tuple(Margin.between(Span.RAN, f.at_ns, at_ns, uncertainty_ms) for f in turned)
    measured = Margin(Span.RUNNING_TIME, margins.whole_ms(glass.sand.full_ns), sand_ms)
    end = Circumstance(Case.END_DOWN, hourglass=glass.hourglass, count=glass.sand.end_down)
    return Why((*turned, *said), (*ran, measured), (end, *_doubts(glass)))


def _ran_out(glass: Glass, at_ns: int) -> Fact:
    return Fact(What.SAND_RAN_OUT, at_ns, hourglass=glass.hourglass)


def ran_out(glass: Glass) -> tuple[Fact, ...]:
    """When a lost glass ran out."""
    return () if glass.expired_ns is None else (_ran_out(glass, glass.expired_ns),)


def held(state: RefereeState, glass: Glass) -> Why:
    """In the air or on its side for long (H14)."""
    since = tuple(f for f in glass.handled if f.what in (What.LIFTED, What.LAID))[-1:]
    return Why(since, (Margin(Span.HELD, state.settings.hold_warning_ms, state.settings.act_uncertainty_ms),))


def close_to_expiry(state: RefereeState, glass: Glass, at_ns: int, runs_out_ns: int) -> Why:
    """Lifted within the uncertainty of its run-out (H20)."""
    uncertainty_ms = margins.of_sand(state.settings, glass) + state.settings.act_uncertainty_ms
    return Why(lift_of(glass), (Margin.between(Span.AFTER_SAND, runs_out_ns, at_ns, uncertainty_ms),))


def handled_in_turn(state: RefereeState, run: Run) -> tuple[Fact, ...]:
    """What the player had done with his glasses since his turn began: lifted and put back, it is no move (H28)."""
    began_ns = state.turn.began_ns if state.turn is not None else 0
    own = (g for g in state.glasses if g.player is run.player)
    return in_order(*(f for g in own for f in g.handled if began_ns <= f.at_ns <= run.ends_ns and lift_of(g)))


def in_order(*facts: Fact) -> tuple[Fact, ...]:
    """By their instants; what happened at one instant stays as given."""
    return tuple(sorted(facts, key=lambda fact: fact.at_ns))
