"""Unknown boards are decoded right from their readings alone, with the tolerances the design must survive."""

import random

import pytest
from magnet_scene import build, random_board
from perceived_table import influence

from tamsk_pi.perception.board_decoder import decode_board
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.levels import Levels
from tamsk_pi.rules.board import CAPACITY, CELLS, parse_cell

NOISE_OF_A_MEAN = 0.17


def means(seed: int, contents: list[tuple[int, int]]) -> tuple[float, ...]:
    scene, draw = build(seed, contents), random.Random(seed)
    return tuple(
        zero + gain * counts + draw.gauss(0, NOISE_OF_A_MEAN)
        for zero, gain, counts in zip(scene.zeros, scene.gains, scene.field_counts, strict=True)
    )


@pytest.mark.parametrize("mix", ["stress", "game", "full"])
def test_random_boards_are_decoded_without_a_wrong_cell(mix: str) -> None:
    levels = Levels(influence(), Calibration())
    for seed in range(8):
        contents = random_board(random.Random(f"{mix}/{seed}"), mix)
        assert list(decode_board(levels, means(seed, contents)).contents) == contents


def test_a_board_with_every_tube_full_is_decoded() -> None:
    contents = [(0, CAPACITY[cell]) for cell in CELLS]
    board = decode_board(Levels(influence(), Calibration()), means(1, contents))
    assert list(board.contents) == contents


def test_a_ring_too_many_on_a_full_tube_is_seen() -> None:
    contents = [(0, 0)] * len(CELLS)
    for name in ("A1", "D4"):
        contents[parse_cell(name)] = (0, CAPACITY[parse_cell(name)] + 1)
    board = decode_board(Levels(influence(), Calibration()), means(2, contents))
    assert list(board.contents) == contents


def test_a_calibrated_zero_and_gain_are_taken_out() -> None:
    contents = random_board(random.Random(5), "game")
    scene = build(5, contents)
    zeros = tuple(450.0 + cell for cell in range(74))
    gains = tuple(0.9 + 0.2 * (i % 3) / 2 for i in range(74))
    readings = tuple(z + g * c for z, g, c in zip(zeros, gains, scene.field_counts, strict=True))
    board = decode_board(Levels(influence(), Calibration(zeros, gains)), readings)
    assert list(board.contents) == contents


def test_a_cell_with_a_dead_sensor_is_decoded_from_the_other() -> None:
    contents = [(0, 0)] * len(CELLS)
    contents[0], contents[5] = (1, 0), (0, 2)
    readings = list(means(3, contents))
    readings[2 * 5] = 0.0
    board = decode_board(Levels(influence(), Calibration()), tuple(readings), frozenset({10}))
    assert list(board.contents) == contents
