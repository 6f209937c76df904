"""Rulings in words: a sentence that a player understands, and the line of the page's list."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from tamsk_pi.referee.rulings import (
    NS_PER_MS,
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
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, PenaltyRule
from tamsk_pi.views.board_view import RulingView
from tamsk_pi.views.catalogue import Catalogue, FieldValue, Message, Text, hourglass_message, message
from tamsk_pi.views.evidence import evidence

_LATE_RULES: Final = ("G3.4", "G98.1")
_UNNAMED: Final = MatchSettings()
_LATENESS: Final = {PenaltyRule.REVISED.value: "second-ring", PenaltyRule.FIRST_EDITION.value: "sits-out"}


def sentence(ruling: Ruling, settings: MatchSettings, catalogue: Catalogue) -> str:
    """The ruling in one sentence of that language, with the players' names from the settings.

    Total over the rulings and reasons of the contract; raises KeyError for a reason that has no text.
    """
    return catalogue.say(ruling_message(ruling, settings))


def ruling_message(ruling: Ruling, settings: MatchSettings) -> Message:
    """What the ruling says, in no language yet: its kind and what tells its variants apart are the key."""
    return message(_key(ruling), **dict(_fields(ruling)), **_people(concerns(ruling), settings))


def player_name(settings: MatchSettings, player: Player) -> Text:
    """What this player is called; who has no name of his own is called by his colour."""
    name, unnamed = (settings.red, _UNNAMED.red) if player is Player.RED else (settings.black, _UNNAMED.black)
    return message("player", colour=player.value) if name == unnamed else name


def player_names(settings: MatchSettings) -> dict[Player, Text]:
    """What both players are called."""
    return {player: player_name(settings, player) for player in Player}


def ruling_view(number: int, ruling: Ruling, settings: MatchSettings, origin_ns: int = 0) -> RulingView:
    """The ruling as a line of the list; its instant counts from `origin_ns`."""
    return RulingView(
        number=number,
        at_ms=(ruling.at_ns - origin_ns) // NS_PER_MS,
        ruling=ruling.kind,
        rule=ruling.rule,
        player=concerns(ruling),
        text=ruling_message(ruling, settings),
        is_warning=goes_against_somebody(ruling),
        why=evidence(ruling, player_names(settings), origin_ns),
        is_provisional=ruling.provisional,
    )


def concerns(ruling: Ruling) -> Player | None:
    """Whom the ruling is about: its player, at the end the winner, else nobody."""
    if isinstance(ruling, MatchEnded):
        return ruling.winner
    player: object = getattr(ruling, "player", None)
    return player if isinstance(player, Player) else None


def goes_against_somebody(ruling: Ruling) -> bool:
    """Whether something was refused or lost, or is about to be."""
    match ruling:
        case ActRefused() | HourglassExpired() | Warned():
            return True
        case TimerRanOut(outcome=outcome):
            return outcome != "in-time"
        case TurnPassed(reason=reason):
            return reason != "blocked"
        case _:
            return False


def _key(ruling: Ruling) -> str:
    """The key of the ruling's text."""
    match ruling:
        case TurnStarted(rule="G3.5"):
            return "turn-started-run-out"
        case MoveAccepted():
            return _move_key(ruling)
        case RingAccepted(ring_kind=kind):
            return f"{ruling.kind}-{kind}"
        case ActRefused():
            return _refusal_key(ruling)
        case RefusalCleared(cells=()):
            return "refusal-cleared-nowhere"
        case TimerRanOut(outcome=outcome):
            return f"{ruling.kind}-{outcome}"
        case PenaltyGranted(reason=reason, turns=turns):
            return f"{ruling.kind}-{reason}" + ("" if turns is None else "-turns")
        case PenaltyLapsed(rule="H30"):
            return "penalty-lapsed-H30"
        case TurnPassed(reason=reason) | Warned(reason=reason) | Question(reason=reason):
            return f"{ruling.kind}-{reason}"
        case TakenBack(undone=undone):
            return f"{ruling.kind}-{undone}"
        case MatchEnded(winner=winner, reason=reason):
            return f"{ruling.kind}-{reason}" + ("-draw" if winner is None else "")
        case (
            MatchStarted()
            | TurnStarted()
            | RingLapsed()
            | RingReassigned()
            | RefusalCleared()
            | HourglassExpired()
            | TimerStarted()
            | PenaltyLapsed()
            | Paused()
            | Resumed()
        ):
            return ruling.kind
        case _:
            raise TypeError(
                f"no words for a {type(ruling).__name__}; add them to views/words.py and views/languages/"
            )


def _move_key(move: MoveAccepted) -> str:
    is_late = move.rule in _LATE_RULES
    if move.origin is None:
        return "move-accepted-brought-in-late" if is_late else "move-accepted-brought-in"
    return "move-accepted-late" if is_late else "move-accepted"


def _refusal_key(refused: ActRefused) -> str:
    key = f"{refused.kind}-{refused.reason}"
    if refused.reason == "timer-void" or (refused.reason == "other-glass-first" and refused.rule == "H41"):
        return f"{key}-{refused.rule}"
    if refused.reason in ("not-set-up", "in-pause") and refused.hourglass is None:
        return f"{key}-rings"
    return key


def _fields(ruling: Ruling) -> Iterator[tuple[str, FieldValue]]:
    """What the ruling itself gives to be filled in."""
    for field in fields(ruling):
        value: object = getattr(ruling, field.name)
        match value:
            case Hourglass():
                yield field.name, hourglass_message(value)
            case int() if field.name in Ruling.CELL_FIELDS:
                yield field.name, cell_name(Cell(value))
            case tuple() if field.name == "cells":
                yield field.name, tuple(cell_name(Cell(cell)) for cell in value)
            case int() if field.name != "at_ns" and not isinstance(value, bool):
                yield field.name, value
            case _:
                pass
    match ruling:
        case MatchStarted(level=level, penalty=penalty, start=start):
            yield "start", start
            yield "lateness", _LATENESS[penalty] if level == 3 else "none"
        case MatchEnded(winner=Player.RED, red_left=own, black_left=other):
            yield from (("own_left", own), ("other_left", other))
        case MatchEnded(winner=Player.BLACK, red_left=other, black_left=own):
            yield from (("own_left", own), ("other_left", other))
        case MatchEnded(red_left=left):
            yield "rings", left
        case _:
            pass


def _people(player: Player | None, settings: MatchSettings) -> dict[str, FieldValue]:
    if player is None:
        return {}
    return {"player": player_name(settings, player), "opponent": player_name(settings, player.opponent)}
