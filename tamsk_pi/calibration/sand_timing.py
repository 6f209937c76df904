"""Timing the sand of many glasses at once: what is turned over next, what runs, whose run-out a press means.

A glass is turned over where it stands; its run counts from there to the press that says its top is empty. Glasses are
turned over SPACING_MS apart, so that they run out apart too, and one that has run out is turned over again at once,
for its other end: six glasses, both ends, take eight minutes instead of 36.

    idle ──turned over──► running ──press──► idle, a run more
     ▲                     │  └ lifted, laid down, turned over ──► spoiled ──has surely run out──┐
     │                     └ nobody pressed until long after ──────────────────────────────────┤
     └──────────────────────────────────────────────────────────────────────────────────────────┘

A press belongs to the glass that is due next: the one that is lit. The players' own buttons mean the next of their
colour, and a press may name its glass. The last presses can be undone: that glass then still runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tamsk_pi.calibration.sand import ENDS, NEUTRAL_TIMER, SandFigures
from tamsk_pi.rules.pieces import HOURGLASSES

NS_PER_MS: Final = 1_000_000
SPACING_MS: Final = 15_000
"""Between two turns, and so about between two run-outs; ends of one glass differ by 6 s."""
NOMINAL_MS: Final = 180_000
NOMINAL_TIMER_MS: Final = 15_000
SURELY: Final = 1.25
"""A glass has run out after so many times its expected running time; who has not pressed by then has missed it."""
SOONEST: Final = 0.5
"""A press sooner than this share of the expected running time means another glass, or nothing."""
VESSELS: Final = (NEUTRAL_TIMER, *(g.label for g in HOURGLASSES))
"""In the order in which they are timed; the short one is out of the way first."""


class Spoiled(StrEnum):
    """Why a run does not count."""

    MOVED = "moved"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Running:
    """A glass whose sand runs since `since_ns` at `end`, 0 for A; expected to run out at `due_ns`."""

    glass: str
    end: int
    since_ns: int
    due_ns: int


@dataclass(frozen=True, slots=True)
class TimedRun:
    """A run from turning over to the press."""

    run: Running
    out_ns: int

    @property
    def ms(self) -> float:
        return (self.out_ns - self.run.since_ns) / NS_PER_MS


@dataclass(frozen=True, slots=True)
class Unfit:
    """A glass whose run was spoiled; its top may hold sand until `until_ns`."""

    glass: str
    why: Spoiled
    until_ns: int


@dataclass(frozen=True, slots=True)
class SandTiming:
    """A session. `rounds` runs are wanted of each end of each of `glasses`; `expected_ms` are known running times.

    Instants of acts and presses are nanoseconds of one monotonic clock.
    """

    glasses: tuple[str, ...] = VESSELS
    rounds: int = 3
    expected_ms: Mapping[tuple[str, int], int] | None = None
    running: tuple[Running, ...] = ()
    unfit: tuple[Unfit, ...] = ()
    done: tuple[TimedRun, ...] = ()
    last_end: tuple[tuple[str, int], ...] = ()
    turned_ns: int | None = None

    @property
    def is_complete(self) -> bool:
        """Whether every end has its runs."""
        return all(self.count(glass, end) >= self.rounds for glass in self.glasses for end in range(len(ENDS)))

    @property
    def progress(self) -> tuple[int, int]:
        """Runs that are timed, and those wanted."""
        wanted = [(glass, end) for glass in self.glasses for end in range(len(ENDS))]
        return sum(min(self.rounds, self.count(*key)) for key in wanted), self.rounds * len(wanted)

    def count(self, glass: str, end: int) -> int:
        """How many runs of that end are timed."""
        return sum(1 for timed in self.done if (timed.run.glass, timed.run.end) == (glass, end))

    # What happens.

    def turned(self, glass: str, end: int | None, at_ns: int) -> "SandTiming":
        """The glass was turned over; `end` is down now, None where nobody knows: then the other than before."""
        if glass not in self.glasses:
            return self
        before = dict(self.last_end).get(glass, 1)
        end = 1 - before if end is None else end
        run = Running(glass, end, at_ns, at_ns + self._expected_ns(glass, end))
        others = tuple((name, last) for name, last in self.last_end if name != glass)
        noted = replace(self, last_end=(*others, (glass, end)), turned_ns=at_ns)
        if any(u.glass == glass and at_ns < u.until_ns for u in self.unfit):
            return noted._spoil(glass, Spoiled.MOVED, at_ns)
        old = self._run_of(glass)
        if old is not None and at_ns < old.since_ns + SURELY * (old.due_ns - old.since_ns):
            return noted._spoil(glass, Spoiled.MOVED, at_ns)
        fit = tuple(u for u in noted.unfit if u.glass != glass)
        running = tuple(r for r in noted.running if r.glass != glass)
        return replace(noted, unfit=fit, running=(*running, run))

    def untold(self, glass: str, told_ns: int) -> "SandTiming":
        """The turn told for that instant did not happen, or is told again for another."""
        old = self._run_of(glass)
        if old is None or old.since_ns != told_ns:
            return self
        others = tuple((name, last) for name, last in self.last_end if name != glass)
        running = tuple(r for r in self.running if r is not old)
        return replace(self, running=running, last_end=(*others, (glass, 1 - old.end)))

    def moved(self, glass: str, at_ns: int) -> "SandTiming":
        """The glass was lifted or laid on its side; after its turn that spoils the run."""
        old = self._run_of(glass)
        return self if old is None or at_ns <= old.since_ns else self._spoil(glass, Spoiled.MOVED, at_ns)

    def pressed(self, at_ns: int, glass: str | None = None, colour: str = "") -> "SandTiming":
        """Somebody says: it has run out. Without a glass, the one that is due next, of that colour if one is said."""
        run = self._run_of(glass) if glass is not None else self.due_next(at_ns, colour)
        if run is None or at_ns < run.since_ns + SOONEST * (run.due_ns - run.since_ns):
            return self
        return replace(
            self, running=tuple(r for r in self.running if r is not run), done=(*self.done, TimedRun(run, at_ns))
        )

    def undone(self) -> "SandTiming":
        """The last press did not mean that: its glass runs on, unless it was turned over again since."""
        if not self.done:
            return self
        *before, last = self.done
        glass = last.run.glass
        is_idle = self._run_of(glass) is None and all(u.glass != glass for u in self.unfit)
        return replace(self, done=tuple(before), running=(*self.running, last.run) if is_idle else self.running)

    def at(self, now_ns: int) -> "SandTiming":
        """As it is at that instant: missed run-outs, and glasses that have surely run out."""
        missed = [r for r in self.running if now_ns >= r.since_ns + SURELY * (r.due_ns - r.since_ns)]
        unfit = tuple(u for u in self.unfit if u.until_ns > now_ns or u.why is Spoiled.MISSED)
        if not missed and unfit == self.unfit:
            return self
        told = tuple(Unfit(r.glass, Spoiled.MISSED, now_ns) for r in missed)
        return replace(self, running=tuple(r for r in self.running if r not in missed), unfit=(*unfit, *told))

    # What is asked.

    def due_next(self, now_ns: int, colour: str = "") -> Running | None:
        """The running glass that is due first and that a press can mean by now."""
        mine = [r for r in self.running if r.glass.startswith(colour)]
        ripe = [r for r in mine if now_ns >= r.since_ns + SOONEST * (r.due_ns - r.since_ns)]
        return min(ripe, key=lambda run: run.due_ns, default=None)

    def to_turn(self, now_ns: int) -> str | None:
        """The glass to be turned over now; None while one should wait."""
        if self.turned_ns is not None and now_ns < self.turned_ns + SPACING_MS * NS_PER_MS:
            return None
        busy = {r.glass for r in self.running} | {u.glass for u in self.unfit if u.until_ns > now_ns}
        if NEUTRAL_TIMER in busy:  # so short that whoever times it has no time for others
            return None
        wanting = [g for g in self.glasses if g not in busy and self._missing(g)]
        if NEUTRAL_TIMER in wanting:
            return NEUTRAL_TIMER
        return max(wanting, key=self._missing, default=None)

    def results(self, figures: SandFigures, on: str, names: Mapping[str, str] | None = None) -> SandFigures:
        """The figures with all these runs in them; `names` says which spare stood in a glass's place."""
        for timed in self.done:
            glass = (names or {}).get(timed.run.glass, timed.run.glass)
            figures = figures.with_run(glass, timed.run.end, timed.ms, on)
        return figures

    def _missing(self, glass: str) -> int:
        return sum(max(0, self.rounds - self.count(glass, end)) for end in range(len(ENDS)))

    def _run_of(self, glass: str | None) -> Running | None:
        return next((r for r in self.running if r.glass == glass), None)

    def _expected_ns(self, glass: str, end: int) -> int:
        known = (self.expected_ms or {}).get((glass, end))
        nominal = NOMINAL_TIMER_MS if glass == NEUTRAL_TIMER else NOMINAL_MS
        return (known or nominal) * NS_PER_MS

    def _spoil(self, glass: str, why: Spoiled, at_ns: int) -> "SandTiming":
        until_ns = at_ns + round(SURELY * max(self._expected_ns(glass, end) for end in range(len(ENDS))))
        return replace(
            self,
            running=tuple(r for r in self.running if r.glass != glass),
            unfit=(*(u for u in self.unfit if u.glass != glass), Unfit(glass, why, until_ns)),
        )


def expected(figures: SandFigures) -> dict[tuple[str, int], int]:
    """The running times that are known, for `SandTiming.expected_ms`."""
    return {key: figure.ms for key, figure in figures.ends.items()}
