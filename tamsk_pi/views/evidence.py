"""The evidence of a ruling in words: why it was ruled so, in short sentences that a player understands.

First what decided, with its margin ("Released 140 ms after the timer ran out; uncertainty 30 ms."), then what was the
case, then the instants it rests on, counted like those of the page's list.
"""

from collections.abc import Iterator, Mapping

from tamsk_pi.referee.rulings import (
    ActRefused,
    MatchEnded,
    RingAccepted,
    RingLapsed,
    Ruling,
    TimerRanOut,
    TimerStarted,
)
from tamsk_pi.referee.why import Margin, Span, What, Why
from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.catalogue import Message, Text, message
from tamsk_pi.views.evidence_facts import Names, cases, instants


def evidence(ruling: Ruling, names: Names, origin_ns: int = 0) -> tuple[Message, ...]:
    """Sentences that say why; none for a ruling without evidence. Instants count from `origin_ns`."""
    why = ruling.why
    if why is None:
        return ()
    return (
        *_margins(ruling, why, names),
        *cases(why.given, names),
        *instants(why.rests_on, names, origin_ns),
        *_corrections(why),
    )


def _margins(ruling: Ruling, why: Why, names: Names) -> Iterator[Message]:
    spans = {margin.span: margin for margin in why.margins}
    for margin in why.margins:
        match margin.span:
            case Span.AFTER_TIMER:
                yield _against_timer(ruling, why, margin, names)
            case Span.AFTER_SAND:
                yield message("why-lifted-sand", when=_when(margin), time=_time(margin.ms), doubt=_doubt(margin))
            case Span.AFTER_RELEASE:
                yield _after_release(ruling, why, margin, spans)
            case Span.WINDOW_LEFT if Span.AFTER_RELEASE not in spans:
                yield message("why-after-window", time=_time(margin.ms), doubt=_doubt(margin))
            case Span.TOUCHED:
                yield message("why-touched", time=_time(margin.ms))
            case Span.HELD:
                yield message("why-held", time=_time(margin.ms))
            case Span.STOOD:
                yield _stood(ruling, margin)
            case Span.RAN:
                yield message("why-ran", time=_time(margin.ms), doubt=_doubt(margin))
            case Span.RUNNING_TIME:
                yield _running_time(ruling, margin)
            case Span.SAND_LEFT:
                yield message("why-sand-left", time=_time(margin.ms), doubt=_doubt(margin))
            case Span.RED_OUTLIVED_BLACK:
                yield _ran_longer(margin, names)
            case Span.COUNTS_AS_EQUAL:
                yield message("why-counts-as-equal", time=_time(margin.ms))
            case Span.WAS_DARK:
                yield message("why-was-dark", time=_time(margin.ms))
            case Span.WINDOW_LEFT | Span.GRACE_LEFT:
                pass  # said with the time after the release


def _against_timer(ruling: Ruling, why: Why, margin: Margin, names: Names) -> Message:
    when, time, doubt = _when(margin), _time(margin.ms), _doubt(margin)
    if isinstance(ruling, TimerRanOut) and ruling.outcome == "late":
        return message("why-lifted-timer", when=when, time=time, doubt=doubt)
    passed = [fact for fact in why.rests_on if fact.what is What.TURN_PASSED and fact.player is not None]
    if isinstance(ruling, TimerRanOut) and passed:
        player = passed[-1].player
        assert player is not None
        return message("why-passed-timer", player=names[player], when=when, time=time, doubt=doubt)
    handled = [fact.what for fact in why.rests_on if fact.hourglass is not None]
    if handled[-1:] == [What.TURNED]:
        return message("why-turned-timer", when=when, time=time, doubt=doubt)
    return message("why-released-timer", when=when, time=time, doubt=doubt)


def _after_release(ruling: Ruling, why: Why, margin: Margin, spans: Mapping[Span, Margin]) -> Message:
    time, doubt = _time(margin.ms), _doubt(margin)
    match ruling:
        case TimerStarted():
            return message("why-timer-after-release", time=time, doubt=doubt)
        case ActRefused():
            grace = margin.ms + spans[Span.GRACE_LEFT].ms
            return message("why-timer-grace", time=time, grace=_time(grace), doubt=doubt)
        case RingAccepted() if why.rests_on[-1].what is not What.DROPPED:
            return message("why-ring-waited")
        case RingAccepted():
            left = _time(spans[Span.WINDOW_LEFT].ms)
            if any(fact.what is What.RELEASED for fact in why.rests_on):
                return message("why-in-window", time=time, left=left, doubt=doubt)
            return message("why-window-left", left=left, doubt=doubt)
        case RingLapsed() if Span.WINDOW_LEFT in spans:
            return message("why-moved-again", time=time)
        case _:
            return message("why-window-passed", time=time)


def _stood(ruling: Ruling, margin: Margin) -> Message:
    if isinstance(ruling, MatchEnded):
        return message("why-stood", time=_time(margin.ms))
    return message("why-not-turned", time=_time(margin.ms))


def _running_time(ruling: Ruling, margin: Margin) -> Message:
    if isinstance(ruling, TimerStarted):
        return message("why-timer-runs", time=_time(margin.ms))
    return message("why-running-time", time=_time(margin.ms), doubt=_doubt(margin))


def _ran_longer(margin: Margin, names: Names) -> Message:
    if margin.ms == 0:
        return message("why-ran-alike", doubt=_doubt(margin))
    player = Player.RED if margin.ms > 0 else Player.BLACK
    return message("why-ran-longer", player=names[player], time=_time(margin.ms), doubt=_doubt(margin))


def _when(margin: Margin) -> str:
    return "after" if margin.ms > 0 else "before" if margin.ms < 0 else "at"


def _time(duration_ms: int) -> Message:
    """A duration without its sign: milliseconds below a second, else seconds."""
    ms = abs(duration_ms)
    return message("why-ms", ms=ms) if ms < 1_000 else message("why-seconds", seconds=ms / 1_000)


def _doubt(margin: Margin) -> Text:
    return message("why-doubt", time=_time(margin.uncertainty_ms)) if margin.uncertainty_ms else ""


def _corrections(why: Why) -> Iterator[Message]:
    if why.corrects:
        yield message("why-corrects", numbers=tuple(str(number) for number in why.corrects))
