"""Wires that are wrong from the beginning are named at the first look, and what stands on the board is known all the
same, as far as any sensor is read."""

import random

import pytest
from perceived_table import board
from still_boards import Spoil, StillBoard

from campaigns import frame_faults as faults
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.findings import FindingKind
from tamsk_pi.perception.frames import READINGS
from tamsk_pi.rules.acts import Place, Release, Ring, SensorTrouble, Setup, Trouble
from tamsk_pi.rules.board import CELLS, NEIGHBOURS, Cell, parse_cell
from tamsk_pi.rules.pieces import HOME

KIND = FindingKind
ROWS = board().reading_at
D4 = parse_cell("D4")
DRAW = random.Random(1)
DRIFT_COUNTS = 9.0

CROSSED: list[tuple[str, int, Spoil, FindingKind, str]] = [
    ("cables", 18, faults.cables(ROWS, 1, 4), KIND.CABLES, "the cables of multiplexers 1 and 4 are swapped"),
    ("zeros alike", 0, faults.cables(ROWS, 0, 2), KIND.CABLES, "the cables of multiplexers 0 and 2 are swapped"),
    ("stale", 18, faults.stale(ROWS), KIND.STALE, "are those of the channel before"),
    ("S1 low", 18, faults.select_stuck(ROWS, 1, 0), KIND.SELECT_STUCK, "select line S1 stays low"),
    ("S3 high", 18, faults.select_stuck(ROWS, 3, 1), KIND.SELECT_STUCK, "select line S3 stays high"),
    ("dead, zeros", 18, faults.mux_dead(DRAW, ROWS, 2, 0), KIND.MUX_DEAD, "multiplexer 2 is dead"),
    ("dead, low", 18, faults.mux_dead(DRAW, ROWS, 2, 8), KIND.MUX_DEAD, "multiplexer 2 is dead"),
    ("dead, in the air", 18, faults.mux_dead(DRAW, ROWS, 2, None), KIND.MUX_DEAD, "multiplexer 2 is dead"),
]


def drifted(_seconds: float) -> list[float]:
    return [DRIFT_COUNTS] * READINGS


def glasses(still: StillBoard) -> set[Cell]:
    return {seen.cell for seen in still.perception.picture().cells if seen.colour is not None}


@pytest.mark.parametrize(("raw", "spoil", "kind", "words"), [c[1:] for c in CROSSED], ids=[c[0] for c in CROSSED])
def test_it_is_named_at_the_first_look_nothing_is_invented_and_once_mended_all_is_seen(
    raw: int, spoil: Spoil, kind: FindingKind, words: str
) -> None:
    still = StillBoard(4, raw).run(1, spoil, drifted)
    assert still.kinds == [kind]
    assert words in still.findings[0].text
    assert {type(act) for act in still.acts} == {Setup, Trouble}
    assert still.perception.picture().rings() == (0,) * len(CELLS)
    assert glasses(still) <= set(HOME)
    still.run(2, extra=drifted)
    assert still.kinds == []
    assert glasses(still) == set(HOME)
    assert not any(seen.is_uncertain for seen in still.perception.picture().cells)
    still.put(D4, (0, 1))
    still.run(0.6, extra=drifted)
    assert [act.cell for act in still.acts if isinstance(act, Ring)] == [D4]
    assert {type(act) for act in still.acts} <= {Setup, Trouble, Place, Release, Ring}


def test_behind_exchanged_cables_glasses_and_rings_are_known_for_what_they_are() -> None:
    still = StillBoard(6)
    still.put(D4, (0, 3))
    still.run(1, faults.cables(ROWS, 0, 1))
    assert still.kinds == [KIND.CABLES]
    assert still.perception.picture().rings()[D4] == 3
    dead = [act for act in still.acts if isinstance(act, Trouble) and act.trouble is SensorTrouble.SENSOR_DEAD]
    assert [act.cells for act in dead] == [
        tuple(sorted({Cell(r // 2) for row in ROWS[:2] for r in row if r is not None}))
    ]


def magnet(_since_ns: int, now: list[int]) -> list[int]:
    for cell in (D4, *NEIGHBOURS[D4]):
        now[2 * cell] += 25
        now[2 * cell + 1] += 25
    return now


def broken(_since_ns: int, now: list[int]) -> list[int]:
    now[7], now[20], now[41] = 200, 1023, 700
    return now


@pytest.mark.parametrize("spoil", [magnet, broken])
def test_a_magnet_or_broken_sensors_are_not_taken_for_crossed_wires(spoil: Spoil) -> None:
    still = StillBoard(5).run(1, spoil)
    assert still.perception.is_set_up
    assert still.found.keys().isdisjoint({KIND.CABLES, KIND.STALE, KIND.SELECT_STUCK, KIND.MUX_DEAD})


def test_a_board_without_calibration_is_not_taken_for_one_with_crossed_wires() -> None:
    still = StillBoard(5)
    still.calibrate(Calibration())
    still.run(1)
    assert still.perception.is_set_up
    assert still.found.keys().isdisjoint({KIND.CABLES, KIND.STALE, KIND.SELECT_STUCK, KIND.MUX_DEAD})
    assert KIND.MISFIT in still.kinds
    assert "the board is not calibrated" in still.findings[0].text
