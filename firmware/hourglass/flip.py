"""Which end of the hourglass is down, and when it was turned over.

Theory of operation. An accelerometer alone cannot tell a turn from a shake: shaken along its axis at 2 Hz with 2 g, a
glass reads "upside down, 1 g" for more than 80 ms at every stroke; turned over in 0.3 s about its middle, the node in
the cap reads 2 g of centripetal force that says "upright" until the turn is over. So the direction of *up* is carried
along by the gyroscope and only slowly pulled to the accelerometer (a complementary filter):

- rotation moves the estimate at once: v' = v x w (w the angular velocity, v a fixed direction seen from the glass);
- the accelerometer corrects it with a time constant of 0.5 s, unweighted and not normalised, because only the plain
  mean of a shake is gravity; five times more slowly above 6 rad/s, where it feels centripetal force instead.

At rest the glass is read once a second; the interrupt or that look brings it back, and then nobody measured how its
motion began. A glass already turning is taken to have come up to its speed within the last 50 ms. If instead it moves
slowly and steadily and feels 1 g, it has been moving for long, and the accelerometer is believed at once; what is
left of the error goes within the first half second, as long as four samples in a row feel about 1 g.

An end is down while the axis is within 60 degrees of vertical (sand no longer runs at flatter angles); it counts once
it has been down for 80 ms without a gap between samples. A flip is dated at the start of those 80 ms: the crossing
between two samples, less the age of a sample.

If the glass comes back from a gap already turned over, the flip counts but its date is unknown. Without a gyroscope
(off after minutes of rest; it needs 80 ms to start) the accelerometer alone turns the estimate in 0.15 to 0.5 s.

Runs on CPython, MicroPython and CircuitPython. Instants are whole milliseconds; accelerations in g as the sensor
gives them (+1 upward at rest), angular velocities in rad/s, both as (x, y, z) in the sensor's own axes.
"""

import math

END_A = 0
END_B = 1

HOLD_MS = 80  # shared meaning of "held" between node, simulator and rules
GAP_MS = 50  # samples further apart do not belong to one hold
COS_DOWN = 0.5  # 60 degrees from vertical
CORRECTION_S = 0.5
STEADY_CORRECTION_S = 0.15
STEADY_G = 0.15  # of 1 g: offset (0.04), tremor and sway of a hand that turns slowly
STEADY_SAMPLES = 4  # a shake passes 1 g too, but not for so long
FAST_RAD_S = 6.0  # from there on the sensor feels centripetal force rather than gravity
FAST_CORRECTION_S = 2.5
FIRST_SHARE = 0.02
CALM_G = 0.09
CALM_RAD_S = 3.5  # a turn that is faster wakes the node by its interrupt (imu.py)
CALM_CHANGE_RAD_S = 0.5  # between two samples; 0.1 in a turn of 2 s, 1.5 in one of 0.4 s
CALM_SHARE = 0.7
MAX_CORRECTION = 0.25  # one late sample may pull by a quarter at most: it may be a knock
UNFELT_S = 0.05  # from the first motion to the first sample after a rest
MOST_UNFELT_S = 0.12  # the same plus the gyroscope's start
SAMPLE_AGE_MS = 8  # a reading is the mean of the sensor's last 10 ms, and up to 10 ms old
STANDS_G = 0.3  # along the axis, two samples in a row: it stands as it stood
TURNING_RAD_S = 2.0  # in the middle of a turn
MIN_UP_G = 0.25  # a shorter estimate has no direction


class UpTracker:
    """The direction of up in the glass's frame, in g: near 1 long at rest."""

    def __init__(self) -> None:
        self.up: tuple[float, float, float] | None = None
        self._gyro: tuple[float, float, float] | None = None
        self._steady = 0
        self._unfelt_s = 0.0
        self._felt_s = 0.0
        self._is_doubted = False
        self._speed_rad_s = 0.0

    def feed(
        self, dt_s: float, accel: "tuple[float, float, float]", gyro: "tuple[float, float, float] | None"
    ) -> None:
        """Advance by `dt_s` seconds to this sample; `gyro` is None while it is switched off or starting."""
        up = accel if self.up is None else self.up
        is_after_rest = dt_s > GAP_MS / 1000
        if gyro is None:
            self._unfelt_s = UNFELT_S if is_after_rest else self._unfelt_s + dt_s
        elif is_after_rest or self._gyro is None:
            # Nobody measured the beginning: it has come up to this speed from none.
            unfelt_s = UNFELT_S if is_after_rest else min(self._unfelt_s, MOST_UNFELT_S)
            up = _rotated(up, gyro, unfelt_s / 2)
        else:
            up = _rotated(up, _blended(self._gyro, gyro, 0.5), dt_s)
        self.up = _blended(up, accel, self._share(dt_s, accel, gyro))
        self._gyro = gyro
        self._speed_rad_s = 0.0 if gyro is None else _length(gyro)

    def _share(
        self, dt_s: float, accel: "tuple[float, float, float]", gyro: "tuple[float, float, float] | None"
    ) -> float:
        """How far this sample pulls the estimate: steady ones more, the first of a motion hardly."""
        off_g = abs(_length(accel) - 1)
        self._steady = self._steady + 1 if off_g < STEADY_G else 0
        speed_rad_s = 0.0 if gyro is None else _length(gyro)
        is_calm = off_g < CALM_G and speed_rad_s < CALM_RAD_S
        if dt_s > GAP_MS / 1000:
            self._felt_s = 0.0
            self._is_doubted = gyro is not None and is_calm
            return CALM_SHARE if gyro is None and is_calm else FIRST_SHARE
        if self._is_doubted:
            # A slow turn that began unfelt goes on as it went; a fast one that only begins is faster already.
            self._is_doubted = False
            if is_calm and abs(speed_rad_s - self._speed_rad_s) < CALM_CHANGE_RAD_S:
                return CALM_SHARE
        self._felt_s += dt_s
        if speed_rad_s > FAST_RAD_S:
            return dt_s / FAST_CORRECTION_S
        is_steady = gyro is None or self._steady >= STEADY_SAMPLES
        # The shorter it has been felt, the less the estimate is worth; later the mean of a swaying hand is better.
        steady_s = max(STEADY_CORRECTION_S, min(self._felt_s, CORRECTION_S))
        return min(dt_s / (steady_s if is_steady else CORRECTION_S), MAX_CORRECTION)


class FlipDetector:
    """Counts flips. `axis` (0 x, 1 y, 2 z) lies along the glass; `sign` is +1 if it reads +1 g with end A down."""

    def __init__(self, axis: int = 2, sign: int = 1) -> None:
        self.end_down: int | None = None
        """END_A, END_B, or None before the first 80 ms of rest."""
        self.flips = 0
        """Since power-on, not wrapped."""
        self.last_flip_ms: int | None = None
        """The instant of the last flip; None if there was none or nobody saw when."""
        self._axis = axis
        self._sign = sign
        self._tracker = UpTracker()
        self._seen_ms: int | None = None
        self._candidate: int | None = None
        self._since_ms = 0
        self._is_blind = False
        self._agreeing = 0
        self._cosine = 0.0

    def feed(
        self, now_ms: int, accel: "tuple[float, float, float]", gyro: "tuple[float, float, float] | None"
    ) -> bool:
        """Take a sample; True if it completes a flip."""
        gap_ms = GAP_MS if self._seen_ms is None else now_ms - self._seen_ms
        self._seen_ms = now_ms
        self._tracker.feed(gap_ms / 1000, accel, gyro)
        if gap_ms > GAP_MS:
            self._candidate = None
            # Caught in the middle of a turn: this is the one that is seen, there was none before it.
            self._is_blind = gyro is None or _length(gyro) < TURNING_RAD_S
            self._agreeing = 0
        self._look_again(accel)
        before, self._cosine = self._cosine, self._along()
        end = self._end()
        if end is None or end != self._candidate:
            self._candidate = end
            self._since_ms = now_ms - SAMPLE_AGE_MS - self._crossed_ago_ms(before, gap_ms if gap_ms < GAP_MS else 0)
            return False
        if now_ms - self._since_ms < HOLD_MS or end == self.end_down:
            return False
        return self._settle(end)

    def rotation_tenths(self) -> int:
        """Angle from upright in 0.1 degree: 0 with end A down, 1800 with end B down."""
        return round(math.degrees(math.acos(self._cosine)) * 10)

    def _settle(self, end: int) -> bool:
        is_flip = self.end_down is not None
        self.end_down = end
        if is_flip:
            self.flips += 1
            self.last_flip_ms = None if self._is_blind else self._since_ms
        self._is_blind = False
        return is_flip

    def _look_again(self, accel: "tuple[float, float, float]") -> None:
        # After a gap the glass is known not to have been turned once it plainly stands as it stood.
        along = self._sign * accel[self._axis]
        stands = (self.end_down == END_A and along > STANDS_G) or (self.end_down == END_B and along < -STANDS_G)
        self._agreeing = self._agreeing + 1 if stands else 0
        if self._agreeing >= 2:
            self._is_blind = False

    def _end(self) -> "int | None":
        if self._cosine >= COS_DOWN:
            return END_A
        if self._cosine <= -COS_DOWN:
            return END_B
        return None

    def _crossed_ago_ms(self, before: float, step_ms: int) -> int:
        # Between two samples the axis went from `before` to here; when it passed 60 degrees is in between.
        moved = abs(self._cosine - before)
        beyond = abs(self._cosine) - COS_DOWN
        return round(step_ms * beyond / moved) if 0 < beyond < moved else 0

    def _along(self) -> float:
        up = self._tracker.up
        if up is None:
            return 0.0
        length = _length(up)
        if length < MIN_UP_G:
            return 0.0
        return max(-1.0, min(1.0, self._sign * up[self._axis] / length))


def _length(vector: "tuple[float, float, float]") -> float:
    return math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)


def _blended(
    one: "tuple[float, float, float]", other: "tuple[float, float, float]", share: float
) -> "tuple[float, float, float]":
    return (
        one[0] + share * (other[0] - one[0]),
        one[1] + share * (other[1] - one[1]),
        one[2] + share * (other[2] - one[2]),
    )


def _rotated(
    vector: "tuple[float, float, float]", rate: "tuple[float, float, float]", dt_s: float
) -> "tuple[float, float, float]":
    # One Euler step, then the old length again: at 29 rad/s and 10 ms it falls 3 % short, which is harmless.
    x, y, z = vector
    p, q, r = rate
    turned = (x + (y * r - z * q) * dt_s, y + (z * p - x * r) * dt_s, z + (x * q - y * p) * dt_s)
    length = _length(turned)
    if length == 0:
        return vector
    scale = _length(vector) / length
    return (turned[0] * scale, turned[1] * scale, turned[2] * scale)
