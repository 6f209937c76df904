"""Which of three look-alikes is which: named by its node, kept by exclusion, overturned later, or asked for."""

import pytest
from look_alikes import HEAD, Outcome, Read, mixed_up, outcome
from perceived_table import MS, NODES, Perceived, S, perceive

from tamsk_pi.perception.perception import Perception
from tamsk_pi.perception.settings import NeutralTimer
from tamsk_pi.rules.acts import Flip, Lift, Named, NoFlip, Paired, Place, SensorTrouble, Setup, Swapped, Trouble
from tamsk_pi.rules.board import Cell, parse_cell
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.simulator.nodes import NODE_ADDRESSES

RED1, RED2, RED3 = Hourglass.RED1, Hourglass.RED2, Hourglass.RED3
A1, A2, F1, D4, C3 = (parse_cell(name) for name in ("A1", "A2", "F1", "D4", "C3"))
BOTH_UP = "2.000 lift red1\n2.700 lift red2\n3.300 flip red1\n3.600 flip red2\n"
DEAD = "0.100 fault node red1 silent\n0.100 fault node red2 silent\n"
EXCHANGED: dict[str, Hourglass | NeutralTimer] = {**NODES, NODE_ADDRESSES[0]: RED2, NODE_ADDRESSES[1]: RED1}
"""The glass that is configured as red2 stands on A1, and red1's on G1."""


def named(seen: Perceived) -> dict[Cell, Hourglass]:
    return {act.cell: act.hourglass for act in seen.of(Place) if isinstance(act, Place)}


def asked(seen: Perceived) -> list[Hourglass | None]:
    return [act.hourglass for act in seen.of(Trouble) if isinstance(act, Trouble)]


def confirmed_at(at_ns: int, name: Hourglass, cell: Cell) -> tuple[list[object], object]:
    """What is told when the players say at that instant which glass it is; and what says it, after that frame."""
    told: list[object] = []

    def say(now_ns: int, perception: Perception) -> None:
        if now_ns == at_ns:
            told.extend(perception.believe(name, cell))

    return told, say


@pytest.mark.parametrize(
    "order", ["4.200 place red1 A2\n5.500 place red2 F1\n", "4.200 place red2 F1\n5.500 place red1 A2\n"]
)
def test_two_of_a_colour_in_the_air_are_named_in_either_order(order: str) -> None:
    seen = perceive(HEAD + BOTH_UP + order + "9.000 end\n", 3)
    assert named(seen) == {A2: RED1, F1: RED2}
    assert not any(act.is_presumed for act in seen.of(Place) if isinstance(act, Place))
    assert asked(seen) == []


def test_two_exchanged_over_the_board_are_named_by_their_nodes() -> None:
    text = HEAD + BOTH_UP + "4.200 place red2 A1\n5.500 place red1 G1\n9.000 end\n"
    assert named(perceive(text, 5)) == {A1: RED2, parse_cell("G1"): RED1}


def test_two_placed_at_once_are_presumed_and_asked_for() -> None:
    seen = perceive(HEAD + BOTH_UP + "4.200 place red2 D4\n4.230 place red1 C3\n9.000 end\n", 4)
    assert [act.is_presumed for act in seen.of(Place) if isinstance(act, Place)] == [True, True]
    assert len(asked(seen)) == 1
    picture = seen.perception.picture()
    assert picture.cells[D4].is_name_uncertain
    assert picture.cells[C3].is_name_uncertain
    assert {doubt.perhaps for doubt in seen.perception.doubts()} == {(RED1, RED2)}


def test_a_glass_asked_for_is_known_once_it_is_lifted() -> None:
    text = HEAD + BOTH_UP + "4.200 place red2 D4\n4.230 place red1 C3\n"
    seen = perceive(text + "9.000 lift red2\n11.000 place red2 D4\n16.000 end\n", 4)
    told = Read().take(seen.acts)
    assert told.doubtful == []
    assert (told.at[D4], told.at[C3]) == (RED2, RED1)
    assert seen.perception.doubts() == ()


@pytest.mark.parametrize(("said", "other"), [(RED1, RED2), (RED2, RED1)])
def test_the_players_word_settles_it(said: Hourglass, other: Hourglass) -> None:
    told, say = confirmed_at(8 * S, said, D4)
    seen = perceive(HEAD + DEAD + BOTH_UP + "4.200 place red1 D4\n4.230 place red2 C3\n9.000 end\n", 4, on_frame=say)  # type: ignore[arg-type]
    read = Read().take([*seen.acts, *told])  # type: ignore[list-item]
    assert (read.at[D4], read.at[C3], read.doubtful) == (said, other, [])
    assert seen.perception.doubts() == ()


def test_with_one_node_dead_names_are_kept_by_exclusion() -> None:
    learned = (
        "1.200 lift red2\n1.500 flip red2\n2.000 place red2 F1\n"
        "4.000 lift red3\n4.500 flip red3\n5.000 place red3 D6\n"
    )
    text = (
        HEAD
        + "0.100 fault node red1 silent\n"
        + learned
        + (
            "7.000 lift red1\n7.700 lift red2\n8.300 flip red2\n"
            "9.200 place red1 D4\n10.800 place red2 C3\n15.000 end\n"
        )
    )
    told = Read().take(perceive(text, 2).acts)
    assert (told.at[D4], told.at[C3], told.doubtful) == (RED1, RED2, [])


def test_with_two_nodes_dead_the_players_are_asked() -> None:
    seen = perceive(HEAD + DEAD + BOTH_UP + "4.200 place red1 D4\n5.500 place red2 C3\n9.000 end\n", 4)
    assert len(Read().take(seen.acts).doubtful) == 2
    assert asked(seen) != []


def test_at_level_1_nobody_is_asked() -> None:
    seen = perceive(HEAD + DEAD + BOTH_UP + "4.200 place red1 D4\n5.500 place red2 C3\n9.000 end\n", 4, level=1)
    assert (seen.perception.doubts(), Read().take(seen.acts).doubtful, len(seen.of(Place))) == ((), [], 2)


def test_a_neighbour_that_is_swept_off_with_a_glass_is_told_apart_from_it() -> None:
    text = HEAD + (
        "1.500 place red1 D4\n4.500 place red2 D5\n8.000 lift red1\n8.010 lift red2\n8.500 flip red1\n"
        "9.500 place red2 D5\n11.000 place red1 C4\n16.000 end\n"
    )
    told = Read().take(perceive(text, 1).acts)
    right = (told.at[parse_cell("D5")], told.at[parse_cell("C4")]) == (RED2, RED1)
    assert right or told.doubtful


# Which node is in which glass.


def test_the_first_lift_tells_which_node_stands_at_the_corner() -> None:
    seen = perceive(HEAD + "2.000 lift red1\n2.400 flip red1\n3.000 place red1 A2\n8.000 end\n", nodes=EXCHANGED)
    assert seen.of(Paired, Swapped) == [Paired(seen.of(Lift)[0].at_ns, RED1, RED2)]
    assert [act.hourglass for act in seen.of(Flip) if isinstance(act, Flip)] == [RED1]
    assert seen.perception.nodes[:3] == (RED2, RED1, RED3)
    assert asked(seen) == []


def test_a_glass_turned_over_where_it_stands_has_the_name_of_its_corner() -> None:
    seen = perceive(HEAD + "3.000 flip red1\n7.000 end\n", nodes=EXCHANGED)
    told = [act.hourglass for act in seen.of(Flip) if isinstance(act, Flip)]
    taken_back = [act.hourglass for act in seen.of(NoFlip) if isinstance(act, NoFlip)]
    for name in taken_back:
        told.remove(name)
    assert told == [RED1] or asked(seen)


def test_before_a_match_a_glass_is_named_by_the_corner_it_is_put_on() -> None:
    def before(now_ns: int, perception: Perception) -> None:
        if now_ns == 0:
            perception.follow_match(is_playing=False)

    text = HEAD + "1.500 lift red1\n2.200 lift red2\n4.200 place red2 A1\n5.700 place red1 G1\n9.000 end\n"
    seen = perceive(text, 1, on_frame=before)
    told = Read().take(seen.acts)
    assert (told.at[A1], told.at[parse_cell("G1")], asked(seen)) == (RED1, RED2, [])
    assert seen.of(Swapped, Named, Paired) == []
    assert seen.perception.nodes[:2] == (RED2, RED1)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_glasses_brought_in_in_any_order_are_named_after_their_nodes(level: int) -> None:
    text = (
        f"match level={level} start=free-placement\n0.000 setup\n2.300 flip red3\n2.900 place red3 A2\n"
        "6.000 flip red1\n6.600 place red1 C3\n9.700 flip red2\n10.300 place red2 D4\n14.000 end\n"
    )
    seen = perceive(text, level, level=level)
    assert named(seen) == {A2: RED3, C3: RED1, D4: RED2}
    assert asked(seen) == []


# The rates.


@pytest.mark.parametrize(
    ("count", "loss", "silent", "least_right"),
    [(2, 0.0, 0, 8), (2, 0.6, 0, 4), (2, 0.0, 1, 2), (2, 0.3, 2, 0), (3, 0.3, 0, 4)],
    ids=["two", "much lost", "a dead node", "two dead nodes", "three"],
)
def test_a_wrong_name_is_never_silent(count: int, loss: float, silent: int, least_right: int) -> None:
    total = Outcome()
    for seed in range(1_000, 1_010):
        text, truth = mixed_up(seed, count, loss, silent)
        total += outcome(perceive(text, seed), truth, 1_500)
    assert total.wrong == 0
    assert total.right + total.corrected >= least_right
    assert total.right + total.corrected + total.asked == 10 * count


def test_the_board_has_settled_before_anything_is_named() -> None:
    seen = perceive(HEAD + "3.000 end\n")
    assert [type(act) for act in seen.acts] == [Setup]
    assert seen.perception.nodes == tuple(Hourglass)
    assert SensorTrouble.NODE_SILENT not in [getattr(act, "trouble", None) for act in seen.acts]
    assert seen.perception.watermark_ns > 2_000 * MS
