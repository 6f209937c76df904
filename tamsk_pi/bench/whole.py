"""The whole daemon: what it takes of a core while nothing happens, and how much memory while it is looked at."""

import asyncio
import re
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import IO, Final
from urllib.request import urlopen

from websockets.asyncio.client import connect

from tamsk_pi.bench.buses import core_percent
from tamsk_pi.bench.stopwatch import PASSES
from tamsk_pi.clock import NS_PER_S, SystemClock
from tamsk_pi.config import Config
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_keeper, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.performance import virtual_config
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.layout import Layout
from tamsk_pi.perception.frames import Frame
from tamsk_pi.rules.acts import Setup
from tamsk_pi.rules.board import CELLS
from tamsk_pi.rules.pieces import HOME
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

SECONDS: Final = 2
WATCHED_S: Final = 3.0
PERIOD_NS: Final = 10_000_000
_FRAMES: Final = 500


class _Played:
    """A scanner whose frames were made before, at the present instant: a scan without its bus and without a table."""

    def __init__(self, layout: Layout, clock: SystemClock) -> None:
        table, timing = Table(layout, TableSettings(seed=1)), scan_timing(layout)
        table.perform(Setup(0, HOME, (0,) * len(CELLS)))
        self._counts = [table.scan(i * PERIOD_NS, timing).counts for i in range(_FRAMES)]
        self._clock = clock
        self.scans = 0

    def scan(self) -> Frame:
        counts = self._counts[self.scans % _FRAMES]
        self.scans += 1
        return Frame(self._clock.now_ns(), counts)


async def measure_core(layout: Layout, scan_core_percent: float) -> dict[str, float]:
    """A board at rest, in real time: thread, loop, perception, referee, lights; the scans' own share is added.

    Counted a scan, so that a machine too busy for a hundred a second says what a hundred would take.
    """
    with tempfile.TemporaryDirectory() as directory:
        clock = SystemClock()
        config = virtual_config(replace(Config(), matches=Path(directory), sand=None))
        parts = make_parts(config, layout, clock, make_keeper(config, clock.wall_ns))
        table = Table(layout, TableSettings(seed=1))
        with closing(VirtualBoard(layout, table, clock, board_options(parts), is_frame_level=True)) as board:
            scanner = _Played(layout, clock)
            daemon = make_daemon(parts, board.drivers, scanner)
            await daemon.run(clock.now_ns() + NS_PER_S)
            us_a_scan = min([await _us_a_scan(daemon, scanner, clock) for _ in range(PASSES)])
    return {"daemon_core_percent": core_percent(us_a_scan) + scan_core_percent}


async def _us_a_scan(daemon: Daemon, scanner: _Played, clock: SystemClock) -> float:
    scans, spent_s = scanner.scans, time.process_time()
    await daemon.run(clock.now_ns() + SECONDS * NS_PER_S)
    return (time.process_time() - spent_s) * 1e6 / (scanner.scans - scans)


def measure_memory() -> dict[str, float]:
    """A `tamsk-pi simulate` of its own, its page read in two languages, its board and its sensors looked at."""
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "tamsk_pi", "simulate", "--port", "0", "--state", directory]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            try:
                port = _port(process.stderr)
                for path in ("?lang=en", "?lang=de", "sensors"):
                    with urlopen(f"http://127.0.0.1:{port}/{path}", timeout=60) as answer:
                        answer.read()
                asyncio.run(_watch(port))
                return {"daemon_rss_mib": resident_mib(process.pid)}
            finally:
                process.terminate()


def _port(said: IO[str]) -> int:
    for line in said:
        found = re.search(r"http://[^:]+:(\d+)/", line)
        if found is not None:
            return int(found[1])
    raise RuntimeError("tamsk-pi simulate ended before its page was there; run it by itself to see why")


async def _watch(port: int) -> None:
    async with (
        connect(f"ws://127.0.0.1:{port}/ws") as board,
        connect(f"ws://127.0.0.1:{port}/ws/sensors") as sensors,
    ):
        await sensors.send('{"cell": "A1"}')
        until = asyncio.get_running_loop().time() + WATCHED_S
        while asyncio.get_running_loop().time() < until:
            await board.recv()
            await sensors.recv()


def resident_mib(process: int | str = "self") -> float:
    """The memory of a process now, in MiB; 0 where /proc does not tell."""
    try:
        for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0
