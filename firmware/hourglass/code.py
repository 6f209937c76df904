"""The node in a hourglass: wiring only. What it does is in node.py and the modules it joins."""

import time
import traceback

import _bleio
import analogio
import board
import busio
import digitalio
import supervisor
from adafruit_lsm6ds import AccelRange, GyroRange, Rate
from adafruit_lsm6ds.lsm6ds3trc import LSM6DS3TRC
from alarm import light_sleep_until_alarms
from alarm import pin as alarm_pin
from alarm import time as alarm_time
from battery import percent, pin_millivolts
from flip import FlipDetector
from imu import Imu
from motion import MotionDetector
from node import SLEEPING, WATCHING, Node
from packet import PacketBuilder, name_structure
from schedule import Schedule

AXIS = 2  # the sensor's z axis lies along the glass …
SIGN = 1  # … and reads +1 g with end A down; -1 if the board is glued in the other way up
TX_POWER_DBM = 0  # CircuitPython's default of -20 does not reach the other end of a table
BATTERY_EVERY_MS = 60_000
NAP_S = 0.02
RESTART_S = 5


def now_ms() -> int:
    # Whole nanoseconds in an int of any length: no wrap, and exact after days, unlike monotonic() and ticks_ms().
    return time.monotonic_ns() // 1_000_000


def start_imu() -> "tuple[digitalio.DigitalInOut, Imu]":
    power = digitalio.DigitalInOut(board.IMU_PWR)
    power.switch_to_output(value=True)
    time.sleep(0.1)
    driver = LSM6DS3TRC(busio.I2C(board.IMU_SCL, board.IMU_SDA, frequency=400_000))
    driver.accelerometer_range = AccelRange.RANGE_4G
    driver.gyro_range = GyroRange.RANGE_2000_DPS
    return power, Imu(driver, Rate)


def start_battery() -> "tuple[digitalio.DigitalInOut, analogio.AnalogIn]":
    # Low for good: driven high, the cell's 4.2 V reach P0.31 undivided (Seeed's wiki on charging). It costs 3 µA.
    divider = digitalio.DigitalInOut(board.READ_BATT_ENABLE)
    divider.switch_to_output(value=False)
    return divider, analogio.AnalogIn(board.VBATT)


def start_light() -> "digitalio.DigitalInOut":
    light = digitalio.DigitalInOut(board.LED_BLUE)
    light.switch_to_output(value=True)  # to the supply: high is dark
    return light


def send(data: bytes, interval_s: float) -> None:
    _bleio.adapter.stop_advertising()
    _bleio.adapter.start_advertising(data, connectable=False, interval=interval_s, tx_power=TX_POWER_DBM)


def doze(imu: Imu, pause_s: float) -> bool:
    """Light sleep, RAM and sensor kept; True if the accelerometer ended it. README.md says why not deep sleep."""
    imu.clear_interrupt()
    try:
        by_time = alarm_time.TimeAlarm(monotonic_time=time.monotonic() + pause_s)
    except ValueError:
        # "In the past": after twelve days monotonic(), a short float, counts in quarters of a second.
        time.sleep(NAP_S)
        return False
    by_motion = alarm_pin.PinAlarm(pin=board.IMU_INT1, value=True)
    return isinstance(light_sleep_until_alarms(by_motion, by_time), alarm_pin.PinAlarm)


def main() -> None:
    _imu_power, imu = start_imu()
    _divider, cell = start_battery()
    light = start_light()
    _bleio.adapter.enabled = True
    node = Node(FlipDetector(AXIS, SIGN), MotionDetector(), Schedule(now_ms()), PacketBuilder())
    battery_percent, battery_at_ms = 0, now_ms()
    while True:
        now = now_ms()
        imu.become(node.temper(now), now)
        sample = imu.read(now)
        if sample is not None:
            node.take(now, *sample)
        if now >= battery_at_ms:
            battery_percent = percent(pin_millivolts(cell.value, cell.reference_voltage))
            battery_at_ms = now + BATTERY_EVERY_MS
        if node.is_due(now):
            data = node.advertisement(now, battery_percent) + name_structure()
            send(data, node.air_interval_s())
        light.value = not node.is_signing()
        now = now_ms()
        temper, pause_s = node.temper(now), node.pause_ms(now) / 1000
        imu.become(temper, now)
        if temper == SLEEPING:
            _bleio.adapter.stop_advertising()
        if temper == WATCHING:
            time.sleep(pause_s)
        elif doze(imu, pause_s):
            node.woken(now_ms())


try:
    main()
except Exception as error:  # noqa: BLE001 - the edge: nobody is there to press a key, so the node starts afresh
    traceback.print_exception(error)
    time.sleep(RESTART_S)
    supervisor.reload()
