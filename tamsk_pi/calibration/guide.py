"""The guide through a calibration: frames go in; what each cell asks for, and at last what was measured, comes out.

    empty board ─► way round ─► rings, layer 1 … 4 ─► walk ─► glasses ─► glasses turned ─► measured
      noise, zeros   one lit cell   all lit cells,      one glass   poles     other poles
                     after another  in any order        everywhere

A step ends when every cell holds what it is asked for and the board has been at rest for a second; that second is
measured. A cell that holds something else says so and is asked for alone; the others are done meanwhile. Where the
way round shows that sensors and lights disagree, the guide stops and says what is exchanged; it begins anew when told
to go on. Time comes with the frames. No step can be left out, so a guide that has come to its end has measured all.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tamsk_pi.calibration.blocks import NS_PER_MS, REST_NS, Block, Blocks, Means
from tamsk_pi.calibration.fit import Change, Observation
from tamsk_pi.calibration.noise import EmptyBoard, NoiseTest
from tamsk_pi.calibration.orientation import ANSWER_COUNTS, Answer, Orientation
from tamsk_pi.calibration.plan import EMPTY_BOARD, FULL, GLASS_CELLS, STEPS, WALK, Step, StepKind, with_walker
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.calibration.seeing import Seeing, Sight
from tamsk_pi.perception.board_decoder import decode_board
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import Frame
from tamsk_pi.perception.influence import Influence
from tamsk_pi.perception.levels import Contents, Levels
from tamsk_pi.perception.wiring import Rows
from tamsk_pi.rules.board import CELLS, Cell

LAID_NS: Final = 500 * NS_PER_MS
"""A ring of the way round, and the glass that walks, have to rest so long."""
WALKER: Final = "walker"
RESTLESS_NS: Final = 5_000 * NS_PER_MS
"""After so long without a second of rest it is said that something moves."""
_NOISE_COUNTS: Final = math.sqrt(0.7**2 + 1 / 12)
_MOST_CELLS: Final = 29
_FITTING_SIGMAS: Final = 3.5
"""Four cells of five fit better than this with a calibration of this board, and worse than 8 without."""
_MISSED: Final = 3
"""So often a hand may miss the lit cells before the guide gives up on the way round."""


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


class Guide:
    """One calibration; `rows` is the wiring, `chain` the cells in the order of the lights.

    With the calibration that was `in_use` until now, pieces that were left on the board are seen, as long as it still
    fits the sensors at all.
    """

    def __init__(
        self, influence: Influence, rows: Rows, chain: Sequence[Cell], in_use: Calibration | None = None
    ) -> None:
        self._usual = None if in_use is None else Levels(influence, in_use)
        self._rows = rows
        ends = [channel for row in rows for channel, reading in enumerate(row) if reading is None]
        self._where_others_end = frozenset(r for row in rows for c in ends if (r := row[c]) is not None)
        """Readings that float where cables are exchanged: the other multiplexer has nothing there. What is broken
        there only is judged after the way round."""
        self._orientation = Orientation(rows, chain)
        self._seeing = Seeing(Levels(influence, Calibration()))
        self._blocks = Blocks()
        self._begin()

    def _begin(self) -> None:
        self._number = 0
        self._noise = NoiseTest()
        self._empty: EmptyBoard | None = None
        self._does_without = False
        self._problems: tuple[Problem, ...] = ()
        self._is_stopped = False
        self._way: list[Cell] = list(self._orientation.cells)
        self._answers: dict[Cell, Answer] = {}
        self._laid: dict[Cell, Contents] = {}
        self._missed = 0
        self._base: Block | None = None
        self._before_glasses: Block | None = None
        self._contents: tuple[Contents, ...] = EMPTY_BOARD
        self._lifted: set[Cell] = set()
        self._stop = 0
        self._asked_ns = 0
        self._stirred_ns = 0
        self._observations: list[Observation] = []
        self._boards: list[tuple[tuple[Contents, ...], Means]] = []
        self._blocks.forget()

    @property
    def step(self) -> Step:
        """The step that is going on, or the last."""
        return STEPS[min(self._number, len(STEPS) - 1)]

    @property
    def contents(self) -> tuple[Contents, ...]:
        """What each cell is believed to hold now."""
        match self.step.kind:
            case StepKind.EMPTY:
                return EMPTY_BOARD
            case StepKind.WAY_ROUND:
                return tuple(self._laid.get(cell, (0, 0)) for cell in CELLS)
            case _:
                return self._seeing.contents

    @property
    def measured(self) -> Measured | None:
        """Everything, once the last step is done."""
        if self._number < len(STEPS) or self._empty is None:
            return None
        return Measured(self._empty, tuple(self._observations), tuple(self._boards))

    # What comes in.

    def frame(self, frame: Frame) -> None:
        """One scan of the board."""
        if self._is_stopped or self._number >= len(STEPS):
            return
        block = self._blocks.take(frame)
        if self.step.kind is StepKind.EMPTY:
            if self._noise.take(frame):
                self._noise_tested()
            return
        if block is None:
            return
        if self.step.kind is StepKind.WAY_ROUND:
            self._look_for_answer(block)
        else:
            self._look(block)

    def go_on(self) -> None:
        """Somebody says: begin anew after what was wrong is mended; do without broken sensors; no sensor answers."""
        if self._is_stopped:
            self._begin()
        elif self.step.kind is StepKind.EMPTY and self._empty is not None and self._empty.is_usable:
            self._does_without = True
            self._accept_empty()
        elif self.step.kind is StepKind.WAY_ROUND and self._way and self._base is not None:
            self._answered(self._base, frozenset())

    # The empty board.

    def _noise_tested(self) -> None:
        test, self._noise = self._noise, NoiseTest()
        if test.moved():
            self._empty = None
            self._problems = (Problem(ProblemKind.MOVING),)
            return
        self._empty = test.result(self._rows)
        left = self._left_over(self._empty)
        if left:
            self._problems = left
            return
        self._problems = self._empty.problems
        named = {2 * p.cell + (p.sensor or 0) for p in self._problems if p.cell is not None}
        is_perhaps_exchanged = bool(named) and named <= self._where_others_end
        if not self._problems or (is_perhaps_exchanged and self._empty.is_usable):
            self._accept_empty()

    def _left_over(self, empty: EmptyBoard) -> tuple[Problem, ...]:
        """Pieces that still stand or lie there; none where the calibration in use fits no board at all."""
        if self._usual is None:
            return ()
        board = decode_board(self._usual, empty.zero_counts, empty.broken)
        misfits = sorted(verdict.misfit_sigmas for verdict in board.verdicts)
        if misfits[_MOST_CELLS] > _FITTING_SIGMAS:
            return ()
        return tuple(Problem(ProblemKind.TAKE_OFF, cell) for cell in CELLS if board.contents[cell] != (0, 0))

    def _accept_empty(self) -> None:
        """Go on from these zeros, without the readings that are broken."""
        empty = self._empty
        assert empty is not None
        self._blocks.ignored = self._seeing.dead = empty.broken
        self._boards.append((EMPTY_BOARD, empty.zero_counts))
        self._base = Block(0, 0, empty.frames, empty.zero_counts)
        self._next()

    # The way round.

    def _look_for_answer(self, block: Block) -> None:
        assert self._base is not None
        assert self._empty is not None
        rest = self._blocks.rest(LAID_NS)
        if rest is None or rest.since_ns < self._asked_ns:
            return
        deltas = [now - before for now, before in zip(rest.means, self._base.means, strict=True)]
        answer = frozenset(i for i, x in enumerate(deltas) if abs(x) > ANSWER_COUNTS and i not in self._empty.broken)
        self._problems = ()
        if not answer:
            return
        if any(deltas[i] < 0 for i in answer):
            self._problems = (Problem(ProblemKind.REVERSED_RING, self._way[0]),)
            return
        self._answered(rest, answer)
        self._asked_ns = block.until_ns

    def _answered(self, rest: Block, answer: Answer) -> None:
        """The ring of the lit cell has come to rest."""
        assert self._base is not None
        lit = self._way.pop(0)
        self._answers[lit] = answer
        cells = {Cell(i // 2) for i in answer}
        if len(cells) == 1:
            cell = min(cells)
            self._observe((Change(cell, (0, self._rings(cell)), (0, self._rings(cell) + 1)),), self._base, rest)
            self._laid[cell] = (0, self._rings(cell) + 1)
        self._base = rest
        if not self._way:
            self._judge_way()

    def _rings(self, cell: Cell) -> int:
        return self._laid.get(cell, (0, 0))[1]

    def _judge_way(self) -> None:
        assert self._empty is not None
        assert self._base is not None
        broken = self._empty.broken
        seen = (
            {cell: self._with_partners(answer) for cell, answer in self._answers.items()} if broken else self._answers
        )
        verdict = self._orientation.judge(seen)
        missed = [(lit, answer) for lit, answer in seen.items() if answer != _own(lit)]
        if verdict.is_right and self._empty.broken and not self._does_without:
            self._problems = self._empty.problems
            self._is_stopped = True
        elif verdict.is_right:
            self._contents = tuple(self._laid.get(cell, (0, 0)) for cell in CELLS)
            self._next()
        elif verdict.problems or self._missed >= _MISSED:
            self._problems = verdict.problems or tuple(_elsewhere(*miss) for miss in missed)
            self._is_stopped = True
        else:
            self._missed += 1
            self._problems = tuple(_elsewhere(*miss) for miss in missed)
            for lit, _ in missed:
                del self._answers[lit]
            self._way = list(self._orientation.more([*self._laid, *self._answers]))[: len(missed) + 1]

    def _with_partners(self, answer: Answer) -> Answer:
        """A broken reading cannot answer; its partner on the cell answers for it."""
        assert self._empty is not None
        return answer | {i ^ 1 for i in answer if i ^ 1 in self._empty.broken}

    # Steps in which the cells are asked for together.

    def _look(self, block: Block) -> None:
        before = self._seeing.contents
        self._seeing.look(block.means)
        if self.step.kind is StepKind.TURNED:
            self._lifted.update(cell for cell in GLASS_CELLS if self._seeing.is_off(cell, block.means))
        tasks = self._tasks()
        self._problems = tuple(p for cell in CELLS if tasks[cell] is Task.WRONG and (p := self._problem(cell)))
        if self._seeing.contents != before or not self._seeing.is_steady or not self._is_done(tasks):
            self._stirred_ns = block.until_ns
            return
        rest = self._blocks.rest(LAID_NS if self.step.kind is StepKind.WALK else REST_NS)
        if rest is not None and rest.since_ns >= self._stirred_ns - NS_PER_MS:
            if self.step.kind is StepKind.WALK:
                self._measure_stop(rest)
            else:
                self._measure(rest)
        elif block.until_ns - self._stirred_ns > RESTLESS_NS:
            self._problems = (Problem(ProblemKind.MOVING),)

    def _measure_stop(self, rest: Block) -> None:
        """The walking glass, against the board without it."""
        assert self._before_glasses is not None
        stop = WALK[self._stop]
        before, after = FULL[stop], self._targets()[stop]
        self._observe((Change(stop, before, after, WALKER),), self._before_glasses, rest)
        self._boards.append((self._targets(), rest.means))
        self._stirred_ns = rest.until_ns
        self._stop += 1
        if self._stop == len(WALK):
            self._base, self._contents = rest, self.step.targets
            self._next()

    def _targets(self) -> tuple[Contents, ...]:
        """What each cell is to hold now."""
        if self.step.kind is StepKind.WALK:
            return with_walker(WALK[min(self._stop, len(WALK) - 1)])
        return self.step.targets

    def _is_done(self, tasks: Sequence[Task]) -> bool:
        is_asked = any(task not in (Task.NONE, Task.DONE) for task in tasks)
        return not is_asked and self._seeing.contents == self._targets()

    def _measure(self, rest: Block) -> None:
        assert self._base is not None
        step, contents = self.step, self._seeing.contents
        base, before = self._base, self._contents
        if step.kind is StepKind.TURNED:
            # A glass's other end against the board without glasses: its two ends are two magnets.
            assert self._before_glasses is not None
            base, before = self._before_glasses, FULL
        changes = [Change(cell, before[cell], contents[cell]) for cell in CELLS if before[cell] != contents[cell]]
        self._observe(tuple(changes), base, rest)
        self._boards.append((contents, rest.means))
        if step.targets == FULL:
            self._before_glasses = rest
        self._base, self._contents = rest, contents
        self._next()

    def _observe(self, changes: tuple[Change, ...], before: Block, after: Block) -> None:
        if changes:
            deltas = tuple(b - a for a, b in zip(before.means, after.means, strict=True))
            noise = _NOISE_COUNTS * math.sqrt(1 / max(1, before.frames) + 1 / max(1, after.frames))
            self._observations.append(Observation(changes, deltas, noise))

    def _next(self) -> None:
        self._number += 1
        self._problems = ()
        self._lifted.clear()
        if self._base is not None:
            self._seeing.rest(self._base.means, self._contents)
            self._asked_ns = self._stirred_ns = self._base.until_ns

    # What comes out.

    def view(self) -> GuideView:
        """What is asked for now."""
        tasks = self._tasks()
        asked = [task for task in tasks if task is not Task.NONE]
        done, total = sum(task is Task.DONE for task in asked), len(asked)
        match self.step.kind:
            case StepKind.EMPTY:
                done, total = round(100 * self._noise.share), 100
            case StepKind.WAY_ROUND:
                done, total = len(self._answers), len(self._answers) + len(self._way)
            case StepKind.WALK:
                done, total = self._stop, len(WALK)
            case _:
                pass
        return GuideView(
            self.step,
            min(self._number + 1, len(STEPS)),
            len(STEPS),
            tasks,
            done,
            total,
            self._problems,
            is_measuring=not self._problems if self.step.kind is StepKind.EMPTY else self._is_done(tasks),
            is_stopped=self._is_stopped,
            may_say=self._may_say(),
        )

    def _may_say(self) -> Answerable | None:
        if self._is_stopped:
            return Answerable.BEGIN_AGAIN
        match self.step.kind:
            case StepKind.EMPTY if self._problems and self._empty is not None and self._empty.is_usable:
                is_broken = any(p.kind is not ProblemKind.TAKE_OFF for p in self._problems)
                return Answerable.DO_WITHOUT if is_broken else Answerable.NOTHING_THERE
            case StepKind.WAY_ROUND:
                return Answerable.NOTHING_FELT
            case _:
                return None

    def _tasks(self) -> tuple[Task, ...]:
        match self.step.kind:
            case StepKind.EMPTY:
                wrong = {p.cell: Task.BROKEN if p.sensor is not None else Task.WRONG for p in self._problems}
                return tuple(wrong.get(cell, Task.NONE) for cell in CELLS)
            case StepKind.WAY_ROUND:
                return tuple(self._way_task(cell) for cell in CELLS)
            case _:
                sights, targets = self._seeing.sights, self._targets()
                return tuple(self._task(cell, sights[cell], targets[cell]) for cell in CELLS)

    def _way_task(self, cell: Cell) -> Task:
        if self._is_stopped:
            return Task.BROKEN if cell in self._answers and self._answers[cell] != _own(cell) else Task.NONE
        if self._way and cell == self._way[0]:
            return Task.WRONG if self._problems and self._problems[0].cell == cell else Task.RING
        return Task.DONE if cell in self._laid else Task.NONE

    def _task(self, cell: Cell, sight: Sight, target: Contents) -> Task:
        held = self._contents[cell]
        if self.step.kind is StepKind.WALK and cell in WALK[: self._stop]:
            return self._walked_task(cell, sight)
        is_turning = self.step.kind is StepKind.TURNED and cell in GLASS_CELLS
        if sight.contents == target and sight.is_clear:
            if held == target and not is_turning:
                return Task.NONE
            if sight.is_weak:
                return Task.WRONG
            return Task.TURN if is_turning and cell not in self._lifted else Task.DONE
        if not sight.is_clear or sight.contents != held:
            # A glass that is being turned over is in the hand for a moment.
            is_in_hand = is_turning and sight.contents == (0, target[1])
            return Task.TURN if is_in_hand else Task.WRONG
        if self.step.kind is StepKind.RINGS:
            return Task.RING
        return Task.RED_GLASS if target[0] > 0 else Task.BLACK_GLASS

    def _walked_task(self, cell: Cell, sight: Sight) -> Task:
        """Of a cell on which the walking glass stood; where it stands still, it is to be lifted."""
        if sight.contents == self._contents[cell] and sight.is_clear:
            return Task.DONE
        stop = WALK[self._stop]
        has_another = self._seeing.contents[stop] != self._contents[stop]
        return Task.LIFT if cell == WALK[self._stop - 1] and not has_another else Task.WRONG

    def _problem(self, cell: Cell) -> Problem | None:
        """Why this cell is wrong."""
        sight, target = self._seeing.sights[cell], self._targets()[cell]
        sign, rings = sight.contents
        if sight.is_reversed:
            return Problem(ProblemKind.REVERSED_RING, cell)
        if not sight.is_clear:
            return Problem(ProblemKind.UNCLEAR, cell)
        if sight.contents == target:
            return Problem(ProblemKind.WEAK, cell, value=min(sight.strength, key=lambda x: -abs(x - 1)))
        if rings < self._contents[cell][1]:
            return Problem(ProblemKind.MISSING, cell)
        if sign and sign == -target[0]:
            return Problem(ProblemKind.WRONG_COLOUR, cell)
        if rings > target[1] or (sign and not target[0]):
            return Problem(ProblemKind.TAKE_OFF, cell)
        return Problem(ProblemKind.WRONG_PIECE, cell)


def _own(cell: Cell) -> Answer:
    return frozenset((2 * cell, 2 * cell + 1))


def _elsewhere(lit: Cell, answer: Answer) -> Problem:
    cells = {Cell(i // 2) for i in answer}
    return Problem(ProblemKind.ELSEWHERE, lit, other=min(cells) if cells else None)
