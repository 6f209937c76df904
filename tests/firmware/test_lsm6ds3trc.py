"""The chip of registers, as Adafruit's real library and the firmware's own writes find it."""

import importlib
import math
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Protocol, cast

import pytest

from node_rig.board import MS, Xiao, as_feel, board_modules
from node_rig.lsm6ds3trc import (
    CTRL1_XL,
    CTRL3_C,
    EIO,
    MD1_CFG,
    OUTX_L_XL,
    TAP_CFG,
    WAKE_UP_SRC,
    WAKE_UP_THS,
    WHO_AM_I,
    Lsm6ds3trc,
)
from tamsk_pi.simulator.motion_traces import Vector

TURNING = (0.5, -1.0, 3.0)
TILTED = (0.0, 0.6, -0.8)


class Driver(Protocol):
    """What the firmware uses of adafruit_lsm6ds."""

    acceleration: Vector
    gyro: Vector
    accelerometer_range: int
    gyro_range: int
    accelerometer_data_rate: int
    gyro_data_rate: int


def steady(_: int) -> tuple[Vector, Vector]:
    return TILTED, TURNING


@pytest.fixture
def xiao() -> Xiao:
    return Xiao(as_feel(steady), until_ms=10_000, pins={"IMU_PWR": True})


@pytest.fixture
def library(xiao: Xiao) -> Iterator[ModuleType]:
    """Adafruit's library with the chip's bus below it."""
    with pytest.MonkeyPatch.context() as patch:
        for name, module in board_modules(xiao).items():
            if name != "time":
                patch.setitem(sys.modules, name, module)
        library = importlib.import_module("adafruit_lsm6ds.lsm6ds3trc")
        patch.setattr(sys.modules["adafruit_lsm6ds"], "sleep", lambda seconds: xiao.pass_ns(round(seconds * 1e9)))
        yield library


def bus(xiao: Xiao) -> object:
    return vars(board_modules(xiao)["busio"])["I2C"]("IMU_SCL", "IMU_SDA", 400_000)


def driver(library: ModuleType, xiao: Xiao, address: int = 0x6A) -> Driver:
    return cast("Driver", vars(library)["LSM6DS3TRC"](bus(xiao), address))


def test_the_library_finds_resets_and_reads_it(library: ModuleType, xiao: Xiao) -> None:
    imu = driver(library, xiao)
    imu.accelerometer_range, imu.gyro_range = 2, 3  # 4 g, 2000 dps

    xiao.pass_ns(200 * MS)

    assert imu.acceleration == pytest.approx([part * 9.80665 for part in TILTED], abs=0.002)
    assert imu.gyro == pytest.approx(TURNING, abs=math.radians(0.07))


def test_another_chip_at_the_address_is_refused(library: ModuleType, xiao: Xiao) -> None:
    xiao.chip.registers[WHO_AM_I] = 0x69

    with pytest.raises(RuntimeError, match="Failed to find LSM6DS3TRC"):
        driver(library, xiao)


def test_no_other_address_is_answered(library: ModuleType, xiao: Xiao) -> None:
    with pytest.raises(ValueError, match="No I2C device at address: 0x6b"):
        driver(library, xiao, 0x6B)


def test_without_its_supply_it_does_not_answer(library: ModuleType, xiao: Xiao) -> None:
    xiao.pins["IMU_PWR"] = False

    with pytest.raises(ValueError, match="No I2C device"):
        driver(library, xiao)


@pytest.mark.parametrize("register", [0x00, 0x02, 0x0C, 0x44, 0x60, 0x7F])
def test_a_register_that_does_not_exist_is_neither_read_nor_written(register: int) -> None:
    chip = Lsm6ds3trc(as_feel(steady))
    with pytest.raises(OSError, match="no register") as refused:
        chip.read(register, 1)
    assert refused.value.errno == EIO
    with pytest.raises(OSError, match="no register"):
        chip.write(register, b"\x01")


def test_a_read_of_several_bytes_walks_on_only_with_auto_increment() -> None:
    chip = Lsm6ds3trc(as_feel(steady))
    chip.write(CTRL1_XL, bytes((0x40, 0x4C)))
    assert chip.read(CTRL1_XL, 2) == bytes((0x40, 0x4C))

    chip.write(CTRL3_C, b"\x00")

    assert chip.read(CTRL1_XL, 2) == bytes((0x40, 0x40))


def test_reset_brings_every_register_back_within_50_microseconds() -> None:
    chip = Lsm6ds3trc(as_feel(steady))
    fresh = bytes(chip.registers)
    chip.write(CTRL1_XL, b"\x48")
    chip.write(CTRL3_C, b"\x05")
    assert chip.read(CTRL3_C, 1) == b"\x05"

    chip.advance(50_000)

    assert bytes(chip.registers) == fresh
    assert chip.next_ns() is None


def test_identity_and_outputs_cannot_be_written() -> None:
    chip = Lsm6ds3trc(as_feel(steady))
    chip.write(WHO_AM_I, b"\x00")
    chip.write(OUTX_L_XL, b"\xff")

    assert (chip.read(WHO_AM_I, 1), chip.read(OUTX_L_XL, 1)) == (b"\x6a", b"\x00")


@pytest.mark.parametrize(("rate", "hertz"), [(1, 12.5), (2, 26), (3, 52), (4, 104), (5, 208)])
def test_it_samples_at_its_own_rate_and_holds_the_sample_until_the_next(rate: int, hertz: float) -> None:
    chip = Lsm6ds3trc(lambda _, to_ns: ((to_ns / 1e9, 0.0, 0.0), TURNING))
    chip.write(CTRL1_XL, bytes((rate << 4 | 0x08,)))
    seen: list[bytes] = []
    for at_ms in range(1000):
        chip.advance(at_ms * MS)
        reading = chip.read(OUTX_L_XL, 2)
        if not seen or seen[-1] != reading:
            seen.append(reading)

    assert len(seen) - 1 == pytest.approx(hertz, abs=1)


def test_full_scale_ends_at_the_last_count() -> None:
    chip = Lsm6ds3trc(lambda *_: ((9.0, -9.0, 1.0), TURNING))
    chip.write(CTRL1_XL, b"\x48")
    chip.advance(20 * MS)

    assert chip.read(OUTX_L_XL, 6) == (32767).to_bytes(2, "little") + b"\x00\x80" + (8197).to_bytes(2, "little")


def test_the_gyroscope_reads_zeros_while_it_starts(library: ModuleType, xiao: Xiao) -> None:
    imu = driver(library, xiao)
    imu.gyro_range = 3
    imu.gyro_data_rate = 0
    xiao.pass_ns(100 * MS)
    xiao.chip.advance(xiao.now_ns)
    imu.gyro_data_rate = 4

    xiao.pass_ns(60 * MS)
    assert imu.gyro == (0.0, 0.0, 0.0)
    xiao.pass_ns(30 * MS)
    assert imu.gyro == pytest.approx(TURNING, abs=math.radians(0.07))


def nudged(step_g: float) -> Lsm6ds3trc:
    """At 26 Hz and 2 g, one jump of the x axis after 500 ms."""
    chip = Lsm6ds3trc(lambda _, to_ns: ((step_g if to_ns > 500 * MS else 0.0, 0.0, 1.0), TURNING))
    chip.write(CTRL1_XL, b"\x20")
    chip.write(WAKE_UP_THS, b"\x01")
    chip.write(MD1_CFG, b"\x20")
    return chip


def test_the_wake_up_line_never_rises_without_the_timer_bit() -> None:
    """The known trap: TAP_CFG 0x01 latches an interrupt that cannot come, 0x81 works."""
    for value, rises in ((0x01, False), (0x81, True)):
        chip = nudged(1.0)
        chip.write(TAP_CFG, bytes((value,)))
        chip.advance(600 * MS)
        assert chip.is_int1_high is rises


@pytest.mark.parametrize(("step_g", "rises"), [(0.055, False), (0.07, True)])
def test_two_samples_must_differ_by_twice_the_threshold(step_g: float, rises: bool) -> None:
    chip = nudged(step_g)
    chip.write(TAP_CFG, b"\x81")
    chip.advance(600 * MS)

    assert chip.is_int1_high is rises


def test_a_latched_interrupt_stays_until_its_source_is_read() -> None:
    chip = nudged(1.0)
    chip.write(TAP_CFG, b"\x81")
    chip.advance(3_000 * MS)
    assert chip.is_int1_high

    assert chip.read(WAKE_UP_SRC, 1) == b"\x0c"
    assert not chip.is_int1_high
