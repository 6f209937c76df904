"""What the drivers' tests share: the board's layout, and a table whose counts a test sets."""

from pathlib import Path

from tamsk_pi.layout import Layout, parse_layout
from tamsk_pi.perception.frames import READINGS

BOARD_TOML = (Path(__file__).parents[2] / "hardware" / "board.toml").read_text(encoding="utf-8")
LAYOUT: Layout = parse_layout(BOARD_TOML, "board.toml")

A_FULL_SWING = tuple(3 + 13 * i for i in range(READINGS))
"""Every sensor another value, neighbours on a multiplexer 13 counts apart."""


class CountsTable:
    """An analogue source without noise. `counts[2 * cell + sensor]`; `advances` are the instants it was told."""

    def __init__(self, counts: tuple[int, ...] = A_FULL_SWING, unconnected: int = 777) -> None:
        self.counts = counts
        self.advances: list[int] = []
        self._unconnected = unconnected

    def advance(self, now_ns: int) -> None:
        self.advances.append(now_ns)

    def convert(self, cell: int, sensor: int) -> int:
        return self.counts[2 * cell + sensor]

    def unconnected(self) -> int:
        return self._unconnected


def layout_with(old: str, new: str) -> Layout:
    """The board with one line of its file changed."""
    assert old in BOARD_TOML
    return parse_layout(BOARD_TOML.replace(old, new, 1), "board.toml")
