"""What the lights say while a board is calibrated, in the words of the light language.

While the empty board is tested the dot runs. A white pulse asks for a ring; the long blink of a colour for that
player's glass, the one that glows where one does; two quick blinks for turning it over. What is done shines, what is
wrong blinks fast until it is right, what is broken changes between white and blue. Both bars fill up as the
calibration goes on, or warn.
"""

from typing import Final

from tamsk_pi.calibration.guide_view import Task
from tamsk_pi.calibration.plan import StepKind
from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.calibration_view import CalibrationView
from tamsk_pi.views.light_language import Signal

TASK_SIGNALS: Final[dict[Task, Signal]] = {
    Task.NONE: Signal.DARK,
    Task.RING: Signal.RING_DUE,
    Task.RED_GLASS: Signal.HOME_WANTED,
    Task.BLACK_GLASS: Signal.HOME_WANTED,
    Task.LIFT: Signal.MOVABLE,
    Task.TURN: Signal.FLIP_NEEDED,
    Task.WRONG: Signal.WRONG,
    Task.DONE: Signal.DONE,
    Task.BROKEN: Signal.UNCERTAIN,
}
_COLOURS: Final = {Task.RED_GLASS: Player.RED, Task.LIFT: Player.RED, Task.BLACK_GLASS: Player.BLACK}


def task_colour(task: Task) -> Player | None:
    """In whose colour a cell asks; None is white."""
    return _COLOURS.get(task)


def is_testing(view: CalibrationView) -> bool:
    """Whether the empty board is tested, hands off, and nothing is wrong: the dot runs over all lights."""
    return view.step == StepKind.EMPTY and not view.problems


def calibration_bar_signal(view: CalibrationView) -> Signal:
    """What both bars show."""
    if view.has_passed:
        return Signal.READY
    if view.is_stopped or view.has_passed is False or view.step == StepKind.EMPTY:
        return Signal.WARNING
    return Signal.PROGRESS
