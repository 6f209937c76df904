"""What the referee knows, as one value.

Two layers stand in it side by side. *What is*: where glasses stand or hang, how often they were turned, which rings
lie where; acts change it at once, whoever did them. *What counts*: the accepted position, turns, windows, rights;
only rulings change it.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.referee.why import Fact, Why
from tamsk_pi.rules.acts import Act, Answer
from tamsk_pi.rules.board import CELLS, RINGS_EACH, Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.sand import Sand
from tamsk_pi.rules.settings import MatchSettings

NS_PER_MS: Final = 1_000_000


class Stage(Enum):
    """Where the match stands.

    BEFORE ──start──► PLAYING ──equal rings──► AWAITING_SAND ──last glass──► ENDED
       ▲  └ not set up    └── decided, resigned, agreed ────────────────────────▲
       └── tries again
    """

    BEFORE = "before"
    PLAYING = "playing"
    AWAITING_SAND = "awaiting sand"  # equal rings: the last glasses decide (G2.9)
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is; `number` counts up, so that a run of the timer can name its turn.

        begin_turn ──► waiting ──starting lift (H13)──► started ──accepted move (H1)──► the opponent's
                          │ └ timer runs out (G3.6): forfeit    │ └ timer runs out (G3.4): LateMove, and
                          └ cannot move (H22): passes           │   the opponent's turn begins (G3.5)
                                                                └ put back, run out: as if waiting

    `waiting` and `started` are told apart by `has_started`, which only rights of the opponent hang on (H3).
    """

    player: Player
    number: int
    began_ns: int
    has_started: bool = False  # a starting lift was made
    is_bound: bool = False  # a run of the neutral timer binds it, or did


@dataclass(frozen=True, slots=True)
class LateMove:
    """A move that was in the air when the timer ran out; it may still be finished (G3.4, H29).

    `open_for` is how many accepted moves of the opponent end it: 1, by the 1998 rule 2 (G98.1). `ran_out`: evidence.
    """

    player: Player
    hourglasses: tuple[Hourglass, ...]
    open_for: int
    ran_out: Fact


@dataclass(frozen=True, slots=True)
class RingWindow:
    """The mover's regular ring may come until `ends_ns`, included (H2); `opened` is the release, as evidence."""

    player: Player
    cell: Cell
    ends_ns: int
    opened: Fact
    opponent_started: bool = False


@dataclass(frozen=True, slots=True)
class ExtraRight:
    """`player` may drop a ring on the cell on which the mover dropped none (G1.3, H3)."""

    player: Player
    cell: Cell
    lapsed_ns: int
    holds_end: bool = True  # until its time is over (H35)


@dataclass(frozen=True, slots=True)
class PenaltyRight:
    """`player` may drop a second ring; the window is open once `ends_ns` is known (H30, H31).

    Evidence: `granted_ns` is the run-out it was granted for, `opened` the release or pass that opened the window.
    """

    player: Player
    rule: str
    granted_ns: int
    ends_ns: int | None = None
    opened: Fact | None = None


@dataclass(frozen=True, slots=True)
class LastCell:
    """The newest cell a player moved to, and whether its ring came.

    Evidence: when the glass was released there, when the window lapsed if it did.
    """

    cell: Cell
    released_ns: int
    has_ring: bool = False
    lapsed_ns: int | None = None


@dataclass(frozen=True, slots=True)
class RefusedRing:
    """A ring that lies where it was refused."""

    cell: Cell
    rule: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class WaitingRing:
    """A ring that came to rest around that standing glass, whose move is not accepted yet (H2).

    `reason`, `rule` and, as evidence, `why` are what it would have been refused for when it fell.
    """

    at_ns: int
    cell: Cell
    hourglass: Hourglass
    holder: Player | None
    reason: str
    rule: str
    why: Why


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the neutral timer that binds the turn of that number (G3.2).

    Evidence: when the timer was turned, and what ended the turn in time.
    """

    player: Player
    turn: int
    ends_ns: int
    turned_ns: int
    ended_by: Fact | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that takes both players: who said it so far, and until when the other may (H39)."""

    what: Answer
    key: tuple[object, ...]
    players: tuple[Player, ...]
    ends_ns: int
    said_ns: int


@dataclass(frozen=True, slots=True)
class Undoable:
    """What an accepted act changed, so that it can be taken back (H39)."""

    kind: str  # the ruling's kind
    player: Player
    cell: Cell
    at_ns: int
    ringless_moves: int  # before it (H8)
    ring_kind: str | None = None
    hourglass: Hourglass | None = None
    origin: Cell | None = None
    had_started: bool = False
    last_cell: LastCell | None = None
    window_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """Equal rings at the end: the sand decides from `ends_ns` on (H36, H37)."""

    ends_ns: int
    asked_ns: int | None = None  # tie-close was asked then
    pair: tuple[Hourglass, ...] = ()
    said: tuple[Fact, ...] = ()  # which glass outlived the other


@dataclass(frozen=True, slots=True)
class Pause:
    """All glasses lie on their side since `since_ns`; the match's clocks stand still (H39).

    `rings` is what was put on a cell or taken off it meanwhile.
    """

    since_ns: int
    rings: tuple[int, ...] = (0,) * len(CELLS)


@dataclass(frozen=True, slots=True)
class Past:
    """A stretch of the match that can be decided again (late.py): the state it began with, the acts noted since, in
    the order in which they became known, and what was ruled in it."""

    state: "RefereeState"
    acts: tuple[Act, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class RefereeState:
    """Everything the next ruling depends on."""

    settings: MatchSettings
    glasses: tuple[Glass, ...]
    timer: Sand
    decided_ns: int = -1  # the watermark: nothing at or before it is undecided
    pending: tuple[Act, ...] = ()  # acts after the watermark, in the order in which they are to be judged
    nodes: tuple[Hourglass, ...] = HOURGLASSES  # which of the configured glasses bears each name
    stage: Stage = Stage.BEFORE
    rings: tuple[int, ...] = (0,) * len(CELLS)  # accepted
    refused_rings: tuple[RefusedRing, ...] = ()  # bottom first
    waiting_rings: tuple[WaitingRing, ...] = ()
    taken_rings: tuple[Cell, ...] = ()  # accepted rings that were taken off, once a ring
    left: tuple[int, int] = (RINGS_EACH, RINGS_EACH)
    turn: Turn | None = None
    turns_begun: int = 0
    late: LateMove | None = None
    windows: tuple[RingWindow, ...] = ()
    extra_rights: tuple[ExtraRight, ...] = ()
    penalties: tuple[PenaltyRight, ...] = ()
    last_cells: tuple[LastCell | None, LastCell | None] = (None, None)
    sit_out: tuple[int, int] = (0, 0)
    runs: tuple[Run, ...] = ()
    is_grace_run: bool = False  # the timer's sand is of a turn that H24 made void
    last_release_ns: int | None = None
    ringless_moves: int = 0
    stalled_ns: int | None = None
    closed_ns: int = 0  # when the last window or right closed
    offences: tuple[Fact, ...] = ()  # run-outs for which turns are still to be sat out (G98.3): evidence
    proposals: tuple[Proposal, ...] = ()
    uncertain_cells: tuple[Cell, ...] = ()  # the sensors have doubted how many rings lie there (H12)
    ring_owners: tuple[tuple[Cell, Player], ...] = ()  # accepted rings in order (H5)
    undoables: tuple[Undoable, ...] = ()
    pause: Pause | None = None
    tie: Tie | None = None
    ruled: int = 0  # how many rulings there have been since the first
    provisional: tuple[int, ...] = ()  # numbers of those that may still be corrected, the first ruling is 1
    past: tuple[Past, ...] = ()  # what is needed to decide again, oldest first

    @classmethod
    def initial(cls, settings: MatchSettings | None = None) -> "RefereeState":
        """Before any act: an empty board, six glasses beside it, every upper bulb empty."""
        chosen = settings or MatchSettings()
        return cls(
            settings=chosen,
            glasses=tuple(Glass(g, fresh_sand(chosen, g)) for g in HOURGLASSES),
            timer=_empty(chosen, chosen.timer_running_ms, len(HOURGLASSES), 0),
        )

    def glass(self, hourglass: Hourglass) -> Glass:
        """What is known of that glass."""
        return self.glasses[hourglass]

    def rings_left(self, player: Player) -> int:
        """Rings in that player's count."""
        return self.left[side(player)]


def side(player: Player) -> int:
    """The index of a player in pairs of values: red 0, black 1."""
    return 0 if player is Player.RED else 1


def fresh_sand(settings: MatchSettings, hourglass: Hourglass, at_ns: int = 0) -> Sand:
    """A glass with all its sand at the bottom, that end down which the settings say."""
    return _empty(settings, settings.running_ms(hourglass), hourglass, at_ns)


def _empty(settings: MatchSettings, end_ms: tuple[int, int], which: int, at_ns: int) -> Sand:
    end_down = settings.ends_down[which] if settings.ends_down else 0
    return Sand.at_rest((end_ms[0] * NS_PER_MS, end_ms[1] * NS_PER_MS), at_ns, end_down)
