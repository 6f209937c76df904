"""What an episode means: which piece came or went on a cell, and when.

A glass is recognised by the direction of the change (S0 : S1 about 9 : 4, a ring about 1 : 1), also while it wavers;
a ring only by readings that rest. In the order in which they are tried:

- lifted: a glass stood there, and at least 70 % of its field is gone, and does not come back within `in_tube_ms`: so
  quickly it only comes back when it was turned over where it stands, which its node tells. That takes hands that pull
  it up faster than a hand which lifts it: one that took `rise_ms` is lifted as soon as it is clearly out;
- placed: its whole field is there and rests for `release_ms`; placed but held: most of it is there that long, and
  wavers;
- let go: a held glass rests;
- nothing: the readings are back;
- anything else, rings above all: the readings rest for `ring_ms`, one explanation fits and no other nearly as well.
"""

import math
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS, Episode, Window
from tamsk_pi.perception.explain import explain, let_go_before
from tamsk_pi.perception.happening import BACK_COUNTS, CellChange, Happening, Judgement, Situation
from tamsk_pi.perception.levels import Candidate, Contents, Levels, best
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.perception.spread import Pair

_GONE: Final = 0.70
_WAVERS: Final = 0.45  # 2.6 mm up; a hand that has not let go lifts a glass by 2
_LEFT: Final = 0.1  # 0.4 mm up
_OUT: Final = 0.8  # 7 mm up; a hop of 6 mm takes away 0.72
_MUCH: Final = 1.25
_HELD: Final = 0.55
_CAME: Final = 0.5
_HELD_UP: Final = 0.35  # 3.4 mm up: noise and a ring that comes near included, no higher while it is held
_DIRECTION: Final = (0.2, 0.6)  # share of the change and counts by which it may point elsewhere
_REST_SIGMAS: Final = 3.5
_SEATED_COUNTS: Final = 0.9
_RESEATED_COUNTS: Final = 6.5
_FIT_SIGMAS: Final = 4.0
_PLAIN_SIGMAS: Final = 2.3
_MARGIN_SIGMAS: Final = 1.5
_SHIFTED_COUNTS: Final = 3.2
_PATIENT_MS: Final = 1_000
_WAVERING_COUNTS: Final = 6.0


class Judge:
    """Judges episodes; keeps nothing."""

    def __init__(self, levels: Levels, settings: PerceptionSettings) -> None:
        self._levels = levels
        self._settings = settings

    def judge(self, episode: Episode, here: Situation) -> Judgement | None:
        """What can be said at this frame, None if nothing new."""
        presence = episode.window(self._settings.presence_ms)
        if presence is None:
            return None
        if here.has_both:
            glass = self._lifted if here.contents[0] else self._placed
            judgement = glass(episode, here, presence)
            if judgement is not None:
                return judgement
        if here.is_held:
            return self._let_go(episode, here) or self._rings(episode, here)
        calm = episode.window(self._settings.release_ms, 5)
        if calm is None or not calm.is_steady(here.noise_counts, here.alive):
            return None
        return self._at_rest(episode, here, calm) or self._rings(episode, here)

    def _lifted(self, episode: Episode, here: Situation, presence: Window) -> Judgement | None:
        sign, rings = here.contents
        field = self._levels.glass_pair(episode.cell, sign)
        gone = (-field[0], -field[1])
        fraction, is_along = _project(here.off(presence.mean), gone)
        is_out = self._is_out(episode, here, gone)
        if not is_out and not (is_along and _GONE <= fraction <= _MUCH):
            return None
        at_ns = episode.onset_ns
        if here.is_held or at_ns is None:
            at_ns = episode.fraction_since(_WAVERS, gone, here.baseline)
        episode.was_away = True
        if not is_out and here.now_ns - at_ns < self._settings.in_tube_ms * NS_PER_MS:
            return None
        return Judgement((CellChange(at_ns, episode.cell, Happening.LIFTED, sign),), (0, rings))

    def _is_out(self, episode: Episode, here: Situation, gone: Pair) -> bool:
        """Whether a glass is higher than one that hops or is nudged gets, and in a hand too slow to have it back in
        its tube at once, turned over. Of one that is held that is not asked: a ring that falls round a black glass
        looks so for a moment; nor where scans are too slow to see how fast it rises."""
        last = None if here.is_held else episode.window(self._settings.out_ms, 2)
        if last is None or last.since_ns < here.now_ns - self._settings.out_ms * NS_PER_MS:
            return False
        fraction, is_along = _project(here.off(last.mean), gone)
        if not is_along or not _OUT <= fraction <= _MUCH:
            return False
        left_ns, out_ns = (episode.passed_ns(share, gone, here.baseline) for share in (_LEFT, _OUT))
        return out_ns - left_ns >= self._settings.rise_ms * NS_PER_MS

    def _placed(self, episode: Episode, here: Situation, presence: Window) -> Judgement | None:
        delta = here.off(presence.mean)
        sign = 1 if delta[0] > 0 else -1
        field = self._levels.glass_pair(episode.cell, sign)
        fraction, is_along = _project(delta, field)
        wide = episode.window(self._settings.release_ms, 5)
        if wide is None or not is_along or not _HELD <= fraction <= _MUCH:
            return None
        after = (sign, here.contents[1])
        came_ns = episode.fraction_since(_CAME, field, here.baseline)
        rest = self._seated(episode, here, sign, here.baseline[0] + field[0])
        if rest is not None and self._misfit(episode, here, after, rest.mean) <= _REST_SIGMAS:
            rests_ns = episode.rests_since(rest.mean, here.alive, here.noise_counts)
            is_held = rests_ns - came_ns > self._settings.hold_ms * NS_PER_MS
            changes = (
                CellChange(came_ns if is_held else rests_ns, episode.cell, Happening.PLACED, sign),
                CellChange(rests_ns, episode.cell, Happening.LET_GO, sign),
            )
            return Judgement(changes, after, settled=rest)
        fraction, is_along = _project(here.off(wide.mean), field)
        up_ns = episode.fraction_since(_HELD_UP, field, here.baseline)
        held_ms = self._settings.release_ms + self._settings.hold_ms
        # Nobody saw it waver while there were no scans.
        held_ns = max(up_ns, episode.seen_since_ns)
        if not is_along or fraction < _HELD or held_ns > here.now_ns - held_ms * NS_PER_MS:
            return None
        return Judgement((CellChange(up_ns, episode.cell, Happening.PLACED, sign),), after, is_held=True)

    def _seated(self, episode: Episode, here: Situation, sign: int, full_counts: float) -> Window | None:
        """The window in which a glass rests in its tube; the less of its field is there, the longer it must be.

        A hand that has not let go holds it a little above its seat, and for moments quite still.
        """
        for span_ms, missing_counts in (
            (self._settings.seated_ms, _SEATED_COUNTS),
            (self._settings.release_ms, 2 * _SEATED_COUNTS),
            (self._settings.let_go_ms, _SHIFTED_COUNTS),
        ):
            rest = episode.window(span_ms, 4)
            if rest is None or not rest.is_steady(here.noise_counts, here.alive):
                return None
            if sign * (full_counts - rest.mean[0]) <= missing_counts:
                return rest
        return None

    def _at_rest(self, episode: Episode, here: Situation, calm: Window) -> Judgement | None:
        off = here.far(calm.mean)
        if (here.is_fresh or episode.was_away) and off <= _SHIFTED_COUNTS:
            return Judgement((), here.contents, settled=calm)
        if off <= BACK_COUNTS and episode.onset_ns is None:
            return Judgement((), here.contents, settled=calm)
        return None

    def _let_go(self, episode: Episode, here: Situation) -> Judgement | None:
        rest = self._seated(episode, here, here.contents[0], here.baseline[0])
        if rest is None or here.far(rest.mean) > _SHIFTED_COUNTS or not self._still_fits(episode, here, rest):
            return None
        rests_ns = episode.rests_since(rest.mean, here.alive, here.noise_counts)
        change = CellChange(rests_ns, episode.cell, Happening.LET_GO, here.contents[0])
        return Judgement((change,), here.contents, settled=rest)

    def _still_fits(self, episode: Episode, here: Situation, calm: Window) -> bool:
        verdict = best(self._changes(episode, here), here.off(calm.mean), here.alive)
        return verdict.contents == here.contents

    def _rings(self, episode: Episode, here: Situation) -> Judgement | None:
        rest = episode.window(self._settings.ring_ms, 8)
        if rest is None:
            return None
        is_steady = rest.is_steady(here.noise_counts, here.alive)
        if not is_steady and not here.is_held:
            return None
        verdict = best(self._changes(episode, here), here.off(rest.mean), here.alive)
        if verdict.misfit_sigmas > _FIT_SIGMAS and here.predicted is not None:
            verdict = best(self._changes(episode, here), _minus(rest.mean, here.predicted), here.alive)
        after = verdict.contents
        if after == here.contents:
            return self._shifted(episode, here)
        if verdict.misfit_sigmas > _FIT_SIGMAS or verdict.margin_sigmas < _MARGIN_SIGMAS:
            return self._doubtful(episode, here)
        if after[1] > here.contents[1] and not here.is_held and self._may_hover(episode, here, verdict.misfit_sigmas):
            return None
        if is_steady:
            changes = explain(self._levels, episode, here, after, rest)
            if here.is_held and after[0] == here.contents[0]:
                changes = (let_go_before(self._levels, episode, here, after, rest), *changes)
            return Judgement(changes, after, settled=rest, margin_sigmas=verdict.margin_sigmas)
        if after[0] != here.contents[0]:
            return None
        return Judgement(explain(self._levels, episode, here, after, rest, _WAVERING_COUNTS), after, is_held=True)

    def _may_hover(self, episode: Episode, here: Situation, misfit_sigmas: float) -> bool:
        """A ring that is held a fingerbreadth above its seat reads nearly as one that lies there, and sways."""
        if not episode.is_still(self._settings.ring_ms, here.alive, here.noise_counts):
            return True
        if misfit_sigmas <= _PLAIN_SIGMAS:
            return False
        long = episode.window(_PATIENT_MS, 16)
        return long is None or not long.is_steady(here.noise_counts, here.alive)

    def _shifted(self, episode: Episode, here: Situation) -> Judgement | None:
        """Nothing came or went, and still the readings are a little elsewhere: follow them, slowly."""
        if here.is_held:
            return None
        rest = episode.window(_PATIENT_MS, 16)
        if rest is None or not rest.is_steady(here.noise_counts, here.alive):
            return None
        off = here.far(rest.mean)
        # A glass that stood a little high in a still hand has been let go; that it was taken for let go is told.
        is_reseated = here.contents[0] != 0 and off <= _RESEATED_COUNTS
        if off <= _SHIFTED_COUNTS or is_reseated:
            return Judgement((), here.contents, settled=rest)
        return self._doubtful(episode, here)

    def _doubtful(self, episode: Episode, here: Situation) -> Judgement | None:
        """Readings that rest for seconds where nothing explains them; said once an episode."""
        if episode.is_reported or here.now_ns - episode.opened_ns < self._settings.uncertain_ms * NS_PER_MS:
            return None
        long = episode.window(self._settings.uncertain_ms, 30)
        if long is None or not long.is_steady(here.noise_counts, here.alive):
            return None
        return Judgement((), here.contents, here.is_held, is_doubtful=True)

    def _misfit(self, episode: Episode, here: Situation, after: Contents, mean: Pair) -> float:
        candidate = next(c for c in self._changes(episode, here) if c.contents == after)
        return math.sqrt(candidate.chi2(here.off(mean), here.alive))

    def _changes(self, episode: Episode, here: Situation) -> tuple[Candidate, ...]:
        return self._levels.changes(episode.cell, here.contents)


def _minus(a: Pair, b: Pair) -> Pair:
    return a[0] - b[0], a[1] - b[1]


def _project(delta: Pair, field: Pair) -> tuple[float, bool]:
    """How much of a glass's field a change is, and whether it points the way that a glass's field does."""
    square = field[0] ** 2 + field[1] ** 2
    fraction = (delta[0] * field[0] + delta[1] * field[1]) / square
    across = abs(delta[0] * field[1] - delta[1] * field[0]) / math.sqrt(square)
    share, counts = _DIRECTION
    return fraction, across <= share * abs(fraction) * math.sqrt(square) + counts
