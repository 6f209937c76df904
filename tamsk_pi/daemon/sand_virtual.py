"""Sand timed on the virtual board, by hands and eyes that follow the lights, as fast as the machine can."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from random import Random
from typing import Final

from tamsk_pi.calibration.sand import NEUTRAL_TIMER
from tamsk_pi.calibration.sand_timing import SandTiming
from tamsk_pi.clock import NS_PER_MS, NS_PER_S, SystemClock, VirtualClock
from tamsk_pi.config import Config
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.performance import virtual_config
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.layout import Layout
from tamsk_pi.rules.acts import Flip, TurnTimer
from tamsk_pi.rules.pieces import parse_hourglass
from tamsk_pi.simulator.settings import TableSettings, drawn_ends_ms
from tamsk_pi.simulator.table import Table

SPREAD_MS: Final = 600.0
"""Of one glass's runs, as was measured of a real one (rules.md, "Sand arithmetic")."""
TIMER_END_MS: Final = (14_700, 15_200)
REACTION_MS: Final = (50.0, 80.0)
"""Mean and standard deviation of a press after the last grain; who sees it coming is hardly late."""
PATIENCE_NS: Final = 5 * NS_PER_S
SETTLE_NS: Final = 3 * NS_PER_S
SHOW_NS: Final = NS_PER_S


def own_table(seed: int) -> TableSettings:
    """A table whose glasses differ as bought ones do, and whose runs are never quite alike."""
    return TableSettings(seed=seed, end_ms=drawn_ends_ms(seed), timer_end_ms=TIMER_END_MS, sand_spread_ms=SPREAD_MS)


class SandFollower:
    """Turns over what is lit for it, and presses when a glass has run out in truth."""

    def __init__(self, board: VirtualBoard, daemon: Daemon, seed: int = 0) -> None:
        self.board = board
        self.daemon = daemon
        self._random = Random(f"{seed}/reaction")
        self._turned: dict[str, int] = {}
        self._presses: dict[str, int] = {}

    def round(self, now_ns: int) -> SandTiming | None:
        """Before every scan; returns how far the session is, None while there is none."""
        timing = self.daemon.desks.sand.timing
        if timing is None:
            return None
        if timing.is_complete:
            self.daemon.stop()
            return timing
        self._press(timing, now_ns)
        glass = timing.to_turn(now_ns)
        if glass is not None and now_ns > self._turned.get(glass, -PATIENCE_NS) + PATIENCE_NS:
            self._turned[glass] = now_ns
            at_ns = now_ns + 400 * NS_PER_MS
            self.board.perform(TurnTimer(at_ns) if glass == NEUTRAL_TIMER else Flip(at_ns, parse_hourglass(glass)))
        return timing

    def _press(self, timing: SandTiming, now_ns: int) -> None:
        for run in timing.running:
            if run.glass not in self._presses and self._is_empty(run.glass):
                self._presses[run.glass] = now_ns + round(self._random.gauss(*REACTION_MS) * NS_PER_MS)
        for glass, at_ns in list(self._presses.items()):
            if now_ns >= at_ns:
                del self._presses[glass]
                self.daemon.desks.sand.press(now_ns, glass)

    def _is_empty(self, glass: str) -> bool:
        truth = self.board.table.truth()
        seen = truth.timer if glass == NEUTRAL_TIMER else truth.hourglasses[parse_hourglass(glass)]
        return seen.top_ms <= 0


async def time_virtual_sand(
    config: Config,
    layout: Layout,
    glasses: Sequence[str],
    rounds: int,
    stands_for: Mapping[str, str],
    *,
    seed: int = 0,
    on_round: Callable[[int], None] = lambda _done: None,
) -> None:
    """Time these glasses of `own_table(seed)`; figures go where `config.sand` says, `on_round` is told how many runs.

    Raises MeasuredFileError for figures that cannot be read.
    """
    clock = VirtualClock()
    parts = make_parts(virtual_config(config), layout, clock)
    board = VirtualBoard(layout, Table(layout, own_table(seed)), clock, board_options(parts), is_frame_level=True)
    followers: list[SandFollower] = []

    def before_round(now_ns: int) -> None:
        follower = followers[0]
        timing = follower.round(now_ns)
        if timing is not None:
            on_round(timing.progress[0])
        elif now_ns > SETTLE_NS:
            follower.daemon.desks.time_sand(glasses, rounds, stands_for)

    with closing(parts.keeper), closing(board):
        board.set_up()
        daemon = make_daemon(parts, board.drivers, board.scanner, show_ns=SHOW_NS, before_round=before_round)
        daemon.desks.sand.wall_ns = SystemClock().wall_ns
        followers.append(SandFollower(board, daemon, seed))
        await daemon.run()
