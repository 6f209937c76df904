from adafruit_lsm6ds import I2CDevice
from busio import I2C

class LSM6DS3TRC:
    i2c_device: I2CDevice
    accelerometer_range: int
    gyro_range: int
    accelerometer_data_rate: int
    gyro_data_rate: int
    def __init__(self, i2c_bus: I2C, address: int = 0x6A) -> None: ...
    @property
    def acceleration(self) -> tuple[float, float, float]: ...
    @property
    def gyro(self) -> tuple[float, float, float]: ...
