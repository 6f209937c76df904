"""`tamsk-pi calibrate --virtual`: what it says, prints and keeps."""

import asyncio
import json
import os
import pty
import re
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tamsk_pi.calibration.guide_view import Task
from tamsk_pi.cli import main
from tamsk_pi.cli.calibrate import take_keys
from tamsk_pi.cli.calibration_table import as_json, table
from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import Config, load_calibration, load_layout
from tamsk_pi.daemon.calibration_run import CalibrationLoop
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.drivers.board import BoardOptions
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.rules.board import CELLS
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table
from tamsk_pi.views.calibration_view import CalibrationCellView, CalibrationView
from tamsk_pi.views.catalogue import message

Capture = pytest.CaptureFixture[str]


def test_it_says_each_step_and_what_clumsy_hands_do_wrong_prints_the_result_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "config.toml").write_text("[sensing]\nscans_per_s = 40\n", encoding="utf-8")
    config = ["--config", str(tmp_path / "config.toml")]
    assert main(["calibrate", "--virtual", "--json", "--clumsy", "--seed", "3", *config]) == 0
    told = capsys.readouterr()
    result = json.loads(told.out)
    assert (result["has_passed"], len(result["cells"]), result["problems"]) == (True, 37, [])
    lines, at_fault = told.err.splitlines(), ("  ! ", "    ")
    assert [line[:4] for line in lines if line[:4] not in at_fault] == [*(f"{n}/9 " for n in range(1, 10)), "Kept"]
    assert re.search(r"^  ! [A-G][1-7] was lit, but a ring came on [A-G][1-7]\.$", told.err, re.MULTILINE)
    assert re.search(r"^  ! [A-G][1-7]: too much lies here; take it off\.$", told.err, re.MULTILINE)
    kept = tmp_path / "virtual" / "calibration.json"
    assert load_calibration(kept) != Calibration()


def calibrated(tmp_path: Path, *args: str) -> int:
    (tmp_path / "config.toml").write_text("[sensing]\nscans_per_s = 40\n", encoding="utf-8")
    kept = ["--config", str(tmp_path / "config.toml"), "--output", str(tmp_path / "calibration.json")]
    return main(["calibrate", "--virtual", *kept, *args])


@pytest.mark.parametrize(
    ("args", "problem", "way_on"),
    [
        (
            ["--turned", "120"],
            "  ! Lights and sensors disagree: the sensor board is turned by 120° against the lights. ",
            "    Mend this, clear the board, and press the board’s button to begin again.",
        ),
        (
            ["--fault", "noisy D4 S0 9"],
            "  ! Cell D4, sensor S0: the noise is ",
            "    Mend this and the test goes on by itself; or press the board’s button to do without these sensors.",
        ),
    ],
)
def test_a_board_that_hands_cannot_put_right_is_named_with_what_to_do_and_nothing_is_kept(
    args: list[str], problem: str, way_on: str, tmp_path: Path, capsys: Capture
) -> None:
    assert calibrated(tmp_path, *args) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[-3].startswith(problem)
    assert lines[-2] == way_on
    assert lines[-1].endswith("nothing was kept")
    assert not (tmp_path / "calibration.json").exists()


def test_what_breaks_the_virtual_board_is_refused_on_the_real_one(capsys: Capture) -> None:
    assert main(["calibrate", "--fault", "adc zeros"]) == 2
    assert "--fault, --turned and --clumsy are for the virtual board; add --virtual" in capsys.readouterr().err


class AskedLoop(CalibrationLoop):
    """A calibration that notes what it is told at the terminal."""

    def __init__(self, tmp_path: Path) -> None:
        layout, clock = load_layout(None), VirtualClock()
        table = Table(layout, TableSettings())
        self.virtual = VirtualBoard(layout, table, clock, BoardOptions(has_radio=False), is_frame_level=True)
        super().__init__(Config(), layout, self.virtual.drivers, self.virtual.scanner, clock, tmp_path / "c.json")
        self.told = 0

    def go_on(self) -> None:
        self.told += 1


def test_at_a_terminal_enter_goes_on_and_q_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    asked = AskedLoop(tmp_path)
    with closing(asked.virtual), open(theirs, encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)

        async def at_the_terminal() -> None:
            take_keys(asked)
            os.write(ours, b"\nnonsense\nq\n")
            while not asked.calibrating.has_ended:
                await asyncio.sleep(0)

        asyncio.run(at_the_terminal())
    os.close(ours)
    assert asked.told == 1


def result(failed: str) -> CalibrationView:
    cells = tuple(
        CalibrationCellView(cell, Task.DONE, 5.0 + cell / 10, cell != 18, (1.0, 0.95), (0.7, 0.8)) for cell in CELLS
    )
    title, problem = message("calibration-failed", cells=1), message("calibration-misread", cell=failed)
    return CalibrationView("result", 9, 9, 6, 6, 1.0, title, "", cells, (problem,), has_passed=False)


def test_the_table_has_a_row_for_each_cell_and_marks_what_has_failed() -> None:
    lines = table(result("D4")).splitlines()
    assert lines[0] == "cell   margin  gain S0  gain S1  noise S0  noise S1"
    assert lines[1] == "A1        5.0    1.000    0.950      0.70      0.80"
    assert [line[:2] for line in lines if line.endswith("FAILED")] == ["D4"]
    assert lines[38] == "One cell has failed; smallest margin 5.0 sigmas, on A1"
    assert lines[39].startswith("! Cell D4 is still read wrongly")


def test_programs_get_the_same() -> None:
    value = as_json(result("D4"))
    assert value["has_passed"] is False
    cells = value["cells"]
    assert isinstance(cells, dict)
    assert cells["D4"] == {"is_good": False, "margin_sigmas": 6.8, "gains": [1.0, 0.95], "noise_counts": [0.7, 0.8]}
