"""Is the glass in a hand or at rest?

A sample is disturbed when it differs by more than 0.1 g from the slow mean of the last half second, or turns faster
than 0.35 rad/s. In motion the mean is that of 0.15 s: a glass that was turned over is 2 g away from how it stood, and
with the slow mean that would pass for motion for another 1.5 s. Three disturbed samples in a row are motion: a knock
on the table is over sooner. Motion ends 600 ms after the last disturbed sample. Samples as in flip.py.
"""

DISTURBED_G = 0.1
DISTURBED_RAD_S = 0.35
MEAN_S = 0.5
MOVING_MEAN_S = 0.15
NEEDED = 3
STILL_MS = 600
WATCH_MS = 500  # how long one doubtful sample keeps the node reading fast
LINGER_MS = 1500  # and how long the end of a motion does


class MotionDetector:
    """Feed it every sample; ask `is_moving` and `watch_until_ms`."""

    def __init__(self) -> None:
        self.is_moving = False
        self.watch_until_ms = 0
        """Read fast until then: something may be going on."""
        self._mean: tuple[float, float, float] | None = None
        self._seen_ms = 0
        self._in_a_row = 0
        self._disturbed_ms = 0

    def feed(
        self, now_ms: int, accel: "tuple[float, float, float]", gyro: "tuple[float, float, float] | None"
    ) -> bool:
        """Take a sample; True if motion begins with it."""
        disturbed = self._is_disturbed(accel, gyro)
        self._follow(now_ms, accel)
        self._in_a_row = self._in_a_row + 1 if disturbed else 0
        if disturbed:
            self.watch(now_ms)
        if self._in_a_row >= NEEDED:
            self._disturbed_ms = now_ms
            if not self.is_moving:
                self.is_moving = True
                return True
        elif self.is_moving and now_ms - self._disturbed_ms >= STILL_MS:
            self.is_moving = False
            # A turn may pause half-way; its second half is dated only if no sample before it is missing.
            self.watch_until_ms = max(self.watch_until_ms, now_ms + LINGER_MS)
        return False

    def watch(self, now_ms: int) -> None:
        """Something happened (a sample, the wake-up interrupt): look closely for a while."""
        self.watch_until_ms = now_ms + WATCH_MS

    def _is_disturbed(self, accel: "tuple[float, float, float]", gyro: "tuple[float, float, float] | None") -> bool:
        if self._mean is None:
            return False
        mean = self._mean
        if max(abs(accel[0] - mean[0]), abs(accel[1] - mean[1]), abs(accel[2] - mean[2])) > DISTURBED_G:
            return True
        return gyro is not None and max(abs(gyro[0]), abs(gyro[1]), abs(gyro[2])) > DISTURBED_RAD_S

    def _follow(self, now_ms: int, accel: "tuple[float, float, float]") -> None:
        mean_s = MOVING_MEAN_S if self.is_moving else MEAN_S
        share = 1.0 if self._mean is None else min(1.0, (now_ms - self._seen_ms) / 1000 / mean_s)
        old = accel if self._mean is None else self._mean
        self._mean = (
            old[0] + share * (accel[0] - old[0]),
            old[1] + share * (accel[1] - old[1]),
            old[2] + share * (accel[2] - old[2]),
        )
        self._seen_ms = now_ms
