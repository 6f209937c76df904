"""A simulated table felt as whole frames and parsed packets, and a board of fakes around it.

Whatever a test may want to see the order of goes into one `log` of words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.assembly import Parts, make_parts, make_perception
from tamsk_pi.daemon.controller import Controller, Decided
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.daemon.performance import virtual_config
from tamsk_pi.drivers.buttons import ButtonPress
from tamsk_pi.drivers.errors import BusError
from tamsk_pi.drivers.node_packet import parse_packet
from tamsk_pi.journal.errors import JournalStorageError
from tamsk_pi.layout import Layout
from tamsk_pi.perception.frames import Frame, NodeReport
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.reader import parse
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table
from tamsk_pi.views.light_language import Rgb

MS = 1_000_000
S = 1_000 * MS
SCAN_NS = 10 * MS


@cache
def board() -> Layout:
    return load_layout(None)


def parts_of(clock: VirtualClock, directory: Path, keeper: Keeper | None = None) -> Parts:
    """The parts of a daemon with the simulated nodes for its own."""
    return make_parts(virtual_config(Config(matches=directory)), board(), clock, keeper)


class SensedTable:
    """Hands play a scenario's text; `scan` and `drain` are what the drivers would deliver.

    While `why_broken` is set, scans fail with it.
    """

    def __init__(self, text: str, clock: VirtualClock, log: list[str] | None = None) -> None:
        self._clock = clock
        self._log = [] if log is None else log
        self._table = Table(board(), TableSettings())
        self._script = Script(parse(text, "hands"))
        self._timing = scan_timing(board())
        self._heard: list[NodeReport] = []
        self._table.on_advertisement = self._hear
        self.why_broken = ""
        self.scans = 0

    def _hear(self, at_ns: int, address: str, payload: bytes, rssi_dbm: int) -> None:
        p = parse_packet(payload)
        assert p is not None
        self._heard.append(
            NodeReport(
                at_ns, address, p.packet_id, p.battery_percent, p.flips, p.is_moving, p.rotation, p.age_ms, rssi_dbm
            )
        )

    def scan(self) -> Frame:
        self.scans += 1
        self._log.append("scan")
        self._script.feed(self._table, self._clock.now_ns())
        frame = self._table.scan(self._clock.now_ns(), self._timing)
        if self.why_broken:
            raise BusError(self.why_broken)
        return frame

    def drain(self) -> list[NodeReport]:
        heard, self._heard = self._heard, []
        return heard

    async def start(self) -> None:
        self._log.append("radio starts")

    async def stop(self) -> None:
        self._log.append("radio stops")

    async def tend(self) -> None:
        self._log.append("radio is tended")


def sense(controller: Controller, table: SensedTable, clock: VirtualClock, until_ns: int) -> list[Decided]:
    """Let frames and packets flow until then; every round that decided something."""
    out = []
    while clock.now_ns() < until_ns:
        controller.frame(table.scan())
        for report in table.drain():
            controller.report(report)
        decided = controller.decide()
        if decided != Decided():
            out.append(decided)
        clock.pause_ns(SCAN_NS)
    return out


def new_controller(clock: VirtualClock, directory: Path) -> Controller:
    """A controller that has seen nothing yet."""
    return Controller(make_perception(parts_of(clock, directory)))


@dataclass
class FakeLights:
    """Remembers what is shown."""

    log: list[str]
    shown: tuple[Rgb, ...] = ()

    def show(self, pixels: Sequence[Rgb]) -> None:
        self.shown = tuple(pixels)
        self.log.append("lights")


@dataclass
class FakeSounder:
    """Remembers how many tunes were asked for."""

    log: list[str]
    tunes: int = 0

    def play(self, notes: Sequence[tuple[float, int]], now_ns: int) -> None:
        self.tunes += 1
        self.log.append("sound")

    def wake(self, now_ns: int) -> None:
        """Nothing sounds here."""


@dataclass
class FakeButtons:
    """Buttons under the test's fingers."""

    presses: list[ButtonPress] = field(default_factory=list)

    def drain(self) -> list[ButtonPress]:
        pressed, self.presses = self.presses, []
        return pressed


@dataclass
class FakeBoard:
    """The drivers of a board whose sensors are a `SensedTable`; no wired switch."""

    radio: SensedTable
    lights: FakeLights
    sounder: FakeSounder
    buttons: FakeButtons = field(default_factory=FakeButtons)
    tilt_switch: None = None
    troubles: tuple[str, ...] = ()


class LoggingKeeper(Keeper):
    """Says when what was decided is on disk; while `is_full`, it is not."""

    def __init__(self, directory: Path, clock: VirtualClock, log: list[str]) -> None:
        super().__init__(directory, clock.wall_ns)
        self._log = log
        self.is_full = False
        self._waiting: list[Decided] = []

    def keep(self, decided: Decided) -> None:
        self._waiting.append(decided)
        if self.is_full:
            raise JournalStorageError("the disk is full; make room")
        while self._waiting:
            decided = self._waiting.pop(0)
            super().keep(decided)
            self._log += [f"kept {ruling.kind}" for ruling in decided.rulings]


LEVEL_3 = MatchSettings()
