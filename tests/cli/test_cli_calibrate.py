"""`tamsk-pi calibrate --virtual`: what it says, prints and keeps."""

import json
from pathlib import Path

import pytest

from tamsk_pi.calibration.guide_view import Task
from tamsk_pi.cli import main
from tamsk_pi.cli.calibration_table import as_json, table
from tamsk_pi.config import load_calibration
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.rules.board import CELLS
from tamsk_pi.views.calibration_view import CalibrationCellView, CalibrationView
from tamsk_pi.views.catalogue import message

Capture = pytest.CaptureFixture[str]


def test_it_says_each_step_prints_the_result_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "config.toml").write_text("[sensing]\nscans_per_s = 40\n", encoding="utf-8")
    assert main(["calibrate", "--virtual", "--json", "--seed", "3", "--config", str(tmp_path / "config.toml")]) == 0
    told = capsys.readouterr()
    result = json.loads(told.out)
    assert (result["has_passed"], len(result["cells"]), result["problems"]) == (True, 37, [])
    assert [line[:4] for line in told.err.splitlines()] == [*(f"{step}/9 " for step in range(1, 10)), "Kept"]
    kept = tmp_path / "virtual" / "calibration.json"
    assert load_calibration(kept) != Calibration()


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
