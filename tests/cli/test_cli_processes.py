"""The command as a process: closed and full streams, signals, a second one beside it."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "tamsk_pi")
OPENING = "0.000 setup\n1.000 start\n500.000 end\n"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A user of his own. Output is buffered, as users have it."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "PYTHONUNBUFFERED"))}
    (tmp_path / "s.tamsk").write_text(OPENING, encoding="utf-8")
    (tmp_path / "short.tamsk").write_text(OPENING.replace("500", "2"), encoding="utf-8")
    return kept | {"HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}


def shell(line: str, environment: dict[str, str], directory: Path) -> tuple[int, str, str]:
    """Exit code, output and messages of a shell's line; `tamsk-pi` is the command."""
    words = line.replace("tamsk-pi", shlex.join(COMMAND))
    ended = subprocess.run(
        ["bash", "-c", words], capture_output=True, text=True, check=False, env=environment, cwd=directory, timeout=60
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("tamsk-pi perft 1 >&-", 0, ""),
        ("tamsk-pi referee - <&-", 0, ""),
        ("tamsk-pi referee absent 2>&-", 2, ""),
        (
            "tamsk-pi perft 1 > /dev/full",
            2,
            "tamsk-pi: standard output: No space left on device; the results are not complete\n",
        ),
        (
            "tamsk-pi referee s.tamsk > /dev/full",
            2,
            "tamsk-pi: standard output: No space left on device; the results are not complete\n",
        ),
        ("tamsk-pi referee s.tamsk | true; exit ${PIPESTATUS[0]}", 141, ""),
        (
            "tamsk-pi simulate --speed max --frames --scenario short.tamsk --rulings - | true; exit ${PIPESTATUS[0]}",
            141,
            "",
        ),
    ],
)
def test_streams_that_are_closed_or_full_end_in_a_code_and_at_most_a_message(
    line: str, code: int, told: str, environment: dict[str, str], tmp_path: Path
) -> None:
    ended, _, messages = shell(line, environment, tmp_path)
    assert (ended, messages) == (code, told)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_before_a_scenario_s_end_says_so(
    number: signal.Signals, environment: dict[str, str], tmp_path: Path
) -> None:
    words = [*COMMAND, "simulate", "--scenario", "s.tamsk", "--frames", "--rulings", "-", "--state", "state"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert '"ruling":"match-started"' in process.stdout.readline()
        process.send_signal(number)
        _, messages = process.communicate(timeout=30)
    assert process.returncode == 130
    assert messages == "tamsk-pi: stopped before the scenario's end; what it expects was not checked\n"
    (journal,) = (tmp_path / "state" / "matches").glob("*.journal")
    assert b"match-started" in journal.read_bytes()


@pytest.fixture
def playing(environment: dict[str, str], tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`tamsk-pi simulate` played from the page, its page announced."""
    words = [*COMMAND, "simulate", "--port", "0", "--state", "state"]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=tmp_path
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def announced_port(process: subprocess.Popen[str]) -> int:
    assert process.stderr is not None
    found = re.search(r"http://127\.0\.0\.1:(\d+)/#pin=\d{4}\n", process.stderr.readline())
    assert found is not None
    assert process.stderr.readline() == "Stop with Ctrl-C; a match goes on where it was next time.\n"
    return int(found[1])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_play_from_the_page_as_it_was_told(
    number: signal.Signals, playing: subprocess.Popen[str]
) -> None:
    announced_port(playing)
    playing.send_signal(number)
    out, messages = playing.communicate(timeout=30)
    assert (playing.returncode, out, messages) == (0, "", "")


def test_a_second_one_is_refused_by_its_port_and_by_its_directory(
    playing: subprocess.Popen[str], environment: dict[str, str], tmp_path: Path
) -> None:
    port = announced_port(playing)
    code, _, messages = shell(f"tamsk-pi simulate --port {port} --state other", environment, tmp_path)
    assert (code, f"port {port} (Address already in use)" in messages) == (2, True)
    code, _, messages = shell("tamsk-pi simulate --port 0 --state state", environment, tmp_path)
    assert code == 2
    assert messages.startswith(
        "tamsk-pi: state/matches: another tamsk-pi keeps its matches there; stop that one first"
    )
    assert playing.poll() is None
