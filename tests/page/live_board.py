"""A `tamsk-pi simulate` in a process of its own, as a player starts it."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.request import urlopen

Json = dict[str, object]


class LiveBoard:
    """The running command; its page is at `url`."""

    def __init__(self, state: Path, *options: str) -> None:
        self.rulings_path = state / "rulings.jsonl"
        state.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "tamsk_pi", "simulate", "--port", "0", "--state", str(state)]
        command += ["--rulings", str(self.rulings_path), *options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.url = _url(self.process.stderr)

    @property
    def port(self) -> int:
        match = re.search(r":(\d+)/", self.url)
        assert match is not None
        return int(match[1])

    def state(self) -> Json:
        """What the page is told."""
        with urlopen(f"http://127.0.0.1:{self.port}/api/state", timeout=10) as answer:
            state: Json = json.load(answer)
        return state

    def rulings(self) -> list[Json]:
        """Every ruling written so far."""
        return [json.loads(line) for line in self.rulings_path.read_text(encoding="utf-8").splitlines()]

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it by that signal; the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(timeout=20)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


def _url(stream: IO[str]) -> str:
    seen = []
    for line in stream:
        seen.append(line)
        match = re.search(r"http://\S+", line)
        if match is not None:
            return match[0]
    raise AssertionError(f"no page was announced: {''.join(seen)}")


@contextmanager
def live_board(state: Path, *options: str) -> Iterator[LiveBoard]:
    """Runs until the end of the block, however it ends."""
    board = LiveBoard(state, *options)
    try:
        yield board
    finally:
        if board.process.poll() is None:
            board.end(signal.SIGKILL)
