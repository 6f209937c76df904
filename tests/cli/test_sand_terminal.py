"""Somebody times sand at a real pseudo-terminal of 80 columns, on the virtual board."""

import asyncio
import fcntl
import os
import pty
import struct
import sys
import termios
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import pytest

from tamsk_pi.calibration.files import load_sand
from tamsk_pi.calibration.sand import NEUTRAL_TIMER, SandFigures
from tamsk_pi.cli.sand_terminal import SandTerminal, fitted
from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.performance import virtual_config
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.rules.acts import TurnTimer
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

S = 1_000_000_000
COLUMNS = 80
LAYOUT = load_layout(None)


class Screen:
    """The other side of a pseudo-terminal: what is typed there, and what it shows."""

    def __init__(self, master: int, keyboard: TextIO, shown: TextIO) -> None:
        self._master = master
        self.keyboard, self.shown = keyboard, shown
        self.text = ""

    @property
    def rows(self) -> list[str]:
        """All that any row has shown so far."""
        try:
            while read := os.read(self._master, 65_536):
                self.text += read.decode()
        except BlockingIOError:
            pass
        return [row.removesuffix("\033[K") for row in self.text.replace("\n", "\r").split("\r")]

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())


@pytest.fixture
def screen() -> Iterator[Screen]:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    os.set_blocking(master, False)
    with os.fdopen(slave, "r") as keyboard, os.fdopen(os.dup(slave), "w", buffering=1) as shown:
        yield Screen(master, keyboard, shown)
    os.close(master)


def timed(screen: Screen, directory: Path, sits_there: Callable[[str], None]) -> SandFigures:
    """The neutral timer is timed, once each end; `sits_there` is shown each new row."""
    clock = VirtualClock()
    config = replace(
        virtual_config(Config(matches=directory / "matches")), sand=directory / "sand.json", scans_per_s=20
    )
    parts = make_parts(config, LAYOUT, clock)
    settings = TableSettings(timer_end_ms=(14_700, 15_200))
    board = VirtualBoard(LAYOUT, Table(LAYOUT, settings), clock, board_options(parts), is_frame_level=True)
    board.set_up()
    rows_seen, turned_ns = 0, 0

    def before_round(now_ns: int) -> None:
        nonlocal rows_seen, turned_ns
        timing = daemon.desks.sand.timing
        if timing is not None and timing.to_turn(now_ns) and now_ns >= turned_ns + 5 * S:
            turned_ns = now_ns
            board.perform(TurnTimer(now_ns + S // 2))
        rows = screen.rows
        for row in rows[rows_seen:]:
            sits_there(row)
        rows_seen = len(rows)

    daemon: Daemon = make_daemon(parts, board.drivers, board.scanner, before_round=before_round)

    async def evening() -> None:
        SandTerminal((NEUTRAL_TIMER,), 1, {}, sys.stderr.write, 0).attend(daemon)
        await daemon.run(90 * S)

    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", screen.keyboard)
            patch.setattr(sys, "stderr", screen.shown)
            asyncio.run(evening())
    finally:
        board.close()
        parts.keeper.close()
    return load_sand(directory / "sand.json")


def test_enter_when_it_is_empty_times_both_ends_and_no_row_is_wider_than_the_terminal(
    screen: Screen, tmp_path: Path
) -> None:
    def presses(row: str) -> None:
        if row.endswith("press when empty"):
            screen.type("\n")

    figures = timed(screen, tmp_path, presses)

    assert {key: figure.ms == pytest.approx(15_000, abs=1_500) for key, figure in figures.ends.items()} == {
        (NEUTRAL_TIMER, 0): True,
        (NEUTRAL_TIMER, 1): True,
    }
    assert "·············· 0/2 | turn neutral_timer over now" in screen.rows
    assert any(row.startswith("all timed; u within 10 s") for row in screen.rows)
    assert max(map(len, screen.rows)) < COLUMNS


def test_q_ends_and_what_was_timed_is_kept_and_u_takes_a_press_back(screen: Screen, tmp_path: Path) -> None:
    typed = iter(("\n", "u\n", "\n", "q\n"))
    wanted = iter(("press when empty", "1/2", "press when empty", "1/2"))
    waits_for = [next(wanted)]

    def types(row: str) -> None:
        if waits_for and waits_for[0] in row:
            screen.type(next(typed))
            waits_for[:] = [following] if (following := next(wanted, None)) else []

    figures = timed(screen, tmp_path, types)
    assert [figure.runs for figure in figures.ends.values()] == [1]


def test_a_line_that_would_not_fit_is_cut_and_says_so() -> None:
    assert fitted("x" * 79, 80) == "x" * 79
    assert fitted("x" * 80, 80) == "x" * 78 + "…"
