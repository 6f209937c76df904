"""A scenario becomes acts for the referee alone, ordered by time."""

from hypothesis import given
from hypothesis import strategies as st

from tamsk_pi.rules.acts import Act, Lift, Place, Release, Start, TurnTimer
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse

A2, B1 = parse_cell("A2"), parse_cell("B1")
RED1, BLACK1 = Hourglass.RED1, Hourglass.BLACK1
S_NS = 1_000_000_000


def acts_after_setup(*lines: str) -> tuple[Act, ...]:
    return to_acts(parse("\n".join(["0 setup", *lines]), "f"))[1:]


def test_a_placed_glass_is_released_at_the_same_instant() -> None:
    assert acts_after_setup("1 lift red1", "2 place red1 A2") == (
        Lift(S_NS, RED1),
        Place(2 * S_NS, RED1, A2),
        Release(2 * S_NS, RED1),
    )


def test_placing_a_standing_glass_lifts_it_at_the_same_instant() -> None:
    assert acts_after_setup("1 place red1 A2", "2 place red1 A2") == (
        Lift(S_NS, RED1),
        Place(S_NS, RED1, A2),
        Release(S_NS, RED1),
        Lift(2 * S_NS, RED1),
        Place(2 * S_NS, RED1, A2),
        Release(2 * S_NS, RED1),
    )


def test_a_held_glass_is_released_later_among_what_others_do_meanwhile() -> None:
    assert acts_after_setup("1 hold red1 A2 2", "2 timer", "4 end") == (
        Lift(S_NS, RED1),
        Place(S_NS, RED1, A2),
        TurnTimer(2 * S_NS),
        Release(3 * S_NS, RED1),
    )


def test_a_release_comes_before_the_lines_of_its_instant() -> None:
    assert acts_after_setup("1 hold red1 A2 1", "2 lift red1") == (
        Lift(S_NS, RED1),
        Place(S_NS, RED1, A2),
        Release(2 * S_NS, RED1),
        Lift(2 * S_NS, RED1),
    )


def test_of_two_releases_at_one_instant_the_earlier_placed_comes_first() -> None:
    acts = acts_after_setup("1 hold red1 A2 2", "2 hold black1 E1 1", "3 end")
    assert acts[-2:] == (Release(3 * S_NS, RED1), Release(3 * S_NS, BLACK1))


def test_what_happens_after_the_end_does_not_happen() -> None:
    assert acts_after_setup("1 hold red1 A2 2", "2.999 end") == (Lift(S_NS, RED1), Place(S_NS, RED1, A2))


def test_faults_expectations_and_the_end_are_no_acts() -> None:
    assert acts_after_setup("1 fault power cut", "2 fault power back 1", "3 start", "3 expect resumed", "4 end") == (
        Start(3 * S_NS, MatchSettings()),
    )


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), max_size=12))
def test_acts_are_in_order_of_time_and_each_place_is_released_once(puts: list[tuple[int, int]]) -> None:
    at_ms = 0
    lines = ["0 setup"]
    for number, (wait_ms, hold_ms) in enumerate(puts):
        at_ms += wait_ms + 1_000
        lines.append(f"{at_ms / 1_000:.3f} hold black1 {('E1', 'E2')[number % 2]} {hold_ms / 1_000:.3f}")
    lines.append(f"{at_ms / 1_000 + 2:.3f} end")
    acts = to_acts(parse("\n".join(lines), "f"))
    assert [act.at_ns for act in acts] == sorted(act.at_ns for act in acts)
    kinds = [type(act) for act in acts[1:]]
    assert kinds == [Lift, Place, Release] * len(puts)
