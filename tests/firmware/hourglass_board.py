"""A XIAO nRF52840 Sense in software, enough of it to run code.py as it stands.

Time passes only in `sleep` and in light sleep. The LSM6DS3TR-C is a map of registers behind a real I2C bus interface,
fed from a function that says how the glass stands; its wake-up interrupt compares two samples and is latched. The
Adafruit driver is replaced by the few properties code.py uses, which go over that bus.
"""

import math
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType, TracebackType
from typing import Final

import pytest

ADDRESS: Final = 0x6A
CTRL1_XL, CTRL2_G, WAKE_UP_SRC, OUTX_L_G, OUTX_L_XL = 0x10, 0x11, 0x1B, 0x22, 0x28
TAP_CFG, MD1_CFG = 0x58, 0x5E
PERIODS_MS: Final = {0x10: 80, 0x30: 19, 0x40: 10}
G_PER_COUNT: Final = 0.122e-3
RAD_S_PER_COUNT: Final = math.radians(70e-3)

Attitude = Callable[[int], tuple[tuple[float, float, float], tuple[float, float, float]]]
"""Millisecond → (acceleration in g, angular velocity in rad/s)."""


class PowerCutError(Exception):
    """Raised in the firmware's own wait when the test's time is over."""


@dataclass(slots=True)
class Aired:
    """One call to start_advertising."""

    at_ms: int
    data: bytes
    interval_s: float
    connectable: bool
    tx_power: int


@dataclass(slots=True)
class Xiao:
    """The board and its surroundings."""

    attitude: Attitude
    until_ms: int
    interrupt_works: bool = True
    now_ms: int = 0
    aired: list[Aired] = field(default_factory=list)
    is_advertising: bool = False
    registers: dict[int, int] = field(default_factory=lambda: {0x0F: 0x6A})
    pins: dict[str, bool] = field(default_factory=dict)
    light_sleeps: list[tuple[int, int]] = field(default_factory=list)
    latched: bool = False

    def pass_ms(self, duration_ms: int) -> None:
        self.now_ms += duration_ms
        if self.now_ms >= self.until_ms:
            raise PowerCutError

    def read(self, register: int, count: int) -> bytes:
        assert self.pins.get("IMU_PWR"), "the sensor has no power"
        accel, gyro = self.attitude(self.now_ms)
        if register == WAKE_UP_SRC:
            self.latched = False
        if register == OUTX_L_XL:
            return struct.pack("<hhh", *(round(part / G_PER_COUNT) for part in accel))
        if register == OUTX_L_G:
            assert self.registers.get(CTRL2_G, 0) & 0xF0, "the gyroscope is off"
            return struct.pack("<hhh", *(round(part / RAD_S_PER_COUNT) for part in gyro))
        return bytes(self.registers.get(register + i, 0) for i in range(count))

    def light_sleep(self, until_ms: int) -> bool:
        """Doze; True if the accelerometer's pin ended it."""
        started_ms = self.now_ms
        armed = self.registers.get(TAP_CFG, 0) & 0x80 and self.registers.get(MD1_CFG, 0) & 0x20
        period_ms = PERIODS_MS[self.registers[CTRL1_XL] & 0xF0]
        before, _ = self.attitude(self.now_ms)
        while not self.latched and self.now_ms < until_ms:
            self.pass_ms(min(period_ms, until_ms - self.now_ms))
            after, _ = self.attitude(self.now_ms)
            jump = max(abs(a - b) for a, b in zip(after, before, strict=True))
            self.latched = bool(self.interrupt_works and armed and jump > 0.0625)
            before = after
        self.light_sleeps.append((started_ms, self.now_ms))
        return self.latched

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put the board's modules where code.py will import them from."""
        for name, module in _modules(self).items():
            monkeypatch.setitem(sys.modules, name, module)


class _I2C:
    def __init__(self, board: Xiao) -> None:
        self._board = board
        self._locked = False

    def try_lock(self) -> bool:
        self._locked = True
        return True

    def unlock(self) -> None:
        self._locked = False

    def writeto(self, address: int, data: bytes) -> None:
        assert self._locked
        assert address == ADDRESS
        for i, value in enumerate(data[1:]):
            self._board.registers[data[0] + i] = value

    def writeto_then_readfrom(self, address: int, out: bytes, into: bytearray) -> None:
        assert self._locked
        assert address == ADDRESS
        into[:] = self._board.read(out[0], len(into))


class _I2CDevice:
    def __init__(self, bus: _I2C) -> None:
        self._bus = bus

    def __enter__(self) -> "_I2CDevice":
        while not self._bus.try_lock():
            pass
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._bus.unlock()

    def write(self, data: bytes) -> None:
        self._bus.writeto(ADDRESS, data)

    def write_then_readinto(self, out: bytes, into: bytearray) -> None:
        self._bus.writeto_then_readfrom(ADDRESS, out, into)


class _Driver:
    """The properties of adafruit_lsm6ds that code.py uses, at ±4 g and 2000 dps."""

    def __init__(self, bus: _I2C) -> None:
        self.i2c_device = _I2CDevice(bus)
        self.accelerometer_range = 0
        self.gyro_range = 0
        assert self._get(0x0F, 1)[0] == 0x6A, "not an LSM6DS3TR-C"

    def _get(self, register: int, count: int) -> bytearray:
        into = bytearray(count)
        with self.i2c_device as device:
            device.write_then_readinto(bytes((register,)), into)
        return into

    def _set_rate(self, register: int, rate: int) -> None:
        with self.i2c_device as device:
            device.write(bytes((register, rate << 4)))

    accelerometer_data_rate = property(None, lambda self, rate: self._set_rate(CTRL1_XL, rate))
    gyro_data_rate = property(None, lambda self, rate: self._set_rate(CTRL2_G, rate))

    @property
    def acceleration(self) -> tuple[float, ...]:
        assert self.accelerometer_range == 2
        return tuple(n * G_PER_COUNT * 9.80665 for n in struct.unpack("<hhh", self._get(OUTX_L_XL, 6)))

    @property
    def gyro(self) -> tuple[float, ...]:
        assert self.gyro_range == 3
        return tuple(n * RAD_S_PER_COUNT for n in struct.unpack("<hhh", self._get(OUTX_L_G, 6)))


class _Adapter:
    def __init__(self, board: Xiao) -> None:
        self._board = board
        self.enabled = False

    def start_advertising(self, data: bytes, *, connectable: bool, interval: float, tx_power: int) -> None:
        assert self.enabled
        assert not self._board.is_advertising, "the adapter raises if it already advertises"
        assert len(data) <= 31
        assert 0.02 <= interval <= 10.24
        self._board.is_advertising = True
        self._board.aired.append(Aired(self._board.now_ms, bytes(data), interval, connectable, tx_power))

    def stop_advertising(self) -> None:
        self._board.is_advertising = False


class _DigitalInOut:
    def __init__(self, board: Xiao, pin: str) -> None:
        self._board, self._pin = board, pin

    def switch_to_output(self, value: bool = False) -> None:
        self._board.pins[self._pin] = value


@dataclass(frozen=True, slots=True)
class _Cell:
    value: int = round(65535 * 0.389)  # 3.8 V behind the divider
    reference_voltage: float = 3.3


@dataclass(frozen=True, slots=True)
class _PinAlarm:
    pin: str
    value: bool


@dataclass(frozen=True, slots=True)
class _TimeAlarm:
    monotonic_time: float


def _module(name: str, **names: object) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(names)
    return module


def _modules(board: Xiao) -> dict[str, ModuleType]:
    def light_sleep(by_motion: _PinAlarm, by_time: _TimeAlarm) -> _PinAlarm | _TimeAlarm:
        assert by_motion.pin == "IMU_INT1"
        return by_motion if board.light_sleep(round(by_time.monotonic_time * 1000)) else by_time

    pins = {name: name for name in ("IMU_PWR", "IMU_SCL", "IMU_SDA", "IMU_INT1", "READ_BATT_ENABLE", "VBATT")}
    rates = _module("Rate", RATE_SHUTDOWN=0, RATE_12_5_HZ=1, RATE_52_HZ=3, RATE_104_HZ=4)
    return {
        "time": _module(
            "time",
            sleep=lambda seconds: board.pass_ms(max(1, round(seconds * 1000))),
            monotonic=lambda: board.now_ms / 1000,
            monotonic_ns=lambda: board.now_ms * 1_000_000,
        ),
        "board": _module("board", **pins),
        "busio": _module("busio", I2C=lambda scl, sda, frequency: _I2C(board)),
        "digitalio": _module("digitalio", DigitalInOut=lambda pin: _DigitalInOut(board, pin)),
        "analogio": _module("analogio", AnalogIn=lambda pin: _Cell()),
        "_bleio": _module("_bleio", adapter=_Adapter(board)),
        "alarm": _module(
            "alarm",
            pin=_module("alarm.pin", PinAlarm=_PinAlarm),
            time=_module("alarm.time", TimeAlarm=_TimeAlarm),
            light_sleep_until_alarms=light_sleep,
        ),
        "adafruit_lsm6ds": _module(
            "adafruit_lsm6ds",
            Rate=rates,
            AccelRange=_module("AccelRange", RANGE_4G=2),
            GyroRange=_module("GyroRange", RANGE_2000_DPS=3),
        ),
        "adafruit_lsm6ds.lsm6ds3trc": _module("adafruit_lsm6ds.lsm6ds3trc", LSM6DS3TRC=_Driver),
    }
