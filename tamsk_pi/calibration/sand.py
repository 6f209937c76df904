"""How long the sand of each hourglass runs, end by end, and how sure that is.

Theory of operation. The runs of one end of one glass are taken as draws from a normal distribution whose mean and
spread are both unknown. Mean and sum of squared deviations are kept by Welford's recurrence (Technometrics 4, 1962).
Before anything is known of the spread, it is believed to be what was measured elsewhere, 0.6 s in 177.5 s
(rules.md, "Sand arithmetic"), with the weight of PRIOR_RUNS runs: the scaled inverse chi-square prior of the normal
model. The next run then follows Student's t (Gelman et al., Bayesian Data Analysis, section 3.2):

    spread² = (PRIOR_RUNS · prior² + squares) / (PRIOR_RUNS + weight − 1)
    u = t(0.975, PRIOR_RUNS + weight − 1) · spread · √(1 + 1 / weight) + READING_MS

so u is where the next run ends in 19 of 20 cases, counting that the mean itself is not known exactly. READING_MS is
what a whole series of presses may be early or late together (docs/sand.md): no number of runs takes it away.

What players say in play is no time but a bound: `dead` says "not longer than this", `alive` "longer than this". It is
worth the share of the next run's variance that it takes away, between 0 and 1 run, at the mean that it leaves.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import NormalDist
from types import MappingProxyType
from typing import Final

NEUTRAL_TIMER: Final = "neutral_timer"
ENDS: Final = ("A", "B")
PRIOR_SHARE: Final = 0.6 / 177.5
PRIOR_RUNS: Final = 4.0
READING_MS: Final = 100.0
GIVEN_RUNS: Final = 4.0
"""How many runs a figure given by hand is worth against bounds from play; a timed run replaces it."""
LONGEST_MS: Final = 3_600_000
_NORMAL: Final = NormalDist()
_GLASS: Final = re.compile(r"(?:red|black)[1-9]|neutral_timer", re.ASCII)
_FIGURE: Final = re.compile(r"([a-z0-9_]+)\.([AB])", re.ASCII)


class Source(StrEnum):
    """Where a figure is from."""

    MEASURED = "measured"  # timed by calibration
    GIVEN = "given"  # told by hand
    LEARNED = "learned"  # of either, improved by what players said in play


@dataclass(frozen=True, slots=True)
class EndFigure:
    """One end of one glass. `mean_ms` of its running times, `squares_ms2` the sum of their squared deviations.

    `weight` counts runs, with bounds from play as parts of one; `runs` those that were timed, `bounds` what players
    said. `measured_on` is a date for people, 2026-11-30. `given_ms` is the uncertainty given by hand, while nothing
    better is known. Raises ValueError for impossible numbers.
    """

    mean_ms: float
    squares_ms2: float = 0.0
    weight: float = 1.0
    runs: int = 1
    bounds: int = 0
    source: Source = Source.MEASURED
    measured_on: str = ""
    given_ms: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.mean_ms <= LONGEST_MS:
            raise ValueError(f"a running time of {self.mean_ms} ms; expected 1 ms to an hour")
        if not (0 <= self.squares_ms2 < math.inf and 1 <= self.weight < math.inf):
            raise ValueError(f"squares {self.squares_ms2}, weight {self.weight}; expected at least 0 and 1")
        if min(self.runs, self.bounds) < 0 or (self.given_ms is not None and not 1 <= self.given_ms <= LONGEST_MS):
            raise ValueError(f"{self.runs} runs, {self.bounds} bounds, {self.given_ms} ms given; expected counts")

    @property
    def ms(self) -> int:
        """The running time, to the millisecond."""
        return round(self.mean_ms)

    @property
    def sample_sd_ms(self) -> float | None:
        """The sample standard deviation of timed runs; None for fewer than two."""
        return math.sqrt(self.squares_ms2 / (self.weight - 1)) if self.runs >= 2 else None

    @property
    def next_sd_ms(self) -> float:
        """The standard deviation of the next run, as far as is known."""
        if self.given_ms is not None:
            return self.given_ms / _NORMAL.inv_cdf(0.975)
        return self._spread_ms * math.sqrt(1 + 1 / self.weight)

    @property
    def uncertainty_ms(self) -> int:
        """H20's u: the next run ends within this of the mean in 19 of 20 cases; never 0."""
        if self.given_ms is not None:
            return self.given_ms
        return math.ceil(t_975(self._freedom) * self.next_sd_ms + READING_MS)

    @property
    def _freedom(self) -> float:
        return PRIOR_RUNS + self.weight - 1

    @property
    def _spread_ms(self) -> float:
        prior_ms = PRIOR_SHARE * self.mean_ms
        return math.sqrt((PRIOR_RUNS * prior_ms**2 + self.squares_ms2) / self._freedom)

    def with_run(self, run_ms: float, on: str) -> "EndFigure":
        """One more timed run; what was given by hand, or learned upon that, is replaced."""
        if not self.runs:
            return EndFigure(run_ms, measured_on=on)
        more = self._with(run_ms, 1.0, 0.0)
        return replace(more, runs=self.runs + 1, source=Source.MEASURED, measured_on=on)

    def with_bounds(self, at_least_ms: float, at_most_ms: float, on: str) -> "EndFigure":
        """A run in play lasted at least and at most so long (0 and infinity where that was not said)."""
        mean_ms, share = _truncated(self.mean_ms, self.next_sd_ms, at_least_ms, at_most_ms)
        start = self
        if self.given_ms is not None:
            start = replace(self, given_ms=None, squares_ms2=(GIVEN_RUNS - 1) * self.next_sd_ms**2)
        rest_ms2 = share * (1 - share) * self.next_sd_ms**2
        more = start._with(mean_ms, share, rest_ms2) if share else start
        return replace(more, bounds=self.bounds + 1, source=Source.LEARNED, measured_on=on)

    def _with(self, run_ms: float, weight: float, rest_ms2: float) -> "EndFigure":
        total = self.weight + weight
        off_ms = run_ms - self.mean_ms
        return replace(
            self,
            mean_ms=self.mean_ms + off_ms * weight / total,
            squares_ms2=self.squares_ms2 + weight * off_ms**2 * self.weight / total + rest_ms2,
            weight=total,
        )


def given(running_ms: float, uncertainty_ms: int, on: str) -> EndFigure:
    """A figure told by hand; raises ValueError for impossible numbers."""
    return EndFigure(running_ms, 0.0, GIVEN_RUNS, 0, 0, Source.GIVEN, on, uncertainty_ms)


def _truncated(mean_ms: float, sd_ms: float, low_ms: float, high_ms: float) -> tuple[float, float]:
    """The mean of a normal run known to lie between, and the share of its variance that knowing this takes away."""
    a, b = (low_ms - mean_ms) / sd_ms, (high_ms - mean_ms) / sd_ms
    inside = _NORMAL.cdf(b) - _NORMAL.cdf(a)
    if inside < 1e-9:  # so far off that nothing is left of the bell: the bound itself is the best that is known
        return (low_ms if a > 0 else high_ms), 1.0
    density_a, density_b = _NORMAL.pdf(a), _NORMAL.pdf(b)
    shift = (density_a - density_b) / inside
    edge = (a * density_a if density_a else 0.0) - (b * density_b if density_b else 0.0)
    return mean_ms + sd_ms * shift, min(1.0, max(0.0, shift**2 - edge / inside))


def t_975(freedom: float) -> float:
    """Student's t for 19 of 20 cases on both sides, from 4 degrees of freedom on, off by less than 0.001.

    The expansion of Abramowitz and Stegun, 26.7.5.
    """
    x = _NORMAL.inv_cdf(0.975)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92_160,
    )
    return x + sum(term / freedom**power for power, term in enumerate(terms, start=1))


@dataclass(frozen=True, slots=True)
class SandFigures:
    """All that is known, by glass and end: ("red1", 0) is red1 with end A down.

    Glasses are red1 … red9, black1 … black9 (those from 4 on are spares) and neutral_timer.
    """

    ends: Mapping[tuple[str, int], EndFigure] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def glasses(self) -> tuple[str, ...]:
        """Every glass of which something is known, red, black, neutral timer."""
        return tuple(sorted({glass for glass, _ in self.ends}, key=glass_order))

    def end(self, glass: str, end: int) -> EndFigure | None:
        """What is known of that end, 0 for A and 1 for B."""
        return self.ends.get((glass, end))

    def both(self, glass: str) -> tuple[EndFigure, EndFigure] | None:
        """Both ends' figures; None if one is missing."""
        a, b = self.end(glass, 0), self.end(glass, 1)
        return None if a is None or b is None else (a, b)

    def with_end(self, glass: str, end: int, figure: EndFigure | None) -> "SandFigures":
        """The same, that end's figure replaced; None forgets it."""
        ends = {key: value for key, value in self.ends.items() if key != (glass, end)}
        if figure is not None:
            ends[glass, end] = figure
        return SandFigures(MappingProxyType(ends))

    def with_run(self, glass: str, end: int, run_ms: float, on: str) -> "SandFigures":
        """One more timed run."""
        known = self.end(glass, end)
        figure = EndFigure(run_ms, measured_on=on) if known is None else known.with_run(run_ms, on)
        return self.with_end(glass, end, figure)

    def swapped(self, one: str, other: str) -> "SandFigures":
        """The figures of two glasses exchanged: a spare takes another's place."""
        names = {one: other, other: one}
        return SandFigures(MappingProxyType({(names.get(g, g), end): f for (g, end), f in self.ends.items()}))

    def rows(self) -> Iterator[tuple[str, EndFigure | None, EndFigure | None]]:
        """A line a glass: its name, end A, end B."""
        for glass in self.glasses:
            yield glass, self.end(glass, 0), self.end(glass, 1)


def glass_order(glass: str) -> tuple[int, str]:
    """The order in which glasses are listed: red, black, neutral timer."""
    return ("red", "bla", "neu").index(glass[:3]), glass


def parse_glass(name: str) -> str:
    """A glass's name, checked; raises ValueError."""
    if _GLASS.fullmatch(name) is None:
        raise ValueError(f"{name!r} is not a glass; expected red1 … red9, black1 … black9 or {NEUTRAL_TIMER}")
    return name


def parse_figure_name(name: str) -> tuple[str, int]:
    """`red1.A` as glass and end; raises ValueError."""
    found = _FIGURE.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is not an end of a glass; expected such as red1.A or {NEUTRAL_TIMER}.B")
    return parse_glass(found[1]), ENDS.index(found[2])


def figure_name(glass: str, end: int) -> str:
    """`red1.A`."""
    return f"{glass}.{ENDS[end]}"
