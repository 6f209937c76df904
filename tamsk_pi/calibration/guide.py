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
from dataclasses import replace
from typing import Final

from tamsk_pi.calibration.asking import Asking
from tamsk_pi.calibration.blocks import NS_PER_MS, REST_NS, Block, Blocks, Means
from tamsk_pi.calibration.fit import Change, Observation
from tamsk_pi.calibration.guide_view import Answerable, GuideView, Measured, Task
from tamsk_pi.calibration.noise import EmptyBoard, NoiseTest
from tamsk_pi.calibration.orientation import Answer, Orientation
from tamsk_pi.calibration.plan import EMPTY_BOARD, FULL, GLASS_CELLS, STEPS, WALK, Step, StepKind
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.calibration.seeing import Seeing
from tamsk_pi.calibration.way_round import WayRound
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
        self._way = WayRound(self._orientation, frozenset())
        self._misses: tuple[Problem, ...] = ()
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
                return self._way.contents
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
        elif self.step.kind is StepKind.WAY_ROUND and self._way.lit is not None and self._base is not None:
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
        self._way = WayRound(self._orientation, empty.broken)
        self._next()

    # The way round.

    def _look_for_answer(self, block: Block) -> None:
        assert self._base is not None
        rest = self._blocks.rest(LAID_NS)
        if rest is None or rest.since_ns < self._asked_ns:
            return
        deltas = [now - before for now, before in zip(rest.means, self._base.means, strict=True)]
        answer = self._way.answer(deltas)
        taken = self._way.taken_off(deltas, answer)
        if taken:
            before = enumerate(self._base.means)
            means = tuple(rest.means[i] if i in taken else mean for i, mean in before)
            self._base = replace(self._base, means=means)
            answer -= taken
        strange = self._way.strange(deltas, answer) if answer else None
        self._problems = self._misses if strange is None else (strange,)
        if answer and strange is None:
            self._answered(rest, answer)
            self._asked_ns = block.until_ns

    def _answered(self, rest: Block, answer: Answer) -> None:
        """The ring of the lit cell has come to rest."""
        assert self._base is not None
        assert self._empty is not None
        self._misses = self._problems = ()
        self._observe(self._way.note(answer), self._base, rest)
        self._base = rest
        if self._way.lit is not None:
            return
        goes_on, problems = self._way.judge()
        if goes_on and not problems and self._empty.broken and not self._does_without:
            goes_on, problems = False, self._empty.problems
        self._problems, self._is_stopped = problems, not goes_on
        self._misses = problems
        if goes_on and not problems:
            self._contents = self._way.contents
            self._next()

    # Steps in which the cells are asked for together.

    def _look(self, block: Block) -> None:
        before = self._seeing.contents
        self._seeing.look(block.means)
        if self.step.kind is StepKind.TURNED:
            self._lifted.update(cell for cell in GLASS_CELLS if self._seeing.is_off(cell, block.means))
        asking, sights = self._asking(), self._seeing.sights
        tasks = asking.tasks(sights)
        self._problems = tuple(asking.problem(cell, sights[cell]) for cell in CELLS if tasks[cell] is Task.WRONG)
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
        before, after = FULL[stop], self._asking().targets[stop]
        self._observe((Change(stop, before, after, WALKER),), self._before_glasses, rest)
        self._boards.append((self._asking().targets, rest.means))
        self._stirred_ns = rest.until_ns
        self._stop += 1
        if self._stop == len(WALK):
            self._base, self._contents = rest, self.step.targets
            self._next()

    def _asking(self) -> Asking:
        return Asking(self.step, self._contents, self._stop, frozenset(self._lifted))

    def _is_done(self, tasks: Sequence[Task]) -> bool:
        is_asked = any(task not in (Task.NONE, Task.DONE) for task in tasks)
        return not is_asked and self._seeing.contents == self._asking().targets

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
                done, total = self._way.done, self._way.done + self._way.left
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
                if self._is_stopped:
                    return tuple(Task.BROKEN if self._way.is_off(cell) else Task.NONE for cell in CELLS)
                return tuple(self._way.task(cell, self._problems) for cell in CELLS)
            case _:
                return self._asking().tasks(self._seeing.sights)
