"""What is wrong with the sensors, in the language of whoever reads it."""

from typing import Final

from tamsk_pi.perception.findings import Finding, FindingKind
from tamsk_pi.perception.frames import SENSORS_PER_CELL
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.views.catalogue import Text, message

_PARTS: Final = (
    FindingKind.STUCK,
    FindingKind.NOISE,
    FindingKind.DRIFT_OFF,
    FindingKind.MUX_DEAD,
    FindingKind.STALE,
    FindingKind.SELECT_STUCK,
    FindingKind.CABLES,
)
_READOUT: Final = (FindingKind.ADC, FindingKind.SPI_GONE)
"""Without these no cell can be read, as long as it lasts."""


def finding_text(finding: Finding) -> Text:
    """What, where, and what to do. A kind that has no text in the catalogues is said as perception says it."""
    parts = finding.parts
    cells = tuple(cell_name(cell) for cell in finding.cells)
    cell, sensor = _place(finding)
    counts = round(finding.counts, 1)
    match finding.kind:
        case FindingKind.STUCK:
            return message("finding-stuck", cell=cell, sensor=sensor, counts=round(counts))
        case FindingKind.NOISE:
            return message("finding-noise", cell=cell, sensor=sensor, counts=counts)
        case FindingKind.DRIFT_OFF:
            return message("finding-drift-off", cell=cell, sensor=sensor, counts=_signed(finding.counts))
        case FindingKind.MUX_DEAD:
            return message("finding-mux-dead", number=str(parts[0]), cells=cells)
        case FindingKind.ADC:
            return message("finding-adc", level="zeros" if finding.counts == 0 else "ones")
        case FindingKind.STALE:
            return message("finding-stale", cells=cells)
        case FindingKind.SELECT_STUCK:
            level = "high" if parts[1] else "low"
            return message("finding-select-stuck", line=str(parts[0]), level=level, sensors=len(finding.readings))
        case FindingKind.CABLES:
            return message("finding-cables", one=str(parts[0]), other=str(parts[1]))
        case FindingKind.SPI_GONE:
            return message("finding-spi-gone", seconds=counts)
        case FindingKind.COMMON_STEP:
            return message("finding-common-step", counts=_signed(finding.counts))
        case FindingKind.MAGNET:
            return message("finding-magnet", cells=cells)
        case FindingKind.DRIFT:
            return message("finding-drift", counts=_signed(finding.counts))
        case FindingKind.MISFIT:
            return message("finding-misfit", cells=round(finding.counts))
        case _:
            return finding.text


def finding_trouble(finding: Finding) -> Text:
    """The same among the troubles, with what it is to the board: it is unreadable, a part has failed, or neither."""
    text = finding_text(finding)
    if finding.kind in _READOUT and finding.readings:
        return message("trouble-sensors", detail=text)
    return message("trouble-board", detail=text) if finding.kind in _PARTS else text


def _place(finding: Finding) -> tuple[str, str]:
    """Cell and sensor of the first reading concerned; empty where none is."""
    if not finding.readings:
        return "", ""
    cell, sensor = divmod(finding.readings[0], SENSORS_PER_CELL)
    return cell_name(Cell(cell)), str(sensor)


def _signed(counts: float) -> str:
    return f"{round(counts):+d}".replace("-", "−")
