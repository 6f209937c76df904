"""What may happen on a cell is worked out while nothing moves, to be at hand in the frame in which it does."""

from perceived_table import influence
from still_boards import StillBoard

from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import Frame
from tamsk_pi.perception.hall import BoardWatch
from tamsk_pi.perception.influence import Influence
from tamsk_pi.perception.levels import Candidate, Contents, Levels
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.rules.board import CELLS, Cell

PERIOD_NS = 10_000_000


class CountedLevels(Levels):
    """Levels that remember what they were asked for."""

    def __init__(self, table: Influence, calibration: Calibration) -> None:
        super().__init__(table, calibration)
        self.asked: set[tuple[Cell, Contents]] = set()

    def changes(self, cell: Cell, before: Contents) -> tuple[Candidate, ...]:
        self.asked.add((cell, before))
        return super().changes(cell, before)


def test_within_two_seconds_of_rest_every_cell_is_prepared_for_its_contents() -> None:
    still = StillBoard(seed=3)
    levels = CountedLevels(influence(), still.calibration)
    watch = BoardWatch(levels, PerceptionSettings())
    for i in range(250):
        counts = tuple(round(level + still.random.gauss(0, 0.7)) for level in still.counts)
        watch.frame(Frame(i * PERIOD_NS, counts))
    assert watch.is_settled
    assert levels.asked == {(cell, watch.cells[cell].contents) for cell in CELLS}
    assert {contents for _, contents in levels.asked} == {(0, 0), (1, 0), (-1, 0)}
