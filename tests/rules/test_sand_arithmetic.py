"""Sand arithmetic (rules.md, "Sand arithmetic", G2.1, G2.6, H14, H19, H20)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamsk_pi.rules.sand import Sand

MINUTES_3 = 180_000_000_000
EQUAL = (MINUTES_3, MINUTES_3)
UNEQUAL = (177_000_000_000, 183_000_000_000)

running_times = st.integers(1, 400_000_000_000)
waits = st.integers(0, 500_000_000_000)


@st.composite
def glasses(draw: st.DrawFn) -> Sand:
    ends = (draw(running_times), draw(running_times))
    end_down = draw(st.integers(0, 1))
    top_grains = draw(st.integers(0, ends[0] * ends[1]))
    return Sand(ends, end_down, top_grains, is_standing=draw(st.booleans()), as_of_ns=draw(waits))


def standing(ends: tuple[int, int], end_down: int, top_ns: int) -> Sand:
    return Sand.at_rest(ends, as_of_ns=0, end_down=end_down).with_top(top_ns)


def test_a_glass_never_turned_over_has_an_empty_top_that_became_empty_at_no_instant() -> None:
    sand = Sand.at_rest(EQUAL, as_of_ns=5)
    assert sand.top_at(1_000) == 0
    assert sand.runs_out_ns() is None
    assert sand.at(10 * MINUTES_3).runs_out_ns() is None


def test_the_first_turn_over_gives_a_full_top_of_the_other_end() -> None:
    assert Sand.at_rest(UNEQUAL, as_of_ns=0).flipped(7).top_ns == UNEQUAL[1]
    assert Sand.at_rest(UNEQUAL, as_of_ns=0, end_down=1).flipped(7).top_ns == UNEQUAL[0]


def test_a_standing_glass_runs_out_its_measured_time_after_the_turn_over() -> None:
    sand = Sand.at_rest(UNEQUAL, as_of_ns=0).flipped(1_000)
    assert sand.runs_out_ns() == 1_000 + UNEQUAL[1]
    assert sand.top_at(1_000 + UNEQUAL[1] - 1) == 1
    assert sand.top_at(1_000 + UNEQUAL[1]) == 0


def test_what_ran_down_comes_back_on_top_at_the_pace_of_the_other_end() -> None:
    ends = (100, 200)
    sand = standing(ends, 0, 75).flipped(0)
    assert (sand.end_down, sand.top_ns) == (1, 50)


def test_a_part_of_a_nanosecond_by_unequal_ends_is_kept_and_counts_as_sand_on_top() -> None:
    turned = standing((3, 2), 0, 1).flipped(0)  # a third of the sand was on top, two thirds are: 4/3 ns
    assert (turned.top_ns, turned.runs_out_ns()) == (2, 2)
    assert turned.flipped(0) == standing((3, 2), 0, 1)


def test_other_running_times_leave_its_share_of_the_sand_on_top() -> None:
    assert standing((100, 200), 1, 50).measured((400, 100)) == standing((400, 100), 1, 25)


def test_a_glass_given_more_sand_runs_so_much_longer() -> None:
    assert standing(UNEQUAL, 0, 30).with_top(45).runs_out_ns() == 45
    assert standing(UNEQUAL, 0, 30).with_top(0, emptied_ns=12).runs_out_ns() == 12


def test_a_lying_glass_stands_still_and_runs_on_when_stood_up() -> None:
    lying = standing(EQUAL, 0, 100).laid(40)
    assert lying.top_at(10_000) == 60
    assert lying.runs_out_ns() is None
    assert lying.stood(10_000).runs_out_ns() == 10_060


def test_a_glass_keeps_the_instant_at_which_it_ran_out_while_it_is_left_alone_or_laid_down() -> None:
    run_out = standing(EQUAL, 0, 100).at(5_000)
    assert run_out.runs_out_ns() == 100
    assert run_out.at(9_000).laid(9_500).stood(9_600).runs_out_ns() == 100


def test_a_glass_turned_over_after_it_ran_out_is_full_and_forgets_that_instant() -> None:
    sand = standing(EQUAL, 0, 100).flipped(5_000)
    assert sand.top_ns == MINUTES_3
    assert sand.runs_out_ns() == 5_000 + MINUTES_3


def test_a_full_glass_turned_over_at_once_is_empty_from_that_instant() -> None:
    sand = Sand.at_rest(EQUAL, as_of_ns=0).flipped(50).flipped(50)
    assert sand.top_ns == 0
    assert sand.runs_out_ns() == 50


@pytest.mark.parametrize(
    ("ends", "end_down", "top_grains", "expected"),
    [
        ((100, 100), 2, 0, "end_down 2"),
        ((0, 100), 1, 0, "above 0"),
        ((100, 50), 0, 5_001, "top of 101 ns: expected 0 to 100"),
        ((100, 50), 0, -1, "expected 0 to 100"),
    ],
)
def test_values_out_of_range_are_refused(
    ends: tuple[int, int], end_down: int, top_grains: int, expected: str
) -> None:
    with pytest.raises(ValueError, match=expected):
        Sand(ends, end_down, top_grains, is_standing=True, as_of_ns=0)


def test_sand_does_not_run_back() -> None:
    with pytest.raises(ValueError, match="does not run back"):
        Sand.at_rest(EQUAL, as_of_ns=10).at(9)


@given(glasses(), waits)
def test_turning_twice_at_one_instant_changes_no_sand(sand: Sand, wait_ns: int) -> None:
    now = sand.at(sand.as_of_ns + wait_ns)
    twice = now.flipped(now.as_of_ns).flipped(now.as_of_ns)
    assert (twice.top_grains, twice.end_down) == (now.top_grains, now.end_down)


@given(glasses(), waits)
def test_the_shares_on_top_before_and_after_a_turn_make_a_whole_glass(sand: Sand, wait_ns: int) -> None:
    now = sand.at(sand.as_of_ns + wait_ns)
    assert now.top_grains + now.flipped(now.as_of_ns).top_grains == sand.end_ns[0] * sand.end_ns[1]


@given(glasses(), waits, waits)
def test_looking_in_between_changes_nothing(sand: Sand, first_ns: int, second_ns: int) -> None:
    between, after = sand.as_of_ns + first_ns, sand.as_of_ns + first_ns + second_ns
    assert sand.at(between).at(after) == sand.at(after)
    assert sand.at(after).top_ns == sand.top_at(after)


@given(glasses())
def test_the_top_is_empty_at_the_run_out_and_not_a_nanosecond_before(sand: Sand) -> None:
    runs_out_ns = sand.runs_out_ns()
    if runs_out_ns is not None:
        assert sand.top_at(runs_out_ns) == 0
        assert sand.top_at(runs_out_ns - 1) == 1
        assert sand.at(runs_out_ns + 1).runs_out_ns() == runs_out_ns
