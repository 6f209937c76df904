"""What is said while a board is calibrated: what to do next, and what is wrong and how to mend it."""

from typing import assert_never

from tamsk_pi.calibration.guide_view import Answerable, GuideView
from tamsk_pi.calibration.plan import StepKind
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.calibration.result import CalibrationResult
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.views.catalogue import Message, message


def title(guide: GuideView) -> Message:
    """What the step is about, in a few words."""
    match guide.step.kind:
        case StepKind.EMPTY:
            return message("calibration-empty")
        case StepKind.WAY_ROUND:
            return message("calibration-way-round")
        case StepKind.RINGS:
            return message("calibration-rings", layer=guide.step.layer)
        case StepKind.WALK:
            return message("calibration-walk")
        case StepKind.GLASSES:
            return message("calibration-glasses")
        case StepKind.TURNED:
            return message("calibration-turned")
        case _:
            assert_never(guide.step.kind)


def hint(guide: GuideView) -> Message:
    """What to do next."""
    if guide.is_stopped:
        return message("calibration-stopped-hint")
    match guide.step.kind:
        case StepKind.EMPTY if guide.may_say is Answerable.DO_WITHOUT:
            return message("calibration-broken-hint")
        case StepKind.EMPTY if guide.may_say is Answerable.NOTHING_THERE:
            return message("calibration-left-hint")
        case StepKind.EMPTY:
            return message("calibration-empty-hint")
        case StepKind.WAY_ROUND:
            return message("calibration-way-round-hint", left=guide.total - guide.done)
        case _ if guide.is_measuring:
            return message("calibration-measuring-hint")
        case StepKind.RINGS:
            return message("calibration-rings-hint", left=guide.total - guide.done)
        case StepKind.WALK:
            return message("calibration-walk-hint", left=guide.total - guide.done)
        case StepKind.GLASSES:
            return message("calibration-glasses-hint")
        case StepKind.TURNED:
            return message("calibration-turned-hint")
        case _:
            assert_never(guide.step.kind)


def result_title(result: CalibrationResult) -> Message:
    """Passed or failed."""
    if result.has_passed:
        return message("calibration-passed")
    return message("calibration-failed", cells=sum(not cell.is_good for cell in result.cells))


def result_hint(result: CalibrationResult, is_kept: bool) -> Message:
    """What becomes of it."""
    if is_kept:
        return message("calibration-kept-hint", margin=_one(min(cell.margin_sigmas for cell in result.cells)))
    return message("calibration-failed-hint")


def problem_text(problem: Problem) -> Message:
    """What is wrong, where, and what to do."""
    if problem.sensor is not None and problem.cell is not None:
        return _of_sensor(problem, cell_name(problem.cell), problem.sensor)
    if problem.cell is not None:
        return _of_cell(problem, cell_name(problem.cell))
    return _of_board(problem)


def _of_sensor(problem: Problem, cell: str, sensor: int) -> Message:
    match problem.kind:
        case ProblemKind.STUCK:
            return message("calibration-stuck", cell=cell, sensor=sensor, counts=round(problem.value))
        case ProblemKind.NOISY:
            return message("calibration-noisy", cell=cell, sensor=sensor, counts=_one(problem.value))
        case ProblemKind.ZERO_OFF:
            return message("calibration-zero-off", cell=cell, sensor=sensor, counts=round(problem.value))
        case _:
            return message("calibration-gain", cell=cell, sensor=sensor, percent=round(100 * problem.value))


def _of_cell(problem: Problem, cell: str) -> Message:
    match problem.kind:
        case ProblemKind.ELSEWHERE:
            return _elsewhere(cell, problem.other)
        case ProblemKind.TAKE_OFF:
            return message("calibration-take-off", cell=cell)
        case ProblemKind.MISSING:
            return message("calibration-missing", cell=cell)
        case ProblemKind.WRONG_COLOUR:
            return message("calibration-wrong-colour", cell=cell)
        case ProblemKind.REVERSED_RING:
            return message("calibration-reversed-ring", cell=cell)
        case ProblemKind.WEAK:
            return message("calibration-weak", cell=cell, percent=round(100 * problem.value))
        case ProblemKind.UNCLEAR:
            return message("calibration-unclear", cell=cell)
        case ProblemKind.MISREAD:
            return message("calibration-misread", cell=cell)
        case ProblemKind.MARGIN:
            return message("calibration-margin", cell=cell, sigmas=_one(problem.value))
        case _:
            return message("calibration-wrong-piece", cell=cell)


def _elsewhere(lit: str, answered: Cell | None) -> Message:
    if answered is None:
        return message("calibration-no-answer", cell=lit)
    return message("calibration-elsewhere", cell=lit, other=cell_name(answered))


def _of_board(problem: Problem) -> Message:
    match problem.kind:
        case ProblemKind.MUX_DEAD:
            return message("calibration-mux-dead", number=problem.parts[0])
        case ProblemKind.ADC:
            return message("calibration-adc", counts=round(problem.value))
        case ProblemKind.CABLES:
            moved = tuple(number for at_input, number in enumerate(problem.parts) if at_input != number)
            return message("calibration-cables", numbers=tuple(map(str, sorted(moved))))
        case ProblemKind.SELECT_LINES:
            moved = tuple(line for line, at in enumerate(problem.parts) if line != at)
            return message("calibration-select-lines", lines=tuple(f"S{line}" for line in sorted(moved)))
        case ProblemKind.SELECT_STUCK:
            return message("calibration-select-stuck", line=f"S{problem.parts[0]}")
        case ProblemKind.STALE:
            return message("calibration-stale")
        case ProblemKind.TURNED:
            return message("calibration-turned-board", degrees=round(problem.value))
        case ProblemKind.MIRRORED:
            return message("calibration-mirrored")
        case ProblemKind.CHAIN_REVERSED:
            return message("calibration-chain-reversed")
        case ProblemKind.CHAIN_SHIFTED:
            return message("calibration-chain-shifted")
        case ProblemKind.CHAIN_ROWS:
            return message("calibration-chain-rows")
        case _:
            return message("calibration-moving")


def _one(value: float) -> float:
    return round(value, 1)
