"""The board as its Hall sensors see it: bands that wake it up, levels that follow, episodes that are judged.

A reading outside its band opens an episode on its cell; when it is judged, all levels move by what the change adds to
them, and the cell's own level becomes what it reads. So rings are counted by differences to the last settled reading,
and the errors of the model of those that already lie there do not add up. What comes out of the wires instead of from
the board is looked for before anything is believed.
"""

from collections import deque
from collections.abc import Sequence
from operator import add
from typing import Final

from tamsk_pi.perception.baselines import Baselines
from tamsk_pi.perception.beliefs import Beliefs
from tamsk_pi.perception.board_health import BoardHealth
from tamsk_pi.perception.cells import HallNews
from tamsk_pi.perception.cross_check import is_foreign
from tamsk_pi.perception.episode import NS_PER_MS, Episode
from tamsk_pi.perception.findings import SensorHealth
from tamsk_pi.perception.first_look import first_look
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.perception.happening import Happening, Judgement, Situation
from tamsk_pi.perception.judge import Judge
from tamsk_pi.perception.levels import Levels
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.perception.spread import Pair
from tamsk_pi.perception.wiring import Rows
from tamsk_pi.rules.board import CELLS, Cell

_REMEMBERED_FRAMES: Final = 80
_LOOK_EVERY: Final = 4
_LOOK_AT: Final = 2
"""Blocks end on other frames, so that no frame costs both."""
_MEAN_FRAMES: Final = 4
_STEPPED_CELLS: Final = 12
_STEPPED_BACK_COUNTS: Final = 2.5
_BOTH: Final[Pair] = (1.0, 1.0)


class BoardWatch:
    """Frames in, changes of cells out. `rows` is the wiring, to recognise its faults."""

    def __init__(self, levels: Levels, settings: PerceptionSettings, rows: Rows | None = None) -> None:
        self.is_set_up = False
        self.now_ns = -1
        self.settled_ns = -1
        """Up to here nothing that happened is undecided: `lag_ms` before the last frame at rest."""
        self._levels = levels
        self._settings = settings
        self._lag_ns = settings.lag_ms * NS_PER_MS
        self._judge = Judge(levels, settings)
        self._health = BoardHealth(settings, rows)
        self._baselines = Baselines(levels, settings)
        self._beliefs = Beliefs(levels, self._baselines)
        self.cells: Final = self._beliefs.cells
        self._frames: deque[Frame] = deque(maxlen=_REMEMBERED_FRAMES)
        self._episodes: dict[Cell, Episode] = {}
        self._count = 0
        self._prepared = CELLS[-1]

    @property
    def noise_counts(self) -> float:
        """The present estimate of a sample's standard deviation."""
        return self._health.sensors.noise_counts

    @property
    def dead(self) -> frozenset[int]:
        """The readings that are not believed."""
        return self._health.dead

    def health(self, now_ns: int) -> SensorHealth:
        """What is wrong with the sensors, also when no frame has come for long."""
        return self._health.health(max(now_ns, self.now_ns), self._baselines)

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
        return self._baselines.pair(cell)

    def alive(self, cell: Cell) -> Pair:
        """1.0 for each of the cell's sensors that is believed, else 0.0."""
        dead = self._health.dead
        if not dead:
            return _BOTH
        return float(2 * cell not in dead), float(2 * cell + 1 not in dead)

    def frame(self, frame: Frame) -> HallNews | None:
        """One scan; None when nothing is to be said. Raises ValueError for a frame of the wrong length."""
        counts = frame.counts
        if len(counts) != READINGS:
            raise ValueError(f"frame at {frame.at_ns} ns has {len(counts)} readings, expected {READINGS}")
        if self._health.is_blind(frame):
            self.now_ns = frame.at_ns
            return None
        if self._health.is_after_gap(frame):
            self._frames.clear()
        self.now_ns = frame.at_ns
        self._frames.append(frame)
        self._count += 1
        news = self._look() if self._count % _LOOK_EVERY == _LOOK_AT else None
        if not self.is_set_up:
            return self._first_look() or news
        strayed = self._baselines.strayed(counts)
        if strayed or self._episodes:
            return self._busy(frame, strayed, news or HallNews())
        self.settled_ns = frame.at_ns - self._lag_ns
        if self._baselines.sum_up(counts, ()):
            news = self._block(news)
        return news

    # Looks at everything, now and then.

    def _look(self) -> HallNews | None:
        if len(self._episodes) >= _STEPPED_CELLS and self._take_step():
            return None
        if self.is_set_up and not self._episodes:
            self._prepare()
        if self._health.look(self._frames, self._episodes, self._baselines):
            return self._take_dead(HallNews())
        return None

    def _prepare(self) -> None:
        """While nothing moves, what may happen on one more cell is worked out, so that it is at hand when it does."""
        self._prepared = Cell((self._prepared + 1) % len(CELLS))
        self._levels.changes(self._prepared, self.cells[self._prepared].contents)

    def _first_look(self) -> HallNews | None:
        span_ns = self._settings.ring_ms * NS_PER_MS
        if self._count % _LOOK_EVERY or self.now_ns - self._frames[0].at_ns < span_ns:
            return None
        recent = [frame for frame in self._frames if frame.at_ns >= self.now_ns - span_ns]
        seen = first_look(self._levels, recent, self.noise_counts, self.dead)
        if seen is None:
            return None
        means, board = self._health.first_look(self._levels, *seen, len(recent), self.now_ns)
        self._beliefs.start(means, board)
        self.is_set_up = True
        self.settled_ns = self.now_ns
        self._set_bands(CELLS)
        for cell in CELLS:
            self.cells[cell].is_doubtful |= self.alive(cell) == (0.0, 0.0)
        return HallNews(doubtful=[(cell, self.now_ns) for cell in board.uncertain], is_first=True)

    def _block(self, news: HallNews | None) -> HallNews | None:
        means, frames = self._baselines.means()
        if self._health.block(means, frames, self._baselines, self.now_ns):
            news = self._take_dead(news or HallNews())
        for cell in self._baselines.block(means, self.now_ns, self._episodes, self.dead, self.noise_counts):
            self._open(cell)
        return news

    def _set_bands(self, cells: Sequence[Cell]) -> None:
        self._baselines.set_bands(cells, self._episodes, self.dead, self.noise_counts)

    def _take_dead(self, news: HallNews) -> HallNews:
        for cell in CELLS:
            state, alive = self.cells[cell], self.alive(cell)
            if alive == (0.0, 0.0):
                self._episodes.pop(cell, None)
                state.is_doubtful = True
            elif alive == _BOTH and state.is_doubtful and cell not in self._episodes:
                state.is_doubtful = False
        self._set_bands(CELLS)
        return news

    def _take_step(self) -> bool:
        """So many cells at once are no hands: whether all zeros have stepped."""
        if len(self._frames) < _MEAN_FRAMES:
            return False
        means, dead, levels = self._latest_means(), self.dead, self._baselines.counts
        offs = [mean - level for i, (mean, level) in enumerate(zip(means, levels, strict=True)) if i not in dead]
        moved = self._baselines.drift.step(offs, self.now_ns)
        if not moved:
            return False
        self._baselines.shift(moved)
        for cell in list(self._episodes):
            x, y = self.baseline(cell)
            if max(abs(means[2 * cell] - x), abs(means[2 * cell + 1] - y)) <= _STEPPED_BACK_COUNTS:
                del self._episodes[cell]
        self._set_bands(CELLS)
        return True

    def _latest_means(self) -> list[float]:
        sums = [0] * READINGS
        for k in range(1, _MEAN_FRAMES + 1):
            sums = list(map(add, sums, self._frames[-k].counts))
        return [total / _MEAN_FRAMES for total in sums]

    # In motion.

    def _busy(self, frame: Frame, strayed: list[int], news: HallNews) -> HallNews:
        counts, noise = frame.counts, self.noise_counts
        for i in strayed:
            cell = Cell(i // 2)
            if cell not in self._episodes:
                self._open(cell)
            # The frame that opened an episode is already among its samples.
        self._judge_all(frame, noise, news)
        if not self._episodes:
            self.settled_ns = max(self.settled_ns, frame.at_ns - self._lag_ns)
        if self._baselines.sum_up(counts, self._episodes):
            self._block(news)
        return news

    def _judge_all(self, frame: Frame, noise: float, news: HallNews) -> None:
        counts = frame.counts
        for cell, episode in list(self._episodes.items()):
            if episode.last_ns < frame.at_ns:
                i = 2 * cell
                episode.add(frame.at_ns, counts[i], counts[i + 1], self.baseline(cell), self.alive(cell), noise)
            judgement = self._judge.judge(episode, self._situation(cell))
            if judgement is None:
                continue
            if judgement.changes and self._health.is_wiring(self._frames, self._baselines):
                self._take_dead(news)
                return
            if self._is_foreign(cell, judgement):
                judgement = Judgement((), self.cells[cell].contents, self.cells[cell].is_held, is_doubtful=True)
                if episode.is_reported:
                    continue
            self._believe(episode, judgement, news)

    def _is_foreign(self, cell: Cell, judgement: Judgement) -> bool:
        rings = (Happening.RING_CAME, Happening.RING_WENT)
        if not any(change.what in rings for change in judgement.changes) or len(self._frames) < _MEAN_FRAMES:
            return False
        contents = [state.contents for state in self.cells]
        return is_foreign(self._levels, self._baselines, cell, self._latest_means(), contents, self.dead)

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
        self._set_bands((cell,))

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
        cell = episode.cell
        has_changed = self._beliefs.take(episode, judgement, self.alive(cell), self.now_ns, news)
        if judgement.settled is not None:
            del self._episodes[cell]
        self._set_bands(CELLS if has_changed else (cell,))
