# mypy: disable-error-code="attr-defined"
"""The LSM6DS3TR-C in its three tempers: watching, resting, sleeping.

Takes the driver `adafruit_lsm6ds.lsm6ds3trc.LSM6DS3TRC` and that library's table of rates; knows the registers the
library has no name for. Register names and values: ST, LSM6DS3TR-C data sheet (DocID030071), chapter 9; AN5130 for
the wake-up interrupt.

Watching: accelerometer and gyroscope at 104 Hz. Resting: gyroscope off, accelerometer at 52 Hz in low-power mode,
which raises INT1 when two samples differ by 62.5 mg. Sleeping: the same at 12.5 Hz. The interrupt is a help and never
trusted alone: elsewhere it was seen never to fire, and always.
"""

STANDARD_GRAVITY = 9.80665
GYRO_START_MS = 80  # data sheet table 4: turn-on time 70 ms

TAP_CFG = 0x58
WAKE_UP_SRC = 0x1B
SETUP = (
    (0x15, 0x10),  # CTRL6_C: accelerometer's high-performance mode off
    (0x16, 0x80),  # CTRL7_G: gyroscope's high-performance mode off
    (0x5B, 0x01),  # WAKE_UP_THS: one step, full scale / 64 = 62.5 mg at 4 g
    (0x5C, 0x00),  # WAKE_UP_DUR: one sample is enough
    (0x5E, 0x20),  # MD1_CFG: wake-up to INT1
    (TAP_CFG, 0x81),  # interrupts and their timer on, latched: without bit 7 nothing ever fires
)

WATCHING = 0
RESTING = 1
SLEEPING = 2


class Imu:
    """Accelerations in g, angular velocities in rad/s."""

    def __init__(self, driver: object, rates: object) -> None:
        self._driver = driver
        self._accel_rates = (rates.RATE_104_HZ, rates.RATE_52_HZ, rates.RATE_12_5_HZ)
        self._gyro_rates = (rates.RATE_104_HZ, rates.RATE_SHUTDOWN, rates.RATE_SHUTDOWN)
        self._temper: int | None = None
        self._gyro_from_ms: int | None = None
        for register, value in SETUP:
            self._write(register, value)

    def become(self, temper: int, now_ms: int) -> None:
        """Change the temper; nothing is written if it is that already."""
        if temper == self._temper:
            return
        self._temper = temper
        self._driver.accelerometer_data_rate = self._accel_rates[temper]
        self._driver.gyro_data_rate = self._gyro_rates[temper]
        self._gyro_from_ms = now_ms + GYRO_START_MS if temper == WATCHING else None

    def read(self, now_ms: int) -> "tuple[tuple[float, float, float], tuple[float, float, float] | None]":
        """(acceleration, angular velocity or None while the gyroscope is off or starting)."""
        x, y, z = self._driver.acceleration
        accel = (x / STANDARD_GRAVITY, y / STANDARD_GRAVITY, z / STANDARD_GRAVITY)
        if self._gyro_from_ms is None or now_ms < self._gyro_from_ms:
            return accel, None
        p, q, r = self._driver.gyro
        return accel, (p, q, r)

    def clear_interrupt(self) -> None:
        """Lower INT1: it is latched until its source is read."""
        source = bytearray(1)
        with self._driver.i2c_device as i2c:
            i2c.write_then_readinto(bytes((WAKE_UP_SRC,)), source)

    def _write(self, register: int, value: int) -> None:
        with self._driver.i2c_device as i2c:
            i2c.write(bytes((register, value)))
