"""When a silent scan is restarted, and when the players are told."""

import pytest

from tamsk_pi.clock import NS_PER_S
from tamsk_pi.drivers.scan_watch import ScanWatch


def restart_when_due(watch: ScanWatch, times: int, error: str | None = None) -> ScanWatch:
    for _ in range(times):
        watch = watch.restarted(watch.due_ns, error)
    return watch


def test_a_scan_is_restarted_ten_seconds_after_the_last_packet() -> None:
    assert ScanWatch(since_ns=0).heard(5 * NS_PER_S).due_ns == 15 * NS_PER_S


def test_four_restarts_in_a_row_are_made_before_anybody_is_told() -> None:
    watch = restart_when_due(ScanWatch(since_ns=0), 3)
    assert watch.trouble is None
    watch = restart_when_due(watch, 1)
    assert watch.trouble is not None
    assert watch.since_ns == 40 * NS_PER_S


def test_after_the_tries_a_restart_is_tried_once_a_minute() -> None:
    watch = restart_when_due(ScanWatch(since_ns=0), 4)
    assert watch.due_ns == 100 * NS_PER_S
    assert restart_when_due(watch, 1).due_ns == 160 * NS_PER_S


def test_a_packet_ends_the_trouble_and_gives_four_tries_again() -> None:
    watch = restart_when_due(ScanWatch(since_ns=0), 6).heard(500 * NS_PER_S)
    assert watch == ScanWatch(since_ns=500 * NS_PER_S)


def test_the_trouble_names_what_bluetooth_said() -> None:
    watch = restart_when_due(ScanWatch(since_ns=0), 4, "[org.bluez.Error.InProgress] Operation already in progress")
    assert "org.bluez.Error.InProgress" in str(watch.trouble)


def test_sleeping_nodes_are_told_apart_from_a_deaf_radio() -> None:
    watch = restart_when_due(ScanWatch(since_ns=0), 4)
    assert "nothing is heard at all" in str(watch.trouble)
    assert "no hourglass" in str(watch.heard_other().trouble)


def test_others_that_were_heard_long_ago_do_not_show_that_the_radio_hears() -> None:
    watch = restart_when_due(ScanWatch(since_ns=0).heard_other(), 4)
    assert "nothing is heard at all" in str(watch.trouble)
    assert "no hourglass" in str(restart_when_due(watch.heard_other(), 1).trouble)


@pytest.mark.parametrize(
    ("error", "is_reset"),
    [
        ("[org.bluez.Error.InProgress] Operation already in progress", [3, 7]),
        ("[org.bluez.Error.Failed] Input/output error", [3, 7]),
        ("No Bluetooth adapters found.", []),
        (None, [3]),
    ],
)
def test_an_adapter_that_hangs_is_reset_before_the_fourth_try(error: str | None, is_reset: list[int]) -> None:
    watch, resets = ScanWatch(since_ns=0), []
    for n in range(8):
        if watch.needs_reset:
            resets.append(n)
        watch = watch.restarted(watch.due_ns, error)
    assert resets == is_reset


def test_an_adapter_that_hears_others_is_not_reset() -> None:
    watch = restart_when_due(ScanWatch(since_ns=0), 3).heard_other()
    assert not watch.needs_reset
