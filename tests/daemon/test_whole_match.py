"""A whole level 3 match through the sensors: late, forfeit, tie-break by sand; once with the power cut in it."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from campaigns.matches import by_referee_alone, compare, sense
from tamsk_pi.referee.rulings import MatchEnded, Question, TimerRanOut
from tamsk_pi.rules.acts import Setup
from tamsk_pi.scenario.expectations import check
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Fault, FaultKind, Line, Scenario

MATCH = Path(__file__).resolve().parent.parent / "matches" / "late-forfeit-and-sand.tamsk"
S = 1_000_000_000
QUIET_NS = 8 * S

pytestmark = pytest.mark.slow


def read() -> Scenario:
    return parse(MATCH.read_text(encoding="utf-8"), MATCH.name)


def middle_of_a_pause(scenario: Scenario) -> int:
    """An instant in the second quarter of the match at which no hand acts for a while, before or after."""
    instants = [line.statement.at_ns for line in scenario.lines if not isinstance(line.statement, Setup)]
    return next(a + 4 * S for a, b in pairwise(instants) if b - a >= QUIET_NS and a > scenario.end_ns // 4)


def with_a_power_cut(scenario: Scenario) -> Scenario:
    at_ns = middle_of_a_pause(scenario)
    cut = (Fault(at_ns, FaultKind.POWER_CUT), Fault(at_ns, FaultKind.POWER_BACK, value=1.5))
    lines = [*scenario.lines, *(Line(0, fault) for fault in cut)]
    return replace(scenario, lines=tuple(sorted(lines, key=lambda line: line.statement.at_ns)))


def test_the_match_shows_what_it_is_there_for() -> None:
    rulings = by_referee_alone(read())
    assert {r.outcome for r in rulings if isinstance(r, TimerRanOut)} >= {"late", "forfeit"}
    assert [(r.reason, r.red_left == r.black_left) for r in rulings if isinstance(r, MatchEnded)] == [
        ("last-hourglass", True)
    ]


def test_sensed_it_is_ruled_as_by_the_referee_alone_and_replays_alike() -> None:
    scenario = read()
    rulings, trouble = sense(scenario, seed=5)
    assert compare(by_referee_alone(scenario), rulings).difference is None
    assert trouble is None
    assert check(scenario, [r.as_json() for r in rulings]) == ()


def test_with_the_power_cut_in_its_middle_it_is_ruled_alike() -> None:
    scenario = read()
    rulings, trouble = sense(with_a_power_cut(scenario), seed=5)
    without = tuple(r for r in rulings if not isinstance(r, Question))
    assert len(rulings) == len(without) + 1
    assert [r.kind for r in without] == [r.kind for r in by_referee_alone(scenario)]
    assert trouble is None
    assert check(scenario, [r.as_json() for r in rulings]) == ()
