# mypy: disable-error-code="attr-defined, no-any-return"
"""The node as a whole: samples in, advertisements and waits out. No hardware, no clock.

One turn of the loop: `take` a sample, send `advertisement` if `is_due`, then wait `pause_ms` in the temper `temper`.
"""

SAMPLE_MS = 10
HEARTBEAT_MS = 60 * 1000  # even asleep it looks once a minute: the interrupt is not trusted alone

WATCHING = 0
RESTING = 1
SLEEPING = 2


class Node:
    """Brings together a FlipDetector, a MotionDetector, a Schedule and a PacketBuilder."""

    def __init__(self, flips: object, motion: object, schedule: object, packets: object) -> None:
        self._flips = flips
        self._motion = motion
        self._schedule = schedule
        self._packets = packets

    def take(
        self, now_ms: int, accel: "tuple[float, float, float]", gyro: "tuple[float, float, float] | None"
    ) -> None:
        """A sample, as in flip.py."""
        is_flip = self._flips.feed(now_ms, accel, gyro)
        is_start = self._motion.feed(now_ms, accel, gyro)
        self._schedule.note(now_ms, self._motion.is_moving, is_flip or is_start)

    def woken(self, now_ms: int) -> None:
        """The wake-up interrupt fired."""
        self._motion.watch(now_ms)

    def is_due(self, now_ms: int) -> bool:
        """Whether an advertisement should leave now."""
        return self._schedule.is_due(now_ms)

    def advertisement(self, now_ms: int, battery_percent: int) -> bytes:
        """The bytes to send now; counts as sent."""
        flips = self._flips
        age_ms = None if flips.last_flip_ms is None else now_ms - flips.last_flip_ms
        self._schedule.sent(now_ms)
        return self._packets.build(
            battery_percent, flips.flips, self._motion.is_moving, flips.rotation_tenths(), age_ms
        )

    def air_interval_s(self) -> float:
        """What to ask of the radio: twice the time to the next packet, so that it repeats none of its own accord."""
        return 2 * self._schedule.period_ms() / 1000

    def temper(self, now_ms: int) -> int:
        """WATCHING, RESTING or SLEEPING."""
        if self._flips.end_down is None or self._motion.is_moving or now_ms < self._motion.watch_until_ms:
            return WATCHING
        return SLEEPING if self._schedule.is_asleep(now_ms) else RESTING

    def pause_ms(self, now_ms: int) -> int:
        """How long nothing needs doing, if no interrupt comes."""
        temper = self.temper(now_ms)
        if temper == SLEEPING:
            return HEARTBEAT_MS
        until_packet_ms = max(1, self._schedule.next_ms - now_ms)
        return min(SAMPLE_MS, until_packet_ms) if temper == WATCHING else until_packet_ms
