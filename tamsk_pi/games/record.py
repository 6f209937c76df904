"""A game record as a value: who played, under which settings, and what hands did.

It holds everything that the referee needs to decide the match again, to the nanosecond, and nothing that he decides.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.rules.acts import Act, Flip, NoFlip, Outage, Setup, Start, Tilt, TurnTimer, Upright
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.grammar import standard_setup

UNFINISHED: Final = "unfinished"
"""The result of a match that has not ended."""

_NS_PER_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Tags:
    """What people want to know of a match and the referee does not; empty where nobody said it.

    `result` is what is claimed; what the referee finds may differ.
    """

    event: str = ""
    place: str = ""
    round: str = ""
    date: str = ""
    annotator: str = ""
    source: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """An act as the referee was told of it.

    `known_ns` is None where that was in time; else everything up to that instant, the act's own included, had been
    decided before the act became known.
    """

    act: Act
    known_ns: int | None = None

    @property
    def key(self) -> tuple[int, bool]:
        """Records are in this order; acts with the same key in the order in which they were told."""
        return (when_ns(self.act), False) if self.known_ns is None else (self.known_ns, True)


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote about the match, one line, below the act of that index; -1: before the first."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One match. `told` is in order of `Told.key`; the clocks ran to `until_ns`.

    Instants are nanoseconds of the match's clock, 0 or more. Raises ValueError for a start under other settings.
    """

    settings: MatchSettings
    told: tuple[Told, ...]
    until_ns: int
    tags: Tags = Tags()
    comments: tuple[Comment, ...] = ()

    def __post_init__(self) -> None:
        if any(isinstance(t.act, Start) and t.act.settings != self.settings for t in self.told):
            raise ValueError("a start under other settings than the record's; expected the same")


def when_ns(act: Act) -> int:
    """When an act takes effect; a dark time from its begin, as for the referee."""
    return act.since_ns if isinstance(act, Outage) else act.at_ns


def in_order(told: Iterable[Told]) -> tuple[Told, ...]:
    """These acts in the order of a record."""
    return tuple(sorted(told, key=lambda t: t.key))


def last_ns(told: Iterable[Told]) -> int:
    """The latest instant of these acts; so far the clocks ran where nothing else is said."""
    return max((t.act.at_ns for t in told), default=0)


def plain_begin(settings: MatchSettings) -> tuple[Told, Told]:
    """How a match begins where nothing else is said: set up and started at 0."""
    return Told(standard_setup(0, settings.start)), Told(Start(0, settings))


def begins_plainly(record: GameRecord) -> bool:
    """Whether the match begins so, and is neither set up nor started a second time."""
    rest = record.told[2:]
    return record.told[:2] == plain_begin(record.settings) and not any(isinstance(t.act, Setup | Start) for t in rest)


def floored(record: GameRecord, *, with_sand: bool = True) -> GameRecord:
    """The record with every instant cut to whole milliseconds; if so, without those by which sand runs."""
    told = (
        told
        if not with_sand and isinstance(told.act, Flip | NoFlip | Tilt | Upright | TurnTimer)
        else Told(_floored(told.act), None if told.known_ns is None else _ms(told.known_ns))
        for told in record.told
    )
    return replace(record, told=in_order(told), until_ns=_ms(record.until_ns))


def _floored(act: Act) -> Act:
    if isinstance(act, Outage):
        return replace(act, at_ns=_ms(act.at_ns), since_ns=_ms(act.since_ns))
    return replace(act, at_ns=_ms(act.at_ns))


def _ms(at_ns: int) -> int:
    return at_ns - at_ns % _NS_PER_MS
