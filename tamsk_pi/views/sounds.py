"""Rulings as short tunes. Quiet by default: what goes well makes no noise, hands and eyes know it already."""

from collections.abc import Iterable
from typing import Final

from tamsk_pi.referee.rulings import (
    ActRefused,
    HourglassExpired,
    MatchEnded,
    MatchStarted,
    MoveAccepted,
    Paused,
    PenaltyGranted,
    PenaltyLapsed,
    Question,
    RefusalCleared,
    Resumed,
    RingAccepted,
    RingLapsed,
    RingReassigned,
    Ruling,
    TakenBack,
    TimerRanOut,
    TimerStarted,
    TurnPassed,
    TurnStarted,
    Warned,
)

Note = tuple[float, int]
"""Frequency in Hz, 0 for a rest, and duration in ms."""

Tune = tuple[Note, ...]

SILENCE: Final[Tune] = ()
_REST: Final[Note] = (0, 80)


def tune_of(ruling: Ruling, *, is_chatty: bool = False) -> Tune:
    """The ruling's tune, often silence; `is_chatty` sounds accepted moves and rings too.

    A lapsed ring never sounds: noticing it is the opponent's job (H4).
    """
    match ruling:
        case MatchStarted():
            return (523, 100), (784, 200)
        case ActRefused(reason="timer-void"):
            return ((330, 120),)
        case ActRefused():
            return (330, 120), (247, 200)
        case HourglassExpired():
            return (440, 150), (330, 150), (220, 300)
        case TimerStarted():
            return ((880, 60),)
        case TimerRanOut(outcome=outcome):
            return SILENCE if outcome == "in-time" else ((196, 500),)
        case PenaltyGranted():
            return (659, 90), (880, 140)
        case TurnPassed(reason=reason):
            return SILENCE if reason == "forfeit" else ((523, 80), (494, 120))
        case Warned():
            return (988, 70), (0, 70), (988, 70)
        case Question():
            return (587, 120), (784, 220)
        case Paused():
            return (523, 120), (392, 220)
        case Resumed():
            return (392, 120), (523, 220)
        case TakenBack():
            return (523, 80), (440, 80), (349, 120)
        case RingReassigned():
            return ((784, 60),)
        case MatchEnded(winner=winner):
            return ((523, 250), (523, 450)) if winner is None else ((523, 120), (659, 120), (784, 120), (1047, 450))
        case MoveAccepted():
            return ((1047, 30),) if is_chatty else SILENCE
        case RingAccepted() | RefusalCleared():
            return ((1319, 30),) if is_chatty else SILENCE
        case TurnStarted() | RingLapsed() | PenaltyLapsed():
            return SILENCE
        case _:
            raise TypeError(f"no tune for a {type(ruling).__name__}; add one to views/sounds.py")


def tune_of_all(rulings: Iterable[Ruling], *, is_chatty: bool = False) -> Tune:
    """The tunes of rulings made together, one after the other with a short rest between."""
    notes: list[Note] = []
    for ruling in rulings:
        tune = tune_of(ruling, is_chatty=is_chatty)
        notes += [_REST, *tune] if notes and tune else tune
    return tuple(notes)
