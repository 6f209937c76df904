"""The sensor view looks at a running daemon, and the daemon does not notice."""

import asyncio
from dataclasses import replace
from pathlib import Path

from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.page_sensors import DaemonSensors
from tamsk_pi.daemon.performance import Performance
from tamsk_pi.perception.picture import Seeming
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.scenario.reader import parse
from tamsk_pi.views.sensor_view import CellTrace, SensorFacts

A1, A2 = parse_cell("A1"), parse_cell("A2")
MOVE = """\
match level=2
0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
5.000 end
"""

Looked = list[tuple[SensorFacts, CellTrace]]


def _played(matches: Path, *, is_looked_at: bool) -> tuple[list[str], Looked]:
    """The rulings, and what was seen at every fifth round if somebody looked."""
    looked, now = Looked(), [0]
    config = replace(Config(), matches=matches)
    performance = Performance(parse(MOVE, "move.tamsk"), config, load_layout(None), 1)

    def on_round(now_ns: int) -> None:
        now[0] += 1
        if is_looked_at and now[0] % 5 == 0:
            assert performance.daemon is not None
            sensors = DaemonSensors(performance.daemon, lambda: now_ns)
            looked.append((sensors.facts(), sensors.trace(A2, -1)))

    rulings = asyncio.run(performance.play(is_frame_level=True, show_ns=200_000_000, on_round=on_round))
    return [ruling.as_line() for ruling in rulings], looked


def test_looking_changes_no_ruling(tmp_path: Path) -> None:
    alone, _ = _played(tmp_path / "alone", is_looked_at=False)
    watched, looked = _played(tmp_path / "watched", is_looked_at=True)
    assert watched == alone
    assert len(alone) > 3
    assert len(looked) > 50


def test_a_move_is_seen_in_readings_and_marks(tmp_path: Path) -> None:
    _, looked = _played(tmp_path, is_looked_at=True)
    seems = {facts.picture.cells[A2].seems for facts, _ in looked}
    assert {None, Seeming.PLACE, Seeming.RING} <= seems
    facts, trace = looked[-1]
    field = [count - zero for count, zero in zip(facts.counts, facts.zeros, strict=True)]
    assert max(abs(counts) for counts in field[2 * A1 : 2 * A1 + 2]) < 4
    assert min(field[2 * A2 : 2 * A2 + 2]) > 15
    assert max(abs(count - level) for count, level in zip(facts.counts, facts.levels, strict=True)) < 2
    assert round(facts.scans_per_s) == 100
    placed, released, ring = trace.marks
    assert [mark.what for mark in trace.marks] == ["place", "release", "ring"]
    assert abs(placed.at_ns - 2_600_000_000) < 50_000_000
    assert abs(released.at_ns - 2_600_000_000) < 200_000_000
    assert abs(ring.at_ns - 3_100_000_000) < 50_000_000


def test_before_the_board_has_been_seen_nothing_seems_off(tmp_path: Path) -> None:
    _, looked = _played(tmp_path, is_looked_at=True)
    early = [facts for facts, _ in looked if not facts.picture.is_set_up]
    assert early
    assert all(facts.counts == facts.levels for facts in early)
