"""The single happenings between two contents of a cell, each dated by the episode's readings."""

from typing import Final

from tamsk_pi.perception.episode import Episode, Window
from tamsk_pi.perception.happening import BACK_COUNTS, CellChange, Happening, Situation
from tamsk_pi.perception.levels import Contents, Levels

_CAME: Final = 0.5


def let_go_before(levels: Levels, episode: Episode, here: Situation, after: Contents, rest: Window) -> CellChange:
    """A held glass around which a ring came to rest: let go before that if its readings stayed, else then."""
    ring = next(c.counts for c in levels.changes(episode.cell, here.contents) if c.contents == after)
    level = (rest.mean[0] - ring[0], rest.mean[1] - ring[1])
    before = episode.plateau(level, here.alive, BACK_COUNTS + here.noise_counts, 8)
    rests_ns = episode.rests_since(rest.mean, here.alive, here.noise_counts)
    return CellChange(before[0] if before else rests_ns, episode.cell, Happening.LET_GO, after[0])


def explain(
    levels: Levels, episode: Episode, here: Situation, after: Contents, rest: Window, tolerance_counts: float = 0.0
) -> tuple[CellChange, ...]:
    """The single happenings between two contents, each with its instant."""
    cell, (sign, rings) = episode.cell, here.contents
    rests_ns = episode.rests_since(rest.mean, here.alive, here.noise_counts, tolerance_counts)
    if after[1] > rings and not tolerance_counts:
        rests_ns = episode.calm_since(rests_ns, rest.mean, here.alive, here.noise_counts)
        rests_ns = episode.last_step_ns(rests_ns, here.alive, here.noise_counts)
    left_ns = min(rests_ns, episode.onset_ns if episode.onset_ns is not None else rests_ns)
    changes: list[CellChange] = []
    if sign and after[0] != sign:
        if after[1] > rings and (both := _plateau(levels, episode, here, (sign, after[1]))):
            # The ring came first, and the glass left before the ring could be believed.
            rests_ns, left_ns = both
        changes.append(CellChange(left_ns, cell, Happening.LIFTED, sign))
    if after[0] and after[0] != sign:
        stood_ns = _reached(levels, episode, here, (after[0], rings), rests_ns)
        changes += [CellChange(stood_ns, cell, what, after[0]) for what in (Happening.PLACED, Happening.LET_GO)]
    changes += [CellChange(left_ns, cell, Happening.RING_WENT)] * (rings - after[1])
    for k in range(rings + 1, after[1]):
        changes.append(CellChange(_reached(levels, episode, here, (sign, k), rests_ns), cell, Happening.RING_CAME))
    if after[1] > rings:
        is_round_held = here.is_held and after == (sign, rings + 1)
        came_ns = min(rests_ns, _came_round_ns(levels, episode, here)) if is_round_held else rests_ns
        changes.append(CellChange(came_ns, cell, Happening.RING_CAME))
    return tuple(sorted(changes, key=lambda change: change.at_ns))


def _came_round_ns(levels: Levels, episode: Episode, here: Situation) -> int:
    """When a ring fell round a glass that a hand still moves: seen across the direction of the glass's field."""
    sign, rings = here.contents
    field = levels.glass_pair(episode.cell, sign)
    ring = next(c.counts for c in levels.changes(episode.cell, here.contents) if c.contents == (sign, rings + 1))
    share = (field[0] * ring[1] - field[1] * ring[0]) / (field[0] ** 2 + field[1] ** 2)
    return episode.fraction_since(_CAME, (-field[1] * share, field[0] * share), here.baseline)


def _reached(levels: Levels, episode: Episode, here: Situation, between: Contents, otherwise_ns: int) -> int:
    reached = _plateau(levels, episode, here, between)
    return otherwise_ns if reached is None else min(reached[0], otherwise_ns)


def _plateau(levels: Levels, episode: Episode, here: Situation, between: Contents) -> tuple[int, int] | None:
    vector = next(c.counts for c in levels.changes(episode.cell, here.contents) if c.contents == between)
    level = (here.baseline[0] + vector[0], here.baseline[1] + vector[1])
    return episode.plateau(level, here.alive)
