"""Which glass is which: the hypotheses for the three glasses of one colour, and what is believed of each.

Theory of operation. To the magnets three glasses of a colour are one. A *name* (red1 … red3) is what the referee
calls a glass; it goes where the glass goes, and is clear as long as one glass of its colour is in the air at a time.
A *node* is what speaks in one of the glasses; which node is in the glass of which name is not known by itself either,
for hands set up look-alikes. A hypothesis says both:

    seats   the cell of each name, None in the air or beside the board
    nodes   the node in each name's glass
    named   the names that the placings of late were given by it
    log     how likely all that was seen and said is, if it is so

    a lift        every hypothesis lifts the name that it has there
    a placing     every hypothesis branches into one for each name that it has in the air
    a word        of a node is weighed by each, by what its glass did (likelihood.py)

So a word that comes late weighs as much as one that comes in time, and a name that was given can be overturned. Words
are counted with restraint: the same word again only after `_AGAIN_NS`, and a few times until something happens. What
is less likely than the best by e^20 is dropped.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations
from operator import eq
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.likelihood import Says, Step, Way, Word, log_likelihood
from tamsk_pi.rules.board import Cell

GLASSES: Final = 3
CLEAR: Final = 0.99
"""A name is clear if all others together are less likely than one in a hundred."""

_AS_CONFIGURED: Final = 0.5
_TWO_EXCHANGED: Final = 0.12
"""For each of three; the two ways to have all three exchanged share the rest. Hands cannot tell the glasses apart."""
_BROUGHT_IN: Final = math.log(0.2)
"""While a glass hangs in the air, one from beside the board is the less likely to be the one that is placed."""
_BROUGHT_NS: Final = 1_000 * NS_PER_MS
"""So long before it is placed a glass from beside the board is in a hand."""
_SAID: Final = 7.0
"""Both players say it: they are wrong once in a thousand."""
_SETTLED_NS: Final = 1_500 * NS_PER_MS
"""After so long it is known what the magnets saw at an instant."""
_AGAIN_NS: Final = 300 * NS_PER_MS
_MOST_AGAIN: Final = 5
_DISTURBED_NS: Final = 100 * NS_PER_MS
_DROPPED: Final = 20.0
_MOST: Final = 48
_STEPS: Final = 8
_KEPT_NS: Final = 300_000 * NS_PER_MS
"""Longer ago than the referee can decide again."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way in which everything may be. Names and nodes are 0 … 2 of the colour; `log` in nats."""

    seats: tuple[Cell | None, ...]
    nodes: tuple[int, ...]
    ways: tuple[Way, ...] = ((), (), ())
    named: tuple[int, ...] = ()
    log: float = 0.0

    def stepped(self, name: int, seat: Cell | None, *steps: tuple[int, Step]) -> "Hypothesis":
        """Something happened to the glass of that name, which is there now."""
        seats, ways = list(self.seats), list(self.ways)
        seats[name], ways[name] = seat, (*ways[name], *steps)[-_STEPS:]
        return replace(self, seats=tuple(seats), ways=tuple(ways))

    def in_air(self, name: int) -> bool:
        """Lifted off a cell and not put down yet; not merely beside the board."""
        way = self.ways[name]
        return self.seats[name] is None and bool(way) and way[-1][1] is Step.LIFTED

    def exchanged(self, one: int, other: int, since: int) -> "Hypothesis":
        """The same glasses, two of them under each other's names since that placing."""
        new = list(range(GLASSES))
        new[one], new[other] = other, one
        return replace(
            self,
            seats=tuple(self.seats[n] for n in new),
            nodes=tuple(self.nodes[n] for n in new),
            ways=tuple(self.ways[n] for n in new),
            named=(*self.named[:since], *(new[n] for n in self.named[since:])),
        )


@dataclass(slots=True)
class Placing:
    """A glass was placed; `told` is the name it was given, None as long as it has none."""

    at_ns: int
    cell: Cell
    told: int | None = None
    is_presumed: bool = False


@dataclass(slots=True)
class _Speaker:
    """What a node said last, and how often since something happened."""

    says: Says | None = None
    at_ns: int = 0
    count: int = 0


@dataclass(slots=True)
class Identity:
    """The glasses of one colour. Steps and words may come some 100 ms late, not more."""

    has_nodes: bool
    placings: list[Placing] = field(default_factory=list)
    """Those of late, in the order in which the hypotheses name them."""
    _hypotheses: list[Hypothesis] = field(default_factory=list)
    _words: list[Word] = field(default_factory=list)
    _speakers: list[_Speaker] = field(default_factory=lambda: [_Speaker() for _ in range(GLASSES)])
    _disturbed: dict[Cell, deque[int]] = field(default_factory=dict)
    _known: list[tuple[Hypothesis, float]] = field(default_factory=list)
    """The hypotheses with their shares, until something changes."""

    def set_up(self, seats: tuple[Cell | None, ...], expected: tuple[int, ...] = (0, 1, 2)) -> None:
        """The names' first seats; which node is where, nobody knows yet, but each is `expected` somewhere."""
        self.placings.clear()
        orders = list(permutations(range(GLASSES))) if self.has_nodes else [expected]
        self._hypotheses = [Hypothesis(seats, nodes, log=_prior(nodes, expected)) for nodes in orders]
        self._known = []

    def forget_placings(self) -> None:
        """What was told of placings stands."""
        self.placings.clear()
        self._hypotheses = [replace(h, named=()) for h in self._hypotheses]
        if self._hypotheses:
            self._thin()

    # What happens.

    def lifted(self, cell: Cell, at_ns: int) -> None:
        """The glass on that cell leaves it."""
        self._step(cell, None, (at_ns, Step.LIFTED))

    def let_go(self, cell: Cell, at_ns: int) -> None:
        """The hand leaves the glass on that cell."""
        self._step(cell, cell, (at_ns, Step.LET_GO))

    def placed(self, cell: Cell, at_ns: int) -> Placing:
        """A glass stands on that cell: one of those that are in the air or beside the board."""
        self._begin(Step.PLACED)
        self._hypotheses = [new for h in self._hypotheses for new in _placings(h, cell, at_ns)]
        placing = Placing(at_ns, cell)
        self.placings.append(placing)
        self._thin()
        return placing

    def disturbed(self, cell: Cell, at_ns: int) -> None:
        """The reading of that cell wavers."""
        times = self._disturbed.setdefault(cell, deque(maxlen=32))
        if not times or at_ns - times[-1] >= _DISTURBED_NS:
            times.append(at_ns)
            self._known = []

    def heard(self, word: Word) -> None:
        """A node has said something."""
        if word.says is not Says.TURNED:
            speaker = self._speakers[word.node]
            if speaker.says is not word.says:
                speaker.says, speaker.count = word.says, 0
            elif speaker.count >= _MOST_AGAIN or word.at_ns - speaker.at_ns < _AGAIN_NS:
                return
            speaker.at_ns, speaker.count = word.at_ns, speaker.count + 1
        self._words.append(word)
        self._known = []

    def believe(self, name: int, cell: Cell) -> None:
        """Both players say that the glass there is that one."""
        self._known = []
        self._hypotheses = [replace(h, log=h.log + _SAID) if h.seats[name] == cell else h for h in self._hypotheses]

    def exchange(self, placing: Placing, name: int, is_free: Callable[[int], bool]) -> None:
        """The glass of that placing has that name from now on, by definition: of names that nobody's glass has yet
        (`is_free`) the hypotheses only say which node bears it."""
        index = self.placings.index(placing)
        self._hypotheses = [
            h
            if (other := h.named[index]) == name or not (is_free(other) and is_free(name))
            else h.exchanged(other, name, index)
            for h in self._hypotheses
        ]
        self._thin()

    def wake(self, now_ns: int) -> None:
        """Time passes: words that all is known about are weighed for good, old placings stand as they were told."""
        if not self._hypotheses:
            return
        due = [word for word in self._words if now_ns - word.at_ns >= _SETTLED_NS]
        if due:
            self._words = [word for word in self._words if now_ns - word.at_ns < _SETTLED_NS]
            self._hypotheses = [replace(h, log=h.log + self._weight(h, due)) for h in self._hypotheses]
            self._thin()
        while self.placings and self._is_past(now_ns):
            self.placings.pop(0)
            self._hypotheses = [replace(h, named=h.named[1:]) for h in self._hypotheses]
            self._thin()

    # What is believed.

    def names_at(self, placing: Placing) -> list[float]:
        """How likely each name is to be that of the glass that was placed, given what was told of the others."""
        index = self.placings.index(placing)
        told = [(i, p.told) for i, p in enumerate(self.placings) if p.told is not None and p is not placing]
        agreeing = [(h, w) for h, w in self._weighed() if all(h.named[i] == name for i, name in told)]
        return _shares((h.named[index], w) for h, w in agreeing or self._weighed())

    def node_at(self, placing: Placing) -> list[float]:
        """How likely each node is to be in the glass that was placed."""
        index = self.placings.index(placing)
        return _shares((h.nodes[h.named[index]], w) for h, w in self._weighed())

    def is_clear(self, placing: Placing, name: int) -> bool:
        """Whether that placing's name is, whatever was told."""
        index = self.placings.index(placing)
        return _shares((h.named[index], w) for h, w in self._weighed())[name] >= CLEAR

    def node_of(self, name: int) -> list[float]:
        """How likely each node is to be in the glass of that name."""
        return _shares((h.nodes[name], w) for h, w in self._weighed())

    def best_named(self) -> tuple[tuple[int, ...], float]:
        """The likeliest names of all placings of late, and how likely they are together."""
        return _best((h.named, w) for h, w in self._weighed())

    def best_nodes(self, now: tuple[int, ...]) -> tuple[tuple[int, ...], float]:
        """The likeliest nodes of the three names, and how likely it is that they are as `now`."""
        best, _ = _best((h.nodes, w) for h, w in self._weighed())
        return best, sum(w for h, w in self._weighed() if h.nodes == now)

    def may_be(self, name: int) -> list[int]:
        """The nodes that may be in the glass of that name."""
        return [node for node, share in enumerate(self.node_of(name)) if share > 1 - CLEAR]

    def may_stand_on(self, cell: Cell) -> list[int]:
        """The names that the glass on that cell may have."""
        shares = [0.0] * GLASSES
        for h, weight in self._weighed():
            if cell in h.seats:
                shares[h.seats.index(cell)] += weight
        return [name for name, share in enumerate(shares) if share > 1 - CLEAR]

    # Inside.

    def _step(self, cell: Cell, seat: Cell | None, step: tuple[int, Step]) -> None:
        self._begin(step[1])
        self._known = []
        self._hypotheses = [
            h.stepped(h.seats.index(cell), seat, step) if cell in h.seats else h for h in self._hypotheses
        ]

    def _begin(self, step: Step) -> None:
        """Words count anew; not that a glass rests which did so before another one was placed: it may stand beside
        the board, and says nothing of the cell."""
        for speaker in self._speakers:
            if step is Step.LIFTED or speaker.says is not Says.RESTING:
                speaker.says = None

    def _weighed(self) -> list[tuple[Hypothesis, float]]:
        if not self._known:
            self._known = self._shared()
        return self._known

    def _shared(self) -> list[tuple[Hypothesis, float]]:
        if len(self._hypotheses) == 1:
            return [(self._hypotheses[0], 1.0)]
        logs = [h.log + self._weight(h, self._words) for h in self._hypotheses]
        most = max(logs)
        weights = [math.exp(log - most) for log in logs]
        total = sum(weights)
        return [(h, w / total) for h, w in zip(self._hypotheses, weights, strict=True)]

    def _weight(self, h: Hypothesis, words: Iterable[Word]) -> float:
        total = 0.0
        for word in words:
            name = h.nodes.index(word.node)
            seat = h.seats[name]
            disturbed = self._disturbed.get(seat, ()) if seat is not None else ()
            total += log_likelihood(word, h.ways[name], seat is not None, disturbed)
        return total

    def _thin(self) -> None:
        """Like ones together, hopeless ones away."""
        self._known = []
        merged: dict[tuple[object, ...], Hypothesis] = {}
        for h in sorted(self._hypotheses, key=lambda h: -h.log):
            key = (h.seats, h.nodes, h.named)
            known = merged.get(key)
            merged[key] = h if known is None else replace(known, log=_sum_of_logs(known.log, h.log))
        most = max(h.log for h in merged.values())
        kept = [replace(h, log=h.log - most) for h in merged.values() if h.log > most - _DROPPED]
        self._hypotheses = kept[:_MOST]

    def _is_past(self, now_ns: int) -> bool:
        first = self.placings[0]
        if first.told is None:
            return False
        is_agreed = all(h.named[0] == first.told for h in self._hypotheses)
        return is_agreed or now_ns - first.at_ns > _KEPT_NS


def _prior(nodes: tuple[int, ...], expected: tuple[int, ...]) -> float:
    at_home = sum(map(eq, nodes, expected))
    three = (1 - _AS_CONFIGURED - 3 * _TWO_EXCHANGED) / 2
    return math.log({GLASSES: _AS_CONFIGURED, 1: _TWO_EXCHANGED}.get(at_home, three))


def _placings(h: Hypothesis, cell: Cell, at_ns: int) -> Iterator[Hypothesis]:
    in_air = [n for n in range(GLASSES) if h.in_air(n)]
    for name in range(GLASSES):
        if h.seats[name] is not None:
            continue
        steps = [(at_ns, Step.PLACED)]
        log = h.log
        if name not in in_air:
            steps.insert(0, (at_ns - _BROUGHT_NS, Step.TAKEN))
            log += _BROUGHT_IN if in_air else 0.0
        yield replace(h.stepped(name, cell, *steps), named=(*h.named, name), log=log)


def _shares(weighed: Iterable[tuple[int, float]]) -> list[float]:
    shares = [0.0] * GLASSES
    for name, weight in weighed:
        shares[name] += weight
    total = sum(shares)
    return [share / total for share in shares]


def _best(weighed: Iterable[tuple[tuple[int, ...], float]]) -> tuple[tuple[int, ...], float]:
    shares: dict[tuple[int, ...], float] = {}
    for key, weight in weighed:
        shares[key] = shares.get(key, 0.0) + weight
    return max(shares.items(), key=lambda item: item[1])


def _sum_of_logs(a: float, b: float) -> float:
    return max(a, b) + math.log1p(math.exp(-abs(a - b)))
