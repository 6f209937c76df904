"""The statements of a scenario file as values (scenarios.md, "Format").

Acts that hands can do (`HandAct`) drive the simulated table, whether they come from a file or from the page.
"""

from dataclasses import dataclass
from enum import StrEnum

from tamsk_pi.rules.acts import Flip, Lift, Ring, Say, Setup, Start, Take, Tilt, TurnTimer, Upright
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.rules.settings import MatchSettings

FieldValue = str | int | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Put:
    """`place` and `hold`: the glass stands in the tube at `at_ns`, the hand lets go `hold_ns` later.

    A glass that still stands somewhere is lifted at the same instant.
    """

    at_ns: int
    hourglass: Hourglass
    cell: Cell
    hold_ns: int = 0


HandAct = Setup | Lift | Put | Flip | Tilt | Upright | Ring | Take | TurnTimer


class How(StrEnum):
    """How a hand carries an act out; what the act is, and when it is done, stays the same (docs/scenarios.md)."""

    SLOWLY = "slowly"  # span
    OVER = "over"  # cells: a glass on its way slides over the rims of these tubes
    LEANING = "leaning"  # span: a glass leans in its tube so long before it stands
    BOUNCING = "bouncing"
    CORRECTED = "corrected"  # cells: one; span: so long a glass is held there first
    HOVERING = "hovering"  # span: a ring is held low over the tube so long before it falls
    CROOKED = "crooked"  # span: a ring hangs crooked on the tube so long before it falls flat
    SWEPT = "swept"  # by a sleeve


@dataclass(frozen=True, slots=True)
class Manner:
    """`how …` after an act; only the sensors notice, the referee alone ignores it."""

    how: How
    cells: tuple[Cell, ...] = ()
    span_ns: int = 0


class HandKind(StrEnum):
    """What a hand does that is no act."""

    BARE = "bare"  # cell, span: it is held over a cell
    STEEL = "steel"  # cell, span, counts: the same with a steel bracelet, felt so strongly below it
    KNOCK = "knock"  # cell: what stands and lies there is knocked
    CLUMSY = "clumsy"  # seed: from here on acts are carried out in ways drawn from it
    CAREFUL = "careful"  # ends that


@dataclass(frozen=True, slots=True)
class Hand:
    """`hand WHAT …`: a hand does what is no act; only the sensors notice, the referee alone ignores it."""

    at_ns: int
    kind: HandKind
    cell: Cell | None = None
    span_ns: int = 0
    counts: float = 0.0
    seed: int = 0


class FaultKind(StrEnum):
    """The named faults; `value` of a Fault is in the unit said here."""

    STUCK = "stuck"  # cell, sensor, value: counts
    DEAD = "dead"  # cell: both sensors read 0
    DRIFT = "drift"  # value: counts per hour
    NOISE = "noise"  # value: counts, standard deviation
    NOISY = "noisy"  # cell, sensor, value: counts, standard deviation of this sensor alone
    DRIFT_OFF = "drift-off"  # cell, sensor: its zero runs away
    MUX_DEAD = "mux-dead"  # value: multiplexer, 0 …
    ADC = "adc"  # value: 0 or 1023, what it always answers
    STALE = "stale"  # the first conversion after a switch shows the channel before
    SELECT_STUCK = "select-stuck"  # value: select line, 0 … 3, that stays low
    CABLES = "cables"  # value, other: multiplexers on each other's inputs
    SPI_GONE = "spi-gone"  # value: seconds until the device is back
    NODE_LOSS = "node-loss"  # hourglass, value: share of packets lost, 0 … 1
    NODE_SILENT = "node-silent"  # hourglass
    NODE_REBOOT = "node-reboot"  # hourglass
    NODE_BATTERY = "node-battery"  # hourglass, value: percent, 0 … 100, that it tells
    POWER_CUT = "power-cut"
    POWER_BACK = "power-back"  # value: seconds the board was dark since the cut
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something breaks; only the sensors notice, the referee alone ignores it."""

    at_ns: int
    kind: FaultKind
    cell: Cell | None = None
    sensor: int | None = None
    hourglass: Hourglass | None = None
    value: float = 0.0
    other: int = 0


@dataclass(frozen=True, slots=True)
class Expect:
    """The next ruling of that kind not matched by an earlier expectation has these fields."""

    at_ns: int
    ruling: str
    fields: tuple[tuple[str, FieldValue], ...]
    within_ms: int | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The scenario ends at this instant, itself included."""

    at_ns: int


Statement = HandAct | Start | Say | Hand | Fault | Expect | End


@dataclass(frozen=True, slots=True)
class Line:
    """A statement and the line it stands on, counted from 1; `manner` says how its act is carried out."""

    number: int
    statement: Statement
    manner: Manner | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole file: its settings, its statements in order, and the instant at which it ends."""

    name: str
    settings: MatchSettings
    lines: tuple[Line, ...]
    end_ns: int
