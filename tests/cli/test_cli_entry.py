"""The entry point: arguments, messages and exit codes; never a traceback for what a user did."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tamsk_pi import __version__
from tamsk_pi.cli import main
from tamsk_pi.cli.commands import COMMANDS
from tamsk_pi.cli.errors import CommandError, Exit

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def closed_pipe() -> Iterator[int]:
    """The end of a pipe for writing that nobody reads any more."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    yield write_end
    os.close(write_end)


def test_the_version_is_told(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tamsk-pi {__version__}\n"


def test_the_help_names_every_command_and_an_example(capsys: Capture) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert "example:\n  tamsk-pi " in told
    assert all(name in told for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_s_help_has_an_example_of_it(name: str, capsys: Capture) -> None:
    assert main([name, "--help"]) == 0
    told = capsys.readouterr().out
    assert f"tamsk-pi {name}" in told.partition("example:\n")[2]


def test_a_mistyped_command_is_answered_with_the_nearest(capsys: Capture) -> None:
    assert main(["refere"]) == 2
    assert capsys.readouterr() == ("", "tamsk-pi: 'refere' is not a command; did you mean 'referee'?\n")


def test_a_command_like_no_other_is_answered_with_all_of_them(capsys: Capture) -> None:
    assert main(["xyzzy"]) == 2
    assert capsys.readouterr().err == f"tamsk-pi: 'xyzzy' is not a command; expected {', '.join(COMMANDS)}\n"


def test_no_command_at_all_is_wrong_use(capsys: Capture) -> None:
    assert main([]) == 2
    assert "COMMAND" in capsys.readouterr().err


def test_without_words_of_its_own_it_takes_those_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(sys, "argv", ["tamsk-pi", "perft", "1"])
    assert main() == 0
    assert capsys.readouterr().out == "9\n"


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (CommandError("port 80: taken"), 2, "tamsk-pi: port 80: taken\n"),
        (CommandError("no", Exit.ANSWER_IS_NO), 1, "tamsk-pi: no\n"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), 2, "tamsk-pi: 'utf-8' codec can't decode"),
        (FileNotFoundError(2, "No such file or directory", "x.tamsk"), 2, "tamsk-pi: x.tamsk: No such file"),
        (OSError("device gone"), 2, "tamsk-pi: device gone\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_what_a_command_raises_becomes_a_message_and_a_code(
    error: BaseException, code: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def fail(*_: object) -> int:
        raise error

    monkeypatch.setattr("tamsk_pi.cli.perft.perft", fail)
    assert main(["perft", "1"]) == code
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith(told)


def test_a_mistake_of_ours_shows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise ValueError("not meant for users")

    monkeypatch.setattr("tamsk_pi.cli.perft.perft", fail)
    with pytest.raises(ValueError, match="not meant for users"):
        main(["perft", "1"])


def test_a_reader_who_has_gone_away_is_no_error(closed_pipe: int) -> None:
    words = [sys.executable, "-m", "tamsk_pi", "perft", "1"]
    ended = subprocess.run(words, stdout=closed_pipe, stderr=subprocess.PIPE, check=False, cwd=repository())
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_one_command_imports_neither_the_daemon_nor_the_other_commands() -> None:
    program = "import sys, tamsk_pi.cli; tamsk_pi.cli.main(['perft', '1']); print(*sys.modules, sep='\\n')"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=repository()
    )
    loaded = set(ended.stdout.split())
    assert "tamsk_pi.cli.perft" in loaded
    assert not {"tamsk_pi.cli.referee", "tamsk_pi.cli.completion", "shtab", "starlette"} & loaded


def repository() -> Path:
    return Path(__file__).parents[2]
