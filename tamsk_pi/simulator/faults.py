"""Named faults: what each breaks on the table (scenarios.md, `fault`)."""

from typing import assert_never

from tamsk_pi.perception.frames import SENSORS_PER_CELL
from tamsk_pi.rules.board import Cell
from tamsk_pi.scenario.statements import Fault, FaultKind
from tamsk_pi.simulator.chip_faults import ChipFaults
from tamsk_pi.simulator.nodes import BATTERY_PERCENT, TIMER_NODE, Node
from tamsk_pi.simulator.readout import Readout
from tamsk_pi.simulator.settings import TableError, TableSettings

_NS_PER_S = 1_000_000_000
_OF_A_SENSOR = (FaultKind.STUCK, FaultKind.NOISY, FaultKind.DRIFT_OFF)
_POWER = (FaultKind.POWER_CUT, FaultKind.POWER_BACK)


def check_fault(fault: Fault) -> None:
    """Raises TableError for a fault that the table cannot have."""
    if fault.kind in _POWER:
        raise TableError(f"fault {fault.kind}: the table has no power; expected whoever runs the daemon to take it")
    if fault.kind in (*_OF_A_SENSOR, FaultKind.DEAD) and fault.cell is None:
        raise TableError(f"fault {fault.kind}: expected a cell")
    if fault.kind in _OF_A_SENSOR and fault.sensor not in range(SENSORS_PER_CELL):
        raise TableError(f"fault {fault.kind}, sensor {fault.sensor}: expected 0 or 1")


def apply_fault(
    fault: Fault, at_ns: int, readout: Readout, chips: ChipFaults, nodes: list[Node], settings: TableSettings
) -> None:
    """Let it happen; a node fault that names no glass is the neutral timer's."""
    node = nodes[TIMER_NODE if fault.hourglass is None else fault.hourglass]
    cell = Cell(0) if fault.cell is None else fault.cell
    reading = SENSORS_PER_CELL * cell + (fault.sensor or 0)
    match fault.kind:
        case FaultKind.STUCK:
            readout.stick(reading, round(fault.value))
        case FaultKind.NOISY:
            readout.make_noisy(reading, fault.value)
        case FaultKind.DRIFT_OFF:
            readout.run_off(reading, at_ns)
        case FaultKind.MUX_DEAD:
            chips.kill_multiplexer(round(fault.value))
        case FaultKind.ADC:
            chips.stick_adc(round(fault.value))
        case FaultKind.STALE:
            chips.make_stale()
        case FaultKind.SELECT_STUCK:
            chips.stick_line(round(fault.value))
        case FaultKind.CABLES:
            chips.swap_cables(round(fault.value), fault.other)
        case FaultKind.SPI_GONE:
            chips.take_spi_away(at_ns + round(fault.value * _NS_PER_S))
        case FaultKind.DEAD:
            for sensor in range(SENSORS_PER_CELL):
                readout.stick(SENSORS_PER_CELL * cell + sensor, 0)
        case FaultKind.DRIFT:
            readout.drift(fault.value, at_ns)
        case FaultKind.NOISE:
            readout.make_noise(fault.value)
        case FaultKind.NODE_LOSS:
            node.loss = fault.value
        case FaultKind.NODE_SILENT:
            node.is_silent = True
        case FaultKind.NODE_REBOOT:
            node.reboot(at_ns)
        case FaultKind.NODE_BATTERY:
            node.battery_percent = round(fault.value)
        case FaultKind.CLEAR:
            readout.mend()
            chips.mend()
            for each in nodes:
                each.loss, each.is_silent, each.battery_percent = settings.radio_loss, False, BATTERY_PERCENT
        case FaultKind.POWER_CUT | FaultKind.POWER_BACK:
            raise TableError(f"fault {fault.kind}: not the table's")
        case _:
            assert_never(fault.kind)
