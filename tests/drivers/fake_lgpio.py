"""The module `lgpio` with a memory, below gpiozero's own LGPIOFactory (lgpio 0.2.2: flags, edges, SPI calls)."""

from collections.abc import Callable, Sequence
from types import ModuleType

from tamsk_pi.simulator.chips.spi_device import SimulatedSpiDev, SpiBuses

IS_OUT = 1 << 1
FLAGS = {
    "SET_PULL_UP": 1 << 5,
    "SET_PULL_DOWN": 1 << 6,
    "SET_PULL_NONE": 1 << 7,
    "RISING_EDGE": 1,
    "FALLING_EDGE": 2,
    "BOTH_EDGES": 3,
}


class Error(Exception):
    """lgpio.error: derives from Exception alone and shows its text quoted."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.value = value

    def __str__(self) -> str:
        return repr(self.value)


class LgpioState:
    """One Pi's GPIO chip. `busy` lines belong to somebody else; `on_output` hears of every level put out."""

    def __init__(self, buses: SpiBuses) -> None:
        self.chips_opened: list[int] = []
        self.busy: set[int] = set()
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.tones: dict[int, float] = {}
        self.alerts: dict[int, Callable[[int, int, int, int], None]] = {}
        self.baud: list[int] = []
        self.on_output: Callable[[int, bool], None] = lambda gpio, level: None
        self._buses = buses
        self._devices: dict[int, SimulatedSpiDev] = {}

    def module(self) -> ModuleType:
        """What takes the place of `import lgpio`."""
        module = ModuleType("lgpio")
        for name, value in {**FLAGS, "error": Error}.items():
            setattr(module, name, value)
        for name in dir(self):
            if name.startswith(("gpio", "spi", "tx_", "callback")):
                setattr(module, name, getattr(self, name))
        return module

    def drive(self, gpio: int, level: int, at_ns: int) -> None:
        """Somebody outside puts that level on the line."""
        self.levels[gpio] = level
        if gpio in self.alerts:
            self.alerts[gpio](1, gpio, level, at_ns)

    def gpiochip_open(self, chip: int) -> int:
        self.chips_opened.append(chip)
        return 1

    def gpiochip_close(self, _handle: int) -> None: ...

    def gpio_get_mode(self, _handle: int, gpio: int) -> int:
        return self.modes.get(gpio, 0)

    def gpio_claim_output(self, _handle: int, gpio: int, level: int = 0, flags: int = 0) -> int:
        self._claim(gpio, IS_OUT | flags)
        return self.gpio_write(1, gpio, level)

    def gpio_claim_input(self, _handle: int, gpio: int, flags: int = 0) -> int:
        self._claim(gpio, flags)
        self.levels[gpio] = 1 if flags & FLAGS["SET_PULL_UP"] else self.levels.get(gpio, 0)
        return 0

    def gpio_claim_alert(self, _handle: int, gpio: int, _edges: int, flags: int = 0) -> int:
        self._claim(gpio, flags)
        return 0

    def gpio_free(self, _handle: int, gpio: int) -> int:
        self.modes.pop(gpio, None)
        return 0

    def gpio_read(self, _handle: int, gpio: int) -> int:
        return self.levels.get(gpio, 0)

    def gpio_write(self, _handle: int, gpio: int, level: int) -> int:
        self.levels[gpio] = int(level)
        self.on_output(gpio, bool(level))
        return 0

    def gpio_set_debounce_micros(self, _handle: int, _gpio: int, _micros: int) -> int:
        return 0

    def tx_pwm(self, _handle: int, gpio: int, frequency: float, _duty_cycle: float) -> int:
        if frequency:
            self.tones[gpio] = frequency
        else:
            self.tones.pop(gpio, None)
        return 0

    def callback(self, _handle: int, gpio: int, _edges: int, func: Callable[[int, int, int, int], None]) -> "Alert":
        self.alerts[gpio] = func
        return Alert(self, gpio)

    def spi_open(self, bus: int, channel: int, baud: int, flags: int = 0) -> int:
        assert flags == 0
        try:
            device = SimulatedSpiDev(self._buses, bus, channel)
        except FileNotFoundError:
            raise Error("can not open SPI device") from None
        device.max_speed_hz = baud
        self.baud.append(baud)
        self._devices[len(self.baud)] = device
        return len(self.baud)

    def spi_close(self, handle: int) -> int:
        self._devices.pop(handle).close()
        return 0

    def spi_xfer(self, handle: int, data: Sequence[int]) -> tuple[int, bytearray]:
        answer = bytearray(self._devices[handle].xfer2(tuple(data)))
        return len(answer), answer

    def _claim(self, gpio: int, mode: int) -> None:
        if gpio in self.busy:
            raise Error("GPIO busy")
        self.modes[gpio] = mode


class Alert:
    """What lgpio.callback gives back."""

    def __init__(self, state: LgpioState, gpio: int) -> None:
        self._state = state
        self._gpio = gpio

    def cancel(self) -> None:
        self._state.alerts.pop(self._gpio, None)
