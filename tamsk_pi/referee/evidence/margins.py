"""Margins with how far they may be off: the uncertainties of both instants, added."""

from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.state import RefereeState, RingWindow, Run
from tamsk_pi.referee.why import NS_PER_MS, Margin, Span
from tamsk_pi.rules.settings import MatchSettings


def of_acts(settings: MatchSettings) -> int:
    """Two acts on the board."""
    return 2 * settings.act_uncertainty_ms


def of_act_and_timer(settings: MatchSettings) -> int:
    """An act, and the neutral timer's turning or run-out."""
    return settings.act_uncertainty_ms + settings.flip_uncertainty_ms


def of_sand(settings: MatchSettings, glass: Glass) -> int:
    """When a glass ran out: when it was turned over, and how long its sand runs."""
    return settings.flip_uncertainty_ms + settings.uncertainty_ms(glass.hourglass, glass.sand.end_down)


def after_timer(settings: MatchSettings, at_ns: int, ran_out_ns: int) -> Margin:
    """How long after the neutral timer's run-out an act was; negative before it."""
    return Margin.between(Span.AFTER_TIMER, ran_out_ns, at_ns, of_act_and_timer(settings))


def after_binding_run(state: RefereeState, glass: Glass, at_ns: int) -> tuple[Margin, ...]:
    """How long before the end of the run that binds the owner's turn; nothing if none does."""
    run = binding_run(state)
    if run is None or run.player is not glass.player:
        return ()
    return (after_timer(state.settings, at_ns, run.ends_ns),)


def binding_run(state: RefereeState) -> Run | None:
    """The run of the timer that binds the turn that is going on."""
    turn = state.turn
    return next((run for run in state.runs if turn is not None and run.turn == turn.number), None)


def after_sand(state: RefereeState, glass: Glass, lifted_ns: int) -> tuple[Margin, ...]:
    """How long after its measured run-out the glass was lifted, negative before; nothing for one never started."""
    due_ns = glass.due_at_lift_ns
    if due_ns is None or not glass.has_started or not state.settings.has_sand:
        return ()
    uncertainty_ms = of_sand(state.settings, glass) + state.settings.act_uncertainty_ms
    return (Margin.between(Span.AFTER_SAND, due_ns, lifted_ns, uncertainty_ms),)


def in_window(settings: MatchSettings, length_ms: int, ends_ns: int, at_ns: int) -> tuple[Margin, Margin]:
    """How much of a window was used, and how much was left."""
    left = Margin.between(Span.WINDOW_LEFT, at_ns, ends_ns, of_acts(settings))
    return Margin(Span.AFTER_RELEASE, length_ms - left.ms, of_acts(settings)), left


def whole_window(settings: MatchSettings, length_ms: int) -> Margin:
    """The window passed without a ring."""
    return Margin(Span.AFTER_RELEASE, length_ms, settings.act_uncertainty_ms)


def in_regular_window(state: RefereeState, window: RingWindow, at_ns: int) -> tuple[Margin, Margin]:
    """`in_window` for the regular ring's."""
    return in_window(state.settings, state.settings.ring_window, window.ends_ns, at_ns)


def since_window(settings: MatchSettings, closed_ns: int, at_ns: int) -> Margin:
    """How long after the window closed, as a negative rest of it."""
    return Margin.between(Span.WINDOW_LEFT, at_ns, closed_ns, of_acts(settings))


def whole_ms(duration_ns: int) -> int:
    """A duration in whole milliseconds."""
    return duration_ns // NS_PER_MS
