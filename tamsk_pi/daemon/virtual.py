"""The virtual board: a simulated table below the real drivers, with hands from a scenario or from the page.

The daemon above does not know the difference. What a real board keeps by itself while the power is off, the virtual
one keeps in a file: where the pieces are, and how the sand stands.
"""

import json
import logging
import threading
from pathlib import Path
from typing import Final

from tamsk_pi.clock import NS_PER_MS, NS_PER_S, Clock, VirtualClock
from tamsk_pi.daemon.page.hands import (
    DropRing,
    FlipGlass,
    FlipTimer,
    HandCommand,
    LiftGlass,
    PlaceGlass,
    SetAside,
    TakeRing,
)
from tamsk_pi.daemon.ports import ScanSource
from tamsk_pi.drivers.board import BoardDrivers, BoardOptions, open_board
from tamsk_pi.drivers.errors import BusError
from tamsk_pi.layout import Layout
from tamsk_pi.perception.frames import Frame
from tamsk_pi.rules.acts import Flip, Lift, Ring, Take, TurnTimer
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.rules.settings import StartRule
from tamsk_pi.scenario.grammar import standard_setup
from tamsk_pi.scenario.statements import HandAct, Put
from tamsk_pi.simulator.chips.air import NODE_NAME
from tamsk_pi.simulator.chips.install import VirtualChips, install
from tamsk_pi.simulator.light_followers import LightFollower
from tamsk_pi.simulator.readout import ScanTiming
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.table import Table

log = logging.getLogger("tamsk_pi")

SNAPSHOT_NS: Final = NS_PER_S

# How far ahead of its act a hand begins on the page's behalf, so that the table can move the piece there.
LIFT_MS: Final = 20
TURN_MS: Final = 130
PUT_MS: Final = 170
DROP_MS: Final = 350
TAKE_MS: Final = 60
SET_UP_MS: Final = 20


class FrameScanner:
    """The second entrance: whole frames from the table, at the instants and with the counts of the byte level."""

    def __init__(self, table: Table, timing: ScanTiming, clock: Clock, scan_ns: int) -> None:
        self._table = table
        self._timing = timing
        self._clock = clock
        self._scan_ns = scan_ns

    def scan(self) -> Frame:
        """One scan; on a virtual clock it takes as long as a real one."""
        now_ns = self._clock.now_ns()
        frame = self._table.scan(now_ns, self._timing)
        if self._table.chip_faults.is_spi_gone(now_ns):
            raise BusError("scan of the board's sensors: No such device; check the wiring (hardware/README.md)")
        if isinstance(self._clock, VirtualClock):
            self._clock.pause_ns(self._scan_ns)
        return frame


class LockedScanner:
    """A scanner that may run in a thread of its own, and never while a hand is told what to do."""

    def __init__(self, scanner: ScanSource, table: Table, clock: Clock, lock: threading.Lock) -> None:
        self._scanner = scanner
        self._table = table
        self._clock = clock
        self._lock = lock

    def scan(self) -> Frame:
        """One scan."""
        with self._lock:
            # The chips advance the table when the multiplexers switch; the first address may be set already.
            self._table.advance(self._clock.now_ns())
            return self._scanner.scan()


class VirtualBoard:
    """A table, the simulated chips around it and the real drivers on them; close it to take the chips away."""

    def __init__(
        self,
        layout: Layout,
        table: Table,
        clock: Clock,
        options: BoardOptions,
        *,
        is_frame_level: bool = False,
        snapshot_path: Path | None = None,
        believed: Layout | None = None,
    ) -> None:
        """`believed` is what the drivers are told, where that is not how the board is built."""
        self.table = table
        self._clock = clock
        self._lock = threading.Lock()
        self._snapshot_path = snapshot_path
        self._next_snapshot_ns = 0
        self._has_told = False
        self._chips = install(table, clock, layout, faults=table.chip_faults)
        try:
            self.drivers: BoardDrivers = open_board(believed or layout, options, clock, self._chips.radio_backend)
        except BaseException:
            self._chips.close()
            raise
        table.on_advertisement = self._advertise
        table.on_tilt_switch = self._tilt
        scanner: ScanSource = self.drivers.scanner
        if is_frame_level:
            timing = scan_timing(layout)
            scan_ns = timing.offsets_ns[-1] + timing.offsets_ns[1]
            scanner = FrameScanner(table, timing, clock, scan_ns)
        self.scanner: ScanSource = LockedScanner(scanner, table, clock, self._lock)

    def _advertise(self, _at_ns: int, address: str, payload: bytes, rssi_dbm: int) -> None:
        self._chips.air.deliver(address, payload, rssi_dbm, NODE_NAME)

    def _tilt(self, _at_ns: int, is_end_b_down: bool) -> None:
        self._chips.set_tilt(is_end_b_down)

    @property
    def chips(self) -> VirtualChips:
        """What the drivers work on: air, buttons, strip."""
        return self._chips

    @property
    def latched_pixels(self) -> tuple[tuple[int, int, int], ...]:
        """What the strip shows, in the order of its chain."""
        return self._chips.strip.pixels

    def perform(self, act: HandAct) -> None:
        """Tell a hand what to do; raises TableError if hands cannot."""
        with self._lock:
            self.table.perform(act)

    def obey(self, command: HandCommand) -> None:
        """Do what the page's hands ask; raises TableError, a ValueError with a sentence."""
        if isinstance(command, (LiftGlass, SetAside)) and not self._is_in_tube(command.hourglass):
            return  # it is beside the board or in the hand already, and no sensor is there to notice
        for act in acts_of(command, self._clock.now_ns()):
            self.perform(act)

    def _is_in_tube(self, hourglass: Hourglass) -> bool:
        with self._lock:
            return self.table.truth().hourglasses[hourglass].cell is not None

    def seats(self) -> tuple[Cell | None, ...]:
        """Where each glass stands in truth."""
        with self._lock:
            return tuple(glass.cell for glass in self.table.truth().hourglasses)

    def let_follow(self, hands: LightFollower, now_ns: int) -> None:
        """Let hands that know only the lights look at the strip and do something."""
        with self._lock:
            hands.watch(now_ns, self.latched_pixels)

    def set_up(self, start: StartRule = StartRule.CORNERS) -> None:
        """Put every piece where a match begins, every upper bulb empty."""
        self.perform(standard_setup(self._clock.now_ns() + SET_UP_MS * NS_PER_MS, start))

    def save(self, now_ns: int) -> None:
        """Keep where everything is, about once a second; a disk that takes it not costs the virtual pieces' places,
        never the match that is played."""
        if self._snapshot_path is None or now_ns < self._next_snapshot_ns:
            return
        self._next_snapshot_ns = now_ns + SNAPSHOT_NS
        with self._lock:
            data = self.table.snapshot()
        written = self._snapshot_path.with_suffix(".new")
        try:
            written.write_text(json.dumps(data), encoding="utf-8")
            written.replace(self._snapshot_path)
        except OSError as error:
            if not self._has_told:
                log.warning("the virtual table is not kept for next time (%s); make room on the disk", error)
            self._has_told = True

    def close(self) -> None:
        """Blank the lights, close the drivers, take the chips away; may be called twice."""
        try:
            self.drivers.close()
        finally:
            self._chips.close()


def acts_of(command: HandCommand, now_ns: int) -> tuple[HandAct, ...]:
    """What hands do, and when, for one command of the page."""

    def after(duration_ms: int) -> int:
        return now_ns + duration_ms * NS_PER_MS

    match command:
        case LiftGlass(hourglass) | SetAside(hourglass):
            return (Lift(after(LIFT_MS), hourglass),)
        case PlaceGlass(hourglass, cell, is_flipped):
            if is_flipped:
                return (Flip(after(TURN_MS), hourglass), Put(after(TURN_MS + PUT_MS), hourglass, cell))
            return (Put(after(PUT_MS), hourglass, cell),)
        case FlipGlass(hourglass):
            return (Flip(after(TURN_MS), hourglass),)
        case DropRing(cell, player):
            return (Ring(after(DROP_MS), cell, player),)
        case TakeRing(cell):
            return (Take(after(TAKE_MS), cell),)
        case FlipTimer():
            return (TurnTimer(after(TURN_MS)),)
