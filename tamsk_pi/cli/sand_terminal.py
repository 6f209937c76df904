"""The terminal of somebody who times sand: what to do now, what runs, and the keys."""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from tamsk_pi.calibration.sand import ENDS
from tamsk_pi.calibration.sand_timing import SandTiming, Spoiled
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.views.catalogue import PlayerError

NS_PER_S: Final = 1_000_000_000
STEP_S: Final = 0.2
UNDO_S: Final = 10
"""How long the last press of a session can still be taken back."""
WIDTH: Final = 14
PLAIN_COLUMNS: Final = 80
"""Of a terminal that does not say how wide it is."""
HELP: Final = """\
Let all hourglasses run out first. Then turn over, where it stands, what shines
blue; press when what shines white has run out. Enter presses for the white
one, a name (red2) for that glass; u takes the last press back, q ends.
The board's buttons do too: red and black for the next of their colour, the
third for the next of all (held: it takes the last press back).
"""
SPOILED: Final = {
    Spoiled.MOVED: "was moved, does not count",
    Spoiled.MISSED: "was missed, does not count",
}


def status_line(timing: SandTiming, cells: Mapping[str, Cell | None], now_ns: int) -> str:
    """What somebody has to know now, in one line."""
    done, wanted = timing.progress
    bar = "█" * round(WIDTH * done / max(1, wanted))
    to_turn, due = timing.to_turn(now_ns), timing.due_next(now_ns)
    parts = [f"{bar:·<{WIDTH}} {done}/{wanted}"]
    if to_turn is not None:
        parts.append(f"turn {_placed(to_turn, cells)} over now")
    if due is not None:
        parts.append(f"next: {due.glass}, {_left(due.due_ns, now_ns)}")
    parts += [f"{u.glass} {SPOILED[u.why]}" for u in timing.unfit]
    others = sorted((run for run in timing.running if run is not due), key=lambda run: run.due_ns)
    parts += [f"{run.glass}.{ENDS[run.end]} {_left(run.due_ns, now_ns)}" for run in others]
    return " | ".join(parts)


def fitted(line: str, columns: int) -> str:
    """The line, cut where it would not fit into one row: a longer one cannot be written over."""
    return line if len(line) < columns else f"{line[: columns - 2]}…"


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or PLAIN_COLUMNS
    except (OSError, ValueError):
        return PLAIN_COLUMNS


def _placed(glass: str, cells: Mapping[str, Cell | None]) -> str:
    cell = cells.get(glass)
    return glass if cell is None else f"{glass} ({cell_name(cell)})"


def _left(due_ns: int, now_ns: int) -> str:
    seconds = -(-(due_ns - now_ns) // NS_PER_S)
    return f"in {seconds} s" if seconds > 0 else "press when empty"


class SandTerminal:
    """Attends a daemon: starts the session, shows it, takes keys, ends the daemon when all is timed."""

    def __init__(
        self,
        glasses: Sequence[str],
        rounds: int,
        stands_for: Mapping[str, str],
        write: Callable[[str], object] = sys.stderr.write,
        step_s: float = STEP_S,
    ) -> None:
        """It looks every `step_s` of real time: 0 for a board in virtual time."""
        self._step_s = step_s
        self._glasses, self._rounds, self._stands_for = glasses, rounds, stands_for
        self._write = write
        self._is_tty = sys.stderr.isatty()
        self._typed = b""
        self._shown = ""
        self._tasks: set[asyncio.Task[None]] = set()

    def attend(self, daemon: Daemon) -> None:
        """Begin, within the loop that will run the daemon. Raises PlayerError while a match is going on."""
        daemon.desks.time_sand(self._glasses, self._rounds, self._stands_for)
        self._write(HELP)
        loop = asyncio.get_running_loop()
        with suppress(OSError):  # a file or nothing at all cannot be waited for; there are buttons and the page
            loop.add_reader(sys.stdin.fileno(), self._read, daemon)
        self._tasks.add(loop.create_task(self._show(daemon)))

    def _read(self, daemon: Daemon) -> None:
        data = os.read(sys.stdin.fileno(), 1_024)
        if not data:
            asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        *lines, self._typed = (self._typed + data).split(b"\n")
        for line in lines:
            self.key(daemon, line.decode("utf-8", "replace").strip())

    def key(self, daemon: Daemon, word: str) -> None:
        """One line that was typed."""
        match word:
            case "q":
                daemon.stop()
            case "u":
                daemon.desks.sand.undo()
            case _:
                try:
                    daemon.desks.sand_ran_out(word or None)
                except PlayerError as error:
                    self._say(f"{error}\n")

    async def _show(self, daemon: Daemon) -> None:
        complete_s = 0.0
        while (timing := daemon.desks.sand.timing) is not None and complete_s < UNDO_S:
            complete_s = complete_s + STEP_S if timing.is_complete else 0.0
            cells = {g.label: daemon.showing.view.hourglasses[g].cell for g in HOURGLASSES}
            line = status_line(timing, cells, daemon.now_ns)
            if timing.is_complete:
                line = f"all timed; u within {UNDO_S} s takes the last press back"
            if self._is_tty:
                self._write(f"\r{fitted(line, _columns())}\033[K")
                sys.stderr.flush()
            elif self._told(timing) != self._shown:
                self._shown = self._told(timing)
                self._write(f"{line}\n")
            await asyncio.sleep(self._step_s)
        self._say("")
        daemon.stop()

    def _told(self, timing: SandTiming) -> str:
        """What a new line is written for, where lines cannot be overwritten."""
        return repr((timing.running, timing.unfit, timing.done))

    def _say(self, text: str) -> None:
        self._write(f"\r\033[K{text}" if self._is_tty else text)
