"""Adverts through bleak's own scanner on a simulated backend."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.hourglass.packet import VERSION
from tamsk_pi.clock import NS_PER_MS, NS_PER_S, VirtualClock
from tamsk_pi.drivers.radio import STRANGERS_MAX, Heard, Radio, ScanMode
from tamsk_pi.perception.frames import NodeReport
from tamsk_pi.simulator.chips.air import NODE_NAME, Air

NODE = "C0:FF:EE:00:00:01"
OTHER_NODE = "C0:FF:EE:00:00:02"


def packet(packet_id: int = 1, *, flips: int = 0, age_ms: int = 1_000) -> bytes:
    return bytes((0x44, 0x00, packet_id, 0x01, 80, 0x09, flips, 0x22, 0, 0x3F, 0, 0, 0x42)) + age_ms.to_bytes(
        3, "little"
    )


class Listening:
    """A radio that listens to two nodes in an air of its own."""

    def __init__(self, mode: ScanMode = ScanMode.ACTIVE, addresses: tuple[str, ...] = (NODE, OTHER_NODE)) -> None:
        self.clock = VirtualClock()
        self.air = Air()
        self.radio = Radio(addresses, self.clock, mode=mode, backend=self.air.backend)

    async def pass_time(self, seconds: int) -> None:
        """Time passes, the radio being tended each second."""
        for _ in range(seconds):
            self.clock.pause_ns(NS_PER_S)
            await self.radio.tend()


async def test_a_packet_becomes_a_report_with_the_instant_of_receipt() -> None:
    on = Listening()
    await on.radio.start()
    on.clock.pause_ns(250 * NS_PER_MS)
    on.air.deliver(NODE.lower(), packet(7, flips=3, age_ms=40), rssi_dbm=-71)
    assert on.radio.drain() == [NodeReport(250 * NS_PER_MS, NODE, 7, 80, 3, False, 0, 40, -71)]
    assert on.radio.drain() == []
    await on.radio.stop()


async def test_a_simulated_node_tells_its_version_like_a_real_one() -> None:
    on = Listening()
    await on.radio.start()
    on.air.deliver(NODE, packet(7), name=NODE_NAME)
    assert [report.firmware for report in on.radio.drain()] == [VERSION]
    await on.radio.stop()


async def test_a_packet_that_comes_again_changes_nothing() -> None:
    on = Listening()
    await on.radio.start()
    for _ in range(3):
        on.air.deliver(NODE, packet(7, flips=1, age_ms=40))
        on.clock.pause_ns(2 * NS_PER_S)
    assert [report.received_ns for report in on.radio.drain()] == [0]
    assert on.radio.heard[NODE] == Heard(packets=1, duplicates=2, last_ns=4 * NS_PER_S, rssi_dbm=-60)
    await on.radio.stop()


async def test_a_node_that_never_flipped_goes_on_being_reported() -> None:
    on = Listening()
    await on.radio.start()
    for _ in range(3):
        on.air.deliver(NODE, packet(7, age_ms=0xFFFFFF))
        on.clock.pause_ns(NS_PER_S)
    assert len(on.radio.drain()) == 3
    await on.radio.stop()


async def test_a_rebooted_node_is_reported_at_once_though_its_packet_ids_begin_again() -> None:
    on = Listening()
    await on.radio.start()
    for packet_id in (200, 0, 199):
        on.air.deliver(NODE, packet(packet_id))
    assert [report.packet_id for report in on.radio.drain()] == [200, 0, 199]
    await on.radio.stop()


async def test_nodes_of_another_board_are_counted_and_listed_but_not_reported() -> None:
    on = Listening()
    await on.radio.start()
    on.air.deliver("AA:00:00:00:00:09", packet(), rssi_dbm=-88)
    on.air.deliver("AA:00:00:00:00:09", packet(), rssi_dbm=-87)
    on.air.deliver_advertisement("11:22:33:44:55:66", {})  # somebody's telephone
    assert on.radio.drain() == []
    assert on.radio.strangers == {"AA:00:00:00:00:09": Heard(packets=2, rssi_dbm=-87)}
    await on.radio.stop()


async def test_strangers_do_not_fill_the_memory() -> None:
    on = Listening()
    await on.radio.start()
    for i in range(STRANGERS_MAX + 50):
        on.air.deliver(f"AA:00:00:00:00:{i:02X}", packet())
    assert len(on.radio.strangers) == STRANGERS_MAX
    await on.radio.stop()


async def test_a_stranger_that_is_learnt_is_one_of_ours() -> None:
    on = Listening()
    await on.radio.start()
    on.air.deliver("AA:00:00:00:00:09", packet(1))
    on.radio.own((NODE, "aa:00:00:00:00:09"))
    on.air.deliver("AA:00:00:00:00:09", packet(2))
    assert [report.packet_id for report in on.radio.drain()] == [2]
    assert on.radio.strangers == {}
    await on.radio.stop()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=5))
async def test_whatever_bytes_come_the_next_packet_is_reported(noise: list[bytes]) -> None:
    on = Listening()
    await on.radio.start()
    for data in noise:
        on.air.deliver(NODE, data)
    on.radio.drain()
    on.air.deliver(NODE, packet(9, flips=77, age_ms=123_456))
    assert [report.flips for report in on.radio.drain()] == [77]
    await on.radio.stop()


async def test_truncated_and_over_long_packets_are_counted_as_malformed() -> None:
    on = Listening()
    await on.radio.start()
    on.air.deliver(NODE, packet()[:-1])
    on.air.deliver(NODE, packet() + b"\x00")
    assert on.radio.drain() == []
    assert on.radio.heard[NODE].malformed == 2
    await on.radio.stop()


async def test_a_stalled_scan_is_restarted_after_ten_seconds_and_heals() -> None:
    on = Listening()
    await on.radio.start()
    on.air.deliver(NODE, packet(1))
    on.air.is_silent = True
    await on.pass_time(9)
    assert on.air.starts == 1
    await on.pass_time(1)
    assert on.air.starts == 2
    on.air.deliver(NODE, packet(2))
    assert [report.packet_id for report in on.radio.drain()] == [1, 2]
    assert not on.radio.troubles
    await on.radio.stop()


async def test_packets_keep_a_scan_from_being_restarted() -> None:
    on = Listening()
    await on.radio.start()
    for i in range(30):
        on.air.deliver(NODE, packet(i))
        await on.pass_time(1)
    assert on.air.starts == 1
    await on.radio.stop()


async def test_a_radio_that_stays_deaf_is_said_after_four_tries_and_play_goes_on() -> None:
    on = Listening()
    on.air.heals_on_restart = False
    await on.radio.start()
    on.air.is_silent = True
    await on.pass_time(39)
    assert not on.radio.troubles
    await on.pass_time(1)
    assert on.air.starts == 5
    assert on.radio.troubles == (
        "Bluetooth: nothing is heard at all; check the adapter (bluetoothctl show); play goes on without tilt",
    )
    on.air.is_silent = False
    on.air.deliver(NODE, packet())
    assert not on.radio.troubles
    await on.radio.stop()


async def test_an_adapter_that_is_not_there_at_the_start_is_found_later() -> None:
    on = Listening()
    on.air.start_errors = [
        "No Bluetooth adapters found.",
        "[org.bluez.Error.InProgress] Operation already in progress",
    ]
    await on.radio.start()
    assert not on.air.is_scanned
    await on.pass_time(20)
    assert on.air.is_scanned
    on.air.deliver(NODE, packet())
    assert len(on.radio.drain()) == 1
    await on.radio.stop()


async def test_a_computer_without_bluetooth_is_said_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nobody")
    clock = VirtualClock()
    radio = Radio((NODE,), clock)  # bleak's own backend
    await radio.start()
    for _ in range(4):
        clock.pause_ns(10 * NS_PER_S)
        await radio.tend()
    assert radio.troubles == (
        "Bluetooth: the scan cannot be started (D-Bus does not answer; is bluez installed and its service running?); "
        "play goes on without tilt",
    )
    await radio.stop()


async def test_passive_scanning_falls_back_to_active_and_says_so() -> None:
    on = Listening(mode=ScanMode.PASSIVE)
    on.air.start_errors = ["passive scanning on Linux requires BlueZ >= 5.56"]
    await on.radio.start()
    assert on.air.is_scanned
    assert on.radio.troubles == (
        "Bluetooth: passive scanning is not possible here (passive scanning on Linux requires BlueZ >= 5.56); "
        "scanning actively",
    )
    await on.radio.stop()


async def test_passive_scanning_is_kept_to_where_no_scan_at_all_could_be_started() -> None:
    on = Listening(mode=ScanMode.PASSIVE)
    on.air.start_errors = ["No Bluetooth adapters found."] * 2
    await on.radio.start()
    assert not on.radio.troubles
    await on.pass_time(10)
    assert on.air.is_scanned
    await on.radio.stop()


async def test_a_stopped_radio_hears_nothing_and_is_not_restarted() -> None:
    on = Listening()
    await on.radio.start()
    await on.radio.stop()
    await on.radio.stop()
    on.air.deliver(NODE, packet())
    await on.pass_time(30)
    assert on.radio.drain() == []
    assert on.air.starts == 1
    assert not on.air.is_scanned


async def test_a_radio_stopped_while_its_scan_is_being_restarted_stays_stopped() -> None:
    on = Listening()
    await on.radio.start()
    on.clock.pause_ns(10 * NS_PER_S)
    tending = asyncio.create_task(on.radio.tend())
    await asyncio.sleep(0)
    await on.radio.stop()
    await tending
    assert on.air.starts == 2
    assert not on.air.is_scanned


async def test_a_scan_that_cannot_be_stopped_is_started_again_all_the_same() -> None:
    on = Listening()
    await on.radio.start()
    on.air.stop_errors = ["[org.bluez.Error.Failed] No discovery started"]
    await on.pass_time(10)
    on.air.deliver(NODE, packet())
    assert len(on.radio.drain()) == 1
    assert not on.radio.troubles
    await on.radio.stop()


async def test_without_nodes_any_device_shows_that_the_radio_hears() -> None:
    on = Listening(addresses=())
    await on.radio.start()
    for _ in range(30):
        on.air.deliver_advertisement("11:22:33:44:55:66", {})
        await on.pass_time(1)
    assert on.air.starts == 1
    await on.radio.stop()


@pytest.mark.parametrize("backend_count", [1, 3])
async def test_airs_do_not_mix(backend_count: int) -> None:
    boards = [Listening() for _ in range(backend_count)]
    for board in boards:
        await board.radio.start()
    boards[0].air.deliver(NODE, packet())
    assert [len(board.radio.drain()) for board in boards] == [1, *[0] * (backend_count - 1)]
    for board in boards:
        await board.radio.stop()
