"""The whole calibration through simulated chips, by hands that know nothing but the lights."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from guided_board import MS, S, board, influence

from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.config import Config, load_calibration
from tamsk_pi.daemon.calibration_run import calibrate_virtual
from tamsk_pi.layout import Layout
from tamsk_pi.perception.board_decoder import UNCERTAIN_MARGIN_SIGMAS, DecodedBoard, decode_board
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.levels import Contents, Levels
from tamsk_pi.rules.acts import Setup
from tamsk_pi.rules.board import AXIAL, CAPACITY, CELLS, Cell
from tamsk_pi.scenario.statements import Fault, FaultKind
from tamsk_pi.simulator.light_followers import Pace
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.settings import UNCALIBRATED, TableSettings
from tamsk_pi.simulator.table import Table
from tamsk_pi.views.calibration_view import CalibrationView
from tamsk_pi.views.calibration_words import problem_text

CONFIG = Config(scans_per_s=40)
QUICK = Pace(150 * MS, 500 * MS)


def calibrate(path: Path, table: Table, built_as: Layout | None = None) -> CalibrationView:
    return asyncio.run(
        calibrate_virtual(CONFIG, board(), path, lambda _: None, table=table, built_as=built_as, pace=QUICK)
    )


def uncalibrated_table(seed: int = 7, layout: Layout | None = None) -> Table:
    return Table(layout or board(), TableSettings(seed=seed, tolerances=UNCALIBRATED))


def random_setup(seed: int, at_ns: int) -> tuple[Setup, list[Contents]]:
    """Three red and three black glasses anywhere, any rings."""
    draw = random.Random(seed)
    cells = draw.sample(list(CELLS), 6)
    rings = [draw.randint(0, CAPACITY[c]) for c in CELLS]
    signs = dict(zip(cells, (1, 1, 1, -1, -1, -1), strict=True))
    return Setup(at_ns, tuple(cells), tuple(rings)), [(signs.get(c, 0), rings[c]) for c in CELLS]


def means(table: Table, at_ns: int) -> tuple[float, ...]:
    """The mean of 40 frames."""
    frames = [table.scan(at_ns + i * 10 * MS, scan_timing(board())).counts for i in range(40)]
    return tuple(sum(counts[i] for counts in frames) / len(frames) for i in range(READINGS))


def decoded(
    table: Table, calibration: Calibration, seeds: Sequence[int], at_ns: int
) -> list[tuple[DecodedBoard, int]]:
    """Boards laid out anew on that table, decoded, and how many of their cells are wrong."""
    levels = Levels(influence(), calibration)
    out = []
    for seed in seeds:
        setup, contents = random_setup(seed, at_ns + S)
        table.perform(setup)
        found = decode_board(levels, means(table, at_ns + 2 * S))
        out.append((found, sum(a != b for a, b in zip(found.contents, contents, strict=True))))
        at_ns += 4 * S
    return out


def turned(layout: Layout) -> Layout:
    """The same board with the chain of lights begun 120° further on."""
    at = {axial: c for c, axial in zip(CELLS, AXIAL, strict=True)}

    def moved(c: Cell) -> Cell:
        q, r = AXIAL[c]
        for _ in range(2):
            q, r = -r, q + r
        return at[q, r]

    return replace(layout, lights=replace(layout.lights, cell_order=tuple(map(moved, layout.lights.cell_order))))


def test_an_uncalibrated_board_is_read_rightly_with_margins_after_it_and_not_before(tmp_path: Path) -> None:
    path, table = tmp_path / "calibration.json", uncalibrated_table()
    view = calibrate(path, table)
    assert (view.has_passed, view.is_kept, view.problems) == (True, True, ())
    at_ns = 1_000 * S
    after = decoded(table, load_calibration(path), range(6), at_ns)
    assert [wrong for _, wrong in after] == [0] * 6
    assert min(v.margin_sigmas for found, _ in after for v in found.verdicts) > UNCERTAIN_MARGIN_SIGMAS
    before = decoded(table, Calibration(), range(6), at_ns + 100 * S)
    assert all(wrong > 5 for _, wrong in before)


def test_exchanged_cables_are_named_and_nothing_is_kept(tmp_path: Path) -> None:
    table = uncalibrated_table()
    table.fault(Fault(0, FaultKind.CABLES, value=1, other=4))
    view = calibrate(tmp_path / "c.json", table)
    assert view.is_stopped
    assert view.problems == (problem_text(Problem(ProblemKind.CABLES, parts=(0, 4, 2, 3, 1))),)
    assert not (tmp_path / "c.json").exists()


def test_a_board_turned_against_its_lights_is_named_with_the_angle(tmp_path: Path) -> None:
    view = calibrate(tmp_path / "c.json", uncalibrated_table(), turned(board()))
    assert view.is_stopped
    assert view.problems == (problem_text(Problem(ProblemKind.TURNED, value=120.0)),)


def test_a_chain_of_lights_begun_at_its_other_end_is_named_either_way(tmp_path: Path) -> None:
    lights = replace(board().lights, cell_order=tuple(reversed(board().lights.cell_order)))
    view = calibrate(tmp_path / "c.json", uncalibrated_table(), replace(board(), lights=lights))
    assert view.problems == (
        problem_text(Problem(ProblemKind.TURNED, value=180.0)),
        problem_text(Problem(ProblemKind.CHAIN_REVERSED)),
    )


def test_a_dead_sensor_ends_it_at_the_noise_test(tmp_path: Path) -> None:
    table = uncalibrated_table()
    table.fault(Fault(0, FaultKind.STUCK, cell=CELLS[20], sensor=0, value=1023))
    view = calibrate(tmp_path / "c.json", table)
    assert view.step == "empty"
    assert view.problems == (problem_text(Problem(ProblemKind.STUCK, CELLS[20], 0, value=1023.0)),)


@pytest.mark.parametrize("line", [0, 2])
def test_a_select_line_that_does_not_switch_is_named(line: int, tmp_path: Path) -> None:
    table = uncalibrated_table()
    table.fault(Fault(0, FaultKind.SELECT_STUCK, value=line))
    view = calibrate(tmp_path / "c.json", table)
    assert problem_text(Problem(ProblemKind.SELECT_STUCK, parts=(line,))) in view.problems
