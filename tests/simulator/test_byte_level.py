"""Both entrances to the table are one: scans over SPI bytes and address lines give the frames of the frame level."""

import pytest
from simulated_board import CALL_NS, MS, SCAN_NS, SHORT_MATCH, S, board, hand, scenario, timing

from tamsk_pi.clock import VirtualClock
from tamsk_pi.drivers.scanner import Scanner
from tamsk_pi.perception.frames import Frame
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.simulator.chips.install import install
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

FAULTS = """
0.000 setup
1.000 fault stuck A1 0 700
1.000 fault drift 400
2.000 fault dead D4
2.500 flip black2
3.000 fault noise 30
4.000 ring D4 red
5.000 fault clear
6.000 end
"""


def frames_by_bytes(text: str, seed: int, until_ns: int) -> list[Frame]:
    table, clock = Table(board(), TableSettings(seed=seed)), VirtualClock()
    script = Script(scenario(text))
    frames = []
    with install(table, clock, board(), call_overhead_ns=CALL_NS):
        scanner = Scanner(board(), clock)
        for at_ns in range(0, until_ns, SCAN_NS):
            clock.pause_ns(at_ns - clock.now_ns())
            script.feed(table, at_ns)
            table.advance(at_ns)
            frames.append(scanner.scan())
        scanner.close()
    return frames


def frames_at_once(text: str, seed: int, until_ns: int) -> list[Frame]:
    table = Table(board(), TableSettings(seed=seed))
    script = Script(scenario(text))
    frames = []
    for at_ns in range(0, until_ns, SCAN_NS):
        script.feed(table, at_ns)
        frames.append(table.scan(at_ns, timing()))
    return frames


@pytest.mark.parametrize(("text", "seed"), [(SHORT_MATCH, 1), (SHORT_MATCH, 2), (FAULTS, 3)])
def test_frames_of_the_byte_level_are_those_of_the_frame_level(text: str, seed: int) -> None:
    by_bytes, at_once = frames_by_bytes(text, seed, 10 * S), frames_at_once(text, seed, 10 * S)
    assert len(by_bytes) == 1_250
    assert by_bytes == at_once


def test_a_script_fed_as_it_comes_due_is_the_script_asked_for_at_once() -> None:
    at_once = Table(board(), TableSettings(seed=6))
    hand(at_once, SHORT_MATCH)
    fed = frames_at_once(SHORT_MATCH, 6, 10 * S)
    assert fed == [at_once.scan(at_ns, timing()) for at_ns in range(0, 10 * S, SCAN_NS)]


def test_a_script_may_begin_at_any_instant() -> None:
    table = Table(board(), TableSettings(), now_ns=100 * S)
    script = Script(scenario(SHORT_MATCH), origin_ns=100 * S)
    while (at_ns := script.next_ns()) is not None:
        table.advance(max(at_ns, 100 * S))
        script.feed(table, max(at_ns, 100 * S))
    table.advance(110 * S + MS)
    truth = table.truth()
    assert truth.hourglasses[3].cell == parse_cell("E1")
    assert truth.timer.top_ms == pytest.approx(15_000 - 5_001)
