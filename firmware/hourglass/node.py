"""The node as a whole: samples in, advertisements and waits out. No hardware, no clock.

One turn of the loop: `take` a sample, send `advertisement` if `is_due`, then wait `pause_ms` in the temper `temper`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flip import FlipDetector
    from motion import MotionDetector
    from packet import PacketBuilder
    from schedule import Schedule

SAMPLE_MS = 10
READY_MS = 4 * 60 * 1000  # sand runs for three minutes: in a match no glass stands untouched for longer
HEARTBEAT_MS = 60 * 1000  # even asleep it looks once a minute: the interrupt is not trusted alone

WATCHING = 0
READY = 1
RESTING = 2
SLEEPING = 3


class Node:
    """Brings together a FlipDetector, a MotionDetector, a Schedule and a PacketBuilder."""

    def __init__(
        self, flips: "FlipDetector", motion: "MotionDetector", schedule: "Schedule", packets: "PacketBuilder"
    ) -> None:
        self._flips = flips
        self._motion = motion
        self._schedule = schedule
        self._packets = packets
        self._taken_ms = 0

    def take(
        self, now_ms: int, accel: "tuple[float, float, float]", gyro: "tuple[float, float, float] | None"
    ) -> None:
        """A sample, as in flip.py."""
        self._taken_ms = now_ms
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

    def is_signing(self) -> bool:
        """Whether a burst is on: something has just happened, and a light may say so."""
        return self._schedule.is_bursting()

    def air_interval_s(self) -> float:
        """What to ask of the radio: twice the time to the next packet, so that it repeats none of its own accord."""
        return 2 * self._schedule.period_ms() / 1000

    def temper(self, now_ms: int) -> int:
        """WATCHING, READY, RESTING or SLEEPING; imu.py says what they are."""
        if self._flips.end_down is None or self._motion.is_moving or now_ms < self._motion.watch_until_ms:
            return WATCHING
        if self._schedule.is_asleep(now_ms):
            return SLEEPING
        return READY if self._schedule.still_ms(now_ms) < READY_MS else RESTING

    def pause_ms(self, now_ms: int) -> int:
        """How long nothing needs doing, if no interrupt comes; from now, whatever the work since the sample took."""
        temper = self.temper(now_ms)
        if temper == SLEEPING:
            return HEARTBEAT_MS
        until_packet_ms = max(1, self._schedule.next_ms - now_ms)
        until_sample_ms = max(1, self._taken_ms + SAMPLE_MS - now_ms)
        return min(until_sample_ms, until_packet_ms) if temper == WATCHING else until_packet_ms
