"""Perception: frames of readings, reports of nodes and edges of the tilt switch in; acts and a watermark out.

    frame ──► BoardWatch ──► changes of cells ──► Glasses ──► acts
              bands, episodes, judge              names        │
    report ─► Radio ──► flips, tilts, silence ─────────────────┤
    edge ───► TiltSwitch ──► turns of the neutral timer ───────┘

Acts carry the instant at which they happened. `watermark_ns` says up to which instant nothing more can come: sensors
that are undecided, and nodes that have not said yet whether their glass was turned over, hold it back, each for a
bounded time. What becomes known even later is still told, with its true instant. Acts of one call are in order of
time; an act may be older than one of an earlier call, but only younger than the watermark then.
"""

from collections.abc import Mapping
from typing import Final

from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.cells import HallNews
from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.findings import SensorHealth
from tamsk_pi.perception.frames import Frame, NodeReport, TiltSwitchEdge
from tamsk_pi.perception.glasses import Doubt, Glasses
from tamsk_pi.perception.hall import BoardWatch
from tamsk_pi.perception.happening import CellChange, Happening
from tamsk_pi.perception.influence import Influence
from tamsk_pi.perception.levels import COLOURS, Levels
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.perception.nodes import NodeTrack
from tamsk_pi.perception.picture import CellSeen, NodeSeen, Seeming, SensorPicture
from tamsk_pi.perception.radio import Radio
from tamsk_pi.perception.settings import NeutralTimer, PerceptionSettings, TimerSource
from tamsk_pi.perception.timer import TiltSwitch
from tamsk_pi.perception.wiring import Rows
from tamsk_pi.rules.acts import Act, Ring, SensorTrouble, Setup, Take, Trouble, TurnTimer
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass

_WAKE_NS: Final = 50 * NS_PER_MS
_SEEMS_COUNTS: Final = 2.5
_SEEMS_MS: Final = 30


class Perception:
    """The table, perceived. All instants are nanoseconds of one monotonic clock; calls come in order of time."""

    def __init__(
        self,
        influence: Influence,
        calibration: Calibration,
        nodes: Mapping[str, Hourglass | NeutralTimer],
        settings: PerceptionSettings | None = None,
        known_cells: tuple[Cell | None, ...] = (),
        wiring: Rows | None = None,
        known_nodes: tuple[Hourglass, ...] = HOURGLASSES,
    ) -> None:
        """`nodes` names the glass of each address. `known_cells` is where each glass stood when the board was last
        seen, red1 … black3, to name the glasses after a power cut, `known_nodes` which of them each was (`nodes`).
        `wiring` is the layout's `reading_at`, by which faults of multiplexers, cables and select lines are
        recognised."""
        self.settings: Final = settings or PerceptionSettings()
        self._levels = Levels(influence, calibration)
        self._hall = BoardWatch(self._levels, self.settings, wiring)
        self._nodes = dict(nodes)
        self._radio = Radio(nodes, self.settings)
        self._glasses = Glasses(self._radio.tracks, self.settings, known_nodes)
        self._switch = TiltSwitch(self.settings)
        self._known_cells = known_cells
        self._level = 3
        self._watermark_ns = -1
        self._sure_ns = -1
        self._wake_ns = 0
        self._early: list[Act] = []
        self._dead_told: frozenset[Cell] = frozenset()

    @property
    def watermark_ns(self) -> int:
        """Up to this instant, itself included, nothing more can come; −1 until the board has first settled."""
        return self._watermark_ns

    @property
    def sure_ns(self) -> int | None:
        """Up to which instant nothing more *can* come, where the watermark had to run ahead of that; else None.

        The neutral timer's node counts as heard once the burst that follows a turn is over (`timer_wait_ms`).
        """
        return None if self._sure_ns >= self._watermark_ns else self._sure_ns

    @property
    def is_set_up(self) -> bool:
        """Whether the whole board has settled once and `Setup` has been told."""
        return self._hall.is_set_up

    def set_match(self, level: int) -> None:
        """The level of the match: at level 1 turning over means nothing, below 3 the neutral timer neither."""
        self._level = level
        self._glasses.asks = level > 1

    def follow_match(self, *, is_playing: bool) -> None:
        """Whether a match is played, which is so until it is said: before one, corners name the glasses."""
        self._glasses.follow_match(is_playing=is_playing)

    @property
    def nodes(self) -> tuple[Hourglass, ...]:
        """For the glass of each name, red1 … black3, which of the configured ones it is, as far as its node has told;
        hands set up look-alikes."""
        return self._glasses.nodes

    def believe(self, name: Hourglass, cell: Cell) -> tuple[Act, ...]:
        """Both players say that the glass on that cell is that one."""
        return _in_order(self._glasses.believe(name, cell, self._hall.now_ns))

    def doubts(self) -> tuple[Doubt, ...]:
        """The standing glasses whose names are in doubt."""
        return self._glasses.doubts()

    def frame(self, frame: Frame) -> tuple[Act, ...]:
        """One scan of the board. Raises ValueError if it does not have 74 readings."""
        news = self._hall.frame(frame)
        now_ns = frame.at_ns
        if news is None and now_ns < self._wake_ns:
            self._raise_watermark(now_ns)
            return ()
        acts: list[Act] = [] if news is None else self._take(news, now_ns)
        acts += self._wake(now_ns)
        self._raise_watermark(now_ns)
        return _in_order(acts)

    def report(self, report: NodeReport) -> tuple[Act, ...]:
        """One advertisement of a node; nothing in it raises."""
        acts = self._radio.hear(report)
        if not self._hall.is_set_up:
            self._early += acts
            return ()
        node = self._nodes.get(report.address)
        if isinstance(node, Hourglass):
            acts = self._glasses.hear(node, report, acts, report.received_ns)
        return _in_order(acts + self._named(report.received_ns))

    def tilt_switch(self, edge: TiltSwitchEdge) -> tuple[Act, ...]:
        """One edge of the neutral timer's switch; ignored where its node is used instead."""
        if self.settings.neutral_timer is not TimerSource.SWITCH:
            return ()
        return tuple(TurnTimer(at_ns) for at_ns in self._switch.edge(edge))

    def _take(self, news: HallNews, now_ns: int) -> list[Act]:
        acts: list[Act] = []
        if news.is_first:
            acts += self._set_up(now_ns)
        for change in sorted(news.changes, key=lambda c: c.at_ns):
            acts += self._change(change, now_ns)
        if news.doubtful:
            for at_ns in sorted({at_ns for _, at_ns in news.doubtful}):
                cells = tuple(sorted(cell for cell, since_ns in news.doubtful if since_ns == at_ns))
                acts.insert(0, Trouble(at_ns, SensorTrouble.COUNT_UNCERTAIN, cells))
        return acts

    def _set_up(self, now_ns: int) -> list[Act]:
        """The first sight of the board, dated before what the nodes told already: that happened on this board."""
        contents = [state.contents for state in self._hall.cells]
        cells = self._glasses.set_up(contents, self._known_cells)
        early, self._early = self._glasses.named(self._early), []
        at_ns = min([now_ns, *(act.at_ns - 1 for act in early)])
        return [Setup(max(0, at_ns), cells, tuple(rings for _, rings in contents)), *early]

    def _change(self, change: CellChange, now_ns: int) -> list[Act]:
        if change.what is Happening.RING_CAME:
            return [Ring(change.at_ns, change.cell)]
        if change.what is Happening.RING_WENT:
            return [Take(change.at_ns, change.cell)]
        acts = self._glasses.take(change, now_ns)
        for name in self._glasses.in_air:
            self._radio.lifted(self._glasses.nodes[name])
        # A flip that has to be inferred comes before the release that it explains, at the same instant too.
        return self._moved(now_ns) + acts

    def _named(self, now_ns: int) -> list[Act]:
        acts = self._glasses.settle(now_ns)
        return self._moved(now_ns) + acts

    def _moved(self, now_ns: int) -> list[Act]:
        moves = self._glasses.take_moved()
        if self._level == 1:
            return []
        acts: list[Act] = []
        for move in moves:
            acts += self._radio.moved(move, now_ns, self._watermark_ns + 1)
        return self._glasses.named(acts)

    def _wake(self, now_ns: int) -> list[Act]:
        self._wake_ns = now_ns + _WAKE_NS
        acts: list[Act] = []
        if self._hall.is_set_up:
            self._note_disturbed(now_ns)
            acts += self._named(now_ns)
            acts += self._glasses.named(self._radio.wake(now_ns, self._watermark_ns + 1))
            acts += self._dead_sensors(now_ns)
            if self._glasses.phantoms:
                phantoms, self._glasses.phantoms = self._glasses.phantoms, []
                acts.append(Trouble(now_ns, SensorTrouble.COUNT_UNCERTAIN, tuple(sorted(phantoms))))
        if self.settings.neutral_timer is TimerSource.SWITCH:
            acts += [TurnTimer(at_ns) for at_ns in self._switch.wake(now_ns)]
        return acts

    def _note_disturbed(self, now_ns: int) -> None:
        for cell in self._glasses.at:
            if self._hall.episode(cell) is not None:
                self._glasses.disturbed(cell, now_ns)

    def _dead_sensors(self, now_ns: int) -> list[Act]:
        dead = frozenset(Cell(i // 2) for i in self._hall.dead)
        new, self._dead_told = dead - self._dead_told, dead
        return [Trouble(now_ns, SensorTrouble.SENSOR_DEAD, tuple(sorted(new)))] if new else []

    def _raise_watermark(self, now_ns: int) -> None:
        if not self._hall.is_set_up:
            return
        mark = max(self._hall.hold_ns(), now_ns - self.settings.hall_wait_ms * NS_PER_MS)
        unnamed_ns = self._glasses.hold_ns()
        if unnamed_ns is not None:
            mark = min(mark, max(unnamed_ns, now_ns - 2 * self.settings.radio_wait_ms * NS_PER_MS))
        if self._level > 1:
            mark = min(mark, self._radio.hold_ns(now_ns, self._glasses))
        if self._level == 3:
            mark = min(mark, self._timer_hold_ns(now_ns))
        self._watermark_ns = max(self._watermark_ns, mark)
        sure = self._hall.sure_ns()
        if unnamed_ns is not None:
            sure = min(sure, unnamed_ns)
        if self._level > 1:
            sure = min(sure, self._radio.sure_ns(now_ns, self._glasses))
        self._sure_ns = max(self._sure_ns, sure)

    def _timer_hold_ns(self, now_ns: int) -> int:
        if self.settings.neutral_timer is TimerSource.NODE:
            return self._radio.timer_hold_ns(now_ns)
        held_ns = self._switch.hold_ns()
        return now_ns - 1 if held_ns is None else held_ns

    # The picture.

    @property
    def levels(self) -> tuple[float, ...]:
        """The counts that each reading should have as the board is believed to stand, `[2 * cell + sensor]`."""
        return tuple(counts for cell in CELLS for counts in self._hall.baseline(cell))

    @property
    def zeros(self) -> tuple[float, ...]:
        """The counts that calibration measured of each reading without any magnet."""
        return self._levels.zero

    def health(self, now_ns: int) -> SensorHealth:
        """What is wrong with the sensors and their wires, drift and noise; also when no frame has come for long."""
        return self._hall.health(now_ns)

    def picture(self, *, has_nodes: bool = True) -> SensorPicture:
        """What is seen at the last frame, believed or not; without the nodes' health where nobody asks for it."""
        hall, glasses, now_ns = self._hall, self._glasses, self._hall.now_ns
        cells = tuple(self._cell_seen(cell) for cell in CELLS)
        standing = set(glasses.at.values())
        tracks = self._radio.tracks.items() if has_nodes else ()
        nodes = [self._node_seen(node, track) for node, track in tracks]
        if has_nodes and self._radio.has_timer:
            nodes.append(self._node_seen(None, self._radio.timer))
        return SensorPicture(
            at_ns=now_ns,
            is_set_up=hall.is_set_up,
            is_settled=hall.is_settled,
            cells=cells,
            in_air=tuple(sorted(glasses.in_air.keys() - standing)),
            off_board=tuple(g for g in HOURGLASSES if g not in standing and g not in glasses.in_air),
            nodes=tuple(nodes),
            unknown_reports=self._radio.unknown_reports,
            noise_counts=hall.noise_counts,
            watermark_ns=self._watermark_ns,
        )

    def node_health(self) -> tuple[NodeHealth, ...]:
        """How each node is at the last frame, red1 … black3, then the neutral timer's; those that are configured."""
        return self._radio.health(self._hall.now_ns)

    def _cell_seen(self, cell: Cell) -> CellSeen:
        state, name = self._hall.cells[cell], self._glasses.at.get(cell)
        seems = self._seems(cell)
        return CellSeen(
            cell=cell,
            colour=COLOURS[state.contents[0]],
            hourglass=name,
            rings=state.contents[1],
            is_settled=self._hall.is_set_up and self._hall.episode(cell) is None,
            is_changing=seems is not None,
            seems=seems,
            is_held=state.is_held,
            is_uncertain=state.is_doubtful,
            is_name_uncertain=name in self._glasses.uncertain,
            dead_sensors=tuple(s for s in (0, 1) if not self._hall.alive(cell)[s]),
            margin_sigmas=state.margin_sigmas,
            second=(COLOURS[state.second[0]], state.second[1]),
        )

    def _seems(self, cell: Cell) -> Seeming | None:
        episode = self._hall.episode(cell)
        window = None if episode is None else episode.window(_SEEMS_MS, 2)
        if window is None:
            return None
        baseline = self._hall.baseline(cell)
        delta = window.mean[0] - baseline[0], window.mean[1] - baseline[1]
        if max(abs(delta[0]), abs(delta[1])) < _SEEMS_COUNTS:
            return None
        sign = self._hall.cells[cell].contents[0]
        field = self._levels.glass_pair(cell, sign or (1 if delta[0] > 0 else -1))
        along = delta[0] * field[0] + delta[1] * field[1]
        across = abs(delta[0] * field[1] - delta[1] * field[0])
        if across < 0.25 * abs(along):
            return (Seeming.LIFT if along < 0 else Seeming.UNCLEAR) if sign else Seeming.PLACE
        if delta[0] > 0 and delta[1] > 0:
            return Seeming.RING
        return Seeming.TAKE if self._hall.cells[cell].contents[1] and delta[1] < 0 else Seeming.UNCLEAR

    def _node_seen(self, name: Hourglass | None, track: NodeTrack) -> NodeSeen:
        last, now_ns = track.last, self._hall.now_ns
        return NodeSeen(
            hourglass=name,
            last_ns=track.last_ns(),
            is_live=track.is_live(now_ns),
            is_moving=last is not None and last.is_moving,
            is_lying=track.is_lying,
            is_end_b_down=track.is_end_b_down,
            battery_percent=None if last is None else last.battery_percent,
            rssi_dbm=None if last is None else last.rssi_dbm,
            per_minute=track.per_minute(now_ns),
            has_inferred_flips=bool(track.inferred),
        )


def _in_order(acts: list[Act]) -> tuple[Act, ...]:
    return tuple(sorted(acts, key=lambda act: act.at_ns))
