"""The daemon: scans, lets the controller decide, keeps what was decided, and then shows it.

One round of the sensor loop, the same on a real board and on a simulated one:

    scan ─► radio, switch, buttons ─► decide ─► keep (fsync) ─► rulings out, lights, sound, page ─► sleep

Nothing is shown before it is kept. The scan may run in a thread of its own, so that the page stays alive while a
bus is slow; everything else happens on the event loop.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from tamsk_pi.clock import NS_PER_S, Clock
from tamsk_pi.daemon.controller import Controller, Decided
from tamsk_pi.daemon.desks import Desks
from tamsk_pi.daemon.health import HealthWatch
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.daemon.ports import Board, ScanSource
from tamsk_pi.daemon.sensor_trace import SensorTrace
from tamsk_pi.daemon.showing import Showing, ShowOptions
from tamsk_pi.daemon.systemd import Notifier
from tamsk_pi.daemon.tending import RadioTending
from tamsk_pi.drivers.buttons import Button, ButtonPress
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.journal.errors import JournalError
from tamsk_pi.referee.rulings import MatchEnded, Ruling
from tamsk_pi.rules.acts import Act, Answer, Say, Start
from tamsk_pi.rules.pieces import Player
from tamsk_pi.rules.settings import MatchSettings

log = logging.getLogger("tamsk_pi")

TEND_NS: Final = NS_PER_S
RETRY_NS: Final = NS_PER_S
SCAN_DEADLINE_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class DaemonOptions:
    """`scans_per_s` of the board; `is_threaded` scans in a thread."""

    scans_per_s: int = 100
    is_threaded: bool = True
    show: ShowOptions = field(default_factory=ShowOptions)


class Daemon:
    """One board while it is on. `before_round` is called with the instant before each scan (simulated hands)."""

    def __init__(
        self,
        controller: Controller,
        board: Board,
        scanner: ScanSource,
        clock: Clock,
        keeper: Keeper,
        options: DaemonOptions,
        *,
        before_round: Callable[[int], None] | None = None,
        on_rulings: Callable[[Sequence[Ruling]], None] | None = None,
        notifier: Notifier | None = None,
        default_match: MatchSettings | None = None,
        desks: Desks | None = None,
        health: HealthWatch | None = None,
    ) -> None:
        self.controller = controller
        self.desks = desks or Desks(controller, clock)
        controller.on_acts = self._heard
        self.trace = SensorTrace(options.scans_per_s)
        """The readings of the last half minute."""
        self.health = health or HealthWatch(board.radio)
        self.showing = Showing(controller, self.desks, board, options.show, self.health)
        self._board = board
        self._scanner = scanner
        self._clock = clock
        self._keeper = keeper
        self._options = options
        self._before_round = before_round
        self._on_rulings = on_rulings
        self._notifier = notifier or Notifier({})
        self._default_match = default_match or MatchSettings()
        self._is_stopping = False
        self._next_tend_ns = 0
        self._next_feed_ns = 0
        self._scan_trouble: str | None = None
        self._keep_trouble: str | None = None
        self._unkept: list[Ruling] = []
        self._pool: ThreadPoolExecutor | None = None
        self._radio = RadioTending(board.radio)

    # What the page and the command line ask of it.

    @property
    def now_ns(self) -> int:
        """The present instant of its clock."""
        return self._clock.now_ns()

    def start_match(self, settings: MatchSettings) -> None:
        """The players begin. Raises PlayerError where it cannot begin."""
        self.desks.close_for_match()
        self.controller.start(Start(self._clock.now_ns(), settings))

    def say(self, say: Say) -> None:
        """A player's answer; its instant is replaced by the present one."""
        self.controller.say(Say(self._clock.now_ns(), say.what, say.player, say.hourglass, say.cell))

    def _heard(self, acts: Sequence[Act]) -> None:
        self.trace.acts(acts)
        self.desks.acts(acts)

    def stop(self) -> None:
        """End after this round."""
        self._is_stopping = True

    # The loop.

    async def run(self, until_ns: int | None = None) -> None:
        """Go round until `stop`, or until the clock has passed `until_ns`."""
        period_ns = NS_PER_S // self._options.scans_per_s
        if self._options.is_threaded:
            self._pool = ThreadPoolExecutor(1, "scanner")
        await self._radio.start()
        try:
            next_ns = self._clock.now_ns()
            self._notifier.ready("watching the board")
            while not self._is_stopping and (until_ns is None or self._clock.now_ns() <= until_ns):
                await self._round()
                next_ns = max(next_ns + period_ns, self._clock.now_ns())
                await self._clock.sleep_until(next_ns)
        finally:
            self._notifier.stopping()
            await self._radio.stop()
            if self._pool is not None:
                self._pool.shutdown(wait=False)

    async def _round(self) -> None:
        now_ns = self._clock.now_ns()
        if self._before_round is not None:
            self._before_round(now_ns)
        await self._scan()
        self._listen()
        self._show_kept(self._keep(self.controller.decide()))
        await self._tend()

    async def _scan(self) -> None:
        try:
            if self._pool is None:
                frame = self._scanner.scan()
            else:
                loop = asyncio.get_running_loop()
                frame = await asyncio.wait_for(loop.run_in_executor(self._pool, self._scanner.scan), SCAN_DEADLINE_S)
        except DriverError as error:
            await self._scan_failed(str(error))
            return
        except TimeoutError:
            await self._scan_failed("the sensors do not answer; check the board's ribbon cable and its supply")
            return
        self._scan_trouble = None
        self.trace.frame(frame)
        if not self.desks.frame(frame):
            self.controller.frame(frame)

    async def _scan_failed(self, why: str) -> None:
        if self._scan_trouble != why:
            log.error("%s", why)
        self._scan_trouble = why
        await self._clock.sleep_until(self._clock.now_ns() + RETRY_NS)

    def _listen(self) -> None:
        board, controller = self._board, self.controller
        if board.radio is not None:
            reports = board.radio.drain()
            for report in reports:
                controller.report(report)
            self.desks.heard(reports)
        if board.tilt_switch is not None:
            for edge in board.tilt_switch.drain():
                controller.tilt_switch(edge)
        if board.buttons is not None:
            for press in board.buttons.drain():
                self._press(press)

    def _press(self, press: ButtonPress) -> None:
        """The board's button, held, starts a match; a player's button, pressed, confirms what was asked (H40)."""
        if self.desks.press(press):
            return
        match press.button:
            case Button.BOARD if press.is_long and not self.controller.is_playing:
                self.controller.start(Start(press.at_ns, self._default_match))
            case Button.RED if not press.is_long:
                self.controller.say(Say(press.at_ns, Answer.CONFIRM, Player.RED))
            case Button.BLACK if not press.is_long:
                self.controller.say(Say(press.at_ns, Answer.CONFIRM, Player.BLACK))
            case Button.RED | Button.BLACK | Button.BOARD:
                return

    def _keep(self, decided: Decided) -> tuple[Ruling, ...]:
        """The rulings that are on disk now and may be shown; what cannot be kept waits until it can."""
        self._unkept += decided.rulings
        kept: tuple[Ruling, ...] = ()
        try:
            self._keeper.keep(decided)
            kept, self._unkept = tuple(self._unkept), []
            self._keeper.beat(self._clock.now_ns())
        except (JournalError, OSError) as error:
            if self._keep_trouble is None:
                log.error("%s", error)
            self._keep_trouble = str(error)
        else:
            self._keep_trouble = None
        return kept

    def _show_kept(self, rulings: Sequence[Ruling]) -> None:
        now_ns = self._clock.now_ns()
        if rulings:
            for ruling in rulings:
                log.info("%s", ruling.as_line())
            if self._on_rulings is not None:
                self._on_rulings(rulings)
            self.showing.play(rulings, now_ns)
            if any(isinstance(ruling, MatchEnded) for ruling in rulings) and self._keeper.path is not None:
                self.desks.sand.learn(self._keeper.path)
        self.desks.sand.wake(now_ns)
        if rulings or self.showing.is_due(now_ns):
            troubles = (("trouble-sensors", self._scan_trouble), ("trouble-journal", self._keep_trouble))
            self.showing.show(now_ns, troubles, is_kept=not self._unkept)

    async def _tend(self) -> None:
        now_ns = self._clock.now_ns()
        self.showing.wake(now_ns)
        if now_ns >= self._next_tend_ns:
            self._next_tend_ns = now_ns + TEND_NS
            await self._radio.tend()
        if self._notifier.watchdog_ns and now_ns >= self._next_feed_ns:
            self._next_feed_ns = now_ns + self._notifier.watchdog_ns
            self._notifier.feed_watchdog()
        await self.showing.tell()
