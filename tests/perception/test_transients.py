"""What single motions of a hand look like to the sensors, by the study's formula: one act each, dated right."""

import math

import pytest
from magnet_scene import MS, Height, Scene, build
from perceived_table import influence

from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.perception import Perception
from tamsk_pi.perception.picture import Seeming
from tamsk_pi.rules.acts import Act, Lift, Place, Release, Ring, Setup, Take, Trouble
from tamsk_pi.rules.board import CELLS, Cell, parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass

A1, A2, B2, B3, D1, D4 = (parse_cell(name) for name in ("A1", "A2", "B2", "B3", "D1", "D4"))
RESTING_MM = 0.0


class Watched:
    """A scene and its perception without any node, at level 1, where turning means nothing."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.perception = Perception(influence(), Calibration(), {})
        self.perception.set_match(level=1)
        self.acts: list[Act] = []
        self.late: list[Act] = []

    def run(self, until_ms: int, from_ms: int = 0) -> "Watched":
        for at_ms in range(from_ms, until_ms, 10):
            mark_ns = self.perception.watermark_ns
            acts = self.perception.frame(self.scene.frame(at_ms))
            self.acts += acts
            self.late += [act for act in acts if act.at_ns <= mark_ns]
        return self

    @property
    def moves(self) -> list[Act]:
        return [act for act in self.acts if not isinstance(act, Setup)]


def scene(seed: int, at: dict[Cell, tuple[int, int]]) -> Scene:
    return build(seed, [at.get(cell, (0, 0)) for cell in CELLS])


def falling(at_ms: int, from_mm: float = 60.0, fall_ms: int = 110) -> Height:
    """Held nowhere, let fall, at rest at `at_ms`."""

    def height(now_ms: int) -> float | None:
        if now_ms < at_ms - fall_ms:
            return None
        share = min(1.0, (now_ms - at_ms + fall_ms) / fall_ms)
        return from_mm * (1 - share * share)

    return height


def rising(at_ms: int, mm_per_s: float = 300.0) -> Height:
    """At rest until `at_ms`, then taken away."""

    def height(now_ms: int) -> float | None:
        lift_mm = max(0.0, (now_ms - at_ms) * mm_per_s / 1_000)
        return lift_mm if lift_mm < 80 else None

    return height


def lowered(at_ms: int, mm_per_s: float = 300.0) -> Height:
    """Put down slowly, standing at `at_ms`."""

    def height(now_ms: int) -> float | None:
        lift_mm = max(0.0, (at_ms - now_ms) * mm_per_s / 1_000)
        return lift_mm if lift_mm < 80 else None

    return height


@pytest.mark.parametrize("seed", range(20))
def test_each_motion_is_dated_within_50_ms_whatever_the_tolerances(seed: int) -> None:
    board = scene(seed, {D1: (-1, 0), B3: (0, 1)})
    board.move(board.glass_shape(A1, 1), rising(703))
    board.move(board.glass_shape(A2, 1), lowered(1_508))
    board.move(board.ring_shape(A2, 0), falling(2_206))
    board.move(board.ring_shape(B3, 1), rising(3_004))
    watched = Watched(board).run(4_000)
    red1 = Hourglass.RED1
    assert [type(act) for act in watched.moves] == [Lift, Place, Release, Ring, Take]
    assert [act.at_ns // MS for act in watched.moves] == [
        pytest.approx(ms, abs=50) for ms in (703, 1_508, 1_508, 2_206, 3_004)
    ]
    assert [getattr(act, "hourglass", red1) for act in watched.moves] == [red1] * 5
    assert watched.late == []


def test_a_glass_held_after_standing_is_placed_at_once_and_released_when_it_rests() -> None:
    def height(now_ms: int) -> float | None:
        if 1_000 <= now_ms < 1_600:
            return 1.2 + 0.6 * math.sin(now_ms / 1_000 * 2 * math.pi * 4.5)
        return lowered(1_000)(now_ms)

    board = scene(1, {A1: (1, 0)})
    board.move(board.glass_shape(B3, -1), height)
    moves = Watched(board).run(3_000).moves
    assert [type(act) for act in moves] == [Place, Release]
    assert [act.at_ns // MS for act in moves] == [pytest.approx(1_000, abs=50), pytest.approx(1_600, abs=50)]


def test_a_ring_hovering_for_two_seconds_is_one_ring_dated_when_it_rests() -> None:
    def height(now_ms: int) -> float | None:
        if now_ms < 3_000:
            return None if now_ms < 1_000 else 15.0 + 0.3 * math.sin(now_ms / 130)
        return falling(3_055, 15.0, 55)(now_ms)

    board = scene(2, {A1: (1, 0)})
    board.move(board.ring_shape(D4, 0), height)
    moves = Watched(board).run(4_000).moves
    assert [type(act) for act in moves] == [Ring]
    assert moves[0].at_ns // MS == pytest.approx(3_055, abs=50)


def test_a_hovering_hand_holds_the_watermark_for_a_bounded_time() -> None:
    board = scene(3, {A1: (1, 0)})
    board.move(board.ring_shape(D4, 0), lambda now_ms: None if now_ms < 1_000 else 15.0)
    watched = Watched(board).run(2_000)
    assert watched.perception.watermark_ns < 1_000 * MS
    watched.run(6_000, 2_000)
    assert watched.perception.watermark_ns >= 4_700 * MS


def test_a_ring_that_comes_near_and_is_taken_back_is_nothing() -> None:
    board = scene(4, {A1: (1, 0)})
    board.move(board.ring_shape(A2, 0), lambda now_ms: 14.0 if 1_000 <= now_ms < 1_250 else None)
    watched = Watched(board).run(2_500)
    assert watched.moves == []
    assert watched.perception.picture().is_settled


@pytest.mark.parametrize("seed", range(6))
def test_four_rings_one_after_another_are_four_rings(seed: int) -> None:
    board = scene(seed, {A1: (1, 0), D4: (-1, 0)})
    for layer in range(4):
        board.move(board.ring_shape(D4, layer), falling(1_000 + 600 * layer))
    watched = Watched(board).run(4_000)
    assert watched.moves == [Ring(act.at_ns, D4) for act in watched.moves]
    assert [act.at_ns // MS for act in watched.moves] == [
        pytest.approx(ms, abs=50) for ms in (1_000, 1_600, 2_200, 2_800)
    ]


@pytest.mark.parametrize(("name", "capacity"), [("A1", 1), ("D4", 4)])
def test_a_ring_on_a_full_cell_is_a_ring_and_can_be_taken_off(name: str, capacity: int) -> None:
    cell = parse_cell(name)
    board = scene(5, {cell: (0, capacity)})
    shape = board.ring_shape(cell, capacity)

    def height(now_ms: int) -> float | None:
        return falling(1_000)(now_ms) if now_ms < 2_000 else rising(2_000)(now_ms)

    board.move(shape, height)
    watched = Watched(board).run(3_000)
    assert [type(act) for act in watched.moves] == [Ring, Take]
    assert watched.perception.picture().rings()[cell] == capacity


def test_a_ring_that_hangs_over_a_glass_as_it_comes_to_rest_is_one_ring_all_the_same() -> None:
    def ring(now_ms: int) -> float | None:
        if now_ms < 1_390:
            return 31.0 if now_ms >= 1_100 else None
        return falling(1_450, 31.0, 60)(now_ms)

    board = scene(13, {})
    board.move(board.glass_shape(A1, 1), lowered(1_000))
    board.move(board.ring_shape(A1, 0), ring)
    moves = Watched(board).run(2_500).moves
    assert [type(act) for act in moves] == [Place, Release, Ring]
    assert [act.at_ns // MS for act in moves] == [pytest.approx(ms, abs=50) for ms in (1_000, 1_000, 1_450)]


def test_a_glass_slid_over_a_neighbours_tube_stands_where_it_comes_to_rest() -> None:
    board = scene(6, {A1: (1, 0)})
    board.field_counts = [0.0] * len(board.field_counts)
    board.move(board.glass_shape(A1, 1), rising(1_000))
    # 25 mm above the tube between, for 300 ms; then down on the one behind it.
    board.move(board.glass_shape(B2, 1), lambda now_ms: 12.0 if 1_300 <= now_ms < 1_600 else None)
    board.move(board.glass_shape(B3, 1), lowered(2_000))
    moves = Watched(board).run(3_000).moves
    assert [type(act) for act in moves] == [Lift, Place, Release]
    assert [act.cell for act in moves if isinstance(act, Place)] == [B3]


def test_two_glasses_of_two_colours_in_the_air_are_told_apart() -> None:
    board = scene(7, {})
    board.move(board.glass_shape(A1, 1), rising(1_000))
    board.move(board.glass_shape(D1, -1), rising(1_200))
    board.move(board.glass_shape(B2, -1), lowered(1_700))
    board.move(board.glass_shape(A2, 1), lowered(1_900))
    moves = Watched(board).run(3_000).moves
    assert [(act.hourglass, act.cell) for act in moves if isinstance(act, Place)] == [
        (Hourglass.BLACK1, B2),
        (Hourglass.RED1, A2),
    ]


def test_a_glass_that_is_only_nudged_is_not_lifted() -> None:
    board = scene(8, {})
    board.move(board.glass_shape(A1, 1), lambda now_ms: 1.5 if 1_000 <= now_ms < 1_400 else 0.0)
    watched = Watched(board).run(3_000)
    assert watched.moves == []
    assert watched.perception.watermark_ns > 2_900 * MS


def test_a_glass_beside_its_tube_is_told_as_uncertain_and_never_as_placed() -> None:
    board = scene(9, {})
    board.move(board.glass_shape(A1, 1), rising(1_000))
    board.move(board.glass_shape(B2, 1), lambda now_ms: None if now_ms < 1_500 else 3.5)
    watched = Watched(board).run(6_000)
    assert [type(act) for act in watched.moves] == [Lift, Trouble]
    assert watched.perception.picture().cells[B2].is_uncertain


def test_what_seems_to_happen_is_in_the_picture_before_it_is_believed() -> None:
    board = scene(10, {A1: (1, 0)})
    board.move(board.ring_shape(D4, 0), falling(1_000))
    watched = Watched(board).run(1_060)
    seen = watched.perception.picture().cells[D4]
    assert watched.moves == []
    assert (seen.is_changing, seen.seems, seen.rings) == (True, Seeming.RING, 0)


def test_the_board_is_told_once_it_rests_with_the_names_of_the_corners() -> None:
    at: dict[Cell, tuple[int, int]] = {cell: (1 if i < 3 else -1, 0) for i, cell in enumerate(HOME)}
    watched = Watched(scene(11, at)).run(1_000)
    assert watched.acts == [Setup(watched.acts[0].at_ns, HOME, (0,) * len(CELLS))]


def test_glasses_away_from_their_corners_get_the_names_that_are_left() -> None:
    watched = Watched(scene(12, {A1: (1, 0), B3: (1, 2), D4: (-1, 0)})).run(1_000)
    setup = watched.acts[0]
    assert isinstance(setup, Setup)
    assert setup.cells == (A1, B3, None, D4, None, None)
    assert setup.rings[B3] == 2


@pytest.mark.parametrize("sign", [1, -1])
def test_a_glass_that_a_hand_takes_out_is_told_lifted_before_it_is_out_of_reach(sign: int) -> None:
    board = scene(14, {})
    board.move(board.glass_shape(A1, sign), rising(1_000, 200.0))
    watched = Watched(board).run(1_080)
    assert [type(act) for act in watched.moves] == [Lift]
    assert watched.moves[0].at_ns // MS == pytest.approx(1_000, abs=20)


def test_a_glass_taken_out_while_no_scan_came_was_lifted_before_all_else_it_did_meanwhile() -> None:
    board = scene(4, {})
    board.move(board.glass_shape(A1, 1), rising(1_030))
    (lift,) = Watched(board).run(1_000).run(2_000, from_ms=1_400).moves
    assert isinstance(lift, Lift)
    assert 990 * MS <= lift.at_ns <= 1_000 * MS


def test_a_glass_that_nobody_saw_waver_while_no_scan_came_is_not_called_held() -> None:
    board = scene(4, {})
    board.move(board.glass_shape(D4, 1), lowered(1_105, 200.0))
    board.move(board.ring_shape(D4, 0), falling(1_500, 40.0, 150))
    moves = Watched(board).run(1_095).run(2_500, from_ms=1_400).moves
    assert [type(act) for act in moves] == [Place, Release, Ring]


def test_a_glass_that_hops_is_not_lifted() -> None:
    def hop(now_ms: int) -> float:
        return max(0.0, 6.0 * (1 - ((now_ms - 1_035) / 35) ** 2))

    board = scene(15, {})
    board.move(board.glass_shape(A1, 1), hop)
    assert Watched(board).run(2_000).moves == []


def test_a_glass_that_is_back_in_its_tube_at_once_was_turned_over_where_it_stands() -> None:
    board = scene(16, {})
    board.move(board.glass_shape(A1, 1), lambda now_ms: max(0.0, 60.0 - abs(now_ms - 1_060)))
    assert Watched(board).run(2_000).moves == []
