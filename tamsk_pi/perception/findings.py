"""What is wrong with the sensors, named: for the page, for `doctor`, for the players."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tamsk_pi.perception.frames import SENSORS_PER_CELL
from tamsk_pi.rules.board import Cell, cell_name

_WIRES: Final = "hardware/README.md"


class FindingKind(StrEnum):
    """What can be found."""

    STUCK = "stuck"
    NOISE = "noise"
    DRIFT_OFF = "drift-off"
    MUX_DEAD = "mux-dead"
    ADC = "adc"
    STALE = "stale"
    SELECT_STUCK = "select-stuck"
    CABLES = "cables"
    SPI_GONE = "spi-gone"
    COMMON_STEP = "common-step"
    MAGNET = "magnet"
    DRIFT = "drift"
    MISFIT = "misfit"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, since when, and which readings (2 · cell + sensor) it spoils; none, if it is over.

    `parts` are the numbers of multiplexers, or of the select line and its level; `counts` how much, where that says
    something.
    """

    kind: FindingKind
    since_ns: int
    readings: tuple[int, ...] = ()
    parts: tuple[int, ...] = ()
    counts: float = 0.0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells concerned, in order."""
        return tuple(sorted({Cell(i // SENSORS_PER_CELL) for i in self.readings}))

    @property
    def text(self) -> str:
        """What, where, and what to do."""
        return _text(self)


@dataclass(frozen=True, slots=True)
class SensorHealth:
    """The state of all sensors at an instant.

    `untrusted` readings are not believed; `drift_counts` is the common drift since calibration, `own_drift_counts`
    what each reading drifted besides.
    """

    at_ns: int
    findings: tuple[Finding, ...] = ()
    untrusted: frozenset[int] = frozenset()
    noise_counts: float = 0.0
    noise_of: tuple[float, ...] = ()
    drift_counts: float = 0.0
    own_drift_counts: tuple[float, ...] = ()

    @property
    def ranked(self) -> tuple[Finding, ...]:
        """The findings, the most far-reaching first."""
        return tuple(sorted(self.findings, key=lambda f: (-len(f.readings), f.since_ns)))

    @property
    def texts(self) -> tuple[str, ...]:
        """A sentence a finding, the most far-reaching first."""
        return tuple(finding.text for finding in self.ranked)


def reading_name(reading: int) -> str:
    """As in `cell D4, sensor S1`."""
    return f"cell {cell_name(Cell(reading // SENSORS_PER_CELL))}, sensor S{reading % SENSORS_PER_CELL}"


def _names(cells: Sequence[Cell]) -> str:
    return ", ".join(cell_name(cell) for cell in cells)


def _text(finding: Finding) -> str:
    parts, counts, cells = finding.parts, finding.counts, _names(finding.cells)
    one = reading_name(finding.readings[0]) if finding.readings else ""
    match finding.kind:
        case FindingKind.STUCK:
            return f"{one}: the reading stands still at {counts:.0f}; check its wire ({_WIRES})"
        case FindingKind.NOISE:
            return (
                f"{one}: the reading rushes by {counts:.1f} counts; check its solder joints and capacitor ({_WIRES})"
            )
        case FindingKind.DRIFT_OFF:
            return f"{one}: the reading went off by itself by {counts:+.0f} counts; check or replace it ({_WIRES})"
        case FindingKind.MUX_DEAD:
            return (
                f"multiplexer {parts[0]} is dead: cells {cells} cannot be read; check its ribbon cable and its 3.3 V"
            )
        case FindingKind.ADC:
            level = "zeros" if counts == 0 else "ones"
            return (
                f"the ADC answers only {level}: no cell can be read; check MISO, its 3.3 V and chip select ({_WIRES})"
            )
        case FindingKind.STALE:
            return (
                f"readings of cells {cells} are those of the channel before: the sensors settle too slowly; raise "
                "multiplexers.settle_us in board.toml, or discard the first conversion"
            )
        case FindingKind.SELECT_STUCK:
            return (
                f"select line S{parts[0]} stays {'high' if parts[1] else 'low'}: {len(finding.readings)} sensors are "
                f"not read, others twice; check the wire of S{parts[0]} ({_WIRES})"
            )
        case FindingKind.CABLES:
            return (
                f"the cables of multiplexers {parts[0]} and {parts[1]} are swapped; exchange them at the ADC's inputs"
            )
        case FindingKind.SPI_GONE:
            return (
                f"no readings for {counts:.1f} s, hands were not seen meanwhile; if it comes again, and the computer "
                f"is not just busy, check the SPI wires ({_WIRES})"
            )
        case FindingKind.COMMON_STEP:
            return (
                f"all readings stepped by {counts:+.1f} counts at once: the board was tilted, or its supply changed; "
                "if this comes again, check the 3.3 V regulator"
            )
        case FindingKind.MAGNET:
            return f"a magnet or a large piece of iron lies near {cells}; take it away from the board"
        case FindingKind.DRIFT:
            return (
                f"the zeros have drifted by {counts:+.0f} counts, farther than is followed; calibrate the board again"
            )
        case FindingKind.MISFIT:
            return (
                f"the readings of {counts:.0f} cells fit no pieces well: the board is not calibrated, or a magnet is "
                "near; calibrate it (docs/calibration.md)"
            )
