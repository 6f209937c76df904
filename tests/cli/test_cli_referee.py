"""`tamsk-pi referee`: rulings on standard output, what was expected otherwise on standard error."""

import io
import json
import sys
from pathlib import Path

import pytest

from tamsk_pi.cli import main

Capture = pytest.CaptureFixture[str]

MOVE = """match level=3
0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
"""


def scenario(directory: Path, *more: str) -> str:
    file = directory / "s.tamsk"
    file.write_text(MOVE + "\n".join(more), encoding="utf-8")
    return str(file)


def test_each_ruling_is_a_line_of_json_with_sorted_keys(tmp_path: Path, capsys: Capture) -> None:
    assert main(["referee", scenario(tmp_path)]) == 0
    written = capsys.readouterr()
    assert written.err == ""
    move = {"from": "A1", "hourglass": "red1", "player": "red", "to": "A2"}
    judged = {"at_ms": 2600, "rule": "G1.2", "ruling": "move-accepted", **move}
    assert judged in [{k: v for k, v in json.loads(line).items() if k != "why"} for line in written.out.splitlines()]
    for line in written.out.splitlines():
        assert line == json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"))


def test_explained_each_ruling_says_why(tmp_path: Path, capsys: Capture) -> None:
    assert main(["referee", scenario(tmp_path, "4 expect paused"), "--explain"]) == 1
    written = capsys.readouterr()
    assert written.out.endswith(
        " 0:03.100  Red dropped a ring on A2; 31 left. [G1.3]\n"
        "           The ring fell 500 ms after the release, with 2.5 s of its time left.\n"
        "           red1: released on A2 at 0:02.600.\n"
        "           Rests on: ring dropped on A2 at 0:03.100.\n"
    )
    assert "expected paused, came no further paused" in written.err


def test_explained_in_another_language(tmp_path: Path, capsys: Capture) -> None:
    assert main(["referee", scenario(tmp_path), "--explain", "--language", "de"]) == 0
    assert "           Der Ring fiel 500 ms nach dem Loslassen, 2,5 s vor dem Ende" in capsys.readouterr().out
    assert main(["referee", scenario(tmp_path), "--explain", "--language", "xx"]) == 2
    assert "invalid choice: 'xx'" in capsys.readouterr().err


def test_clocks_run_on_to_the_end_itself_included(tmp_path: Path, capsys: Capture) -> None:
    timer = ("4 timer", "19 end", "19 expect timer-ran-out player=black within 0")
    assert main(["referee", scenario(tmp_path, *timer)]) == 0
    assert main(["referee", scenario(tmp_path, "4 timer", "18.999 end", "18.999 expect timer-ran-out")]) == 1
    assert "came no further timer-ran-out" in capsys.readouterr().err


def test_an_unmet_expectation_is_told_with_what_came_and_the_answer_is_no(tmp_path: Path, capsys: Capture) -> None:
    file = scenario(tmp_path, "4 expect move-accepted to=A2", "4 expect ring-accepted left=30", "4 expect paused")
    assert main(["referee", file]) == 1
    written = capsys.readouterr()
    assert '"ruling":"ring-accepted"' in written.out
    assert written.err.splitlines() == [
        f'{file}:9: expected ring-accepted left=30, came {{"at_ms":3100,"cell":"A2","kind":"regular","left":31,'
        '"player":"red","rule":"G1.3","ruling":"ring-accepted"}',
        f"{file}:10: expected paused, came no further paused",
    ]


def test_a_bad_line_stops_before_anything_is_ruled(tmp_path: Path, capsys: Capture) -> None:
    file = scenario(tmp_path, "4 place black1 A2")
    assert main(["referee", file]) == 2
    assert capsys.readouterr() == ("", f"{file}:8: red1 stands on A2; expected a cell without a glass\n")


def test_a_scenario_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MOVE.encode())))
    assert main(["referee", "-"]) == 0
    assert '"ruling":"match-started"' in capsys.readouterr().out


def test_bytes_that_are_not_text_are_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "s.tamsk"
    file.write_bytes(b"\xff\xfe0\x00")
    assert main(["referee", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}:1: byte 0xff is not UTF-8; expected UTF-8 text\n"


@pytest.mark.parametrize("name", ["missing.tamsk", "."])
def test_a_file_that_cannot_be_read_is_told(name: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / name
    assert main(["referee", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"tamsk-pi: {path}: ")
