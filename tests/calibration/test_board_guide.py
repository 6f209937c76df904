"""The guide through a calibration: what hands do wrong is named, asked for alone, and does no harm."""

import pytest
from guided_board import MS, GuidedBoard, board, calibrated, cell, influence

from tamsk_pi.calibration.fit import fit_gains
from tamsk_pi.calibration.guide_view import Task
from tamsk_pi.calibration.plan import FULL, STEPS, WALK, StepKind
from tamsk_pi.calibration.problems import Problem, ProblemKind
from tamsk_pi.calibration.result import LEAST_MARGIN_SIGMAS, evaluate
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.rules.acts import Flip, Lift, Ring, Take
from tamsk_pi.rules.board import CAPACITY, CELLS
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.scenario.statements import Fault, FaultKind, Hand, HandKind, Put
from tamsk_pi.simulator.settings import Tolerances


def tasks(guided: GuidedBoard, task: Task) -> list[int]:
    return [c for c in CELLS if guided.view.tasks[c] is task]


def test_all_rings_and_glasses_are_asked_for_and_measured() -> None:
    guided = GuidedBoard()
    seen = {}
    while guided.guide.measured is None:
        number = guided.until(lambda view: view.number not in seen or guided.guide.measured is not None).number
        seen[number] = guided.view.total
    assert seen == {1: 100, 2: 6, 3: 31, 4: 19, 5: 7, 6: 1, 7: 19, 8: 5, 9: 6}
    assert [len(stack) for stack in guided.table.truth().rings] == list(CAPACITY)
    result = evaluate(influence(), guided.guide.measured)
    assert result.has_passed
    assert min(c.margin_sigmas for c in result.cells) > LEAST_MARGIN_SIGMAS


def test_a_ring_too_many_is_named_and_the_others_count_meanwhile() -> None:
    guided = GuidedBoard()
    guided.until_step(StepKind.RINGS, 2)
    guided.table.perform(Ring(guided.now_ns + 300 * MS, cell("A1"), None))
    guided.wait(1.5)
    assert guided.view.problems == (Problem(ProblemKind.TAKE_OFF, cell("A1")),)
    assert tasks(guided, Task.WRONG) == [cell("A1")]
    done = guided.until(lambda view: view.done == 19, seconds=60)
    assert done.step.layer == 2
    guided.table.perform(Take(guided.now_ns + 300 * MS, cell("A1")))
    assert guided.until_step(StepKind.RINGS, 3).problems == ()


def test_a_ring_that_is_taken_off_again_is_missing_until_it_is_back() -> None:
    guided = GuidedBoard()
    guided.until_step(StepKind.RINGS, 2)
    guided.table.perform(Take(guided.now_ns + 100 * MS, cell("A1")))
    guided.wait(1.5)
    assert guided.view.problems == (Problem(ProblemKind.MISSING, cell("A1")),)
    guided.table.perform(Ring(guided.now_ns + 300 * MS, cell("A1"), None))
    assert guided.wait(1.5).problems == ()


def test_a_glass_where_a_ring_is_asked_for_is_the_wrong_piece() -> None:
    guided = GuidedBoard()
    guided.until_step(StepKind.RINGS, 1)
    guided.table.perform(Put(guided.now_ns + 600 * MS, Hourglass.BLACK1, cell("D4")))
    guided.wait(1.5)
    assert guided.view.problems == (Problem(ProblemKind.TAKE_OFF, cell("D4")),)
    guided.table.perform(Lift(guided.now_ns + 200 * MS, Hourglass.BLACK1))
    guided.wait(1.0)
    assert guided.view.tasks[cell("D4")] is Task.RING


def test_a_glass_of_the_other_colour_is_named() -> None:
    guided = GuidedBoard()
    guided.until_step(StepKind.WALK)
    guided.table.perform(Put(guided.now_ns + 600 * MS, Hourglass.BLACK1, WALK[0]))
    guided.wait(1.5)
    assert guided.view.problems == (Problem(ProblemKind.WRONG_COLOUR, WALK[0]),)


def test_a_second_glass_on_the_walk_is_to_be_taken_off() -> None:
    guided = GuidedBoard()
    guided.until(lambda view: view.step.kind is StepKind.WALK and view.done == 1)
    guided.table.perform(Put(guided.now_ns + 600 * MS, Hourglass.RED2, WALK[1]))
    guided.wait(3.0)
    assert tasks(guided, Task.WRONG) == [WALK[0]]
    assert guided.view.done == 1
    guided.table.perform(Lift(guided.now_ns + 200 * MS, Hourglass.RED1))
    assert guided.wait(2.0).done == 2


def test_a_glass_that_was_turned_over_is_done_and_the_others_are_not() -> None:
    guided = GuidedBoard()
    guided.until_step(StepKind.TURNED)
    place = next(c for c in CELLS if guided.view.tasks[c] is Task.TURN)
    glass = next(g for g in Hourglass if guided.standing(g) == place)
    assert tasks(guided, Task.DONE) == []
    guided.table.perform(Flip(guided.now_ns + 700 * MS, glass))
    guided.wait(2.0)
    assert tasks(guided, Task.DONE) == [place]


def test_a_hand_that_misses_a_lit_cell_is_told_and_another_cell_is_lit() -> None:
    guided = GuidedBoard(misses={cell("B1"): cell("G4")})
    guided.until(lambda view: bool(view.problems))
    assert guided.view.problems == (Problem(ProblemKind.ELSEWHERE, cell("B1"), other=cell("G4")),)
    guided.until_measured()
    assert [len(stack) for stack in guided.table.truth().rings] == list(CAPACITY)


def test_something_that_moves_all_the_time_is_named() -> None:
    guided = GuidedBoard()
    guided.until(lambda view: view.step.layer == 4 and view.done == 1, seconds=120)
    for k in range(12):
        guided.table.gesture(
            Hand(guided.now_ns + 700 * k * MS, HandKind.STEEL, cell("A1"), span_ns=600 * MS, counts=6.0)
        )
    guided.until(lambda view: bool(view.problems), seconds=9)
    assert guided.view.problems[0].kind in (ProblemKind.MOVING, ProblemKind.UNCLEAR)
    assert guided.view.step.layer == 4
    guided.until_step(StepKind.WALK)


@pytest.mark.parametrize(
    ("kind", "value", "found"),
    [
        (FaultKind.STUCK, 300.0, ProblemKind.STUCK),
        (FaultKind.STUCK, 0.0, ProblemKind.STUCK),
        (FaultKind.NOISY, 6.0, ProblemKind.NOISY),
    ],
)
def test_a_broken_sensor_is_named_by_cell_and_sensor(kind: FaultKind, value: float, found: ProblemKind) -> None:
    guided = GuidedBoard()
    guided.table.fault(Fault(0, kind, cell=cell("E3"), sensor=1, value=value))
    (problem,) = guided.wait(4.0).problems
    assert (problem.kind, problem.cell, problem.sensor) == (found, cell("E3"), 1)
    assert tasks(guided, Task.BROKEN) == [cell("E3")]
    guided.table.fault(Fault(guided.now_ns, FaultKind.CLEAR))
    assert guided.wait(8.0).step.kind is StepKind.WAY_ROUND


def test_without_a_broken_sensor_the_rest_is_calibrated_and_its_cell_fails() -> None:
    guided = GuidedBoard()
    guided.table.fault(Fault(0, FaultKind.STUCK, cell=cell("C6"), sensor=0, value=0.0))
    guided.wait(4.0)
    guided.guide.go_on()
    guided.until_measured()
    assert guided.guide.measured is not None
    result = evaluate(influence(), guided.guide.measured)
    assert not result.has_passed
    assert {c.cell for c in result.cells if not c.is_good} == {cell("C6")}


def test_a_dead_multiplexer_is_named_and_not_each_of_its_sensors() -> None:
    guided = GuidedBoard()
    guided.table.fault(Fault(0, FaultKind.MUX_DEAD, value=2))
    kinds = {problem.kind for problem in guided.wait(4.0).problems}
    assert ProblemKind.MUX_DEAD in kinds
    assert [p.parts for p in guided.view.problems if p.kind is ProblemKind.MUX_DEAD] == [(2,)]


def test_an_adc_that_says_only_zeros_is_named() -> None:
    guided = GuidedBoard()
    guided.table.fault(Fault(0, FaultKind.ADC, value=0))
    assert guided.wait(4.0).problems == (Problem(ProblemKind.ADC, value=0.0),)


def test_exchanged_cables_stop_the_guide_and_it_begins_anew_when_told() -> None:
    guided = GuidedBoard()
    guided.table.chip_faults.swap_cables(2, 3)
    stopped = guided.until(lambda view: view.is_stopped)
    assert stopped.problems == (Problem(ProblemKind.CABLES, parts=(0, 1, 3, 2, 4)),)
    guided.guide.go_on()
    assert guided.view.step.kind is StepKind.EMPTY
    assert not guided.view.is_stopped


def test_gains_are_found_better_than_magnets_are_made() -> None:
    """The walking glass is the same everywhere, so what it does to S0 is proportional to the gain."""
    measured = calibrated().guide.measured
    assert measured is not None
    fit = fit_gains(influence(), measured.observations)
    walked = {o.changes[0].cell: o.delta_counts for o in measured.observations if o.changes[0].piece}
    shares = {c: walked[c][2 * c] / fit.gains[2 * c] for c in walked}
    mean = sum(shares.values()) / len(shares)
    assert all(abs(share / mean - 1) < 0.025 for share in shares.values())
    assert set(walked) == {c for c in CELLS if FULL[c][1] > 1}


def test_steps_are_as_many_as_the_page_about_calibration_says() -> None:
    rings = sum(CAPACITY)
    assert (len(STEPS), rings, len(WALK)) == (9, 64, 19)
    assert len(board().lights.cell_order) == 37


def test_pieces_left_on_a_board_that_was_calibrated_before_are_to_be_taken_off() -> None:
    guided = GuidedBoard(tolerances=Tolerances(), in_use=Calibration())
    guided.table.perform(Ring(guided.now_ns + 200 * MS, cell("C3"), None))
    guided.table.perform(Put(guided.now_ns + 600 * MS, Hourglass.BLACK2, cell("F1")))
    guided.wait(8.0)
    assert guided.view.problems == tuple(Problem(ProblemKind.TAKE_OFF, cell(name)) for name in ("C3", "F1"))
    assert tasks(guided, Task.WRONG) == [cell("C3"), cell("F1")]
    guided.table.perform(Take(guided.now_ns + 200 * MS, cell("C3")))
    guided.table.perform(Lift(guided.now_ns + 600 * MS, Hourglass.BLACK2))
    assert guided.wait(8.0).step.kind is StepKind.WAY_ROUND


def test_zeros_that_fit_no_calibration_are_no_pieces() -> None:
    assert GuidedBoard(in_use=Calibration()).wait(4.0).step.kind is StepKind.WAY_ROUND


def test_a_glass_instead_of_the_first_ring_is_the_wrong_piece() -> None:
    guided = GuidedBoard()
    lit = guided.wait(4.0).tasks.index(Task.RING)
    guided.table.perform(Put(guided.now_ns + 600 * MS, Hourglass.RED1, CELLS[lit]))
    guided.wait(2.5)
    assert guided.view.problems == (Problem(ProblemKind.WRONG_PIECE, CELLS[lit]),)
    assert tasks(guided, Task.WRONG) == [lit]
    guided.table.perform(Lift(guided.now_ns + 300 * MS, Hourglass.RED1))
    guided.wait(2.0)
    assert tasks(guided, Task.RING) == [lit]


def test_a_ring_that_missed_the_lit_cell_may_be_taken_off_again() -> None:
    guided = GuidedBoard(misses={cell("F3"): cell("E6")})
    guided.until(lambda view: bool(view.problems))
    guided.table.perform(Take(guided.now_ns + 300 * MS, cell("E6")))
    assert guided.until_step(StepKind.RINGS, 1).problems == ()
    assert len(guided.table.truth().rings[cell("E6")]) == 0
    assert guided.view.tasks[cell("E6")] is Task.RING


def test_a_cell_that_was_missed_may_be_lit_again_and_asks_for_a_ring() -> None:
    guided = GuidedBoard(misses={cell("C6"): cell("E6")})
    view = guided.until(lambda view: bool(view.problems))
    assert {p.kind for p in view.problems} == {ProblemKind.ELSEWHERE}
    assert tasks(guided, Task.WRONG) == []
    assert len(tasks(guided, Task.RING)) == 1


def test_two_rings_at_once_on_the_way_round_are_both_felt_and_another_cell_is_lit() -> None:
    guided = GuidedBoard()
    guided.wait(4.0)
    for name in ("C6", "G1"):
        guided.table.perform(Ring(guided.now_ns + 300 * MS, cell(name), None))
    guided.wait(2.0)
    assert guided.guide.contents[cell("C6")] == guided.guide.contents[cell("G1")] == (0, 1)
    guided.until_measured()
    assert [len(stack) for stack in guided.table.truth().rings] == list(CAPACITY)
