"""The product's referee and a second one, written straight from the rules, give the same rulings."""

from pathlib import Path

import pytest
from plain.match import Ruling
from plain.referee import rulings as rulings_by_the_book
from playing_scenarios import DIRECTORY, NAMES, order_of, read

from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.expectations import check
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Scenario

MATCHES = tuple(sorted((DIRECTORY.parent / "matches").glob("*.tamsk")))


def rulings_of_the_product(scenario: Scenario) -> list[Ruling]:
    _, rulings = decide(RefereeState.initial(scenario.settings), to_acts(scenario), scenario.end_ns)
    return [{k: v for k, v in ruling.as_json().items() if k not in ("why", "provisional")} for ruling in rulings]


@pytest.mark.parametrize("name", NAMES)
def test_the_second_referee_rules_every_scenario_as_it_expects_and_as_the_product_does(name: str) -> None:
    scenario = read(name)
    rulings = rulings_by_the_book(scenario.settings, to_acts(scenario), scenario.end_ns)
    assert rulings == rulings_of_the_product(scenario)
    assert [ruling["ruling"] for ruling in rulings] == order_of(name)
    assert check(scenario, rulings) == ()


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_both_referees_rule_a_whole_match_alike(path: Path) -> None:
    scenario = parse(path.read_text(encoding="utf-8"), path.name)
    assert rulings_by_the_book(scenario.settings, to_acts(scenario), scenario.end_ns) == rulings_of_the_product(
        scenario
    )
