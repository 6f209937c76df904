"""Pins of a Pi that has no Pi: gpiozero's mock pins, told apart by what is soldered to them."""

from collections.abc import Callable, Mapping

from gpiozero.pins.local import LocalPiHardwareSPI, LocalPiHardwareSPIShared
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

PI_4B: str = "c03112"
"""Revision code of a Raspberry Pi 4 Model B, 4 GB."""


class QuietPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that does not keep every state it ever had: a scan switches the select lines 16 times."""

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        self._state: bool = value
        return True


class SelectPin(QuietPin):
    """A pin with a chip's input on it, which hears of every change."""

    listener: Callable[[bool], None] | None = None

    def _change_state(self, value: bool) -> bool:
        is_changed = super()._change_state(value)
        if is_changed and self.listener is not None:
            self.listener(value)
        return is_changed


class ContactPin(QuietPin):
    """A pin with a contact to ground on it: a button, a tilt switch. A closed contact beats the pull-up."""

    is_closed = False

    def _change_state(self, value: bool) -> bool:
        return super()._change_state(value and not self.is_closed)

    def set_closed(self, is_closed: bool) -> None:
        """Close or open the contact."""
        self.is_closed = is_closed
        if is_closed:
            self.drive_low()
        elif self.pull == "up":
            self.drive_high()


class BoardFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's mock factory with hardware SPI over `spidev`, and with our kinds of pins by BCM number."""

    def __init__(self, kinds: Mapping[int, type[MockPin]], revision: str = PI_4B) -> None:
        super().__init__(revision=revision, pin_class=QuietPin)
        self._kinds = {f"GPIO{number}": kind for number, kind in kinds.items()}

    def pin(self, name: int | str, pin_class: type[MockPin] | None = None, **kwargs: object) -> MockPin:
        kind = pin_class or self._kinds.get(self.board_info.to_gpio(name))
        return super().pin(name, pin_class=kind, **kwargs)

    def _get_spi_class(self, shared: bool, hardware: bool) -> type:
        spi_class: type = super()._get_spi_class(shared, hardware)
        if hardware:
            spi_class = LocalPiHardwareSPIShared if shared else LocalPiHardwareSPI
        return spi_class


class BuzzerPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin with a piezo on it; `frequency` is what is heard."""

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state: float = value
        return True
