"""The forms of `fault …` (scenarios.md): words to values and back."""

from collections.abc import Sequence
from typing import Final

from tamsk_pi.layout import SELECT_LINES
from tamsk_pi.rules.board import Cell, cell_name, parse_cell
from tamsk_pi.rules.pieces import Hourglass, parse_hourglass
from tamsk_pi.scenario.statements import Fault, FaultKind
from tamsk_pi.scenario.words import NS_PER_MS, format_number, parse_number, parse_seconds_ns, parse_whole

FAULT_USAGE: Final = (
    "fault stuck CELL SENSOR COUNTS, dead CELL, drift COUNTS_PER_HOUR, noise COUNTS, noisy CELL SENSOR COUNTS, "
    "drift-off CELL SENSOR, mux-dead N, adc zeros, adc ones, stale, select-stuck LINE, cables N N, spi-gone SECONDS, "
    "node G loss SHARE, node G silent, node G reboot, node G battery PERCENT, power cut, "
    "power back SECONDS or clear"
)

_MS_PER_S: Final = 1_000
_ADC_MAX: Final = 1023  # counts of a 10-bit converter (MCP3008 data sheet)
_SENSOR_MAX: Final = 1
_COUNTS_MAX: Final = 1e6
_MULTIPLEXER_MAX: Final = 4
_PERCENT_MAX: Final = 100


def parse_fault(at_ns: int, words: Sequence[str]) -> Fault:
    """The fault that the words after `fault` name; raises ValueError saying what was expected."""
    match words:
        case ["stuck", cell, sensor, counts]:
            return Fault(
                at_ns,
                FaultKind.STUCK,
                cell=parse_cell(cell),
                sensor=_parse_sensor(sensor),
                value=float(parse_whole(counts, "a reading in counts", _ADC_MAX)),
            )
        case ["dead", cell]:
            return Fault(at_ns, FaultKind.DEAD, cell=parse_cell(cell))
        case ["drift", counts]:
            value = parse_number(counts, "a drift in counts per hour", -_COUNTS_MAX, _COUNTS_MAX)
            return Fault(at_ns, FaultKind.DRIFT, value=value)
        case ["noise", counts]:
            return Fault(at_ns, FaultKind.NOISE, value=parse_number(counts, "noise in counts", 0, _COUNTS_MAX))
        case [("noisy" | "drift-off" | "mux-dead" | "adc" | "stale" | "select-stuck" | "cables" | "spi-gone"), *_]:
            return _parse_chips(at_ns, words)
        case ["node", glass, "loss", share]:
            value = parse_number(share, "a share of packets lost", 0, 1)
            return Fault(at_ns, FaultKind.NODE_LOSS, hourglass=parse_hourglass(glass), value=value)
        case ["node", glass, "silent"]:
            return Fault(at_ns, FaultKind.NODE_SILENT, hourglass=parse_hourglass(glass))
        case ["node", glass, "reboot"]:
            return Fault(at_ns, FaultKind.NODE_REBOOT, hourglass=parse_hourglass(glass))
        case ["node", glass, "battery", percent]:
            value = float(parse_whole(percent, "a battery's level in percent", _PERCENT_MAX))
            return Fault(at_ns, FaultKind.NODE_BATTERY, hourglass=parse_hourglass(glass), value=value)
        case ["power", "cut"]:
            return Fault(at_ns, FaultKind.POWER_CUT)
        case ["power", "back", seconds]:
            dark_ms = parse_seconds_ns(seconds) // NS_PER_MS
            return Fault(at_ns, FaultKind.POWER_BACK, value=dark_ms / _MS_PER_S)
        case ["clear"]:
            return Fault(at_ns, FaultKind.CLEAR)
        case _:
            raise _no_fault(words)


def _parse_chips(at_ns: int, words: Sequence[str]) -> Fault:
    """Faults of single sensors and of the chips behind them."""
    match words:
        case ["noisy", cell, sensor, counts]:
            value = parse_number(counts, "noise in counts", 0, _COUNTS_MAX)
            return Fault(at_ns, FaultKind.NOISY, cell=parse_cell(cell), sensor=_parse_sensor(sensor), value=value)
        case ["drift-off", cell, sensor]:
            return Fault(at_ns, FaultKind.DRIFT_OFF, cell=parse_cell(cell), sensor=_parse_sensor(sensor))
        case ["mux-dead", number]:
            return Fault(at_ns, FaultKind.MUX_DEAD, value=float(_parse_multiplexer(number)))
        case ["adc", ("zeros" | "ones") as bits]:
            return Fault(at_ns, FaultKind.ADC, value=float(_ADC_MAX if bits == "ones" else 0))
        case ["stale"]:
            return Fault(at_ns, FaultKind.STALE)
        case ["select-stuck", line]:
            stuck = parse_whole(line.removeprefix("S"), "a select line", SELECT_LINES - 1)
            return Fault(at_ns, FaultKind.SELECT_STUCK, value=float(stuck))
        case ["cables", one, other] if one != other:
            a, b = _parse_multiplexer(one), _parse_multiplexer(other)
            return Fault(at_ns, FaultKind.CABLES, value=float(a), other=b)
        case ["spi-gone", seconds]:
            gone_ms = parse_seconds_ns(seconds) // NS_PER_MS
            return Fault(at_ns, FaultKind.SPI_GONE, value=gone_ms / _MS_PER_S)
        case _:
            raise _no_fault(words)


def _parse_sensor(word: str) -> int:
    return parse_whole(word.removeprefix("S"), "a sensor of a cell", _SENSOR_MAX)


def _parse_multiplexer(word: str) -> int:
    return parse_whole(word, "a multiplexer", _MULTIPLEXER_MAX)


def _no_fault(words: Sequence[str]) -> ValueError:
    return ValueError(f"{' '.join(('fault', *words))!r} is not a fault; expected {FAULT_USAGE}")


def write_fault(fault: Fault) -> str:
    """The fault as `parse_fault` reads it; raises ValueError where a field it needs is missing."""
    number = format_number(fault.value)
    match fault.kind:
        case FaultKind.STUCK | FaultKind.NOISY:
            return f"fault {fault.kind} {cell_name(_cell(fault))} {fault.sensor} {number}"
        case FaultKind.DRIFT_OFF:
            return f"fault drift-off {cell_name(_cell(fault))} {fault.sensor}"
        case FaultKind.DEAD:
            return f"fault dead {cell_name(_cell(fault))}"
        case FaultKind.ADC:
            return f"fault adc {'ones' if fault.value else 'zeros'}"
        case FaultKind.MUX_DEAD | FaultKind.SELECT_STUCK | FaultKind.SPI_GONE:
            return f"fault {fault.kind} {number}"
        case FaultKind.CABLES:
            return f"fault cables {number} {fault.other}"
        case FaultKind.DRIFT | FaultKind.NOISE:
            return f"fault {fault.kind} {number}"
        case FaultKind.NODE_LOSS | FaultKind.NODE_BATTERY:
            return f"fault node {_hourglass(fault).label} {fault.kind.removeprefix('node-')} {number}"
        case FaultKind.NODE_SILENT | FaultKind.NODE_REBOOT:
            return f"fault node {_hourglass(fault).label} {fault.kind.removeprefix('node-')}"
        case FaultKind.POWER_BACK:
            return f"fault power back {number}"
        case FaultKind.POWER_CUT:
            return "fault power cut"
        case FaultKind.STALE | FaultKind.CLEAR:
            return f"fault {fault.kind}"


def _cell(fault: Fault) -> Cell:
    if fault.cell is None:
        raise ValueError(f"{fault.kind}: expected a cell")
    return fault.cell


def _hourglass(fault: Fault) -> Hourglass:
    if fault.hourglass is None:
        raise ValueError(f"{fault.kind}: expected an hourglass")
    return fault.hourglass
