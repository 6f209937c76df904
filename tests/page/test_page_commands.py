"""Messages of the page become commands, or one clear sentence."""

import json

import pytest

from tamsk_pi.daemon.page.commands import (
    Command,
    MoveHands,
    SayAnswer,
    SetUpBoard,
    StartMatch,
    Unlock,
    parse_command,
    read_message,
    request_id,
)
from tamsk_pi.daemon.page.hands import DropRing, FlipGlass, FlipTimer, LiftGlass, PlaceGlass, SetAside, TakeRing
from tamsk_pi.rules.acts import Answer
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, PenaltyRule, StartRule

A2 = parse_cell("A2")
START = {"do": "start", "level": 2, "penalty": "1998", "start": "free-placement", "red": " Ada ", "black": "Bo"}


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ({"do": "unlock", "pin": "12"}, Unlock("12")),
        ({"do": "hands", "act": "lift", "hourglass": "red1"}, MoveHands(LiftGlass(Hourglass.RED1))),
        (
            {"do": "hands", "act": "place", "hourglass": "black3", "cell": "A2", "flip": True, "id": 4},
            MoveHands(PlaceGlass(Hourglass.BLACK3, A2, is_flipped=True)),
        ),
        (
            {"do": "hands", "act": "place", "hourglass": "red1", "cell": "A2"},
            MoveHands(PlaceGlass(Hourglass.RED1, A2)),
        ),
        ({"do": "hands", "act": "flip", "hourglass": "red2"}, MoveHands(FlipGlass(Hourglass.RED2))),
        ({"do": "hands", "act": "ring", "cell": "A2", "player": "black"}, MoveHands(DropRing(A2, Player.BLACK))),
        ({"do": "hands", "act": "take", "cell": "A2"}, MoveHands(TakeRing(A2))),
        ({"do": "hands", "act": "timer"}, MoveHands(FlipTimer())),
        ({"do": "hands", "act": "set-aside", "hourglass": "red3"}, MoveHands(SetAside(Hourglass.RED3))),
        (
            START | {"sand_ms": 60_000},
            StartMatch(
                MatchSettings(
                    level=2,
                    penalty=PenaltyRule.FIRST_EDITION,
                    start=StartRule.FREE_PLACEMENT,
                    red="Ada",
                    black="Bo",
                    sand_ms=60_000,
                )
            ),
        ),
        ({"do": "say", "what": "draw", "player": "red"}, SayAnswer(Answer.DRAW, Player.RED)),
        ({"do": "say", "what": "dead", "hourglass": "red1"}, SayAnswer(Answer.DEAD, hourglass=Hourglass.RED1)),
        (
            {"do": "say", "what": "owner", "cell": "A2", "player": "black"},
            SayAnswer(Answer.OWNER, Player.BLACK, cell=A2),
        ),
        ({"do": "set-up"}, SetUpBoard()),
        ({"do": "set-up", "start": "free-placement"}, SetUpBoard(StartRule.FREE_PLACEMENT)),
    ],
)
def test_a_well_formed_message_is_its_command(message: dict[str, object], command: Command) -> None:
    assert parse_command(read_message(json.dumps(message))) == command


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({}, "do: expected a text"),
        ({"do": 1}, "do: expected a text"),
        ({"do": "dance"}, "do='dance': expected unlock, hands, start, say, set-up, sand, calibrate or pair"),
        ({"do": "unlock", "pin": 1234}, "pin: expected a text"),
        ({"do": "unlock"}, "pin: expected a text"),
        ({"do": "hands", "act": "throw"}, "act='throw': expected lift, place"),
        ({"do": "hands", "act": "lift", "hourglass": "green1"}, "hourglass='green1': expected red1"),
        ({"do": "hands", "act": "lift", "hourglass": ["red1"]}, "hourglass: expected a text"),
        ({"do": "hands", "act": "take", "cell": "A9"}, "'A9' is not a cell"),
        ({"do": "hands", "act": "ring", "cell": "A2", "player": "green"}, "player='green': expected red or black"),
        (
            {"do": "hands", "act": "place", "hourglass": "red1", "cell": "A2", "flip": 1},
            "flip: expected true or false",
        ),
        ({"do": "hands", "act": "timer", "force": True}, "unknown key 'force'; expected do, id, act"),
        (START | {"sand_ms": True}, "sand_ms: expected a whole number"),
        (START | {"sand_ms": 1.5}, "sand_ms: expected a whole number"),
        (START | {"sand_ms": 9_999}, "sand_ms: expected a whole number from 10000"),
        (START | {"sand_ms": 60_000, "level": 4}, "level: expected a whole number from 1 to 3"),
        (START | {"sand_ms": 60_000, "penalty": "none"}, "penalty='none': expected revised or 1998"),
        (START | {"sand_ms": 60_000, "red": "  "}, "A player’s name has 1 to 24"),
        (START | {"sand_ms": 60_000, "red": "A" * 25}, "A player’s name has 1 to 24 printable"),
        (START | {"sand_ms": 60_000, "red": "A\u202eda"}, "A player’s name has 1 to 24"),
        (START | {"sand_ms": 60_000, "red": "\ud800"}, "A player’s name has 1 to 24"),
        ({"do": "say", "what": "hello"}, "what='hello': expected resign or"),
        ({"do": "say", "what": "alive", "player": "red"}, "unknown key 'player'"),
        ({"do": "say", "what": "pause"}, "player: expected a text"),
    ],
)
def test_a_wrong_message_is_refused_with_what_was_expected(message: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011, the sentence is compared below
        parse_command(read_message(json.dumps(message)))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize("text", ["", "{", "nonsense", "[" * 4_000, '{"do": "\x00"}', "9" * 5_000])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="this is not JSON"):
        read_message(text)


@pytest.mark.parametrize(
    ("text", "kind"), [("[]", "list"), ("null", "NoneType"), ('"do"', "str"), ("1e999", "float")]
)
def test_json_that_is_no_object_is_refused(text: str, kind: str) -> None:
    with pytest.raises(ValueError, match=f"expected a JSON object .* not {kind}"):
        read_message(text)


@pytest.mark.parametrize(
    ("value", "identity"), [(7, 7), ("a", "a"), (None, None), (True, None), ([1], None), ("x" * 65, None)]
)
def test_only_a_short_text_or_a_whole_number_comes_back_as_id(value: object, identity: object) -> None:
    assert request_id({"id": value}) == identity
