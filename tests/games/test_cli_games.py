"""`tamsk-pi games`: as a player uses it."""

import json
import shutil
from pathlib import Path

import pytest
from game_samples import MATCH, record_in

from tamsk_pi.cli import main
from tamsk_pi.games.deciding import decided
from tamsk_pi.games.journals import import_header, journal_records, kept_judgements
from tamsk_pi.games.reader import parse_game
from tamsk_pi.games.record import GameRecord
from tamsk_pi.journal.records import RulingRecord
from tamsk_pi.journal.store import JournalWriter, find_unfinished, read_journal

Capture = pytest.CaptureFixture[str]

BY_HAND = "Red: Ada\nBlack: Burm\nEvent: Club\nResult: red\nLevel: 1\n1. red1 A1-A2 +\n# well\nsay resign black\n"


def keep(directory: Path, name: str, record: GameRecord) -> Path:
    path = directory / name
    with JournalWriter.create(path, import_header(record, "0.1.0", "2026-11-29T20:15:00Z")) as writer:
        writer.append(journal_records(decided(record)))
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match, number 7, and one that has not ended, number 12."""
    directory = tmp_path_factory.mktemp("played")
    keep(directory, "match-000007-20261129T201500Z.journal", record_in(MATCH))
    keep(directory, "match-000012-20261129T211500Z.journal", parse_game("Level: 1\n1. red1 A1-A2 +", "x"))
    return directory


@pytest.fixture
def matches(played: Path, tmp_path: Path) -> Path:
    """A directory of its own with both."""
    return shutil.copytree(played, tmp_path / "matches")


def games(*words: str | Path, directory: Path) -> int:
    return main(["games", *map(str, words), "--directory", str(directory)])


def test_list_shows_every_match_and_damage_without_stumbling(matches: Path, capsys: Capture) -> None:
    torn, damaged = matches / "match-000013-x.journal", matches / "match-000014-x.journal"
    data = (matches / "match-000007-20261129T201500Z.journal").read_bytes()
    torn.write_bytes(data[:20_000])
    damaged.write_bytes(data[:5_000] + b"x" + data[5_001:])
    (matches / "empty.journal").touch()
    assert games("list", directory=matches) == 0
    written = capsys.readouterr()
    lines = written.out.splitlines()
    assert lines[0].split() == ["ID", "DATE", "RED", "BLACK", "LEVEL", "RESULT", "MOVES", "LASTED", "STATE"]
    assert [line.split()[0] for line in lines[1:]] == ["empty", "7", "12", "13", "14"]
    assert lines[2].split(maxsplit=5)[1:] == [
        "2026-11-29T20:15:00Z",
        "Red",
        "Black",
        "3",
        "black last-hourglass 7-7  49     6:16    finished",
    ]
    assert "first line is not whole" in lines[1]
    assert lines[3].endswith("unfinished")
    assert ", torn: " in lines[4]
    assert "damaged: " in lines[5]
    assert "does not match its checksum" in lines[5]
    assert written.err == ""


def test_list_as_json_is_an_object_a_line(matches: Path, capsys: Capture) -> None:
    (matches / "empty.journal").touch()
    assert games("list", "--json", directory=matches) == 0
    empty, first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert "first line is not whole" in empty["error"]
    assert {key: first[key] for key in ("id", "result", "moves", "is_finished", "level")} == {
        "id": "7",
        "result": "black last-hourglass 7-7",
        "moves": 49,
        "is_finished": True,
        "level": 3,
    }
    assert second["result"] == "unfinished"


def test_a_directory_without_matches_says_so_on_standard_error(tmp_path: Path, capsys: Capture) -> None:
    assert games("list", directory=tmp_path / "nowhere") == 0
    written = capsys.readouterr()
    assert (written.out, written.err) == ("", f"tamsk-pi: {tmp_path}/nowhere: no matches\n")


def test_state_names_the_directory_given_to_simulate(matches: Path, capsys: Capture) -> None:
    assert main(["games", "list", "--state", str(matches.parent)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_without_matches_those_of_the_virtual_board_are_named(
    matches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("CONFIGURATION_DIRECTORY", raising=False)
    matches.rename(tmp_path / "matches-elsewhere")
    virtual = tmp_path / "tamsk-pi" / "virtual"
    virtual.mkdir(parents=True)
    (tmp_path / "matches-elsewhere").rename(virtual / "matches")
    assert main(["games", "list"]) == 0
    assert (
        capsys.readouterr().err
        == f"tamsk-pi: {tmp_path}/tamsk-pi/matches: no matches; those of `simulate`: --virtual\n"
    )
    assert main(["games", "list", "--virtual"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_show_prints_the_moves_and_the_board_at_the_end(matches: Path, capsys: Capture) -> None:
    assert games("show", "7", directory=matches) == 0
    out = capsys.readouterr().out
    assert "\n1. red1 A1-A2 12.668/13.084/13.3 +14.267/red\n" in out
    assert "\n   ; 67.016 timer-ran-out black forfeit (G3.6)\n" in out
    assert "B3 r1xo." in out
    assert out.endswith("The match is over.\n")


def test_ply_shows_the_board_after_so_many_moves(matches: Path, capsys: Capture) -> None:
    assert games("show", "7", "--ply", "1", directory=matches) == 0
    out = capsys.readouterr().out
    assert "A2 r1 o" in out
    assert "D1 b1 ." in out
    assert out.endswith("black to move\n")
    assert games("show", "7", "--ply", "50", directory=matches) == 2
    assert capsys.readouterr().err.endswith("49 moves were accepted; expected --ply 0 to 49\n")


@pytest.mark.parametrize("word", ["7", "07", "000007", "match-000007-20261129T201500Z", "match-000007"])
def test_a_match_is_found_by_its_number_or_the_beginning_of_its_name(
    word: str, matches: Path, capsys: Capture
) -> None:
    assert games("show", word, "--ply", "0", directory=matches) == 0
    assert "A1 r1 ." in capsys.readouterr().out


def test_a_name_that_could_be_several_or_none_is_answered(matches: Path, capsys: Capture) -> None:
    assert games("show", "match", directory=matches) == 2
    assert "could be match-000007-20261129T201500Z, match-000012-" in capsys.readouterr().err
    assert games("show", "99", directory=matches) == 2
    assert "'99' is neither a file nor the ID of a match" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "sgf", "scenario"])
def test_an_export_imported_is_the_same_match(form: str, matches: Path, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "out"
    assert games("export", "7", "--format", form, "-o", file, directory=matches) == 0
    assert capsys.readouterr() == ("", "")
    assert games("import", file, directory=matches) == 0
    written = capsys.readouterr()
    assert written.out.startswith("i1: black last-hourglass 7-7; 49 moves, 2 acts refused; kept in ")
    assert written.err == ""
    (imported,) = (matches / "imported").glob("*.journal")
    played = read_journal(matches / "match-000007-20261129T201500Z.journal")
    assert kept_judgements(read_journal(imported)) == kept_judgements(played)
    assert main(["replay", str(imported)]) == 0


def test_an_existing_file_is_not_overwritten(matches: Path, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "out"
    file.write_text("mine")
    assert games("export", "7", "-o", file, directory=matches) == 2
    assert capsys.readouterr().err == f"tamsk-pi: {file}: exists already; choose another name\n"
    assert file.read_text() == "mine"


def test_an_import_keeps_its_event_and_comments_and_overwrites_nothing(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hand.game"
    file.write_text(BY_HAND, encoding="utf-8")
    assert games("import", file, directory=tmp_path) == 0
    assert games("import", file, directory=tmp_path) == 0
    capsys.readouterr()
    assert games("list", directory=tmp_path) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["ID", "i1", "i2"]
    assert games("show", "i2", directory=tmp_path) == 0
    shown = capsys.readouterr().out
    assert "Event: Club\n" in shown
    assert "1. red1 A1-A2 +\n   # well\n" in shown


def test_an_imported_match_is_never_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "hand.game"
    file.write_text("Level: 3\n1. red1 A1-A2 1/2/3 +4\n", encoding="utf-8")
    assert games("import", file, directory=tmp_path) == 0
    assert find_unfinished(tmp_path) is None


def test_a_result_that_the_referee_does_not_find_is_told(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hand.game"
    file.write_text(BY_HAND.replace("Result: red", "Result: black rings"), encoding="utf-8")
    assert games("import", file, directory=tmp_path) == 0
    assert "the file says 'black rings', the referee finds 'red resigned 31-32'" in capsys.readouterr().err


def test_what_is_left_out_of_an_sgf_is_told(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "a.sgf"
    file.write_text("(;GM[38]KM[0]XH[Level: 1];W[red1 A1-A2 +])")
    assert games("import", file, directory=tmp_path) == 0
    assert capsys.readouterr().err == f"tamsk-pi: {file}: left out: KM, which stands in 1 of the nodes\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense\n", "FILE:1: 'nonsense' is not a time"),
        ("Level: 1\n1. red1 B3-B4\n", "FILE:2: red1 stands on A1, not on B3"),
        ("Level: 1\nsetup empty\nstart\n", "tamsk-pi: FILE: no match comes of it, the referee refuses its start"),
        ("(;GM[1])", "FILE: node 0: GM[1] is another game"),
        ("\xff", "FILE:1: 'ÿ' is not a time"),
    ],
)
def test_nonsense_is_not_imported(text: str, message: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "a"
    file.write_text(text, encoding="utf-8")
    assert games("import", file, directory=tmp_path) == 2
    assert capsys.readouterr().err.startswith(message.replace("FILE", str(file)))
    assert not (tmp_path / "imported").exists()


def test_a_journal_decided_otherwise_now_is_shown_with_a_note(matches: Path, capsys: Capture) -> None:
    path = keep(matches, "match-000020-x.journal", parse_game(BY_HAND, "x"))
    journal = read_journal(path)
    begun = next(record for record in journal.records if isinstance(record, RulingRecord))
    forged = RulingRecord(begun.at_ns, begun.line.replace('"level":1', '"level":2'))
    with JournalWriter.create(matches / "match-000021-x.journal", journal.header) as writer:
        writer.append(forged if record is begun else record for record in journal.records)
    assert games("show", "21", directory=matches) == 0
    assert "the referee rules otherwise now than was kept" in capsys.readouterr().err


def test_a_torn_journal_is_shown_as_far_as_it_goes(matches: Path, capsys: Capture) -> None:
    path = matches / "match-000030-x.journal"
    path.write_bytes((matches / "match-000007-20261129T201500Z.journal").read_bytes()[:20_000])
    assert games("show", "30", directory=matches) == 0
    written = capsys.readouterr()
    assert written.out.startswith("Red: Red\n")
    assert "torn bytes at its end were left out" in written.err


def test_a_scenario_is_shown_like_any_match(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "s.tamsk"
    file.write_text("match level=1\n0 setup\n1 start\n2 lift red1\n3 place red1 A2\n4 ring A2 red\n")
    assert games("show", file, directory=tmp_path) == 0
    assert "\n1. red1 A1-A2 2.0//3.0 +4.0/red\n" in capsys.readouterr().out
