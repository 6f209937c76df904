"""Zeros that wander are followed, bounded, also under pieces; steps and foreign magnets are told from drift."""

import math
import random

import pytest
from perceived_table import board
from still_boards import Field, StillBoard

from campaigns.frame_faults import drift_off
from tamsk_pi.perception.drift import COMMON_BOUND_COUNTS, DriftTracker
from tamsk_pi.perception.findings import FindingKind
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.rules.acts import Ring, Setup, Take, Trouble
from tamsk_pi.rules.board import CELLS, Cell, cell_name, parse_cell

A1, A2, D4, G3 = (parse_cell(name) for name in ("A1", "A2", "D4", "G3"))
KIND = FindingKind


def settled(seed: int = 0) -> StillBoard:
    still = StillBoard(seed)
    still.put(D4, (0, 2))
    still.run(3)
    assert [type(act) for act in still.acts] == [Setup]
    return still


def drifting(counts: float, seconds: float) -> Field:
    """All zeros wander by so much in that time, each sensor by up to a fifth more or less."""
    draw = random.Random(8)
    shares = [draw.uniform(0.8, 1.2) for _ in range(READINGS)]
    return lambda passed_s: [counts * min(1.0, passed_s / seconds) * share for share in shares]


def magnet(near: Cell, beside_mm: float, counts: float, seconds: float) -> Field:
    """A magnet beside the board comes nearer for so long, until the sensors of the nearest cell feel so much."""
    layout = board()
    x, y = layout.cell_xy(near)
    far = 1 + beside_mm / math.hypot(x, y)
    at = (x * far, y * far)

    def field(cell: Cell, sensor: int) -> float:
        sx, sy = layout.sensor_xy(cell, sensor)
        return float(((sx - at[0]) ** 2 + (sy - at[1]) ** 2 + 20.0**2) ** -1.5)

    unit = [field(cell, sensor) / field(near, 0) for cell in CELLS for sensor in (0, 1)]
    return lambda passed_s: [counts * min(1.0, passed_s / seconds) * share for share in unit]


@pytest.mark.parametrize(("counts", "seconds"), [(30.0, 150), (-10.0, 50)])
def test_drift_is_followed_on_every_cell_and_rings_are_still_counted_without_doubt(
    counts: float, seconds: float
) -> None:
    still = settled()
    drift = drifting(counts, seconds)
    still.run(seconds + 5, extra=drift)
    health = still.perception.health(still.now_ns)
    assert health.drift_counts == pytest.approx(counts, abs=3.5)
    for cell, contents in ((D4, (0, 3)), (A2, (0, 1)), (A1, (1, 1))):
        still.put(cell, contents)
        still.run(1, extra=lambda _s: drift(seconds))
    assert [(type(act), act.cell) for act in still.acts[1:] if isinstance(act, Ring)] == [
        (Ring, D4),
        (Ring, A2),
        (Ring, A1),
    ]
    assert (len(still.acts), still.found) == (4, {})


def test_drift_beyond_all_bounds_is_followed_no_farther_and_said() -> None:
    still = settled().run(65, extra=drifting(60.0, 80))
    assert still.perception.health(still.now_ns).drift_counts == COMMON_BOUND_COUNTS
    assert KIND.DRIFT in still.found
    assert [act for act in still.acts if isinstance(act, (Ring, Take))] == []


@pytest.mark.parametrize("counts", [1.0, -1.8, 3.0, 12.0, -14.0])
def test_a_step_of_all_readings_is_told_and_is_nobodys_ring(counts: float) -> None:
    still = settled()
    begun_ns = still.now_ns
    step: Field = lambda _s: [counts] * READINGS  # noqa: E731
    still.run(1.5, extra=step)
    assert still.kinds == [KIND.COMMON_STEP]
    assert still.found[KIND.COMMON_STEP] - begun_ns < 1_000_000_000
    assert "stepped by" in still.findings[0].text
    still.put(D4, (0, 3))
    still.run(1, extra=step)
    assert [type(act) for act in still.acts] == [Setup, Ring]


@pytest.mark.parametrize(("counts", "seconds"), [(3.0, 0.3), (3.0, 20), (-3.0, 100)])
def test_a_magnet_beside_the_board_is_named_with_its_cells_however_slowly_it_came(
    counts: float, seconds: float
) -> None:
    still = settled()
    near = magnet(G3, 45.0, counts, seconds)
    still.run(seconds + 3, extra=near)
    finding = next(finding for finding in still.findings if finding.kind is KIND.MAGNET)
    assert G3 in finding.cells
    assert cell_name(G3) in finding.text
    assert [act for act in still.acts if not isinstance(act, (Setup, Trouble))] == []


def test_a_magnet_that_is_taken_away_is_no_longer_said() -> None:
    still = settled().run(4, extra=magnet(G3, 45.0, 3.0, 0.1))
    assert KIND.MAGNET in still.kinds
    assert still.run(4).kinds == []


@pytest.mark.parametrize("counts", [7.5, 11.7, 14.0, -12.0, 20.0])
def test_a_strong_magnet_makes_no_ring_without_a_word_before(counts: float) -> None:
    still = StillBoard(4)
    for name in ("G2", "G3", "F4"):
        still.put(parse_cell(name), (0, 1))
    still.run(3)
    still.run(6, extra=magnet(G3, 45.0, counts, 0.4))
    kinds = [type(act) for act in still.acts[1:]]
    assert kinds
    assert kinds[0] is Trouble


def test_a_sensor_that_wanders_alone_is_bounded_and_then_named() -> None:
    still = settled().run(40, drift_off(2 * D4, 0.2))
    own = still.perception.health(still.now_ns).own_drift_counts
    assert max(map(abs, own)) <= 3.0
    assert still.kinds == [KIND.DRIFT_OFF]


def test_the_tracker_moves_one_sensor_by_no_more_than_a_twentieth_of_a_count_a_second() -> None:
    tracker = DriftTracker()
    offs: list[float | None] = [0.0] * READINGS
    offs[7] = 1.5
    moved = 0.0
    for i in range(1, 51):
        moved += tracker.follow(offs, 10_000_000_000 + i * 160_000_000)[7]
    assert moved == pytest.approx(0.05 * 50 * 0.16, rel=0.1)
    assert tracker.common_counts == 0.0


def test_the_calibration_is_never_written_back() -> None:
    still = settled()
    before = still.calibration.digest
    still.run(20, extra=drifting(5.0, 20))
    assert still.calibration.digest == before
