"""Counts of rules.md, and whole tables against a plain model that shares no code with the product."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_perft import NAMES, NaiveGame

from tamsk_pi.rules.board import CAPACITY, CELL_NAMES, CELLS
from tamsk_pi.rules.perft import RingRule, divide, perft, plies
from tamsk_pi.rules.pieces import HOURGLASSES, Player
from tamsk_pi.rules.position import Position, start_position

ALWAYS, OPTIONAL = RingRule.ALWAYS, RingRule.OPTIONAL

TABLE = {
    (1, ALWAYS): (9, 81, 858, 8_994, 100_146, 1_102_410),
    (1, OPTIONAL): (18, 324, 6_864, 144_048, 3_246_480),
    (2, ALWAYS): (9, 81, 486, 2_916, 8_748, 26_244, 349_920),
    (2, OPTIONAL): (18, 324, 3_888, 46_656, 279_936),
    (3, ALWAYS): (9, 81, 486, 2_916, 8_748, 26_244, 349_920),
    (3, OPTIONAL): (18, 324, 3_888, 46_656, 279_936),
}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position that can be, most of them crowded: blocked players and empty holders included."""
    fill = draw(st.integers(0, 4))
    return Position(
        cells=tuple(draw(st.permutations(CELLS))[:6]),
        rings=bytes(draw(st.integers(max(0, CAPACITY[cell] - fill), CAPACITY[cell])) for cell in CELLS),
        to_move=draw(st.sampled_from(Player)),
        rings_left=draw(st.tuples(st.integers(0, 3), st.integers(0, 3))),
        obliged=frozenset(draw(st.sets(st.sampled_from(HOURGLASSES)))),
    )


def naive(position: Position, rings: RingRule) -> NaiveGame:
    game = NaiveGame(2, ring_is_optional=rings is OPTIONAL)
    cells = [NAMES.index(CELL_NAMES[cell]) for cell in position.cells]
    game.glasses = [cells[:3], cells[3:]]
    for cell in CELLS:
        game.rings[NAMES.index(CELL_NAMES[cell])] = position.rings[cell]
    game.left = list(position.rings_left)
    moved = [hourglass not in position.obliged for hourglass in HOURGLASSES]
    game.has_moved = [moved[:3], moved[3:]]
    game.player = 0 if position.to_move is Player.RED else 1
    return game


@pytest.mark.parametrize(("level", "rings"), TABLE)
def test_the_counts_are_those_of_the_rules(level: int, rings: RingRule) -> None:
    expected = TABLE[level, rings]
    start = start_position(level)
    assert tuple(perft(start, depth, rings) for depth in range(1, len(expected) + 1)) == expected


def test_the_shares_of_the_first_moves_are_those_of_the_rules() -> None:
    shares = {str(move): count for move, count in divide(start_position(1), 4, ALWAYS)}
    assert shares == {
        **dict.fromkeys(("A1-B2", "G1-F2", "D7-D6"), 1_142),
        **dict.fromkeys(("A1-A2", "A1-B1", "G1-F1", "G1-G2", "D7-C6", "D7-E6"), 928),
    }


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("rings", RingRule)
def test_the_model_counts_the_same_from_the_start(level: int, rings: RingRule) -> None:
    game = NaiveGame(level, ring_is_optional=rings is OPTIONAL)
    for depth in range(5 if rings is ALWAYS else 4):
        assert perft(start_position(level), depth, rings) == game.perft(depth)


@settings(max_examples=150, deadline=None)
@given(positions(), st.sampled_from(RingRule), st.integers(0, 3))
def test_the_model_counts_the_same_from_any_position(position: Position, rings: RingRule, depth: int) -> None:
    assert perft(position, depth, rings) == naive(position, rings).perft(depth)


@settings(max_examples=50, deadline=None)
@given(positions(), st.sampled_from(RingRule))
def test_playing_the_plies_one_by_one_counts_the_same(position: Position, rings: RingRule) -> None:
    def leaves(at: Position, depth: int) -> int:
        return 1 if depth == 0 else sum(leaves(child, depth - 1) for _, child in plies(at, rings))

    assert leaves(position, 2) == perft(position, 2, rings)
    assert sum(count for _, count in divide(position, 2, rings)) == perft(position, 2, rings)


def test_where_nobody_can_move_there_is_no_ply() -> None:
    corners = start_position(1)
    full = Position(corners.cells, bytes(CAPACITY), Player.RED, (0, 0))
    assert [perft(full, depth, OPTIONAL) for depth in (0, 1, 2)] == [1, 0, 0]


def test_it_is_faster_than_the_plain_model() -> None:
    # Processor time of this process alone, and a margin of six: a busy machine does not turn it round.
    start = start_position(1)
    began = time.process_time()
    counted = perft(start, 5, ALWAYS)
    ours = time.process_time() - began
    began = time.process_time()
    assert NaiveGame(1, ring_is_optional=False).perft(5) == counted
    assert ours < time.process_time() - began


def test_a_depth_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="depth -1: expected 0 or more"):
        perft(start_position(1), -1, ALWAYS)
    with pytest.raises(ValueError, match="depth 0: expected 1 or more"):
        next(divide(start_position(1), 0, ALWAYS))
