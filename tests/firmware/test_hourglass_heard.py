"""The node's firmware and the daemon's driver speak the same language."""

import math
import random

from firmware.hourglass.flip import FlipDetector
from firmware.hourglass.motion import MotionDetector
from firmware.hourglass.node import Node
from firmware.hourglass.packet import VERSION, PacketBuilder, name_structure
from firmware.hourglass.schedule import Schedule
from node_rig.samples import sampled
from tamsk_pi.drivers.node_packet import NodePacket, firmware_version, parse_packet
from tamsk_pi.simulator import motion_traces as traces

SERVICE_DATA_AT = 7
"""Behind the Flags and the head of the service data structure."""


def test_the_daemon_reads_every_value_the_node_sends() -> None:
    data = PacketBuilder().build(battery_percent=90, flips=259, is_moving=True, rotation_tenths=1234, age_ms=70_000)

    assert parse_packet(data[SERVICE_DATA_AT:]) == NodePacket(
        packet_id=0, battery_percent=90, flips=3, is_moving=True, rotation=1234, age_ms=70_000
    )


def test_the_daemon_reads_the_version_from_the_local_name() -> None:
    assert firmware_version(name_structure()[2:].decode()) == VERSION


def test_a_glass_turned_over_is_heard_as_one_flip_at_one_instant() -> None:
    parts = [traces.rest(0.5), traces.carry(0.4, 0.3, 0), traces.turn(0.5, math.pi, 1), traces.rest(2.0)]
    node = Node(FlipDetector(), MotionDetector(), Schedule(0), PacketBuilder())
    heard: list[tuple[int, NodePacket]] = []
    for sample in sampled(traces.trace(parts, random.Random(11))):
        node.take(sample.at_ms, sample.accel, sample.gyro)
        if node.is_due(sample.at_ms):
            packet = parse_packet(node.advertisement(sample.at_ms, 80)[SERVICE_DATA_AT:])
            assert packet is not None
            heard.append((sample.at_ms, packet))

    assert [packet.flips for _, packet in heard] == sorted(packet.flips for _, packet in heard)
    assert len({at_ms - packet.age_ms for at_ms, packet in heard if packet.flips == 1}) == 1
    assert heard[-1][1].rotation > 1700
    assert not heard[0][1].is_moving
