"""`tamsk-pi simulate` and the journals it keeps: rulings, expectations, damage, and another process."""

import json
from pathlib import Path

import pytest

from tamsk_pi.cli import main
from tamsk_pi.daemon.keeper import Keeper

Capture = pytest.CaptureFixture[str]

MATCH = """0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
5.000 end
"""
FAST = ("simulate", "--speed", "max", "--frames", "--scenario")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "CONFIGURATION_DIRECTORY", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def scenario(here: Path, *more: str) -> str:
    (here / "s.tamsk").write_text(MATCH + "".join(f"{line}\n" for line in more), encoding="utf-8")
    return "s.tamsk"


def kept(here: Path) -> Path:
    """The journal of a match that was played there."""
    assert main([*FAST, scenario(here), "--state", "state"]) == 0
    (path,) = (here / "state" / "matches").glob("*.journal")
    return path


def test_rulings_on_standard_output_are_alone_there(here: Path, capsys: Capture) -> None:
    assert main([*FAST, scenario(here), "--rulings", "-"]) == 0
    written = capsys.readouterr()
    assert written.err == ""
    assert [json.loads(line)["ruling"] for line in written.out.splitlines()] == [
        *("match-started", "turn-started", "move-accepted", "turn-started", "ring-accepted"),
    ]
    for line in written.out.splitlines():
        assert line == json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"))


def test_rulings_are_added_to_a_file_and_nothing_is_printed(here: Path, capsys: Capture) -> None:
    (here / "r.jsonl").write_text("before\n", encoding="utf-8")
    assert main([*FAST, scenario(here), "--rulings", "r.jsonl"]) == 0
    assert capsys.readouterr() == ("", "")
    lines = (here / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert (lines[0], len(lines)) == ("before", 6)


def test_an_unmet_expectation_is_told_and_the_answer_is_no(here: Path, capsys: Capture) -> None:
    assert main([*FAST, scenario(here, "5 expect move-accepted to=A2", "5 expect paused")]) == 1
    assert capsys.readouterr() == ("", "s.tamsk:9: expected paused, came no further paused\n")


def test_a_speed_that_the_machine_cannot_keep_up_with_is_told(here: Path, capsys: Capture) -> None:
    assert main(["simulate", "--frames", "--speed", "1000", "--scenario", scenario(here)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("tamsk-pi: --speed 1000.0 is too fast for this machine: ")
    assert told.endswith("and the sensors need 30; choose a smaller one, or max\n")


def test_the_journal_that_was_kept_replays(here: Path, capsys: Capture) -> None:
    assert main(["replay", str(kept(here))]) == 0
    written = capsys.readouterr()
    assert "identical; 5 rulings from" in written.out
    assert written.err == ""


def test_a_journal_that_was_changed_is_named_by_its_first_difference(here: Path, capsys: Capture) -> None:
    path = kept(here)
    lines = path.read_bytes().splitlines(keepends=True)
    index = next(i for i, line in enumerate(lines) if b"ring-accepted" in line)
    path.write_bytes(b"".join(lines[:index] + lines[index - 1 : index] + lines[index:]))
    assert main(["replay", str(path)]) in (1, 2)
    path.write_bytes(b"".join(line for line in lines if b"move-accepted" not in line))
    capsys.readouterr()
    assert main(["replay", str(path)]) == 1
    written = capsys.readouterr()
    assert "first difference at line " in written.out
    assert "rules version" in written.err


@pytest.mark.parametrize("command", ["replay", "scenario", "page"])
def test_a_damaged_journal_is_refused_and_left_as_it_is(command: str, here: Path, capsys: Capture) -> None:
    path = kept(here)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    capsys.readouterr()
    words = {
        "replay": ["replay", str(path)],
        "scenario": [*FAST, scenario(here), "--state", "state"],
        "page": ["simulate", "--port", "0", "--state", "state"],
    }[command]
    assert main(words) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert "the line does not match its checksum, later ones do; nothing was changed." in written.err
    assert command == "replay" or f"mv {path} {path}.aside\n" in written.err
    assert path.read_bytes() == data


def test_a_directory_in_use_is_refused(here: Path, capsys: Capture) -> None:
    other = Keeper(here / "state" / "matches", lambda: 0)
    other.open()
    for words in (["simulate", "--port", "0", "--state", "state"], [*FAST, scenario(here), "--state", "state"]):
        assert main(words) == 2
        assert capsys.readouterr().err.startswith(
            "tamsk-pi: state/matches: another tamsk-pi keeps its matches there; stop that one first"
        )
    other.close()


def test_a_scenario_at_full_speed_cannot_be_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = tmp_path / "short.tamsk"
    scenario.write_text("0.0 setup\n1.0 start\n2.0 end\n", encoding="utf-8")
    assert main(["simulate", "--scenario", str(scenario), "--speed", "max", "--port", "0"]) == 2
    assert "too fast to watch" in capsys.readouterr().err


def test_a_language_without_a_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--language", "dutch"]) == 2
    assert "'dutch': expected auto or en or de" in capsys.readouterr().err


def test_a_scenario_is_watched_on_the_page_where_one_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = tmp_path / "short.tamsk"
    scenario.write_text("0.0 setup\n1.0 start\n1.5 end\n", encoding="utf-8")
    assert main(["simulate", "--scenario", str(scenario), "--speed", "2", "--port", "0"]) == 0
    assert "here you watch" in capsys.readouterr().err
