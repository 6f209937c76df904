"""A virtual board in virtual time, and somebody who times its sand: turns what is lit, presses when it is out."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from tamsk_pi.calibration.sand import NEUTRAL_TIMER
from tamsk_pi.clock import NS_PER_MS, VirtualClock
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.performance import virtual_config
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.rules.acts import Flip, TurnTimer
from tamsk_pi.rules.pieces import parse_hourglass
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

S = 1_000_000_000


@dataclass
class Timekeeper:
    """Eyes on the table's own truth, a reaction that is a little early or late, and hands."""

    board: VirtualBoard
    daemon: Daemon
    random: Random = field(default_factory=lambda: Random(1))
    turned: dict[str, int] = field(default_factory=dict)
    presses: dict[str, int] = field(default_factory=dict)

    def round(self, now_ns: int) -> None:
        timing = self.daemon.sand.timing
        if timing is None or timing.is_complete:
            self.daemon.stop()
            return
        for run in timing.running:
            empty_ns = self._empty_at(run.glass, now_ns)
            if empty_ns is not None and run.glass not in self.presses:
                self.presses[run.glass] = empty_ns + round(self.random.gauss(50, 80) * NS_PER_MS)
        for glass, at_ns in list(self.presses.items()):
            if now_ns >= at_ns:
                del self.presses[glass]
                self.daemon.sand.press(now_ns, glass)
        to_turn = timing.to_turn(now_ns)
        if to_turn is not None and now_ns > self.turned.get(to_turn, 0) + 5 * S:
            self.turned[to_turn] = now_ns
            self.turn(to_turn, now_ns)

    def turn(self, glass: str, now_ns: int) -> None:
        at_ns = now_ns + 400 * NS_PER_MS
        self.board.perform(TurnTimer(at_ns) if glass == NEUTRAL_TIMER else Flip(at_ns, parse_hourglass(glass)))

    def _empty_at(self, glass: str, now_ns: int) -> int | None:
        truth = self.board.table.truth()
        seen = truth.timer if glass == NEUTRAL_TIMER else truth.hourglasses[parse_hourglass(glass)]
        return now_ns if seen.top_ms <= 0 else None


def at_table(
    directory: Path, settings: TableSettings, before_round: Callable[[Timekeeper, int], None], until_s: int
) -> Daemon:
    """A daemon over that table until its stop or so many seconds; figures are kept in `directory`/sand.json."""
    clock = VirtualClock()
    config = replace(
        virtual_config(Config(matches=directory / "matches")), sand=directory / "sand.json", scans_per_s=50
    )
    layout = load_layout(None)
    parts = make_parts(config, layout, clock)
    board = VirtualBoard(layout, Table(layout, settings), clock, board_options(parts), is_frame_level=True)
    keeper: list[Timekeeper] = []
    try:
        board.set_up()
        daemon = make_daemon(
            parts,
            board.drivers,
            board.scanner,
            show_ns=S,
            before_round=lambda now_ns: before_round(keeper[0], now_ns),
        )
        keeper.append(Timekeeper(board, daemon))
        asyncio.run(daemon.run(until_s * S))
    finally:
        parts.keeper.close()
        board.close()
    return daemon
