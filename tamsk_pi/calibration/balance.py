"""Which glasses make the fairer hands, and how they are best set down.

Two hands are compared glass by glass, the longest with the longest: those decide equal rings first (G2.9), then the
last but one. Unfair by: the sum of the three differences.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from tamsk_pi.calibration.sand import SandFigures

HAND: Final = 3


@dataclass(frozen=True, slots=True)
class Hands:
    """Three red and three black glasses, and what they differ by.

    `rank_ms` is red's running time minus black's, longest against longest and so on; `total_ms` their sum. A glass
    counts with the mean of its ends. `ends_down` is, red first, the end that each glass stands on at the start so
    that the first runs are the most alike, 0 for A; `first_ms` what these then differ by, as `rank_ms`.
    """

    red: tuple[str, ...]
    black: tuple[str, ...]
    rank_ms: tuple[int, ...]
    ends_down: tuple[int, ...]
    first_ms: tuple[int, ...]

    @property
    def total_ms(self) -> int:
        return sum(self.rank_ms)

    @property
    def unfair_ms(self) -> int:
        """The sum of the differences."""
        return sum(map(abs, self.rank_ms))


@dataclass(frozen=True, slots=True)
class Balance:
    """The hands as they are (red1 … black3) and the fairest that the measured glasses allow, None if they are it."""

    present: Hands | None
    fairest: Hands | None


def balance(figures: SandFigures) -> Balance | None:
    """The suggestion; None unless three glasses of each colour are measured at both ends."""
    whole = [glass for glass in figures.glasses if figures.both(glass) is not None]
    reds, blacks = ([g for g in whole if g.startswith(colour)] for colour in ("red", "black"))
    if len(reds) < HAND or len(blacks) < HAND:
        return None
    mean_ms = {g: sum(f.mean_ms for f in figures.both(g) or ()) / 2 for g in whole}
    pairs = [(red, black) for red in combinations(reds, HAND) for black in combinations(blacks, HAND)]
    red, black = min(pairs, key=lambda pair: _unfairness(pair, mean_ms.__getitem__))
    used = (("red1", "red2", "red3"), ("black1", "black2", "black3"))
    present = _hands(figures, *used) if {*used[0], *used[1]} <= {*whole} else None
    fairest = _hands(figures, red, black)
    return Balance(present, None if present is not None and fairest.unfair_ms >= present.unfair_ms else fairest)


def _unfairness(pair: Sequence[Sequence[str]], ms: Callable[[str], float]) -> tuple[float, float]:
    differences = _ranked([ms(glass) for glass in pair[0]], [ms(glass) for glass in pair[1]])
    return sum(map(abs, differences)), abs(sum(differences))


def _ranked(red_ms: Iterable[float], black_ms: Iterable[float]) -> list[float]:
    return [r - b for r, b in zip(sorted(red_ms, reverse=True), sorted(black_ms, reverse=True), strict=True)]


def _hands(figures: SandFigures, red: tuple[str, ...], black: tuple[str, ...]) -> Hands:
    ends = [(f[0].mean_ms, f[1].mean_ms) for g in (*red, *black) if (f := figures.both(g)) is not None]
    means = [(a + b) / 2 for a, b in ends]
    # Turned over in its first move, a glass runs on the end that was on top.
    downs = list(product((0, 1), repeat=2 * HAND))
    firsts = [
        _ranked(*_halves([pair[1 - down] for pair, down in zip(ends, chosen, strict=True)])) for chosen in downs
    ]
    best = min(range(len(downs)), key=lambda i: (sum(map(abs, firsts[i])), abs(sum(firsts[i])), downs[i]))
    ranked = _ranked(*_halves(means))
    return Hands(red, black, tuple(map(round, ranked)), downs[best], tuple(map(round, firsts[best])))


def _halves(ms: Sequence[float]) -> tuple[Sequence[float], Sequence[float]]:
    return ms[:HAND], ms[HAND:]
