"""The wall clock may jump by years in the middle of a match: nothing in play knows."""

from pathlib import Path

from sensed_table import LEVEL_3, FakeBoard, FakeLights, FakeSounder, S, SensedTable, parts_of

from tamsk_pi.clock import VirtualClock
from tamsk_pi.daemon.assembly import make_daemon
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.journal.records import Record
from tamsk_pi.journal.store import read_journal
from tamsk_pi.referee.rulings import Ruling

YEAR_NS = 365 * 24 * 3600 * S
HANDS = """
0.000 setup
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
5.000 lift black1
5.300 flip black1
5.600 place black1 E1
6.100 ring E1 black
8.000 end
"""


class JumpingClock(VirtualClock):
    """The wall clock shows another year every second."""

    def __init__(self, years: tuple[int, ...]) -> None:
        super().__init__()
        self._years = years

    def wall_ns(self) -> int:
        return self.now_ns() + self._years[self.now_ns() // S % len(self._years)] * YEAR_NS


async def played(directory: Path, clock: VirtualClock) -> tuple[list[Ruling], tuple[Record, ...], bytes]:
    """The rulings, what the journal keeps, and the lights at the end."""
    table = SensedTable(HANDS, clock)
    keeper = Keeper(directory, clock.wall_ns)
    rulings: list[Ruling] = []
    board = FakeBoard(table, FakeLights([]), FakeSounder([]))
    daemon = make_daemon(parts_of(clock, directory, keeper), board, table, on_rulings=rulings.extend)
    await daemon.run(1 * S)
    daemon.start_match(LEVEL_3)
    await daemon.run(8 * S)
    assert keeper.path is not None
    records = read_journal(keeper.path).records
    keeper.close()
    return rulings, tuple(records), bytes(value for pixel in board.lights.shown for value in pixel)


async def test_whatever_the_wall_clock_shows_rulings_journal_and_lights_are_the_same(tmp_path: Path) -> None:
    steady = await played(tmp_path / "steady", VirtualClock())
    jumping = await played(tmp_path / "jumping", JumpingClock((30, 0, 2, 29)))
    assert [ruling.kind for ruling in steady[0]].count("ring-accepted") == 2
    assert jumping == steady
