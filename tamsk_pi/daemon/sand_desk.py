"""Everything about measured sand in a running daemon: the figures, the session that times glasses, what play taught.

The figures are read once at the start. They go into a match when it starts, and are written when runs were timed or
a match is over: in a match they do not change.
"""

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.balance import Balance, balance
from tamsk_pi.calibration.files import MeasuredFileError, load_sand, save_sand
from tamsk_pi.calibration.match_sand import measured_settings
from tamsk_pi.calibration.sand import NEUTRAL_TIMER, SandFigures
from tamsk_pi.calibration.sand_play import bounds_said, learned
from tamsk_pi.calibration.sand_timing import VESSELS, SandTiming, expected
from tamsk_pi.clock import NS_PER_MS, date_and_time
from tamsk_pi.journal.errors import JournalError
from tamsk_pi.journal.records import ActRecord, Record, RulingRecord
from tamsk_pi.journal.store import read_journal
from tamsk_pi.perception.picture import NodeSeen
from tamsk_pi.referee.rulings import HourglassExpired
from tamsk_pi.rules.acts import Act, Flip, Lift, NoFlip, Place, Tilt, TurnTimer
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, parse_hourglass
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.page_state import PIXELS, PageState
from tamsk_pi.views.sand_lights import sand_light_frame
from tamsk_pi.views.sand_view import sand_state

log = logging.getLogger("tamsk_pi")

NOBODY_KNOWS: Final = (None,) * len(VESSELS)


class SandDesk:
    """The sand of one board. `path` None keeps nothing; `wall_ns` reads the wall clock, for dates.

    Raises MeasuredFileError for figures that cannot be read.
    """

    def __init__(self, path: Path | None = None, wall_ns: Callable[[], int] = lambda: 0) -> None:
        self._path = path
        self.wall_ns = wall_ns
        self.figures = SandFigures() if path is None else load_sand(path)
        self._before = self.figures
        self._names: Mapping[str, str] = {}
        self.timing: SandTiming | None = None
        self._flipped: dict[Hourglass, int] = {}
        self._lifted: dict[Hourglass, int] = {}
        self._has_kept_old = False
        self._weighed: tuple[SandFigures, Balance | None] = (self.figures, balance(self.figures))

    @property
    def today(self) -> str:
        """The date, as figures carry it."""
        return date_and_time(self.wall_ns())[:10]

    # Timing.

    def begin(
        self, glasses: Sequence[str] = VESSELS, rounds: int = 3, stands_for: Mapping[str, str] | None = None
    ) -> None:
        """Time these glasses; `stands_for` names the spares in their places. A session that is going on goes on."""
        if self.timing is not None:
            return
        self._names = stands_for or {}
        self._before, self._has_kept_old = self.figures, False
        known = expected(self.figures)
        as_stand = {
            (stand, end): ms for stand in glasses for end in (0, 1) if (ms := known.get((self._name(stand), end)))
        }
        ordered = tuple(glass for glass in VESSELS if glass in glasses)
        self.timing = SandTiming(ordered, rounds, as_stand)

    def end(self) -> None:
        """No more timing; what was timed is kept."""
        self.timing = None

    def press(self, at_ns: int, glass: str | None = None, colour: str = "") -> bool:
        """A glass has run out; whether that meant a run."""
        if self.timing is None:
            return False
        before = self.timing
        self.timing = before.pressed(at_ns, glass, colour)
        self._keep_runs(before)
        return self.timing is not before

    def undo(self) -> None:
        """The last press meant nothing."""
        if self.timing is not None:
            before, self.timing = self.timing, self.timing.undone()
            self._keep_runs(before)

    def wake(self, now_ns: int) -> None:
        """Time passes: run-outs are missed, spoiled glasses run out."""
        if self.timing is not None:
            self.timing = self.timing.at(now_ns)

    def hear(self, acts: Sequence[Act], nodes: Sequence[NodeSeen]) -> None:
        """What hands did while glasses are timed; `nodes` says which end of each is down."""
        if self.timing is None or not acts:
            return
        ends = ends_down(nodes)
        live = {node.hourglass for node in nodes if node.is_live}
        timing = self.timing
        # A turn that is told again for a better instant is taken back first.
        for act in sorted(acts, key=lambda act: not isinstance(act, NoFlip)):
            match act:
                case Flip(at_ns, hourglass):
                    self._flipped[hourglass] = at_ns
                    timing = timing.turned(hourglass.label, ends[hourglass], at_ns)
                case NoFlip(at_ns, hourglass):
                    timing = timing.untold(hourglass.label, at_ns)
                case Lift(at_ns, hourglass):
                    self._lifted[hourglass] = at_ns
                    timing = timing.moved(hourglass.label, at_ns)
                case Tilt(at_ns, hourglass):
                    timing = timing.moved(hourglass.label, at_ns)
                case Place(at_ns, hourglass) if hourglass not in live:
                    # No node tells of turns: who lifts a glass now and puts it back has turned it over.
                    if self._lifted.get(hourglass, at_ns) > self._flipped.get(hourglass, -1):
                        timing = timing.turned(hourglass.label, None, at_ns)
                case TurnTimer(at_ns):
                    timing = timing.turned(NEUTRAL_TIMER, ends[-1], at_ns)
                case _:
                    pass
        self.timing = timing

    def _name(self, stands: str) -> str:
        return self._names.get(stands, stands)

    def _keep_runs(self, before: SandTiming) -> None:
        assert self.timing is not None
        if self.timing is before:
            return
        self._keep(self.timing.results(self._before, self.today, self._names))

    def _keep(self, figures: SandFigures) -> None:
        self.figures = figures
        if self._path is None:
            return
        try:
            save_sand(self._path, figures, keeps_old=not self._has_kept_old)
        except MeasuredFileError as error:
            log.error("%s", error)
        else:
            self._has_kept_old = True

    def lights(self, cells: Sequence[Cell | None], now_ns: int) -> tuple[Rgb, ...] | None:
        """What the strip shows while glasses are timed, else None; `cells` is where each glass stands."""
        timing = self.timing
        if timing is None:
            return None
        due, to_turn = timing.due_next(now_ns), timing.to_turn(now_ns)
        return sand_light_frame(
            PIXELS,
            _places([run.glass for run in timing.running], cells),
            _places([] if due is None else [due.glass], cells),
            _places([] if to_turn is None else [to_turn], cells),
            now_ns // NS_PER_MS,
        )

    def page_state(self, now_ns: int) -> PageState:
        """Figures, suggestion and timing for the page."""
        if self._weighed[0] is not self.figures:
            self._weighed = (self.figures, balance(self.figures))
        return sand_state(self.figures, self._weighed[1], self.timing, now_ns)

    # Matches.

    def settings_for(self, settings: MatchSettings, nodes: Sequence[NodeSeen]) -> MatchSettings:
        """What a match runs by: each glass's own figures, for the ends that are down now."""
        return measured_settings(settings, self.figures, ends_down(nodes))

    def learn(self, journal: Path) -> None:
        """Improve the figures by what was said in that match, which is over."""
        try:
            match = read_journal(journal)
        except JournalError as error:
            log.error("%s; nothing is learned from it about the sand", error)
            return
        settings = match.header.settings
        figures = learned(self.figures, settings, bounds_said(settings, _events(match.records)), self.today)
        if figures != self.figures:
            self._has_kept_old = False
            self._keep(figures)


def ends_down(nodes: Sequence[NodeSeen]) -> tuple[int | None, ...]:
    """Which end of red1 … black3 and the neutral timer is down, 0 for A; None where no node says."""
    known = {node.hourglass: node.is_end_b_down for node in nodes}
    ends = (known.get(hourglass) for hourglass in (*HOURGLASSES, None))
    return tuple(None if is_end_b_down is None else int(is_end_b_down) for is_end_b_down in ends)


def _places(glasses: Sequence[str], cells: Sequence[Cell | None]) -> list[Cell | None]:
    """Where these stand; a glass that stands nowhere is lit nowhere, the neutral timer by the bars."""
    places: list[Cell | None] = []
    for glass in glasses:
        if glass == NEUTRAL_TIMER:
            places.append(None)
        elif (cell := cells[parse_hourglass(glass)]) is not None:
            places.append(cell)
    return places


def _events(records: Iterable[Record]) -> Iterator[Act | Hourglass]:
    for record in records:
        match record:
            case ActRecord(act):
                yield act
            case RulingRecord(_, line) if HourglassExpired.kind in line:
                ruling = json.loads(line)
                if ruling["ruling"] == HourglassExpired.kind:
                    yield parse_hourglass(ruling["hourglass"])
            case _:
                pass
