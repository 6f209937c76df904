"""The virtual table's file: read as it was left, and refused when it is not a table's."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sensed_table import MS, board

from tamsk_pi.daemon.snapshot import SnapshotError, load_snapshot
from tamsk_pi.scenario.reader import parse
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.state import TableData
from tamsk_pi.simulator.table import Table


def left() -> TableData:
    """A table as somebody left it: glasses on their corners, one in a hand, a ring on the board."""
    table = Table(board(), TableSettings())
    script = Script(parse("0 setup\n1 ring D4 red\n1.5 flip red1\n2 lift black3\n3 end\n", "left"))
    for at_ms in range(0, 3_000, 10):
        script.feed(table, at_ms * MS)
        table.advance(at_ms * MS)
    return table.snapshot()


def test_a_table_is_found_as_it_was_left(tmp_path: Path) -> None:
    data = left()
    (tmp_path / "table.json").write_text(json.dumps(data), encoding="utf-8")
    found = load_snapshot(tmp_path / "table.json")
    assert found == data
    Table(board(), TableSettings(), 0, found, 0)


def test_no_file_is_no_table(tmp_path: Path) -> None:
    assert load_snapshot(tmp_path / "table.json") is None


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"{", b"[]", b"null", b"{}", b"[" * 100_000],
    ids=["empty", "binary", "torn", "list", "null", "object", "deep"],
)
def test_what_is_no_table_s_file_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(content)
    with pytest.raises(SnapshotError, match=r"not a snapshot of the virtual table .*; move it away to begin"):
        load_snapshot(path)
    assert path.read_bytes() == content


def edit_time(data: TableData) -> None:
    data["at_ns"] = True


def edit_glasses(data: TableData) -> None:
    del data["hourglasses"][0]


def edit_cell(data: TableData) -> None:
    data["hourglasses"][0]["cell"] = 37


def edit_tube(data: TableData) -> None:
    data["hourglasses"][0]["cell"] = data["hourglasses"][1]["cell"]


def edit_sand(data: TableData) -> None:
    data["hourglasses"][0]["top_ns"] = -1


def edit_age(data: TableData) -> None:
    data["hourglasses"][0]["age_ns"] = 1 << 80


def edit_hand(data: TableData) -> None:
    data["timer"].update(json.loads('{"is_in_hand": "no"}'))


def edit_play(data: TableData) -> None:
    data["timer"]["play"] = [0.0]


def edit_moment(data: TableData) -> None:
    data["rings"][0]["moment"] = float("inf")


def edit_owner(data: TableData) -> None:
    data["rings"][0]["owner"] = "green"


def edit_rings(data: TableData) -> None:
    data["rings"] *= 33


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (edit_time, "at_ns is True, expected a whole number"),
        (edit_glasses, "hourglasses: expected a list of 6"),
        (edit_cell, r"hourglasses\[0\].cell is 37, expected a whole number from 0 to 36"),
        (edit_tube, "two hourglasses in one tube"),
        (edit_sand, r"hourglasses\[0\].top_ns is -1, expected a whole number from 0"),
        (edit_age, r"hourglasses\[0\].age_ns is 1208925819614629174706176, expected"),
        (edit_hand, "timer.is_in_hand is 'no', expected true or false"),
        (edit_play, "timer.play: expected a list of 2"),
        (edit_moment, r"rings\[0\].moment is inf, expected a number"),
        (edit_owner, r"rings\[0\].owner is 'green', expected red or black"),
        (edit_rings, "33 rings of red, expected at most 32"),
    ],
)
def test_what_no_table_can_be_is_named(edit: Callable[[TableData], None], told: str, tmp_path: Path) -> None:
    data = left()
    edit(data)
    (tmp_path / "table.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SnapshotError, match=told):
        load_snapshot(tmp_path / "table.json")
