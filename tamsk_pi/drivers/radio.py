"""The nodes' advertisements, through bleak's scanner.

bleak calls `_on_advertisement`, on whatever thread its backend lives; the scan loop fetches what has come by `drain`.
Nothing sleeps in here: whoever holds a Radio calls `tend` about once a second, which restarts a stalled scan. Against
a real adapter that may take seconds, so give it a task of its own.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bleak import BleakScanner
from bleak.args.bluez import BlueZScannerArgs, OrPattern
from bleak.assigned_numbers import AdvertisementDataType
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData, BaseBleakScanner
from bleak.exc import BleakBluetoothNotAvailableError, BleakDBusError, BleakError

from tamsk_pi.clock import Clock
from tamsk_pi.drivers.bluez_adapter import AdapterError, AdapterState, adapters, power_cycle
from tamsk_pi.drivers.node_packet import BTHOME_UUID, NodePacket, firmware_version, parse_packet
from tamsk_pi.drivers.scan_watch import ScanWatch
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport

log = logging.getLogger("tamsk_pi")

START_TIMEOUT_S: Final = 10.0
"""A BlueZ that has not answered by then has hung."""
NO_RSSI_DBM: Final = -127
"""What bleak gives where BlueZ has no signal strength: nothing was received, a property was only taken back."""
UNKNOWN_MAX: Final = 1_024
STRANGERS_MAX: Final = 64
"""So many unknown addresses are told apart; phones change theirs for ever."""

_NO_SERVICE: Final = "org.freedesktop.DBus.Error.ServiceUnknown"
_DENIED: Final = "org.freedesktop.DBus.Error.AccessDenied"
_SCAN_FAILURES: Final = (BleakError, OSError, EOFError, TimeoutError)


class ScanMode(StrEnum):
    """Active scanning works everywhere; passive needs BlueZ ≥ 5.56 with experimental features."""

    ACTIVE = "active"
    PASSIVE = "passive"


@dataclass(frozen=True, slots=True)
class Heard:
    """What has come from one address: packets understood, packets that were none, and the last of them.

    `firmware`: the version that its local name tells, None if it tells none.
    """

    packets: int = 0
    malformed: int = 0
    duplicates: int = 0
    last_ns: int = 0
    rssi_dbm: int = 0
    firmware: str | None = None


class Radio:
    """Listens for the nodes of this board. Addresses are compared without regard to case.

    `backend` replaces bleak's own for the platform, and then no adapter is reset. `timeout_s` of real time is what
    Bluetooth is given for an answer. Everything that goes wrong with Bluetooth is a sentence in `troubles`, never an
    error: the game is played without tilt then.
    """

    def __init__(
        self,
        known_addresses: Collection[str],
        clock: Clock,
        *,
        mode: ScanMode = ScanMode.ACTIVE,
        adapter: str | None = None,
        backend: type[BaseBleakScanner] | None = None,
        timeout_s: float = START_TIMEOUT_S,
    ) -> None:
        self._clock = clock
        self._mode = mode
        self._adapter = adapter
        self._backend = backend
        self._timeout_s = timeout_s
        self._heard: dict[str, Heard] = {address.upper(): Heard() for address in known_addresses}
        self._strangers: dict[str, Heard] = {}
        self._last_payload: dict[str, bytes] = {}
        self._reports: deque[NodeReport] = deque()
        self._unknown: deque[NodeReport] | None = None
        self._scanner: BleakScanner | None = None
        self._watch: ScanWatch | None = None
        self._fallback: str | None = None

    @property
    def heard(self) -> Mapping[str, Heard]:
        """Counters of each known address."""
        return dict(self._heard)

    @property
    def strangers(self) -> Mapping[str, Heard]:
        """BTHome devices that are none of ours, at most 64 of them; another board's nodes are those with packets."""
        return dict(self._strangers)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the radio now, a sentence each."""
        stalled = None if self._watch is None else self._watch.trouble
        return tuple(text for text in (self._fallback, stalled) if text is not None)

    @property
    def watch(self) -> ScanWatch | None:
        """The scan as it is watched; None while nobody wants one."""
        return self._watch

    @property
    def fallback(self) -> str | None:
        """Why it scans actively though passive scanning was asked for; None if it does not."""
        return self._fallback

    def own(self, addresses: Collection[str]) -> None:
        """These addresses are ours from now on, and no others (pairing)."""
        wanted = {address.upper() for address in addresses}
        self._strangers = {address: h for address, h in self._strangers.items() if address not in wanted}
        self._heard = {address: self._heard.get(address, Heard()) for address in sorted(wanted)}

    def listen_to_all(self, is_on: bool) -> None:
        """Whether reports of nodes that are none of ours are kept for `drain_unknown`, while some are paired."""
        self._unknown = deque(maxlen=UNKNOWN_MAX) if is_on else None

    def drain_unknown(self) -> list[NodeReport]:
        """The reports of strange nodes since the last call, oldest first."""
        reports: list[NodeReport] = []
        while self._unknown:
            reports.append(self._unknown.popleft())
        return reports

    async def start(self) -> None:
        """Begin to scan. A scan that cannot be started is tried again by `tend`."""
        self._watch = ScanWatch(self._clock.now_ns(), last_error=await self._begin())

    async def stop(self) -> None:
        """End the scan; may be called twice."""
        self._watch = None
        await self._end()

    async def tend(self) -> None:
        """Restart the scan if no packet of ours has come for too long; reset an adapter that hangs (scan_watch)."""
        watch = self._watch
        if watch is None or self._clock.now_ns() < watch.due_ns:
            return
        await self._end()
        refusal = await self._reset() if watch.needs_reset else None
        error = await self._begin()
        if error is not None and refusal is not None:
            error = f"{error}; the adapter cannot be reset: {refusal}"
        if self._watch is None:
            await self._end()
        elif self._watch is watch:
            self._watch = watch.restarted(self._clock.now_ns(), error)

    def drain(self) -> list[NodeReport]:
        """The reports since the last call, oldest first; from any thread."""
        reports: list[NodeReport] = []
        while self._reports:
            reports.append(self._reports.popleft())
        return reports

    async def _begin(self) -> str | None:
        error = await self._begin_in(self._mode)
        if error is not None and self._mode is ScanMode.PASSIVE:
            passive_error, error = error, await self._begin_in(ScanMode.ACTIVE)
            if error is None:
                self._mode = ScanMode.ACTIVE
                self._fallback = (
                    f"Bluetooth: passive scanning is not possible here ({passive_error}); scanning actively"
                )
        return error

    async def _begin_in(self, mode: ScanMode) -> str | None:
        try:
            async with asyncio.timeout(self._timeout_s):
                scanner = BleakScanner(
                    self._on_advertisement,
                    scanning_mode="passive" if mode is ScanMode.PASSIVE else "active",
                    bluez=self._bluez(),
                    backend=self._backend,
                )
                await scanner.start()
        except _SCAN_FAILURES as error:
            return _reason(error)
        self._scanner = scanner
        return None

    async def _end(self) -> None:
        scanner, self._scanner = self._scanner, None
        if scanner is None:
            return
        # A scan that cannot be stopped has ended already, or the next start says what is wrong.
        with suppress(*_SCAN_FAILURES):
            async with asyncio.timeout(self._timeout_s):
                await scanner.stop()

    async def _reset(self) -> str | None:
        """Switch the adapter off and on; why that cannot be, if it cannot."""
        if self._backend is not None:
            return None
        log.warning("Bluetooth: the adapter hangs; it is switched off and on")
        try:
            async with asyncio.timeout(self._timeout_s):
                await power_cycle(self._adapter)
        except _SCAN_FAILURES as error:
            return _reason(error)
        return None

    def _bluez(self) -> BlueZScannerArgs:
        # DuplicateData: some controllers take a packet for a duplicate that differs in its data (bleak #235).
        arguments: BlueZScannerArgs = {
            "filters": {"DuplicateData": True},
            "or_patterns": [OrPattern(0, AdvertisementDataType.FLAGS, b"\x06")],
        }
        if self._adapter is not None:
            arguments["adapter"] = self._adapter
        return arguments

    def _on_advertisement(self, device: BLEDevice, advertisement: AdvertisementData) -> None:
        if advertisement.rssi <= NO_RSSI_DBM:
            return
        now_ns = self._clock.now_ns()
        payload = advertisement.service_data.get(BTHOME_UUID)
        address = device.address.upper()
        if payload is None or address not in self._heard:
            if self._watch is not None:
                self._watch = self._watch.heard_other() if self._heard else self._watch.heard(now_ns)
            if payload is not None and (address in self._strangers or len(self._strangers) < STRANGERS_MAX):
                packet = parse_packet(payload)
                heard = _met(self._strangers.get(address, Heard()), now_ns, advertisement)
                self._strangers[address] = _counted(heard, is_node=packet is not None)
                if packet is not None and self._unknown is not None:
                    self._unknown.append(_report(now_ns, address, packet, heard))
            return
        self._heard[address] = self._take(now_ns, address, payload, advertisement)

    def _take(self, now_ns: int, address: str, payload: bytes, advertisement: AdvertisementData) -> Heard:
        heard = _met(self._heard[address], now_ns, advertisement)
        packet = parse_packet(payload)
        if packet is None:
            return _counted(heard, is_node=False)
        if self._watch is not None:
            self._watch = self._watch.heard(now_ns)
        # BlueZ hands out the last packet again when only the signal strength has changed: its age would be wrong by
        # the time between. An unknown age cannot be, and tells that the node is alive.
        if payload == self._last_payload.get(address) and packet.age_ms != AGE_UNKNOWN_MS:
            return replace(heard, duplicates=heard.duplicates + 1)
        self._last_payload[address] = payload
        self._reports.append(_report(now_ns, address, packet, heard))
        return _counted(heard, is_node=True)


def _report(now_ns: int, address: str, packet: NodePacket, heard: Heard) -> NodeReport:
    return NodeReport(
        received_ns=now_ns,
        address=address,
        packet_id=packet.packet_id,
        battery_percent=packet.battery_percent,
        flips=packet.flips,
        is_moving=packet.is_moving,
        rotation=packet.rotation,
        age_ms=packet.age_ms,
        rssi_dbm=heard.rssi_dbm,
        firmware=heard.firmware,
    )


async def find_adapters(timeout_s: float = START_TIMEOUT_S) -> tuple[AdapterState, ...] | str:
    """The adapters of this computer, or why Bluetooth cannot be asked for them, in a sentence."""
    try:
        async with asyncio.timeout(timeout_s):
            return await adapters()
    except _SCAN_FAILURES as error:
        return f"Bluetooth: {_reason(error)}"


def _met(heard: Heard, now_ns: int, advertisement: AdvertisementData) -> Heard:
    firmware = firmware_version(advertisement.local_name) or heard.firmware
    return replace(heard, last_ns=now_ns, rssi_dbm=advertisement.rssi, firmware=firmware)


def _counted(heard: Heard, is_node: bool) -> Heard:
    if is_node:
        return replace(heard, packets=heard.packets + 1)
    return replace(heard, malformed=heard.malformed + 1)


def _reason(error: Exception) -> str:
    """What Bluetooth said, in a few words, and what to do about it where that is known."""
    match error:
        case FileNotFoundError() | ConnectionError() | EOFError():
            return "D-Bus does not answer; is bluez installed and its service running?"
        case TimeoutError():
            return "Bluetooth does not answer; restart it (sudo systemctl restart bluetooth)"
        case BleakBluetoothNotAvailableError():
            return str(error.args[0])
        case BleakDBusError() | AdapterError() if _NO_SERVICE in str(error):
            return "BlueZ is not running; start it (sudo systemctl start bluetooth)"
        case BleakDBusError() if error.dbus_error == _DENIED:
            return "BlueZ refuses this user; add it to the group bluetooth, then log in again"
        case _:
            return str(error) or "no answer from Bluetooth"
