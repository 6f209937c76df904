"""The nodes' packets: what bthome-ble makes of them, and of everything else."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tamsk_pi.drivers.node_packet import NodePacket, firmware_version, parse_packet

PACKET = bytes.fromhex("44 0007 015a 0903 2201 3ff8f8 422a0100")


def payload(packet: NodePacket) -> bytes:
    """The bytes of hourglass-node.md's table, written independently of any parser."""
    return b"".join(
        (
            b"\x44",
            bytes((0x00, packet.packet_id)),
            bytes((0x01, packet.battery_percent)),
            bytes((0x09, packet.flips)),
            bytes((0x22, packet.is_moving)),
            b"\x3f" + packet.rotation.to_bytes(2, "little", signed=True),
            b"\x42" + packet.age_ms.to_bytes(3, "little"),
        )
    )


PACKETS = st.builds(
    NodePacket,
    packet_id=st.integers(0, 255),
    battery_percent=st.integers(0, 100),
    flips=st.integers(0, 255),
    is_moving=st.booleans(),
    rotation=st.integers(-1800, 1800),
    age_ms=st.integers(0, 0xFFFFFF),
)


def test_a_packet_says_what_the_table_of_its_bytes_says() -> None:
    assert parse_packet(PACKET) == NodePacket(
        packet_id=7, battery_percent=90, flips=3, is_moving=True, rotation=-1800, age_ms=298
    )


@given(PACKETS)
@example(NodePacket(255, 100, 255, True, 1800, 0xFFFFFF))
@example(NodePacket(0, 0, 0, False, -1, 1_001))  # 1.001 s · 1,000 is a little less than 1,001
def test_every_packet_comes_back_exactly(packet: NodePacket) -> None:
    assert parse_packet(payload(packet)) == packet


def test_packet_ids_that_jump_back_or_far_ahead_are_parsed_all_the_same() -> None:
    ids = [10, 9, 10, 200, 0, 128]
    packets = [parse_packet(payload(NodePacket(i, 50, 1, False, 0, 5))) for i in ids]
    assert [packet.packet_id for packet in packets if packet is not None] == ids


@given(st.binary(max_size=40))
@example(b"")
@example(b"\x44")
@example(PACKET[:-1])
@example(PACKET + b"\x00")
@example(b"\x45" + PACKET[1:])  # encrypted
@example(b"\x64" + PACKET[1:])  # BTHome of another version
@example(b"\x44" + bytes.fromhex("f0 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e"))
def test_bytes_that_are_no_packet_of_ours_are_none_and_never_raise(data: bytes) -> None:
    packet = parse_packet(data)
    assert packet is None or payload(packet) == b"\x44" + data[1:]


@given(st.binary(min_size=15, max_size=15))
def test_sixteen_bytes_of_anything_never_raise(data: bytes) -> None:
    packet = parse_packet(b"\x44" + data)
    assert packet is None or -1800 <= packet.rotation <= 1800


@given(st.permutations([0, 1, 2, 3, 4, 5]))
def test_objects_in_any_order_say_the_same(order: list[int]) -> None:
    objects = [PACKET[1:3], PACKET[3:5], PACKET[5:7], PACKET[7:9], PACKET[9:12], PACKET[12:16]]
    assert parse_packet(b"\x44" + b"".join(objects[i] for i in order)) == parse_packet(PACKET)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(PACKET[:9] + b"\x3f\x09\x07" + PACKET[12:], id="rotation of 180.1°"),
        pytest.param(PACKET[:3] + PACKET[1:3] + PACKET[5:], id="packet id twice, no battery"),
        pytest.param(PACKET[:7] + b"\x21\x01" + PACKET[9:], id="motion instead of moving"),
    ],
)
def test_sixteen_bytes_that_are_not_quite_a_packet_are_none(data: bytes) -> None:
    assert len(data) == 16
    assert parse_packet(data) is None


def test_a_battery_gauge_beyond_full_is_taken_for_full() -> None:
    packet = parse_packet(PACKET[:4] + b"\xff" + PACKET[5:])
    assert packet is not None
    assert packet.battery_percent == 100


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("TK1.0", "1.0"),
        ("TK12.34", "12.34"),
        ("TK1", None),
        ("TK1.0 ", None),
        ("Hall lamp", None),
        ("", None),
        (None, None),
    ],
)
def test_the_local_name_tells_the_version_of_the_firmware(name: str | None, version: str | None) -> None:
    assert firmware_version(name) == version
