"""A node whose true flips are known, and an air that loses, delays, mixes and repeats what it sends.

Written apart from the simulator: instants, not legs and hands. A turn takes 250 ms; the end that is down changes in
its middle, counts after 80 ms and is dated in the middle (hourglass-node.md, "Behaviour asked of the node").
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tamsk_pi.perception.episode import NS_PER_MS as MS
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport
from tamsk_pi.perception.nodes import NodeEvent, NodeFact

S = 1_000 * MS
HALF_TURN_MS = 125
HELD_MS = 80
CALM_MS = 600


@dataclass(frozen=True)
class Sent:
    """One packet as it left."""

    at_ms: int
    flips: int
    is_moving: bool
    rotation: int
    age_ms: int
    packet_id: int


@dataclass(frozen=True)
class Weather:
    """What becomes of packets. `gap_ms`: once in `gap_every_ms` or so the radio hears nothing for so long."""

    loss: float = 0.0
    gap_ms: int = 0
    gap_every_ms: int = 20_000
    delay_ms: tuple[float, float] = (1.0, 25.0)
    reordered: float = 0.0
    """Share that comes up to 300 ms later still."""
    repeated: float = 0.0


def sent(
    flips_ms: Sequence[int],
    until_ms: int,
    error: float = 0.0,
    *,
    boot_ms: int = 0,
    flips: int = 0,
    first_age_ms: int | None = None,
    first_id: int = 0,
    is_end_b_down: bool = False,
) -> list[Sent]:
    """What a node says from its boot on, by a clock that is off by that share.

    It is turned over at those instants, has counted `flips` before, the last of them `first_age_ms` before its boot.
    """
    out: list[Sent] = []
    packet_id, state = first_id, None
    for at_ms in _moments(flips_ms, boot_ms, until_ms):
        counted = [t for t in flips_ms if boot_ms < t + HELD_MS <= at_ms]
        last_ms = counted[-1] if counted else None if first_age_ms is None else boot_ms - first_age_ms
        age_ms = AGE_UNKNOWN_MS if last_ms is None else int((at_ms - last_ms) * (1 + error))
        body = (
            (flips + len(counted)) & 0xFF,
            _is_moving(flips_ms, at_ms),
            _rotation([t for t in flips_ms if t > boot_ms], at_ms, is_end_b_down),
            age_ms,
        )
        packet_id = packet_id if state in (None, body) else (packet_id + 1) & 0xFF
        state = body
        out.append(Sent(at_ms, *body, packet_id))
    return out


def received(packets: Iterable[Sent], weather: Weather, draw: random.Random) -> tuple[list[NodeReport], list[Sent]]:
    """What gets through, in the order in which it does; and the packets of these that came without delay."""
    out: list[NodeReport] = []
    through: list[Sent] = []
    deaf_from_ms, deaf_to_ms = draw.expovariate(1 / weather.gap_every_ms), 0.0
    for packet in packets:
        if weather.gap_ms and packet.at_ms > deaf_from_ms:
            deaf_to_ms = deaf_from_ms + weather.gap_ms
            deaf_from_ms = deaf_to_ms + draw.expovariate(1 / weather.gap_every_ms)
        if draw.random() < weather.loss or packet.at_ms < deaf_to_ms:
            continue
        delay_ms = draw.uniform(*weather.delay_ms)
        if draw.random() < weather.reordered:
            delay_ms += draw.uniform(0, 300)
        else:
            through.append(packet)
        copies = 2 if draw.random() < weather.repeated else 1
        for copy in range(copies):
            at_ns = round((packet.at_ms + delay_ms + 40 * copy) * MS)
            out.append(
                NodeReport(
                    at_ns, "N", packet.packet_id, 90, packet.flips, packet.is_moving, packet.rotation, packet.age_ms
                )
            )
    return sorted(out, key=lambda report: report.received_ns), through


def flips_left(facts: Iterable[NodeFact]) -> list[float]:
    """The instants in ms of the flips that were told and not taken back."""
    left: list[int] = []
    for fact in facts:
        if fact.what is NodeEvent.FLIP:
            left.append(fact.at_ns)
        elif fact.what is NodeEvent.NO_FLIP:
            left.remove(fact.at_ns)
    return sorted(at_ns / MS for at_ns in left)


def knowable(flips_ms: Sequence[int], through: Sequence[Sent]) -> list[int]:
    """Those flips that are the last of which some packet knows that was sent within ten seconds and got through."""
    out = []
    for at_ms, next_ms in zip(flips_ms, (*flips_ms[1:], 1 << 60), strict=True):
        end_ms = min(at_ms + 10_000, next_ms + HELD_MS)
        if any(at_ms + HELD_MS <= packet.at_ms < end_ms for packet in through):
            out.append(at_ms)
    return out


def _moments(flips_ms: Sequence[int], from_ms: int, until_ms: int) -> list[int]:
    """When packets leave: bursts when motion begins and when a turn counts, every 100 ms in a hand, each second."""
    times = set(range(from_ms + 300, until_ms, 1_000))
    for t in flips_ms:
        times |= set(range(t - 500, t - 250, 25)) | set(range(t + HELD_MS, t + HELD_MS + 250, 25))
        times |= set(range(t - 250, t + CALM_MS, 100))
    return sorted(t for t in times if from_ms + 300 <= t < until_ms)


def _is_moving(flips_ms: Sequence[int], at_ms: int) -> bool:
    return any(t - 500 <= at_ms < t + CALM_MS for t in flips_ms)


def _rotation(flips_ms: Sequence[int], at_ms: int, is_end_b_down: bool) -> int:
    before = sum(1 for t in flips_ms if t + HALF_TURN_MS <= at_ms)
    degrees = 180 * ((before + is_end_b_down) % 2)
    turning = next((t for t in flips_ms if t - HALF_TURN_MS <= at_ms < t + HALF_TURN_MS), None)
    if turning is not None:
        share = (at_ms - turning + HALF_TURN_MS) / (2 * HALF_TURN_MS)
        degrees = round(180 * share) if degrees == 0 else round(180 * (1 - share))
    return 10 * degrees
