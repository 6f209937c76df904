"""The way round: six rings tell what is exchanged; a hand that misses a cell is not taken for a fault of wires."""

from functools import cache

import pytest
from guided_board import board, cell

from tamsk_pi.calibration.orientation import Hypothesis, Orientation
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.rules.board import CELLS, Cell


@cache
def orientation() -> Orientation:
    return Orientation(board().reading_at, board().lights.cell_order)


def answers(hypothesis: Hypothesis) -> dict[Cell, frozenset[int]]:
    return {c: hypothesis.answers[c] for c in orientation().cells}


def test_six_rings_are_enough_and_a_seventh_would_tell_nothing_more() -> None:
    assert len(orientation().cells) == 6
    told = {tuple(answers(h).values()) for h in orientation().hypotheses}
    assert len(told) == len({h.answers for h in orientation().hypotheses})


def test_every_hypothesis_is_recognised_by_its_answers() -> None:
    for hypothesis in orientation().hypotheses[1:]:
        verdict = orientation().judge(answers(hypothesis))
        assert not verdict.is_right
        assert hypothesis.problem in verdict.problems
        assert len(verdict.problems) == (2 if ProblemKind.CHAIN_REVERSED in {p.kind for p in verdict.problems} else 1)


def test_rings_that_answer_where_they_are_lit_are_right() -> None:
    assert orientation().judge(answers(orientation().hypotheses[0])).is_right


def test_a_ring_on_any_one_wrong_cell_is_no_fault_of_wires() -> None:
    right = answers(orientation().hypotheses[0])
    for lit in right:
        for other in set(CELLS) - {lit}:
            verdict = orientation().judge(right | {lit: frozenset((2 * other, 2 * other + 1))})
            assert (verdict.is_right, verdict.problems) == (False, ())


@pytest.mark.parametrize(
    ("problem", "sees"),
    [
        (Problem(ProblemKind.TURNED, value=120.0), {"A1": "G1"}),
        (Problem(ProblemKind.TURNED, value=180.0), {"A1": "G4"}),
        (Problem(ProblemKind.CABLES, parts=(1, 0, 2, 3, 4)), {"A1": "B5", "B5": "A1", "D4": "D4"}),
        (Problem(ProblemKind.SELECT_STUCK, parts=(3, 0)), {"B1": "A1", "A1": "A1"}),
        (Problem(ProblemKind.CHAIN_SHIFTED, parts=(1,)), {"A1": "A2", "A4": "B5"}),
    ],
)
def test_hypothesis_says_where_a_ring_on_a_lit_cell_answers(problem: Problem, sees: dict[str, str]) -> None:
    hypothesis = next(h for h in orientation().hypotheses if h.problem == problem)
    seen = {lit: sorted({i // 2 for i in hypothesis.answers[cell(lit)]}) for lit in sees}
    expected = {lit: cell(name) for lit, name in sees.items()}
    assert all(expected[lit] in seen[lit] or seen[lit] == [] for lit in sees), seen
