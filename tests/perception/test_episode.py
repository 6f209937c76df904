"""Since when a cell's readings rest at a level."""

import pytest

from tamsk_pi.perception.episode import Episode
from tamsk_pi.rules.board import Cell

MS = 1_000_000


def rests_since_ms(counts: list[int]) -> int:
    """With one frame each 10 ms and the level at 20 counts."""
    episode = Episode(Cell(0), 0)
    for i, count in enumerate(counts):
        episode.add(10 * i * MS, count, count, (0.0, 0.0), (1.0, 1.0), 0.7)
    return episode.rests_since((20.0, 20.0), (1.0, 1.0), 0.7) // MS


FALLING = [0, 6, 13]
LYING = [20] * 8


@pytest.mark.parametrize(
    "counts",
    [
        FALLING + LYING,
        [*FALLING, *LYING, 23, *LYING],
        [*FALLING, *LYING, 23, 20, 17, *LYING],
        [*FALLING, *LYING, 23],
    ],
)
def test_what_noise_takes_astray_has_not_moved(counts: list[int]) -> None:
    assert rests_since_ms(counts) == 30


@pytest.mark.parametrize(
    ("alive", "stray", "since_ms"),
    [
        ((1.0, 1.0), [(20, 17), (19, 17)], 20),
        ((1.0, 1.0), [(17, 17), (17, 17)], 100),
        ((0.0, 1.0), [(20, 17), (20, 17)], 100),
        ((1.0, 0.0), [(17, 1023), (17, 1023)], 100),
    ],
)
def test_two_frames_in_a_row_that_only_s1_strays_in_are_noise_where_s0_tells(
    alive: tuple[float, float], stray: list[tuple[int, int]], since_ms: int
) -> None:
    episode = Episode(Cell(0), 0)
    for i, (s0, s1) in enumerate([(0, 0), (10, 10), *[(20, 20)] * 6, *stray, *[(20, 20)] * 6]):
        episode.add(10 * i * MS, s0, s1, (0.0, 0.0), alive, 0.7)
    assert episode.rests_since((20.0, 20.0), alive, 0.7) == since_ms * MS


@pytest.mark.parametrize(("counts", "since_ms"), [([20, 20, 26, *LYING], 30), ([20, 20, 20, 24, 24, *LYING], 50)])
def test_what_passes_its_level_while_it_hops_rests_when_it_is_back(counts: list[int], since_ms: int) -> None:
    assert rests_since_ms([*FALLING, *counts]) == 30 + since_ms
