"""`--record FILE` and `replay FILE`: perception and referee, asked again, say what they said."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tamsk_pi.cli import main
from tamsk_pi.journal.recording import MAGIC, Session, Taped, encode_block, parse_recording
from tamsk_pi.journal.records import ActRecord, RulingRecord
from tamsk_pi.rules.acts import Ring

Capture = pytest.CaptureFixture[str]

MATCH = """match level=2
0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
4.000 say pause red
5.000 end
"""
CUT = """match level=2
0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
4.500 fault power cut
4.500 fault power back 2
8.000 lift black1
8.300 flip black1
8.600 place black1 E1
10.000 end
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "CONFIGURATION_DIRECTORY", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def recorded(here: Path, capsys: Capture, text: str = MATCH) -> Path:
    (here / "s.tamsk").write_text(text, encoding="utf-8")
    played = ["simulate", "--scenario", "s.tamsk", "--speed", "max", "--frames", "--record", "s.tamskraw"]
    assert main(played) == 0
    capsys.readouterr()
    return here / "s.tamskraw"


def rewritten(path: Path, items: list[Taped]) -> str:
    path.write_bytes(MAGIC + encode_block(items))
    return str(path)


def test_a_recorded_match_is_perceived_and_ruled_the_same(here: Path, capsys: Capture) -> None:
    path = recorded(here, capsys)
    assert main(["replay", path.name]) == 0
    assert capsys.readouterr().out == "s.tamskraw: identical; 5 rulings and 6 acts from 801 frames\n"


def test_a_match_that_goes_on_after_the_dark_is_recorded_too(here: Path, capsys: Capture) -> None:
    path = recorded(here, capsys, CUT)
    assert main(["replay", path.name]) == 0
    assert "2 sessions" in capsys.readouterr().out


def test_the_acts_are_printed_a_line_each(here: Path, capsys: Capture) -> None:
    path = recorded(here, capsys)
    assert main(["replay", "--acts", path.name]) == 0
    told = [json.loads(line)["act"] for line in capsys.readouterr().out.splitlines()[:-1]]
    assert told == ["setup", "lift", "flip", "place", "release", "ring"]


def test_a_ring_that_was_told_otherwise_is_the_first_difference(here: Path, capsys: Capture) -> None:
    items = list(parse_recording("s", recorded(here, capsys).read_bytes()).taped)
    at = next(i for i, item in enumerate(items) if isinstance(item, ActRecord) and isinstance(item.act, Ring))
    told = items[at]
    assert isinstance(told, ActRecord)
    items[at] = ActRecord(Ring(told.act.at_ns + 1, told.act.cell)) if isinstance(told.act, Ring) else told
    assert main(["replay", rewritten(here / "other.tamskraw", items)]) == 1
    assert f"first difference at item {at + 1}: then" in capsys.readouterr().out


def test_a_ruling_that_was_not_there_then_is_a_difference(here: Path, capsys: Capture) -> None:
    items = list(parse_recording("s", recorded(here, capsys).read_bytes()).taped)
    gone = [item for item in items if isinstance(item, RulingRecord)][-1]
    items.remove(gone)
    assert main(["replay", rewritten(here / "other.tamskraw", items)]) == 1
    assert f"then nothing, now {gone.line}" in capsys.readouterr().out


def test_what_was_cut_off_in_the_writing_is_left_out(here: Path, capsys: Capture) -> None:
    path = recorded(here, capsys)
    path.write_bytes(path.read_bytes()[:-1_000])
    assert main(["replay", path.name]) == 0
    out = capsys.readouterr().out
    assert "identical; " in out
    assert "torn bytes at its end left out" in out


def test_a_recording_of_another_wiring_is_refused(here: Path, capsys: Capture) -> None:
    items = list(parse_recording("s", recorded(here, capsys).read_bytes()).taped)
    session = items[0]
    assert isinstance(session, Session)
    items[0] = replace(session, wiring_digest="other")
    assert main(["replay", rewritten(here / "other.tamskraw", items)]) == 2
    assert "the recording is of a board that is wired otherwise" in capsys.readouterr().err


def test_a_part_without_its_beginning_is_replayed_and_not_compared(here: Path, capsys: Capture) -> None:
    items = list(parse_recording("s", recorded(here, capsys).read_bytes()).taped)
    session = items[0]
    assert isinstance(session, Session)
    part = replace(session, is_from_the_beginning=False)
    assert main(["replay", rewritten(here / "part.tamskraw", [part, *items[400:]])]) == 0
    assert "not compared, its beginning was given up" in capsys.readouterr().out


def test_a_recording_that_cannot_be_made_is_said_at_once(here: Path, capsys: Capture) -> None:
    (here / "s.tamsk").write_text(MATCH, encoding="utf-8")
    played = ["simulate", "--scenario", "s.tamsk", "--speed", "max", "--frames", "--record", "none/s.tamskraw"]
    assert main(played) == 2
    assert "--record none/s.tamskraw: No such file or directory" in capsys.readouterr().err


def test_the_pin_is_not_in_a_recording(here: Path, capsys: Capture) -> None:
    (here / "config.toml").write_text('[page]\npin = "48151623"\n', encoding="utf-8")
    (here / "s.tamsk").write_text(MATCH, encoding="utf-8")
    played = ["simulate", "--scenario", "s.tamsk", "--speed", "max", "--frames", "--record", "s.tamskraw"]
    assert main([*played, "--config", "config.toml"]) == 0
    session = parse_recording("s", (here / "s.tamskraw").read_bytes()).taped[0]
    assert isinstance(session, Session)
    assert "48151623" not in repr(session.config)
