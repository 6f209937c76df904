"""The sand of one glass, in whole nanoseconds of running time (rules.md, "Sand arithmetic").

Theory of operation. What is on top is kept as the time it still runs at the end that is down now. Turning the glass
over puts the rest on top; the rest runs at the other end's pace, so its time is scaled by the ratio of the two
measured running times, rounded to the nearest nanosecond. With both ends equal nothing is rounded and turning twice
at one instant changes nothing; with unlike ends it may change a nanosecond. A glass in the hand runs like a standing
one; one on its side stands still.

The neutral timer is a glass whose ends are equal.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Sand:
    """The sand as it is at `as_of_ns`.

    `end_ns` is the measured running time of a full top with end A down and with end B down; `end_down` is 0 or 1;
    `top_ns` what is on top, 0 … `end_ns[end_down]`, as running time at the end that is down. `emptied_ns` is when the
    top became empty, None while sand is on top and for a glass that was never filled.

    Raises ValueError for values out of range.
    """

    end_ns: tuple[int, int]
    end_down: int
    top_ns: int
    is_standing: bool
    as_of_ns: int
    emptied_ns: int | None = None

    def __post_init__(self) -> None:
        if self.end_down not in (0, 1):
            raise ValueError(f"end_down {self.end_down}: expected 0 or 1")
        if min(self.end_ns) <= 0:
            raise ValueError(f"end_ns {self.end_ns}: expected running times above 0")
        if not 0 <= self.top_ns <= self.full_ns:
            raise ValueError(f"top_ns {self.top_ns}: expected 0 to {self.full_ns}, a full top")

    @classmethod
    def at_rest(cls, end_ns: tuple[int, int], as_of_ns: int, end_down: int = 0) -> "Sand":
        """A standing glass that was never turned over: all its sand is at the bottom (G2.1)."""
        return cls(end_ns, end_down, 0, is_standing=True, as_of_ns=as_of_ns)

    @property
    def full_ns(self) -> int:
        """The running time of a full top at the end that is down."""
        return self.end_ns[self.end_down]

    def at(self, now_ns: int) -> "Sand":
        """The same glass, left alone until then; raises ValueError for an instant before `as_of_ns`."""
        if now_ns < self.as_of_ns:
            raise ValueError(f"sand at {now_ns} ns: it is known from {self.as_of_ns} ns on, and does not run back")
        emptied_ns = self.runs_out_ns()
        if emptied_ns is None or emptied_ns > now_ns:
            return replace(self, top_ns=self.top_at(now_ns), as_of_ns=now_ns)
        return replace(self, top_ns=0, as_of_ns=now_ns, emptied_ns=emptied_ns)

    def top_at(self, now_ns: int) -> int:
        """The running time left on top at that instant, 0 when it has run out; before `as_of_ns` as it was then."""
        if not self.is_standing:
            return self.top_ns
        return max(0, self.top_ns - max(0, now_ns - self.as_of_ns))

    def flipped(self, now_ns: int) -> "Sand":
        """Turned over at that instant; a first turn gives a full top. A lying glass goes on lying."""
        top_ns = self.top_at(now_ns)
        other = 1 - self.end_down
        turned_ns = ((self.full_ns - top_ns) * self.end_ns[other] + self.full_ns // 2) // self.full_ns
        emptied_ns = now_ns if turned_ns == 0 else None
        return replace(self.at(now_ns), end_down=other, top_ns=turned_ns, emptied_ns=emptied_ns)

    def laid(self, now_ns: int) -> "Sand":
        """Laid on its side at that instant: the sand stands still."""
        return replace(self.at(now_ns), is_standing=False)

    def stood(self, now_ns: int) -> "Sand":
        """Stood up at that instant, the same end down as before: the sand runs on."""
        return replace(self.at(now_ns), is_standing=True)

    def runs_out_ns(self) -> int | None:
        """When the top becomes or became empty; None for a lying glass with sand on top, or one never filled."""
        if self.top_ns == 0:
            return self.emptied_ns
        return self.as_of_ns + self.top_ns if self.is_standing else None
