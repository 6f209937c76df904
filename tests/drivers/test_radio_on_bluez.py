"""The radio above the real bleak on a real bus, where BlueZ does what BlueZ does.

Time that the radio waits is virtual; what bluetoothd and the bus take is not, and is waited for by their answers.
"""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from bluez_standin import Bluez, PrivateBus, bluetooth, nobody_is_left
from test_radio import NODE, OTHER_NODE, packet

from tamsk_pi.clock import NS_PER_MS, NS_PER_S, VirtualClock
from tamsk_pi.drivers.radio import Heard, Radio, ScanMode, find_adapters
from tamsk_pi.perception.frames import NodeReport

pytestmark = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="dbus-daemon is not installed")

STRANGER = "AA:00:00:00:00:09"


class OnBluez:
    """A radio and its Bluetooth."""

    def __init__(self, bus: PrivateBus, bluez: Bluez) -> None:
        self.bus = bus
        self.bluez = bluez
        self.clock = VirtualClock()
        self.radio = self.new_radio()

    def new_radio(self, mode: ScanMode = ScanMode.ACTIVE, adapter: str | None = None, timeout_s: float = 10) -> Radio:
        return Radio((NODE, OTHER_NODE), self.clock, mode=mode, adapter=adapter, timeout_s=timeout_s)

    async def started(self, radio: Radio | None = None) -> Radio:
        if radio is not None:
            self.radio = radio
        await self.radio.start()
        return self.radio

    async def pass_time(self, seconds: int) -> None:
        """Time passes, the radio being tended each second."""
        for _ in range(seconds):
            self.clock.pause_ns(NS_PER_S)
            await self.radio.tend()

    async def hears(self, packet_id: int, address: str = NODE) -> bool:
        """Whether a packet that is sent now is reported, once."""
        self.radio.drain()
        self.bluez.advertise(address, packet(packet_id))
        await self.bluez.settled()
        return [report.packet_id for report in self.radio.drain()] == [packet_id]


@pytest.fixture
async def on(tmp_path: Path) -> AsyncIterator[OnBluez]:
    async with bluetooth(tmp_path) as (bus, bluez):
        heard = OnBluez(bus, bluez)
        yield heard
        await heard.radio.stop()


async def test_what_bluez_hears_is_reported_with_the_instant_of_receipt(on: OnBluez) -> None:
    await on.started()
    assert on.bluez.hci0.filters == {"Transport": "le", "DuplicateData": True}
    for packet_id in (7, 8):  # a device that is new to BlueZ, and one that it knows
        on.clock.pause_ns(250 * NS_PER_MS)
        on.bluez.advertise(NODE, packet(packet_id, flips=3, age_ms=40), rssi_dbm=-71)
        await on.bluez.settled()
    assert on.radio.drain() == [
        NodeReport(250 * NS_PER_MS, NODE, 7, 80, 3, False, 0, 40, -71),
        NodeReport(500 * NS_PER_MS, NODE, 8, 80, 3, False, 0, 40, -71),
    ]


async def test_a_burst_of_all_nodes_arrives_whole_and_in_order(on: OnBluez) -> None:
    await on.started()
    for i in range(300):
        on.bluez.advertise((NODE, OTHER_NODE)[i % 2], packet(i // 2))
        if i % 10 == 0:
            await on.bluez.settled()
    await on.bluez.settled()
    assert [report.packet_id for report in on.radio.drain()] == [i // 2 for i in range(300)]


async def test_a_packet_heard_again_with_another_strength_is_the_same_packet(on: OnBluez) -> None:
    await on.started()
    for rssi_dbm in (-60, -64, -58):
        on.bluez.advertise(NODE, packet(7), rssi_dbm=rssi_dbm)
        on.clock.pause_ns(NS_PER_S)
        await on.bluez.settled()
    assert len(on.radio.drain()) == 1
    assert on.radio.heard[NODE] == Heard(packets=1, duplicates=2, last_ns=3 * NS_PER_S, rssi_dbm=-58)


async def test_signal_strengths_taken_back_are_not_taken_for_packets(on: OnBluez) -> None:
    radio = await on.started()
    on.bluez.advertise(NODE, packet(7))
    on.bluez.advertise(STRANGER, packet(7))
    await on.bluez.settled()
    before = (radio.heard, radio.strangers)
    on.clock.pause_ns(5 * NS_PER_S)
    on.bluez.end_all_scans()
    await on.bluez.settled()
    assert (radio.heard, radio.strangers) == before
    await on.pass_time(5)
    assert on.bluez.starts == 2


@pytest.mark.parametrize("payload", [packet()[:-1], packet() + b"\x00", b"", b"\x44", bytes(200), None])
async def test_whatever_a_known_address_sends_the_next_packet_is_heard(on: OnBluez, payload: bytes | None) -> None:
    await on.started()
    on.bluez.advertise(NODE, payload)
    on.bluez.advertise(NODE, payload, uuid="0000feaa-0000-1000-8000-00805f9b34fb")
    await on.bluez.settled()
    assert on.radio.drain() == []
    assert await on.hears(9)


async def test_a_neighbours_nodes_are_counted_and_listed(on: OnBluez) -> None:
    radio = await on.started()
    for packet_id in range(3):
        on.bluez.advertise(STRANGER, packet(packet_id), rssi_dbm=-88)
    on.bluez.advertise("11:22:33:44:55:66", None, name="somebody's telephone")
    await on.bluez.settled()
    assert radio.drain() == []
    assert radio.strangers == {STRANGER: Heard(packets=3, rssi_dbm=-88)}


async def test_a_thing_that_is_no_node_is_told_apart_from_a_neighbours_node(on: OnBluez) -> None:
    radio = await on.started()
    on.bluez.advertise(STRANGER, bytes.fromhex("40 02 0a 09"))  # somebody's BTHome thermometer
    await on.bluez.settled()
    assert radio.strangers == {STRANGER: Heard(malformed=1, rssi_dbm=-60)}


async def test_the_version_that_a_node_tells_in_its_name_goes_with_its_reports(on: OnBluez) -> None:
    radio = await on.started()
    for packet_id, name in ((1, None), (2, "TK1.0"), (3, None), (4, "TK1.1")):
        on.bluez.advertise(NODE, packet(packet_id), name=name)
    await on.bluez.settled()
    assert [report.firmware for report in radio.drain()] == [None, "1.0", "1.0", "1.1"]
    assert radio.heard[NODE].firmware == "1.1"


async def test_a_scan_that_stalls_silently_is_restarted_after_ten_seconds(on: OnBluez) -> None:
    await on.started()
    assert await on.hears(1)
    on.bluez.is_deaf = True
    await on.pass_time(9)
    assert not await on.hears(2)
    await on.pass_time(1)
    assert await on.hears(3)
    assert not on.radio.troubles


async def test_a_scan_that_somebody_else_has_ended_is_begun_again(on: OnBluez) -> None:
    await on.started()
    on.bluez.end_all_scans()
    await on.pass_time(10)
    assert await on.hears(1)


async def test_an_adapter_that_says_in_progress_for_ever_is_reset_at_the_fourth_try(on: OnBluez) -> None:
    on.bluez.is_jammed = True
    await on.started()
    await on.pass_time(39)
    assert on.bluez.starts == 0
    assert not on.radio.troubles
    await on.pass_time(1)
    assert on.bluez.hci0.power_cycles == 1
    assert await on.hears(1)
    assert not on.radio.troubles


async def test_an_adapter_that_cannot_be_reset_is_said_after_four_tries(on: OnBluez) -> None:
    on.bluez.is_jammed, on.bluez.may_power = True, False
    await on.started()
    await on.pass_time(40)
    assert on.radio.troubles == (
        "Bluetooth: the scan cannot be started ([org.bluez.Error.InProgress] Operation already in progress; the "
        "adapter cannot be reset: [org.freedesktop.DBus.Error.AccessDenied] Rejected send message); play goes on "
        "without tilt",
    )
    on.bluez.is_jammed = False
    await on.pass_time(60)
    assert await on.hears(1)
    assert not on.radio.troubles


async def test_an_adapter_that_grants_scans_and_hears_nobody_is_reset_at_the_fourth_try(on: OnBluez) -> None:
    on.bluez.is_hung = True
    await on.started()
    await on.pass_time(39)
    assert on.bluez.starts == 4
    await on.pass_time(1)
    assert on.bluez.hci0.power_cycles == 1
    assert await on.hears(1)


async def test_an_adapter_that_hears_others_is_left_on_while_the_nodes_sleep(on: OnBluez) -> None:
    await on.started()
    for _ in range(50):
        on.bluez.advertise(STRANGER, packet())
        await on.bluez.settled()
        await on.pass_time(1)
    assert on.bluez.hci0.power_cycles == 0
    assert "no hourglass" in on.radio.troubles[0]


async def test_an_adapter_that_was_switched_off_and_on_is_heard_again_by_itself(on: OnBluez) -> None:
    await on.started()
    on.bluez.power(on.bluez.hci0, is_on=False)
    await on.bluez.settled()
    await on.pass_time(40)
    assert on.radio.troubles == (
        "Bluetooth: the scan cannot be started (No powered Bluetooth adapters found. Turn on Bluetooth and try "
        "again.); play goes on without tilt",
    )
    assert not on.bluez.hci0.is_powered  # that was somebody's will
    on.bluez.power(on.bluez.hci0, is_on=True)
    await on.bluez.settled()
    await on.pass_time(60)
    assert await on.hears(1)
    assert not on.radio.troubles


async def test_an_adapter_that_was_off_for_a_moment_is_heard_again_after_ten_seconds(on: OnBluez) -> None:
    await on.started()
    assert await on.hears(1)
    on.bluez.power(on.bluez.hci0, is_on=False)
    on.bluez.power(on.bluez.hci0, is_on=True)
    await on.bluez.settled()
    await on.pass_time(10)
    assert await on.hears(2)


async def test_an_adapter_that_was_pulled_out_and_put_back_is_heard_again(on: OnBluez) -> None:
    await on.started()
    assert await on.hears(1)
    on.bluez.remove_adapter("hci0")
    await on.bluez.settled()
    await on.pass_time(40)
    assert "No Bluetooth adapters found" in on.radio.troubles[0]
    on.bluez.add_adapter("hci0")
    await on.bluez.settled()
    await on.pass_time(60)
    assert await on.hears(2)
    assert not on.radio.troubles


async def test_the_adapter_that_is_named_is_the_one_that_scans(on: OnBluez) -> None:
    on.bluez.add_adapter("hci1")
    await on.started(on.new_radio(adapter="hci1"))
    assert [adapter.is_scanning for adapter in on.bluez.adapters.values()] == [False, True]
    assert await on.hears(1)


async def test_an_adapter_that_is_named_and_not_there_is_said(on: OnBluez) -> None:
    await on.started(on.new_radio(adapter="hci7"))
    await on.pass_time(40)
    assert "adapter 'hci7' not found" in on.radio.troubles[0]


async def test_bluetooth_that_is_not_running_is_said_and_heard_once_it_runs(on: OnBluez) -> None:
    on.bluez.disconnect()
    await on.started()
    await on.pass_time(40)
    assert on.radio.troubles == (
        "Bluetooth: the scan cannot be started (BlueZ is not running; start it (sudo systemctl start bluetooth)); "
        "play goes on without tilt",
    )
    on.bluez = Bluez(on.bus.address)
    await on.bluez.connect()
    await on.pass_time(60)
    assert await on.hears(1)
    on.bluez.disconnect()


async def test_bluetooth_that_restarts_under_a_scan_is_heard_again(on: OnBluez) -> None:
    await on.started()
    assert await on.hears(1)
    on.bluez.disconnect()
    await on.pass_time(9)
    on.bluez = Bluez(on.bus.address)
    await on.bluez.connect()
    await on.pass_time(1)
    assert await on.hears(2)
    on.bluez.disconnect()


async def test_a_bus_that_dies_and_comes_back_is_joined_again(on: OnBluez) -> None:
    await on.started()
    assert await on.hears(1)
    on.bluez.disconnect()
    on.bus.kill()
    await nobody_is_left()
    await on.pass_time(40)
    assert "D-Bus does not answer" in on.radio.troubles[0]
    on.bus.start()
    on.bluez = Bluez(on.bus.address)
    await on.bluez.connect()
    await on.pass_time(60)
    assert await on.hears(2)
    assert not on.radio.troubles
    on.bluez.disconnect()


async def test_bluetooth_that_never_answers_is_said_and_does_not_hold_up_the_radio(on: OnBluez) -> None:
    on.bluez.is_mute = True
    await on.started(on.new_radio(timeout_s=0.02))
    await on.pass_time(40)
    assert "Bluetooth does not answer; restart it" in on.radio.troubles[0]
    on.bluez.is_mute = False
    await on.pass_time(60)
    assert await on.hears(1)


async def test_passive_scanning_asks_for_a_monitor_and_starts_no_discovery(on: OnBluez) -> None:
    await on.started(on.new_radio(mode=ScanMode.PASSIVE))
    assert await on.bluez.patterns() == [(0, 0x01, b"\x06")]  # the Flags in front of every node's packet
    assert not on.bluez.hci0.discoverers
    assert await on.hears(1)
    assert not on.radio.troubles


async def test_passive_scanning_that_stalls_is_restarted(on: OnBluez) -> None:
    await on.started(on.new_radio(mode=ScanMode.PASSIVE))
    on.bluez.is_deaf = True
    await on.pass_time(10)
    assert len(on.bluez.hci0.monitors) == 1
    assert await on.hears(1)


async def test_passive_scanning_that_bluez_does_not_know_becomes_active_and_is_said(on: OnBluez) -> None:
    on.bluez.has_monitors = False
    await on.started(on.new_radio(mode=ScanMode.PASSIVE))
    assert len(on.bluez.hci0.discoverers) == 1
    assert await on.hears(1)
    assert on.radio.troubles == (
        "Bluetooth: passive scanning is not possible here (passive scanning on Linux requires BlueZ >= 5.56 with "
        "--experimental enabled and Linux kernel >= 5.10); scanning actively",
    )


async def test_a_radio_that_is_stopped_leaves_no_scan_behind(on: OnBluez) -> None:
    await on.started()
    await on.radio.stop()
    assert not on.bluez.hci0.is_scanning
    assert not await on.hears(1)


async def test_the_adapters_are_listed_with_their_power(on: OnBluez) -> None:
    on.bluez.add_adapter("hci1")
    on.bluez.power(on.bluez.hci0, False)
    found = await find_adapters()
    assert [(a.name, a.is_powered) for a in found if not isinstance(a, str)] == [("hci0", False), ("hci1", True)]


async def test_without_bluez_the_adapters_cannot_be_listed_and_it_is_said_why(on: OnBluez) -> None:
    on.bluez.disconnect()
    assert await find_adapters() == "Bluetooth: BlueZ is not running; start it (sudo systemctl start bluetooth)"
    on.bus.kill()
    await nobody_is_left()
    assert await find_adapters() == "Bluetooth: D-Bus does not answer; is bluez installed and its service running?"
