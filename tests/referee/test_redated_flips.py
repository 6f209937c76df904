"""A turn that the node's quicker packets date better than the first one did: the sand is put right, nothing else."""

from dataclasses import replace

from random_hands import MS
from test_late_knowledge import BLACK_MOVES, RED1, RED_MOVES, told

from tamsk_pi.rules.acts import Flip, NoFlip
from tamsk_pi.rules.board import parse_cell

SAND_MS = 180_000


def test_a_better_date_before_anything_is_decided_replaces_the_first() -> None:
    table = told(RED_MOVES)
    table.tell([NoFlip(2_300 * MS, RED1), Flip(2_220 * MS, RED1)])
    assert [r.kind for r in table.until(3_000)] == ["move-accepted", "turn-started"]
    assert table.state.glass(RED1).sand.runs_out_ns() == (2_220 + SAND_MS) * MS


def test_a_better_date_of_a_turn_that_was_decided_on_moves_the_sand_and_says_nothing() -> None:
    table = told(RED_MOVES + "3.200 ring A2 red\n")
    table.until(3_600)
    table.tell([NoFlip(2_300 * MS, RED1), Flip(2_220 * MS, RED1)])
    assert table.until(4_000) == []
    assert table.state.glass(RED1).accepted == parse_cell("A2")
    assert table.state.glass(RED1).sand.runs_out_ns() == (2_220 + SAND_MS) * MS


def test_a_better_date_that_comes_after_the_opponent_s_move_moves_the_sand_all_the_same() -> None:
    table = told(RED_MOVES + BLACK_MOVES)
    table.until(6_000)
    table.tell([NoFlip(2_300 * MS, RED1), Flip(2_220 * MS, RED1)])
    assert table.until(7_000) == []
    assert table.state.glass(RED1).sand.runs_out_ns() == (2_220 + SAND_MS) * MS


def test_a_better_date_may_itself_be_bettered() -> None:
    table = told(RED_MOVES)
    table.until(3_000)
    table.tell([NoFlip(2_300 * MS, RED1), Flip(2_220 * MS, RED1)])
    table.until(4_000)
    table.tell([NoFlip(2_220 * MS, RED1), Flip(2_180 * MS, RED1)])
    assert table.until(5_000) == []
    assert table.state.glass(RED1).sand.runs_out_ns() == (2_180 + SAND_MS) * MS


def test_a_turn_in_the_tube_that_is_dated_better_is_one_turn() -> None:
    in_tube = told("2.300 flip red1\n")
    in_tube.tell([NoFlip(2_300 * MS, RED1), Flip(2_220 * MS, RED1)])
    at_once = told("2.220 flip red1\n")
    ruled = [replace(ruling, why=None) for ruling in in_tube.until(4_000)]
    assert ruled
    assert ruled == [replace(ruling, why=None) for ruling in at_once.until(4_000)]
