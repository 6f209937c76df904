# What the firmware uses of adafruit-circuitpython-lsm6ds 4.6.3. The library fills its tables of rates and ranges at
# run time, where no type checker sees them; the tests run the firmware on the library itself.
from typing import Protocol

from _typeshed import ReadableBuffer, WriteableBuffer

class Rate:
    RATE_SHUTDOWN: int
    RATE_12_5_HZ: int
    RATE_26_HZ: int
    RATE_52_HZ: int
    RATE_104_HZ: int

class AccelRange:
    RANGE_4G: int

class GyroRange:
    RANGE_2000_DPS: int

class I2CDevice(Protocol):
    def __enter__(self) -> I2CDevice: ...
    def __exit__(self, *args: object) -> None: ...
    def write(self, buf: ReadableBuffer) -> None: ...
    def write_then_readinto(self, out_buffer: ReadableBuffer, in_buffer: WriteableBuffer) -> None: ...
