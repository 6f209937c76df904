"""A scenario played to the whole system on the virtual board, power cuts included."""

import asyncio
import logging
import socket
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tamsk_pi.clock import SystemClock, VirtualClock
from tamsk_pi.config import NODE_NAMES, Config
from tamsk_pi.daemon.assembly import Parts, board_options, make_daemon, make_keeper, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.director import Director, power_cuts
from tamsk_pi.daemon.page_backend import DaemonBackend
from tamsk_pi.daemon.recorder import Recorder
from tamsk_pi.daemon.service import serve
from tamsk_pi.daemon.snapshot import load_snapshot
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.layout import Layout
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.statements import Scenario
from tamsk_pi.simulator.nodes import NODE_ADDRESSES
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

log = logging.getLogger("tamsk_pi")

SETTLING_NS = 3_000_000_000
"""How long the clock runs on after a scenario's end, so that everything up to it becomes known."""


class PlayInterruptedError(Exception):
    """A signal ended the play before the scenario's end."""


def virtual_config(config: Config) -> Config:
    """The same configuration with the simulated nodes for its own."""
    return replace(config, nodes=tuple(zip(NODE_NAMES, NODE_ADDRESSES, strict=True)))


def table_settings(settings: MatchSettings, seed: int) -> TableSettings:
    """A table whose sand runs as long as the match's settings say."""
    ends = settings.end_ms or ((settings.sand_ms, settings.sand_ms),) * len(HOURGLASSES)
    return TableSettings(seed=seed, end_ms=ends, timer_ms=settings.timer_ms)


def play_scenario(
    scenario: Scenario,
    config: Config,
    layout: Layout,
    seed: int,
    *,
    speed: float | None = None,
    is_frame_level: bool = False,
    show_ns: int | None = None,
    table_path: Path | None = None,
    page: socket.socket | None = None,
    on_rulings: Callable[[Sequence[Ruling]], None] | None = None,
    on_round: Callable[[int], None] | None = None,
    recorder: Recorder | None = None,
) -> tuple[Ruling, ...]:
    """Every ruling up to the scenario's end, in the order in which they were ruled.

    `speed` times as fast as real time; None: in virtual time, as fast as the machine can. Journals are kept in
    `config.matches`. With a `table_path` the table is kept there too, and a scenario that was killed goes on where it
    was: hands and words of the time before are left out. On the listening socket `page` it can be watched.
    """
    performance = Performance(scenario, config, layout, seed, speed=speed, table_path=table_path, recorder=recorder)
    return asyncio.run(
        performance.play(
            is_frame_level=is_frame_level, show_ns=show_ns, page=page, on_rulings=on_rulings, on_round=on_round
        )
    )


class Performance:
    """One scenario on one table."""

    def __init__(
        self,
        scenario: Scenario,
        config: Config,
        layout: Layout,
        seed: int,
        *,
        speed: float | None = None,
        table_path: Path | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self._scenario = scenario
        self._recorder = recorder
        self._speed = speed
        self._layout = layout
        self._table_path = table_path
        self._rulings: list[Ruling] = []
        self.daemon: Daemon | None = None
        self.board: VirtualBoard | None = None
        config = replace(virtual_config(config), sand=None)  # a scenario says its sand itself
        wall = SystemClock() if speed is not None else VirtualClock()
        keeper = make_keeper(config, wall.wall_ns)
        self._unfinished = keeper.resume()
        if self._unfinished is not None:
            log.warning(
                "%s: this match goes on where it was; move the file away to play from the beginning",
                self._unfinished.path,
            )
        dark_ns = 0 if self._unfinished is None else round(self._unfinished.dark_ns * (speed or 0))
        begin_ns = 0 if self._unfinished is None else self._unfinished.since_ns + dark_ns
        # Held, so that no second of play passes unseen while the daemon is being started.
        self.clock = VirtualClock(begin_ns) if speed is None else SystemClock(speed, begin_ns, held=True)
        keeper.wall_ns = self.clock.wall_ns
        self._parts: Parts = make_parts(config, layout, self.clock, keeper)
        found = None if table_path is None or self._unfinished is None else load_snapshot(table_path)
        settings = table_settings(scenario.settings, seed)
        self._table = Table(layout, settings, begin_ns, found, dark_ns)
        self._director = Director(scenario, self._table, begin_ns)

    async def play(
        self,
        *,
        is_frame_level: bool = False,
        show_ns: int | None = None,
        page: socket.socket | None = None,
        on_rulings: Callable[[Sequence[Ruling]], None] | None = None,
        on_round: Callable[[int], None] | None = None,
    ) -> tuple[Ruling, ...]:
        """Play it to its end; the rulings dated up to then. Raises PlayInterruptedError."""
        end_ns = self._scenario.end_ns

        def heard(rulings: Sequence[Ruling]) -> None:
            self._rulings += rulings
            if on_rulings is not None:
                on_rulings(rulings)

        def before_round(now_ns: int) -> None:
            assert self.daemon is not None
            assert self.board is not None
            if isinstance(self.clock, SystemClock):
                self.clock.go()
            self._director.direct(now_ns, self.daemon.controller)
            self.board.save(now_ns)
            if on_round is not None:
                on_round(now_ns)

        for until_ns, back_ns in self._acts(end_ns):
            self.board = VirtualBoard(
                self._layout,
                self._table,
                self.clock,
                board_options(self._parts),
                is_frame_level=is_frame_level,
                snapshot_path=self._table_path,
            )
            try:
                self.daemon = make_daemon(
                    self._parts,
                    self.board.drivers,
                    self.board.scanner,
                    self._unfinished,
                    show_ns=show_ns,
                    before_round=before_round,
                    on_rulings=heard,
                    make_controller=None if self._recorder is None else self._recorder.controller,
                )
                self.daemon.controller.decides_until_ns = end_ns
                watched = None if page is None else (page.dup(), self._backend(self.daemon))
                if await serve(self.daemon, watched, self.clock.now_ns, until_ns):
                    raise PlayInterruptedError
            finally:
                self._parts.keeper.close()
                self.board.close()
            if back_ns is not None:
                await self.clock.sleep_until(back_ns)
                self._unfinished = self._parts.keeper.resume()
        return tuple(self._rulings)

    def _backend(self, daemon: Daemon) -> DaemonBackend:
        """Only to watch: the hands are the scenario's, and no PIN opens anything."""
        return DaemonBackend(
            daemon, replace(self._parts.config.page, pin=""), None, self._speed or 1.0, is_real=False
        )

    def _acts(self, end_ns: int) -> list[tuple[int, int | None]]:
        """From light to dark: until when the board is on, and when it comes back."""
        acts: list[tuple[int, int | None]] = []
        for cut in power_cuts(self._scenario):
            if cut.at_ns < self.clock.now_ns():
                continue
            acts.append((cut.at_ns, cut.back_ns))
            if cut.back_ns is None:
                return acts
        return [*acts, (end_ns + SETTLING_NS, None)]


def scratch_directory() -> tempfile.TemporaryDirectory[str]:
    """Where the journals of a scenario go that nobody wants to keep."""
    return tempfile.TemporaryDirectory(prefix="tamsk-pi-")
