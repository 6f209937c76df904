"""What the page may ask for, parsed from its messages into types; everything wrong is one sentence.

A message is one JSON object: `do` says what, `id` comes back with the answer, the rest follows from `do`:

    {"do": "unlock", "pin": "1234"}
    {"do": "hands", "act": "lift" | "flip" | "set-aside", "hourglass": "red1"}
    {"do": "hands", "act": "place", "hourglass": "red1", "cell": "A2", "flip": true}
    {"do": "hands", "act": "ring", "cell": "A2", "player": "red"}
    {"do": "hands", "act": "take", "cell": "A2"}      {"do": "hands", "act": "timer"}
    {"do": "start", "level": 3, "penalty": "revised", "start": "corners", "red": …, "black": …, "sand_ms": 180000}
    {"do": "say", "what": "draw", "player": "red"}    also with hourglass (alive, dead) or cell (owner)
    {"do": "say", "what": "confirm", "player": "red", "hourglass": "red1", "cell": "A2"}   (or only the player)
    {"do": "calibrate", "act": "begin" | "go-on" | "end"}
    {"do": "pair", "act": "begin", "glass": "red1"}   (or all, without)   {"do": "pair", "act": "skip" | "end"}
    {"do": "set-up", "start": "corners"}   (or "free-placement"; without it, corners)
    {"do": "sand", "act": "begin" | "undo" | "end"}   {"do": "sand", "act": "ran-out", "glass": "red1"}
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar

from tamsk_pi.calibration.sand import parse_glass
from tamsk_pi.daemon.page.hands import (
    DropRing,
    FlipGlass,
    FlipTimer,
    HandCommand,
    LiftGlass,
    PlaceGlass,
    SetAside,
    TakeRing,
)
from tamsk_pi.rules.acts import Answer
from tamsk_pi.rules.board import Cell, parse_cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, PenaltyRule, StartRule
from tamsk_pi.views.catalogue import PlayerError
from tamsk_pi.views.catalogue import message as to_say

NAME_LENGTH: Final = 24
SAND_MS: Final = (10_000, 3_600_000)
"""The shortest and the longest running time the dialog may ask for."""
_ID_LENGTH: Final = 64


@dataclass(frozen=True, slots=True)
class Unlock:
    pin: str


@dataclass(frozen=True, slots=True)
class MoveHands:
    act: HandCommand


@dataclass(frozen=True, slots=True)
class StartMatch:
    settings: MatchSettings


@dataclass(frozen=True, slots=True)
class SayAnswer:
    what: Answer
    player: Player | None = None
    hourglass: Hourglass | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class SetUpBoard:
    start: StartRule = StartRule.CORNERS


class SandAct(StrEnum):
    """What is asked while the sand is timed: to begin, that a glass has run out, to take that back, to end."""

    BEGIN = "begin"
    RAN_OUT = "ran-out"
    UNDO = "undo"
    END = "end"


@dataclass(frozen=True, slots=True)
class TimeSand:
    act: SandAct
    glass: str | None = None


class CalibrationAct(StrEnum):
    """What is asked of a calibration: to begin, to go on after a problem or from a result, to end."""

    BEGIN = "begin"
    GO_ON = "go-on"
    END = "end"


@dataclass(frozen=True, slots=True)
class CalibrateBoard:
    act: CalibrationAct


class PairingAct(StrEnum):
    """What is asked of pairing: to begin, to leave the glass that is asked for as it is, to end."""

    BEGIN = "begin"
    SKIP = "skip"
    END = "end"


@dataclass(frozen=True, slots=True)
class PairNodes:
    act: PairingAct
    glass: str | None = None


Command: TypeAlias = Unlock | MoveHands | StartMatch | SayAnswer | SetUpBoard | TimeSand | CalibrateBoard | PairNodes
Message: TypeAlias = dict[str, object]
RequestId: TypeAlias = str | int | None


def read_message(text: str) -> Message:
    """The JSON object in a message; raises ValueError for anything else."""
    try:
        message: object = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError('this is not JSON; expected an object like {"do": "set-up"}') from None
    if not isinstance(message, dict):
        raise ValueError(f'expected a JSON object with the key "do", not {type(message).__name__}')
    return message


def request_id(message: Message) -> RequestId:
    """What to send back with the answer; None if the page gave nothing usable."""
    value = message.get("id")
    if isinstance(value, str) and len(value) <= _ID_LENGTH:
        return value
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def parse_command(message: Message) -> Command:
    """The command in a message; raises ValueError saying which key is wrong and what was expected."""
    match _text(message, "do"):
        case "unlock":
            _only(message, "pin")
            return Unlock(_text(message, "pin"))
        case "hands":
            return MoveHands(_hand_command(message))
        case "start":
            return StartMatch(_settings(message))
        case "say":
            return _answer(message)
        case "set-up":
            _only(message, "start")
            return SetUpBoard(_member(StartRule, message, "start") if "start" in message else StartRule.CORNERS)
        case "sand":
            _only(message, "act", "glass")
            glass = parse_glass(_text(message, "glass")) if "glass" in message else None
            return TimeSand(_member(SandAct, message, "act"), glass)
        case "pair":
            _only(message, "act", "glass")
            glass = parse_glass(_text(message, "glass")) if "glass" in message else None
            return PairNodes(_member(PairingAct, message, "act"), glass)
        case "calibrate":
            _only(message, "act")
            return CalibrateBoard(_member(CalibrationAct, message, "act"))
        case other:
            raise ValueError(
                f"do={_quoted(other)}: expected unlock, hands, start, say, set-up, sand, calibrate or pair"
            )


def _hand_command(message: Message) -> HandCommand:
    match _text(message, "act"):
        case "lift":
            _only(message, "act", "hourglass")
            return LiftGlass(_hourglass(message))
        case "place":
            _only(message, "act", "hourglass", "cell", "flip")
            return PlaceGlass(_hourglass(message), _cell(message), _flag(message, "flip"))
        case "flip":
            _only(message, "act", "hourglass")
            return FlipGlass(_hourglass(message))
        case "ring":
            _only(message, "act", "cell", "player")
            return DropRing(_cell(message), _member(Player, message, "player"))
        case "take":
            _only(message, "act", "cell")
            return TakeRing(_cell(message))
        case "timer":
            _only(message, "act")
            return FlipTimer()
        case "set-aside":
            _only(message, "act", "hourglass")
            return SetAside(_hourglass(message))
        case other:
            raise ValueError(f"act={_quoted(other)}: expected lift, place, flip, ring, take, timer or set-aside")


def _settings(message: Message) -> MatchSettings:
    _only(message, "level", "penalty", "start", "red", "black", "sand_ms")
    return MatchSettings(
        level=_whole(message, "level", 1, 3),
        penalty=_member(PenaltyRule, message, "penalty"),
        start=_member(StartRule, message, "start"),
        red=_name(message, "red"),
        black=_name(message, "black"),
        sand_ms=_whole(message, "sand_ms", *SAND_MS),
    )


def _answer(message: Message) -> SayAnswer:
    what = _member(Answer, message, "what")
    match what:
        case Answer.ALIVE | Answer.DEAD:
            _only(message, "what", "hourglass")
            return SayAnswer(what, hourglass=_hourglass(message))
        case Answer.OWNER:
            _only(message, "what", "cell", "player")
            return SayAnswer(what, _member(Player, message, "player"), cell=_cell(message))
        case Answer.CONFIRM if "hourglass" in message or "cell" in message:
            _only(message, "what", "player", "hourglass", "cell")
            return SayAnswer(what, _member(Player, message, "player"), _hourglass(message), _cell(message))
        case _:
            _only(message, "what", "player")
            return SayAnswer(what, _member(Player, message, "player"))


def _only(message: Message, *keys: str) -> None:
    unknown = sorted(message.keys() - {"do", "id", *keys})
    if unknown:
        raise ValueError(f"unknown key {_quoted(unknown[0])}; expected {', '.join(('do', 'id', *keys))}")


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


def _text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{key}: expected a text")
    return value


def _flag(message: Message, key: str) -> bool:
    value = message.get(key, False)
    if not isinstance(value, bool):
        raise ValueError(f"{key}: expected true or false")
    return value


def _whole(message: Message, key: str, low: int, high: int) -> int:
    value = message.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{key}: expected a whole number from {low} to {high}")
    return value


def _name(message: Message, key: str) -> str:
    name = _text(message, key).strip()
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        raise PlayerError(to_say("cannot-name-player", most=NAME_LENGTH))
    return name


def _cell(message: Message) -> Cell:
    name = _text(message, "cell")
    return parse_cell(name if len(name) <= 40 else name[:40])


def _hourglass(message: Message) -> Hourglass:
    label = _text(message, "hourglass")
    for hourglass in HOURGLASSES:
        if hourglass.label == label:
            return hourglass
    raise ValueError(f"hourglass={_quoted(label)}: expected red1, red2, red3, black1, black2 or black3")


Choice = TypeVar("Choice", Answer, CalibrationAct, PenaltyRule, PairingAct, Player, SandAct, StartRule)


def _member(kind: type[Choice], message: Message, key: str) -> Choice:
    text = _text(message, key)
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{key}={_quoted(text)}: expected {' or '.join(kind)}") from None
