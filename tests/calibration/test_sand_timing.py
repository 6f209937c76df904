"""Timing many glasses at once: what is turned next, whose run-out a press means, what spoils a run."""

from dataclasses import replace

import pytest

from tamsk_pi.calibration.sand import SandFigures
from tamsk_pi.calibration.sand_timing import SPACING_MS, SandTiming, Spoiled

S = 1_000_000_000
SPACING_S = SPACING_MS // 1_000
ALL = SandTiming()
TWO = SandTiming(("red1", "black1"), rounds=1)


def test_the_neutral_timer_comes_first_and_alone() -> None:
    assert ALL.to_turn(0) == "neutral_timer"
    turned = ALL.turned("neutral_timer", 0, 0)
    assert turned.to_turn(SPACING_S * S) is None
    assert turned.pressed(15 * S).to_turn(SPACING_S * S) == "neutral_timer"


def test_glasses_are_turned_over_apart() -> None:
    turned = TWO.turned("red1", 1, 0)
    assert turned.to_turn(SPACING_S * S - 1) is None
    assert turned.to_turn(SPACING_S * S) == "black1"


def test_a_press_means_the_glass_that_is_due_first() -> None:
    known = replace(TWO, expected_ms={("red1", 1): 190_000, ("black1", 1): 170_000})
    timing = known.turned("red1", 1, 0).turned("black1", 1, 15 * S)
    due = timing.due_next(185 * S)
    assert due is not None
    assert due.glass == "black1"
    assert [(t.run.glass, t.ms) for t in timing.pressed(185 * S).done] == [("black1", 170_000.0)]


def test_a_players_button_means_the_next_glass_of_his_colour() -> None:
    timing = TWO.turned("red1", 1, 0).turned("black1", 1, 15 * S)
    assert [t.run.glass for t in timing.pressed(180 * S, colour="black").done] == ["black1"]


def test_a_press_may_name_its_glass() -> None:
    timing = TWO.turned("red1", 1, 0).turned("black1", 1, 15 * S)
    assert [t.run.glass for t in timing.pressed(180 * S, "black1").done] == ["black1"]


def test_a_press_long_before_anything_is_due_means_nothing() -> None:
    timing = TWO.turned("red1", 1, 0)
    assert timing.pressed(80 * S) == timing


def test_a_press_can_be_taken_back_and_repeated() -> None:
    timing = TWO.turned("red1", 1, 0)
    assert timing.pressed(178 * S).undone() == timing
    assert timing.pressed(178 * S).undone().pressed(180 * S).done[0].ms == 180_000


def test_a_press_taken_back_after_the_glass_was_turned_again_only_loses_its_run() -> None:
    timing = TWO.turned("red1", 1, 0).pressed(178 * S).turned("red1", 0, 190 * S)
    after = timing.undone()
    assert (after.done, after.running) == ((), timing.running)


RUNNING = TWO.turned("red1", 1, 0)


@pytest.mark.parametrize("spoiled", [RUNNING.moved("red1", 60 * S), RUNNING.turned("red1", 0, 60 * S)])
def test_a_run_counts_no_more_once_its_glass_was_moved_or_turned(spoiled: SandTiming) -> None:
    assert (spoiled.running, [(u.glass, u.why) for u in spoiled.unfit]) == ((), [("red1", Spoiled.MOVED)])
    assert spoiled.pressed(180 * S).done == ()


def test_a_glass_that_was_moved_is_turned_again_only_when_it_has_surely_run_out() -> None:
    spoiled = TWO.turned("black1", 1, 0).moved("black1", 60 * S).turned("red1", 1, 61 * S).pressed(240 * S)
    assert spoiled.to_turn(260 * S) == "red1"
    assert spoiled.at(286 * S).turned("red1", 0, 270 * S).to_turn(286 * S) == "black1"


def test_the_lift_that_a_turn_begins_with_spoils_nothing() -> None:
    timing = TWO.turned("red1", 1, 10 * S)
    assert timing.moved("red1", 9 * S) == timing


def test_a_run_out_that_nobody_pressed_for_is_forgotten() -> None:
    missed = TWO.turned("red1", 1, 0).at(225 * S)
    assert [(u.glass, u.why) for u in missed.unfit] == [("red1", Spoiled.MISSED)]
    assert missed.to_turn(225 * S) == "red1"


def test_a_turn_told_again_for_a_better_instant_keeps_its_run() -> None:
    timing = TWO.turned("red1", 1, 10 * S).untold("red1", 10 * S).turned("red1", None, 11 * S)
    assert [(r.end, r.since_ns) for r in timing.running] == [(1, 11 * S)]


def test_ends_that_no_node_tells_take_turns() -> None:
    timing = TWO.turned("red1", None, 0).pressed(180 * S).turned("red1", None, 190 * S).pressed(370 * S)
    assert [t.run.end for t in timing.done] == [0, 1]


def test_a_session_is_complete_when_every_end_has_its_runs() -> None:
    timing = SandTiming(("red1",), rounds=1).turned("red1", 1, 0).pressed(180 * S)
    assert (timing.is_complete, timing.progress) == (False, (1, 2))
    whole = timing.turned("red1", 0, 190 * S).pressed(371 * S)
    assert (whole.is_complete, whole.progress, whole.to_turn(400 * S)) == (True, (2, 2), None)
    figures = whole.results(SandFigures(), "2026-11-30").both("red1")
    assert figures is not None
    assert [f.ms for f in figures] == [181_000, 180_000]
