"""What the daemon's sensors say, as the page's sensor view asks for it."""

from collections.abc import Callable

from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.rules.board import Cell
from tamsk_pi.views.sensor_view import CellTrace, SensorFacts


class DaemonSensors:
    """Reads only: asking changes nothing of what is perceived."""

    def __init__(self, daemon: Daemon, now_ns: Callable[[], int]) -> None:
        """`now_ns` is the daemon's clock."""
        self._daemon = daemon
        self._now_ns = now_ns

    def facts(self) -> SensorFacts:
        """The whole board at the last frame."""
        perception, trace = self._daemon.controller.perception, self._daemon.trace
        return SensorFacts(
            picture=perception.picture(has_nodes=False),
            health=perception.health(self._now_ns()),
            counts=trace.means(),
            levels=perception.levels if perception.is_set_up else trace.means(),
            zeros=perception.zeros,
            scans_per_s=trace.scans_per_s,
        )

    def trace(self, cell: Cell, since_ns: int) -> CellTrace:
        """What both sensors of that cell said after that instant."""
        return self._daemon.trace.cell(cell, since_ns)
