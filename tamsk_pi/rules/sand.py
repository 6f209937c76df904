"""The sand of one glass, exactly (rules.md, "Sand arithmetic").

Theory of operation. Sand is counted in grains, a unit so small that at either end a whole number of grains falls in a
nanosecond: a glass holds T(A) x T(B) grains, T being the running times of its ends in nanoseconds; with end A down
T(B) of them fall in each nanosecond, with end B down T(A). So turning the glass over puts the rest on top without a
remainder, however unlike its ends, and turning it twice at one instant changes nothing. Only what is told in
nanoseconds is rounded: a top counts as empty at the first whole nanosecond at which it is. A glass in the hand runs
like a standing one; one on its side stands still.

The neutral timer is a glass whose ends are equal.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Sand:
    """The sand as it is at `as_of_ns`.

    `end_ns` is the measured running time of a full top with end A down and with end B down; `end_down` is 0 or 1;
    `top_grains` what is on top, 0 … `end_ns[0] * end_ns[1]`. `emptied_ns` is when the top became empty, None while
    sand is on top and for a glass that was never filled.

    Raises ValueError for values out of range.
    """

    end_ns: tuple[int, int]
    end_down: int
    top_grains: int
    is_standing: bool
    as_of_ns: int
    emptied_ns: int | None = None

    def __post_init__(self) -> None:
        if self.end_down not in (0, 1):
            raise ValueError(f"end_down {self.end_down}: expected 0 or 1")
        if min(self.end_ns) <= 0:
            raise ValueError(f"end_ns {self.end_ns}: expected running times above 0")
        if not 0 <= self.top_grains <= self._full_grains:
            raise ValueError(f"top of {self.top_ns} ns: expected 0 to {self.full_ns} ns, a full top")

    @classmethod
    def at_rest(cls, end_ns: tuple[int, int], as_of_ns: int, end_down: int = 0) -> "Sand":
        """A standing glass that was never turned over: all its sand is at the bottom (G2.1)."""
        return cls(end_ns, end_down, 0, is_standing=True, as_of_ns=as_of_ns)

    @property
    def full_ns(self) -> int:
        """The running time of a full top at the end that is down."""
        return self.end_ns[self.end_down]

    @property
    def top_ns(self) -> int:
        """The running time of what is on top, 0 … `full_ns`."""
        return -(-self.top_grains // self._grains_per_ns)

    @property
    def _full_grains(self) -> int:
        return self.end_ns[0] * self.end_ns[1]

    @property
    def _grains_per_ns(self) -> int:
        return self.end_ns[1 - self.end_down]

    def at(self, now_ns: int) -> "Sand":
        """The same glass, left alone until then; raises ValueError for an instant before `as_of_ns`."""
        if now_ns < self.as_of_ns:
            raise ValueError(f"sand at {now_ns} ns: it is known from {self.as_of_ns} ns on, and does not run back")
        emptied_ns = self.runs_out_ns()
        if emptied_ns is None or emptied_ns > now_ns:
            return replace(self, top_grains=self._grains_at(now_ns), as_of_ns=now_ns)
        return replace(self, top_grains=0, as_of_ns=now_ns, emptied_ns=emptied_ns)

    def top_at(self, now_ns: int) -> int:
        """The running time left on top at that instant, 0 when it has run out; before `as_of_ns` as it was then."""
        if not self.is_standing:
            return self.top_ns
        return max(0, self.top_ns - max(0, now_ns - self.as_of_ns))

    def flipped(self, now_ns: int) -> "Sand":
        """Turned over at that instant; a first turn gives a full top. A lying glass goes on lying."""
        turned = self._full_grains - self._grains_at(now_ns)
        emptied_ns = now_ns if turned == 0 else None
        return replace(self.at(now_ns), end_down=1 - self.end_down, top_grains=turned, emptied_ns=emptied_ns)

    def laid(self, now_ns: int) -> "Sand":
        """Laid on its side at that instant: the sand stands still."""
        return replace(self.at(now_ns), is_standing=False)

    def stood(self, now_ns: int) -> "Sand":
        """Stood up at that instant, the same end down as before: the sand runs on."""
        return replace(self.at(now_ns), is_standing=True)

    def with_top(self, top_ns: int, emptied_ns: int | None = None) -> "Sand":
        """The same glass with so much running time on top, 0 … `full_ns`; an empty top became so at `emptied_ns`."""
        return replace(self, top_grains=top_ns * self._grains_per_ns, emptied_ns=emptied_ns)

    def measured(self, end_ns: tuple[int, int]) -> "Sand":
        """The same glass with other running times found for its ends: what is on top keeps its share of the sand."""
        top_grains = self.top_grains * end_ns[0] * end_ns[1] // self._full_grains
        return replace(self, end_ns=end_ns, top_grains=top_grains)

    def runs_out_ns(self) -> int | None:
        """When the top becomes or became empty; None for a lying glass with sand on top, or one never filled."""
        if self.top_grains == 0:
            return self.emptied_ns
        return self.as_of_ns + self.top_ns if self.is_standing else None

    def _grains_at(self, now_ns: int) -> int:
        if not self.is_standing:
            return self.top_grains
        return max(0, self.top_grains - self._grains_per_ns * max(0, now_ns - self.as_of_ns))
