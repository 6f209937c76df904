"""What a guide says: what each cell asks for, what somebody may answer, how far it is; at last what was measured."""

from dataclasses import dataclass
from enum import StrEnum

from tamsk_pi.calibration.blocks import Means
from tamsk_pi.calibration.fit import Observation
from tamsk_pi.calibration.noise import EmptyBoard
from tamsk_pi.calibration.plan import Step
from tamsk_pi.calibration.problems import Problem
from tamsk_pi.perception.levels import Contents


class Answerable(StrEnum):
    """What somebody may say to a guide that waits."""

    BEGIN_AGAIN = "begin-again"
    DO_WITHOUT = "do-without"  # the broken sensors
    NOTHING_THERE = "nothing-there"  # no pieces, whatever the old calibration says
    NOTHING_FELT = "nothing-felt"  # the ring lies where it is asked for
    KEEP = "keep"  # a result that has not passed


class Task(StrEnum):
    """What a cell asks for."""

    NONE = "none"
    RING = "ring"
    RED_GLASS = "red-glass"
    BLACK_GLASS = "black-glass"
    LIFT = "lift"  # the glass that stands here is the one to be moved
    TURN = "turn"
    WRONG = "wrong"
    DONE = "done"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything a calibration is computed from: the empty board, what changes did, and boards known at rest."""

    empty: EmptyBoard
    observations: tuple[Observation, ...]
    boards: tuple[tuple[tuple[Contents, ...], Means], ...]


@dataclass(frozen=True, slots=True)
class GuideView:
    """What is asked for now. `done` of `total` is how far this step is; `is_measuring`: hands off.

    `is_stopped`: nothing goes on until somebody says so.
    """

    step: Step
    number: int
    steps: int
    tasks: tuple[Task, ...]
    done: int
    total: int
    problems: tuple[Problem, ...] = ()
    is_measuring: bool = False
    is_stopped: bool = False
    may_say: Answerable | None = None

    @property
    def share(self) -> float:
        """How much of the whole calibration is done, 0 … 1, each step as long as the others."""
        return (self.number - 1 + self.done / max(1, self.total)) / self.steps
