"""Switching a Bluetooth adapter off and on, which frees one that bluetoothd believes to be busy for ever.

BlueZ's own interface for it: the property `Powered` of org.bluez.Adapter1 (BlueZ, doc/org.bluez.Adapter.rst).
"""

from dataclasses import dataclass
from typing import Final

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

_BLUEZ: Final = "org.bluez"
_ADAPTER: Final = "org.bluez.Adapter1"


class AdapterError(OSError):
    """The adapter cannot be switched; the message is what BlueZ said."""


@dataclass(frozen=True, slots=True)
class AdapterState:
    """One adapter: its name ("hci0"), its own address, whether it is switched on."""

    name: str
    address: str
    is_powered: bool


async def adapters() -> tuple[AdapterState, ...]:
    """The Bluetooth adapters that BlueZ knows. Raises AdapterError where BlueZ refuses, OSError or EOFError where the
    bus is gone."""
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    try:
        found = await _adapters(bus)
    finally:
        bus.disconnect()
        await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # as below
    return tuple(
        AdapterState(
            path.rpartition("/")[2],
            str(properties["Address"].value) if "Address" in properties else "",
            bool(properties["Powered"].value),
        )
        for path, properties in sorted(found.items())
    )


async def power_cycle(adapter: str | None) -> None:
    """Switch that adapter ("hci0") off and on; None: all that are on, because BlueZ's default is one of them.

    Raises AdapterError where BlueZ refuses, OSError or EOFError where the bus is gone.
    """
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    try:
        for path in await _powered(bus, adapter):
            for is_on in (False, True):
                body: list[object] = [_ADAPTER, "Powered", Variant("b", is_on)]
                await _call(bus, path, "org.freedesktop.DBus.Properties", "Set", "ssv", body)
    finally:
        bus.disconnect()
        await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # dbus-fast annotates all but this one


async def _powered(bus: MessageBus, adapter: str | None) -> list[str]:
    found = await _adapters(bus)
    return sorted(
        path
        for path, properties in found.items()
        if properties["Powered"].value and adapter in (None, path.rpartition("/")[2])
    )


async def _adapters(bus: MessageBus) -> dict[str, dict[str, Variant]]:
    """The properties of each adapter by its object path."""
    reply = await _call(bus, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    return {path: interfaces[_ADAPTER] for path, interfaces in reply.body[0].items() if _ADAPTER in interfaces}


async def _call(
    bus: MessageBus, path: str, interface: str, member: str, signature: str = "", body: list[object] | None = None
) -> Message:
    reply = await bus.call(Message(_BLUEZ, path, interface, member, signature=signature, body=body or []))
    if reply.message_type is MessageType.ERROR:
        raise AdapterError(f"[{reply.error_name}] {' '.join(str(part) for part in reply.body)}")
    return reply
