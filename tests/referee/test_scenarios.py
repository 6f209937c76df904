"""Every scenario in the repository, put to the referee alone."""

from itertools import pairwise

import pytest
from playing_scenarios import MS, NAMES, order_of, read, ruled_with_watermarks

from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.rules.acts import Act
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.expectations import check
from tamsk_pi.scenario.statements import End, Expect

FOR_THE_WHOLE_WAY = tuple(name for name in NAMES if not name.startswith("instants/"))


@pytest.mark.parametrize("name", NAMES)
def test_the_rulings_are_those_that_the_scenario_expects_at_their_exact_instants(name: str) -> None:
    scenario = read(name)
    _, rulings = decide(RefereeState.initial(scenario.settings), to_acts(scenario), scenario.end_ns)
    assert [unmet.message for unmet in check(scenario, [r.as_json() for r in rulings])] == []
    assert [r.kind for r in rulings] == order_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_is_expected(name: str) -> None:
    expected = [line.statement.ruling for line in read(name).lines if isinstance(line.statement, Expect)]
    assert sorted(expected) == sorted(order_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_rulings_do_not_depend_on_when_the_watermarks_come(name: str) -> None:
    scenario = read(name)
    acts, end_ns = to_acts(scenario), scenario.end_ns
    at_once = ruled_with_watermarks(scenario.settings, acts, [end_ns])
    after_each_act = [*sorted({act.at_ns for act in acts}), end_ns]
    every_10_ms = range(0, end_ns + 10 * MS, 10 * MS)
    for watermarks_ns in (after_each_act, every_10_ms):
        by_and_by = ruled_with_watermarks(scenario.settings, acts, watermarks_ns)
        assert [ruling.as_line() for ruling in by_and_by] == [ruling.as_line() for ruling in at_once]


@pytest.mark.parametrize("name", FOR_THE_WHOLE_WAY)
def test_hands_in_scenarios_for_the_whole_way_are_human(name: str) -> None:
    scenario = read(name)
    told = [line for line in scenario.lines if not isinstance(line.statement, (Expect, End))]
    gaps = {b.number: b.statement.at_ns - a.statement.at_ns for a, b in pairwise(told)}
    assert {number: gap // MS for number, gap in gaps.items() if gap < 150 * MS} == {}


def test_an_act_known_late_is_judged_by_when_it_happened() -> None:
    scenario = read("g2.5-the-opponent-starts-before-the-ring.tamsk")
    acts = to_acts(scenario)
    in_order = ruled_with_watermarks(scenario.settings, acts, [scenario.end_ns])
    backwards = _backwards(acts)
    _, rulings = decide(RefereeState.initial(scenario.settings), backwards, scenario.end_ns)
    assert backwards != acts
    assert rulings == in_order


def _backwards(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The last instant first; acts of one instant keep their order."""
    instants = sorted({act.at_ns for act in acts}, reverse=True)
    return tuple(act for at_ns in instants for act in acts if act.at_ns == at_ns)


def test_expectations_are_seen_to_fail() -> None:
    name = "g1.1-red-begins.tamsk"
    scenario = read(name)
    _, nothing = decide(RefereeState.initial(scenario.settings), to_acts(scenario), 0)
    assert len(check(scenario, [r.as_json() for r in nothing])) == len(order_of(name))
