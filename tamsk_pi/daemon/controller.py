"""The daemon's head, without any I/O: what the sensors deliver goes in, what is to be kept and shown comes out.

The life of an act: perception says it happened; the referee notes it; when the watermark has passed it, the referee
rules; the shell keeps act and ruling, and only then shows them. Time is an argument everywhere.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.daemon.naming import by_name
from tamsk_pi.daemon.prelude import Prelude
from tamsk_pi.daemon.which_glass import WhichGlass
from tamsk_pi.journal.records import ActRecord, Record, WatermarkRecord, records_of
from tamsk_pi.perception.findings import SensorHealth
from tamsk_pi.perception.frames import Frame, NodeReport, TiltSwitchEdge
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.perception.pairing import exchanges
from tamsk_pi.perception.perception import Perception
from tamsk_pi.perception.picture import NodeSeen, SensorPicture
from tamsk_pi.perception.settings import ACT_UNCERTAINTY_MS, FLIP_UNCERTAINTY_MS
from tamsk_pi.referee import full_cell
from tamsk_pi.referee.referee import RefereeState, Watermark, next_due_ns, step
from tamsk_pi.referee.rulings import MatchEnded, Ruling
from tamsk_pi.referee.state import NS_PER_MS, Stage
from tamsk_pi.rules.acts import Act, Answer, Flip, Outage, Say, Setup, Start, TurnTimer
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.rules.settings import HolderRule, MatchSettings
from tamsk_pi.views.board_view import BoardView, RulingView
from tamsk_pi.views.catalogue import PlayerError, Text, message
from tamsk_pi.views.finding_words import finding_trouble
from tamsk_pi.views.match_view import Sensed, match_view
from tamsk_pi.views.words import ruling_view

SHOWN_RULINGS: Final = 80
SHOWN_FINDINGS: Final = 5


@dataclass(frozen=True, slots=True)
class Decided:
    """What one round of deciding brought.

    `begins` are the settings of a match for which a new journal is to be made before `records` are kept.
    """

    records: tuple[Record, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    begins: MatchSettings | None = None


NOTHING: Final = Decided()


class MatchError(PlayerError):
    """The match cannot begin; the text says why."""


class Controller:
    """One board's evening: matches one after another. Calls come in order of time."""

    def __init__(self, perception: Perception, state: RefereeState | None = None, dark_since_ns: int | None = None):
        """`state` is an unfinished match to go on with, `dark_since_ns` when the board was last alive in it."""
        self._perception = perception
        self._state = state or RefereeState.initial()
        self._dark_since_ns = dark_since_ns
        self._prelude = Prelude()
        self._which_glass = WhichGlass()
        self._acts: deque[Act] = deque()
        self._is_kept = state is not None
        self._due_ns: int | None = None
        self._origin_ns = 0
        self._shown: deque[RulingView] = deque(maxlen=SHOWN_RULINGS)
        self._ruled = 0
        self._before_match = 0  # rulings shown that the state does not count
        self._end: MatchEnded | None = None
        self._result_text: Text = ""
        self.troubles: tuple[Text, ...] = ()
        self.decides_until_ns: int | None = None
        """Nothing later is decided; a scenario's end."""
        self.measured: Callable[[MatchSettings, Sequence[NodeSeen]], MatchSettings] = _as_agreed
        """The settings with what was measured of this board's sand."""
        self.on_acts: Callable[[Sequence[Act]], None] = lambda _acts: None
        """Told of every act as it becomes known."""
        if state is not None:
            perception.set_match(state.settings.level)
        perception.follow_match(is_playing=self.is_playing)

    @property
    def state(self) -> RefereeState:
        """What the referee knows."""
        return self._state

    @property
    def perception(self) -> Perception:
        """Perception as it is now."""
        return self._perception

    @property
    def is_playing(self) -> bool:
        """Whether a match is going on."""
        return self._state.stage in (Stage.PLAYING, Stage.AWAITING_SAND)

    @property
    def has_ended(self) -> bool:
        """Whether a match has ended and no other begun."""
        return self._state.stage is Stage.ENDED

    # What comes in.

    def frame(self, frame: Frame) -> None:
        """One scan of the board."""
        self._note(self._perception.frame(frame))

    def report(self, report: NodeReport) -> None:
        """One advertisement of a node."""
        self._note(self._perception.report(report))

    def tilt_switch(self, edge: TiltSwitchEdge) -> None:
        """One edge of the neutral timer's wired switch."""
        self._note(self._perception.tilt_switch(edge))

    def say(self, say: Say) -> None:
        """A player's answer. Which glass it is, perception has to know; the journal says that it was confirmed."""
        if full_cell.asked_in(self._state) is None:
            window_ns = self._state.settings.answer_window_ms * NS_PER_MS
            for name, cell in self._which_glass.answered(say, self._perception.doubts(), window_ns):
                self._note(self._perception.believe(name, cell))
            say = replace(say, hourglass=None, cell=None) if say.what is Answer.CONFIRM else say
        self._note((say,))

    def start(self, start: Start) -> Start:
        """The players begin a match; returns it with the settings that it runs by.

        Raises MatchError while one is going on, and for what this board cannot do.
        """
        self.refuse_while_playing()
        if start.settings.holders is HolderRule.COUNTED:
            raise MatchError(message("cannot-count-holders"))
        measured = self.measured(start.settings, self.nodes)
        if measured.end_ms != start.settings.end_ms:
            measured = by_name(measured, self._perception.nodes)
        start = replace(start, settings=_inexact(measured))
        self._note((start,))
        return start

    def look_anew(self, perception: Perception) -> None:
        """Everything was laid out for a new match, every upper bulb empty, by more than hands: `perception`, which
        has seen nothing yet, looks at the board for the first time. Raises MatchError while a match is going on."""
        self.refuse_while_playing()
        perception.set_match(self._state.settings.level)
        perception.follow_match(is_playing=False)
        self._perception = perception
        self._acts.clear()
        self._lay_aside(())

    def refuse_while_playing(self) -> None:
        """Raises MatchError while a match is going on."""
        if self.is_playing:
            raise MatchError(message("cannot-start-playing"))

    @property
    def nodes(self) -> tuple[NodeSeen, ...]:
        """What the nodes say."""
        return self._perception.picture().nodes

    def _note(self, acts: Sequence[Act]) -> None:
        self._acts.extend(acts)
        if acts:
            self.on_acts(acts)

    # What comes out.

    def decide(self) -> Decided:
        """Everything that can be decided now."""
        watermark = self._perception.watermark_ns
        if self.decides_until_ns is not None:
            watermark = min(watermark, self.decides_until_ns)
        is_due = self._due_ns is not None and self._due_ns <= watermark
        if not self._acts and not is_due:
            return NOTHING
        begins: MatchSettings | None = None
        records: list[Record] = []
        rulings: list[Ruling] = []
        while self._acts:
            act = self._as_resumed(self._acts.popleft())
            self._prelude.note(act)
            if isinstance(act, Start) and self._state.stage in (Stage.BEFORE, Stage.ENDED):
                records.clear()
                act = replace(act, settings=_as_at_first(act.settings, self._prelude.acts(act.at_ns)))
                begins = act.settings
                self._begin(act, records)
            self._step(act, records, rulings)
            if self.has_ended and self._is_cleared():
                self._lay_aside(self._prelude.acts(act.at_ns))
        self._decide_up_to(Watermark(watermark, self._perception.sure_ns), records, rulings)
        self._remember(rulings)
        self._perception.follow_match(is_playing=self.is_playing)
        return Decided(tuple(records) if self._is_kept else (), tuple(rulings), begins)

    def _as_resumed(self, act: Act) -> Act:
        """After a dark time the first sight of the board is its end."""
        if isinstance(act, Setup) and self._dark_since_ns is not None:
            act = Outage(act.at_ns, self._dark_since_ns, act.cells, act.rings)
            self._dark_since_ns = None
        return act

    def _begin(self, start: Start, records: list[Record]) -> None:
        """A fresh referee, told what stands where and how the sand runs."""
        self._is_kept = True
        self._perception.set_match(start.settings.level)
        self._state = RefereeState.initial(start.settings)
        self._shown.clear()
        self._ruled = self._before_match = 0
        self._end = None
        self._result_text = ""
        self._origin_ns = start.at_ns
        known = self._prelude.acts(start.at_ns)
        for act in (*known, *exchanges(HOURGLASSES, self._perception.nodes, start.at_ns)):
            self._step(act, records, [])

    def _is_cleared(self) -> bool:
        """Whether the last rings, and then a glass, have left the final position: the table is made ready again."""
        seats = tuple(glass.seat for glass in self._state.glasses)
        was_seen = (seats, any(self._state.rings)) == (self._prelude.seats, False)
        return not any(self._prelude.rings) and not was_seen

    def _lay_aside(self, known: Sequence[Act]) -> None:
        """The ended match is no longer shown; `known` is what a referee has to know of the table before the next."""
        self._is_kept = False
        self._state = RefereeState.initial(self._state.settings)
        self._due_ns = None
        self._before_match = self._ruled
        self._end, self._result_text = None, ""
        for act in known:
            self._step(act, [], [])

    def _step(self, act: Act, records: list[Record], rulings: list[Ruling]) -> None:
        self._state, ruled = step(self._state, act)
        records += records_of(ActRecord(act), ruled)
        rulings += ruled
        self._due_ns = next_due_ns(self._state)

    def _decide_up_to(self, watermark: Watermark, records: list[Record], rulings: list[Ruling]) -> None:
        if self._due_ns is None or self._due_ns > watermark.at_ns:
            return
        self._state, ruled = step(self._state, watermark)
        records += records_of(WatermarkRecord(watermark.at_ns, watermark.sure_ns), ruled)
        rulings += ruled
        self._due_ns = next_due_ns(self._state)

    def _remember(self, rulings: Sequence[Ruling]) -> None:
        for ruling in rulings:
            self._ruled += 1
            view = ruling_view(self._ruled, ruling, self._state.settings, self._origin_ns)
            self._shown.append(view)
            for number in ruling.why.corrects if ruling.why else ():
                self._withdraw(self._before_match + number)
            if isinstance(ruling, MatchEnded):
                self._end, self._result_text = ruling, view.text
        doubted = {self._before_match + number for number in self._state.provisional}
        for i, shown in enumerate(self._shown):
            if shown.is_provisional != (shown.number in doubted):
                self._shown[i] = replace(shown, is_provisional=shown.number in doubted)

    def _withdraw(self, number: int) -> None:
        for i, shown in enumerate(self._shown):
            if shown.number == number:
                self._shown[i] = replace(shown, is_withdrawn=True)

    def recall(self, rulings: Sequence[Ruling], origin_ns: int) -> None:
        """Rulings of a resumed match, to be listed again."""
        self._origin_ns = origin_ns
        self._remember(rulings)

    # What is shown.

    def view(self, now_ns: int) -> BoardView:
        """Everything there is to show at this instant."""
        return match_view(
            self._state,
            sensed(self._perception.picture(has_nodes=False), (*self.troubles, *self._findings(now_ns))),
            now_ns,
            self._origin_ns,
            tuple(self._shown),
            self._end,
            self._result_text,
            self._perception.doubts(),
        )

    def _findings(self, now_ns: int) -> list[Text]:
        """What perception has found wrong with sensors and wires."""
        found = self._perception.health(now_ns).ranked
        return [finding_trouble(finding) for finding in found[:SHOWN_FINDINGS]]

    def sensor_health(self, now_ns: int) -> SensorHealth:
        """How the sensors and their wires are."""
        return self._perception.health(now_ns)

    @property
    def node_health(self) -> tuple[NodeHealth, ...]:
        """How each node is that belongs to this board."""
        return self._perception.node_health()


def sensed(picture: SensorPicture, troubles: tuple[Text, ...] = ()) -> Sensed:
    """What the sensors see, as the views want it."""
    return Sensed(
        seats=picture.hourglass_cells(),
        rings=picture.rings(),
        in_air=frozenset(picture.in_air),
        changing=frozenset(c.cell for c in picture.cells if c.is_changing),
        uncertain=frozenset(c.cell for c in picture.cells if c.is_uncertain or c.is_name_uncertain),
        is_settled=picture.is_set_up,
        troubles=troubles,
    )


def _as_agreed(settings: MatchSettings, _nodes: Sequence[NodeSeen]) -> MatchSettings:
    return settings


def _as_at_first(settings: MatchSettings, known: Sequence[Act]) -> MatchSettings:
    """The settings name the ends that are down now; here, those before the turns that the referee is told first."""
    if not settings.ends_down:
        return settings
    ends = list(settings.ends_down)
    for act in known:
        if isinstance(act, Flip):
            ends[act.hourglass] ^= 1
        elif isinstance(act, TurnTimer):
            ends[-1] ^= 1
    return replace(settings, ends_down=tuple(ends))


def _inexact(settings: MatchSettings) -> MatchSettings:
    """The settings of a match whose acts are seen by sensors: their instants are not exact, and rulings say so."""
    return replace(
        settings,
        act_uncertainty_ms=max(settings.act_uncertainty_ms, ACT_UNCERTAINTY_MS),
        flip_uncertainty_ms=max(settings.flip_uncertainty_ms, FLIP_UNCERTAINTY_MS),
    )
