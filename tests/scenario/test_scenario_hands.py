"""`how …` and `hand …`: read, written, refused where hands could not, and nothing to the referee alone."""

import pytest

from tamsk_pi.rules.board import parse_cell
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.errors import ScenarioError
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Hand, HandKind, How, Manner
from tamsk_pi.scenario.writer import format_scenario

MS = 1_000_000
A2, B2 = parse_cell("A2"), parse_cell("B2")
WAYS = """match level=2
0.000 setup
0.000 hand clumsy 7
1.000 hand bare A1 1.000
1.500 hand steel A1 0.500 3
2.000 lift red1 how slowly 0.800
3.000 flip red1 how slowly 0.800
4.000 place red1 A2 how over B2 B1
5.000 ring A2 red how hovering 2.000
6.000 ring B2 red how crooked 0.200
6.500 ring B2 black how bouncing
7.000 take B2 how swept
7.500 hand knock A2
7.500 hand careful
8.000 place red1 B1 how corrected C1 0.400
9.000 hold red1 A2 1.000 how leaning 0.400
11.000 lift red1 how swept
12.000 end
"""


def test_ways_are_read_back_the_same() -> None:
    assert format_scenario(parse(WAYS, "f")) == WAYS


def test_to_the_referee_alone_the_acts_are_the_same() -> None:
    lines = [line.partition(" how")[0] for line in WAYS.splitlines() if " hand " not in line]
    assert to_acts(parse(WAYS, "f")) == to_acts(parse("\n".join(lines), "f"))


@pytest.mark.parametrize(
    ("words", "manner"),
    [
        ("ring A2 red how hovering", Manner(How.HOVERING, (), 2_000 * MS)),
        ("ring A2 red how crooked", Manner(How.CROOKED, (), 200 * MS)),
        ("place red1 A2 how corrected B2", Manner(How.CORRECTED, (B2,), 400 * MS)),
        ("place red1 A2 how leaning 1", Manner(How.LEANING, (), 1_000 * MS)),
        ("lift red1 how slowly", Manner(How.SLOWLY, (), 800 * MS)),
        ("place red1 B1 how over A2 B2", Manner(How.OVER, (A2, B2))),
    ],
)
def test_a_way_has_its_usual_time_where_none_is_said(words: str, manner: Manner) -> None:
    assert parse(f"0 setup\n1 {words}", "f").lines[1].manner == manner


def test_a_bracelet_is_felt_with_three_counts_where_none_are_said() -> None:
    hand = parse("1 hand steel A2 0.5", "f").lines[0].statement
    assert hand == Hand(1_000 * MS, HandKind.STEEL, A2, 500 * MS, 3.0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ring A2 red how slowly", "this is not done slowly; expected how slowly"),
        ("ring A2 red how croked", "'how croked' is no way to do it; did you mean 'crooked'"),
        ("ring A2 red how", "'how ' is no way to do it; expected how"),
        ("place red1 A2 how over", "'how over' is not complete or too long"),
        ("place red1 A2 how bouncing 2", "'how bouncing 2' is not complete or too long"),
        ("place red1 A2 how over A2", "A2 is where the glass is put; expected another cell"),
        ("place red1 A2 how corrected D1", "black1 stands on D1; expected `how corrected` with a tube"),
        ("flip red1 how slowly", "red1 stands in a tube; expected a glass in the hand to turn slowly"),
        ("ring A2 red how hovering 5", "'5' is too long or no time at all; expected more than 0, up to 4 seconds"),
        ("timer how slowly", "this is not done slowly"),
        ("hand wave A2", "'hand wave A2' is nothing a hand does; expected hand bare"),
        ("hand bare A2 0", "'0' is too long or no time at all"),
    ],
)
def test_what_hands_cannot_do_so_is_refused_with_its_place(line: str, message: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        parse(f"0 setup\n1 {line}", "f.tamsk")
    assert str(refused.value).startswith(f"f.tamsk:2: {message}")


def test_a_ring_above_the_tube_cannot_be_caught() -> None:
    with pytest.raises(ScenarioError, match="A2 has 1 rings and no tube above them"):
        parse("0 setup\n1 ring A2 red\n2 ring A2 red how crooked", "f")
