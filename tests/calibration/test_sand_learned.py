"""What a match teaches about its sand: bounds that players said, of runs whose beginning is known."""

from dataclasses import replace

import pytest

from tamsk_pi.calibration.match_sand import measured_settings
from tamsk_pi.calibration.sand import SandFigures, given
from tamsk_pi.calibration.sand_play import Bounds, bounds_said, learned
from tamsk_pi.rules.acts import Act, Answer, Flip, Lift, NoFlip, Outage, Paired, Place, Say, Start, Swapped, Tilt
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.rules.settings import MatchSettings

S = 1_000_000_000
RED1 = Hourglass.RED1
A2 = parse_cell("A2")
DAY = "2026-11-30"
FIGURES = SandFigures().with_end("red1", 0, given(177_500, 600, DAY)).with_end("red1", 1, given(183_500, 600, DAY))
SETTINGS = measured_settings(MatchSettings(), FIGURES)
MOVE: tuple[Act, ...] = (Start(0, SETTINGS), Lift(9 * S, RED1), Flip(10 * S, RED1), Place(11 * S, RED1, A2))
"""Turned from end A to end B, which runs 183.5 s."""


def say(what: Answer, at_s: float) -> Say:
    return Say(round(at_s * S), what, hourglass=RED1)


ALIVE, DEAD = say(Answer.ALIVE, 194), say(Answer.DEAD, 193)


def test_alive_says_that_the_run_was_longer_and_dead_that_it_was_not() -> None:
    assert bounds_said(SETTINGS, (*MOVE, ALIVE)) == (Bounds(RED1, 1, 184_000, float("inf")),)
    assert bounds_said(SETTINGS, (*MOVE, DEAD, RED1)) == (Bounds(RED1, 1, 0, 183_000),)


def test_an_expiry_that_was_ruled_and_nobody_spoke_of_teaches_nothing() -> None:
    assert bounds_said(SETTINGS, (*MOVE, RED1)) == ()


def test_what_is_said_after_the_ruling_is_no_observation() -> None:
    assert bounds_said(SETTINGS, (*MOVE, RED1, ALIVE)) == ()


def test_dead_long_before_the_run_out_is_no_observation() -> None:
    assert bounds_said(SETTINGS, (*MOVE, say(Answer.DEAD, 100))) == ()


@pytest.mark.parametrize(
    "disturbance",
    [
        Lift(100 * S, RED1),
        Tilt(100 * S, RED1),
        Flip(100 * S, RED1),
        Outage(120 * S, 100 * S, (None,) * 6, (0,) * 37),
    ],
)
def test_a_run_that_was_disturbed_teaches_nothing(disturbance: Act) -> None:
    assert bounds_said(SETTINGS, (*MOVE, disturbance, ALIVE)) == ()


@pytest.mark.parametrize("mixed_up", [Swapped, Paired])
def test_glasses_that_were_mixed_up_teach_nothing(mixed_up: type[Swapped] | type[Paired]) -> None:
    assert bounds_said(SETTINGS, (*MOVE, ALIVE, mixed_up(195 * S, Hourglass.RED2, RED1))) == ()


def test_a_turn_that_was_only_inferred_dates_no_run() -> None:
    acts = (Start(0, SETTINGS), Flip(10 * S, RED1, is_inferred=True), ALIVE)
    assert bounds_said(SETTINGS, acts) == ()


def test_a_turn_dated_better_afterwards_counts_from_there() -> None:
    better = (Flip(10 * S + S // 2, RED1), NoFlip(10 * S, RED1))
    assert bounds_said(SETTINGS, (*MOVE, *better, ALIVE)) == (Bounds(RED1, 1, 183_500, float("inf")),)


def test_the_end_that_was_down_at_first_decides_which_end_learns() -> None:
    settings = replace(SETTINGS, ends_down=(1, 0, 0, 0, 0, 0, 0))
    assert bounds_said(settings, (*MOVE, ALIVE)) == (Bounds(RED1, 0, 184_000, float("inf")),)


def test_the_figures_move_towards_what_was_said() -> None:
    after = learned(FIGURES, SETTINGS, bounds_said(SETTINGS, (*MOVE, ALIVE)), "2026-12-01")
    before, now = FIGURES.end("red1", 1), after.end("red1", 1)
    assert before is not None
    assert now is not None
    assert now.mean_ms > before.mean_ms + 100
    assert (now.bounds, now.measured_on) == (1, "2026-12-01")
    assert after.end("red1", 0) == FIGURES.end("red1", 0)


def test_ends_that_the_match_did_not_run_by_learn_nothing() -> None:
    unsure = measured_settings(MatchSettings(), FIGURES, (None,) * 7)
    assert learned(FIGURES, unsure, bounds_said(unsure, (*MOVE, ALIVE)), DAY) == FIGURES
