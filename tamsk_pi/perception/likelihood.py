"""How likely it is that a node says what it says, by where its glass is: the terms by which identities are weighed.

The numbers are stated, not learned. They are chosen low: what a node says twice is no second witness, a hand can hold
a glass still, and a table can be knocked. A term is the logarithm of a probability, in nats.

                      says moving   says resting   was turned over   is on its side
    in a hand             0.95          0.05            1                0.3
    stands untouched      0.03          0.97            0.001            0.001
      … and disturbed     0.5           0.5             0.2              0.05      (its cell's reading wavered then)
    beside the board      0.1           0.9             0.05             0.3
    let go a second ago   0.2           0.8            0.5              0.5
    just lifted, just set down: says nothing (0.5 for everything)
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS


class Says(Enum):
    """What a node says of its glass."""

    MOVING = auto()
    RESTING = auto()
    TURNED = auto()
    LYING = auto()


class Where(Enum):
    """How a glass is at an instant, as far as the magnets tell."""

    IN_HAND = auto()
    STANDING = auto()
    DISTURBED = auto()
    BESIDE = auto()
    CALMING = auto()
    UNSURE = auto()


class Step(Enum):
    """What happened to a glass on a cell."""

    TAKEN = auto()  # from beside the board, perhaps by now
    LIFTED = auto()
    PLACED = auto()
    LET_GO = auto()


@dataclass(frozen=True, slots=True)
class Word:
    """A node, 0 … 2 of its colour, says something at an instant: of receipt, or of the turn."""

    at_ns: int
    node: int
    says: Says


Way = tuple[tuple[int, Step], ...]
"""What happened to one glass, and when, oldest first."""

PROBABILITIES: Final[dict[Where, dict[Says, float]]] = {
    Where.IN_HAND: {Says.MOVING: 0.95, Says.RESTING: 0.05, Says.TURNED: 1.0, Says.LYING: 0.3},
    Where.STANDING: {Says.MOVING: 0.03, Says.RESTING: 0.97, Says.TURNED: 0.001, Says.LYING: 0.001},
    Where.DISTURBED: {Says.MOVING: 0.5, Says.RESTING: 0.5, Says.TURNED: 0.2, Says.LYING: 0.05},
    Where.BESIDE: {Says.MOVING: 0.1, Says.RESTING: 0.9, Says.TURNED: 0.05, Says.LYING: 0.3},
    Where.CALMING: {Says.MOVING: 0.2, Says.RESTING: 0.8, Says.TURNED: 0.5, Says.LYING: 0.5},
    Where.UNSURE: dict.fromkeys(Says, 0.5),
}
_LOGS: Final = {where: {says: math.log(p) for says, p in row.items()} for where, row in PROBABILITIES.items()}

_MOTION_NS: Final = 200 * NS_PER_MS
"""So long after a lift a node may still say that it rests: it is late, and packets wait."""
_CALM_NS: Final = 800 * NS_PER_MS
_REST_NS: Final = 1_000 * NS_PER_MS
"""After it was let go a node goes on to say that it moves, for 600 ms (firmware, STILL_MS) and as packets wait."""
_TOUCH_NS: Final = 150 * NS_PER_MS
"""A hand is at a glass before it leaves its tube; and instants are off by some of that."""
_TURN_NS: Final = 400 * NS_PER_MS
"""A turn is dated by a node's clock; one that was missed in bad air, worse."""


def log_likelihood(word: Word, way: Way, is_seated: bool, disturbed_ns: Collection[int]) -> float:
    """Of that word, if its node is in the glass that went this way; `disturbed_ns` is when its cell wavered."""
    return _LOGS[_where(word, way, is_seated, disturbed_ns)][word.says]


def _where(word: Word, way: Way, is_seated: bool, disturbed_ns: Collection[int]) -> Where:
    is_turn, at_ns = word.says is Says.TURNED, word.at_ns
    index = next((i for i in range(len(way) - 1, -1, -1) if way[i][0] <= at_ns), None)
    if index is None:
        began = way[0] if way else None
        if began is not None and began[1] is Step.LIFTED and began[0] - at_ns <= _TOUCH_NS:
            return Where.IN_HAND if is_turn else Where.UNSURE
        return _at_rest(at_ns, disturbed_ns) if _stood_before(began, is_seated) else Where.BESIDE
    since_ns, step = way[index]
    if step is Step.TAKEN:
        return Where.BESIDE if word.says is Says.RESTING else Where.IN_HAND
    if step is Step.LIFTED:
        is_felt = word.says is not Says.RESTING or at_ns - since_ns >= _MOTION_NS
        return Where.IN_HAND if is_felt else Where.UNSURE
    next_ns = way[index + 1][0] if index + 1 < len(way) else None
    is_just_set_down = step is Step.PLACED or at_ns - since_ns <= (_TURN_NS if is_turn else _CALM_NS)
    if is_just_set_down or (next_ns is not None and next_ns - at_ns <= _TOUCH_NS):
        return Where.IN_HAND if is_turn else Where.UNSURE
    if not is_turn and at_ns - since_ns <= _REST_NS:
        return Where.CALMING
    return _at_rest(at_ns, disturbed_ns)


def _stood_before(began: tuple[int, Step] | None, is_seated: bool) -> bool:
    return is_seated if began is None else began[1] is Step.LIFTED


def _at_rest(at_ns: int, disturbed_ns: Collection[int]) -> Where:
    is_disturbed = any(abs(at_ns - d) <= _TURN_NS for d in disturbed_ns)
    return Where.DISTURBED if is_disturbed else Where.STANDING
