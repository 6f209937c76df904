"""`tamsk-pi doctor` as it is typed."""

import json
from pathlib import Path

import pytest

from tamsk_pi.cli import main


def test_a_virtual_board_that_is_well_ends_with_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("", encoding="utf-8")
    assert main(["doctor", "--virtual", "--seconds", "1.5", "--config", str(config)]) == 0
    report = capsys.readouterr().out
    assert report.startswith("Sensors\n  ✓ rate: 100 scans a second")
    assert report.endswith("0 failures, 2 not looked at\n")


def test_a_broken_one_ends_with_1_and_programs_can_read_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--virtual", "--seconds", "1.5", "--json", "--fault", "dead C3"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["verdict"] == "fail"
    failed = [check for check in report["checks"] if check["verdict"] == "fail"]
    assert [check["name"] for check in failed] == ["cell C3, sensor S0", "cell C3, sensor S1"]
    assert {*failed[0]} == {"group", "name", "verdict", "text"}


@pytest.mark.parametrize(
    "words",
    [["--fault", "dead C3"], ["--virtual", "--fault", "dead Z9"], ["--seconds", "0"], ["--seconds", "long"]],
)
def test_wrong_use_ends_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", *words]) == 2
    assert capsys.readouterr().err
