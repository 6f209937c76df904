"""The LSM6DS3TR-C at the level of its registers, as far as a node can tell it from the real one.

After ST's data sheet (DocID030071) and application note AN5130. On the I2C bus it answers to 0x6A only. It knows the
registers of the data sheet's table 19 with their values after reset; any other is refused. It samples what it feels
at its own rate, up to 5 % off the nominal, each sample the mean since the last (its bandwidth is half its rate), with
bias, noise, full scale and 16 bits. Registers hold the last sample until the next. The gyroscope's first 70 ms are
zeros. Its wake-up engine compares two successive samples: half their difference must pass the threshold.
"""

import math
import random
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tamsk_pi.simulator.motion_traces import Vector

ADDRESS: Final = 0x6A
CTRL1_XL, CTRL2_G, CTRL3_C, WAKE_UP_SRC, STATUS = 0x10, 0x11, 0x12, 0x1B, 0x1E
OUTX_L_G, OUTX_L_XL, TAP_CFG, WAKE_UP_THS, MD1_CFG = 0x22, 0x28, 0x58, 0x5B, 0x5E
WHO_AM_I: Final = 0x0F

SW_RESET, IF_INC, BDU = 0x01, 0x04, 0x40
INTERRUPTS_ENABLE, LIR, INT1_WU, WU_IA = 0x80, 0x01, 0x20, 0x08

RESET_VALUES: Final = {WHO_AM_I: 0x6A, CTRL3_C: IF_INC, 0x18: 0xE0}
"""CTRL9_XL has all three axes on; everything else is zero."""
REGISTERS: Final = frozenset(
    (
        *(0x01, 0x04, 0x05, *range(0x06, 0x0C), *range(0x0D, 0x20), *range(0x20, 0x2E), *range(0x2E, 0x44)),
        *(0x49, 0x4A, 0x4B, 0x4C, *range(0x4D, 0x56), *range(0x58, 0x60), *range(0x66, 0x6C), *range(0x73, 0x76)),
    )
)
READ_ONLY: Final = frozenset((WHO_AM_I, *range(0x1B, 0x2E), *range(0x3A, 0x43), *range(0x49, 0x56)))

HERTZ: Final = (0.0, 12.5, 26.0, 52.0, 104.0, 208.0, 416.0, 833.0, 1666.0, 3332.0, 6664.0, 1.6)
FULL_SCALE_G: Final = (2, 16, 4, 8)
FULL_SCALE_DPS: Final = (250, 500, 1000, 2000)
DPS_PER_COUNT: Final = {250: 8.75e-3, 500: 17.5e-3, 1000: 35e-3, 2000: 70e-3}
G_PER_COUNT: Final = {2: 0.061e-3, 4: 0.122e-3, 8: 0.244e-3, 16: 0.488e-3}
GYRO_START_NS: Final = 70_000_000
RESET_NS: Final = 50_000

ENODEV, EIO = 19, 5

Feel = Callable[[int, int], tuple[Vector, Vector]]
"""From, to in ns → mean (acceleration in g, angular velocity in rad/s) in the chip's own axes."""


@dataclass(frozen=True, slots=True)
class Errors:
    """How far this chip is off: shares, g, rad/s; noise as standard deviations."""

    rate: float = 0.0
    scale: float = 0.0
    accel_bias_g: Vector = (0.0, 0.0, 0.0)
    gyro_bias_rad_s: Vector = (0.0, 0.0, 0.0)
    accel_noise_g: float = 0.0
    gyro_noise_rad_s: float = 0.0

    @classmethod
    def drawn(cls, rng: random.Random) -> "Errors":
        """Within the data sheet's table 3: 40 mg and 3 dps of offset, 1 % of sensitivity, a few mg of noise."""
        gyro = math.radians(3)
        return cls(
            rate=rng.uniform(-0.05, 0.05),
            scale=rng.uniform(-0.01, 0.01),
            accel_bias_g=(rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04)),
            gyro_bias_rad_s=(rng.uniform(-gyro, gyro), rng.uniform(-gyro, gyro), rng.uniform(-gyro, gyro)),
            accel_noise_g=rng.uniform(0.001, 0.003),
            gyro_noise_rad_s=math.radians(rng.uniform(0.05, 0.2)),
        )


PERFECT: Final = Errors()


class Lsm6ds3trc:
    """One chip. Time is told by `advance`; `is_int1_high` is its line to the microcontroller."""

    def __init__(self, feel: Feel, errors: Errors = PERFECT, seed: int = 0) -> None:
        self.registers = bytearray(0x80)
        self.is_int1_high = False
        self.now_ns = 0
        self.transfers = 0
        self._feel = feel
        self._errors = errors
        self._random = random.Random(seed)
        self._accel_ns = self._gyro_ns = 0
        self._accel_felt_ns = self._gyro_felt_ns = 0
        self._accel_due_ns: int | None = None
        self._gyro_due_ns: int | None = None
        self._gyro_from_ns = 0
        self._reset_until_ns = 0
        self._last_g: Vector | None = None
        self._restore()

    def advance(self, to_ns: int) -> None:
        """Let time pass up to this instant; samples are taken as they fall due."""
        while (due_ns := self.next_ns()) is not None and due_ns <= to_ns:
            self.now_ns = due_ns
            if self._accel_due_ns == due_ns:
                self._sample_accel(due_ns)
            if self._gyro_due_ns == due_ns:
                self._sample_gyro(due_ns)
        self.now_ns = max(self.now_ns, to_ns)
        if self.registers[CTRL3_C] & SW_RESET and self.now_ns >= self._reset_until_ns:
            self._restore()

    def next_ns(self) -> int | None:
        """When it samples next; None if both sensors are off."""
        due = (self._accel_due_ns, self._gyro_due_ns)
        return min((at_ns for at_ns in due if at_ns is not None), default=None)

    def read(self, register: int, count: int) -> bytes:
        """`count` bytes from a register on; raises OSError for registers that do not exist."""
        self.transfers += 1
        step = 1 if self.registers[CTRL3_C] & IF_INC else 0
        found = bytearray()
        for at in range(register, register + count):
            address = at if step else register
            if address not in REGISTERS:
                raise OSError(EIO, f"LSM6DS3TR-C has no register {address:#04x}")
            found.append(self.registers[address])
            if address == WAKE_UP_SRC:
                self.registers[WAKE_UP_SRC] = 0
                self.is_int1_high = False
        return bytes(found)

    def write(self, register: int, data: bytes) -> None:
        """Bytes into a register and, with auto-increment, those after it; read-only registers stay as they are."""
        self.transfers += 1
        for offset, value in enumerate(data):
            address = register + offset if self.registers[CTRL3_C] & IF_INC else register
            if address not in REGISTERS:
                raise OSError(EIO, f"LSM6DS3TR-C has no register {address:#04x}")
            if address not in READ_ONLY:
                self._put(address, value)

    def _put(self, address: int, value: int) -> None:
        before, self.registers[address] = self.registers[address], value
        if address == CTRL3_C and value & SW_RESET:
            self._reset_until_ns = self.now_ns + RESET_NS
        elif address == CTRL1_XL and before != value:
            self._accel_ns = self._period_ns(value)
            self._accel_due_ns = self.now_ns + self._accel_ns if self._accel_ns else None
            self._accel_felt_ns, self._last_g = self.now_ns, None
        elif address == CTRL2_G and before != value:
            if not before & 0xF0:
                self._gyro_from_ns = self.now_ns + GYRO_START_NS
            self._gyro_ns = self._period_ns(value)
            self._gyro_due_ns = self.now_ns + self._gyro_ns if self._gyro_ns else None
            self._gyro_felt_ns = self.now_ns

    def _period_ns(self, control: int) -> int:
        hertz = HERTZ[control >> 4] if control >> 4 < len(HERTZ) else 0.0
        return round(1e9 / (hertz * (1 + self._errors.rate))) if hertz else 0

    def _restore(self) -> None:
        self.registers[:] = bytes(len(self.registers))
        for address, value in RESET_VALUES.items():
            self.registers[address] = value
        self._accel_due_ns = self._gyro_due_ns = self._last_g = None
        self.is_int1_high = False

    def _sample_accel(self, at_ns: int) -> None:
        felt, _ = self._feel(self._accel_felt_ns, at_ns)
        errors, gauss = self._errors, self._random.gauss
        full_scale = FULL_SCALE_G[self.registers[CTRL1_XL] >> 2 & 3]
        noise, scale, step = errors.accel_noise_g, 1 + errors.scale, G_PER_COUNT[full_scale]
        counts = [
            _counts((part * scale + bias + (gauss(0, noise) if noise else 0.0)) / step)
            for part, bias in zip(felt, errors.accel_bias_g, strict=True)
        ]
        self.registers[OUTX_L_XL : OUTX_L_XL + 6] = struct.pack("<hhh", *counts)
        self.registers[STATUS] |= 1
        read_g = (counts[0] * step, counts[1] * step, counts[2] * step)
        self._wake_up(read_g, full_scale)
        self._last_g, self._accel_felt_ns, self._accel_due_ns = read_g, at_ns, at_ns + self._accel_ns

    def _wake_up(self, read_g: Vector, full_scale: int) -> None:
        before = self._last_g
        if before is None:
            return
        threshold_g = (self.registers[WAKE_UP_THS] & 0x3F) * full_scale / 64
        passed = [abs(new - old) / 2 > threshold_g for new, old in zip(read_g, before, strict=True)]
        is_enabled = bool(self.registers[TAP_CFG] & INTERRUPTS_ENABLE)
        is_latched = bool(self.registers[TAP_CFG] & LIR)
        if is_enabled and any(passed):
            self.registers[WAKE_UP_SRC] = WU_IA | passed[0] << 2 | passed[1] << 1 | passed[2]
            self.is_int1_high = bool(self.registers[MD1_CFG] & INT1_WU)
        elif not is_latched:
            self.registers[WAKE_UP_SRC] = 0
            self.is_int1_high = False

    def _sample_gyro(self, at_ns: int) -> None:
        _, felt = self._feel(self._gyro_felt_ns, at_ns)
        errors, gauss = self._errors, self._random.gauss
        step = math.radians(DPS_PER_COUNT[FULL_SCALE_DPS[self.registers[CTRL2_G] >> 2 & 3]])
        noise, scale = errors.gyro_noise_rad_s, 1 + errors.scale
        counts = [0, 0, 0]
        if at_ns >= self._gyro_from_ns:
            counts = [
                _counts((part * scale + bias + (gauss(0, noise) if noise else 0.0)) / step)
                for part, bias in zip(felt, errors.gyro_bias_rad_s, strict=True)
            ]
        self.registers[OUTX_L_G : OUTX_L_G + 6] = struct.pack("<hhh", *counts)
        self.registers[STATUS] |= 2
        self._gyro_felt_ns, self._gyro_due_ns = at_ns, at_ns + self._gyro_ns


def _counts(value: float) -> int:
    return max(-32768, min(32767, round(value)))
