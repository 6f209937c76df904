"""Whole stretches of play through the simulated table: what hands did comes out, dated as it happened."""

import pytest
from hands_at_play import compare, random_play, truth
from perceived_table import MS, Perceived, S, perceive

from tamsk_pi.rules.acts import Act, Setup
from tamsk_pi.rules.pieces import HOME

BOARD_ACTS_MS = 50
TURNS_MS = 250
SHORT_MATCH = """
match level=3
0.000 setup
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
5.000 timer
6.000 lift black1
6.200 flip black1
6.500 hold black1 E1 0.4
7.300 ring E1 black
8.500 lift red2
8.700 tilt red2
9.500 upright red2
9.800 place red2 G1
10.500 take A2
11.000 end
"""


def acts_without_setup(seen: Perceived) -> list[Act]:
    return [act for act in seen.acts if not isinstance(act, Setup)]


@pytest.mark.parametrize("seed", range(4))
def test_every_act_of_busy_hands_comes_out_once_and_in_time(seed: int) -> None:
    text = random_play(seed, 30)
    problems, errors = compare(truth(text), acts_without_setup(perceive(text, seed)))
    assert problems == []
    assert {kind: max(map(abs, ms)) for kind, ms in errors.items()} == {
        kind: pytest.approx(0, abs=TURNS_MS if kind in ("Flip", "TurnTimer") else BOARD_ACTS_MS) for kind in errors
    }


@pytest.mark.parametrize(("scans_per_s", "seed"), [(30, 5), (36, 3)])
def test_a_board_that_is_scanned_hardly_more_than_thirty_times_a_second_sees_every_act_too(
    scans_per_s: int, seed: int
) -> None:
    text = random_play(seed, 12)
    seen = perceive(text, seed, scan_ns=S // scans_per_s)
    problems, errors = compare(truth(text), acts_without_setup(seen))
    assert problems == []
    assert max(map(abs, (*errors["Lift"], *errors["Place"], *errors["Ring"]))) <= BOARD_ACTS_MS


@pytest.mark.parametrize("seed", range(4, 8))
def test_no_act_comes_after_the_watermark_has_passed_it(seed: int) -> None:
    seen = perceive(random_play(seed, 25), seed)
    assert seen.late() == []
    assert len(seen.acts) > 50


def test_the_watermark_never_goes_back_and_is_hardly_behind_at_rest() -> None:
    seen = perceive(random_play(9, 10), 9)
    marks = [mark for _, mark in seen.watermarks]
    assert marks == sorted(marks)
    now_ns, mark_ns = seen.watermarks[-1]
    assert now_ns - mark_ns <= 250 * MS


def test_the_watermark_is_never_more_than_the_longest_wait_behind() -> None:
    seen = perceive(random_play(11, 20), 11)
    lags_ms = [(now_ns - mark_ns) // MS for now_ns, mark_ns in seen.watermarks if now_ns > S]
    assert max(lags_ms) <= 1_500


def test_a_short_match_is_told_act_by_act() -> None:
    seen = perceive(SHORT_MATCH, 3)
    kinds = [type(act).__name__ for act in seen.acts]
    first = ["Setup", "Lift", "Flip", "Place", "Release", "Ring", "TurnTimer"]
    assert kinds == [*first, *first[1:6], "Lift", "Tilt", "Upright", "Place", "Release", "Take"]
    assert next(act for act in seen.acts if isinstance(act, Setup)).cells == HOME
    assert acts_without_setup(seen)[1].at_ns == pytest.approx(2_300 * MS, abs=20 * MS)


def test_the_same_frames_and_reports_give_the_same_acts() -> None:
    text = random_play(12, 6)
    assert perceive(text, 12).told == perceive(text, 12).told
