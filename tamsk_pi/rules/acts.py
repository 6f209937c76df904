"""Acts: what hands did, before anyone judges it (rules.md, "Words").

Every act carries the instant at which it happened, in nanoseconds of the one monotonic clock of a run. Perception
makes acts of sensor readings; a scenario writes them down; the referee judges them.
"""

from dataclasses import dataclass
from enum import StrEnum

from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings


@dataclass(frozen=True, slots=True)
class Setup:
    """The whole board as it stands, every upper bulb empty unless acts say otherwise later.

    `cells` has the cell of each hourglass, red1 … black3, None off the board; `rings` the rings on each of the 37
    cells. From the sensors it is what they see when they first settle; in a scenario the statement `setup`.
    """

    at_ns: int
    cells: tuple[Cell | None, ...]
    rings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """The players begin the match under these settings."""

    at_ns: int
    settings: MatchSettings


@dataclass(frozen=True, slots=True)
class Lift:
    """A glass leaves its tube."""

    at_ns: int
    hourglass: Hourglass


@dataclass(frozen=True, slots=True)
class Place:
    """A glass stands upright in a tube; the hand may still touch it.

    `is_presumed`: it is a glass of that colour, and which of them nobody knows yet.
    """

    at_ns: int
    hourglass: Hourglass
    cell: Cell
    is_presumed: bool = False


@dataclass(frozen=True, slots=True)
class Release:
    """The hand lets go of a standing glass."""

    at_ns: int
    hourglass: Hourglass


@dataclass(frozen=True, slots=True)
class Flip:
    """A glass is turned over, in the hand or where it stands.

    `is_inferred`: believed because of where the glass went, without a word of its node, which may still come.
    """

    at_ns: int
    hourglass: Hourglass
    is_inferred: bool = False


@dataclass(frozen=True, slots=True)
class NoFlip:
    """The flip of that glass which was told for that instant did not happen then: its node has said so since.

    It was inferred, or its instant is known better now; then the true one is told with this.
    """

    at_ns: int
    hourglass: Hourglass


@dataclass(frozen=True, slots=True)
class Named:
    """The glass whose placing at that instant was told under a presumed name is known to be that one."""

    at_ns: int
    hourglass: Hourglass


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two glasses of one colour were mixed up, from that instant until now: what was told of where one of them went
    (lifts, placings, releases) is true of the other, and the reverse. From now on both are told rightly.

    How glasses were turned was not mixed up, for that is what their nodes say. At that instant both were in the air.
    """

    at_ns: int
    one: Hourglass
    other: Hourglass


@dataclass(frozen=True, slots=True)
class Paired:
    """Two glasses of one colour stood at each other's place when the match began, and bear each other's names since:
    what was measured of one is true of the other, and the reverse. Known from that instant on."""

    at_ns: int
    one: Hourglass
    other: Hourglass


@dataclass(frozen=True, slots=True)
class Tilt:
    """A glass is laid on its side: its sand stands still."""

    at_ns: int
    hourglass: Hourglass


@dataclass(frozen=True, slots=True)
class Upright:
    """A lying glass is stood up again, the same end down as before."""

    at_ns: int
    hourglass: Hourglass


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring came to rest on a cell; `holder` is whose holder it came from, None where nothing counts them (H5)."""

    at_ns: int
    cell: Cell
    holder: Player | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """The top ring of a cell is taken off."""

    at_ns: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class TurnTimer:
    """Somebody turns the neutral timer over."""

    at_ns: int


class Answer(StrEnum):
    """What players say by a button or on the page (H40)."""

    RESIGN = "resign"
    DRAW = "draw"
    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    ALIVE = "alive"
    DEAD = "dead"
    OWNER = "owner"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Say:
    """An answer; which of the fields are set follows from `what` (scenarios.md, `say`)."""

    at_ns: int
    what: Answer
    player: Player | None = None
    hourglass: Hourglass | None = None
    cell: Cell | None = None


class SensorTrouble(StrEnum):
    """Warnings that only the sensors can give."""

    COUNT_UNCERTAIN = "count-uncertain"
    NODE_SILENT = "node-silent"
    SENSOR_DEAD = "sensor-dead"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Broken or doubtful hardware, as an event like any other; either cells or an hourglass is named."""

    at_ns: int
    trouble: SensorTrouble
    cells: tuple[Cell, ...] = ()
    hourglass: Hourglass | None = None


@dataclass(frozen=True, slots=True)
class Outage:
    """The board was dark from `since_ns` to `at_ns`; then the sensors saw this (as in Setup).

    The match's windows and timers stood still meanwhile; standing glasses ran on (H39's pause).
    """

    at_ns: int
    since_ns: int
    cells: tuple[Cell | None, ...]
    rings: tuple[int, ...]


Act = (
    Setup
    | Start
    | Lift
    | Place
    | Release
    | Flip
    | NoFlip
    | Named
    | Swapped
    | Paired
    | Tilt
    | Upright
    | Ring
    | Take
    | TurnTimer
    | Say
    | Trouble
    | Outage
)
