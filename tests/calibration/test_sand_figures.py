"""The arithmetic of measured sand: mean, spread, uncertainty, what players say, and what a match makes of it."""

import math
import statistics
from random import Random

import pytest
from hypothesis import given as having
from hypothesis import strategies as st

from tamsk_pi.calibration.balance import balance
from tamsk_pi.calibration.match_sand import measured_settings
from tamsk_pi.calibration.sand import EndFigure, SandFigures, Source, given, parse_figure_name, t_975
from tamsk_pi.rules.settings import MatchSettings

DAY = "2026-11-30"
RUNS = st.lists(st.floats(10_000, 400_000), min_size=1, max_size=40)


def timed(*runs_ms: float) -> EndFigure:
    figures = SandFigures()
    for run_ms in runs_ms:
        figures = figures.with_run("red1", 0, run_ms, DAY)
    figure = figures.end("red1", 0)
    assert figure is not None
    return figure


def set_of(**ends_s: tuple[float, float]) -> SandFigures:
    figures = SandFigures()
    for glass, pair in ends_s.items():
        for end, running_s in enumerate(pair):
            figures = figures.with_end(glass, end, given(running_s * 1_000, 600, DAY))
    return figures


@having(RUNS)
def test_mean_and_spread_are_those_of_all_runs(runs_ms: list[float]) -> None:
    figure = timed(*runs_ms)
    assert figure.runs == len(runs_ms)
    assert math.isclose(figure.mean_ms, statistics.fmean(runs_ms), rel_tol=1e-9)
    if len(runs_ms) > 1:
        sd_ms = figure.sample_sd_ms
        assert sd_ms is not None
        assert math.isclose(sd_ms, statistics.stdev(runs_ms), rel_tol=1e-6, abs_tol=1e-3)


@having(RUNS)
def test_a_measured_end_is_never_certain(runs_ms: list[float]) -> None:
    assert timed(*runs_ms).uncertainty_ms > 100


@pytest.mark.parametrize(("freedom", "t"), [(4, 2.7764), (5, 2.5706), (9, 2.2622), (35, 2.0301), (1_000, 1.9623)])
def test_t_is_that_of_the_tables(freedom: float, t: float) -> None:
    assert abs(t_975(freedom) - t) < 0.001


def test_the_uncertainty_takes_in_19_of_20_runs_of_glasses_like_the_one_measured_elsewhere() -> None:
    random = Random(5)
    inside = 0
    for _ in range(2_000):
        *seen, following = [random.gauss(177_500, 600) for _ in range(4)]
        figure = timed(*seen)
        inside += abs(following - figure.mean_ms) <= figure.uncertainty_ms
    assert 0.94 <= inside / 2_000 <= 0.99


def test_more_runs_make_a_figure_surer() -> None:
    assert timed(*[177_500, 178_100] * 8).uncertainty_ms < timed(177_500, 178_100).uncertainty_ms


def test_one_run_is_worth_what_is_known_of_other_glasses() -> None:
    assert timed(177_500).uncertainty_ms == math.ceil(t_975(4) * 600 * math.sqrt(2) + 100)


def test_a_time_given_by_hand_counts_as_it_was_given_until_a_run_is_timed() -> None:
    figure = given(177_500, 600, DAY)
    assert (figure.ms, figure.uncertainty_ms, figure.source) == (177_500, 600, Source.GIVEN)
    assert figure.with_run(176_000, DAY) == EndFigure(176_000, measured_on=DAY)


@having(st.floats(0, 400_000), st.floats(0, 400_000))
def test_what_players_say_moves_the_mean_towards_it_and_is_worth_at_most_a_run(a_ms: float, b_ms: float) -> None:
    figure = timed(177_500, 178_000, 177_000)
    low_ms, high_ms = min(a_ms, b_ms), max(a_ms, b_ms) + 1
    after = figure.with_bounds(low_ms, high_ms, DAY)
    assert figure.weight <= after.weight <= figure.weight + 1
    if high_ms < figure.mean_ms - 1:
        assert after.mean_ms < figure.mean_ms
    if low_ms > figure.mean_ms + 1:
        assert after.mean_ms > figure.mean_ms
    assert (after.bounds, after.runs, after.source) == (1, 3, Source.LEARNED)


def test_what_everybody_knew_before_teaches_nothing() -> None:
    figure = timed(177_500, 178_000, 177_000)
    after = figure.with_bounds(0, 300_000, DAY)
    assert (after.mean_ms, after.weight) == (figure.mean_ms, figure.weight)


def test_a_glass_that_always_runs_longer_than_its_figure_is_believed_in_the_end() -> None:
    figure = given(177_500, 600, DAY)
    for _ in range(30):
        figure = figure.with_bounds(179_000, 181_000, DAY)
    assert 178_500 < figure.mean_ms < 181_000


@pytest.mark.parametrize("name", ["red1", "red0.A", "green1.A", "red1.C", "neutral_timer", "red10.B"])
def test_what_names_no_end_of_a_glass_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        parse_figure_name(name)


def test_a_match_runs_by_each_glass_own_times_and_uncertainties() -> None:
    figures = set_of(red1=(177.5, 183.5), neutral_timer=(14.8, 15.1))
    settings = measured_settings(MatchSettings(), figures, (1, 0, 0, 0, 0, 0, 1))
    assert settings.end_ms == ((177_500, 183_500), *((180_000, 180_000),) * 5)
    assert settings.end_uncertainty_ms == ((600, 600), *((1, 1),) * 5)
    assert settings.timer_end_ms == (14_800, 15_100)
    assert settings.ends_down == (1, 0, 0, 0, 0, 0, 1)


def test_an_end_that_nobody_knows_counts_as_the_mean_and_is_as_much_less_sure() -> None:
    settings = measured_settings(MatchSettings(), set_of(red1=(177.5, 183.5)), (None,) * 7)
    assert settings.end_ms[0] == (180_500, 180_500)
    assert settings.end_uncertainty_ms[0] == (3_600, 3_600)


def test_an_end_that_was_not_measured_is_taken_for_the_other_and_may_differ_as_far_as_ends_do() -> None:
    figures = SandFigures().with_end("red1", 0, given(180_000, 600, DAY))
    settings = measured_settings(MatchSettings(), figures)
    assert (settings.end_ms[0], settings.end_uncertainty_ms[0]) == ((180_000, 180_000), (600, 6_600))


def test_times_that_the_players_agreed_on_are_not_overruled() -> None:
    agreed = MatchSettings(sand_ms=60_000, timer_ms=10_000)
    assert measured_settings(agreed, set_of(red1=(177.5, 183.5), neutral_timer=(14.8, 15.1))) == agreed


def test_the_fairest_hands_of_a_set_with_a_spare_are_found() -> None:
    figures = set_of(
        red1=(180, 180), red2=(178, 178), red3=(176, 176), red4=(171, 171),
        black1=(180, 180), black2=(178, 178), black3=(171, 171),
    )  # fmt: skip
    found = balance(figures)
    assert found is not None
    assert found.present is not None
    assert (found.present.rank_ms, found.present.total_ms) == ((0, 0, 5_000), 5_000)
    assert found.fairest is not None
    assert (found.fairest.red, found.fairest.black) == (("red1", "red2", "red4"), ("black1", "black2", "black3"))
    assert found.fairest.unfair_ms == 0


def test_six_glasses_are_set_down_so_that_their_first_runs_are_most_alike() -> None:
    figures = set_of(
        red1=(180, 174), red2=(178, 178), red3=(176, 176), black1=(180, 180), black2=(178, 178), black3=(176, 176)
    )
    found = balance(figures)
    assert found is not None
    assert found.fairest is None
    assert found.present is not None
    assert found.present.first_ms == (0, 0, 0)
    # Turned over, red1 then runs on its end A, which is as slow as black1.
    assert found.present.ends_down[0] == 1


def test_without_three_measured_glasses_of_each_colour_nothing_is_suggested() -> None:
    assert balance(set_of(red1=(180, 180), black1=(180, 180))) is None
