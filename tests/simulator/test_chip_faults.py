"""Broken chips below the drivers: what the scanner then reads, from bytes as from frames, and what comes back."""

import itertools

import pytest
from simulated_board import CALL_NS, MS, SCAN_NS, S, board, scenario, timing

from tamsk_pi.clock import VirtualClock
from tamsk_pi.drivers.errors import BusError, DeviceMissingError, DriverError
from tamsk_pi.drivers.scanner import Scanner, gray_code
from tamsk_pi.perception.frames import Frame
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.simulator.chips.install import install
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

ROWS = board().reading_at
HEAD = "0.000 setup\n0.000 ring D4 red\n0.000 ring B3 red\n"
QUIET = TableSettings(seed=4, noise_counts=0.0)


def by_bytes(
    fault: str, until_ns: int, settings: TableSettings = QUIET, *, discard_first: bool = False
) -> list[Frame]:
    table, clock = Table(board(), settings), VirtualClock()
    script = Script(scenario(f"{HEAD}1.000 fault {fault}\n9.000 end\n"))
    frames = []
    with install(table, clock, board(), call_overhead_ns=CALL_NS, faults=table.chip_faults):
        scanner = Scanner(board(), clock, discard_first=discard_first)
        for at_ns in range(0, until_ns, SCAN_NS):
            clock.pause_ns(max(0, at_ns - clock.now_ns()))
            script.feed(table, at_ns)
            table.advance(at_ns)
            frames.append(scanner.scan())
        scanner.close()
    return frames


def at_once(fault: str, until_ns: int, settings: TableSettings) -> list[Frame]:
    table = Table(board(), settings)
    script = Script(scenario(f"{HEAD}1.000 fault {fault}\n9.000 end\n"))
    frames = []
    for at_ns in range(0, until_ns, SCAN_NS):
        script.feed(table, at_ns)
        frames.append(table.scan(at_ns, timing()))
    return frames


def broken(fault: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The counts before, and with the fault."""
    frames = by_bytes(fault, 1_200 * MS)
    return frames[100].counts, frames[-1].counts


@pytest.mark.parametrize(
    "fault",
    [
        *("mux-dead 2", "adc zeros", "adc ones", "stale", "select-stuck 1", "cables 0 3"),
        *("noisy D4 0 8", "drift-off B3 S1", "stuck A1 0 700"),
    ],
)
def test_a_fault_reads_the_same_from_bytes_and_from_frames(fault: str) -> None:
    settings = TableSettings(seed=7)
    assert by_bytes(fault, 2 * S, settings) == at_once(fault, 2 * S, settings)


def test_a_dead_multiplexer_floats_and_the_others_read_on() -> None:
    before, now = broken("mux-dead 2")
    dead = {reading for reading in ROWS[2] if reading is not None}
    assert {now[i] for i in dead} == {8}
    assert [now[i] for i in range(74) if i not in dead] == [before[i] for i in range(74) if i not in dead]


@pytest.mark.parametrize(("bits", "counts"), [("zeros", 0), ("ones", 1_023)])
def test_a_stuck_data_line_reads_all_zeros_or_ones(bits: str, counts: int) -> None:
    assert set(broken(f"adc {bits}")[1]) == {counts}


def test_a_select_line_that_stays_low_shows_the_channels_below() -> None:
    before, now = broken("select-stuck 1")
    for row in ROWS:
        for channel, reading in enumerate(row):
            source = row[channel & ~2]
            if reading is not None and source is not None:
                assert now[reading] == before[source]


def test_swapped_cables_show_each_others_sensors() -> None:
    before, now = broken("cables 0 3")
    for one, other in zip(ROWS[0], ROWS[3], strict=True):
        if one is not None and other is not None:
            assert (now[one], now[other]) == (before[other], before[one])


def test_a_stale_first_conversion_shows_the_channel_before_unless_it_is_discarded() -> None:
    before, now = broken("stale")
    order = [gray_code(step) for step in range(16)]
    stale = {r: ROWS[0][order[i - 1]] for i, c in enumerate(order) if (r := ROWS[0][c]) is not None}
    for reading in range(74):
        source = stale.get(reading, reading)
        assert now[reading] == (8 if source is None else before[source])
    assert by_bytes("stale", 1_200 * MS, discard_first=True)[-1].counts == before


def test_a_noisy_sensor_is_noisy_alone() -> None:
    frames = [frame.counts for frame in by_bytes("noisy D4 0 8", 3 * S)[150:]]
    ranges = [max(column) - min(column) for column in zip(*frames, strict=True)]
    noisy = 2 * parse_cell("D4")
    assert ranges[noisy] > 20
    assert max(ranges[:noisy] + ranges[noisy + 1 :]) == 0


def test_a_sensor_that_drifts_off_runs_away_alone() -> None:
    frames = by_bytes("drift-off B3 1", 4 * S)
    off = [now - before for now, before in zip(frames[-1].counts, frames[100].counts, strict=True)]
    reading = 2 * parse_cell("B3") + 1
    assert off.pop(reading) == pytest.approx(12, abs=1)
    assert set(off) == {0}


def test_everything_can_be_mended() -> None:
    text = "".join(
        f"1.000 fault {f}\n" for f in ("mux-dead 1", "stale", "select-stuck 0", "cables 0 2", "noisy A1 0 9")
    )
    table = Table(board(), QUIET)
    script = Script(scenario(f"{HEAD}{text}1.500 fault drift-off A1 0\n2.000 fault clear\n3.000 end\n"))
    script.feed(table, 0)
    healthy = table.scan(900 * MS, timing()).counts
    assert table.scan(1_800 * MS, timing()).counts != healthy
    assert table.scan(2_500 * MS, timing()).counts == healthy


def test_a_device_that_vanishes_is_said_and_used_again_when_it_is_back() -> None:
    table, clock = Table(board(), QUIET), VirtualClock()
    script = Script(scenario(f"{HEAD}1.000 fault spi-gone 3\n9.000 end\n"))
    failures: list[tuple[int, DriverError]] = []
    scanned: list[int] = []
    with install(table, clock, board(), faults=table.chip_faults):
        scanner = Scanner(board(), clock)
        while clock.now_ns() < 8 * S:
            script.feed(table, clock.now_ns())
            table.advance(clock.now_ns())
            try:
                scanned.append(scanner.scan().at_ns)
            except DriverError as error:
                failures.append((clock.now_ns(), error))
                clock.pause_ns(20 * MS)
        scanner.close()
    assert isinstance(failures[0][1], BusError)
    assert "scan of the board's sensors: [Errno 19] No such device; check the wiring" in str(failures[0][1])
    assert isinstance(failures[-1][1], DeviceMissingError)
    dark = [b - a for a, b in itertools.pairwise(scanned) if b - a > 100 * MS]
    assert len(dark) == 1
    assert 3 * S <= dark[0] <= 5 * S, "back within the longest wait"


def test_a_lasting_failure_is_tried_ever_more_patiently() -> None:
    table, clock = Table(board(), QUIET), VirtualClock()
    with install(table, clock, board(), faults=table.chip_faults):
        scanner = Scanner(board(), clock)
        table.chip_faults.take_spi_away(20 * S)
        tried: list[int] = []
        last: DriverError | None = None
        while clock.now_ns() < 10 * S:
            with pytest.raises(DriverError) as failed:
                scanner.scan()
            if failed.value is not last:
                tried.append(clock.now_ns() // MS)
            last = failed.value
            clock.pause_ns(10 * MS)
        scanner.close()
    assert tried == [0, 100, 300, 700, 1_500, 3_100, 5_100, 7_100, 9_100]
