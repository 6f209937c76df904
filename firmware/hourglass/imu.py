"""The LSM6DS3TR-C in its four tempers.

    WATCHING   accelerometer (+-4 g) and gyroscope at 104 Hz: something is going on
    READY      26 and 52 Hz, low power: at rest, but a match may be on
    RESTING    gyroscope off, accelerometer at 26 Hz: nobody has touched the glass for minutes
    SLEEPING   the same at 12.5 Hz

Takes the driver `adafruit_lsm6ds.lsm6ds3trc.LSM6DS3TRC` and that library's table of rates; knows the registers the
library has no name for. Register names and values: ST, LSM6DS3TR-C data sheet (DocID030071), chapter 9; AN5130 for
the wake-up interrupt.

In all but WATCHING the accelerometer measures +-2 g and raises INT1 when two samples differ by 62.5 mg: twice the
threshold, because its filter halves the slope, and +-2 g give the least threshold there is. The driver believes in
+-4 g throughout, so its figures are halved there. The slower the rate, the slower a motion is felt: at 52 Hz a turn
of 3.3 rad/s, at 26 Hz one of 1.6. The interrupt is a help and never trusted alone: elsewhere it was seen never to
fire, and always.

A gyroscope needs 80 ms to start, and a fast turn is half over by then. Therefore READY keeps it running.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adafruit_lsm6ds import Rate
    from adafruit_lsm6ds.lsm6ds3trc import LSM6DS3TRC

STANDARD_GRAVITY = 9.80665
GYRO_START_MS = 80  # data sheet table 4: turn-on time 70 ms
CHANGE_MS = 20  # AN5130: the first sample after a change of rate or range is not to be used

WATCHING = 0
READY = 1
RESTING = 2
SLEEPING = 3

CTRL1_XL = 0x10
WAKE_UP_SRC = 0x1B
TAP_CFG = 0x58
FULL_SCALE_2G = 0x00
FULL_SCALE_4G = 0x08
SETUP = (
    (0x15, 0x10),  # CTRL6_C: accelerometer's high-performance mode off
    (0x16, 0x80),  # CTRL7_G: gyroscope's high-performance mode off
    (0x5B, 0x01),  # WAKE_UP_THS: one step, full scale / 64 = 31 mg at 2 g
    (0x5C, 0x00),  # WAKE_UP_DUR: one sample is enough
    (0x5E, 0x20),  # MD1_CFG: wake-up to INT1
    (TAP_CFG, 0x81),  # interrupts and their timer on, latched: without bit 7 nothing ever fires
)


class Imu:
    """Accelerations in g, angular velocities in rad/s."""

    def __init__(self, driver: "LSM6DS3TRC", rates: "type[Rate]") -> None:
        self._driver = driver
        self._accel_rates = (rates.RATE_104_HZ, rates.RATE_26_HZ, rates.RATE_26_HZ, rates.RATE_12_5_HZ)
        self._gyro_rates = (rates.RATE_104_HZ, rates.RATE_52_HZ, rates.RATE_SHUTDOWN, rates.RATE_SHUTDOWN)
        self._temper: int | None = None
        self._from_ms = 0
        self._gyro_from_ms: int | None = None
        self._g_per_unit = 1 / STANDARD_GRAVITY
        for register, value in SETUP:
            self._write(register, value)

    def become(self, temper: int, now_ms: int) -> None:
        """Change the temper; nothing is written if it is that already."""
        if temper == self._temper:
            return
        gyro_was_on = self._gyro_from_ms is not None
        self._temper = temper
        is_watching = temper == WATCHING
        self._write(CTRL1_XL, self._accel_rates[temper] << 4 | (FULL_SCALE_4G if is_watching else FULL_SCALE_2G))
        self._driver.gyro_data_rate = self._gyro_rates[temper]
        self._g_per_unit = (1 if is_watching else 0.5) / STANDARD_GRAVITY
        self._from_ms = now_ms + CHANGE_MS
        self._gyro_from_ms = None
        if temper in (WATCHING, READY):
            self._gyro_from_ms = now_ms + (CHANGE_MS if gyro_was_on else GYRO_START_MS)

    def read(self, now_ms: int) -> "tuple[tuple[float, float, float], tuple[float, float, float] | None] | None":
        """(acceleration, angular velocity or None while the gyroscope is off or starting); None right after a change
        of temper."""
        if now_ms < self._from_ms:
            return None
        x, y, z = self._driver.acceleration
        scale = self._g_per_unit
        accel = (x * scale, y * scale, z * scale)
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
