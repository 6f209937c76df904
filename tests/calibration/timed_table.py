"""A virtual board in virtual time, over which a test's hands reach."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.performance import virtual_config
from tamsk_pi.daemon.sand_virtual import SandFollower
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

S = 1_000_000_000


def at_table(
    directory: Path, settings: TableSettings, before_round: Callable[[SandFollower, int], None], until_s: int
) -> Daemon:
    """A daemon over that table until its stop or so many seconds; figures are kept in `directory`/sand.json."""
    clock = VirtualClock()
    config = replace(
        virtual_config(Config(matches=directory / "matches")), sand=directory / "sand.json", scans_per_s=50
    )
    layout = load_layout(None)
    parts = make_parts(config, layout, clock)
    board = VirtualBoard(layout, Table(layout, settings), clock, board_options(parts), is_frame_level=True)
    followers: list[SandFollower] = []
    try:
        board.set_up()
        daemon = make_daemon(
            parts,
            board.drivers,
            board.scanner,
            show_ns=S,
            before_round=lambda now_ns: before_round(followers[0], now_ns),
        )
        followers.append(SandFollower(board, daemon))
        asyncio.run(daemon.run(until_s * S))
    finally:
        parts.keeper.close()
        board.close()
    return daemon
