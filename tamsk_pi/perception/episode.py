"""An episode: the readings of one cell from when they left their band until it is decided what happened.

Windows are counted back from the present and are spans of time, not numbers of frames, so that 30 and 185 scans a
second are judged alike.

    counts          onset            rests since
      ▲               │                 │←── window ──→│now
      │ ──────────────╯╲  ╱╲___________╱────────────────
      └───────────────────────────────────────────────► time
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tamsk_pi.perception.spread import Pair
from tamsk_pi.rules.board import Cell

NS_PER_MS: Final = 1_000_000
_GAP_NS: Final = 100 * NS_PER_MS  # no scan for longer: a busy computer
_LONGEST: Final = 2_048
_KEPT: Final = 1_024
_SETTLED_COUNTS: Final = 2.5
_CALM_FRAMES: Final = 4
_CALM_SIGMAS: Final = 3.0
_NEAR_COUNTS: Final = 2.4
_NEAR_FRAMES: Final = 4
_STEP_FRAMES: Final = 4  # at least so many on either side of a step
_STEP_BEFORE: Final = 12
_STEP_COUNTS: Final = 0.9  # a ring that comes to rest beside moves the readings by 0.65 at most
_STEP_SIGMAS: Final = 5.5
_NOISE_COUNTS: Final = 0.5
_STRETCHES: Final = 7
_STILL_CHI2: Final = 30.0  # of 12 degrees of freedom
_STRAY_AMONG: Final = 4  # of so many frames before a stray one, all but one are where they should be
_S1_ALONE: Final = 2.0  # S1 is so many times farther off than S0: no piece does that, noise may
_ABRUPT_FRAMES: Final = 6
_ABRUPT: Final = 0.75  # of the step is there within so few frames


@dataclass(frozen=True, slots=True)
class Window:
    """The last readings of a cell: from when, how many, their means and variances."""

    since_ns: int
    frames: int
    mean: Pair
    variance: Pair

    def is_steady(self, noise_counts: float, alive: Pair) -> bool:
        """Whether the readings vary no more than by noise (a chi² test at about one in a thousand)."""
        limit = noise_counts**2 * _steady_share(self.frames)
        return self.variance[0] * alive[0] <= limit and self.variance[1] * alive[1] <= limit


class Episode:
    """Samples of one cell while it is undecided, and since when it has been away from its baseline."""

    __slots__ = (
        "_at",
        "_near_frames",
        "_s0",
        "_s1",
        "cell",
        "is_reported",
        "not_before_ns",
        "onset_ns",
        "opened_ns",
        "seen_since_ns",
        "was_away",
    )

    def __init__(self, cell: Cell, opened_ns: int) -> None:
        self.cell = cell
        self.opened_ns = opened_ns
        self.onset_ns: int | None = None
        """The first frame since which the reading has not been near its baseline; None while it is near.

        After a gap in the scans the instant from which nothing was seen: what a glass did then came after its lift.
        """
        self.not_before_ns = opened_ns
        """Acts of this episode are later than what was already given out as settled."""
        self.seen_since_ns = 0
        """The first frame after the last gap in the scans."""
        self.was_away = False
        """A glass was out of its tube for a moment."""
        self.is_reported = False
        self._near_frames = 0
        self._at: list[int] = []
        self._s0: list[int] = []
        self._s1: list[int] = []

    @property
    def last_ns(self) -> int:
        """The last frame taken."""
        return self._at[-1]

    def add(self, at_ns: int, s0: int, s1: int, baseline: Pair, alive: Pair, noise_counts: float) -> None:
        """One more frame."""
        if len(self._at) > _LONGEST:
            for samples in (self._at, self._s0, self._s1):
                del samples[:-_KEPT]
        before_ns = self._at[-1] if self._at else at_ns
        is_after_gap = at_ns - before_ns > _GAP_NS
        if is_after_gap:
            self.seen_since_ns = at_ns
        self._at.append(at_ns)
        self._s0.append(s0)
        self._s1.append(s1)
        near = max(_NEAR_COUNTS, 3.2 * noise_counts)
        if abs(s0 - baseline[0]) * alive[0] <= near and abs(s1 - baseline[1]) * alive[1] <= near:
            # A ring that is taken off swings up, back through the baseline, and away: that is not "near again".
            self._near_frames += 1
            if self._near_frames >= _NEAR_FRAMES:
                self.onset_ns = None
            return
        self._near_frames = 0
        if self.onset_ns is None:
            self.onset_ns = before_ns + 1 if is_after_gap else at_ns

    def restart_onset(self, at_ns: int) -> None:
        """What lay before is explained; anything further happened at this frame at the earliest."""
        if self.onset_ns is not None:
            self.onset_ns = at_ns

    def window(self, span_ms: int, least: int = 3) -> Window | None:
        """The frames of the last `span_ms`, or the last `least` where scans are so slow that these take longer, half
        again at most; None if there are fewer or the episode is not that old."""
        at = self._at
        since_ns = at[-1] - span_ms * NS_PER_MS
        i = min(bisect_left(at, since_ns), len(at) - least)
        if i < 0 or at[0] > since_ns or at[i] < since_ns - span_ms * NS_PER_MS // 2:
            return None
        frames = len(at) - i
        xs, ys = self._s0[i:], self._s1[i:]
        mx, my = sum(xs) / frames, sum(ys) / frames
        vx = sum([(x - mx) ** 2 for x in xs]) / (frames - 1)
        vy = sum([(y - my) ** 2 for y in ys]) / (frames - 1)
        return Window(at[i], frames, (mx, my), (vx, vy))

    def rests_since(self, level: Pair, alive: Pair, noise_counts: float, tolerance_counts: float = 0.0) -> int:
        """The first frame since which both readings have stayed at a level; single strays do not count."""
        tolerance = max(_SETTLED_COUNTS, 3.6 * noise_counts, tolerance_counts)
        has_both = alive == (1.0, 1.0)
        return self._trailing(
            lambda x, y: abs(x - level[0]) * alive[0] <= tolerance and abs(y - level[1]) * alive[1] <= tolerance,
            lambda x, y: has_both and abs(x - level[0]) * _S1_ALONE <= abs(y - level[1]),
        )

    def calm_since(self, since_ns: int, level: Pair, alive: Pair, noise_counts: float) -> int:
        """The first frame from then on with which four begin that are at a level on average, else `since_ns`: a ring
        that falls or hops passes its level, and near it, before it rests there."""
        limit = _CALM_SIGMAS * noise_counts * math.sqrt(_CALM_FRAMES)
        for i in range(bisect_left(self._at, since_ns), len(self._at) - _CALM_FRAMES):
            x, y = (sum(samples[i : i + _CALM_FRAMES]) for samples in (self._s0, self._s1))
            off = abs(x - _CALM_FRAMES * level[0]) * alive[0], abs(y - _CALM_FRAMES * level[1]) * alive[1]
            if max(off) <= limit:
                return self._at[i]
        return since_ns

    def is_still(self, span_ms: int, alive: Pair, noise_counts: float) -> bool:
        """Whether the means of short stretches of the last `span_ms` differ no more than by noise (a chi² test at
        about three in a thousand). A hand sways slowly, and hardly more than the noise of one frame."""
        begin = bisect_left(self._at, self._at[-1] - span_ms * NS_PER_MS)
        length = (len(self._at) - begin) // _STRETCHES
        if length < 2:
            return True
        first = len(self._at) - length * _STRETCHES
        total = 0.0
        for samples, weight in ((self._s0, alive[0]), (self._s1, alive[1])):
            means = [sum(samples[i : i + length]) / length for i in range(first, len(samples), length)]
            middle = sum(means) / _STRETCHES
            total += weight * sum([(mean - middle) ** 2 for mean in means])
        return total * length <= _STILL_CHI2 * noise_counts**2

    def sways(self, span_ms: int, noise_counts: float) -> bool:
        """Whether readings of the last `span_ms`, or as many as there are, go up and down by more than noise (a chi²
        test at about one in a thousand), a steady run one way taken out: under a hand they do, a broken sensor's do
        not."""
        begin = bisect_left(self._at, self._at[-1] - span_ms * NS_PER_MS)
        frames = len(self._at) - begin
        if frames < _STRETCHES:
            return False
        limit = noise_counts**2 * _steady_share(frames)
        return any(_variance_about_line(counts[begin:]) > limit for counts in (self._s0, self._s1))

    def last_step_ns(self, since_ns: int, alive: Pair, noise_counts: float) -> int:
        """The frame from then on before and after which the means differ, else `since_ns`: a ring that has been
        caught crooked on the rim reads almost as one that lies. What comes slowly is no ring that falls."""
        at, step_ns = self._at, since_ns
        while True:
            begin = bisect_left(at, step_ns)
            best_score, best = _STEP_SIGMAS, -1
            for k in range(begin + _STEP_FRAMES, len(at) - _STEP_FRAMES + 1):
                first = max(begin, k - _STEP_BEFORE)
                spread = noise_counts * math.sqrt(1 / (k - first) + 1 / (len(at) - k))
                steps = [self._step(i, first, k, len(at)) * alive[i] for i in (0, 1)]
                score = math.hypot(*steps) / spread
                is_step = max(map(abs, steps)) >= _STEP_COUNTS and score > best_score
                # Nothing that falls onto its seat raises S0 and lowers S1.
                if is_step and not steps[0] > _NOISE_COUNTS < -steps[1] and self._is_abrupt(k, begin, alive):
                    best_score, best = score, k
            if best < 0:
                return step_ns
            step_ns = at[best]

    def _step(self, sensor: int, first: int, k: int, end: int) -> float:
        """How much the mean of the samples from `k` to `end` is above that of the samples from `first` to `k`."""
        samples = (self._s0, self._s1)[sensor]
        return sum(samples[k:end]) / (end - k) - sum(samples[first:k]) / (k - first)

    def _is_abrupt(self, k: int, begin: int, alive: Pair) -> bool:
        first, end = max(begin, k - _STEP_BEFORE), len(self._at)
        near = (max(begin, k - _ABRUPT_FRAMES), min(end, k + _ABRUPT_FRAMES))
        whole = math.hypot(*(self._step(i, first, k, end) * alive[i] for i in (0, 1)))
        return math.hypot(*(self._step(i, near[0], k, near[1]) * alive[i] for i in (0, 1))) >= _ABRUPT * whole

    def fraction_since(self, fraction: float, direction: Pair, baseline: Pair) -> int:
        """The first frame since which the readings have gone at least that fraction of the way to a change."""
        square = direction[0] ** 2 + direction[1] ** 2
        return self._trailing(
            lambda x, y: (x - baseline[0]) * direction[0] + (y - baseline[1]) * direction[1] >= fraction * square
        )

    def passed_ns(self, fraction: float, direction: Pair, baseline: Pair) -> int:
        """When the readings passed that fraction of the way to a change, between two frames, for the last time."""
        at_ns = self.fraction_since(fraction, direction, baseline)
        i = bisect_left(self._at, at_ns)
        square = direction[0] ** 2 + direction[1] ** 2
        before, after = (
            ((self._s0[k] - baseline[0]) * direction[0] + (self._s1[k] - baseline[1]) * direction[1]) / square
            for k in (max(0, i - 1), i)
        )
        if not before < fraction <= after:
            return at_ns
        return at_ns - round((at_ns - self._at[i - 1]) * (after - fraction) / (after - before))

    def plateau(
        self, level: Pair, alive: Pair, tolerance_counts: float = 3.0, frames: int = 4
    ) -> tuple[int, int] | None:
        """When the readings first came to stay near a level for at least `frames` frames, and when they left it."""
        run: list[int] = []
        for at_ns, x, y in zip(self._at, self._s0, self._s1, strict=True):
            off = max(abs(x - level[0]) * alive[0], abs(y - level[1]) * alive[1])
            if off <= tolerance_counts:
                run.append(at_ns)
            elif len(run) >= frames:
                return run[0], at_ns
            else:
                run = []
        return (run[0], self._at[-1]) if len(run) >= frames else None

    def _trailing(
        self, holds: Callable[[int, int], bool], is_noise: Callable[[int, int], bool] = lambda _x, _y: False
    ) -> int:
        i = len(self._at) - 1
        while i >= 0:
            if not holds(self._s0[i], self._s1[i]):
                # Noise may take two frames close to each other astray; a hop takes two in a row, of both sensors.
                before = [holds(self._s0[j], self._s1[j]) for j in range(max(0, i - _STRAY_AMONG), i)]
                may_stray = sum(before) >= _STRAY_AMONG - 1
                if not (may_stray and (before[-1] or is_noise(self._s0[i], self._s1[i]))):
                    break
            i -= 1
        return self._at[min(i + 1, len(self._at) - 1)]


def _steady_share(frames: int) -> float:
    """The variance of so many frames over that of the noise that noise hardly ever exceeds."""
    return 1.2 + 4.2 * math.sqrt(2.0 / (frames - 1))


def _variance_about_line(counts: Sequence[int]) -> float:
    """What is left of their variance without a steady run up or down."""
    middle, mean = (len(counts) - 1) / 2, sum(counts) / len(counts)
    along = sum([(i - middle) * (count - mean) for i, count in enumerate(counts)])
    length2 = sum([(i - middle) ** 2 for i in range(len(counts))])
    return (sum([(count - mean) ** 2 for count in counts]) - along * along / length2) / (len(counts) - 2)
