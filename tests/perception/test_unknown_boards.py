"""The campaign `sensing` in short: unknown boards and a whole match at frame level."""

import random
from dataclasses import replace

import pytest
from perceived_table import influence

from campaigns.bounds import upper_bound
from campaigns.frame_matches import sense_frames
from campaigns.matches import by_referee_alone, compare
from campaigns.random_boards import MIXES, random_contents, random_means
from campaigns.runner import Json
from campaigns.sensing import decode_random_boards, measure, table
from tamsk_pi.perception.board_decoder import decode_board
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.levels import Levels
from tamsk_pi.perception.spread import Spread
from tamsk_pi.rules.board import CELLS, parse_cell
from tamsk_pi.simulator.players import RandomPlayers

D4 = parse_cell("D4")


@pytest.mark.parametrize("mix", MIXES)
def test_unknown_boards_are_right_and_hardly_ever_uncertain(mix: str) -> None:
    found = decode_random_boards("short", mix, 150)
    assert (found["wrong"], found["silent"]) == (0, 0)
    assert found["flagged"] <= 2


def test_a_board_whose_zeros_have_all_wandered_alike_is_decoded() -> None:
    levels = Levels(influence(), Calibration())
    for seed, counts in enumerate((-30.0, -8.0, 5.0, 30.0)):
        draw = random.Random(seed)
        contents = random_contents(draw, "full")
        means = tuple(mean + counts for mean in random_means(draw, contents))
        board = decode_board(levels, means)
        assert list(board.contents) == contents
        assert board.common_counts == pytest.approx(counts, abs=1.0)


def test_readings_half_way_between_three_and_four_rings_are_uncertain_and_say_between_which() -> None:
    levels = Levels(influence(), Calibration())
    three, four = levels.change_vector(D4, (0, 0), (0, 3)), levels.change_vector(D4, (0, 0), (0, 4))
    board = decode_board(levels, tuple(512 + (a + b) / 2 for a, b in zip(three, four, strict=True)))
    verdict = board.verdicts[D4]
    assert board.uncertain == (D4,)
    assert {verdict.contents, verdict.second} == {(0, 3), (0, 4)}
    assert verdict.margin_sigmas == pytest.approx(0, abs=0.4)


def test_an_exact_reading_is_as_far_from_its_second_best_as_the_two_are_apart() -> None:
    levels = Levels(influence(), Calibration())
    board = decode_board(levels, tuple(512 + x for x in levels.change_vector(D4, (0, 0), (0, 3))))
    three, four = levels.own(D4, (0, 3)), levels.own(D4, (0, 4))
    assert three is not None
    assert four is not None
    distance = three.distance(four, (1.0, 1.0))
    assert board.verdicts[D4].second == (0, 4)
    assert board.verdicts[D4].margin_sigmas == pytest.approx(distance, rel=0.15)
    assert distance > 7


def test_rings_that_are_too_strong_raise_both_readings_and_fit_better_than_readings_pulled_apart() -> None:
    spread = Levels(influence(), Calibration()).absolute[D4][4].spread
    assert spread.chi2(1.0, 1.0, (1.0, 1.0)) < spread.chi2(1.0, -1.0, (1.0, 1.0)) / 2


def test_a_covariance_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="positive definite"):
        Spread.of((1.0, 2.0, 1.0))


def test_a_rate_of_which_nothing_was_found_is_below_three_in_as_many() -> None:
    assert upper_bound(0, 10_000) == pytest.approx(3.0e-4, rel=0.01)
    assert upper_bound(3, 1_000) == pytest.approx(7.74e-3, rel=0.01)
    assert upper_bound(5, 5) == 1.0


def test_a_match_at_frame_level_is_ruled_as_by_the_referee_alone() -> None:
    scenario = RandomPlayers(2).scenario()
    end_ns = scenario.lines[0].statement.at_ns + 90_000_000_000
    lines = tuple(line for line in scenario.lines if line.statement.at_ns < end_ns - 2_000_000_000)
    scenario = replace(scenario, lines=lines, end_ns=end_ns)
    comparison = compare(by_referee_alone(scenario), sense_frames(scenario, 2).rulings)
    assert comparison.difference is None
    assert comparison.rulings > 25


def test_the_campaigns_table_says_what_was_found_and_how_sure_that_is() -> None:
    boards = {mix: {"boards": 100, "wrong": 1, "silent": 0, "flagged": 1} for mix in MIXES}
    outcome: Json = {
        "failure": None,
        "boards": boards,
        "match_failed": False,
        "rulings": 50,
        "worst_ms": 31.0,
        "match_s": 600,
    }
    text = table(measure([outcome] * 100))
    assert "| full | 10,000 | 100 (< 1.2e-02) | 0 (< 3.0e-04) | 100 (< 1.2e-02) |" in text
    assert "Matches: 100 with 5,000 rulings" in text


def test_every_cell_of_an_empty_board_is_certain() -> None:
    board = decode_board(Levels(influence(), Calibration()), (512.0,) * 74)
    assert board.uncertain == ()
    assert min(verdict.margin_sigmas for verdict in board.verdicts) > 9
    assert board.contents == ((0, 0),) * len(CELLS)
