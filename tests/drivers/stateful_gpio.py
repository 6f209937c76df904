"""fake-rpi's RPi.GPIO with a memory: what is set is kept, what is driven from outside is read, edges are called."""

from collections.abc import Callable

from fake_rpi.RPi import _GPIO

Callback = Callable[[int], None]
_INPUT = 1  # RPi.GPIO's IN


class StatefulGpio(_GPIO):  # type: ignore[misc]  # fake-rpi has no types
    """Enough of a GPIO for gpiozero; `on_output` hears of every level put out."""

    def __init__(self) -> None:
        super().__init__()
        self.functions: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.tones: dict[int, float] = {}
        self.callbacks: dict[int, Callback] = {}
        self.on_output: Callable[[int, bool], None] = lambda channel, level: None
        gpio = self

        class Pwm:
            """Software PWM on one pin."""

            def __init__(self, channel: int, frequency: float) -> None:
                self.channel = channel
                gpio.tones[channel] = frequency

            def start(self, duty_cycle: float) -> None: ...

            def stop(self) -> None:
                gpio.tones.pop(self.channel, None)

            def ChangeDutyCycle(self, duty_cycle: float) -> None: ...  # noqa: N802  # RPi.GPIO's name

            def ChangeFrequency(self, frequency: float) -> None:  # noqa: N802  # RPi.GPIO's name
                gpio.tones[self.channel] = frequency

        self.PWM = Pwm

    def setup(self, channel: int, function: int, pull_up_down: int = 20, initial: int = 0) -> None:
        self.functions[channel] = function
        if function == self.OUT:
            self.output(channel, initial)
        elif pull_up_down == self.PUD_UP:
            self.levels[channel] = 1

    def output(self, channel: int, level: int) -> None:
        if self.functions.get(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.levels[channel] = int(level)
        self.on_output(channel, bool(level))

    def input(self, channel: int) -> int:
        return self.levels.get(channel, 0)

    def gpio_function(self, channel: int) -> int:
        return self.functions.get(channel, _INPUT)

    def add_event_detect(self, channel: int, edge: int, callback: Callback, bouncetime: int = -666) -> None:
        self.callbacks[channel] = callback

    def remove_event_detect(self, channel: int) -> None:
        self.callbacks.pop(channel, None)

    def cleanup(self, channel: int | None = None) -> None:
        self.functions.pop(channel, None) if channel is not None else self.functions.clear()

    def drive(self, channel: int, level: int) -> None:
        """Somebody outside puts that level on the pin."""
        self.levels[channel] = level
        if channel in self.callbacks:
            self.callbacks[channel](channel)
