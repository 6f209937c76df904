"""What a node's packets tell of its clock, and when its flips were by that."""

import random
from collections.abc import Iterator

import pytest

from tamsk_pi.perception.episode import NS_PER_MS as MS
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport
from tamsk_pi.perception.node_clock import RATE_BOUND, NodeClock

S = 1_000 * MS
ERRORS = [-0.02, -0.005, 0.0, 20e-6, 0.02]


def report(at_ns: int, flips: int, age_ms: int) -> NodeReport:
    return NodeReport(at_ns, "N", 0, 90, flips, False, 0, age_ms)


def heard(
    draw: random.Random, error: float, flipped_ns: int, flips: int, from_s: int, to_s: int, loss: float = 0.6
) -> Iterator[NodeReport]:
    """What is heard of the packets, one a second, of a node whose clock is off by that share; a tenth comes late."""
    sent_ns = flipped_ns + from_s * S
    while sent_ns < flipped_ns + to_s * S:
        delay_ms = draw.uniform(1, 30) if draw.random() < 0.9 else draw.uniform(30, 300)
        if draw.random() >= loss:
            age_ms = int((sent_ns - flipped_ns) * (1 + error)) // MS
            yield report(sent_ns + round(delay_ms * MS), flips, age_ms)
        sent_ns += S + round(draw.uniform(0, 10) * MS)


def quick(error: float, flipped_ns: int, flips: int, age_s: float) -> NodeReport:
    """A packet of that age that came at once."""
    age_ns = round(age_s * S)
    return report(flipped_ns + age_ns + 5 * MS, flips, int(age_ns * (1 + error)) // MS)


@pytest.mark.parametrize("error", ERRORS)
def test_a_minute_of_packets_of_which_most_are_lost_tells_the_clock_to_two_parts_in_a_thousand(error: float) -> None:
    for seed in range(100):
        clock = NodeClock()
        for told in heard(random.Random(seed), error, 7 * S, 1, 0, 60):
            clock.hear(told)
        assert abs(clock.rate * (1 + error) - 1) < 0.002


def told_errors(error: float, seconds: int) -> list[float]:
    told = []
    for seed in range(100):
        clock = NodeClock()
        for packet in heard(random.Random(seed), error, 7 * S, 1, 0, seconds):
            clock.hear(packet)
        told.append(clock.known_error)
    return told


def test_of_a_good_clock_no_error_is_told_before_it_is_known() -> None:
    assert sum(error != 0 for error in told_errors(0.0, 12)) <= 1


@pytest.mark.parametrize("error", [-0.02, 0.02])
def test_a_cheap_clock_is_told_soon(error: float) -> None:
    assert all(abs(told + error) < 0.003 for told in told_errors(error, 60))


@pytest.mark.parametrize("error", ERRORS)
def test_a_flip_that_is_first_heard_of_ten_seconds_later_is_dated_by_what_was_learned_before(error: float) -> None:
    for seed in range(100):
        clock = NodeClock()
        for told in heard(random.Random(seed), error, 7 * S, 1, 0, 60):
            clock.hear(told)
        clock.hear(quick(error, 100 * S, 2, 10.0))
        flipped_ns = clock.flipped_ns()
        assert flipped_ns is not None
        assert abs(flipped_ns - 100 * S) < 50 * MS


@pytest.mark.parametrize("error", ERRORS)
def test_a_flip_of_a_clock_not_known_yet_is_dated_better_with_every_packet(error: float) -> None:
    for seed in range(100):
        clock, draw = NodeClock(), random.Random(seed)
        clock.hear(quick(error, 100 * S, 2, 10.0))
        for told in heard(draw, error, 100 * S, 2, 11, 60):
            clock.hear(told)
        flipped_ns = clock.flipped_ns()
        assert flipped_ns is not None
        assert abs(flipped_ns - 100 * S) < 50 * MS


def test_the_quickest_packet_dates_the_flip() -> None:
    clock = NodeClock()
    for age_ms, delay_ms in ((80, 300), (105, 40), (130, 4), (155, 25), (1_155, 60)):
        clock.hear(report(10 * S + (age_ms + delay_ms) * MS, 1, age_ms))
    assert clock.flipped_ns() == pytest.approx(10 * S + 4 * MS, abs=3 * MS)


def test_a_burst_tells_nothing_of_the_clock() -> None:
    clock, draw = NodeClock(), random.Random(1)
    for age_ms in range(80, 330, 25):
        clock.hear(report(10 * S + round((age_ms + draw.uniform(1, 30)) * MS), 1, age_ms))
    assert abs(clock.rate - 1) < 0.002


@pytest.mark.parametrize("error", [-0.05, 0.05])
def test_no_clock_is_believed_to_be_off_by_more_than_three_per_cent(error: float) -> None:
    clock = NodeClock()
    for told in heard(random.Random(3), error, 0, 1, 0, 600, loss=0.0):
        clock.hear(told)
    assert abs(clock.rate - 1) == pytest.approx(RATE_BOUND)


def test_packets_that_no_clock_could_send_teach_nothing() -> None:
    clock = NodeClock()
    for i in range(60):
        clock.hear(report(i * S, 1, 500 * i))
    assert clock.rate == 1.0


def test_unknown_ages_teach_nothing() -> None:
    clock = NodeClock()
    for i in range(60):
        clock.hear(report(i * S, 1, AGE_UNKNOWN_MS))
    assert (clock.rate, clock.flipped_ns()) == (1.0, None)


def test_packets_out_of_order_change_nothing() -> None:
    orderly, mixed = NodeClock(), NodeClock()
    told = list(heard(random.Random(5), 0.01, 0, 1, 0, 60))
    for one in told:
        orderly.hear(one)
        mixed.hear(one)
        mixed.hear(report(one.received_ns + 20 * MS, 1, max(0, one.age_ms - 40)))
    assert mixed.rate == orderly.rate


def test_a_clock_that_drifts_with_the_warmth_of_the_hand_is_followed() -> None:
    clock, draw = NodeClock(), random.Random(7)
    for flips in range(1, 40):
        error = 0.02 if flips < 20 else 0.018
        for told in heard(draw, error, flips * 100 * S, flips, 0, 60):
            clock.hear(told)
    assert abs(clock.rate * 1.018 - 1) < 0.0005
