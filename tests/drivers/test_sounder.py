"""The piezo plays a tune by the time it is told."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from driver_fakes import LAYOUT, CountsTable

from tamsk_pi.clock import NS_PER_MS, VirtualClock
from tamsk_pi.drivers.sounder import Sounder
from tamsk_pi.simulator.chips.install import VirtualChips, install

TUNE = [(880.0, 100), (0, 50), (1760.0, 200)]


@contextmanager
def sounding() -> Iterator[tuple[Sounder, VirtualChips]]:
    with install(CountsTable(), VirtualClock(), LAYOUT) as chips:
        sounder = Sounder(LAYOUT.sounder)
        yield sounder, chips
        sounder.close()


def test_a_tune_is_heard_note_by_note_and_then_ends() -> None:
    with sounding() as (sounder, chips):
        assert chips.sounding_hz is None
        sounder.play(TUNE, 0)
        heard = [chips.sounding_hz]
        while sounder.next_wake_ns is not None:
            sounder.wake(sounder.next_wake_ns - 1)
            assert chips.sounding_hz == heard[-1]
            sounder.wake(sounder.next_wake_ns)
            heard.append(chips.sounding_hz)
        assert heard == [880.0, None, 1760.0, None]


def test_a_late_waking_leaves_out_what_is_over_and_does_not_draw_the_tune_out() -> None:
    with sounding() as (sounder, chips):
        sounder.play(TUNE, 0)
        sounder.wake(160 * NS_PER_MS)
        assert chips.sounding_hz == 1760.0
        assert sounder.next_wake_ns == 350 * NS_PER_MS


def test_a_new_tune_takes_the_place_of_the_old_one() -> None:
    with sounding() as (sounder, chips):
        sounder.play(TUNE, 0)
        sounder.play([(440.0, 10)], 5 * NS_PER_MS)
        assert chips.sounding_hz == 440.0
        sounder.play([], 6 * NS_PER_MS)
        assert chips.sounding_hz is None
        assert sounder.next_wake_ns is None


@pytest.mark.parametrize(
    ("note", "message"), [((20_000.0, 10), "20000.0 Hz"), ((60.0, 0), "0 ms"), ((39.0, 1), "39.0")]
)
def test_a_note_that_cannot_be_played_is_refused(note: tuple[float, int], message: str) -> None:
    with sounding() as (sounder, chips):
        with pytest.raises(ValueError, match=message):
            sounder.play([note], 0)
        assert chips.sounding_hz is None


@pytest.mark.parametrize("frequency_hz", [40.0, 100.0, 9_000.0])
def test_every_frequency_it_takes_is_played_as_it_is(frequency_hz: float) -> None:
    with sounding() as (sounder, chips):
        sounder.play([(frequency_hz, 10)], 0)
        assert chips.sounding_hz == frequency_hz


def test_closing_in_the_middle_of_a_tune_is_silence() -> None:
    with sounding() as (sounder, chips):
        sounder.play(TUNE, 0)
        sounder.close()
        assert chips.sounding_hz is None
