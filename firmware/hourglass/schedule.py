"""When the next packet is due, and when the node may sleep.

    flip, or motion begins ──► 10 packets, 25 ms apart ──► every 100 ms while moving, 5 more ──► every second at rest
                                                                        10 minutes at rest ──► sleep: none at all

The five tell of the rest where the air is bad: one alone that is lost would leave it unsaid for a second or two.
Every packet is built for its own moment on the air, so that the age in it is right; nothing is left to the radio to
repeat. Instants are whole milliseconds.
"""

BURST_PACKETS = 10
BURST_MS = 25  # between 20, the least Bluetooth allows, and 30
MOVING_MS = 100
CALM_PACKETS = 5
REST_MS = 1000
SLEEP_AFTER_MS = 10 * 60 * 1000


class Schedule:
    """Tell it what happens with `note` and `sent`; ask when with `next_ms`, `is_due`, `is_asleep`."""

    def __init__(self, now_ms: int) -> None:
        self.next_ms = now_ms
        self._burst_left = 0
        self._calm_left = 0
        self._is_moving = False
        self._still_since_ms = now_ms

    def note(self, now_ms: int, is_moving: bool, is_urgent: bool) -> None:
        """The state after a sample; `is_urgent`: a flip was completed or motion began with it."""
        if is_moving or is_urgent:
            self._still_since_ms = now_ms
        if is_moving:
            self._calm_left = CALM_PACKETS
        self._is_moving = is_moving
        if is_urgent:
            self._burst_left = BURST_PACKETS
            self.next_ms = now_ms

    def is_due(self, now_ms: int) -> bool:
        """Whether a packet should leave now."""
        return now_ms >= self.next_ms and not self.is_asleep(now_ms)

    def sent(self, now_ms: int) -> None:
        """A packet left."""
        if self._burst_left > 0:
            self._burst_left -= 1
        elif self._calm_left > 0 and not self._is_moving:
            self._calm_left -= 1
        self.next_ms = now_ms + self.period_ms()

    def period_ms(self) -> int:
        """From the packet just sent to the next."""
        if self._burst_left > 0:
            return BURST_MS
        return MOVING_MS if self._is_moving or self._calm_left > 0 else REST_MS

    def is_bursting(self) -> bool:
        """Whether packets of a burst are still to come."""
        return self._burst_left > 0

    def still_ms(self, now_ms: int) -> int:
        """How long it has not been moved or turned."""
        return 0 if self._is_moving else now_ms - self._still_since_ms

    def is_asleep(self, now_ms: int) -> bool:
        """Whether the glass has been left alone long enough to stop talking."""
        return self._burst_left == 0 and self.still_ms(now_ms) >= SLEEP_AFTER_MS
