"""Whatever the radio loses, mixes or repeats: a flip of which any packet of the next ten seconds tells is right.

Where a glass is turned over several times between two packets that get through, only the last instant is known; the
others are counted and spread between.
"""

import random

import pytest
from radio_weather import Sent, Weather, flips_left, knowable, received, sent

from tamsk_pi.perception.frames import NodeReport
from tamsk_pi.perception.nodes import NodeFact, NodeTrack
from tamsk_pi.perception.settings import PerceptionSettings

SEEDS = range(4)
WITHIN_MS = 50
WEATHERS = [
    pytest.param(Weather(), id="fair"),
    pytest.param(Weather(loss=0.6), id="six of ten lost"),
    pytest.param(Weather(loss=0.6, gap_ms=9_000), id="six of ten lost, and nine seconds at a time"),
    pytest.param(Weather(loss=0.3, reordered=0.3), id="mixed"),
    pytest.param(Weather(loss=0.3, repeated=0.5), id="repeated"),
    pytest.param(Weather(loss=0.6, gap_ms=4_000, reordered=0.2, repeated=0.3), id="all of it"),
]


def a_match(draw: random.Random) -> list[int]:
    """When a glass is turned over in eight minutes: now and then, and now and then twice or thrice at once."""
    flips_ms, at_ms = [], 75_000
    while at_ms < 540_000:
        flips_ms.append(at_ms)
        at_ms += draw.choice(
            (draw.randrange(700, 3_000), draw.randrange(10_000, 70_000), draw.randrange(10_000, 70_000))
        )
    return flips_ms


def heard(reports: list[NodeReport]) -> tuple[NodeTrack, list[NodeFact]]:
    track = NodeTrack(PerceptionSettings())
    return track, [fact for report in reports for fact in track.hear(report)]


def farthest_ms(true: list[int], told: list[float]) -> float:
    return max((min(abs(t - x) for x in told) for t in true), default=0.0)


@pytest.mark.parametrize("weather", WEATHERS)
@pytest.mark.parametrize("error", [-0.02, 20e-6, 0.02])
def test_flips_are_right_within_fifty_milliseconds(weather: Weather, error: float) -> None:
    for seed in SEEDS:
        draw = random.Random(seed)
        flips_ms = [10_000, *a_match(draw)]  # once while the board was laid out, a minute before
        reports, quick = received(sent(flips_ms, 600_000, error, first_age_ms=5_000), weather, draw)
        told = flips_left(heard(reports)[1])
        assert len(told) == len(flips_ms), seed
        assert farthest_ms(knowable(flips_ms[1:], quick), told) < WITHIN_MS, seed


def test_of_flips_between_two_packets_the_number_is_known_and_the_last_instant() -> None:
    for seed in SEEDS:
        draw = random.Random(seed)
        flips_ms = [10_000, 80_000, 81_300, 82_100, 120_000]
        packets = [p for p in sent(flips_ms, 150_000, 0.02, first_age_ms=5_000) if not 79_000 < p.at_ms < 90_000]
        told = flips_left(heard(received(packets, Weather(), draw)[0])[1])
        assert len(told) == 5
        assert farthest_ms([10_000, 82_100, 120_000], told) < WITHIN_MS


@pytest.mark.parametrize("weather", [Weather(), Weather(loss=0.6), Weather(loss=0.3, reordered=0.2, repeated=0.3)])
def test_a_node_that_reboots_between_flips_goes_on_telling_them(weather: Weather) -> None:
    for seed in SEEDS:
        draw = random.Random(seed)
        before_ms, after_ms = [10_000, 40_000, 70_000], [130_000, 131_500, 170_000]
        packets = sent(before_ms, 100_000, 0.01, first_age_ms=5_000)
        packets += sent([*before_ms, *after_ms], 200_000, 0.01, boot_ms=100_000, is_end_b_down=True)
        reports, quick = received(packets, weather, draw)
        told = flips_left(heard(reports)[1])
        assert len(told) == 6, seed
        assert farthest_ms(knowable([*before_ms, *after_ms], quick), told) < WITHIN_MS, seed


def test_a_flip_while_a_node_boots_is_told_by_its_rotation() -> None:
    for seed in SEEDS:
        draw = random.Random(seed)
        packets = sent([10_000], 100_000, first_age_ms=5_000)
        packets += sent([10_000], 200_000, boot_ms=103_000)  # end A is down again when it comes back
        told = flips_left(heard(received(packets, Weather(loss=0.4), draw)[0])[1])
        assert len(told) == 2, seed
        assert 98_000 < told[1] < 108_000, seed


OTHERS = [
    pytest.param(sent([], 400_000, first_id=99), id="never turned over"),
    pytest.param(sent([], 400_000, flips=60, first_age_ms=90_000, is_end_b_down=True), id="turned over long ago"),
    pytest.param(
        sent([30_000 * i + 17_000 for i in range(12)], 400_000, 0.015, flips=199, first_age_ms=4_000),
        id="played with",
    ),
]


@pytest.mark.parametrize("other", OTHERS)
def test_a_second_node_with_the_same_address_invents_no_flips(other: list[Sent]) -> None:
    for seed in SEEDS:
        draw = random.Random(seed)
        flips_ms = [10_000, 60_000, 61_500, 120_000, 200_000, 290_000]
        ours, quick = received(sent(flips_ms, 400_000, 0.01, first_age_ms=5_000), Weather(loss=0.5), draw)
        theirs = [r for r in received(other, Weather(loss=0.5), draw)[0] if r.received_ns > 15_000_000_000]
        track, facts = heard(sorted(ours + theirs, key=lambda report: report.received_ns))
        told = flips_left(facts)
        assert track.lineage.doubled_ns is not None, seed
        assert len(told) == len(flips_ms), seed
        assert farthest_ms(knowable(flips_ms, quick), told) < WITHIN_MS, seed


def test_a_node_that_replaces_one_that_is_gone_is_heard_and_nothing_is_invented() -> None:
    for seed in SEEDS:
        draw = random.Random(seed)
        packets = sent([10_000, 40_000], 60_000, first_age_ms=5_000)
        packets += sent([130_000, 170_000], 200_000, boot_ms=62_000, flips=57, first_age_ms=300_000)
        reports, quick = received(packets, Weather(loss=0.5), draw)
        told = flips_left(heard(reports)[1])
        assert len(told) == 4, seed
        assert farthest_ms(knowable([10_000, 40_000, 130_000, 170_000], quick), told) < WITHIN_MS, seed
