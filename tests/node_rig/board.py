"""A XIAO nRF52840 Sense in software, enough of it to run code.py as it stands.

Time passes in `sleep`, in light sleep, with every transfer on the I2C bus and with every look at the clock (which
stands for the interpreter's own work). The LSM6DS3TR-C is a chip of registers at the end of the bus; Adafruit's real
library drives it. CircuitPython's floats keep 22 bits, and so does its `time.monotonic`.
"""

import importlib
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from node_rig.lsm6ds3trc import ADDRESS, EIO, ENODEV, PERFECT, Errors, Feel, Lsm6ds3trc
from tamsk_pi.simulator.motion_traces import Trace, Vector

FIRMWARE = Path(__file__).parents[2] / "firmware" / "hourglass"
PIN_NAMES = ("IMU_PWR", "IMU_SCL", "IMU_SDA", "IMU_INT1", "READ_BATT_ENABLE", "VBATT", "LED_BLUE", "LED_GREEN")
MS = 1_000_000

Attitude = Callable[[int], tuple[Vector, Vector]]
"""Millisecond since power-on → (acceleration in g, angular velocity in rad/s)."""


class PowerCutError(BaseException):
    """Raised in the firmware's own wait when the test's time is over; no firmware can catch it."""


class ReloadError(BaseException):
    """Raised by supervisor.reload: code.py ends here and is run again."""


@dataclass(slots=True)
class Aired:
    """One call to start_advertising; instants in milliseconds since power-on."""

    at_ms: float
    data: bytes
    interval_s: float
    connectable: bool
    tx_power: int


@dataclass(slots=True)
class Speed:
    """How slow the board is: what a transfer on the bus and a look at the clock cost."""

    transfer_ns: int = 0
    look_ns: int = 50_000  # never nothing: a firmware that only looks at the clock must see it move


@dataclass(slots=True)
class Xiao:
    """The board and its surroundings. `uptime_ms`: what its clock says at power-on."""

    feel: Feel
    until_ms: int
    interrupt_works: bool = True
    errors: Errors = PERFECT
    speed: Speed = field(default_factory=Speed)
    uptime_ms: int = 0
    seed: int = 0
    now_ns: int = 0
    aired: list[Aired] = field(default_factory=list)
    is_advertising: bool = False
    pins: dict[str, bool] = field(default_factory=dict)
    light_sleeps: list[tuple[int, int]] = field(default_factory=list)
    naps: int = 0
    bus_fails_ms: int | None = None
    reloads: int = 0
    blue_ms: list[float] = field(default_factory=list)
    chip: Lsm6ds3trc = field(init=False)

    def __post_init__(self) -> None:
        self.chip = Lsm6ds3trc(self.feel, self.errors, self.seed)

    @property
    def now_ms(self) -> float:
        return self.now_ns / MS

    def pass_ns(self, duration_ns: int) -> None:
        self.now_ns += duration_ns
        if self.now_ns >= self.until_ms * MS:
            raise PowerCutError

    def monotonic_ns(self) -> int:
        self.pass_ns(self.speed.look_ns)
        return self.uptime_ms * MS + self.now_ns

    def monotonic_s(self) -> float:
        return circuitpython_float(self.monotonic_ns() / 1e9)

    def powered_chip(self) -> Lsm6ds3trc:
        """The chip, at the present instant; without its supply it does not answer."""
        self.pass_ns(self.speed.transfer_ns)
        if self.bus_fails_ms is not None and self.now_ms >= self.bus_fails_ms:
            self.bus_fails_ms = None
            raise OSError(EIO, "the bus failed, once")
        if not self.pins.get("IMU_PWR"):
            raise OSError(ENODEV, "no such device: IMU_PWR is low")
        self.chip.advance(self.now_ns)
        return self.chip

    def light_sleep(self, until_ns: int) -> bool:
        """Doze; True if the accelerometer's pin ended it."""
        started_ns = self.now_ns
        while not self.is_woken() and self.now_ns < until_ns:
            due_ns = self.chip.next_ns()
            to_ns = until_ns if due_ns is None else min(until_ns, max(due_ns, self.now_ns + 1))
            self.pass_ns(to_ns - self.now_ns)
            self.chip.advance(self.now_ns)
        self.light_sleeps.append((started_ns // MS, self.now_ns // MS))
        return self.is_woken()

    def is_woken(self) -> bool:
        return self.interrupt_works and self.chip.is_int1_high

    def run(self, patch: pytest.MonkeyPatch) -> None:
        """Run code.py until the time is over."""
        modules = board_modules(self)
        clock = modules.pop("time")
        for name, module in modules.items():
            patch.setitem(sys.modules, name, module)
        # Adafruit's library stays imported for good, and must not keep this board's clock.
        library = importlib.import_module("adafruit_lsm6ds")
        patch.setitem(sys.modules, "time", clock)
        patch.setattr(library, "sleep", lambda seconds: self.pass_ns(round(seconds * 1e9)))
        for name, module in _firmware().items():
            patch.setitem(sys.modules, name, module)
        with pytest.raises(PowerCutError):
            self._run_for_ever()

    def _run_for_ever(self) -> None:
        while True:
            try:
                exec(_code(), {"__name__": "__main__"})
            except ReloadError:
                self.reloads += 1
                self.pins.clear()
                self.is_advertising = False


@cache
def _firmware() -> dict[str, ModuleType]:
    """The modules of the firmware under the names they have on the board; none of them keeps any state."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FIRMWARE)
        names = [path.stem for path in sorted(FIRMWARE.glob("*.py")) if path.stem != "code"]
        for name in names:
            patch.delitem(sys.modules, name, raising=False)
        found = {name: importlib.import_module(name) for name in names}
        for name in names:
            del sys.modules[name]
    return found


@cache
def _code() -> CodeType:
    path = FIRMWARE / "code.py"
    return compile(path.read_text(encoding="utf-8"), str(path), "exec")


def powered(board: Xiao) -> Xiao:
    """The board after code.py ran on it until the time was over."""
    with pytest.MonkeyPatch.context() as patch:
        board.run(patch)
    return board


def as_feel(attitude: Attitude) -> Feel:
    """How a glass stands at the end of the interval, for whoever cares only for that."""
    return lambda _, to_ns: attitude(to_ns // MS)


def glued(trace: Trace, begin_ns: int) -> Feel:
    """A trace that begins at this instant after power-on; before it, the glass stands as it does at its beginning."""

    def feel(from_ns: int, to_ns: int) -> tuple[Vector, Vector]:
        if to_ns < begin_ns:
            return trace.accel_g[0], (0.0, 0.0, 0.0)
        return trace.felt(from_ns - begin_ns, to_ns - begin_ns)

    return feel


def circuitpython_float(value: float) -> float:
    """Cut to the 22 significant bits that a float has there."""
    if value == 0:
        return value
    mantissa, exponent = math.frexp(value)
    return math.ldexp(math.floor(mantissa * (1 << 22)), exponent - 22)


class _I2C:
    """busio.I2C: what goes to another address than the chip's is not acknowledged."""

    def __init__(self, board: Xiao, scl: str, sda: str, frequency: int) -> None:
        assert (scl, sda) == ("IMU_SCL", "IMU_SDA")
        assert frequency <= 400_000, "the LSM6DS3TR-C ends at 400 kHz (data sheet table 7)"
        self._board = board
        self._is_locked = False

    def try_lock(self) -> bool:
        was_free, self._is_locked = not self._is_locked, True
        return was_free

    def unlock(self) -> None:
        assert self._is_locked
        self._is_locked = False

    def writeto(self, address: int, data: bytes, *, start: int = 0, end: int | None = None) -> None:
        chip, data = self._chip(address), bytes(data)[start:end]
        if len(data) > 1:
            chip.write(data[0], data[1:])

    def readfrom_into(self, address: int, buffer: bytearray) -> None:
        # The chip goes on from the register addressed last; the library only looks whether it answers at all.
        self._chip(address)
        buffer[:] = bytes(len(buffer))

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        chip = self._chip(address)
        [register] = bytes(out_buffer)[out_start:out_end]
        place = slice(in_start, len(in_buffer) if in_end is None else in_end)
        in_buffer[place] = chip.read(register, place.stop - place.start)

    def _chip(self, address: int) -> Lsm6ds3trc:
        assert self._is_locked, "the bus is used without its lock"
        if address != ADDRESS:
            raise OSError(ENODEV, f"no device at {address:#04x}")
        return self._board.powered_chip()


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
        self.value = value

    @property
    def value(self) -> bool:
        return self._board.pins[self._pin]

    @value.setter
    def value(self, value: bool) -> None:
        if self._pin == "LED_BLUE" and not value and self._board.pins.get(self._pin, True):
            self._board.blue_ms.append(self._board.now_ms)
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


def board_modules(board: Xiao) -> dict[str, ModuleType]:
    """CircuitPython's modules as this board has them, by name."""

    def sleep(seconds: float) -> None:
        board.naps += 1
        board.pass_ns(max(MS, round(seconds * 1e9)))

    def time_alarm(monotonic_time: float) -> _TimeAlarm:
        at_s = circuitpython_float(monotonic_time)
        if at_s < board.monotonic_ns() / 1e9:
            raise ValueError("Time is in the past.")
        return _TimeAlarm(at_s)

    def light_sleep(by_motion: _PinAlarm, by_time: _TimeAlarm) -> _PinAlarm | _TimeAlarm:
        assert by_motion == _PinAlarm("IMU_INT1", True)
        until_ns = round(by_time.monotonic_time * 1e9) - board.uptime_ms * MS
        return by_motion if board.light_sleep(until_ns) else by_time

    def reload() -> None:
        raise ReloadError

    return {
        "time": _module("time", sleep=sleep, monotonic=board.monotonic_s, monotonic_ns=board.monotonic_ns),
        "board": _module("board", **{name: name for name in PIN_NAMES}),
        "busio": _module(
            "busio",
            I2C=lambda scl, sda, frequency: _I2C(board, scl, sda, frequency),
            SPI=object,  # named by the library's annotations
        ),
        "digitalio": _module("digitalio", DigitalInOut=lambda pin: _DigitalInOut(board, pin)),
        "analogio": _module("analogio", AnalogIn=lambda pin: _Cell()),
        "_bleio": _module("_bleio", adapter=_Adapter(board)),
        "alarm": _module(
            "alarm",
            pin=_module("alarm.pin", PinAlarm=_PinAlarm),
            time=_module("alarm.time", TimeAlarm=time_alarm),
            light_sleep_until_alarms=light_sleep,
        ),
        "supervisor": _module("supervisor", reload=reload),
    }
