"""From what was measured to a calibration, and whether it is good: every known board is decoded again with it."""

from dataclasses import dataclass
from typing import Final

from tamsk_pi.calibration.fit import fit_gains
from tamsk_pi.calibration.guide_view import Measured
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.perception.board_decoder import UNCERTAIN_MARGIN_SIGMAS, decode_board
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.influence import Influence
from tamsk_pi.perception.levels import Levels
from tamsk_pi.rules.board import CELLS, Cell

LEAST_MARGIN_SIGMAS: Final = 2 * UNCERTAIN_MARGIN_SIGMAS
"""Half of it is where the referee begins to ask."""
GAIN_LIMIT: Final = 0.25
"""Sensors are within ±10 % and magnets within ±5 %; beyond this something is broken or the wrong part."""


@dataclass(frozen=True, slots=True)
class CellResult:
    """One cell: the smallest margin of the known boards in sigmas, its sensors' gains, noise and zeros, S0 and S1."""

    cell: Cell
    margin_sigmas: float
    gains: tuple[float, float]
    noise_counts: tuple[float, float]
    zero_counts: tuple[float, float]
    problems: tuple[Problem, ...]

    @property
    def is_good(self) -> bool:
        """Whether the cell passes."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """A board's calibration; `gain_sds` are the standard deviations of the gains."""

    calibration: Calibration
    gain_sds: tuple[float, ...]
    cells: tuple[CellResult, ...]

    @property
    def has_passed(self) -> bool:
        """Whether every cell passes."""
        return all(cell.is_good for cell in self.cells)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong, cell by cell."""
        return tuple(problem for cell in self.cells for problem in cell.problems)


def evaluate(influence: Influence, measured: Measured) -> CalibrationResult:
    """Compute gains, and decode every board that was known at rest; takes a second or two on a small Pi."""
    empty = measured.empty
    fit = fit_gains(influence, measured.observations, empty.broken)
    calibration = Calibration(empty.zero_counts, fit.gains)
    levels = Levels(influence, calibration)
    margins = [float("inf")] * len(CELLS)
    misread: set[Cell] = set()
    for contents, means in measured.boards:
        board = decode_board(levels, means, empty.broken)
        for cell in CELLS:
            margins[cell] = min(margins[cell], board.verdicts[cell].margin_sigmas)
            if board.contents[cell] != contents[cell]:
                misread.add(cell)
    results = [_cell_result(cell, margins[cell], cell in misread, calibration, measured) for cell in CELLS]
    return CalibrationResult(calibration, fit.sds, tuple(results))


def _cell_result(
    cell: Cell, margin: float, is_misread: bool, calibration: Calibration, measured: Measured
) -> CellResult:
    empty, i = measured.empty, 2 * cell
    problems = [p for p in empty.problems if p.cell == cell]
    covered = {i + s for s in (0, 1)} & empty.broken
    if covered and not problems:
        problems += [p for p in empty.problems if p.cell is None]
    gains = (calibration.gains[i], calibration.gains[i + 1])
    for sensor, gain in enumerate(gains):
        if abs(gain - 1) > GAIN_LIMIT and i + sensor not in empty.broken:
            problems.append(Problem(ProblemKind.GAIN, cell, sensor, value=gain))
    if is_misread:
        problems.append(Problem(ProblemKind.MISREAD, cell))
    elif margin < LEAST_MARGIN_SIGMAS:
        problems.append(Problem(ProblemKind.MARGIN, cell, value=margin))
    return CellResult(
        cell,
        margin,
        gains,
        (empty.noise_counts[i], empty.noise_counts[i + 1]),
        (empty.zero_counts[i], empty.zero_counts[i + 1]),
        tuple(problems),
    )
