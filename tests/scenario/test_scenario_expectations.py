"""Expectations are compared with the rulings that came."""

import pytest

from tamsk_pi.scenario.expectations import check
from tamsk_pi.scenario.reader import parse

RED_MOVES: dict[str, object] = {
    "ruling": "move-accepted",
    "at_ms": 2_600,
    "rule": "G1.2",
    "player": "red",
    "hourglass": "red1",
    "from": "A1",
    "to": "A2",
}
BLACK_MOVES = RED_MOVES | {"at_ms": 6_500, "player": "black", "hourglass": "black1", "from": "D1", "to": "E1"}
REFUSED: dict[str, object] = {
    "ruling": "act-refused",
    "at_ms": 1_000,
    "rule": "H6",
    "player": None,
    "hourglass": None,
    "reason": "ring-on-full",
    "cells": ["A1"],
}
VOID = REFUSED | {"reason": "timer-void", "cells": []}
STARTED: dict[str, object] = {"ruling": "match-started", "at_ms": 0, "rule": "G1.1", "level": 3, "penalty": "1998"}


def unmet(rulings: list[dict[str, object]], *lines: str) -> list[str]:
    return [found.message for found in check(parse("\n".join(lines), "f"), rulings)]


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        ("0 expect move-accepted", RED_MOVES),
        ("0 expect move-accepted player=red from=A1 to=A2 rule=G1.2 at_ms=2600", RED_MOVES),
        ("0 expect move-accepted from=null", RED_MOVES | {"from": None}),
        ("0 expect act-refused player=null cells=A1", REFUSED),
        ("0 expect act-refused cells=A1,A2", REFUSED | {"cells": ["A1", "A2"]}),
        ("0 expect act-refused cells=", VOID),
        ("0 expect match-started level=3 penalty=1998", STARTED),
        ("0 expect move-accepted provisional=true", RED_MOVES | {"provisional": True}),
        ("0 expect move-accepted", RED_MOVES | {"provisional": True, "why": {"age_ms": 3}}),
        ("2.550 expect move-accepted within 50", RED_MOVES),
        ("2.650 expect move-accepted within 50", RED_MOVES),
    ],
)
def test_what_came_as_expected_is_met(line: str, ruling: dict[str, object]) -> None:
    assert unmet([ruling], line) == []


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        ("0 expect move-accepted to=A3", RED_MOVES),
        ("0 expect move-accepted from=null", RED_MOVES),
        ("0 expect move-accepted to=A2,A3", RED_MOVES),
        ("0 expect move-accepted provisional=true", RED_MOVES),
        ("0 expect move-accepted provisional=1", RED_MOVES | {"provisional": True}),
        ("0 expect match-started level=true", STARTED | {"level": 1}),
        ("0 expect act-refused cells=A2", REFUSED),
        ("0 expect act-refused cells=", REFUSED),
        ("0 expect act-refused cells=A1", VOID),
        ("0 expect act-refused reason=null", REFUSED),
        ("2.549 expect move-accepted within 50", RED_MOVES),
        ("2.651 expect move-accepted within 50", RED_MOVES),
        ("0 expect resumed", RED_MOVES),
    ],
)
def test_what_came_otherwise_is_unmet(line: str, ruling: dict[str, object]) -> None:
    assert len(unmet([ruling], line)) == 1


def test_each_expectation_takes_the_next_ruling_of_its_kind() -> None:
    lines = ["0 expect move-accepted player=red", "0 expect act-refused", "0 expect move-accepted player=black"]
    assert unmet([RED_MOVES, REFUSED, BLACK_MOVES], *lines) == []
    assert len(unmet([BLACK_MOVES, REFUSED, RED_MOVES], *lines)) == 2


def test_the_message_says_where_what_was_expected_and_what_came() -> None:
    assert unmet([REFUSED], "# x", "1 expect act-refused player=null cells=A1,A2 within 50") == [
        "f:2: expected act-refused player=null cells=A1,A2 within 50 of 1000, came "
        '{"at_ms":1000,"cells":["A1"],"hourglass":null,"player":null,"reason":"ring-on-full","rule":"H6",'
        '"ruling":"act-refused"}'
    ]


def test_the_message_says_when_nothing_of_the_kind_is_left() -> None:
    assert unmet([RED_MOVES], "0 expect move-accepted", "0 expect move-accepted player=red") == [
        "f:2: expected move-accepted player=red, came no further move-accepted"
    ]
