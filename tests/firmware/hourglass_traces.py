"""What the accelerometer and the gyroscope in a hourglass's cap would read while hands do things to it.

Rigid-body kinematics: a script of angular velocities (in the glass's own axes) and accelerations of its middle is
integrated at 400 Hz; the sensor sits `arm_m` below the middle, towards end A, and so feels centripetal and tangential
forces too. Sampled every 10 ms with noise, bias, scale errors and the sensor's full scale.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Vector = tuple[float, float, float]

STEP_S: Final = 0.0025
SAMPLE_STEPS: Final = 4
FULL_SCALE_G: Final = 4.0
FULL_SCALE_RAD_S: Final = 34.9
GRAVITY: Final = 9.80665
GYRO_LATE_MS: Final = 100  # interrupt, then the gyroscope's start


@dataclass(frozen=True, slots=True)
class Sample:
    """One reading with the truth beside it: `cosine` is +1 with end A straight down."""

    at_ms: int
    accel: Vector
    gyro: Vector | None
    cosine: float


Motion = Callable[[float], tuple[Vector, Vector]]
"""Seconds since the part began → (angular velocity in rad/s, own axes; acceleration in g, table's axes, z up)."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of one kind of motion."""

    duration_s: float
    motion: Motion


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def rest(duration_s: float) -> Part:
    return Part(duration_s, lambda _: ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))


def turn(duration_s: float, angle: float, heading: float) -> Part:
    """Over by `angle` radians about the horizontal axis `heading`, starting and stopping softly (least jerk)."""

    def motion(t: float) -> tuple[Vector, Vector]:
        u = t / duration_s
        rate = angle / duration_s * 30 * u * u * (1 - u) * (1 - u)
        return (rate * math.cos(heading), rate * math.sin(heading), 0.0), (0.0, 0.0, 0.0)

    return Part(duration_s, motion)


def spin(duration_s: float, angle: float) -> Part:
    """About its own axis: rolling when it lies, twirling when it stands."""
    return Part(
        duration_s,
        lambda t: ((0.0, 0.0, angle / duration_s * (1 - math.cos(2 * math.pi * t / duration_s))), (0.0, 0.0, 0.0)),
    )


def shake(duration_s: float, hertz: float, strength_g: Vector, swing: float, phases: Vector) -> Part:
    """Back and forth along every axis, the wrist swinging the glass by `swing` radians to either side."""

    def motion(t: float) -> tuple[Vector, Vector]:
        fade = min(1.0, t / 0.2, (duration_s - t) / 0.2)
        turns = 2 * math.pi * hertz
        x, y, z = (fade * g * math.sin(turns * t + phase) for g, phase in zip(strength_g, phases, strict=True))
        return (fade * swing * turns * math.cos(turns * t), 0.0, 0.0), (x, y, z)

    return Part(duration_s, motion)


def carry(duration_s: float, strength_g: float, heading: float) -> Part:
    """Lifted, moved and lowered: up and down, forth and stopped."""

    def motion(t: float) -> tuple[Vector, Vector]:
        wave = strength_g * math.sin(2 * math.pi * t / duration_s)
        return (0.0, 0.0, 0.0), (wave * math.cos(heading), wave * math.sin(heading), wave)

    return Part(duration_s, motion)


def knock(duration_s: float, strength_g: Vector) -> Part:
    """A blow of 5 ms that rings for a while, on a glass that goes nowhere."""

    def motion(t: float) -> tuple[Vector, Vector]:
        ring = math.exp(-t / 0.012) * math.cos(2 * math.pi * 90 * t)
        return (0.0, 0.0, 0.0), (strength_g[0] * ring, strength_g[1] * ring, strength_g[2] * ring)

    return Part(duration_s, motion)


def fall(height_m: float) -> Part:
    """Dropped straight down and caught by the table."""
    seconds = math.sqrt(2 * height_m / GRAVITY)
    impact_s = 0.02

    def motion(t: float) -> tuple[Vector, Vector]:
        return (0.0, 0.0, 0.0), (0.0, 0.0, -1.0 if t < seconds else seconds / impact_s)

    return Part(seconds + impact_s, motion)


def trace(parts: list[Part], rng: random.Random, arm_m: float = 0.04, tremor_g: float = 0.04) -> list[Sample]:
    """Play the parts one after another, the glass first standing on end A and the gyroscope off until it moves."""
    up, right = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)
    arm = (0.0, 0.0, -arm_m)
    bias = (rng.gauss(0, 0.03), rng.gauss(0, 0.03), rng.gauss(0, 0.03))
    scale = 1 + rng.gauss(0, 0.01)
    old_rate = (0.0, 0.0, 0.0)
    samples: list[Sample] = []
    step, moved_ms = 0, -1
    for part in parts:
        for index in range(round(part.duration_s / STEP_S)):
            rate, push = part.motion(index * STEP_S)
            up, right = _turned(up, rate), _turned(right, rate)
            if moved_ms < 0 and (rate, push) != ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)):
                moved_ms = round(step * STEP_S * 1000)
            if step % SAMPLE_STEPS == 0:
                at_ms = round(step * STEP_S * 1000)
                force = _force(up, right, push, rate, old_rate, arm)
                live = 0 <= moved_ms <= at_ms - GYRO_LATE_MS
                shaky = tremor_g if moved_ms >= 0 else 0.004
                samples.append(_sample(at_ms, force, rate if live else None, up[2], bias, scale, shaky, rng))
            old_rate = rate
            step += 1
    return samples


def _sample(
    at_ms: int,
    force: Vector,
    rate: Vector | None,
    cosine: float,
    bias: Vector,
    scale: float,
    shaky: float,
    rng: random.Random,
) -> Sample:
    x, y, z = (max(-FULL_SCALE_G, min(FULL_SCALE_G, f * scale + rng.gauss(0, shaky))) for f in force)
    if rate is None:
        return Sample(at_ms, (x, y, z), None, cosine)
    turning = (w * scale + b + rng.gauss(0, 0.02) for w, b in zip(rate, bias, strict=True))
    p, q, r = (max(-FULL_SCALE_RAD_S, min(FULL_SCALE_RAD_S, w)) for w in turning)
    return Sample(at_ms, (x, y, z), (p, q, r), cosine)


def _turned(fixed: Vector, rate: Vector) -> Vector:
    # A direction fixed in the room, seen from the turning glass: v' = v x w; Rodrigues' formula for one step.
    speed = math.sqrt(sum(w * w for w in rate))
    if speed == 0:
        return fixed
    angle = -speed * STEP_S
    axis = (rate[0] / speed, rate[1] / speed, rate[2] / speed)
    along = sum(a * v for a, v in zip(axis, fixed, strict=True)) * (1 - math.cos(angle))
    aside = cross(axis, fixed)
    sine, cosine = math.sin(angle), math.cos(angle)
    x, y, z = (fixed[i] * cosine + aside[i] * sine + axis[i] * along for i in range(3))
    return (x, y, z)


def _force(up: Vector, right: Vector, push: Vector, rate: Vector, old_rate: Vector, arm: Vector) -> Vector:
    ahead = cross(up, right)
    swing = tuple((new - old) / STEP_S for new, old in zip(rate, old_rate, strict=True))
    inward = cross(rate, cross(rate, arm))
    tangent = cross((swing[0], swing[1], swing[2]), arm)
    x, y, z = (
        right[i] * push[0] + ahead[i] * push[1] + up[i] * (push[2] + 1) + (inward[i] + tangent[i]) / GRAVITY
        for i in range(3)
    )
    return (x, y, z)
