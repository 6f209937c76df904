"""Rulings: what the referee says, each citing a point of the rules (scenarios.md, "What comes out").

A ruling's `at_ns` is when the act or deadline happened that it rules on, in nanoseconds of the match's clock;
printed, it is whole milliseconds since the clock's origin.
"""

import json
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import ClassVar, Final

from tamsk_pi.referee.why import JsonValue, Why
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import Hourglass, Player

NS_PER_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What all rulings have; the kind is a class each. The evidence `why` is left out when rulings are compared.

    `provisional`: decided in doubt, and may still be corrected, once (late.py); printed only where it is so.
    """

    kind: ClassVar[str]
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("cell", "cells", "origin", "to")

    at_ns: int
    rule: str
    provisional: bool = False
    why: Why | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, JsonValue]:
        """The ruling as the object that the commands print."""
        out: dict[str, JsonValue] = {
            "ruling": self.kind,
            "at_ms": self.at_ns // NS_PER_MS,
            "rule": self.rule,
        }
        for f in fields(self):
            if f.name not in ("at_ns", "rule", "provisional", "why"):
                key = "from" if f.name == "origin" else f.name
                out[key] = _plain(getattr(self, f.name), f.name in self.CELL_FIELDS)
        if self.provisional:
            out["provisional"] = True
        if self.why is not None:
            out["why"] = self.why.as_json()
        return out

    def judged(self) -> dict[str, JsonValue]:
        """`as_json` without its evidence and whether it was in doubt, for comparisons."""
        return {key: value for key, value in self.as_json().items() if key not in ("why", "provisional")}

    def as_line(self) -> str:
        """One line of JSON, keys sorted, no spaces, without the newline."""
        return json.dumps(self.as_json(), sort_keys=True, separators=(",", ":"))


def _plain(value: object, is_cell: bool) -> JsonValue:
    if value is None:
        return None
    if isinstance(value, Hourglass):
        return value.label
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return [cell_name(Cell(c)) for c in value]
    if is_cell and isinstance(value, int):
        return cell_name(Cell(value))
    assert isinstance(value, (str, int, bool))
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted(Ruling):
    kind: ClassVar[str] = "match-started"
    level: int
    penalty: str
    start: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Ruling):
    kind: ClassVar[str] = "turn-started"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAccepted(Ruling):
    """`origin` is printed as "from"; None when the glass was brought in (G.opt)."""

    kind: ClassVar[str] = "move-accepted"
    player: Player
    hourglass: Hourglass
    origin: Cell | None
    to: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class RingAccepted(Ruling):
    kind: ClassVar[str] = "ring-accepted"
    player: Player
    cell: Cell
    ring_kind: str  # regular, extra, penalty; printed as "kind"
    left: int

    def as_json(self) -> dict[str, JsonValue]:
        out = Ruling.as_json(self)
        out["kind"] = out.pop("ring_kind")
        return out


@dataclass(frozen=True, slots=True, kw_only=True)
class RingLapsed(Ruling):
    kind: ClassVar[str] = "ring-lapsed"
    player: Player
    cell: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class RingReassigned(Ruling):
    kind: ClassVar[str] = "ring-reassigned"
    player: Player
    cell: Cell
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRefused(Ruling):
    kind: ClassVar[str] = "act-refused"
    player: Player | None
    hourglass: Hourglass | None
    reason: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalCleared(Ruling):
    kind: ClassVar[str] = "refusal-cleared"
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HourglassExpired(Ruling):
    kind: ClassVar[str] = "hourglass-expired"
    player: Player
    hourglass: Hourglass


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerStarted(Ruling):
    kind: ClassVar[str] = "timer-started"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerRanOut(Ruling):
    kind: ClassVar[str] = "timer-ran-out"
    player: Player
    outcome: str  # in-time, late, forfeit


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGranted(Ruling):
    """`turns` is printed by the 1998 rule only."""

    kind: ClassVar[str] = "penalty-granted"
    player: Player
    reason: str  # late, forfeit
    turns: int | None = None

    def as_json(self) -> dict[str, JsonValue]:
        out = Ruling.as_json(self)
        if self.turns is None:
            del out["turns"]
        return out


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLapsed(Ruling):
    kind: ClassVar[str] = "penalty-lapsed"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed(Ruling):
    kind: ClassVar[str] = "turn-passed"
    player: Player
    reason: str  # blocked, forfeit, sitting-out


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned(Ruling):
    """Which of the last three are printed follows from the reason: the referee's own name player and hourglass."""

    kind: ClassVar[str] = "warning"
    reason: str  # hold, close-to-expiry; by the sensors count-uncertain, node-silent, sensor-dead
    player: Player | None = None
    hourglass: Hourglass | None = None
    cells: tuple[Cell, ...] = ()

    def as_json(self) -> dict[str, JsonValue]:
        out = Ruling.as_json(self)
        if self.player is None:
            del out["player"]
        if self.hourglass is None:
            del out["hourglass"]
        if not self.cells:
            del out["cells"]
        return out


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Ruling):
    kind: ClassVar[str] = "question"
    reason: str  # tie-close; by the sensors full-cell, holder-count, outage


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Ruling):
    kind: ClassVar[str] = "paused"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Ruling):
    kind: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(Ruling):
    kind: ClassVar[str] = "taken-back"
    cells: tuple[Cell, ...]
    undone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Ruling):
    """`winner` None is printed as "none"."""

    kind: ClassVar[str] = "match-ended"
    winner: Player | None
    reason: str  # rings, full-cell, last-hourglass, tie, resigned, agreed
    red_left: int
    black_left: int

    def as_json(self) -> dict[str, JsonValue]:
        out = Ruling.as_json(self)
        if self.winner is None:
            out["winner"] = "none"
        return out
