"""`tamsk-pi calibrate sand`: figures told, shown, swapped; what somebody who times sand reads."""

import json
from pathlib import Path

import pytest

from tamsk_pi.calibration.sand import SandFigures, given
from tamsk_pi.calibration.sand_timing import SandTiming
from tamsk_pi.cli import main
from tamsk_pi.cli.sand_table import table_lines
from tamsk_pi.cli.sand_terminal import status_line
from tamsk_pi.rules.board import parse_cell

S = 1_000_000_000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    return tmp_path


def sand(*words: str) -> int:
    return main(["calibrate", "sand", *words])


def test_a_time_told_by_hand_is_kept_and_shown(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sand("--set", "red1.A=177.5", "--set", "red1.B=183.5", "--uncertainty", "0.6") == 0
    capsys.readouterr()
    assert sand("--json") == 0
    told = json.loads(capsys.readouterr().out)["glasses"]["red1"]
    assert [(told[end]["running_ms"], told[end]["uncertainty_ms"]) for end in "AB"] == [
        (177_500, 600),
        (183_500, 600),
    ]
    assert (home / "tamsk-pi" / "sand.json").is_file()


def test_without_any_figure_the_table_says_what_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert sand("--table") == 0
    assert capsys.readouterr().out.startswith("Nothing is measured yet")


def test_a_spare_that_steps_in_takes_its_figures_along(capsys: pytest.CaptureFixture[str]) -> None:
    sand("--set", "red2.A=180", "--set", "red4.A=176")
    sand("--swap", "red2", "red4")
    capsys.readouterr()
    sand("--json")
    glasses = json.loads(capsys.readouterr().out)["glasses"]
    assert (glasses["red2"]["A"]["running_ms"], glasses["red4"]["A"]["running_ms"]) == (176_000, 180_000)
    assert sand("--forget", "red4.A") == 0
    capsys.readouterr()
    sand("--json")
    assert list(json.loads(capsys.readouterr().out)["glasses"]) == ["red2"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--set", "red1=3"), "'red1' is not an end of a glass; expected such as red1.A or neutral_timer.B"),
        (("--set", "red1.A=soon"), "'soon': expected seconds, 0.001 to 3600"),
        (("--uncertainty", "1", "--table"), "--uncertainty says how far a --set is off"),
        (("--forget", "blue1.A"), "'blue1' is not a glass"),
        (("--glass", "red4"), "--glass red4: expected neutral_timer, red1"),
        (("--as", "red1"), "--as red1:"),
        (("--rounds", "0"), "'0': expected 1 to 50"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sand(*words) == 2
    assert complaint in capsys.readouterr().err


def test_damaged_figures_are_told_with_the_way_out(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "tamsk-pi").mkdir()
    (home / "tamsk-pi" / "sand.json").write_text("{")
    assert sand("--table") == 2
    assert "sand.json.old: move that file here" in capsys.readouterr().err


def test_the_table_has_a_line_a_glass() -> None:
    figures = SandFigures().with_end("red1", 0, given(177_500, 600, "2026-11-28"))
    figures = figures.with_run("red1", 1, 183_500.0, "2026-11-29")
    assert list(table_lines(figures, "2026-11-30"))[:2] == [
        "GLASS  END A    END B    UNCERTAINTY    RUNS  AGE    FROM",
        "red1   177.5 s  183.5 s  ±0.6 s ±2.5 s  0/1   1 day  given, timed",
    ]


def test_the_terminal_says_what_to_turn_what_to_watch_and_what_does_not_count() -> None:
    timing = SandTiming(("red1", "red2", "black1"), rounds=1).turned("red1", 1, 0).turned("black1", 1, 15 * S)
    timing = timing.moved("black1", 20 * S)
    cells = {"red1": parse_cell("A1"), "red2": parse_cell("G1"), "black1": None}
    assert status_line(timing, cells, 120 * S) == (
        "·············· 0/6 | turn red2 (G1) over now | next: red1, in 60 s | black1 was moved, does not count"
    )
    assert "next: red1, press when empty" in status_line(timing, cells, 181 * S)
