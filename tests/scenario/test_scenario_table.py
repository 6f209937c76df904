"""What no hands could do stops a scenario before anything runs; everything hands can do is allowed."""

import pytest

from tamsk_pi.scenario.errors import ScenarioError
from tamsk_pi.scenario.reader import parse


def error_of(*lines: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        parse("\n".join(lines), "f")
    return str(caught.value)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ["0 setup", "1 place red1 G1"],
            "f:2: red2 stands on G1; expected a cell without a glass",
        ),
        (
            ["0 lift red1"],
            "f:1: red1 stands in no tube; expected a glass that can be lifted",
        ),
        (
            ["0 setup", "1 lift red1", "2 lift red1"],
            "f:3: red1 stands in no tube; expected a glass that can be lifted",
        ),
        (
            ["0 setup", "1 hold red1 A2 3", "3.999 lift red1"],
            "f:3: red1 is held where it stands until 4.000; expected it to be let go first",
        ),
        (
            ["0 setup", "1 hold red1 A2 3", "2 place red1 A3"],
            "f:3: red1 is held where it stands until 4.000; expected it to be let go first",
        ),
        (
            ["0 setup", "1 hold red1 A2 3", "2 setup"],
            "f:3: red1 is held where it stands until 4.000; expected it to be let go first",
        ),
        (
            ["0 tilt red1", "1 place red1 A1"],
            "f:2: red1 lies on its side; expected `upright` before it is placed",
        ),
        (
            ["0 setup", "1 tilt red1"],
            "f:2: red1 stands in the tube of A1; expected `lift` before it is laid on its side",
        ),
        (
            ["0 tilt red1", "1 tilt red1"],
            "f:2: red1 lies on its side already; expected a glass that is upright",
        ),
        (
            ["0 setup", "1 upright red1"],
            "f:2: red1 is upright; expected a glass that lies on its side",
        ),
        (
            ["0 setup", "1 take A1"],
            "f:2: no ring lies on A1; expected one to take off",
        ),
        (
            ["0 fault power back 3"],
            "f:1: the power is not cut; expected `fault power cut` first",
        ),
        (
            ["0 fault power cut", "1 fault power cut"],
            "f:2: the power is cut already; expected `fault power back SECONDS` first",
        ),
        (
            ["0 end", "0 start"],
            "f:2: the scenario has ended before this line; expected nothing but `expect` here",
        ),
    ],
)
def test_what_no_hands_could_do_is_refused(lines: list[str], message: str) -> None:
    assert error_of(*lines) == message


def test_a_holder_is_empty_after_32_rings() -> None:
    drops = ["0 ring D4 red"] * 32
    assert error_of(*drops, "1 ring A1 red") == "f:33: red's holder is empty; expected a ring in it"
    parse("\n".join([*drops, "1 ring A1 black"]), "f")


def test_a_ring_taken_off_goes_back_to_the_holder_it_came_from() -> None:
    drops = ["0 ring D4 black", *["0 ring D4 red"] * 32]
    parse("\n".join([*drops, "1 take D4", "2 ring A1 red"]), "f")
    assert error_of(*drops, "1 take D4", "2 ring A1 red", "3 ring A1 red") == (
        "f:36: red's holder is empty; expected a ring in it"
    )


@pytest.mark.parametrize(
    "lines",
    [
        ["0 place red1 A1", "1 lift red1"],
        ["0 setup", "1 place red1 A2", "2 place black1 A1"],
        ["0 setup", "1 lift red1", "2 place black1 A1"],
        ["0 setup", "1 place red1 A1"],
        ["0 setup", "1 hold red1 A2 3", "4 lift red1"],
        ["0 setup", "1 hold red1 A2 3", "2 flip red1"],
        ["0 setup", "1 hold red1 A2 3", "2 end"],
        ["0 setup", "1 ring A1 red", "2 ring A1 red", "3 ring A1 black"],
        ["0 setup", "1 lift red1", "2 setup", "3 lift red1"],
        ["0 fault power cut", "1 fault clear", "2 fault power cut"],
        ["0 start", "0 timer", "0 say pause red"],
        ["1 end", "1 expect resumed"],
    ],
)
def test_what_hands_can_do_is_read_whatever_the_rules_think_of_it(lines: list[str]) -> None:
    assert len(parse("\n".join(lines), "f").lines) == len(lines)
