"""Moves and positions as values (G1.2–G1.5, G2.2, H7, H17)."""

from dataclasses import replace

import pytest

from tamsk_pi.rules.board import CAPACITY, CELLS, cell_name, parse_cell
from tamsk_pi.rules.moves import Move, after, legal_moves, passed
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.position import Position, start_position


def at(*names: str) -> tuple[int, ...]:
    return tuple(parse_cell(name) for name in names)


def full_but(*names: str) -> bytes:
    return bytes(0 if cell_name(cell) in names else CAPACITY[cell] for cell in CELLS)


def moves_of(position: Position) -> set[str]:
    return {str(move) for move in legal_moves(position)}


def first(position: Position, name: str) -> Move:
    return next(move for move in legal_moves(position) if str(move) == name)


def test_red_begins_with_three_moves_for_each_glass() -> None:
    start = start_position(3)
    assert start.to_move is Player.RED
    assert moves_of(start) == {
        *("A1-A2", "A1-B1", "A1-B2"),
        *("G1-F1", "G1-F2", "G1-G2"),
        *("D7-C6", "D7-D6", "D7-E6"),
    }


def test_a_move_puts_the_glass_and_its_ring_and_gives_the_turn_away() -> None:
    start = start_position(2)
    moved = after(start, first(start, "A1-B2"), with_ring=True)
    b2 = parse_cell("B2")
    assert moved.cells == (b2, *start.cells[1:])
    assert moved.rings == bytes(1 if cell == b2 else 0 for cell in CELLS)
    assert moved.rings_left == (31, 32)
    assert moved.to_move is Player.BLACK
    assert moved.obliged == start.obliged - {Hourglass.RED1}


def test_a_move_without_its_ring_leaves_rings_as_they_are() -> None:
    start = start_position(1)
    moved = after(start, first(start, "A1-B2"), with_ring=False)
    assert (moved.rings, moved.rings_left) == (start.rings, start.rings_left)


def test_a_glass_moves_to_no_occupied_and_to_no_full_cell() -> None:
    start = start_position(1)
    crowded = replace(start, cells=(*start.cells[:3], parse_cell("A2"), *start.cells[4:]), rings=full_but("A2", "B2"))
    assert {move for move in moves_of(crowded) if move.startswith("A1")} == {"A1-B2"}


def test_a_glass_that_has_moved_waits_until_all_three_have() -> None:
    owed = replace(start_position(2), obliged=frozenset({Hourglass.RED2}))
    assert moves_of(owed) == {"G1-F1", "G1-F2", "G1-G2"}


def test_any_glass_may_move_when_those_owed_cannot() -> None:
    blocked = replace(start_position(2), obliged=frozenset({Hourglass.RED2}), rings=full_but("B2", "A2"))
    assert moves_of(blocked) == {"A1-B2", "A1-A2"}
    moved = after(blocked, first(blocked, "A1-B2"), with_ring=True)
    assert moved.obliged == {Hourglass.RED2}


def test_a_player_without_rings_still_moves_but_drops_none() -> None:
    empty = replace(start_position(1), rings_left=(0, 32))
    assert len(legal_moves(empty)) == 9
    assert after(empty, first(empty, "A1-B2"), with_ring=False).rings_left == (0, 32)
    with pytest.raises(ValueError, match="red has no rings left"):
        after(empty, first(empty, "A1-B2"), with_ring=True)


def test_a_blocked_player_passes_until_he_can_move_again() -> None:
    lone = replace(start_position(1), rings=full_but("D2"))
    assert legal_moves(lone) == ()
    assert passed(lone) == replace(lone, to_move=Player.BLACK)
    assert passed(passed(lone)) == passed(lone)


def test_at_the_end_nobody_passes() -> None:
    end = replace(start_position(1), rings=full_but())
    assert passed(end) == end


def test_an_illegal_move_is_refused() -> None:
    start = start_position(1)
    with pytest.raises(ValueError, match="A1-A3 by red1: expected a legal move"):
        after(start, Move(Hourglass.RED1, parse_cell("A1"), parse_cell("A3")), with_ring=True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": at("A1", "A1", "A2", "A3", "A4", "B1")}, "six different cells"),
        ({"rings": bytes(36)}, "expected 37"),
        ({"rings": bytes([2] + [0] * 36)}, "2 rings on A1: expected at most 1"),
        ({"rings_left": (-1, 0)}, "expected 0 or more"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, object], message: str) -> None:
    start = start_position(1)
    values = {name: getattr(start, name) for name in ("cells", "rings", "to_move", "rings_left")} | change
    with pytest.raises(ValueError, match=message):
        Position(**values)


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="level 4: expected 1, 2 or 3"):
        start_position(4)
