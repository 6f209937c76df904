"""The board as its Hall sensors see it: bands that wake it up, baselines that follow, episodes that are judged.

At rest a frame costs one comparison of 74 counts with their bands and one addition. A reading outside its band opens
an episode on its cell; when it is judged, all baselines move by what the change adds to them, and the cell's own
baseline becomes what it reads. So rings are counted by differences to the last settled reading, and the errors of
the model of those that already lie there do not add up.
"""

from collections import deque
from dataclasses import dataclass, field
from operator import add
from typing import Final

from tamsk_pi.perception.board_decoder import decode_board
from tamsk_pi.perception.drift import DriftTracker
from tamsk_pi.perception.episode import NS_PER_MS, Episode, Window
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.perception.health import SensorHealth, is_at_rail
from tamsk_pi.perception.judge import BACK_COUNTS, CellChange, Judge, Judgement, Situation
from tamsk_pi.perception.levels import Contents, Levels, best
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import CELLS, Cell

_OPEN: Final = (-1, 1 << 16)
_REMEMBERED_FRAMES: Final = 80
_LOOK_EVERY: Final = 4
_FIRST_RANGE_SIGMAS: Final = 9.0
_ABSOLUTE_MARGIN_SIGMAS: Final = 1.5
_MAX_MARGIN_SIGMAS: Final = 99.0


@dataclass(slots=True)
class CellState:
    """What is believed of one cell."""

    contents: Contents = (0, 0)
    is_held: bool = False
    placed_ns: int = 0
    is_fresh: bool = False
    predicted: Pair | None = None
    is_doubtful: bool = False
    margin_sigmas: float = 0.0


@dataclass(slots=True)
class HallNews:
    """What one frame brought."""

    changes: list[CellChange] = field(default_factory=list)
    doubtful: list[Cell] = field(default_factory=list)
    lost: list[Cell] = field(default_factory=list)
    is_first: bool = False


class BoardWatch:
    """Frames in, changes of cells out."""

    def __init__(self, levels: Levels, settings: PerceptionSettings) -> None:
        self.cells: Final = [CellState() for _ in CELLS]
        self.is_set_up = False
        self.now_ns = -1
        self.settled_ns = -1
        """Up to here nothing that happened is undecided: `lag_ms` before the last frame at rest."""
        self._levels = levels
        self._settings = settings
        self._lag_ns = settings.lag_ms * NS_PER_MS
        self._judge = Judge(levels, settings)
        self._health = SensorHealth(settings)
        self._frames: deque[Frame] = deque(maxlen=_REMEMBERED_FRAMES)
        self._episodes: dict[Cell, Episode] = {}
        self._baseline: list[float] = [0.0] * READINGS
        self._model: list[float] = [0.0] * READINGS
        self._drift = DriftTracker()
        self._was_busy: set[Cell] = set()
        self._lows: list[int] = [_OPEN[0]] * READINGS
        self._highs: list[int] = [_OPEN[1]] * READINGS
        self._sums: list[int] = [0] * READINGS
        self._summed = 0
        self._count = 0

    @property
    def noise_counts(self) -> float:
        """The present estimate of a sample's standard deviation."""
        return self._health.noise_counts

    @property
    def dead(self) -> frozenset[int]:
        """The readings that are not believed."""
        return self._health.dead

    def hold_ns(self) -> int:
        """Up to which instant nothing more can come from the sensors, if undecided cells are waited for."""
        if not self._episodes:
            return self.settled_ns
        mark_ns = self.now_ns - self._lag_ns
        for cell, episode in self._episodes.items():
            if self.cells[cell].is_held:
                mark_ns = min(mark_ns, self.cells[cell].placed_ns)
            if episode.onset_ns is not None and not episode.is_reported:
                mark_ns = min(mark_ns, episode.onset_ns - 1)
        return mark_ns

    def sure_ns(self) -> int:
        """Up to which instant nothing more can come from the sensors, however long an undecided cell takes. A glass
        that is held, and a cell that was told to be uncertain, are known for what they are."""
        open_ns = [
            episode.onset_ns - 1
            for cell, episode in self._episodes.items()
            if episode.onset_ns is not None and not episode.is_reported and not self.cells[cell].is_held
        ]
        return min([self.now_ns, *open_ns])

    @property
    def is_settled(self) -> bool:
        """Whether the board has been seen and no cell is undecided."""
        return self.is_set_up and not self._episodes

    def episode(self, cell: Cell) -> Episode | None:
        """The undecided change on a cell, if there is one."""
        return self._episodes.get(cell)

    def baseline(self, cell: Cell) -> Pair:
        """The counts that a cell should read as it is believed to stand."""
        return self._baseline[2 * cell], self._baseline[2 * cell + 1]

    def alive(self, cell: Cell) -> Pair:
        """1.0 for each of the cell's sensors that is believed, else 0.0."""
        dead = self._health.dead
        return float(2 * cell not in dead), float(2 * cell + 1 not in dead)

    def frame(self, frame: Frame) -> HallNews | None:
        """One scan; None when nothing is to be said. Raises ValueError for a frame of the wrong length."""
        counts = frame.counts
        if len(counts) != READINGS:
            raise ValueError(f"frame at {frame.at_ns} ns has {len(counts)} readings, expected {READINGS}")
        self.now_ns = frame.at_ns
        self._frames.append(frame)
        self._count += 1
        news: HallNews | None = None
        if self._count % _LOOK_EVERY == 0 and self._health.look(frame.at_ns, counts, self._restless()):
            news = self._take_dead(HallNews())
        if not self.is_set_up:
            return self._first_look() or news
        strayed = [
            i
            for i, (count, low, high) in enumerate(zip(counts, self._lows, self._highs, strict=True))
            if not low <= count <= high
        ]
        if strayed or self._episodes:
            return self._busy(frame, strayed, news or HallNews())
        self.settled_ns = frame.at_ns - self._lag_ns
        self._sum_up(counts)
        return news

    def _restless(self) -> frozenset[int]:
        return frozenset(2 * cell + s for cell in self._episodes for s in (0, 1))

    # The first look.

    def _first_look(self) -> HallNews | None:
        span_ns = self._settings.ring_ms * NS_PER_MS
        if self._count % _LOOK_EVERY or self.now_ns - self._frames[0].at_ns < span_ns:
            return None
        frames = [f.counts for f in self._frames if f.at_ns >= self.now_ns - span_ns]
        limit = _FIRST_RANGE_SIGMAS * self.noise_counts
        columns = list(zip(*frames, strict=True))
        if len(frames) < 8 or any(max(c) - min(c) > limit for c in columns):
            return None
        means = tuple(sum(c) / len(c) for c in columns)
        dead = self.dead | {i for i, mean in enumerate(means) if is_at_rail(round(mean))}
        board = decode_board(self._levels, means, dead)
        uncertain = board.uncertain
        for cell in CELLS:
            state = self.cells[cell]
            state.contents = board.contents[cell]
            state.margin_sigmas = board.verdicts[cell].margin_sigmas
            state.is_doubtful = cell in uncertain
        self._baseline, self._model = list(means), list(board.model)
        self._drift.common_counts = board.common_counts
        self.is_set_up = True
        self.settled_ns = self.now_ns
        for cell in CELLS:
            self._set_bands(cell)
        return HallNews(doubtful=[c for c in CELLS if self.cells[c].is_doubtful], is_first=True)

    # At rest.

    def _sum_up(self, counts: tuple[int, ...]) -> None:
        self._sums = list(map(add, self._sums, counts))
        self._summed += 1
        if self._summed >= self._settings.block_frames:
            self._block()

    def _block(self) -> None:
        """The mean of some frames: follow it slowly, and look closer where it has gone too far for noise."""
        offs = self._block_offs()
        self._sums, self._summed = [0] * READINGS, 0
        self._was_busy = set(self._episodes)
        limit = max(self._settings.block_counts, 2.6 * self.noise_counts)
        steps = self._drift.follow(offs, self.now_ns)
        self._baseline = list(map(add, self._baseline, steps))
        for i, off in enumerate(offs):
            if off is not None and abs(off - steps[i]) > limit and Cell(i // 2) not in self._episodes:
                self._open(Cell(i // 2))
        for cell in CELLS:
            if cell not in self._episodes:
                self._set_bands(cell)

    def _block_offs(self) -> list[float | None]:
        """How far the block's mean is off the baseline; None for readings that were not at rest all the time."""
        frames, dead = self._summed, self._health.dead
        offs: list[float | None] = [
            total / frames - base for total, base in zip(self._sums, self._baseline, strict=True)
        ]
        for i in dead:
            offs[i] = None
        for cell in self._was_busy | set(self._episodes):
            offs[2 * cell] = offs[2 * cell + 1] = None
        return offs

    def _set_bands(self, cell: Cell) -> None:
        half = max(self._settings.band_counts, 5.5 * self.noise_counts)
        for i in (2 * cell, 2 * cell + 1):
            if i in self._health.dead or cell in self._episodes:
                self._lows[i], self._highs[i] = _OPEN
            else:
                self._lows[i] = round(self._baseline[i] - half)
                self._highs[i] = round(self._baseline[i] + half)

    def _take_dead(self, news: HallNews) -> HallNews:
        lost = [cell for cell in CELLS if self.alive(cell) != (1.0, 1.0)]
        for cell in CELLS:
            if cell not in lost and self.cells[cell].is_doubtful and cell not in self._episodes:
                self.cells[cell].is_doubtful = False
        news.lost = lost
        for cell in CELLS:
            if self.alive(cell) == (0.0, 0.0):
                self._episodes.pop(cell, None)
                self.cells[cell].is_doubtful = True
            self._set_bands(cell)
        return news

    # In motion.

    def _busy(self, frame: Frame, strayed: list[int], news: HallNews) -> HallNews:
        counts, noise = frame.counts, self.noise_counts
        for i in strayed:
            cell = Cell(i // 2)
            if cell not in self._episodes:
                self._open(cell)
            # The frame that opened an episode is already among its samples.
        for cell, episode in list(self._episodes.items()):
            if episode.last_ns < frame.at_ns:
                i = 2 * cell
                episode.add(frame.at_ns, counts[i], counts[i + 1], self.baseline(cell), self.alive(cell), noise)
            judgement = self._judge.judge(episode, self._situation(cell))
            if judgement is not None:
                self._believe(episode, judgement, news)
        if not self._episodes:
            self.settled_ns = max(self.settled_ns, frame.at_ns - self._lag_ns)
        self._was_busy.update(self._episodes)
        self._sum_up(counts)
        return news

    def _open(self, cell: Cell) -> None:
        episode = Episode(cell, self.now_ns)
        baseline, alive, i = self.baseline(cell), self.alive(cell), 2 * cell
        for frame in self._frames:
            episode.add(frame.at_ns, frame.counts[i], frame.counts[i + 1], baseline, alive, self.noise_counts)
        # What was given out as settled stays so, even if noise hid the first moments of the change.
        if episode.onset_ns is not None and episode.onset_ns <= self.settled_ns:
            episode.onset_ns = min(self.settled_ns + 1, self.now_ns)
        episode.not_before_ns = self.settled_ns + 1
        self._episodes[cell] = episode
        self._set_bands(cell)

    def _situation(self, cell: Cell) -> Situation:
        state = self.cells[cell]
        return Situation(
            self.now_ns,
            state.contents,
            state.is_held,
            state.is_fresh,
            self.baseline(cell),
            self.alive(cell),
            self.noise_counts,
            state.predicted,
        )

    def _believe(self, episode: Episode, judgement: Judgement, news: HallNews) -> None:
        cell, state = episode.cell, self.cells[episode.cell]
        for change in judgement.changes:
            at_ns = max(change.at_ns, episode.not_before_ns)
            news.changes.append(CellChange(at_ns, cell, change.what, change.sign))
        if judgement.contents != state.contents:
            vector = self._levels.change_vector(cell, state.contents, judgement.contents)
            self._baseline = list(map(add, self._baseline, vector))
            self._model = list(map(add, self._model, vector))
            self._move_neighbours_bands(cell)
            state.contents = judgement.contents
            state.is_fresh = True
        if judgement.changes:
            episode.restart_onset(self.now_ns)
            episode.is_reported = False
        if judgement.is_held and not state.is_held:
            state.placed_ns = news.changes[-1].at_ns
        state.is_held = judgement.is_held
        if judgement.is_doubtful:
            episode.is_reported = True
            state.is_doubtful = True
            news.doubtful.append(cell)
        if judgement.settled is not None:
            self._settle(cell, judgement, judgement.settled, news)

    def _move_neighbours_bands(self, changed: Cell) -> None:
        for cell in CELLS:
            if cell != changed and cell not in self._episodes:
                self._set_bands(cell)

    def _settle(self, cell: Cell, judgement: Judgement, rest: Window, news: HallNews) -> None:
        state, alive = self.cells[cell], self.alive(cell)
        del self._episodes[cell]
        if judgement.changes or state.is_fresh:
            state.predicted = self.baseline(cell)
        for sensor in (0, 1):
            i = 2 * cell + sensor
            # After a false alarm a ring may still hang in a hand above: that is no new baseline.
            shift = rest.mean[sensor] - self._baseline[i]
            if not alive[sensor]:
                continue
            if judgement.changes or state.is_fresh or (state.contents[0] and abs(shift) > BACK_COUNTS):
                self._baseline[i] = rest.mean[sensor]
                self._drift.changed(i, self.now_ns)
            elif abs(shift) > BACK_COUNTS:
                self._baseline[i] += self._drift.shifted(i, shift)
        state.is_fresh = False
        was_doubtful = state.is_doubtful
        state.is_doubtful = False
        if judgement.margin_sigmas is not None:
            state.margin_sigmas = judgement.margin_sigmas
        if judgement.changes:
            self._check_absolutely(cell, state, alive)
            if state.is_doubtful and not was_doubtful:
                news.doubtful.append(cell)
        self._set_bands(cell)

    def _check_absolutely(self, cell: Cell, state: CellState, alive: Pair) -> None:
        """The count by differences must not be far from what the cell would be taken for by itself."""
        candidate = self._levels.own(cell, state.contents)
        if candidate is None:
            return
        own, i = candidate.counts, 2 * cell
        observed = (
            self._baseline[i] - self._levels.zero[i] - self._drift.zero_shift(i) - self._model[i] + own[0],
            self._baseline[i + 1]
            - self._levels.zero[i + 1]
            - self._drift.zero_shift(i + 1)
            - self._model[i + 1]
            + own[1],
        )
        verdict = best(self._levels.absolute[cell], observed, alive)
        if verdict.contents == state.contents:
            state.margin_sigmas = min(_MAX_MARGIN_SIGMAS, verdict.margin_sigmas)
        elif verdict.margin_sigmas > _ABSOLUTE_MARGIN_SIGMAS:
            state.is_doubtful = True
            state.margin_sigmas = 0.0
