"""What an accelerometer and a gyroscope in a hourglass's end cap feel while hands do things to the glass.

Rigid-body kinematics. A script of parts, each an angular velocity (in the glass's own axes) and an acceleration of
the glass's middle (in the table's axes) as functions of time, is integrated at 400 Hz. The sensor sits in end cap A,
off the middle by `arm_m`, and so feels besides gravity and push the centripetal and the tangential acceleration:

    f = R'(a)/g + up + (w x (w x r) + dw/dt x r)/g

A hand that holds the glass trembles (8 to 12 Hz) and sways. Everything here is what is truly there; noise, bias,
full scale, bandwidth, rate and quantisation are the sensor's, and added by whoever plays the chip.

Axes of the glass: z from end A to end B, so that +1 g on z at rest means end A is down.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

Vector = tuple[float, float, float]
Motion = Callable[[float], tuple[Vector, Vector]]
"""Seconds since the part began → (angular velocity in rad/s, glass's axes; acceleration in g, table's axes, z up)."""

GRAVITY: Final = 9.80665
STEP_NS: Final = 2_500_000
STEP_S: Final = STEP_NS / 1e9
COS_DOWN: Final = 0.5
"""An end is down within 60 degrees of vertical."""
HOLD_NS: Final = 80_000_000


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of one kind of motion."""

    duration_s: float
    motion: Motion
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """How it is held: the sensor's place off the middle in metres, glass's axes; tremor and sway in g."""

    arm_m: Vector = (0.0, 0.0, -0.04)
    tremor_g: float = 0.02
    tremor_hz: float = 10.0
    sway_g: float = 0.03


STEADY_HAND: Final = Holding()


@dataclass(frozen=True, slots=True)
class Trace:
    """The whole motion in steps of STEP_NS: `cosine` is +1 with end A straight down, −1 with end B."""

    accel_g: tuple[Vector, ...]
    rate_rad_s: tuple[Vector, ...]
    cosine: tuple[float, ...]
    _sums: tuple[tuple[float, ...], ...]

    @property
    def duration_ns(self) -> int:
        """To the end of the last step; from then on the glass is felt as in the last step, at rest."""
        return len(self.cosine) * STEP_NS

    def felt(self, from_ns: int, to_ns: int) -> tuple[Vector, Vector]:
        """(acceleration in g, angular velocity in rad/s), each the mean over an interval, the last step at least."""
        last = len(self.cosine) - 1
        until = min(last, max(0, to_ns // STEP_NS))
        since = min(until, max(0, from_ns // STEP_NS + 1))
        count = until - since + 1
        if to_ns >= self.duration_ns:
            return self.accel_g[last], (0.0, 0.0, 0.0)
        ax, ay, az, p, q, r = ((sums[until + 1] - sums[since]) / count for sums in self._sums)
        return (ax, ay, az), (p, q, r)

    def flips(self, cos_down: float = COS_DOWN) -> tuple[int, ...]:
        """The instants in ns at which the other end came down (crossed 60 degrees) to stay for 80 ms or more."""
        return tuple(since for since, until, is_new in self._stays(cos_down) if is_new and until - since >= HOLD_NS)

    def visits_ns(self, cos_down: float = COS_DOWN) -> tuple[int, ...]:
        """How long the other end was down, each time it was, in ns."""
        return tuple(until - since for since, until, is_new in self._stays(cos_down) if is_new)

    def _stays(self, cos_down: float) -> list[tuple[int, int, bool]]:
        """Every stretch with an end down: from, to, and whether it was another end than that of the last long one."""
        sides = [(cosine >= cos_down) - (cosine <= -cos_down) for cosine in self.cosine]
        stays, end = [], sides[0]
        begun, side = 0, end
        for index in range(1, len(sides) + 1):
            now = sides[index] if index < len(sides) else 2
            if now == side:
                continue
            since_ns, until_ns = begun * STEP_NS, index * STEP_NS
            if side != 0:
                stays.append((since_ns, until_ns, side != end))
                end = side if until_ns - since_ns >= HOLD_NS else end
            begun, side = index, now
        return stays


def trace(
    parts: Sequence[Part],
    rng: random.Random,
    holding: Holding = STEADY_HAND,
    is_end_b_down: bool = False,
) -> Trace:
    """Play the parts one after another; the glass first stands on the end named."""
    ux, uy, uz = 0.0, 0.0, -1.0 if is_end_b_down else 1.0
    rx, ry, rz = 1.0, 0.0, 0.0
    arm_x, arm_y, arm_z = holding.arm_m
    op, oq, orr = 0.0, 0.0, 0.0
    tremble = _tremor(rng, holding)
    accel: list[Vector] = []
    rates: list[Vector] = []
    cosine: list[float] = []
    at_s = 0.0
    for part in parts:
        motion, is_held = part.motion, part.is_held
        for index in range(round(part.duration_s / STEP_S)):
            (p, q, r), (ax, ay, az) = motion(index * STEP_S)
            if is_held:
                (tp, tq), (tx, ty, tz) = tremble(at_s)
                p, q = p + tp, q + tq
                ax, ay, az = ax + tx, ay + ty, az + tz
            # A direction fixed in the room, seen from the turning glass: v' = v x w, to second order in the step.
            ux, uy, uz = _turned(ux, uy, uz, p, q, r)
            rx, ry, rz = _turned(rx, ry, rz, p, q, r)
            fx, fy, fz = uy * rz - uz * ry, uz * rx - ux * rz, ux * ry - uy * rx
            dp, dq, dr = (p - op) / STEP_S, (q - oq) / STEP_S, (r - orr) / STEP_S
            op, oq, orr = p, q, r
            along = p * arm_x + q * arm_y + r * arm_z
            square = p * p + q * q + r * r
            cx = p * along - arm_x * square + dq * arm_z - dr * arm_y
            cy = q * along - arm_y * square + dr * arm_x - dp * arm_z
            cz = r * along - arm_z * square + dp * arm_y - dq * arm_x
            up = az + 1.0
            accel.append(
                (
                    rx * ax + fx * ay + ux * up + cx / GRAVITY,
                    ry * ax + fy * ay + uy * up + cy / GRAVITY,
                    rz * ax + fz * ay + uz * up + cz / GRAVITY,
                )
            )
            rates.append((p, q, r))
            cosine.append(uz)
            at_s += STEP_S
    sums = tuple(
        (0.0, *accumulate(vector[axis] for vector in vectors)) for vectors in (accel, rates) for axis in range(3)
    )
    return Trace(tuple(accel), tuple(rates), tuple(cosine), sums)


def _turned(x: float, y: float, z: float, p: float, q: float, r: float) -> Vector:
    ax, ay, az = (y * r - z * q) * STEP_S, (z * p - x * r) * STEP_S, (x * q - y * p) * STEP_S
    half = STEP_S / 2
    x, y, z = (
        x + ax + (ay * r - az * q) * half,
        y + ay + (az * p - ax * r) * half,
        z + az + (ax * q - ay * p) * half,
    )
    scale = 1.0 / math.sqrt(x * x + y * y + z * z)
    return x * scale, y * scale, z * scale


def _tremor(rng: random.Random, holding: Holding) -> Callable[[float], tuple[tuple[float, float], Vector]]:
    """The hand's own motion: angular velocity about the level axes in rad/s, and acceleration in g."""
    phases = [rng.uniform(0, 2 * math.pi) for _ in range(5)]
    fast = 2 * math.pi * holding.tremor_hz
    slow = 2 * math.pi * rng.uniform(1.0, 2.5)
    shake, sway = holding.tremor_g, holding.sway_g
    sine = math.sin

    def tremble(at_s: float) -> tuple[tuple[float, float], Vector]:
        f, s = fast * at_s, slow * at_s
        slowly = sway * sine(s + phases[4])
        push = (
            shake * sine(f + phases[0]) + slowly,
            shake * sine(1.13 * f + phases[1]) - slowly,
            shake * sine(0.91 * f + phases[2]),
        )
        return (4 * shake * sine(f + phases[3]), 4 * shake * sine(1.07 * f + phases[1])), push

    return tremble


def rest(duration_s: float) -> Part:
    """Standing or lying still on the table."""
    return Part(duration_s, lambda _: ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


def hold(duration_s: float) -> Part:
    """Kept still in a hand."""
    return Part(duration_s, lambda _: ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), is_held=True)


def turn(duration_s: float, angle: float, heading: float, lift_g: float = 0.0) -> Part:
    """Over by `angle` radians about the level axis `heading`, starting and stopping softly (least jerk).

    `lift_g`: the hand meanwhile goes up and comes back, as a turn out of a tube needs.
    """
    cos, sin = math.cos(heading), math.sin(heading)
    peak = angle / duration_s * 30

    def motion(t: float) -> tuple[Vector, Vector]:
        u = t / duration_s
        rate = peak * u * u * (1 - u) * (1 - u)
        return (rate * cos, rate * sin, 0.0), (0.0, 0.0, lift_g * math.cos(2 * math.pi * u))

    return Part(duration_s, motion, is_held=True)


def swing(duration_s: float, angle: float, heading: float) -> Part:
    """Over by `angle` radians about the level axis `heading`, and without a stop back again."""
    cos, sin = math.cos(heading), math.sin(heading)

    def motion(t: float) -> tuple[Vector, Vector]:
        rate = angle * math.pi / duration_s * math.sin(2 * math.pi * t / duration_s)
        return (rate * cos, rate * sin, 0.0), (0.0, 0.0, 0.0)

    return Part(duration_s, motion, is_held=True)


def spin(duration_s: float, angle: float, is_held: bool = True) -> Part:
    """About its own axis: rolling when it lies, twirling when it stands."""

    def motion(t: float) -> tuple[Vector, Vector]:
        return (0.0, 0.0, angle / duration_s * (1 - math.cos(2 * math.pi * t / duration_s))), (0.0, 0.0, 0.0)

    return Part(duration_s, motion, is_held)


def shake(duration_s: float, hertz: float, strength_g: Vector, swing: float, phases: Vector) -> Part:
    """Back and forth along every axis, the wrist swinging the glass by `swing` radians to either side."""
    gx, gy, gz = strength_g
    phase_x, phase_y, phase_z = phases

    def motion(t: float) -> tuple[Vector, Vector]:
        fade = max(0.0, min(1.0, t / 0.2, (duration_s - t) / 0.2))
        a = 2 * math.pi * hertz * t
        push = (
            fade * gx * math.sin(a + phase_x),
            fade * gy * math.sin(a + phase_y),
            fade * gz * math.sin(a + phase_z),
        )
        return (fade * swing * 2 * math.pi * hertz * math.cos(a), 0.0, 0.0), push

    return Part(duration_s, motion, is_held=True)


def carry(duration_s: float, strength_g: float, heading: float) -> Part:
    """Lifted, moved and lowered: up and down, forth and stopped."""
    cos, sin = math.cos(heading), math.sin(heading)

    def motion(t: float) -> tuple[Vector, Vector]:
        wave = strength_g * math.sin(2 * math.pi * t / duration_s)
        return (0.0, 0.0, 0.0), (wave * cos, wave * sin, wave)

    return Part(duration_s, motion, is_held=True)


def knock(duration_s: float, strength_g: Vector, is_held: bool = False) -> Part:
    """A blow that rings at 90 Hz and dies away within 12 ms, on a glass that goes nowhere."""
    gx, gy, gz = strength_g

    def motion(t: float) -> tuple[Vector, Vector]:
        ring = math.exp(-t / 0.012) * math.cos(2 * math.pi * 90 * t)
        return (0.0, 0.0, 0.0), (gx * ring, gy * ring, gz * ring)

    return Part(duration_s, motion, is_held)


def fall(height_m: float) -> Part:
    """Dropped straight down and caught by the table within 20 ms."""
    seconds = math.sqrt(2 * height_m / GRAVITY)
    impact_s = 0.02

    def motion(t: float) -> tuple[Vector, Vector]:
        return (0.0, 0.0, 0.0), (0.0, 0.0, -1.0 if t < seconds else seconds / impact_s)

    return Part(seconds + impact_s, motion)


def topple(duration_s: float, angle: float, heading: float) -> Part:
    """Falls over by `angle`, ever faster, and strikes the table at the end."""
    cos, sin = math.cos(heading), math.sin(heading)

    def motion(t: float) -> tuple[Vector, Vector]:
        rate = 3 * angle / duration_s * (t / duration_s) ** 2
        return (rate * cos, rate * sin, 0.0), (0.0, 0.0, 0.0)

    return Part(duration_s, motion)
