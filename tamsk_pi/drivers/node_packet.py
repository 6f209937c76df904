"""A node's advertisement, from service data to values, parsed by bthome-ble (hourglass-node.md, "Packet").

A fresh parser for every packet: bthome-ble's own memory drops a packet whose id jumps back or by 64 or more within
4 s, which is also what a node looks like that has rebooted, and deciding that is perception's job.
"""

import re
from dataclasses import dataclass
from typing import Final

from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from bthome_ble import BTHomeBluetoothDeviceData
from habluetooth import BluetoothServiceInfoBleak

BTHOME_UUID: Final = "0000fcd2-0000-1000-8000-00805f9b34fb"
PACKET_BYTES: Final = 16
ROTATION_MAX: Final = 1_800

_NAME: Final = re.compile(r"TK(\d{1,2}\.\d{1,2})")
_DEVICE_INFO_MASK: Final = 0b1110_0011  # version, and the bits for a MAC inside and for encryption
_PLAIN_VERSION_2: Final = 0b0100_0000
_KEYS: Final = frozenset(("packet_id", "battery", "count", "rotation", "duration"))


@dataclass(frozen=True, slots=True)
class NodePacket:
    """What one packet says; units as in NodeReport."""

    packet_id: int
    battery_percent: int
    flips: int
    is_moving: bool
    rotation: int
    age_ms: int


def parse_packet(service_data: bytes) -> NodePacket | None:
    """The packet, or None for anything that is not exactly one of ours: truncated, over-long, encrypted, alien.

    Never raises on bytes.
    """
    if len(service_data) != PACKET_BYTES or service_data[0] & _DEVICE_INFO_MASK != _PLAIN_VERSION_2:
        return None
    update = BTHomeBluetoothDeviceData().update(_service_info(service_data))
    values = {key.key: value.native_value for key, value in update.entity_values.items()}
    moving = {key.key: value.native_value for key, value in update.binary_entity_values.items()}
    values.pop("signal_strength", None)
    if values.keys() != _KEYS or moving.keys() != {"moving"}:
        return None
    numbers = {key: value for key, value in values.items() if isinstance(value, (int, float))}
    if numbers.keys() != _KEYS:
        return None
    # bthome-ble gives degrees and seconds, rounded to the packet's own steps: the integers come back exactly.
    rotation = round(numbers["rotation"] * 10)
    if abs(rotation) > ROTATION_MAX:
        return None
    return NodePacket(
        packet_id=int(numbers["packet_id"]),
        battery_percent=min(100, int(numbers["battery"])),
        flips=int(numbers["count"]),
        is_moving=bool(moving["moving"]),
        rotation=rotation,
        age_ms=round(numbers["duration"] * 1_000),
    )


def firmware_version(local_name: str | None) -> str | None:
    """The firmware's version from the local name that a node sends behind its packet ("TK1.0" → "1.0"), else None."""
    match = None if local_name is None else _NAME.fullmatch(local_name)
    return None if match is None else match[1]


def _service_info(service_data: bytes) -> BluetoothServiceInfoBleak:
    """The packet as bthome-ble wants it; it looks at nothing but the service data."""
    nobody = "00:00:00:00:00:00"
    data = {BTHOME_UUID: service_data}
    return BluetoothServiceInfoBleak(
        name=nobody,
        address=nobody,
        rssi=0,
        manufacturer_data={},
        service_data=data,
        service_uuids=[],
        source="",
        device=BLEDevice(nobody, None, None),
        advertisement=AdvertisementData(None, {}, data, [], None, 0, ()),
        connectable=False,
        time=0.0,
        tx_power=None,
    )
