"""The repository's board and the table on it, for the tests of the simulator."""

from functools import cache
from pathlib import Path

from tamsk_pi.layout import Layout, parse_layout
from tamsk_pi.perception.frames import Frame
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Scenario
from tamsk_pi.simulator.readout import ScanTiming
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.script import ask, play
from tamsk_pi.simulator.settings import NOMINAL, TableSettings
from tamsk_pi.simulator.table import Table

MS = 1_000_000
S = 1_000 * MS
SCAN_NS = 8 * MS
CALL_NS = 70_000
EXACT = TableSettings(tolerances=NOMINAL, noise_counts=0.0, radio_loss=0.0, hover_share=0.0)
"""A table as drawn, without noise: what it reads can be looked up."""

SHORT_MATCH = """
match level=3
0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
5.000 timer
6.000 lift black1
6.200 flip black1
6.500 hold black1 E1 0.4
7.300 ring E1 black
8.000 flip red1
8.500 lift red2
8.700 tilt red2
9.200 upright red2
9.500 place red2 G1
9.700 take A2
10.000 end
"""


@cache
def board() -> Layout:
    """The board of hardware/board.toml."""
    path = Path(__file__).parent.parent.parent / "hardware" / "board.toml"
    return parse_layout(path.read_text(encoding="utf-8"), "board.toml")


@cache
def timing() -> ScanTiming:
    """Eight milliseconds of scanning: 120 scans a second, as on a Pi 3B+."""
    return scan_timing(board(), CALL_NS)


def scenario(text: str) -> Scenario:
    """A checked scenario."""
    return parse(text.lstrip(), "test")


def hand(table: Table, text: str) -> None:
    """Ask the table for every act and fault of a scenario at once."""
    for deed in play(scenario(text)):
        ask(table, deed)


def reading(frame: Frame, cell: str) -> tuple[int, int]:
    """A cell's two readings in a frame."""
    at = 2 * parse_cell(cell)
    return frame.counts[at], frame.counts[at + 1]


def watch(table: Table, until_ns: int, cell: str, step_ns: int = MS) -> dict[int, int]:
    """A cell's S0 by the millisecond, up to that instant."""
    found = {}
    for at_ns in range(0, until_ns, step_ns):
        table.advance(at_ns)
        found[at_ns // MS] = table.convert(parse_cell(cell), 0)
    return found
