"""One calibration by itself, without matches and page: for the command, on the real and on the virtual board."""

import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.plan import StepKind
from tamsk_pi.clock import NS_PER_MS, NS_PER_S, Clock, SystemClock, VirtualClock, date_and_time
from tamsk_pi.config import Config, ConfigError, kept_calibration_path, load_calibration, load_influence
from tamsk_pi.daemon.calibrating import Calibrating
from tamsk_pi.daemon.ports import Board, ScanSource
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.drivers.board import BoardOptions, open_board
from tamsk_pi.layout import Layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.scenario.statements import Fault
from tamsk_pi.simulator.light_followers import LightFollower, Pace
from tamsk_pi.simulator.settings import UNCALIBRATED, TableSettings
from tamsk_pi.simulator.table import Table
from tamsk_pi.views.board_view import BoardView, Phase
from tamsk_pi.views.calibration_view import CalibrationView
from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.lights import light_frame
from tamsk_pi.views.power import limit_current

log = logging.getLogger("tamsk_pi")

SHOW_NS: Final = NS_PER_S // 30
VIRTUAL_SHOW_NS: Final = NS_PER_S // 10
LONGEST_VIRTUAL_NS: Final = 600 * NS_PER_S
"""Hands that only follow the lights may come to no end on a broken board."""

OnLook = Callable[[CalibrationView], None]


class CalibrationLoop:
    """Goes round: scan, guide, lights, buttons; `on_look` is told what is shown each time."""

    def __init__(
        self, config: Config, layout: Layout, board: Board, scanner: ScanSource, clock: Clock, path: Path
    ) -> None:
        self._config, self._layout = config, layout
        self._board, self._scanner, self._clock = board, scanner, clock
        self.calibrating = Calibrating(
            load_influence(),
            layout,
            path,
            lambda: date_and_time(clock.wall_ns()),
            _in_use(config),
        )

    def go_on(self) -> None:
        """Somebody says, not by the board's button, that it shall go on."""
        self.calibrating.go_on(self._clock.now_ns())

    async def run(
        self,
        on_look: OnLook,
        *,
        show_ns: int = SHOW_NS,
        before_round: Callable[[int], None] | None = None,
        is_over: Callable[[CalibrationView], bool] = lambda view: view.is_kept,
    ) -> None:
        """Until the calibration is kept, somebody ends it, or `is_over`. Raises DriverError."""
        period_ns = NS_PER_S // self._config.scans_per_s
        next_ns = show_at_ns = self._clock.now_ns()
        while not self.calibrating.has_ended:
            if before_round is not None:
                before_round(self._clock.now_ns())
            self.calibrating.frame(self._scanner.scan())
            if self._board.buttons is not None:
                for press in self._board.buttons.drain():
                    self.calibrating.press(press)
            now_ns = self._clock.now_ns()
            if now_ns >= show_at_ns:
                show_at_ns = now_ns + show_ns
                view = self.calibrating.view()
                on_look(view)
                self._light(view, now_ns)
                if is_over(view):
                    return
            next_ns = max(next_ns + period_ns, now_ns)
            await self._clock.sleep_until(next_ns)

    def _light(self, view: CalibrationView, now_ns: int) -> None:
        if self._board.lights is not None:
            shown = BoardView(now_ns // NS_PER_MS, Phase.CALIBRATING, calibration=view)
            self._board.lights.show(_dimmed(light_frame(shown, shown.now_ms), self._config, self._layout))


def _in_use(config: Config) -> Calibration | None:
    """The board's calibration until now; None if it cannot be read, which is a reason to calibrate."""
    path = kept_calibration_path(config)
    try:
        return load_calibration(path if path.exists() else None)
    except ConfigError as error:
        log.warning("%s", error)
        return None


def _dimmed(frame: Sequence[Rgb], config: Config, layout: Layout) -> tuple[Rgb, ...]:
    share = config.lights.brightness
    dimmed = tuple((round(r * share), round(g * share), round(b * share)) for r, g, b in frame)
    lights = layout.lights
    return limit_current(
        dimmed, config.lights.max_current_ma, full_ma=lights.pixel_full_ma, idle_ma=lights.pixel_idle_ma
    )


async def calibrate_real(
    config: Config, layout: Layout, path: Path, on_look: OnLook, attend: Callable[[CalibrationLoop], None]
) -> CalibrationView:
    """Calibrate the board that is connected; the last view. `attend` is given the loop before it begins, within
    asyncio's. Raises DriverError."""
    clock = SystemClock()
    options = BoardOptions(lights=config.lights.way, has_radio=False, has_tilt_switch=False, has_sounder=False)
    with ExitStack() as stack:
        drivers = stack.enter_context(open_board(layout, options, clock))
        loop = CalibrationLoop(config, layout, drivers, drivers.scanner, clock, path)
        attend(loop)
        await loop.run(on_look)
        return loop.calibrating.view()


async def calibrate_virtual(
    config: Config,
    layout: Layout,
    path: Path,
    on_look: OnLook,
    *,
    seed: int = 0,
    speed: float | None = None,
    built_as: Layout | None = None,
    table: Table | None = None,
    pace: Pace | None = None,
    faults: Sequence[Fault] = (),
) -> CalibrationView:
    """Calibrate an uncalibrated virtual board by hands that follow its lights; the last view. `faults` break at its
    beginning. Raises DriverError for one that takes the bus away.

    In virtual time, or `speed` times as fast as real time. `built_as` is how the board is wired in truth, where that
    is not as `layout` says. It is over when a problem needs more than hands, or after ten minutes.
    """
    built = built_as or layout
    config = replace(config, calibration=path)
    clock: Clock = VirtualClock() if speed is None else SystemClock(speed)
    table = table or Table(built, TableSettings(seed=seed, tolerances=UNCALIBRATED), clock.now_ns())
    for fault in faults:
        table.fault(fault)
    options = BoardOptions(lights=config.lights.way, has_radio=False)
    with ExitStack() as stack:
        board = stack.enter_context(closing(VirtualBoard(built, table, clock, options, believed=layout)))
        follower = LightFollower(table, built.lights.cell_order, pace)
        loop = CalibrationLoop(config, layout, board.drivers, board.scanner, clock, path)
        end_ns = clock.now_ns() + LONGEST_VIRTUAL_NS
        await loop.run(
            on_look,
            show_ns=VIRTUAL_SHOW_NS,
            before_round=lambda now_ns: follower.watch(now_ns, board.latched_pixels),
            is_over=lambda view: _needs_more_than_hands(view) or clock.now_ns() > end_ns,
        )
        return loop.calibrating.view()


def _needs_more_than_hands(view: CalibrationView) -> bool:
    is_broken = view.step == StepKind.EMPTY and view.is_measuring is False
    return view.is_kept or view.is_stopped or view.has_passed is not None or is_broken
