"""The bytes of the advertisement, with bthome-ble as the judge."""

import random

import pytest
from bleak.backends.device import BLEDevice
from bthome_ble import BTHomeBluetoothDeviceData
from habluetooth import BluetoothServiceInfoBleak
from sensor_state_data import DeviceKey

from firmware.hourglass.packet import AGE_UNKNOWN, MAX_ADVERTISEMENT_BYTES, VERSION, PacketBuilder, name_structure

FLAGS = b"\x02\x01\x06"
ADDRESS = "C0:00:00:00:00:01"
SERVICE_UUID = "0000fcd2-0000-1000-8000-00805f9b34fb"


def structures(advertisement: bytes) -> list[tuple[int, bytes]]:
    """The (type, data) pairs of an advertisement; fails if a length runs over the end."""
    found, at = [], 0
    while at < len(advertisement):
        length = advertisement[at]
        assert at + 1 + length <= len(advertisement)
        found.append((advertisement[at + 1], advertisement[at + 2 : at + 1 + length]))
        at += 1 + length
    return found


def judged(
    advertisement: bytes, judge: BTHomeBluetoothDeviceData | None = None, at_s: float = 1.0
) -> dict[str, object]:
    """What bthome-ble reads out of it, by object name."""
    [(flags, _), (kind, data)] = structures(advertisement)
    assert (flags, kind, data[:2]) == (0x01, 0x16, b"\xd2\xfc")
    info = BluetoothServiceInfoBleak(
        name="glass",
        address=ADDRESS,
        rssi=-60,
        manufacturer_data={},
        service_data={SERVICE_UUID: data[2:]},
        service_uuids=[SERVICE_UUID],
        source="test",
        device=BLEDevice(ADDRESS, "glass", None),
        advertisement=None,
        connectable=False,
        time=at_s,
        tx_power=None,
    )
    update = (judge or BTHomeBluetoothDeviceData()).update(info)
    values: dict[str, object] = {}
    for key, sensor in update.entity_values.items():
        assert isinstance(key, DeviceKey)
        values[key.key] = sensor.native_value
    for key, flag in update.binary_entity_values.items():
        values[key.key] = flag.native_value
    return values


def test_the_bytes_are_those_of_the_document() -> None:
    advertisement = PacketBuilder().build(
        battery_percent=90, flips=3, is_moving=True, rotation_tenths=1800, age_ms=0x010203
    )

    assert advertisement == FLAGS + bytes.fromhex("1316d2fc 44 0000 015a 0903 2201 3f0807 42030201")


def test_it_fits_a_legacy_advertisement_and_carries_sixteen_bytes_of_payload() -> None:
    advertisement = PacketBuilder().build(1, 2, False, 3, 4)

    assert len(advertisement) <= MAX_ADVERTISEMENT_BYTES
    assert [(kind, len(data)) for kind, data in structures(advertisement)] == [(0x01, 1), (0x16, 2 + 16)]


@pytest.mark.parametrize("version", [VERSION, "1.0", "9.99"])
def test_the_local_name_tells_the_version_and_fits_behind_the_packet(version: str) -> None:
    advertisement = PacketBuilder().build(1, 2, False, 3, 4) + name_structure(version)

    assert len(advertisement) <= MAX_ADVERTISEMENT_BYTES
    assert structures(advertisement)[2:] == [(0x09, b"TK" + version.encode())]


def test_bthome_ble_reads_back_every_value() -> None:
    rng = random.Random(5)
    for _ in range(100):
        battery, flips, age_ms = rng.randint(0, 100), rng.randint(0, 255), rng.randint(0, AGE_UNKNOWN)
        moving, tenths = rng.random() < 0.5, rng.randint(-1800, 1800)

        values = judged(PacketBuilder().build(battery, flips, moving, tenths, age_ms))

        assert values["battery"] == battery
        assert values["count"] == flips
        assert values["moving"] is moving
        assert values["rotation"] == pytest.approx(tenths / 10)
        assert values["duration"] == pytest.approx(age_ms / 1000)


def test_the_flip_count_is_sent_modulo_256() -> None:
    assert judged(PacketBuilder().build(50, 256 + 7, False, 0, 0))["count"] == 7


@pytest.mark.parametrize("age_ms", [None, AGE_UNKNOWN, AGE_UNKNOWN + 1, 10**9])
def test_an_age_unknown_or_too_long_is_all_ones(age_ms: int | None) -> None:
    assert PacketBuilder().build(50, 1, False, 0, age_ms).endswith(b"\x42\xff\xff\xff")


def test_the_packet_id_goes_up_by_one_at_every_change_of_the_payload_and_only_then() -> None:
    builder = PacketBuilder()
    ages_ms = [0, 25, 25, 50, None, None, 7]

    ids = [builder.build(50, 1, False, 0, age_ms)[9] for age_ms in ages_ms]

    assert ids == [0, 1, 1, 2, 3, 3, 4]


def test_the_packet_id_wraps_at_256() -> None:
    builder = PacketBuilder()

    ids = [builder.build(50, 1, False, 0, age_ms)[9] for age_ms in range(258)]

    assert ids[254:] == [254, 255, 0, 1]


def test_bthome_ble_drops_no_packet_of_a_burst_that_runs_through_the_wrap() -> None:
    builder, judge = PacketBuilder(), BTHomeBluetoothDeviceData()
    for i in range(600):
        advertisement = builder.build(50, 1, True, 0, 25 * i)

        assert judged(advertisement, judge, 1.0 + 0.025 * i)["duration"] == pytest.approx(0.025 * i)
