"""What each cell asks for in the steps in which all are asked together, and what is wrong with what it holds."""

from collections.abc import Sequence
from dataclasses import dataclass

from tamsk_pi.calibration.guide_view import Task
from tamsk_pi.calibration.plan import GLASS_CELLS, WALK, Step, StepKind, with_walker
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.calibration.seeing import Sight
from tamsk_pi.perception.levels import Contents
from tamsk_pi.rules.board import CELLS, Cell


@dataclass(frozen=True, slots=True)
class Asking:
    """A step in which the board held `held` at its beginning.

    `stop` is how many stops the walking glass has made, `lifted` are the cells whose glass has left them.
    """

    step: Step
    held: tuple[Contents, ...]
    stop: int
    lifted: frozenset[Cell]

    @property
    def targets(self) -> tuple[Contents, ...]:
        """What each cell is to hold now."""
        if self.step.kind is StepKind.WALK:
            return with_walker(WALK[min(self.stop, len(WALK) - 1)])
        return self.step.targets

    def tasks(self, sights: Sequence[Sight]) -> tuple[Task, ...]:
        """What each cell asks for, seeing this."""
        targets = self.targets
        return tuple(self._task(cell, sights, targets[cell]) for cell in CELLS)

    def problem(self, cell: Cell, sight: Sight) -> Problem:
        """Why this cell is wrong."""
        target, held = self.targets[cell], self.held[cell]
        sign, rings = sight.contents
        if sight.is_reversed:
            return Problem(ProblemKind.REVERSED_RING, cell)
        if not sight.is_clear:
            return Problem(ProblemKind.UNCLEAR, cell)
        if sight.contents == target:
            return Problem(ProblemKind.WEAK, cell, value=max(sight.strength, key=lambda share: abs(share - 1)))
        if rings < held[1]:
            return Problem(ProblemKind.MISSING, cell)
        if sign and sign == -target[0]:
            return Problem(ProblemKind.WRONG_COLOUR, cell)
        if rings > target[1] or (sign and not target[0]):
            return Problem(ProblemKind.TAKE_OFF, cell)
        return Problem(ProblemKind.WRONG_PIECE, cell)

    def _task(self, cell: Cell, sights: Sequence[Sight], target: Contents) -> Task:
        sight, held = sights[cell], self.held[cell]
        if self.step.kind is StepKind.WALK and cell in WALK[: self.stop]:
            return self._walked_task(cell, sights)
        is_turning = self.step.kind is StepKind.TURNED and cell in GLASS_CELLS
        if sight.contents == target and sight.is_clear:
            if held == target and not is_turning:
                return Task.NONE
            if sight.is_weak:
                return Task.WRONG
            return Task.TURN if is_turning and cell not in self.lifted else Task.DONE
        if not sight.is_clear or sight.contents != held:
            # A glass that is being turned over is in the hand for a moment.
            is_in_hand = is_turning and sight.contents == (0, target[1])
            return Task.TURN if is_in_hand else Task.WRONG
        if self.step.kind is StepKind.RINGS:
            return Task.RING
        return Task.RED_GLASS if target[0] > 0 else Task.BLACK_GLASS

    def _walked_task(self, cell: Cell, sights: Sequence[Sight]) -> Task:
        """Of a cell on which the walking glass stood; where it stands still, it is to be lifted."""
        if sights[cell].contents == self.held[cell] and sights[cell].is_clear:
            return Task.DONE
        stop = WALK[self.stop]
        has_another = sights[stop].contents != self.held[stop]
        return Task.LIFT if cell == WALK[self.stop - 1] and not has_another else Task.WRONG
