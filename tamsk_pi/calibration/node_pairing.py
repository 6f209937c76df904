"""Pairing: which node is in which glass, found out by turning over the glass whose cell lights up.

    light a glass's cell ──► lifted, turned, put back there ──► its node tells of a turn just then ──► the next glass
            ▲                                                  │
            └── several turned at once, none heard, or ◄───────┘
                it may be the one of a board next door

The board feels the glass leave its tube and come back; only a turn within that time counts. Where a node of another
board can have been turned just then, one turn is not enough: several told of one, or more strange nodes are about
than this board's glasses may have, or it is heard much weaker than ours, or it is another glass's. Then the glass is
asked for again, and only a node that told of both turns is taken. No sensor feels the neutral timer: it is turned
over twice (where strangers are about three times), and only one node may tell of so many.

Nothing here reads a clock or a sensor; instants are nanoseconds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from tamsk_pi.calibration.node_air import Air, Turn
from tamsk_pi.perception.frames import NodeReport
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
CROWD_TIMER_TURNS: Final = 3
TIMER_SPAN_NS: Final = 30_000 * _MS
"""The neutral timer's turns that count together."""


class Doubt(StrEnum):
    """Why a glass has to be turned over again."""

    SEVERAL = "several"  # two nodes were turned over at once
    TAKEN = "taken"  # this node was paired with another glass just now
    SILENT = "silent"  # no node told of a turn
    UNSURE = "unsure"  # one told of a turn, but it may be another board's
    ANOTHERS = "anothers"  # one told of a turn that is paired with another glass, which nobody asked for
    CHANGED = "changed"  # this time other nodes told of a turn than the last


@dataclass(frozen=True, slots=True)
class Pair:
    """A node found for a glass. `is_known`: it was this glass's before."""

    glass: str
    address: str
    is_known: bool = False


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
    _turns: tuple[Turn, ...] = ()
    _air: Air = field(default_factory=Air)
    _suspects: tuple[str, ...] = ()
    """Who told of each turn so far, where one was not enough."""
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
        if self.glass != NEUTRAL_TIMER:
            return 1
        return max(1, self._timer_turns_needed() - max(self._turns_by_node().values(), default=0))

    @property
    def nodes(self) -> dict[str, str]:
        """The addresses by glass: those found, and those known before that are nobody else's now."""
        found = {pair.glass: pair.address for pair in self.done}
        taken = set(found.values())
        kept = {g: a for g, a in self.known.items() if g not in found and a not in taken}
        return {glass: (found | kept)[glass] for glass in VESSELS if glass in found or glass in kept}

    def heard(self, report: NodeReport) -> "NodePairing":
        """A node spoke, ours or a stranger."""
        air, turn = self._air.heard(report)
        state = replace(self, _air=air)
        return state if turn is None or turn.at_ns < self.since_ns else replace(state, _turns=(*self._turns, turn))

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
        fresh = tuple(address for address in turned if address not in self._taken())
        return self._weighed(glass, fresh, now_ns) if fresh else self._again(now_ns, Doubt.TAKEN, turned)

    def _weighed(self, glass: str, turned: tuple[str, ...], now_ns: int) -> "NodePairing":
        """These told of the turn; the one that told of the last one too, if that was not enough."""
        if self._suspects:
            both = tuple(address for address in turned if address in self._suspects)
            if not both:
                return self._again(now_ns, Doubt.CHANGED, turned, suspects=turned)
            if len(both) == 1:
                return self._found(glass, both[0], now_ns)
            turned = both
        doubt = Doubt.SEVERAL if len(turned) > 1 else self._doubt_of(glass, turned[0], now_ns)
        if doubt is None:
            return self._found(glass, turned[0], now_ns)
        return self._again(now_ns, doubt, turned, suspects=turned)

    def _doubt_of(self, glass: str, address: str, now_ns: int) -> Doubt | None:
        """Why one turn of this node alone proves nothing."""
        of = next((g for g, a in self.known.items() if a == address), None)
        if of is not None:
            return None if of == glass or of in self.wanted else Doubt.ANOTHERS
        is_faint = self._air.is_faint(address, self._ours(), now_ns)
        return Doubt.UNSURE if is_faint or self._is_crowded(now_ns) else None

    def _is_crowded(self, now_ns: int) -> bool:
        """Whether more strange nodes are about than this board's glasses may have: some are another board's."""
        about = self._air.about(now_ns)
        return len(about - self._ours()) > sum(self._may_be_strange(glass, about) for glass in VESSELS)

    def _may_be_strange(self, glass: str, about: frozenset[str]) -> bool:
        """Whether the node in this glass may be one that nobody knows: it was never paired, or is replaced now."""
        if any(pair.glass == glass for pair in self.done):
            return False
        is_asked_for = glass in self.wanted and glass not in self.skipped
        return glass not in self.known or (is_asked_for and self.known[glass] not in about)

    def _ours(self) -> frozenset[str]:
        return frozenset(self.known.values()) | self._taken()

    def _taken(self) -> frozenset[str]:
        return frozenset(pair.address for pair in self.done)

    def _judged_timer(self, now_ns: int) -> "NodePairing":
        state = replace(self, _turns=tuple(turn for turn in self._turns if now_ns - turn.at_ns < TIMER_SPAN_NS))
        turns = state._turns_by_node()
        if not turns or now_ns - max(turn.at_ns for turn in state._turns) < QUIET_NS:
            return state
        most = max(turns.values())
        leading = tuple(address for address, count in turns.items() if count == most)
        if len(leading) > 1:
            return replace(state, doubt=Doubt.SEVERAL, doubtful=leading)
        if most < state._timer_turns_needed():
            return state
        if leading[0] in state._taken():
            return state._again(now_ns, Doubt.TAKEN, leading)
        return state._found(NEUTRAL_TIMER, leading[0], now_ns)

    def _turns_by_node(self) -> dict[str, int]:
        turns: dict[str, set[int]] = {}
        for turn in self._turns:
            turns.setdefault(turn.address, set()).add(turn.at_ns)
        return {address: len(instants) for address, instants in turns.items()}

    def _timer_turns_needed(self) -> int:
        now_ns = max((turn.at_ns for turn in self._turns), default=self.since_ns)
        return CROWD_TIMER_TURNS if self._is_crowded(now_ns) else TIMER_TURNS

    def _found(self, glass: str, address: str, now_ns: int) -> "NodePairing":
        return self._next(now_ns, done=(*self.done, Pair(glass, address, self.known.get(glass) == address)))

    def _again(
        self, now_ns: int, doubt: Doubt, addresses: tuple[str, ...], suspects: tuple[str, ...] | None = None
    ) -> "NodePairing":
        return replace(
            self,
            since_ns=now_ns,
            doubt=doubt,
            doubtful=addresses,
            _turns=(),
            _suspects=self._suspects if suspects is None else suspects,
            _lifted_ns=None,
            _placed_ns=None,
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
            _suspects=(),
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
