"""A stand-in for BlueZ on a private system bus: what bleak asks of bluetoothd, answered message by message.

Objects as BlueZ has them: `/org/bluez/hci0` with Adapter1 and AdvertisementMonitorManager1, one object below it for
each device heard. Discovery belongs to the connection that asked for it, and ends with it, with StopDiscovery or with
the adapter's power; then the devices' RSSI is taken back, as bluetoothd does (BlueZ, doc/org.bluez.Adapter.rst and
org.bluez.Device.rst).
"""

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dbus_fast import BusType, Message, MessageType, RequestNameReply, Variant
from dbus_fast.aio import MessageBus

from tamsk_pi.drivers.node_packet import BTHOME_UUID

ADAPTER: Final = "org.bluez.Adapter1"
DEVICE: Final = "org.bluez.Device1"
MONITORS: Final = "org.bluez.AdvertisementMonitorManager1"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_OBJECTS: Final = "org.freedesktop.DBus.ObjectManager"
_IN_PROGRESS: Final = ("org.bluez.Error.InProgress", "Operation already in progress")
_PATIENCE_S: Final = 5.0

_BUS_CONFIGURATION: Final = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:tmpdir={directory}</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


async def until(is_so: Callable[[], bool]) -> None:
    """Let the loop run until it is so; messages on the bus take their own time."""
    async with asyncio.timeout(_PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0)


async def nobody_is_left() -> None:
    """Wait for bleak to notice that its bus is gone: it keeps a task that watches it, for as long as it is there."""
    await until(lambda: asyncio.all_tasks() == {asyncio.current_task()})


class PrivateBus:
    """A dbus-daemon of its own, of the type system; children find it by its address in the environment."""

    def __init__(self, directory: Path) -> None:
        self._configuration = directory / "bus.conf"
        self._configuration.write_text(_BUS_CONFIGURATION.format(directory=directory), encoding="utf-8")
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begin to listen; again at the same address."""
        command = ["dbus-daemon", f"--config-file={self._configuration}", "--nofork", "--print-address=1"]
        if self.address:
            command.append(f"--address={self.address}")
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().partition(",guid=")[0]
        assert self.address, f"dbus-daemon does not start; {' '.join(command)} says why"

    def kill(self) -> None:
        """Die, taking every connection along; may be called twice."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


@dataclass
class Device:
    """One device heard: what of it is known, as in Device1; None for no RSSI at present."""

    address: str
    service_data: dict[str, bytes] = field(default_factory=dict)
    name: str | None = None
    rssi_dbm: int | None = None

    def properties(self, adapter_path: str) -> dict[str, Variant]:
        known = {
            "Address": Variant("s", self.address),
            "AddressType": Variant("s", "random"),
            "Alias": Variant("s", self.name or self.address.replace(":", "-")),
            "Adapter": Variant("o", adapter_path),
            "Connected": Variant("b", False),
            "UUIDs": Variant("as", []),
            "ServiceData": _service_data(self.service_data),
        }
        if self.name is not None:
            known["Name"] = Variant("s", self.name)
        if self.rssi_dbm is not None:
            known["RSSI"] = Variant("n", self.rssi_dbm)
        return known


@dataclass
class Adapter:
    """One adapter. Its faults: see Bluez."""

    path: str
    is_powered: bool = True
    power_cycles: int = 0
    discoverers: set[str] = field(default_factory=set)
    """Unique names of the connections that scan actively."""
    monitors: dict[str, str] = field(default_factory=dict)
    """Owner of each passive scan by the path of its monitor."""
    filters: dict[str, object] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)
    """By object path."""

    @property
    def is_scanning(self) -> bool:
        return self.is_powered and bool(self.discoverers or self.monitors)

    def properties(self) -> dict[str, Variant]:
        return {
            "Address": Variant("s", "00:01:02:03:04:05"),
            "Powered": Variant("b", self.is_powered),
            "Discovering": Variant("b", bool(self.discoverers)),
            "Roles": Variant("as", ["central", "peripheral"]),
            "UUIDs": Variant("as", []),
        }


class RefusedError(Exception):
    """A method's error reply: name and text."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name, text)
        self.name = name
        self.text = text


class Bluez:
    """bluetoothd on one bus, with named faults.

    `is_deaf`: scans are granted and nothing is heard until the next one begins. `is_hung`: the same until the adapter
    has been off. `is_jammed`: StartDiscovery is refused with InProgress until the adapter has been off. `is_mute`:
    StartDiscovery is never answered. `has_monitors`: passive scanning is known. `may_power`: others may switch the
    adapter.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._bus: MessageBus | None = None
        self.adapters: dict[str, Adapter] = {}
        self._clients: set[str] = set()
        self.is_deaf = False
        self.is_hung = False
        self.is_jammed = False
        self.is_mute = False
        self.has_monitors = True
        self.may_power = True
        self.starts = 0

    async def connect(self, adapters: tuple[str, ...] = ("hci0",)) -> None:
        """Take the name org.bluez, with these adapters."""
        self._bus = await MessageBus(bus_address=self._address, bus_type=BusType.SYSTEM).connect()
        self._bus.add_message_handler(self._answer)
        assert await self._bus.request_name("org.bluez") is RequestNameReply.PRIMARY_OWNER
        for name in adapters:
            self.add_adapter(name)

    def disconnect(self) -> None:
        """bluetoothd ends; may be called twice."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.disconnect()

    async def settled(self) -> None:
        """Everybody has taken all that was said so far: messages to one connection keep their order."""
        assert self._bus is not None
        for client in self._clients:
            await self._bus.call(Message(client, "/", "org.freedesktop.DBus.Peer", "Ping"))

    async def patterns(self) -> list[tuple[int, int, bytes]]:
        """What the passive scans look for: offset, AD type and bytes of each pattern, as bluetoothd reads it."""
        assert self._bus is not None
        found = []
        for path, owner in self.hci0.monitors.items():
            body = ["org.bluez.AdvertisementMonitor1", "Patterns"]
            reply = await self._bus.call(Message(owner, path, _PROPERTIES, "Get", signature="ss", body=body))
            found += [(offset, kind, bytes(value)) for offset, kind, value in reply.body[0].value]
        return found

    # What happens to the adapters.

    @property
    def hci0(self) -> Adapter:
        return self.adapters["/org/bluez/hci0"]

    def add_adapter(self, name: str) -> None:
        """An adapter is plugged in."""
        adapter = Adapter(f"/org/bluez/{name}")
        self.adapters[adapter.path] = adapter
        self._tell_added(adapter.path, {ADAPTER: adapter.properties()})

    def remove_adapter(self, name: str) -> None:
        """An adapter is pulled out, with every device that it has heard."""
        adapter = self.adapters.pop(f"/org/bluez/{name}")
        for path in adapter.devices:
            self._tell_removed(path, DEVICE)
        self._tell_removed(adapter.path, ADAPTER)

    def power(self, adapter: Adapter, is_on: bool) -> None:
        """Switch it; off, it forgets who was scanning."""
        if adapter.is_powered and not is_on:
            adapter.power_cycles += 1
            self.is_jammed = self.is_hung = False
            self._end_discovery(adapter, set(adapter.discoverers))
        adapter.is_powered = is_on
        self._tell_changed(adapter.path, ADAPTER, {"Powered": Variant("b", is_on)})

    def end_all_scans(self) -> None:
        """The scan ends for everybody, as when the controller restarts."""
        self._end_discovery(self.hci0, set(self.hci0.discoverers))

    # What is in the air.

    def advertise(
        self,
        address: str,
        payload: bytes | None,
        *,
        rssi_dbm: int = -60,
        name: str | None = None,
        uuid: str = BTHOME_UUID,
    ) -> None:
        """A device is heard by every adapter that scans; `payload` None: it has no service data."""
        for adapter in self.adapters.values():
            if adapter.is_scanning and not (self.is_deaf or self.is_hung):
                self._hear(adapter, address, {} if payload is None else {uuid: payload}, rssi_dbm, name)

    def _hear(self, adapter: Adapter, address: str, data: dict[str, bytes], rssi_dbm: int, name: str | None) -> None:
        path = f"{adapter.path}/dev_{address.replace(':', '_')}"
        device = adapter.devices.get(path)
        if device is None:
            adapter.devices[path] = device = Device(address, data, name, rssi_dbm)
            self._tell_added(path, {DEVICE: device.properties(adapter.path)})
            return
        changed = {"RSSI": Variant("n", rssi_dbm)}
        if data != device.service_data:
            changed["ServiceData"] = _service_data(data)
        if name is not None and name != device.name:
            changed |= {"Name": Variant("s", name), "Alias": Variant("s", name)}
        device.service_data, device.rssi_dbm, device.name = data, rssi_dbm, name or device.name
        self._tell_changed(path, DEVICE, changed)

    def _end_discovery(self, adapter: Adapter, whose: set[str]) -> None:
        adapter.discoverers -= whose
        if adapter.discoverers:
            return
        for path, device in adapter.devices.items():
            if device.rssi_dbm is not None:
                device.rssi_dbm = None
                self._tell_changed(path, DEVICE, {}, ["RSSI"])
        self._tell_changed(adapter.path, ADAPTER, {"Discovering": Variant("b", False)})

    # What is said on the bus.

    def _tell_added(self, path: str, interfaces: dict[str, dict[str, Variant]]) -> None:
        self._signal("/", _OBJECTS, "InterfacesAdded", "oa{sa{sv}}", [path, interfaces])

    def _tell_removed(self, path: str, interface: str) -> None:
        self._signal("/", _OBJECTS, "InterfacesRemoved", "oas", [path, [interface]])

    def _tell_changed(
        self, path: str, interface: str, changed: dict[str, Variant], gone: list[str] | None = None
    ) -> None:
        self._signal(path, _PROPERTIES, "PropertiesChanged", "sa{sv}as", [interface, changed, gone or []])

    def _signal(self, path: str, interface: str, member: str, signature: str, body: list[object]) -> None:
        if self._bus is not None:
            self._bus.send(Message.new_signal(path, interface, member, signature, body))

    def _answer(self, message: Message) -> Message | bool | None:
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        if self.is_mute and message.member == "StartDiscovery":
            return True
        try:
            return self._method(message)
        except RefusedError as refused:
            return Message.new_error(message, refused.name, refused.text)

    def _method(self, message: Message) -> Message | None:
        path, sender = str(message.path), str(message.sender)
        self._clients.add(sender)
        if (message.interface, message.member) == (_OBJECTS, "GetManagedObjects"):
            return Message.new_method_return(message, "a{oa{sa{sv}}}", [self._objects()])
        adapter = self.adapters.get(path)
        if adapter is None:
            raise RefusedError("org.freedesktop.DBus.Error.UnknownObject", f"Method called on unknown object {path}")
        match message.interface, message.member:
            case "org.bluez.Adapter1", "SetDiscoveryFilter":
                adapter.filters = {name: value.value for name, value in message.body[0].items()}
            case "org.bluez.Adapter1", "StartDiscovery":
                self._start_discovery(adapter, sender)
            case "org.bluez.Adapter1", "StopDiscovery":
                self._stop_discovery(adapter, sender)
            case "org.bluez.AdvertisementMonitorManager1", "RegisterMonitor" if self.has_monitors:
                self._begin()
                adapter.monitors[message.body[0]] = sender
            case "org.bluez.AdvertisementMonitorManager1", "UnregisterMonitor" if self.has_monitors:
                del adapter.monitors[message.body[0]]
            case "org.freedesktop.DBus.Properties", "Set":
                self._set(adapter, message.body[1], message.body[2])
            case _:
                raise RefusedError(
                    "org.freedesktop.DBus.Error.UnknownMethod",
                    f'Method "{message.member}" with signature "{message.signature}" on interface '
                    f'"{message.interface}" doesn\'t exist',
                )
        return Message.new_method_return(message)

    def _objects(self) -> dict[str, dict[str, dict[str, Variant]]]:
        found: dict[str, dict[str, dict[str, Variant]]] = {}
        for adapter in self.adapters.values():
            found[adapter.path] = {ADAPTER: adapter.properties()}
            found |= {path: {DEVICE: device.properties(adapter.path)} for path, device in adapter.devices.items()}
        return found

    def _start_discovery(self, adapter: Adapter, sender: str) -> None:
        if not adapter.is_powered:
            raise RefusedError("org.bluez.Error.NotReady", "Resource Not Ready")
        if self.is_jammed or sender in adapter.discoverers:
            raise RefusedError(*_IN_PROGRESS)
        self._begin()
        adapter.discoverers.add(sender)
        self._tell_changed(adapter.path, ADAPTER, {"Discovering": Variant("b", True)})

    def _begin(self) -> None:
        self.starts += 1
        self.is_deaf = False

    def _stop_discovery(self, adapter: Adapter, sender: str) -> None:
        if not adapter.is_powered:
            raise RefusedError("org.bluez.Error.NotReady", "Resource Not Ready")
        if sender not in adapter.discoverers:
            raise RefusedError("org.bluez.Error.Failed", "No discovery started")
        self._end_discovery(adapter, {sender})

    def _set(self, adapter: Adapter, name: str, value: Variant) -> None:
        if name != "Powered" or not self.may_power:
            raise RefusedError("org.freedesktop.DBus.Error.AccessDenied", "Rejected send message")
        self.power(adapter, bool(value.value))


def _service_data(data: dict[str, bytes]) -> Variant:
    return Variant("a{sv}", {uuid: Variant("ay", payload) for uuid, payload in data.items()})


@asynccontextmanager
async def bluetooth(
    directory: Path, adapters: tuple[str, ...] = ("hci0",)
) -> AsyncIterator[tuple[PrivateBus, Bluez]]:
    """A bus with BlueZ on it, and with nobody left on it afterwards."""
    before = os.environ.get("DBUS_SYSTEM_BUS_ADDRESS")
    bus = PrivateBus(directory)
    bus.start()
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
    bluez = Bluez(bus.address)
    try:
        await bluez.connect(adapters)
        yield bus, bluez
    finally:
        bluez.disconnect()
        bus.kill()
        await nobody_is_left()
        os.environ.pop("DBUS_SYSTEM_BUS_ADDRESS")
        if before is not None:
            os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = before
