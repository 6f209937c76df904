"""What is believed of each cell, and how a judgement changes it: contents, levels, margins, doubts."""

from collections.abc import Iterable
from typing import Final

from tamsk_pi.perception.baselines import Baselines
from tamsk_pi.perception.board_decoder import DecodedBoard
from tamsk_pi.perception.cells import CellState, HallNews
from tamsk_pi.perception.cross_check import alone, contradicts
from tamsk_pi.perception.episode import Episode, Window
from tamsk_pi.perception.happening import CellChange, Judgement
from tamsk_pi.perception.levels import Levels
from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import CELLS, Cell

_MAX_MARGIN_SIGMAS: Final = 99.0


class Beliefs:
    """The 37 cells; their levels follow what is believed."""

    def __init__(self, levels: Levels, baselines: Baselines) -> None:
        self.cells: Final = [CellState() for _ in CELLS]
        self._levels = levels
        self._baselines = baselines

    def start(self, means: Iterable[float], board: DecodedBoard) -> None:
        """The board as it was seen first."""
        for cell, (state, verdict) in enumerate(zip(self.cells, board.verdicts, strict=True)):
            state.contents, state.second = board.contents[cell], verdict.second
            state.margin_sigmas = verdict.margin_sigmas
        for cell in board.uncertain:
            self.cells[cell].is_doubtful = True
        self._baselines.start(means, board)

    def take(self, episode: Episode, judgement: Judgement, alive: Pair, now_ns: int, news: HallNews) -> bool:
        """Believe a judgement, and tell what is new; whether the cell's contents have changed."""
        cell, state = episode.cell, self.cells[episode.cell]
        for change in judgement.changes:
            at_ns = max(change.at_ns, episode.not_before_ns)
            news.changes.append(CellChange(at_ns, cell, change.what, change.sign))
        has_changed = judgement.contents != state.contents
        if has_changed:
            self._baselines.change(cell, state.contents, judgement.contents)
            state.contents = judgement.contents
            state.is_fresh = True
        if judgement.changes:
            episode.restart_onset(now_ns)
            episode.is_reported = False
        if judgement.is_held and not state.is_held:
            state.placed_ns = news.changes[-1].at_ns
        state.is_held = judgement.is_held
        if judgement.is_doubtful:
            episode.is_reported = True
            state.is_doubtful = True
            news.doubtful.append((cell, now_ns))
        if judgement.settled is not None:
            self._settle(cell, judgement, judgement.settled, alive, now_ns, news)
        return has_changed

    def _settle(
        self, cell: Cell, judgement: Judgement, rest: Window, alive: Pair, now_ns: int, news: HallNews
    ) -> None:
        state = self.cells[cell]
        is_new = bool(judgement.changes) or state.is_fresh
        if is_new:
            state.predicted = self._baselines.pair(cell)
        has_glass = state.contents[0] != 0
        self._baselines.settle(cell, rest, alive, now_ns, is_new=is_new, has_glass=has_glass)
        was_doubtful = state.is_doubtful
        state.is_fresh = state.is_doubtful = False
        if judgement.margin_sigmas is not None:
            state.margin_sigmas = judgement.margin_sigmas
        if judgement.changes:
            self._check(cell, state, alive)
            if state.is_doubtful and not was_doubtful:
                # Said before what it is about.
                news.doubtful.append((cell, min(change.at_ns for change in news.changes if change.cell == cell)))

    def _check(self, cell: Cell, state: CellState, alive: Pair) -> None:
        verdict = alone(self._levels, self._baselines, cell, state.contents, alive)
        if verdict is None:
            return
        if verdict.contents == state.contents:
            state.margin_sigmas = min(_MAX_MARGIN_SIGMAS, verdict.margin_sigmas)
            state.second = verdict.second
        elif contradicts(verdict, state.contents):
            state.is_doubtful = True
            state.margin_sigmas, state.second = 0.0, verdict.contents
