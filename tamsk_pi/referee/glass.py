"""One hourglass, and the phases that hands and the referee take it through."""

from dataclasses import dataclass
from enum import Enum

from tamsk_pi.referee.why import Fact
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.sand import Sand


class Phase(Enum):
    """Where a glass is on its way.

                    lift                place              release, judged (H9)
        STANDING ─────────► IN_HAND ─────────► TOUCHED ─────────────────────────► STANDING, accepted or refused
            ▲ ▲               │  ▲               │ └─ not turned over (H11) ──► UNTURNED ──turned──► STANDING
            │ └─ put upright  │  │ lift, as if   │                                 │ grace over: refused
            │    in its tube  │  │ it had never  └─ cell is full (H12) ───────► CONFIRMING ──► the match is lost
            └──── LYING ◄─────┘  │ been released (H11, H12)                        │
                  tilt           └─────────────────────────────────────────────────┘

    BESIDE: off the board and in nobody's hand, before it is brought in (G.opt).
    """

    BESIDE = "beside the board"
    STANDING = "standing"
    IN_HAND = "in the hand"
    LYING = "lying"
    TOUCHED = "standing, still touched"
    UNTURNED = "released, not turned over yet"
    CONFIRMING = "released on a full cell"


IN_AIR = frozenset({Phase.IN_HAND, Phase.LYING, Phase.TOUCHED, Phase.UNTURNED})
"""A move with such a glass is under way (H28)."""

UNFINISHED = frozenset({Phase.TOUCHED, Phase.UNTURNED, Phase.CONFIRMING})
"""It stands, and a lift now goes on with the same move: as if it had never been released (H11, H12)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A glass stands where it was refused: shown until it is restored."""

    reason: str
    rule: str
    cells: tuple[Cell, ...]
    at_ns: int = 0


@dataclass(frozen=True, slots=True)
class Glass:
    """One hourglass: what is, and what counts of it.

    `turns` counts since it last stood accepted; an odd number means it was turned over (H1). `lifted_ns`,
    `could_move` and `rings_at_lift` belong to the last lift (H13, H28, H33).

    Evidence, by which nothing is judged: `handled`, what was done to it since it last stood accepted, the last of
    each kind; `turned_ns`, its last turn; `due_at_lift_ns`, when its top was to run out, or did, as it was lifted.
    """

    hourglass: Hourglass
    sand: Sand
    seat: Cell | None = None
    is_touched: bool = False
    placed_ns: int = 0
    turns: int = 0
    is_presumed: bool = False  # one of its turns was inferred, and its node has not said so yet
    is_doubted: bool = False  # … and what followed can still be corrected (late.py)
    is_name_presumed: bool = False  # it may be another one of its colour
    is_lying: bool = False
    lying_on: Cell | None = None
    lifted_ns: int = 0
    could_move: bool = False
    rings_at_lift: tuple[int, ...] | None = None
    held_since_ns: int | None = None  # in the air or lying since then (H14)
    is_hold_warned: bool = False
    accepted: Cell | None = None
    has_started: bool = False
    expired_ns: int | None = None
    refusal: Refusal | None = None
    unturned_since_ns: int | None = None  # released unturned, within the flip grace (H11)
    full_since_ns: int | None = None  # released on a full cell, to be confirmed (H12)
    full_asked_ns: int | None = None  # the players were asked then whether it is full (H12)
    close_answer: bool = False  # the players' eyes have spoken in this run (H20)
    handled: tuple[Fact, ...] = ()
    turned_ns: int | None = None
    due_at_lift_ns: int | None = None

    @property
    def player(self) -> Player:
        return self.hourglass.player

    @property
    def is_lost(self) -> bool:
        """Run out and ruled so (G2.6)."""
        return self.expired_ns is not None

    @property
    def is_living(self) -> bool:
        """Started and not run out (H16, H38)."""
        return self.has_started and self.expired_ns is None

    @property
    def is_off_board(self) -> bool:
        """Not brought in yet (G.opt) and not standing anywhere."""
        return self.accepted is None and self.seat is None

    @property
    def is_beside(self) -> bool:
        """It lies or stands where it was beside the board, never lifted out of a tube (G.opt)."""
        return self.is_off_board and self.rings_at_lift is None

    @property
    def phase(self) -> Phase:
        """Where it is on its way."""
        if self.seat is None:
            return self._phase_off_its_tube()
        if self.is_touched:
            return Phase.TOUCHED
        if self.unturned_since_ns is not None:
            return Phase.UNTURNED
        return Phase.STANDING if self.full_since_ns is None else Phase.CONFIRMING

    def _phase_off_its_tube(self) -> Phase:
        if self.is_beside:
            return Phase.BESIDE
        if self.is_lying:
            return Phase.LYING
        return Phase.BESIDE if self.held_since_ns is None else Phase.IN_HAND

    @property
    def is_in_air(self) -> bool:
        """In a hand: lifted, still touched, or within its flip grace (H28); not merely beside the board."""
        return self.phase in IN_AIR
