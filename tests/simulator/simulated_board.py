"""The repository's board, a scan of it, and the table on it, for the tests of the simulator."""

from functools import cache
from pathlib import Path

from tamsk_pi.layout import Layout, parse_layout
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Fault, HandAct, Statement
from tamsk_pi.simulator.readout import ScanTiming
from tamsk_pi.simulator.settings import NOMINAL, TableSettings
from tamsk_pi.simulator.table import Table

MS = 1_000_000
S = 1_000 * MS
SCAN_NS = 8 * MS
EXACT = TableSettings(tolerances=NOMINAL, noise_counts=0.0, radio_loss=0.0, hover_share=0.0)
"""A table as drawn, without noise: what it reads can be looked up."""


@cache
def board() -> Layout:
    """The board of hardware/board.toml."""
    path = Path(__file__).parent.parent.parent / "hardware" / "board.toml"
    return parse_layout(path.read_text(encoding="utf-8"), "board.toml")


@cache
def timing() -> ScanTiming:
    """Sixteen steps of five conversions, in Gray-code order, half a millisecond apart."""
    channels = [i ^ (i >> 1) for i in range(16)]
    steps = tuple(tuple(row[channel] for row in board().reading_at) for channel in channels)
    return ScanTiming(steps, tuple(20_000 + 450_000 * i for i in range(16)))


def statements(text: str) -> list[Statement]:
    """The statements of a scenario."""
    return [line.statement for line in parse(text, "test").lines]


def hand(table: Table, text: str) -> None:
    """Ask the table for every act and fault of a scenario at once."""
    for statement in statements(text):
        if isinstance(statement, Fault):
            table.fault(statement)
        elif isinstance(statement, HandAct):
            table.perform(statement)
