"""The forms of `fault …` (scenarios.md): words to values and back."""

from collections.abc import Sequence
from typing import Final

from tamsk_pi.rules.board import Cell, cell_name, parse_cell
from tamsk_pi.rules.pieces import Hourglass, parse_hourglass
from tamsk_pi.scenario.statements import Fault, FaultKind
from tamsk_pi.scenario.words import NS_PER_MS, format_number, parse_number, parse_seconds_ns, parse_whole

FAULT_USAGE: Final = (
    "fault stuck CELL SENSOR COUNTS, dead CELL, drift COUNTS_PER_HOUR, noise COUNTS, node G loss SHARE, "
    "node G silent, node G reboot, power cut, power back SECONDS or clear"
)

_MS_PER_S: Final = 1_000
_ADC_MAX: Final = 1023  # counts of a 10-bit converter (MCP3008 data sheet)
_SENSOR_MAX: Final = 1
_COUNTS_MAX: Final = 1e6


def parse_fault(at_ns: int, words: Sequence[str]) -> Fault:
    """The fault that the words after `fault` name; raises ValueError saying what was expected."""
    match words:
        case ["stuck", cell, sensor, counts]:
            return Fault(
                at_ns,
                FaultKind.STUCK,
                cell=parse_cell(cell),
                sensor=parse_whole(sensor.removeprefix("S"), "a sensor of a cell", _SENSOR_MAX),
                value=float(parse_whole(counts, "a reading in counts", _ADC_MAX)),
            )
        case ["dead", cell]:
            return Fault(at_ns, FaultKind.DEAD, cell=parse_cell(cell))
        case ["drift", counts]:
            value = parse_number(counts, "a drift in counts per hour", -_COUNTS_MAX, _COUNTS_MAX)
            return Fault(at_ns, FaultKind.DRIFT, value=value)
        case ["noise", counts]:
            return Fault(at_ns, FaultKind.NOISE, value=parse_number(counts, "noise in counts", 0, _COUNTS_MAX))
        case ["node", glass, "loss", share]:
            value = parse_number(share, "a share of packets lost", 0, 1)
            return Fault(at_ns, FaultKind.NODE_LOSS, hourglass=parse_hourglass(glass), value=value)
        case ["node", glass, "silent"]:
            return Fault(at_ns, FaultKind.NODE_SILENT, hourglass=parse_hourglass(glass))
        case ["node", glass, "reboot"]:
            return Fault(at_ns, FaultKind.NODE_REBOOT, hourglass=parse_hourglass(glass))
        case ["power", "cut"]:
            return Fault(at_ns, FaultKind.POWER_CUT)
        case ["power", "back", seconds]:
            dark_ms = parse_seconds_ns(seconds) // NS_PER_MS
            return Fault(at_ns, FaultKind.POWER_BACK, value=dark_ms / _MS_PER_S)
        case ["clear"]:
            return Fault(at_ns, FaultKind.CLEAR)
        case _:
            raise ValueError(f"{' '.join(('fault', *words))!r} is not a fault; expected {FAULT_USAGE}")


def write_fault(fault: Fault) -> str:
    """The fault as `parse_fault` reads it; raises ValueError where a field it needs is missing."""
    number = format_number(fault.value)
    match fault.kind:
        case FaultKind.STUCK | FaultKind.DEAD:
            cell = cell_name(_cell(fault))
            return (
                f"fault stuck {cell} {fault.sensor} {number}"
                if fault.kind is FaultKind.STUCK
                else f"fault dead {cell}"
            )
        case FaultKind.DRIFT | FaultKind.NOISE:
            return f"fault {fault.kind} {number}"
        case FaultKind.NODE_LOSS:
            return f"fault node {_hourglass(fault).label} loss {number}"
        case FaultKind.NODE_SILENT | FaultKind.NODE_REBOOT:
            return f"fault node {_hourglass(fault).label} {fault.kind.removeprefix('node-')}"
        case FaultKind.POWER_BACK:
            return f"fault power back {number}"
        case FaultKind.POWER_CUT:
            return "fault power cut"
        case FaultKind.CLEAR:
            return "fault clear"


def _cell(fault: Fault) -> Cell:
    if fault.cell is None:
        raise ValueError(f"{fault.kind}: expected a cell")
    return fault.cell


def _hourglass(fault: Fault) -> Hourglass:
    if fault.hourglass is None:
        raise ValueError(f"{fault.kind}: expected an hourglass")
    return fault.hourglass
