"""A board's calibration on the disk: whole or not at all, the one before kept, damage noticed."""

import json
from pathlib import Path

import pytest
from guided_board import calibrated, influence

from tamsk_pi.calibration.board_file import save_board
from tamsk_pi.calibration.files import MeasuredFileError
from tamsk_pi.calibration.result import CalibrationResult, evaluate
from tamsk_pi.config import Config, ConfigError, kept_calibration_path, load_calibration, with_kept_calibration
from tamsk_pi.perception.calibration import Calibration


@pytest.fixture(scope="module")
def result() -> CalibrationResult:
    measured = calibrated().guide.measured
    assert measured is not None
    return evaluate(influence(), measured)


def test_a_kept_calibration_is_loaded_again(result: CalibrationResult, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    save_board(path, result, "2026-11-30T01:00:00Z")
    loaded = load_calibration(path)
    assert loaded.zero_counts == pytest.approx(result.calibration.zero_counts, abs=0.001)
    assert loaded.gains == pytest.approx(result.calibration.gains, abs=0.0001)
    assert loaded != Calibration()


def test_the_one_before_is_kept_beside_it(result: CalibrationResult, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    save_board(path, result, "first")
    save_board(path, result, "second")
    old = json.loads((tmp_path / "calibration.json.old").read_text())
    assert (old["made_at"], json.loads(path.read_text())["made_at"]) == ("first", "second")
    assert load_calibration(tmp_path / "calibration.json.old") == load_calibration(path)


def test_a_torn_file_is_not_taken_for_a_calibration(result: CalibrationResult, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    save_board(path, result, "first")
    save_board(path, result, "second")
    path.write_bytes(path.read_bytes()[:700])
    with pytest.raises(ConfigError) as caught:
        load_calibration(path)
    assert str(caught.value).endswith("go back to the one before, calibration.json.old")


def test_a_changed_number_is_noticed(result: CalibrationResult, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    save_board(path, result, "now")
    data = json.loads(path.read_text())
    data["gains"][7] = 1.0
    path.write_text(json.dumps(data))
    with pytest.raises(ConfigError, match="its digest does not fit its content"):
        load_calibration(path)


def test_a_disk_that_takes_nothing_leaves_the_file_as_it_was(result: CalibrationResult, tmp_path: Path) -> None:
    directory = tmp_path / "file"
    directory.write_text("no directory")
    with pytest.raises(MeasuredFileError, match="cannot be written"):
        save_board(directory / "calibration.json", result, "now")
    assert directory.read_text() == "no directory"


def test_the_daemon_uses_what_is_kept_in_the_state_directory(
    result: CalibrationResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert with_kept_calibration(Config()) == Config()
    save_board(kept_calibration_path(Config()), result, "now")
    assert with_kept_calibration(Config()).calibration == tmp_path / "calibration.json"
