"""Every scenario of the tests as a game record and back: the same acts, the same rulings."""

from pathlib import Path

import pytest
from game_samples import MATCH, SCENARIOS, record_in

from tamsk_pi.games.deciding import decided, in_milliseconds, judgements, rulings_of, with_result
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.reader import parse_game
from tamsk_pi.games.scenarios import record_of_scenario, scenario_text
from tamsk_pi.games.sgf import format_sgf, parse_sgf
from tamsk_pi.games.writer import format_game
from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse

ALL = [*SCENARIOS, MATCH]


def ruled_in_file_order(path: Path) -> list[Ruling]:
    """As `tamsk-pi referee` does it: all acts told, then everything decided."""
    scenario = parse(path.read_text(encoding="utf-8"), str(path))
    state = RefereeState.initial(scenario.settings)
    for act in to_acts(scenario):
        state, _ = step(state, act)
    return list(step(state, Watermark(scenario.end_ns))[1])


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_scenario_is_the_same_match_as_text_as_sgf_and_as_a_scenario(path: Path) -> None:
    record = record_in(path)
    steps = list(decided(record))
    record = with_result(record, rulings_of(steps))
    assert [dict(r.judged()) for r in ruled_in_file_order(path)] == [dict(r.judged()) for r in rulings_of(steps)]

    text = format_game(record, steps)
    assert parse_game(text, "x") == record
    assert format_game(parse_game(text, "x"), steps) == text
    assert parse_sgf(format_sgf(record, steps, "tests:1"), "x").record == record
    assert in_milliseconds(record) == record

    scenario = scenario_text(record, "x")
    assert scenario.differs == ""
    assert judgements(record_of_scenario(parse(scenario.text, "x"))) == judgements(record)


def test_rings_of_unknown_holders_come_from_those_whose_count_they_went_off() -> None:
    record = parse_game("Level: 2\n1. red1 A1-A2 1/1.3/1.6\n5 ring A2\n2. black1 D1-D2 6/6.3/6.6 +7", "x")
    assert [line for line in scenario_text(record, "x").text.splitlines() if " ring " in line] == [
        "5.000 ring A2 black",
        "7.000 ring D2 black",
    ]


def test_instants_finer_than_a_scenario_can_say_are_told() -> None:
    record = parse_game(
        "Level: 2\n1. red1 A1-A2 1/1.3009/1.6 +2\n2. black1 D1-D2 3/3.3/3.6\n3. red2 G1-G2 8/8.3/8.6\n"
        "4. black2 G4-G3 12/12.3/12.6\n5. red3 D7-D6 16/16.3/16.6\n6. black3 A4-A3 20/20.3/20.6\n"
        "7. red1 A2-A1 24/24.0001/24.6\n300 end",
        "x",
    )
    assert scenario_text(record, "x").differs == "some rulings are dated otherwise by milliseconds"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("5 outage 4 red1=A1", "a scenario cannot say outage, which only sensors know"),
        ("5 place red2 A1", "x: hands alone cannot do this: red1 stands on A1; expected a cell without a glass"),
        ("5 take D4", "x: hands alone cannot do this: no ring lies on D4; expected one to take off"),
    ],
)
def test_what_hands_cannot_do_is_no_scenario(line: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        scenario_text(parse_game(f"Level: 3\n{line}", "x"), "x")
    assert str(caught.value) == message
