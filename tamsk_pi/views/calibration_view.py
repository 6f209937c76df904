"""A calibration as it is shown: one value for lights, page and terminal."""

from dataclasses import dataclass
from typing import Final

from tamsk_pi.calibration.guide_view import Answerable, GuideView, Task
from tamsk_pi.calibration.result import CalibrationResult
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.views.calibration_words import hint, problem_text, result_hint, result_title, title
from tamsk_pi.views.catalogue import Text

SHOWN_PROBLEMS: Final = 5


@dataclass(frozen=True, slots=True)
class CalibrationCellView:
    """One cell: what it asks for, and once all is measured its margin in sigmas and whether it passes."""

    cell: Cell
    task: Task = Task.NONE
    margin_sigmas: float | None = None
    is_good: bool | None = None
    gains: tuple[float, ...] = ()
    noise_counts: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class CalibrationView:
    """Everything there is to show of a calibration; `share` of the whole is done, 0 … 1.

    `may_say` is what somebody may answer now, so that it goes on. `has_passed` is None until all is measured;
    `is_kept`: it was saved and is used.
    """

    step: str
    number: int
    steps: int
    done: int
    total: int
    share: float
    title: Text
    hint: Text
    cells: tuple[CalibrationCellView, ...]
    problems: tuple[Text, ...] = ()
    is_measuring: bool = False
    is_stopped: bool = False
    may_say: Answerable | None = None
    has_passed: bool | None = None
    is_kept: bool = False


def calibration_view(
    guide: GuideView, result: CalibrationResult | None = None, *, is_kept: bool = False, trouble: Text | None = None
) -> CalibrationView:
    """What to show of that guide, and of its result once there is one; `trouble` is why it could not be kept."""
    if result is None:
        cells = tuple(CalibrationCellView(cell, guide.tasks[cell]) for cell in CELLS)
        said, problems = (title(guide), hint(guide)), guide.problems
    else:
        cells = tuple(
            CalibrationCellView(
                c.cell,
                Task.DONE if c.is_good else Task.BROKEN,
                round(c.margin_sigmas, 2),
                c.is_good,
                tuple(round(gain, 4) for gain in c.gains),
                tuple(round(noise, 2) for noise in c.noise_counts),
            )
            for c in result.cells
        )
        said, problems = (result_title(result), result_hint(result, is_kept)), result.problems
    texts = tuple(map(problem_text, problems[:SHOWN_PROBLEMS]))
    return CalibrationView(
        step="result" if result is not None else str(guide.step.kind),
        number=guide.number,
        steps=guide.steps,
        done=guide.done,
        total=guide.total,
        share=1.0 if result is not None else round(guide.share, 4),
        title=said[0],
        hint=said[1],
        cells=cells,
        problems=texts if trouble is None else (trouble, *texts),
        is_measuring=guide.is_measuring and result is None,
        is_stopped=guide.is_stopped,
        may_say=guide.may_say if result is None else None if is_kept else Answerable.KEEP,
        has_passed=None if result is None else result.has_passed,
        is_kept=is_kept,
    )
