"""The virtual board keeps its pieces' places where it can."""

import logging
from pathlib import Path

import pytest

from tamsk_pi.clock import NS_PER_S, VirtualClock
from tamsk_pi.config import load_layout
from tamsk_pi.daemon.snapshot import load_snapshot
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.drivers.board import BoardOptions
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table


def saved(path: Path) -> None:
    layout = load_layout(None)
    board = VirtualBoard(layout, Table(layout, TableSettings()), VirtualClock(), BoardOptions(), snapshot_path=path)
    try:
        board.save(0)
        board.save(2 * NS_PER_S)
    finally:
        board.close()


def test_what_is_saved_is_found_again(tmp_path: Path) -> None:
    saved(tmp_path / "table.json")
    assert load_snapshot(tmp_path / "table.json") is not None


def test_where_nothing_can_be_saved_it_is_told_once_and_play_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "tamsk_pi"):
        saved(tmp_path / "missing" / "table.json")
    assert [r.getMessage().split(" (")[0] for r in caplog.records] == ["the virtual table is not kept for next time"]
