"""Bad input to every command: a message that says what and where on standard error, exit code 2, no traceback."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tamsk_pi.cli import main

Capture = pytest.CaptureFixture[str]

OPENING = "0.000 setup\n1.000 start\n2.000 end\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without any configuration, whose files are all in the test's own directory."""
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "CONFIGURATION_DIRECTORY", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "huge").write_bytes(b"#" * (5 << 20))
    (tmp_path / "ok.tamsk").write_text(OPENING, encoding="utf-8")
    (tmp_path / "bad.tamsk").write_text("0 setup\n1 start\n2 fluup red1\n", encoding="utf-8")
    return tmp_path


def refusal(words: str, capsys: Capture, *more: str) -> str:
    """What the command says while it refuses, without having printed anything."""
    assert main([*words.split(), *more]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert "Traceback" not in written.err
    return written.err


SCENARIO_COMMANDS = ("referee", "simulate --speed max --frames --scenario")
WITH_CONFIG = ("run", "simulate --port 0", "simulate --speed max --frames --scenario ok.tamsk", "dark")


@pytest.mark.parametrize("command", SCENARIO_COMMANDS)
@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("absent.tamsk", "tamsk-pi: absent.tamsk: No such file or directory; expected a scenario file\n"),
        (".", "tamsk-pi: .: Is a directory; expected a scenario file\n"),
        ("", "tamsk-pi: '': Is a directory; expected a scenario file\n"),
        ("file/x", "tamsk-pi: file/x: Not a directory; expected a scenario file\n"),
        ("/proc/self/mem", "tamsk-pi: /proc/self/mem: Input/output error; expected a scenario file\n"),
        ("binary", "binary:2: byte 0x80 is not UTF-8; expected UTF-8 text\n"),
        ("huge", "huge: longer than 4194304 bytes; expected a scenario file\n"),
        ("bad.tamsk", "bad.tamsk:3: 'fluup' is not a statement; did you mean 'flip'?\n"),
    ],
)
def test_a_scenario_that_cannot_be_read(command: str, file: str, told: str, capsys: Capture) -> None:
    assert refusal(command, capsys, file) == told


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("absent", "tamsk-pi: absent: No such file or directory; expected the journal of a match\n"),
        (".", "tamsk-pi: .: Is a directory; expected the journal of a match\n"),
        ("file", "tamsk-pi: file: its first line is not whole"),
        ("binary", "tamsk-pi: binary: its first line is not whole"),
        ("ok.tamsk", "tamsk-pi: ok.tamsk: its first line is not whole"),
    ],
)
def test_a_journal_that_cannot_be_read(file: str, told: str, capsys: Capture) -> None:
    assert refusal("replay", capsys, file).startswith(told)


BAD_SPEEDS = ("0", "-1", "nan", "inf", "x", "1001")
BAD_PORTS = ("x", "-1", "65536", "²", "٣", "1e3")
BAD_SEEDS = ("x", "-1", "1.5", "9" * 19)


@pytest.mark.parametrize("scenario", [(), ("--scenario", "ok.tamsk")], ids=["by-page", "scenario"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        *((f"--speed {n}", f"--speed: {n!r}: expected a number above 0") for n in BAD_SPEEDS),
        *((f"--port {n}", f"--port: {n!r}: expected a port, 0 to 65535") for n in BAD_PORTS),
        *((f"--seed {n}", f"--seed: {n!r}: expected a whole number") for n in BAD_SEEDS),
        ("--sped 1", "unrecognized arguments: --sped 1"),
    ],
)
def test_a_number_that_simulate_cannot_use(words: str, told: str, scenario: tuple[str, ...], capsys: Capture) -> None:
    assert told in refusal(f"simulate {words}", capsys, *scenario)


def test_hands_of_people_have_no_speed_max(capsys: Capture) -> None:
    assert refusal("simulate --speed max --port 0", capsys) == (
        "tamsk-pi: --speed max needs a --scenario: nobody's hands are that fast\n"
    )


@pytest.mark.parametrize("command", WITH_CONFIG)
@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("absent.toml", "absent.toml: there is no such file; name an existing one after --config"),
        (".", ".: Is a directory"),
        ("", ".: Is a directory"),
        ("binary", "binary: not UTF-8 text; expected a TOML file"),
        ("bad.tamsk", "bad.tamsk: not readable as TOML: "),
    ],
)
def test_a_configuration_that_cannot_be_read(command: str, file: str, told: str, capsys: Capture) -> None:
    assert refusal(command, capsys, "--config", file).startswith(f"tamsk-pi: {told}")


@pytest.mark.parametrize("command", WITH_CONFIG)
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[pgae]\n", "c.toml: [pgae] is not a known table; did you mean 'page'?"),
        ("[lights]\nbrigthness = 1\n", "c.toml: lights.brigthness is not a known key; did you mean 'brightness'?"),
        ("[board]\nlayout = 'absent.toml'\n", "absent.toml: No such file or directory; expected a file like"),
        ("[board]\nlayout = 'binary'\n", "binary: not UTF-8 text; expected a TOML file like hardware/board.toml"),
        ("[board]\nlayout = 'c.toml'\n", "c.toml: "),
    ],
)
def test_a_configuration_that_cannot_be_used(command: str, text: str, told: str, home: Path, capsys: Capture) -> None:
    (home / "c.toml").write_text(text, encoding="utf-8")
    assert refusal(command, capsys, "--config", "c.toml").startswith(f"tamsk-pi: {told}")


@pytest.mark.parametrize("command", [c for c in WITH_CONFIG if c != "dark"])
@pytest.mark.parametrize("file", ["absent.json", ".", "binary", "file"])
def test_a_calibration_that_cannot_be_used(command: str, file: str, home: Path, capsys: Capture) -> None:
    (home / "c.toml").write_text(f"[page]\nport = 0\n[sensing]\ncalibration = '{file}'\n", encoding="utf-8")
    assert refusal(command, capsys, "--config", "c.toml").startswith(f"tamsk-pi: {file}: ")


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen(1)
        yield sock.getsockname()[1]


@pytest.mark.parametrize("command", ["run", "simulate"])
def test_a_busy_port(command: str, taken: int, home: Path, capsys: Capture) -> None:
    (home / "c.toml").write_text(f"[page]\nport = {taken}\n", encoding="utf-8")
    told = refusal(command, capsys, "--config", "c.toml")
    assert f"port {taken} (Address already in use); is another tamsk-pi running?" in told


def test_run_on_a_computer_without_pins_says_what_to_do_instead(
    monkeypatch: pytest.MonkeyPatch, home: Path, capsys: Capture
) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    (home / "c.toml").write_text("[page]\nport = 0\n", encoding="utf-8")
    told = refusal("run --no-page", capsys, "--config", "c.toml")
    assert told.startswith("tamsk-pi: ")
    assert "on another computer: tamsk-pi simulate" in told


@pytest.mark.parametrize("command", ["run", "simulate --port 0", "simulate --speed max --scenario ok.tamsk"])
def test_matches_that_cannot_be_kept_are_refused_before_play(command: str, home: Path, capsys: Capture) -> None:
    (home / "c.toml").write_text("[page]\nport = 0\n[journal]\ndirectory = 'file/x'\n", encoding="utf-8")
    more = () if command == "run" else ("--state", "file/x")
    told = refusal(command, capsys, "--config", "c.toml", *more)
    assert told.startswith("tamsk-pi: file/x")
    assert "matches cannot be kept there (Not a directory); let this user write there, or choose another" in told


@pytest.mark.parametrize("target", ["absent/r.jsonl", ".", ""])
def test_rulings_that_nobody_can_take_are_refused_before_play(target: str, capsys: Capture) -> None:
    told = refusal("simulate --speed max --frames --scenario ok.tamsk --rulings", capsys, target)
    assert told.startswith(f"tamsk-pi: {target or '.'}: ")


def test_rulings_that_a_full_disk_refuses_are_named(capsys: Capture) -> None:
    assert refusal("simulate --speed max --frames --scenario ok.tamsk --rulings /dev/full", capsys) == (
        "tamsk-pi: --rulings /dev/full: No space left on device; the journal has them all\n"
    )


def test_a_damaged_virtual_table_is_named_and_left_alone(home: Path, capsys: Capture) -> None:
    (home / "state").mkdir()
    table = home / "state" / "table.json"
    table.write_text("{", encoding="utf-8")
    told = refusal("simulate --port 0 --state state", capsys)
    assert told.startswith("tamsk-pi: state/table.json: not a snapshot of the virtual table")
    assert table.read_text(encoding="utf-8") == "{"
