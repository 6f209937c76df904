"""One value that says everything there is to show; every view is a pure function of it.

Instants and durations are milliseconds, counted from the match's origin where they are instants. What runs down
between two views (sand, timers, windows) is given as what is left at `now_ms`, so that a view can go on drawing.
What is said is a `Text`: in no language yet, so that everybody who looks reads it in his own.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.views.calibration_view import CalibrationView
from tamsk_pi.views.catalogue import Text, message


class Phase(StrEnum):
    """Where the evening stands."""

    SENSING = "sensing"  # the sensors have not settled yet
    SETUP = "setup"  # no match; pieces are being put on the board
    PLAYING = "playing"
    PAUSED = "paused"
    AWAITING_SAND = "awaiting-sand"  # equal rings: the last glasses decide (G2.9)
    ENDED = "ended"
    CALIBRATING = "calibrating"  # no match; the board is being calibrated


class SandState(StrEnum):
    """What a glass's sand means for its owner."""

    TIMELESS = "timeless"  # level 1
    NOT_STARTED = "not-started"  # H16
    ALIVE = "alive"
    RUN_OUT = "run-out"


@dataclass(frozen=True, slots=True)
class HourglassView:
    """One glass. `cell` is where it is seen standing, None in the air or off the board."""

    hourglass: Hourglass
    cell: Cell | None = None
    accepted_cell: Cell | None = None
    is_in_air: bool = False
    is_lying: bool = False
    sand: SandState = SandState.TIMELESS
    top_ms: int = 0  # what is left in the upper bulb, as running time at the present end
    full_ms: int = 180_000  # running time of a full upper bulb at the present end
    is_running: bool = False
    is_low: bool = False  # less than the low-sand threshold is left, and it is alive
    can_move: bool = False  # its owner may move it now
    flips_needed: bool = False  # stands where it was put, but has not been turned over
    refusal: str | None = None  # reason of the refusal it stands under
    is_turned: bool = False  # turned over an odd number of times since it last stood accepted (H1)


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell. `rings` are accepted, `rings_refused` lie on top of them and are to be taken off."""

    cell: Cell
    rings: int = 0
    rings_refused: int = 0
    rings_taken: int = 0  # accepted rings that are missing and are to be put back
    is_full: bool = False
    is_target: bool = False  # a glass in the hand may go there
    target_of: Player | None = None  # whose; two players hold glasses after a late move (G3.5)
    is_ring_due: bool = False  # the mover's regular ring may still be dropped here
    is_extra_ring_due: bool = False  # the opponent may drop an extra ring here (only shown when asked for)
    is_penalty_target: bool = False  # a penalty ring may be dropped here
    is_home_wanted: bool = False  # set-up: a glass belongs here and is missing
    is_wrong: bool = False  # something here is to be put right
    is_seen: bool = False  # an act was seen here and is not ruled yet
    is_uncertain: bool = False  # the sensors cannot tell
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One side of the table."""

    player: Player
    name: Text
    rings_left: int = 32
    is_to_move: bool = False
    is_bound: bool = False  # the neutral timer runs against this player
    has_penalty_ring: bool = False  # may drop a second ring after or beside his own
    penalty_window_ms: int | None = None  # what is left of the window in which he may drop it now
    turns_to_sit_out: int = 0  # penalty=1998
    has_all_started: bool = True  # G2.2 fulfilled


@dataclass(frozen=True, slots=True)
class TimerView:
    """The neutral timer. `left_ms` is the sand in its upper bulb as running time; `binds` whom it forces."""

    left_ms: int = 0
    full_ms: int = 15_000
    binds: Player | None = None


@dataclass(frozen=True, slots=True)
class RulingView:
    """One line of the list of rulings: what was ruled, in a sentence that a player understands, and why.

    `number` counts in its match from 1. It `is_provisional` while it may still be corrected, `is_withdrawn` when it
    was.
    """

    number: int
    at_ms: int
    ruling: str
    rule: str
    player: Player | None
    text: Text
    is_warning: bool  # something went against somebody: refused, late, forfeit, expired
    why: tuple[Text, ...] = ()  # its evidence, in sentences
    is_provisional: bool = False
    is_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Something the players are to answer. `reason` says what would answer it:

    `tie-close`: one of `hourglasses` ran longer, said by both; `owner`: `player` owns the last ring on `cell`, said
    again by the other; `full-cell`: both confirm that `cell` is full; `which-glass`: both confirm which of
    `hourglasses` stands on `cell`, or somebody lifts it; `draw`, `undo`, `pause`, `resume`: `player` is asked for the
    same.
    """

    reason: str
    text: Text
    player: Player | None = None
    hourglasses: tuple[Hourglass, ...] = ()
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end of the match."""

    winner: Player | None
    reason: str
    text: Text


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything there is to show at `now_ms`."""

    now_ms: int = 0
    phase: Phase = Phase.SENSING
    level: int = 3
    penalty: str = "revised"
    turn: int = 0
    headline: Text = ""  # "Red to move", "Put the glasses on their corners", …
    hint: Text = ""  # what to do next, in a sentence; may be empty
    to_move: Player | None = None
    players: tuple[PlayerView, PlayerView] = (
        PlayerView(Player.RED, message("player", colour="red")),
        PlayerView(Player.BLACK, message("player", colour="black")),
    )
    hourglasses: tuple[HourglassView, ...] = tuple(HourglassView(g) for g in HOURGLASSES)
    cells: tuple[CellView, ...] = tuple(CellView(c) for c in CELLS)
    timer: TimerView = field(default_factory=TimerView)
    rulings: tuple[RulingView, ...] = ()
    questions: tuple[QuestionView, ...] = ()
    troubles: tuple[Text, ...] = ()  # sentences about broken hardware
    result: ResultView | None = None
    calibration: CalibrationView | None = None
