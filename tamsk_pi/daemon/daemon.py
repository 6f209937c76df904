"""The daemon: scans, lets the controller decide, keeps what was decided, and then shows it.

One round of the sensor loop, the same on a real board and on a simulated one:

    scan ─► radio, switch, buttons ─► decide ─► keep (fsync) ─► rulings out, lights, sound, page ─► sleep

Nothing is shown before it is kept. The scan may run in a thread of its own, so that the page stays alive while a
bus is slow; everything else happens on the event loop.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final, Protocol

from tamsk_pi.calibration.sand_timing import VESSELS
from tamsk_pi.clock import NS_PER_S, Clock
from tamsk_pi.daemon.calibration_desk import CalibrationDesk
from tamsk_pi.daemon.controller import Controller, Decided
from tamsk_pi.daemon.health import HealthWatch
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.daemon.naming import by_node, seats_by_node
from tamsk_pi.daemon.pairing_desk import PairingDesk
from tamsk_pi.daemon.sand_desk import SandDesk
from tamsk_pi.daemon.sensor_trace import SensorTrace
from tamsk_pi.daemon.systemd import Notifier
from tamsk_pi.daemon.tending import RadioTending
from tamsk_pi.drivers.buttons import Button, ButtonPress
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.journal.errors import JournalError
from tamsk_pi.perception.frames import Frame, NodeReport, TiltSwitchEdge
from tamsk_pi.referee.rulings import MatchEnded, Ruling
from tamsk_pi.rules.acts import Act, Answer, Say, Start
from tamsk_pi.rules.pieces import Player
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.board_view import BoardView
from tamsk_pi.views.catalogue import PlayerError, message
from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.lights import light_frame
from tamsk_pi.views.power import limit_current
from tamsk_pi.views.sounds import tune_of_all

log = logging.getLogger("tamsk_pi")

SHOW_NS: Final = NS_PER_S // 30
TEND_NS: Final = NS_PER_S
RETRY_NS: Final = NS_PER_S
SCAN_DEADLINE_S: Final = 2.0


class ScanSource(Protocol):
    """What gives frames: the driver of the board's sensors, or a table asked for whole frames."""

    def scan(self) -> Frame: ...


class LightsOutput(Protocol):
    """What shows 53 pixels."""

    def show(self, pixels: Sequence[Rgb]) -> None: ...


class SounderOutput(Protocol):
    """What plays notes."""

    def play(self, notes: Sequence[tuple[float, int]], now_ns: int) -> None: ...

    def wake(self, now_ns: int) -> None: ...


class RadioInput(Protocol):
    """What hears the nodes."""

    def drain(self) -> list[NodeReport]: ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def tend(self) -> None: ...


class SwitchInput(Protocol):
    """What feels the neutral timer's wired switch."""

    def drain(self) -> list[TiltSwitchEdge]: ...


class ButtonsInput(Protocol):
    """What feels the buttons."""

    def drain(self) -> list[ButtonPress]: ...


class Board(Protocol):
    """The drivers of one board; None is what it has not."""

    @property
    def lights(self) -> LightsOutput | None: ...

    @property
    def sounder(self) -> SounderOutput | None: ...

    @property
    def radio(self) -> RadioInput | None: ...

    @property
    def tilt_switch(self) -> SwitchInput | None: ...

    @property
    def buttons(self) -> ButtonsInput | None: ...

    @property
    def troubles(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class DaemonOptions:
    """`scans_per_s` of the board; `show_ns` how often lights move by themselves; `is_threaded` scans in a thread."""

    scans_per_s: int = 100
    show_ns: int = SHOW_NS
    is_threaded: bool = True
    max_current_ma: int = 1_500
    brightness: float = 0.6
    is_sound_on: bool = True
    pixel_full_ma: float = 60.0
    pixel_idle_ma: float = 0.6


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
        sand: SandDesk | None = None,
        health: HealthWatch | None = None,
        calibration: CalibrationDesk | None = None,
        pairing: PairingDesk | None = None,
    ) -> None:
        self.controller = controller
        self.calibration = calibration
        """Where its sensors are calibrated; None: nowhere."""
        self.pairing = pairing
        """Where its nodes are paired; None: nowhere."""
        self.sand = sand or SandDesk()
        controller.measured = self.sand.settings_for
        controller.on_acts = self._heard
        self.trace = SensorTrace(options.scans_per_s)
        """The readings of the last half minute."""
        self.health = health or HealthWatch(board.radio)
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
        self._next_show_ns = 0
        self._next_tend_ns = 0
        self._next_feed_ns = 0
        self._view = BoardView()
        self._pixels: tuple[Rgb, ...] = ()
        self._version = 0
        self._changed = asyncio.Condition()
        self._scan_trouble: str | None = None
        self._keep_trouble: str | None = None
        self._light_trouble: str | None = None
        self._unkept: list[Ruling] = []
        self._pool: ThreadPoolExecutor | None = None
        self._radio = RadioTending(board.radio)

    # What the page and the command line ask of it.

    @property
    def view(self) -> BoardView:
        """What was shown last."""
        return self._view

    @property
    def pixels(self) -> tuple[Rgb, ...]:
        """What the lights were told last, cells 0 … 36, then red's and black's bar."""
        return self._pixels

    @property
    def version(self) -> int:
        """Grows with everything that is shown."""
        return self._version

    @property
    def now_ns(self) -> int:
        """The present instant of its clock."""
        return self._clock.now_ns()

    async def changed(self, version: int) -> int:
        """Wait until something newer than `version` is shown."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._version > version)
        return self._version

    def start_match(self, settings: MatchSettings) -> None:
        """The players begin. Raises PlayerError where it cannot begin."""
        self._refuse_while_calibrating()
        if self.pairing is not None and self.pairing.is_asking:
            raise PlayerError(message("cannot-start-pairing"))
        self.sand.end()
        self.end_pairing()
        self.controller.start(Start(self._clock.now_ns(), settings))

    def say(self, say: Say) -> None:
        """A player's answer; its instant is replaced by the present one."""
        self.controller.say(Say(self._clock.now_ns(), say.what, say.player, say.hourglass, say.cell))

    def time_sand(
        self, glasses: Sequence[str] = VESSELS, rounds: int = 3, stands_for: Mapping[str, str] | None = None
    ) -> None:
        """Begin to time these glasses. Raises PlayerError while a match is going on."""
        if self.controller.is_playing:
            raise PlayerError(message("cannot-time-playing"))
        self._refuse_while_calibrating()
        self.sand.begin(glasses, rounds, stands_for)

    def pair(self, glasses: Sequence[str] = ()) -> None:
        """Begin to pair the nodes of these glasses, of all if none is named. Raises PlayerError while a match is
        going on, ValueError for a glass there is not."""
        if self.controller.is_playing:
            raise PlayerError(message("cannot-pair-playing"))
        self._refuse_while_calibrating()
        if self.pairing is not None:
            self.pairing.begin(glasses, self._clock.now_ns())
            self.sand.end()

    def skip_pairing(self) -> None:
        """Leave the glass that is asked for as it is."""
        if self.pairing is not None:
            self.pairing.skip(self._clock.now_ns())

    def end_pairing(self) -> None:
        """No more; what was found is kept."""
        if self.pairing is not None:
            self.pairing.end()

    def calibrate(self) -> None:
        """Begin to calibrate the board. Raises PlayerError while a match is going on."""
        if self.calibration is not None:
            self.calibration.begin(self.controller)
            self.sand.end()
            self.end_pairing()

    def go_on_calibrating(self) -> None:
        """Let a calibration go on that waits for somebody: after a problem, or with a result."""
        if self.calibration is not None:
            self.calibration.go_on(self._clock.now_ns(), self.controller)

    def end_calibration(self) -> None:
        """End it; what is not kept is forgotten."""
        if self.calibration is not None:
            self.calibration.end(self.controller)

    def _refuse_while_calibrating(self) -> None:
        if self.calibration is not None and self.calibration.active is not None:
            raise PlayerError(message("cannot-start-calibrating"))

    def sand_ran_out(self, glass: str | None = None) -> None:
        """Somebody says now that this glass, or the one due next, has run out. Raises PlayerError if none is due."""
        if not self.sand.press(self._clock.now_ns(), glass):
            raise PlayerError(message("cannot-time-none-due"))

    def _heard(self, acts: Sequence[Act]) -> None:
        self.trace.acts(acts)
        if self.sand.timing is not None:
            self.sand.hear(by_node(acts, self.controller.perception.nodes), self.controller.nodes)

    def stop(self) -> None:
        """End after this round."""
        self._is_stopping = True

    # The loop.

    async def run(self, until_ns: int | None = None) -> None:
        """Go round until `stop`, or until the clock has passed `until_ns`."""
        period_ns = NS_PER_S // self._options.scans_per_s
        if self._options.is_threaded:
            self._pool = ThreadPoolExecutor(1, "scanner")
        radio = self._radio = RadioTending(self._board.radio)
        await radio.start()
        try:
            next_ns = self._clock.now_ns()
            self._notifier.ready("watching the board")
            while not self._is_stopping and (until_ns is None or self._clock.now_ns() <= until_ns):
                await self._round()
                next_ns = max(next_ns + period_ns, self._clock.now_ns())
                await self._clock.sleep_until(next_ns)
        finally:
            self._notifier.stopping()
            await radio.stop()
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
        if self.calibration is not None and self.calibration.active is not None:
            self.calibration.frame(frame, self.controller)
            return
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
            if self.pairing is not None:
                self.pairing.heard(reports)
        if board.tilt_switch is not None:
            for edge in board.tilt_switch.drain():
                controller.tilt_switch(edge)
        if board.buttons is not None:
            for press in board.buttons.drain():
                self._press(press)

    def _press(self, press: ButtonPress) -> None:
        """The board's button, held, starts a match; a player's button, pressed, confirms what was asked (H40)."""
        if self.sand.timing is not None:
            self._time_press(press)
            return
        if self.pairing is not None and self.pairing.press(press):
            return
        if self.calibration is not None and self.calibration.press(press, self.controller):
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

    def _time_press(self, press: ButtonPress) -> None:
        """While sand is timed: a player's button means the next glass of his colour, the board's the next of all;
        held, it takes the last press back."""
        match press.button:
            case Button.RED | Button.BLACK:
                self.sand.press(press.at_ns, colour="red" if press.button is Button.RED else "black")
            case Button.BOARD if press.is_long:
                self.sand.undo()
            case Button.BOARD:
                self.sand.press(press.at_ns)

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
            self._play(rulings, now_ns)
            if any(isinstance(ruling, MatchEnded) for ruling in rulings) and self._keeper.path is not None:
                self.sand.learn(self._keeper.path)
        self.sand.wake(now_ns)
        if rulings or now_ns >= self._next_show_ns:
            self._next_show_ns = now_ns + self._options.show_ns
            self._show(now_ns)

    def _show(self, now_ns: int) -> None:
        found = [
            ("trouble-sensors", self._scan_trouble),
            ("trouble-journal", self._keep_trouble),
            ("trouble-lights", self._light_trouble),
            *(("trouble-board", detail) for detail in self._board.troubles),
        ]
        is_calibrating = self.calibration is not None and self.calibration.active is not None
        if not is_calibrating:
            self.health.look(self.controller, now_ns)
        troubles = [message(key, detail=detail) for key, detail in found if detail is not None]
        self.controller.troubles = (*troubles, *self.health.notes)
        if self._unkept:
            # What the controller knows is not on disk yet: the last picture stands, with the reason.
            self._view = replace(self._view, troubles=self.controller.troubles)
        else:
            self._view = self.controller.view(now_ns)
        if self.calibration is not None:
            self._view = self.calibration.shown(self._view, tuple(troubles))
        options = self._options
        cells = [glass.cell for glass in self._view.hourglasses]
        cells_of_nodes = seats_by_node(cells, self.controller.perception.nodes)
        frame = self.sand.lights(cells_of_nodes, now_ns) or light_frame(self._view, self._view.now_ms)
        if self.pairing is not None:
            self.pairing.look(lambda: self.controller.perception.picture(has_nodes=False), now_ns)
            frame = self.pairing.lights(self._view, now_ns) or frame
        dimmed = tuple(
            (round(r * options.brightness), round(g * options.brightness), round(b * options.brightness))
            for r, g, b in frame
        )
        self._pixels = limit_current(
            dimmed, options.max_current_ma, full_ma=options.pixel_full_ma, idle_ma=options.pixel_idle_ma
        )
        self._light(self._pixels)
        self._version += 1

    def _light(self, pixels: Sequence[Rgb]) -> None:
        """Broken lights are a trouble that is shown on the page; the game goes on without them."""
        if self._board.lights is None:
            return
        try:
            self._board.lights.show(pixels)
        except DriverError as error:
            if self._light_trouble is None:
                log.error("%s", error)
            self._light_trouble = str(error)
        else:
            self._light_trouble = None

    def _play(self, rulings: Sequence[Ruling], now_ns: int) -> None:
        if self._board.sounder is None or not self._options.is_sound_on:
            return
        notes = tune_of_all(rulings)
        if notes:
            self._board.sounder.play(notes, now_ns)

    async def _tend(self) -> None:
        now_ns = self._clock.now_ns()
        if self._board.sounder is not None:
            self._board.sounder.wake(now_ns)
        if now_ns >= self._next_tend_ns:
            self._next_tend_ns = now_ns + TEND_NS
            await self._radio.tend()
        if self._notifier.watchdog_ns and now_ns >= self._next_feed_ns:
            self._next_feed_ns = now_ns + self._notifier.watchdog_ns
            self._notifier.feed_watchdog()
        async with self._changed:
            self._changed.notify_all()
