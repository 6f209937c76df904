"""Why something was ruled: the instants it rests on, the margins, and what was the case (a ruling's key `why`).

The evidence is part of a ruling, but not of what was judged: two rulings are the same if they differ in it only. It
follows from the acts alone, however they are batched, so a journal holds it and a replay gives it again.

Margins are counted in the match's time: a pause between the two instants is left out. An uncertainty is the sum of
how far the two instants may be off: `act_uncertainty_ms` for an act of the board, `flip_uncertainty_ms` for a turning
over, `sand_uncertainty_ms` for sand that ran; all 0 where the acts are known exactly, as in a scenario.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import Hourglass, Player

NS_PER_MS: Final = 1_000_000

JsonValue: TypeAlias = "str | int | bool | list[JsonValue] | dict[str, JsonValue] | None"


class What(StrEnum):
    """Something that happened at an instant: an act, a deadline, or an earlier ruling."""

    LIFTED = "lifted"
    TURNED = "turned"
    PLACED = "placed"
    RELEASED = "released"
    LAID = "laid"  # on its side
    DROPPED = "dropped"  # a ring
    TAKEN = "taken"  # a ring
    TIMER_TURNED = "timer-turned"
    SAID = "said"
    REPORTED = "reported"  # by the sensors, about themselves
    TIMER_RAN_OUT = "timer-ran-out"
    SAND_RAN_OUT = "sand-ran-out"  # as measured
    WINDOW_CLOSED = "window-closed"
    MATCH_STARTED = "match-started"
    TURN_STARTED = "turn-started"
    TURN_PASSED = "turn-passed"
    PENALTY_GRANTED = "penalty-granted"
    REFUSED = "refused"
    ACCEPTED = "accepted"
    NOBODY_CAN_MOVE = "nobody-can-move"
    PAUSED = "paused"
    DARK = "dark"  # the board was without power


class Span(StrEnum):
    """What a margin measures."""

    AFTER_TIMER = "after-timer"  # since the neutral timer ran out; negative: before
    AFTER_SAND = "after-sand"  # since the glass's top ran out as measured; negative: before
    AFTER_RELEASE = "after-release"  # since the release that opened the window
    WINDOW_LEFT = "window-left"  # until the window closes; negative: since it closed
    GRACE_LEFT = "grace-left"  # until the grace after a release is over
    TOUCHED = "touched"  # from standing to the release that the cap made
    HELD = "held"  # in the air or on its side
    STOOD = "stood"  # since the release, until it was confirmed
    RAN = "ran"  # from the last turning over to the run-out
    RUNNING_TIME = "running-time"  # measured, of a full top
    SAND_LEFT = "sand-left"  # in the upper bulb
    RED_OUTLIVED_BLACK = "red-outlived-black"  # the difference of two run-outs; negative: black outlived red
    COUNTS_AS_EQUAL = "counts-as-equal"  # the largest difference that does
    WAS_DARK = "was-dark"


class Case(StrEnum):
    """What was the case at that instant."""

    DISTANCE = "distance"  # steps from cell to cell, and how many are allowed
    RINGS = "rings"  # on the cell, and its capacity
    TURNS = "turns"  # of the glass since it last stood accepted
    TURN_INFERRED = "turn-inferred"  # from where the glass went; its node had not said so when it was ruled
    NAME_PRESUMED = "name-presumed"  # which glass of its colour it is was not known when it was ruled
    HELD_BY = "held-by"  # the cell is that glass's in the accepted position
    NOT_MOVED_YET = "not-moved-yet"  # that glass must move first
    LOST = "lost"  # that glass has run out
    NO_WAY = "no-way"  # every neighbouring cell of that glass is held or full
    HAS_RING = "has-ring"  # the ring of the move to that cell came
    NO_WINDOW = "no-window"  # the move to that cell opened none
    NEWEST_CELL = "newest-cell"  # where that player moved last
    TURN_IS_BOUND = "turn-is-bound"  # a run of the timer binds that player's turn already
    END_DOWN = "end-down"  # 0: end A, 1: end B
    FINES_LEFT = "fines-left"  # turns that player has still to sit out
    RINGLESS_MOVES = "ringless-moves"  # in a row, and how many end the match
    RINGS_CHANGED = "rings-changed"  # how many more, or fewer, lie on the cell
    SEAT = "seat"  # where that glass stands; no cell: beside the board
    HOME = "home"  # where it belongs
    LIVING = "living"  # that glass has sand on top
    NEVER_RAN = "never-ran"  # that player has no glass to compare


@dataclass(frozen=True, slots=True)
class Fact:
    """What the ruling rests on, and when it happened; a glass's owner is not named again."""

    what: What
    at_ns: int
    player: Player | None = None
    hourglass: Hourglass | None = None
    cell: Cell | None = None

    def as_json(self) -> dict[str, JsonValue]:
        """As printed: `at_ms` in whole milliseconds, what does not apply left out."""
        return {"what": self.what.value, "at_ms": self.at_ns // NS_PER_MS, **_names(self)}


@dataclass(frozen=True, slots=True)
class Margin:
    """A distance of two instants in whole milliseconds, and how far it may be off."""

    span: Span
    ms: int
    uncertainty_ms: int = 0

    @classmethod
    def between(cls, span: Span, from_ns: int, to_ns: int, uncertainty_ms: int = 0) -> "Margin":
        """From one instant to another, as the difference of their printed milliseconds."""
        return cls(span, to_ns // NS_PER_MS - from_ns // NS_PER_MS, uncertainty_ms)

    def as_json(self) -> dict[str, JsonValue]:
        """As printed; an uncertainty of 0 is left out."""
        doubt: dict[str, JsonValue] = {"uncertainty_ms": self.uncertainty_ms} if self.uncertainty_ms else {}
        return {"span": self.span.value, "ms": self.ms, **doubt}


@dataclass(frozen=True, slots=True)
class Circumstance:
    """What was the case; `count` and `limit` are numbers of steps, rings, turns or moves."""

    case: Case
    player: Player | None = None
    hourglass: Hourglass | None = None
    cell: Cell | None = None
    count: int | None = None
    limit: int | None = None

    def as_json(self) -> dict[str, JsonValue]:
        """As printed; what does not apply is left out."""
        numbers: dict[str, JsonValue] = {"count": self.count, "limit": self.limit}
        return {"case": self.case.value, **_names(self), **{k: n for k, n in numbers.items() if n is not None}}


@dataclass(frozen=True, slots=True)
class Why:
    """The evidence of one ruling. `corrects` are the numbers (from 1) of earlier rulings that it replaces."""

    rests_on: tuple[Fact, ...] = ()
    margins: tuple[Margin, ...] = ()
    given: tuple[Circumstance, ...] = ()
    corrects: tuple[int, ...] = ()

    def as_json(self) -> dict[str, JsonValue]:
        """As printed under `why`; empty lists are left out."""
        parts: dict[str, list[JsonValue]] = {
            "rests_on": [fact.as_json() for fact in self.rests_on],
            "margins": [margin.as_json() for margin in self.margins],
            "given": [circumstance.as_json() for circumstance in self.given],
            "corrects": [*self.corrects],
        }
        return {key: part for key, part in parts.items() if part}


def _names(of: Fact | Circumstance) -> dict[str, JsonValue]:
    names: dict[str, JsonValue] = {}
    if of.player is not None:
        names["player"] = of.player.value
    if of.hourglass is not None:
        names["hourglass"] = of.hourglass.label
    if of.cell is not None:
        names["cell"] = cell_name(of.cell)
    return names
