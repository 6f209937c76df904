"""Pieces told apart on a board whose gains are not known yet."""

import pytest
from guided_board import cell, influence

from tamsk_pi.calibration.plan import EMPTY_BOARD, FULL
from tamsk_pi.calibration.seeing import STEADY_BLOCKS, Seeing
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.levels import Contents, Levels

D4 = cell("D4")
LEVELS = Levels(influence(), Calibration())
EMPTY = (512.0,) * READINGS


def seeing(held: tuple[Contents, ...] = EMPTY_BOARD) -> Seeing:
    out = Seeing(LEVELS)
    out.rest(EMPTY, held)
    return out


def look(
    eyes: Seeing, before: Contents, after: Contents, share: float = 1.0, gains: tuple[float, float] = (1, 1)
) -> None:
    """What a change on D4 adds, `share` of it, at sensors of these gains."""
    vector = LEVELS.change_vector(D4, before, after)
    means = tuple(512.0 + share * gains[i % 2] * x for i, x in enumerate(vector))
    for _ in range(STEADY_BLOCKS):
        eyes.look(means)


@pytest.mark.parametrize("gains", [(0.9, 0.9), (1.1, 1.1), (0.9, 1.1), (1.1, 0.9)])
@pytest.mark.parametrize("after", [(0, 1), (0, 2), (1, 0), (-1, 0)])
def test_pieces_are_known_whatever_the_gains(after: Contents, gains: tuple[float, float]) -> None:
    eyes = seeing()
    look(eyes, (0, 0), after, gains=gains)
    assert eyes.contents[D4] == after
    assert not eyes.sights[D4].is_weak
    assert eyes.contents[:D4] + eyes.contents[D4 + 1 :] == EMPTY_BOARD[1:]


@pytest.mark.parametrize("gains", [(0.9, 0.9), (1.1, 1.1)])
def test_a_glass_on_a_full_cell_and_a_ring_taken_off_it_are_known(gains: tuple[float, float]) -> None:
    for after in ((1, 4), (-1, 4), (0, 3)):
        eyes = seeing(FULL)
        look(eyes, (0, 4), after, gains=gains)
        assert eyes.contents[D4] == after


def test_a_ring_with_a_magnet_the_wrong_way_round_is_weak() -> None:
    eyes = seeing()
    look(eyes, (0, 0), (0, 1), share=4 / 6)
    assert eyes.sights[D4].contents == (0, 1)
    assert eyes.sights[D4].is_weak


def test_a_ring_whose_magnets_point_inward_is_reversed_and_no_ring() -> None:
    eyes = seeing()
    look(eyes, (0, 0), (0, 1), share=-1.0)
    assert eyes.contents[D4] == (0, 0)
    assert eyes.sights[D4].is_reversed


def test_what_fits_nothing_is_not_clear() -> None:
    eyes = seeing()
    means = tuple(540.0 if i == 2 * D4 + 1 else x for i, x in enumerate(EMPTY))
    for _ in range(STEADY_BLOCKS):
        eyes.look(means)
    assert not eyes.sights[D4].is_clear


def test_one_block_alone_changes_nothing() -> None:
    eyes = seeing()
    vector = LEVELS.change_vector(D4, (0, 0), (0, 1))
    eyes.look(tuple(512.0 + x for x in vector))
    assert eyes.contents == EMPTY_BOARD
    assert not eyes.is_steady
    eyes.look(EMPTY)
    assert eyes.is_steady
