"""The simulator's fields are those of the magnetic study (R2: levels, transients, influence of neighbours)."""

import json
from importlib.resources import files

import pytest
from simulated_board import board

from tamsk_pi.rules.board import AXIAL, CELLS, Cell, parse_cell
from tamsk_pi.simulator.fields import COUNTS_PER_MT, HourglassField, RingField, SensorField

WORST_COUNTS = 0.28  # the study's formula against magpylib
D4 = parse_cell("D4")
SENSORS = SensorField(board())
LAYERS_MM = (0.0, 6.0, 12.0, 18.0)
Influence = list[list[float]]


def ring_counts(cell: Cell, height_mm: float) -> list[float]:
    field = RingField(SENSORS.offsets(cell, (0.0, 0.0), SENSORS.all))
    return [COUNTS_PER_MT * mt for mt in field.at(height_mm)]


def red_counts(cell: Cell, lift_mm: float) -> list[float]:
    field = HourglassField(SENSORS.offsets(cell, (0.0, 0.0), SENSORS.all))
    return [COUNTS_PER_MT * mt for mt in field.at(lift_mm)]


def own(counts: list[float]) -> tuple[float, float]:
    return counts[2 * D4], counts[2 * D4 + 1]


@pytest.mark.parametrize(
    ("rings", "empty", "red", "black"),
    [
        (0, (512.0, 512.0), (530.3, 520.3), (493.7, 503.7)),
        (1, (522.9, 526.3), (541.2, 534.5), (504.7, 518.0)),
        (2, (537.7, 542.8), (556.0, 551.1), (519.5, 534.5)),
        (3, (549.4, 554.5), (567.7, 562.7), (531.2, 546.2)),
        (4, (557.0, 561.8), (575.3, 570.0), (538.8, 553.5)),
    ],
)
def test_levels_are_those_of_the_study(
    rings: int, empty: tuple[float, float], red: tuple[float, float], black: tuple[float, float]
) -> None:
    stack = [own(ring_counts(D4, height)) for height in LAYERS_MM[:rings]]
    glass = own(red_counts(D4, 0.0))
    for sensor in (0, 1):
        counts = 512 + sum(ring[sensor] for ring in stack)
        # Each layer may be off by as much as the formula is, and the printed figures are rounded.
        tolerance = WORST_COUNTS * max(1, rings) + 0.1
        assert counts == pytest.approx(empty[sensor], abs=tolerance)
        assert counts + glass[sensor] == pytest.approx(red[sensor], abs=tolerance + WORST_COUNTS)
        assert counts - glass[sensor] == pytest.approx(black[sensor], abs=tolerance + WORST_COUNTS)


@pytest.mark.parametrize(
    ("height_mm", "s0", "s1"),
    [
        (0, 10.9, 14.3),
        (6, 14.8, 16.6),
        (12, 11.7, 11.7),
        (18, 7.6, 7.3),
        (24, 4.7, 4.4),
        (30, 2.9, 2.8),
        (40, 1.4, 1.3),
        (60, 0.4, 0.4),
    ],
)
def test_a_falling_ring_passes_the_studys_transients(height_mm: float, s0: float, s1: float) -> None:
    assert own(ring_counts(D4, height_mm)) == pytest.approx((s0, s1), abs=WORST_COUNTS + 0.05)


@pytest.mark.parametrize(
    ("lift_mm", "s0"), [(0, 18.3), (1, 14.1), (3, 8.9), (5, 6.0), (10, 2.7), (20, 0.8), (50, 0.1)]
)
def test_a_lifted_glass_passes_the_studys_transients(lift_mm: float, s0: float) -> None:
    assert own(red_counts(D4, lift_mm))[0] == pytest.approx(s0, abs=WORST_COUNTS + 0.05)


def test_influence_on_every_sensor_is_that_of_the_studys_table() -> None:
    """The file is magpylib's; the worst difference is on the own cell, neighbours are far closer."""
    text = files("tamsk_pi.perception").joinpath("influence_r2.json").read_text(encoding="utf-8")
    table: dict[str, list[tuple[list[float], float]]] = json.loads(text)
    worst = []
    for cell in (D4, parse_cell("A1"), parse_cell("F3")):
        rings = [ring_counts(cell, height) for height in LAYERS_MM]
        red = red_counts(cell, 0.0)
        for other in CELLS:
            key = f"{AXIAL[cell][0] - AXIAL[other][0]},{AXIAL[cell][1] - AXIAL[other][1]}"
            for sensor, (layers, glass) in enumerate(table[key]):
                reading = 2 * other + sensor
                worst += [abs(ours[reading] - theirs) for ours, theirs in zip(rings, layers, strict=True)]
                worst.append(abs(red[reading] - glass))
    assert max(worst) <= WORST_COUNTS
    assert sorted(worst)[len(worst) // 2] < 0.08


def test_neighbours_cost_as_much_as_a_fourth_ring_gives() -> None:
    """All other cells full, D4's sensors lose 6.8 counts at the worst sensor of the board."""
    capacity = [4 - max(abs(q), abs(r), abs(q + r)) for q, r in AXIAL]
    total = [0.0] * 74
    for cell in CELLS:
        for height in LAYERS_MM[: capacity[cell]]:
            for reading, counts in enumerate(ring_counts(cell, height)):
                if reading // 2 != cell:
                    total[reading] += counts
    assert min(total) == pytest.approx(-6.8, abs=0.5)


def test_a_ring_reads_alike_however_it_is_turned() -> None:
    offsets = SENSORS.offsets(D4, (0.0, 0.0), SENSORS.near[D4])
    straight, turned = RingField(offsets).at(0.0), RingField(offsets, angle_rad=0.2).at(0.0)
    assert straight == pytest.approx(turned, abs=0.02 / COUNTS_PER_MT)
