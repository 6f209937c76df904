"""Pairing: which node is in which glass, found out by turning over the glass whose cell lights up.

    light a glass's cell ──► lifted, turned, put back there ──► its node tells of a turn just then ──► the next glass
            ▲                                                  │
            └── two nodes turned at once, or none heard ◄──────┘

The board feels the glass leave its tube and come back; only a turn within that time counts, so that a glass turned
over at the board next door is not taken. No sensor feels the neutral timer: it is turned over twice, and the same
node, and no other, must tell of both.

Nothing here reads a clock or a sensor; instants are nanoseconds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport
from tamsk_pi.rules.pieces import HOURGLASSES

NEUTRAL_TIMER: Final = "neutral_timer"
VESSELS: Final = (*(glass.label for glass in HOURGLASSES), NEUTRAL_TIMER)
_MS: Final = 1_000_000
SLACK_NS: Final = 1_000 * _MS
"""A turn may be dated so much before the lift or after the release: the node's clock, and how the sensors settle."""
QUIET_NS: Final = 1_200 * _MS
"""After the glass stands again: by then a second node, if one was turned too, has been heard."""
SILENT_NS: Final = 5_000 * _MS
"""After the glass stands again: a node that is there has been heard by then."""
TIMER_TURNS: Final = 2


class Doubt(StrEnum):
    """Why a glass has to be turned over again."""

    SEVERAL = "several"  # two nodes were turned over at once
    TAKEN = "taken"  # this node was paired with another glass just now
    SILENT = "silent"  # no node told of a turn


@dataclass(frozen=True, slots=True)
class Pair:
    """A node found for a glass. `is_known`: it was this glass's before."""

    glass: str
    address: str
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class _Turn:
    address: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class NodePairing:
    """The nodes of `wanted`, one after the other. `known` are the addresses that were paired before, by glass."""

    wanted: tuple[str, ...]
    known: Mapping[str, str] = field(default_factory=dict)
    since_ns: int = 0
    """Since when the present glass's light asks for it."""
    done: tuple[Pair, ...] = ()
    skipped: tuple[str, ...] = ()
    doubt: Doubt | None = None
    doubtful: tuple[str, ...] = ()
    """The addresses that the doubt is about."""
    _turns: tuple[_Turn, ...] = ()
    _counts: Mapping[str, int] = field(default_factory=dict)
    _lifted_ns: int | None = None
    _placed_ns: int | None = None
    _stood: bool | None = None

    @property
    def glass(self) -> str | None:
        """The glass that is to be turned over now; None when all are done."""
        over = {pair.glass for pair in self.done} | set(self.skipped)
        return next((glass for glass in self.wanted if glass not in over), None)

    @property
    def turns_left(self) -> int:
        """How often it is still to be turned over."""
        turns = len({turn.at_ns for turn in self._turns})
        return max(1, TIMER_TURNS - turns) if self.glass == NEUTRAL_TIMER else 1

    @property
    def nodes(self) -> dict[str, str]:
        """The addresses by glass: those found, and those known before that are nobody else's now."""
        found = {pair.glass: pair.address for pair in self.done}
        taken = set(found.values())
        kept = {g: a for g, a in self.known.items() if g not in found and a not in taken}
        return {glass: (found | kept)[glass] for glass in VESSELS if glass in found or glass in kept}

    def heard(self, report: NodeReport) -> "NodePairing":
        """A node spoke, ours or a stranger."""
        before = self._counts.get(report.address)
        state = replace(self, _counts={**self._counts, report.address: report.flips})
        has_age = report.age_ms != AGE_UNKNOWN_MS
        at_ns = report.received_ns - (report.age_ms if has_age else 0) * _MS
        is_counted = before is not None and report.flips not in (before, 0)
        if not (is_counted or (before is None and has_age)) or at_ns < self.since_ns:
            return state
        return replace(state, _turns=(*self._turns, _Turn(report.address, at_ns)))

    def seen(self, now_ns: int, is_standing: bool) -> "NodePairing":
        """Whether the present glass stands in its tube now; for the neutral timer nobody knows."""
        glass = self.glass
        if glass is None:
            return self
        state = self if glass == NEUTRAL_TIMER else self._felt(now_ns, is_standing)
        return state._judged(glass, now_ns)

    def skip(self, now_ns: int) -> "NodePairing":
        """This glass stays as it is."""
        return self if self.glass is None else self._next(now_ns, skipped=(*self.skipped, self.glass))

    def _felt(self, now_ns: int, is_standing: bool) -> "NodePairing":
        if is_standing is self._stood:
            return self
        if not is_standing:
            return replace(self, _stood=False, _lifted_ns=now_ns, _placed_ns=None)
        return replace(self, _stood=True, _placed_ns=None if self._stood is None else now_ns)

    def _judged(self, glass: str, now_ns: int) -> "NodePairing":
        if glass == NEUTRAL_TIMER:
            return self._judged_timer(now_ns)
        if self._lifted_ns is None or self._placed_ns is None or now_ns - self._placed_ns < QUIET_NS:
            return self
        low, high = self._lifted_ns - SLACK_NS, self._placed_ns + SLACK_NS
        turned = tuple(dict.fromkeys(turn.address for turn in self._turns if low <= turn.at_ns <= high))
        if not turned:
            return self._again(now_ns, Doubt.SILENT, ()) if now_ns - self._placed_ns >= SILENT_NS else self
        return self._chosen(glass, turned, now_ns)

    def _judged_timer(self, now_ns: int) -> "NodePairing":
        if not self._turns or now_ns - max(turn.at_ns for turn in self._turns) < QUIET_NS:
            return self
        turned = tuple(dict.fromkeys(turn.address for turn in self._turns))
        if len(turned) == 1 and len(self._turns) < TIMER_TURNS:
            return self
        return self._chosen(NEUTRAL_TIMER, turned, now_ns)

    def _chosen(self, glass: str, turned: tuple[str, ...], now_ns: int) -> "NodePairing":
        if len(turned) > 1:
            return self._again(now_ns, Doubt.SEVERAL, turned)
        (address,) = turned
        if any(pair.address == address for pair in self.done):
            return self._again(now_ns, Doubt.TAKEN, turned)
        pair = Pair(glass, address, self.known.get(glass) == address)
        return self._next(now_ns, done=(*self.done, pair))

    def _again(self, now_ns: int, doubt: Doubt, addresses: tuple[str, ...]) -> "NodePairing":
        return replace(
            self, since_ns=now_ns, doubt=doubt, doubtful=addresses, _turns=(), _lifted_ns=None, _placed_ns=None
        )

    def _next(
        self, now_ns: int, done: tuple[Pair, ...] | None = None, skipped: tuple[str, ...] | None = None
    ) -> "NodePairing":
        return replace(
            self,
            done=self.done if done is None else done,
            skipped=self.skipped if skipped is None else skipped,
            since_ns=now_ns,
            doubt=None,
            doubtful=(),
            _turns=(),
            _lifted_ns=None,
            _placed_ns=None,
            _stood=None,
        )


def ordered(glasses: Sequence[str]) -> tuple[str, ...]:
    """These glasses in the order of the table, or all if none is named; raises ValueError for one there is not."""
    for glass in glasses:
        if glass not in VESSELS:
            raise ValueError(f"{glass!r} is no glass; expected {', '.join(VESSELS)}")
    return tuple(glass for glass in VESSELS if not glasses or glass in glasses)
