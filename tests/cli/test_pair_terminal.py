"""Somebody pairs at a terminal: what he is told, and how it ends."""

import asyncio
from pathlib import Path

import pytest

from tamsk_pi.cli.pair import PairTerminal
from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.rules.acts import Flip
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.simulator.nodes import NODE_ADDRESSES
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

S = 1_000_000_000
LAYOUT = load_layout(None)


def paired(terminal: PairTerminal, directory: Path) -> None:
    """An evening at that terminal: red2 is turned over at 5 s, then a glass is skipped."""
    clock = VirtualClock()
    parts = make_parts(Config(matches=directory / "matches"), LAYOUT, clock)
    board = VirtualBoard(LAYOUT, Table(LAYOUT, TableSettings()), clock, board_options(parts), is_frame_level=True)
    board.set_up()
    board.perform(Flip(5 * S, HOURGLASSES[1]))

    def round_begins(now_ns: int) -> None:
        if now_ns > 9 * S:
            daemon.desks.skip_pairing()

    daemon: Daemon = make_daemon(
        parts, board.drivers, board.scanner, before_round=round_begins, nodes_path=directory / "nodes.toml"
    )

    async def evening() -> None:
        terminal.attend(daemon)
        await daemon.run(20 * S)

    try:
        asyncio.run(evening())
    finally:
        board.close()
        parts.keeper.close()


def test_he_is_told_what_to_turn_over_and_the_daemon_ends_when_all_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = PairTerminal(("red2", "black1"), 0)
    paired(terminal, tmp_path)
    assert terminal.found == {"red2": NODE_ADDRESSES[1]}
    assert capsys.readouterr().err.splitlines() == [
        "1/2 Turn over the glass on G1 (red2).",
        "2/2 Turn over the glass on D1 (black1).",
        "2/2 One node is paired.",
    ]
