"""The way round: one lit cell after another gets a ring, and it is noted which readings answer."""

from collections.abc import Sequence
from typing import Final

from tamsk_pi.calibration.fit import Change
from tamsk_pi.calibration.guide_view import Task
from tamsk_pi.calibration.orientation import ANSWER_COUNTS, Answer, Orientation, own_readings
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.perception.levels import Contents
from tamsk_pi.rules.board import CELLS, Cell

RING_COUNTS: Final = ((8.0, 14.6), (8.5, 20.5))
"""What one ring gives S0 and S1 of its cell: nominal 10.9 and 14.3, with gain, magnet and play."""
_MISSED: Final = 3
"""So often a hand may miss the lit cells before the way round is given up."""


class WayRound:
    """One way round; `broken` readings answer nothing."""

    def __init__(self, orientation: Orientation, broken: frozenset[int]) -> None:
        self._orientation = orientation
        self._broken = broken
        self._way = list(orientation.cells)
        self._answers: dict[Cell, Answer] = {}
        self._rings = [0] * len(CELLS)
        self._missed = 0

    @property
    def lit(self) -> Cell | None:
        """The cell that asks for a ring."""
        return self._way[0] if self._way else None

    @property
    def done(self) -> int:
        """How many rings have been noted; misses are not counted."""
        return len(self._answers)

    @property
    def left(self) -> int:
        """How many are still asked for."""
        return len(self._way)

    @property
    def contents(self) -> tuple[Contents, ...]:
        """Where rings are felt."""
        return tuple((0, rings) for rings in self._rings)

    def answer(self, deltas: Sequence[float]) -> Answer:
        """The readings that have changed by so many counts that a ring may be the reason."""
        return frozenset(i for i, x in enumerate(deltas) if abs(x) > ANSWER_COUNTS and i not in self._broken)

    def strange(self, deltas: Sequence[float], answer: Answer) -> Problem | None:
        """Why this was no ring laid down."""
        if any(deltas[i] < 0 for i in answer):
            return Problem(ProblemKind.REVERSED_RING, self.lit)
        is_one_cell = len({i // 2 for i in answer}) == 1
        limits = [RING_COUNTS[i % 2] if is_one_cell else (ANSWER_COUNTS, RING_COUNTS[1][1]) for i in sorted(answer)]
        if all(low <= deltas[i] <= high for i, (low, high) in zip(sorted(answer), limits, strict=True)):
            return None
        return Problem(ProblemKind.WRONG_PIECE, self.lit)

    def taken_off(self, deltas: Sequence[float], answer: Answer) -> Answer:
        """The readings that changed because rings that lay there were taken off, as hands do that missed the cell."""
        out: set[int] = set()
        for cell in sorted({Cell(i // 2) for i in answer}):
            if self._rings[cell] and all(deltas[i] < 0 for i in answer & own_readings(cell)):
                self._rings[cell] -= 1
                out |= own_readings(cell)
        return frozenset(out)

    def note(self, answer: Answer) -> tuple[Change, ...]:
        """The lit cell has its ring, and these readings answer; what has changed on cells that answer whole."""
        self._answers[self._way.pop(0)] = answer
        felt = self._with_partners(answer)
        out: list[Change] = []
        for cell in sorted({Cell(i // 2) for i in answer}):
            if own_readings(cell) <= felt:
                self._rings[cell] += 1
                out.append(Change(cell, (0, self._rings[cell] - 1), (0, self._rings[cell])))
        return tuple(out)

    def judge(self) -> tuple[bool, tuple[Problem, ...]]:
        """After the last ring: whether it goes on, and what is wrong. It goes on without problems where all is right;
        with some, other cells are lit."""
        seen = {lit: self._with_partners(answer) for lit, answer in self._answers.items()}
        verdict = self._orientation.judge(seen)
        if verdict.is_right:
            return True, ()
        missed = [lit for lit, answer in seen.items() if answer != own_readings(lit)]
        problems = verdict.problems or tuple(_elsewhere(lit, seen[lit]) for lit in missed)
        if verdict.problems or self._missed >= _MISSED:
            return False, problems
        self._missed += 1
        for lit in missed:
            del self._answers[lit]
        laid = [cell for cell in CELLS if self._rings[cell]]
        self._way = list(self._orientation.more([*laid, *self._answers]))[: len(missed) + 1]
        return True, problems

    def task(self, cell: Cell, problems: Sequence[Problem]) -> Task:
        """What that cell asks for while `problems` are told."""
        if cell == self.lit:
            # That the cell was missed before is no reason not to ask for it again.
            is_wrong = any(p.cell == cell and p.kind is not ProblemKind.ELSEWHERE for p in problems)
            return Task.WRONG if is_wrong else Task.RING
        return Task.DONE if self._rings[cell] else Task.NONE

    def is_off(self, cell: Cell) -> bool:
        """Whether other readings than the cell's own answered to its ring."""
        return cell in self._answers and self._with_partners(self._answers[cell]) != own_readings(cell)

    def _with_partners(self, answer: Answer) -> Answer:
        """A broken reading cannot answer; its partner on the cell answers for it."""
        return answer | {i ^ 1 for i in answer if i ^ 1 in self._broken}


def _elsewhere(lit: Cell, answer: Answer) -> Problem:
    cells = {Cell(i // 2) for i in answer}
    return Problem(ProblemKind.ELSEWHERE, lit, other=min(cells) if cells else None)
