"""The parts of the node together, without hardware: what goes on the air when a glass is turned over."""

import math
import random

import pytest

from firmware.hourglass import battery
from firmware.hourglass.flip import FlipDetector
from firmware.hourglass.motion import MotionDetector
from firmware.hourglass.node import READY, RESTING, SLEEPING, WATCHING, Node
from firmware.hourglass.packet import PacketBuilder
from firmware.hourglass.schedule import Schedule
from node_rig.samples import Sample, sampled
from tamsk_pi.simulator import motion_traces as traces

STANDING = (0.0, 0.0, 1.0)


def new_node() -> Node:
    return Node(FlipDetector(), MotionDetector(), Schedule(0), PacketBuilder())


def played(node: Node, samples: list[Sample]) -> list[tuple[int, bytes]]:
    """(instant, advertisement) of everything sent."""
    sent = []
    for sample in samples:
        node.take(sample.at_ms, sample.accel, sample.gyro)
        if node.is_due(sample.at_ms):
            sent.append((sample.at_ms, node.advertisement(sample.at_ms, 80)))
    return sent


def age_ms(advertisement: bytes) -> int:
    return int.from_bytes(advertisement[-3:], "little")


def flips(advertisement: bytes) -> int:
    return advertisement[13]


def turned_over(seed: int) -> list[Sample]:
    parts = [traces.rest(0.5), traces.carry(0.4, 0.3, 0), traces.turn(0.5, math.pi, 1), traces.rest(2.0)]
    return sampled(traces.trace(parts, random.Random(seed)))


def test_every_packet_after_a_flip_gives_the_same_instant_for_it() -> None:
    sent = played(new_node(), turned_over(1))
    after = [(at_ms, data) for at_ms, data in sent if flips(data) == 1]

    assert len({at_ms - age_ms(data) for at_ms, data in after}) == 1
    assert 1150 <= after[0][0] - age_ms(after[0][1]) <= 1350


def test_a_flip_is_on_the_air_as_soon_as_it_is_known_and_ten_times_within_300_ms() -> None:
    sent = played(new_node(), turned_over(2))
    after = [at_ms for at_ms, data in sent if flips(data) == 1]

    assert after[9] - after[0] <= 300
    assert sum(at_ms <= after[0] + 300 for at_ms in after) >= 10


def test_before_any_flip_the_age_is_unknown() -> None:
    [first, *_] = played(new_node(), turned_over(3))

    assert age_ms(first[1]) == 0xFFFFFF


def test_it_watches_until_it_knows_which_end_is_down_then_is_ready() -> None:
    node = new_node()
    assert node.temper(0) == WATCHING
    for at_ms in range(0, 200, 10):
        node.take(at_ms, STANDING, None)

    assert node.temper(200) == READY


def test_the_wake_up_interrupt_makes_it_look_closely_for_half_a_second() -> None:
    node = new_node()
    for at_ms in range(0, 200, 10):
        node.take(at_ms, STANDING, None)
    node.woken(5000)

    assert (node.temper(5499), node.temper(5500)) == (WATCHING, READY)
    assert node.pause_ms(5100) <= 10


def test_after_four_minutes_at_rest_the_gyroscope_may_stop() -> None:
    node = new_node()
    for at_ms in range(0, 200, 10):
        node.take(at_ms, STANDING, None)

    assert (node.temper(239_999), node.temper(240_000)) == (READY, RESTING)


def test_the_work_between_sample_and_wait_is_taken_off_the_wait() -> None:
    node = new_node()
    node.take(100, STANDING, None)

    assert [node.pause_ms(at_ms) for at_ms in (100, 104, 109, 115)] == [1, 1, 1, 1]
    node.advertisement(100, 80)
    assert [node.pause_ms(at_ms) for at_ms in (100, 104, 109, 115)] == [10, 6, 1, 1]


@pytest.mark.parametrize("wrap_ms", [1 << 24, 1 << 29, 1 << 30, 1 << 31, 1 << 32])
def test_no_wrap_of_any_counter_breaks_an_age(wrap_ms: int) -> None:
    """supervisor.ticks_ms would wrap at 2^29, a small int ends at 2^30; the node's clock does neither."""
    node = new_node()
    start_ms = wrap_ms - 1_300
    sent = []
    for sample in turned_over(4):
        at_ms = start_ms + sample.at_ms
        node.take(at_ms, sample.accel, sample.gyro)
        if node.is_due(at_ms):
            sent.append((at_ms, node.advertisement(at_ms, 80)))
    after = [(at_ms, data) for at_ms, data in sent if flips(data) == 1]

    assert after[0][0] < wrap_ms + 500
    assert after[-1][0] > wrap_ms
    assert len({at_ms - age_ms(data) for at_ms, data in after}) == 1


def test_after_ten_minutes_it_sleeps_and_still_looks_once_a_minute() -> None:
    node = new_node()
    for at_ms in range(0, 200, 10):
        node.take(at_ms, STANDING, None)

    assert node.temper(601_000) == SLEEPING
    assert node.pause_ms(601_000) == 60_000


def test_a_flip_missed_in_sleep_is_counted_and_its_age_unknown() -> None:
    node = new_node()
    for at_ms in range(0, 200, 10):
        node.take(at_ms, STANDING, None)
    sent = []
    for at_ms in range(700_000, 701_500, 10):
        node.take(at_ms, (0.0, 0.0, -1.0), None)
        if node.is_due(at_ms):
            sent.append(node.advertisement(at_ms, 80))

    assert (flips(sent[-1]), age_ms(sent[-1])) == (1, 0xFFFFFF)


@pytest.mark.parametrize(
    ("millivolts", "percent"), [(3000, 0), (3300, 0), (3800, 50), (3875, 62), (4180, 100), (4300, 100)]
)
def test_the_charge_follows_the_curve_of_a_lipo_cell(millivolts: float, percent: int) -> None:
    assert battery.percent(millivolts) == percent


def test_the_divider_is_taken_into_account() -> None:
    assert battery.pin_millivolts(32768, 2.5) == pytest.approx(3701, abs=1)
