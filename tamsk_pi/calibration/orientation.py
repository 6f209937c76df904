"""Whether sensors and lights agree about which cell is which, found with a handful of rings.

Cells are lit one after another, a ring is laid on each, and the readings that answer are noted. What may be wrong is
a list of hypotheses, each saying which readings answer when a cell is lit: the board or its sensors turned or
mirrored against the lights; multiplexers at each other's inputs; select lines exchanged or stuck; the chain of lights
begun at its other end, shifted by a pixel, or laid without turning back at the end of a row. The first cells to lay
rings on are chosen so that no two hypotheses answer alike on all of them, but where they are one and the same fact
(a chain begun at its other end is a board turned by 180°), and so that each is seen on two cells at least: a hand
that misses one cell fits none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.layout import SELECT_LINES
from tamsk_pi.perception.findings import FindingKind
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.perception.wiring import Rows, Wiring
from tamsk_pi.rules.board import AXIAL, CELLS, Cell

ANSWER_COUNTS: Final = 5.0
"""A ring gives its own cell's sensors 11 and 14 counts, its neighbours' less than one."""
_SIXTHS: Final = 6
_TWICE: Final = 2
_AT: Final = {axial: cell for cell, axial in zip(CELLS, AXIAL, strict=True)}
_WIRE_KINDS: Final = {
    FindingKind.SELECT_STUCK: ProblemKind.SELECT_STUCK,
    FindingKind.STALE: ProblemKind.STALE,
    FindingKind.MUX_DEAD: ProblemKind.MUX_DEAD,
}

Answer = frozenset[int]
"""The readings that answer to a ring."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One thing that may be wrong, and which readings answer then when each cell is lit; None: all is well."""

    problem: Problem | None
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rings said. `is_right`: all is as it should be; else `problems` explain it all, or nothing does."""

    is_right: bool
    problems: tuple[Problem, ...] = ()


class Orientation:
    """One board's hypotheses; `rows` is the wiring, `chain` the cells in the order of the lights."""

    def __init__(self, rows: Rows, chain: Sequence[Cell]) -> None:
        right = Hypothesis(None, tuple(own_readings(cell) for cell in CELLS))
        others = [*_turned(), *_chains(chain), *_exchanged_multiplexers(rows), *_select_lines(rows), *_faults(rows)]
        self.hypotheses: Final = (right, *(h for h in others if h.answers != right.answers))
        self.cells: Final = self._choose(())

    def more(self, laid: Sequence[Cell]) -> tuple[Cell, ...]:
        """Cells to lay more rings on, after a hand has missed one of the first."""
        return self._choose(laid)

    def judge(self, seen: Mapping[Cell, Answer]) -> Verdict:
        """What explains the answers to the cells that were lit; the first hypotheses are the likelier ones."""
        fitting = [h for h in self.hypotheses if all(h.answers[cell] == answer for cell, answer in seen.items())]
        if fitting and fitting[0].problem is None:
            return Verdict(is_right=True)
        problems = [h.problem for h in fitting if h.problem is not None]
        return Verdict(is_right=False, problems=tuple(dict.fromkeys(problems)))

    def _choose(self, laid: Sequence[Cell]) -> tuple[Cell, ...]:
        """Few cells, each time the one that helps most: all hypotheses are told apart, and none by one cell alone."""
        free = [cell for cell in CELLS if cell not in laid]
        groups = [list(range(len(self.hypotheses)))]
        unseen = [_TWICE] * len(self.hypotheses)
        chosen: list[Cell] = []
        while free:
            gains = {cell: self._gain(groups, unseen, cell) for cell in free}
            cell = max(free, key=lambda c: gains[c])
            if not any(gains[cell]):
                break
            groups = self._split(groups, cell)
            unseen = [left - (left > 0 and self._is_off(h, cell)) for h, left in enumerate(unseen)]
            chosen.append(cell)
            free.remove(cell)
        return tuple(chosen)

    def _gain(self, groups: Sequence[list[int]], unseen: Sequence[int], cell: Cell) -> tuple[int, int]:
        told_apart = len(self._split(groups, cell)) - len(groups)
        return told_apart, sum(left > 0 and self._is_off(h, cell) for h, left in enumerate(unseen))

    def _is_off(self, number: int, cell: Cell) -> bool:
        return self.hypotheses[number].answers[cell] != self.hypotheses[0].answers[cell]

    def _split(self, groups: Sequence[list[int]], cell: Cell) -> list[list[int]]:
        out: list[list[int]] = []
        for group in groups:
            parts: dict[Answer, list[int]] = {}
            for number in group:
                parts.setdefault(self.hypotheses[number].answers[cell], []).append(number)
            out += parts.values()
        return out


def own_readings(cell: Cell) -> Answer:
    """The readings that answer to a ring on a cell where all is right."""
    return frozenset((2 * cell, 2 * cell + 1))


def _turned() -> Iterator[Hypothesis]:
    for mirrored in (False, True):
        for sixths in range(_SIXTHS):
            if mirrored or sixths:
                kind = ProblemKind.MIRRORED if mirrored else ProblemKind.TURNED
                cells = [moved(cell, sixths, mirrored=mirrored) for cell in CELLS]
                yield Hypothesis(Problem(kind, value=60.0 * sixths), tuple(own_readings(cell) for cell in cells))


def moved(cell: Cell, sixths: int, *, mirrored: bool = False) -> Cell:
    """Where a cell comes to lie when the board is turned by so many sixths, after it was mirrored."""
    q, r = AXIAL[cell]
    if mirrored:
        q, r = q + r, -r  # on the x axis
    for _ in range(sixths):
        q, r = -r, q + r
    return _AT[q, r]


def _chains(chain: Sequence[Cell]) -> Iterator[Hypothesis]:
    """Pixel i is to light chain[i]; the hand lays the ring where it shines indeed."""
    last = len(chain) - 1
    laid: list[tuple[Problem, list[Cell | None]]] = [
        (Problem(ProblemKind.CHAIN_REVERSED), list(reversed(chain))),
        (Problem(ProblemKind.CHAIN_ROWS), list(_without_turning_back(chain))),
        (Problem(ProblemKind.CHAIN_SHIFTED, parts=(1,)), [*chain[1:], None]),
        (Problem(ProblemKind.CHAIN_SHIFTED, parts=(-1,)), [None, *chain[:last]]),
    ]
    for problem, places in laid:
        where = dict(zip(chain, places, strict=True))
        answers = [own_readings(place) if (place := where[cell]) is not None else frozenset() for cell in CELLS]
        yield Hypothesis(problem, tuple(answers))


def _without_turning_back(chain: Sequence[Cell]) -> Iterator[Cell]:
    """The same rows, every second one the other way round."""
    row: list[Cell] = []
    number = 0
    for cell in chain:
        if row and AXIAL[cell][0] != AXIAL[row[0]][0]:
            yield from reversed(row) if number % 2 else row
            row, number = [], number + 1
        row.append(cell)
    yield from reversed(row) if number % 2 else row


def _rewired(rows: Rows, problem: Problem, shown: Mapping[int, int | None]) -> Hypothesis:
    """`shown` says which reading's sensor each reading shows."""
    answers: list[Answer] = []
    for cell in CELLS:
        answers.append(frozenset(i for i in range(READINGS) if shown.get(i, i) in (2 * cell, 2 * cell + 1)))
    return Hypothesis(problem, tuple(answers))


def _exchanged_multiplexers(rows: Rows) -> Iterator[Hypothesis]:
    """Those with fewer cables at wrong inputs first."""
    orders = sorted(permutations(range(len(rows))), key=lambda order: sum(a != b for a, b in enumerate(order)))
    for order in orders[1:]:
        shown: dict[int, int | None] = {}
        for at_input, number in enumerate(order):
            for channel, reading in enumerate(rows[at_input]):
                if reading is not None:
                    shown[reading] = rows[number][channel]
        yield _rewired(rows, Problem(ProblemKind.CABLES, parts=order), shown)


def _select_lines(rows: Rows) -> Iterator[Hypothesis]:
    orders = sorted(permutations(range(SELECT_LINES)), key=lambda order: sum(a != b for a, b in enumerate(order)))
    for order in orders[1:]:
        shown: dict[int, int | None] = {}
        for row in rows:
            for channel, reading in enumerate(row):
                if reading is not None:
                    shown[reading] = row[sum((channel >> line & 1) << at for line, at in enumerate(order))]
        yield _rewired(rows, Problem(ProblemKind.SELECT_LINES, parts=order), shown)


def _faults(rows: Rows) -> Iterator[Hypothesis]:
    for fault in Wiring(rows).faults:
        kind = _WIRE_KINDS.get(fault.kind)
        if kind is not None:
            shown = {i: source if source < READINGS else None for i, source in enumerate(fault.sources)}
            yield _rewired(rows, Problem(kind, parts=fault.parts), shown)
