"""Sensors for the tests of the sensor view: a board with some of everything, and readings that run on when asked."""

from dataclasses import replace

from tamsk_pi.daemon.sensor_trace import SensorTrace
from tamsk_pi.perception.findings import Finding, FindingKind, SensorHealth
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.perception.picture import CellSeen, Seeming, SensorPicture
from tamsk_pi.rules.acts import Lift, Place, Release, Ring, Setup
from tamsk_pi.rules.board import CELLS, Cell, parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass, Player
from tamsk_pi.views.sensor_view import CellTrace, SensorFacts

PERIOD_NS = 10_000_000
A2, C3, D4, E5 = (parse_cell(name) for name in ("A2", "C3", "D4", "E5"))


def sensor_facts() -> SensorFacts:
    """A2: red1 and a ring, exactly as it should be. C3: S1 is stuck. D4: something moves. E5: nobody knows."""
    cells = [CellSeen(cell, margin_sigmas=9.5, second=(Player.BLACK, 1)) for cell in CELLS]
    cells[A2] = CellSeen(A2, Player.RED, Hourglass.RED1, 1, margin_sigmas=11.25, second=(None, 2))
    cells[D4] = replace(cells[D4], is_settled=False, is_changing=True, seems=Seeming.RING)
    cells[E5] = replace(cells[E5], is_uncertain=True, margin_sigmas=0.0)
    picture = SensorPicture(7_000_000_000, True, False, tuple(cells), (), (), (), 0, 0.76, 6_900_000_000)
    stuck = 2 * C3 + 1
    health = SensorHealth(
        picture.at_ns,
        (Finding(FindingKind.STUCK, 1, (stuck,), (), 600.0),),
        frozenset({stuck}),
        0.76,
        (0.75,) * READINGS,
        -0.25,
        tuple(0.5 if i == 2 * A2 else 0.0 for i in range(READINGS)),
    )
    zeros, levels = [512.0] * READINGS, [512.0] * READINGS
    levels[2 * A2], levels[2 * A2 + 1] = 543.0, 536.0
    counts = list(levels)
    counts[2 * A2] += 1.5
    counts[stuck] = 600.0
    return SensorFacts(picture, health, tuple(counts), tuple(levels), tuple(zeros), 99.5)


class FakeSensors:
    """Implements SensorSource. Each time it is asked for its facts, `pace` more frames have come."""

    def __init__(self, facts: SensorFacts | None = None, pace: int = 5) -> None:
        self.now = facts or sensor_facts()
        self.asked = 0
        self._pace = pace
        self._frames = 0
        self._trace = SensorTrace(100)
        self._trace.acts([Setup(0, HOME, (0,) * len(CELLS)), Lift(20 * PERIOD_NS, Hourglass.RED1)])
        self._trace.acts([Place(60 * PERIOD_NS, Hourglass.RED1, A2), Release(75 * PERIOD_NS, Hourglass.RED1)])
        self._trace.acts([Ring(120 * PERIOD_NS, A2)])
        self.run(200)

    def run(self, frames: int) -> None:
        """So many frames later; S0 of A2 shows each frame's number."""
        for number in range(self._frames, self._frames + frames):
            counts = [512] * READINGS
            counts[2 * A2] = number % 1_000
            self._trace.frame(Frame(number * PERIOD_NS, tuple(counts)))
        self._frames += frames

    def facts(self) -> SensorFacts:
        self.asked += 1
        self.run(self._pace)
        return self.now

    def trace(self, cell: Cell, since_ns: int) -> CellTrace:
        return self._trace.cell(cell, since_ns)
