"""The last half minute of readings: kept, bounded, and told as it was."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tamsk_pi.daemon.sensor_trace import TRACE_S, SensorTrace
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.rules.acts import Ring
from tamsk_pi.rules.board import Cell

PERIOD_NS = 10_000_000
D4 = Cell(18)


def _frame(number: int) -> Frame:
    return Frame(number * PERIOD_NS, tuple((number + reading) % 1_024 for reading in range(READINGS)))


def _filled(frames: int) -> SensorTrace:
    trace = SensorTrace(100)
    for number in range(frames):
        trace.frame(_frame(number))
    return trace


def test_before_the_first_frame_there_is_nothing_to_tell() -> None:
    trace = SensorTrace(100)
    told = trace.cell(D4)
    assert (told.at_ns, told.s0, told.s1, trace.newest_ns, trace.scans_per_s) == ((), (), (), -1, 0.0)
    assert trace.means() == (0.0,) * READINGS


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 7_000), st.integers(0, 36))
def test_a_cell_is_told_as_the_last_half_minute_of_frames_was(frames: int, cell: int) -> None:
    told = _filled(frames).cell(Cell(cell))
    numbers = range(max(0, frames - TRACE_S * 100), frames)
    assert told.at_ns == tuple(number * PERIOD_NS for number in numbers)
    assert told.s0 == tuple((number + 2 * cell) % 1_024 for number in numbers)
    assert told.s1 == tuple((number + 2 * cell + 1) % 1_024 for number in numbers)
    assert told.is_whole


def test_stretches_one_after_another_are_the_whole() -> None:
    trace = _filled(40)
    first = trace.cell(D4)
    for number in range(40, 65):
        trace.frame(_frame(number))
    second = trace.cell(D4, first.at_ns[-1])
    whole = trace.cell(D4)
    assert not second.is_whole
    assert len(second.at_ns) == 25
    assert (first.at_ns + second.at_ns, first.s1 + second.s1) == (whole.at_ns, whole.s1)


def test_a_slow_scan_is_kept_for_half_a_minute_too_and_not_longer() -> None:
    trace = SensorTrace(100)
    for number in range(2_000):
        trace.frame(Frame(number * 3 * PERIOD_NS, (512,) * READINGS))
    told = trace.cell(D4)
    assert len(told.at_ns) == 1_000
    assert told.at_ns[-1] - told.at_ns[0] < TRACE_S * 1_000_000_000


def test_the_rate_is_that_of_the_latest_frames() -> None:
    assert round(_filled(500).scans_per_s, 3) == 100.0


def test_the_means_are_those_of_the_latest_frames() -> None:
    assert _filled(100).means()[:2] == (sum(range(92, 100)) / 8, sum(range(93, 101)) / 8)


def test_marks_are_forgotten_with_the_readings_around_them() -> None:
    trace = _filled(100)
    trace.acts([Ring(50 * PERIOD_NS, D4), Ring(60 * PERIOD_NS, Cell(0))])
    assert [mark.at_ns for mark in trace.cell(D4).marks] == [50 * PERIOD_NS]
    for number in range(100, 4_000):
        trace.frame(_frame(number))
    assert trace.cell(D4).marks == ()
