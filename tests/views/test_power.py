"""The limit on the lights' current: never exceeded, and untouched pictures below it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.power import current_ma, limit_current

VALUES = st.integers(0, 255)
PIXELS = st.lists(st.tuples(VALUES, VALUES, VALUES), max_size=53)
WHITE: Rgb = (255, 255, 255)


@given(PIXELS, st.floats(0, 4_000), st.floats(1, 80), st.floats(0, 2))
def test_limit_is_never_exceeded(pixels: list[Rgb], max_ma: float, full_ma: float, idle_ma: float) -> None:
    limited = limit_current(pixels, max_ma, full_ma, idle_ma)
    idle = len(pixels) * idle_ma
    rounding_ma = 0.001 * len(pixels) + 0.001
    assert current_ma(limited, full_ma, idle_ma) <= max(max_ma, idle) + rounding_ma
    assert len(limited) == len(pixels)


@given(PIXELS, st.integers(1, 4_000))
def test_limit_in_whole_milliamperes_is_kept_without_any_rounding(pixels: list[Rgb], max_ma: int) -> None:
    draw_ua = 600 * len(pixels) + sum(map(sum, limit_current(pixels, max_ma))) * 60_000 / 765
    assert draw_ua <= max(max_ma * 1_000, 600 * len(pixels))


@given(PIXELS, st.floats(0, 4_000))
def test_picture_below_the_limit_is_left_as_it_is(pixels: list[Rgb], spare_ma: float) -> None:
    assert limit_current(pixels, current_ma(pixels) + 0.01 + spare_ma) == tuple(pixels)


@given(PIXELS, st.floats(0, 4_000))
def test_nothing_becomes_brighter(pixels: list[Rgb], max_ma: float) -> None:
    limited = limit_current(pixels, max_ma)
    assert all(new <= old for a, b in zip(limited, pixels, strict=True) for new, old in zip(a, b, strict=True))


def test_whole_frame_is_scaled_alike_and_uses_what_is_allowed() -> None:
    limited = limit_current([WHITE, WHITE, (100, 50, 0)], 61.8)
    assert limited == ((116, 116, 116), (116, 116, 116), (45, 22, 0))
    assert 60.8 < current_ma(limited) <= 61.8


def test_53_lights_in_full_white_draw_over_three_amperes_and_are_held_to_one() -> None:
    assert current_ma([WHITE] * 53) == pytest.approx(3_211.8)
    assert 990 < current_ma(limit_current([WHITE] * 53, 1_000)) <= 1_000


def test_all_is_dark_if_the_dark_lights_alone_draw_more() -> None:
    assert limit_current([WHITE] * 53, 30) == ((0, 0, 0),) * 53


@pytest.mark.parametrize(("max_ma", "full_ma", "idle_ma"), [(-1, 60, 0.6), (500, 0, 0.6), (500, 60, -0.1)])
def test_senseless_currents_are_refused(max_ma: float, full_ma: float, idle_ma: float) -> None:
    with pytest.raises(ValueError, match="expected full_ma above 0"):
        limit_current([WHITE], max_ma, full_ma, idle_ma)
