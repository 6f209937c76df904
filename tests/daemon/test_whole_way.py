"""Every scenario through the simulated sensors gives the rulings of the referee alone (scenarios.md)."""

from dataclasses import replace
from pathlib import Path

import pytest

from campaigns.busy_computer import BUSY_COMPUTER
from campaigns.matches import MATCHES, by_referee_alone, compare, sense
from tamsk_pi.referee.rulings import HourglassExpired, MatchEnded, Ruling, TurnPassed
from tamsk_pi.rules.acts import Ring
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.scenario.expectations import check
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Scenario

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"
SENSED = sorted((*SCENARIOS.glob("*.tamsk"), *SCENARIOS.glob("hands/*.tamsk")))
MS = 1_000_000
AT_BYTE_LEVEL = ("g3.4-late-move-costs-a-second-ring", "g3.6-not-started-is-forfeit", "h39-moved-in-the-pause")


def read(path: Path) -> Scenario:
    return parse(path.read_text(encoding="utf-8"), path.name)


@pytest.mark.parametrize("path", SENSED, ids=lambda path: path.stem)
def test_sensed_the_rulings_are_those_of_the_referee_alone_and_replay_alike(path: Path) -> None:
    scenario = read(path)
    rulings, trouble = sense(scenario, seed=scenario.settings.seed)
    assert compare(by_referee_alone(scenario), rulings).difference is None
    assert trouble is None
    assert check(scenario, [r.as_json() for r in rulings]) == ()


@pytest.mark.parametrize("name", AT_BYTE_LEVEL)
def test_from_the_bytes_of_the_bus_the_rulings_are_the_same_as_from_frames(name: str) -> None:
    scenario = read(SCENARIOS / f"{name}.tamsk")
    from_bytes, _ = sense(scenario, seed=3, is_frame_level=False)
    from_frames, _ = sense(scenario, seed=3)
    assert [r.as_line() for r in from_bytes] == [r.as_line() for r in from_frames]


@pytest.mark.slow
def test_a_whole_random_match_is_ruled_as_by_the_referee_alone() -> None:
    assert MATCHES.case(0, 12)["failure"] is None


@pytest.mark.slow
def test_a_computer_that_stands_still_again_and_again_rules_alike() -> None:
    assert BUSY_COMPUTER.case(0, 8)["failure"] is None


def test_the_comparison_notices_a_ring_that_was_not_dropped() -> None:
    scenario = read(SCENARIOS / "g3.4-late-move-costs-a-second-ring.tamsk")
    without = replace(scenario, lines=tuple(line for line in scenario.lines if not isinstance(line.statement, Ring)))
    rulings, _ = sense(without, seed=0)
    assert compare(by_referee_alone(scenario), rulings).difference is not None


RUN_OUT = HourglassExpired(at_ns=1_000 * MS, rule="G2.6", player=Player.RED, hourglass=Hourglass.RED1)
PASSED = TurnPassed(at_ns=1_050 * MS, rule="G1.5", player=Player.BLACK, reason="blocked")


@pytest.mark.parametrize(
    ("alone", "sensed", "is_same"),
    [
        ((RUN_OUT, PASSED), (PASSED, replace(RUN_OUT, at_ns=1_100 * MS)), True),
        ((PASSED, replace(RUN_OUT, at_ns=1_100 * MS)), (RUN_OUT, PASSED), True),
        ((RUN_OUT, PASSED), (PASSED, replace(RUN_OUT, at_ns=1_260 * MS)), False),
        ((RUN_OUT, replace(PASSED, at_ns=1_300 * MS)), (replace(PASSED, at_ns=1_300 * MS), RUN_OUT), False),
        ((PASSED, replace(PASSED, at_ns=1_060 * MS, rule="H31")), (replace(PASSED, rule="H31"), PASSED), False),
    ],
)
def test_a_glass_that_runs_out_too_close_to_tell_may_be_ruled_so_before_or_after(
    alone: tuple[Ruling, ...], sensed: tuple[Ruling, ...], is_same: bool
) -> None:
    assert (compare(alone, sensed).difference is None) is is_same


@pytest.mark.parametrize(("end_ms", "is_same"), [(1_240, True), (1_260, False)])
def test_a_glass_that_runs_out_as_the_match_ends_may_be_ruled_so_or_not(end_ms: int, is_same: bool) -> None:
    end = MatchEnded(at_ns=end_ms * MS, rule="G1.6", winner=Player.RED, reason="rings", red_left=0, black_left=7)
    assert (compare((end,), (RUN_OUT, end)).difference is None) is is_same
    assert (compare((RUN_OUT, end), (end,)).difference is None) is is_same
