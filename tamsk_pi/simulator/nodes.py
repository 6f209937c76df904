"""The nodes in the hourglasses: they feel how the glass is held and broadcast their whole state.

A node sees its glass through an accelerometer: that it is being moved (20 ms late), that another end is down (once it
has been so for 80 ms), that it has come to rest (600 ms later). The first two start a burst of packets. The firmware,
run on traces of turns (firmware/hourglass/README.md), says so 570 to 800 ms after the glass stands still.

    end down   A ────────┐F            B
    counter    n ────────┼──80 ms──► n+1, age counted from F
    moving     0 ─┐20 ms 1 …………………………………… 1 ┌─ 0, 600 ms after the hand let go, in the next packet
    packets    one a second, then 10 at 20–30 ms, 100 ms while moving and for 5 more, one a second again
"""

import random
from dataclasses import dataclass
from typing import Final

from tamsk_pi.perception.frames import AGE_UNKNOWN_MS
from tamsk_pi.simulator.motion import Leg, Timeline
from tamsk_pi.simulator.settings import TableSettings

NODE_ADDRESSES: Final = tuple(f"C0:FF:EE:00:00:{n:02X}" for n in range(1, 8))
"""red1 … black3, then the neutral timer."""
TIMER_NODE: Final = 6

_MS: Final = 1_000_000
_MOTION_AFTER_NS: Final = 20 * _MS
_FLIP_AFTER_NS: Final = 80 * _MS
_CALM_AFTER_NS: Final = 600 * _MS
_BURST: Final = 10
_CALM_PACKETS: Final = 5
_BOOT_NS: Final = 700 * _MS
BATTERY_PERCENT: Final = 87
"""What a node tells that was charged not long ago."""


@dataclass(frozen=True, slots=True)
class Advertisement:
    """One packet that got through: the instant of receipt, the 16 bytes of service data, the signal strength."""

    received_ns: int
    address: str
    payload: bytes
    rssi_dbm: int


def encode_payload(
    packet_id: int, flips: int, is_moving: bool, rotation: int, age_ms: int, battery_percent: int = BATTERY_PERCENT
) -> bytes:
    """The service data: BTHome v2, objects 00, 01, 09, 22, 3F and 42 in ascending order, little-endian."""
    return bytes(
        (
            *(0x44, 0x00, packet_id & 0xFF, 0x01, battery_percent, 0x09, flips & 0xFF, 0x22, int(is_moving)),
            *(0x3F, *rotation.to_bytes(2, "little", signed=True)),
            *(0x42, *min(age_ms, AGE_UNKNOWN_MS).to_bytes(3, "little")),
        )
    )


class Node:
    """One node on its glass's timeline."""

    def __init__(self, index: int, timeline: Timeline, settings: TableSettings) -> None:
        self.address: Final = NODE_ADDRESSES[index]
        self.loss = settings.radio_loss
        self.is_silent = False
        self.battery_percent = BATTERY_PERCENT
        self.flips = 0
        self.flipped_ns: int | None = None
        """When the last counted flip happened, as the node believes."""
        self._settings = settings
        self._random = random.Random(f"{settings.seed}/node/{index}")
        self._rate = 1.0 + self._random.uniform(-1, 1) * settings.node_clock_ppm * 1e-6
        self._timeline = timeline
        self._number = 0
        self._leg: Leg = timeline.planned
        self._confirmed_b = self._leg.is_end_b_down
        self._is_moving = False
        self._motion_ns: int | None = None
        self._calm_ns: int | None = None
        self._confirm_ns: int | None = None
        self._burst_left = self._calm_left = 0
        self._beacon_ns: int | None = self._leg.start_ns + int(self._random.uniform(0, 1_000) * _MS)
        self._moved_ns = self._leg.start_ns
        self._packet_id = self._random.randrange(256)
        self._last_body = b""

    @property
    def number(self) -> int:
        """The leg it has come to."""
        return self._number

    def next_ns(self) -> int | None:
        """The next instant at which it has something to do, None for never."""
        leg = self._timeline.leg(self._number + 1)
        start_ns = None if leg is None else leg.start_ns
        times = (self._beacon_ns, self._motion_ns, self._calm_ns, self._confirm_ns, start_ns)
        return min((t for t in times if t is not None), default=None)

    def run(self, now_ns: int) -> list[Advertisement]:
        """Everything it does up to now; the packets that get through, in order."""
        sent: list[Advertisement] = []
        while (at_ns := self.next_ns()) is not None and at_ns <= now_ns:
            self._feel(at_ns)
            if self._beacon_ns is not None and self._beacon_ns <= at_ns:
                sent += self._send(at_ns)
        return sent

    def reboot(self, now_ns: int) -> None:
        """Power-on: the counter starts at 0 with whatever end is down, the age is unknown."""
        self.flips, self.flipped_ns = 0, None
        self._confirmed_b = self._leg.is_end_b_down
        self._is_moving, self._packet_id, self._burst_left, self._calm_left = False, 0, 0, 0
        self._motion_ns = now_ns + _BOOT_NS if self._leg.is_held else None
        self._calm_ns = self._confirm_ns = None
        self._beacon_ns = now_ns + _BOOT_NS

    def remember(self, flips: int, flipped_ns: int | None) -> None:
        """Take up the counter and the instant of the last flip of a node that was running already."""
        self.flips, self.flipped_ns = flips, flipped_ns

    def _feel(self, at_ns: int) -> None:
        leg = self._timeline.leg(self._number + 1)
        if leg is not None and leg.start_ns <= at_ns:
            self._enter(leg)
        if self._motion_ns is not None and self._motion_ns <= at_ns:
            self._motion_ns = None
            if not self._is_moving:
                self._is_moving = True
                self._burst(at_ns)
        if self._confirm_ns is not None and self._confirm_ns <= at_ns:
            self._count_flip(self._confirm_ns - _FLIP_AFTER_NS)
            self._burst(at_ns)
        if self._calm_ns is not None and self._calm_ns <= at_ns:
            self._calm_ns, self._is_moving, self._moved_ns = None, False, at_ns

    def _enter(self, leg: Leg) -> None:
        before, self._leg = self._leg, leg
        self._number += 1
        at_ns = leg.start_ns
        if leg.is_end_b_down is not before.is_end_b_down:
            is_new = leg.is_end_b_down is not self._confirmed_b
            self._confirm_ns = at_ns + _FLIP_AFTER_NS if is_new else None
        is_disturbed = (leg.is_lying, leg.is_end_b_down) != (before.is_lying, before.is_end_b_down)
        if leg.is_held or is_disturbed:
            self._calm_ns = None
            if not self._is_moving and self._motion_ns is None:
                self._motion_ns = at_ns + _MOTION_AFTER_NS
        if not leg.is_held and (before.is_held or is_disturbed):
            self._calm_ns = at_ns + _CALM_AFTER_NS

    def _count_flip(self, at_ns: int) -> None:
        error_ms = self._settings.node_flip_error_ms
        self._confirm_ns = None
        self._confirmed_b = not self._confirmed_b
        self.flips += 1
        self.flipped_ns = at_ns + round(self._random.uniform(-error_ms, error_ms) * _MS)

    def _burst(self, at_ns: int) -> None:
        self._burst_left = _BURST
        self._moved_ns = at_ns
        self._beacon_ns = at_ns

    def _send(self, at_ns: int) -> list[Advertisement]:
        draw = self._random
        self._beacon_ns = self._after(at_ns, draw)
        body = self._body(at_ns, draw)
        if body[3:] != self._last_body[3:]:
            self._packet_id += 1
        self._last_body = body
        latency_ns = round(draw.uniform(*self._settings.radio_latency_ms) * _MS)
        rssi = round(draw.gauss(-61, 4))
        if draw.random() < self.loss or self.is_silent:
            return []
        payload = body[:2] + bytes((self._packet_id & 0xFF,)) + body[3:]
        return [Advertisement(at_ns + latency_ns, self.address, payload, rssi)]

    def _after(self, at_ns: int, draw: random.Random) -> int | None:
        if self._burst_left > 0:
            self._burst_left -= 1
            return at_ns + round(draw.uniform(20, 30) * _MS)
        self._calm_left = _CALM_PACKETS if self._is_moving else max(0, self._calm_left - 1)
        if self._calm_left > 0:
            return at_ns + round(draw.uniform(100, 110) * _MS)
        sleep_ms = self._settings.node_sleep_ms
        if sleep_ms is not None and at_ns - self._moved_ns >= sleep_ms * _MS:
            return None
        return at_ns + round(draw.uniform(1_000, 1_010) * _MS)

    def _body(self, at_ns: int, draw: random.Random) -> bytes:
        age_ms = AGE_UNKNOWN_MS
        if self.flipped_ns is not None:
            age_ms = max(0, int((at_ns - self.flipped_ns) * self._rate) // _MS)
        rotation = self._rotation(at_ns, draw)
        return encode_payload(0, self.flips, self._is_moving, rotation, age_ms, self.battery_percent)

    def _rotation(self, at_ns: int, draw: random.Random) -> int:
        leg = self._leg
        degrees = 180.0 if leg.is_end_b_down else 0.0
        if leg.is_lying:
            degrees = 90.0 + draw.gauss(0, 1)
        elif leg.is_held:
            degrees += self._turning(at_ns) + draw.gauss(0, 4)
        tenths = round(10 * degrees)
        return tenths if tenths <= 1_800 else tenths - 3_600

    def _turning(self, at_ns: int) -> float:
        """How far the glass is from its end's angle while a hand turns it."""
        leg, coming = self._leg, self._timeline.leg(self._number + 1)
        towards = -180.0 if leg.is_end_b_down else 180.0
        if coming is not None and coming.is_end_b_down is not leg.is_end_b_down:
            left_ns = coming.start_ns - at_ns
            return towards * max(0.0, 0.5 - left_ns / (2 * coming.half_turn_ns))
        earlier = self._timeline.leg(self._number - 1) if self._number else None
        if earlier is not None and earlier.is_end_b_down is not leg.is_end_b_down:
            return towards * max(0.0, 0.5 - (at_ns - leg.start_ns) / (2 * leg.half_turn_ns))
        return 0.0
