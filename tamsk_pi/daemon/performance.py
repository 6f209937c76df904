"""A scenario played to the whole system on the virtual board, power cuts included."""

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tamsk_pi.clock import Clock, VirtualClock
from tamsk_pi.config import NODE_NAMES, Config
from tamsk_pi.daemon.assembly import Parts, board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.director import Director, power_cuts
from tamsk_pi.daemon.service import serve
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.layout import Layout
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.statements import Scenario
from tamsk_pi.simulator.nodes import NODE_ADDRESSES
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

SETTLING_NS = 3_000_000_000
"""How long the clock runs on after a scenario's end, so that everything up to it becomes known."""


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
    clock: Clock | None = None,
    is_frame_level: bool = False,
    show_ns: int | None = None,
    on_rulings: Callable[[Sequence[Ruling]], None] | None = None,
    on_round: Callable[[int], None] | None = None,
) -> tuple[Ruling, ...]:
    """Every ruling up to the scenario's end, in the order in which they were ruled.

    On a virtual clock by default. Journals are kept in `config.matches`.
    """
    performance = Performance(scenario, config, layout, seed, clock or VirtualClock())
    return asyncio.run(
        performance.play(is_frame_level=is_frame_level, show_ns=show_ns, on_rulings=on_rulings, on_round=on_round)
    )


class Performance:
    """One scenario on one table."""

    def __init__(self, scenario: Scenario, config: Config, layout: Layout, seed: int, clock: Clock) -> None:
        self._scenario = scenario
        self._layout = layout
        self._clock = clock
        self._parts: Parts = make_parts(virtual_config(config), layout, clock)
        self._table = Table(layout, table_settings(scenario.settings, seed), clock.now_ns())
        self._director = Director(scenario, self._table)
        self._rulings: list[Ruling] = []
        self.daemon: Daemon | None = None
        self.board: VirtualBoard | None = None

    async def play(
        self,
        *,
        is_frame_level: bool = False,
        show_ns: int | None = None,
        on_rulings: Callable[[Sequence[Ruling]], None] | None = None,
        on_round: Callable[[int], None] | None = None,
    ) -> tuple[Ruling, ...]:
        """Play it to its end; the rulings dated up to then."""
        end_ns = self._scenario.end_ns

        def heard(rulings: Sequence[Ruling]) -> None:
            self._rulings += rulings
            if on_rulings is not None:
                on_rulings(rulings)

        def before_round(now_ns: int) -> None:
            assert self.daemon is not None
            self._director.direct(now_ns, self.daemon.controller)
            if on_round is not None:
                on_round(now_ns)

        for until_ns, back_ns in self._acts(end_ns):
            board = VirtualBoard(
                self._layout, self._table, self._clock, board_options(self._parts), is_frame_level=is_frame_level
            )
            self.board = board
            try:
                unfinished = self._parts.keeper.resume()
                self.daemon = make_daemon(
                    self._parts,
                    board.drivers,
                    board.scanner,
                    unfinished,
                    show_ns=show_ns,
                    before_round=before_round,
                    on_rulings=heard,
                )
                self.daemon.controller.decides_until_ns = end_ns
                await serve(self.daemon, None, self._clock.now_ns, until_ns)
            finally:
                self._parts.keeper.close()
                board.close()
            if back_ns is not None:
                await self._clock.sleep_until(back_ns)
        return tuple(self._rulings)

    def _acts(self, end_ns: int) -> list[tuple[int, int | None]]:
        """From light to dark: until when the board is on, and when it comes back."""
        acts: list[tuple[int, int | None]] = []
        for cut in power_cuts(self._scenario):
            acts.append((cut.at_ns, cut.back_ns))
            if cut.back_ns is None:
                return acts
        return [*acts, (end_ns + SETTLING_NS, None)]


def scratch_directory() -> tempfile.TemporaryDirectory[str]:
    """Where the journals of a scenario go that nobody wants to keep."""
    return tempfile.TemporaryDirectory(prefix="tamsk-pi-")


def in_directory(config: Config, directory: Path) -> Config:
    """The same configuration with its journals in that directory."""
    return replace(config, matches=directory)
