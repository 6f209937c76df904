"""Pairing a virtual board, whose nodes nobody has paired yet, by hands that follow its lights; in virtual time."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.node_pairing import NEUTRAL_TIMER
from tamsk_pi.clock import NS_PER_MS, NS_PER_S, VirtualClock
from tamsk_pi.config import Config
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.layout import Layout
from tamsk_pi.rules.acts import TurnTimer
from tamsk_pi.simulator.light_followers import LightFollower
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

LONGEST_NS: Final = 300 * NS_PER_S
SETTLED_NS: Final = 4 * NS_PER_S
_TURN_NS: Final = 900 * NS_PER_MS
_BETWEEN_NS: Final = 3 * NS_PER_S


class PairingHands:
    """Hands at a virtual board while its nodes are paired. `watch` is called before each scan."""

    def __init__(self, board: VirtualBoard, layout: Layout) -> None:
        self._board = board
        self._follower = LightFollower(board.table, layout.lights.cell_order)
        self._again_ns = 0

    def watch(self, daemon: Daemon, now_ns: int) -> None:
        """Do what the lights ask for; the neutral timer, which has none, when its bars ask."""
        self._follower.watch(now_ns, self._board.latched_pixels)
        pairing = None if daemon.desks.pairing is None else daemon.desks.pairing.active
        if pairing is not None and pairing.glass == NEUTRAL_TIMER and now_ns >= self._again_ns:
            self._again_ns = now_ns + _BETWEEN_NS
            self._board.perform(TurnTimer(now_ns + _TURN_NS))


async def pair_virtual(
    config: Config,
    layout: Layout,
    path: Path,
    glasses: Sequence[str],
    attend: Callable[[Daemon], None],
    *,
    seed: int = 0,
    on_open: Callable[[VirtualBoard], None] = lambda _board: None,
) -> None:
    """Pair these glasses (all, if none is named) and keep the nodes in `path`; `attend` is called with the daemon,
    which ends when all is done, or after five minutes."""
    clock = VirtualClock()
    keeper = Keeper(config.matches, clock.wall_ns)
    parts = make_parts(replace(config, nodes=()), layout, clock, keeper)
    table = Table(layout, TableSettings(seed=seed), clock.now_ns())
    with ExitStack() as stack:
        board = VirtualBoard(layout, table, clock, board_options(parts))
        stack.enter_context(closing(board))
        board.set_up()
        on_open(board)
        hands = PairingHands(board, layout)
        daemon = make_daemon(
            parts,
            board.drivers,
            board.scanner,
            show_ns=100 * NS_PER_MS,
            before_round=lambda now_ns: _round(daemon, hands, glasses, now_ns),
            nodes_path=path,
        )
        attend(daemon)
        await daemon.run(LONGEST_NS)


def _round(daemon: Daemon, hands: PairingHands, glasses: Sequence[str], now_ns: int) -> None:
    desk = daemon.desks.pairing
    assert desk is not None
    if desk.active is None and now_ns >= SETTLED_NS and not desk.has_ended:
        daemon.desks.pair(glasses)
    hands.watch(daemon, now_ns)
    if desk.has_ended:
        daemon.stop()
