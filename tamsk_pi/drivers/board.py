"""All drivers of one board, opened together and closed in reverse.

The sensors must work, or there is no game. Whatever else fails to open is a sentence in `troubles`, and the game goes
on without it.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, TypeVar

from bleak.backends.scanner import BaseBleakScanner

from tamsk_pi.clock import Clock
from tamsk_pi.drivers.buttons import Buttons
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.drivers.lights import Lights, LightsWay, open_lights
from tamsk_pi.drivers.pins import ensure_pin_factory
from tamsk_pi.drivers.radio import Radio, ScanMode
from tamsk_pi.drivers.scanner import Scanner
from tamsk_pi.drivers.sounder import Sounder
from tamsk_pi.drivers.tilt_switch import TiltSwitch
from tamsk_pi.layout import Layout


@dataclass(frozen=True, slots=True)
class BoardOptions:
    """What of the board is there and how it is driven.

    `pin_factory` is gpiozero's name of one (lgpio, rpigpio, pigpio, native, mock), None for the first that works.
    `node_addresses` are the Bluetooth addresses of this board's nodes; without any the radio still lists strangers.
    """

    pin_factory: str | None = None
    discard_first: bool = False
    lights: LightsWay | None = LightsWay.SPI
    has_radio: bool = True
    node_addresses: tuple[str, ...] = ()
    scan_mode: ScanMode = ScanMode.ACTIVE
    bluetooth_adapter: str | None = None
    has_tilt_switch: bool = True
    has_buttons: bool = True
    has_sounder: bool = True


class _Closeable(Protocol):
    def close(self) -> None: ...


_Driver = TypeVar("_Driver", bound=_Closeable)


class BoardDrivers:
    """The drivers while they are open; None is what is not there. The radio is stopped by its own `stop`."""

    def __init__(self, layout: Layout, options: BoardOptions, clock: Clock, radio: Radio | None) -> None:
        self._troubles: list[str] = []
        with ExitStack() as undo:
            self._undo = undo
            ensure_pin_factory(options.pin_factory)
            self.scanner = Scanner(layout, clock, discard_first=options.discard_first)
            undo.callback(self.scanner.close)
            way = options.lights
            self.lights: Lights | None = None if way is None else self._try(lambda: open_lights(layout.lights, way))
            self.tilt_switch = self._try(lambda: TiltSwitch(layout.neutral_timer, clock), options.has_tilt_switch)
            self.buttons = self._try(lambda: Buttons(layout.buttons, clock), options.has_buttons)
            self.sounder = self._try(lambda: Sounder(layout.sounder), options.has_sounder)
            self.radio = radio
            self._undo = undo.pop_all()

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is broken now, a sentence each."""
        return (*self._troubles, *(() if self.radio is None else self.radio.troubles))

    def close(self) -> None:
        """Close everything in reverse, blanking the lights; may be called twice.

        A driver that fails to close does not keep the others open; the last failure is raised afterwards.
        """
        self._undo.close()

    def __enter__(self) -> "BoardDrivers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _try(self, opening: Callable[[], _Driver], is_wanted: bool = True) -> _Driver | None:
        if not is_wanted:
            return None
        try:
            driver = opening()
        except DriverError as error:
            self._troubles.append(str(error))
            return None
        self._undo.callback(driver.close)
        return driver


def open_board(
    layout: Layout,
    options: BoardOptions,
    clock: Clock,
    radio_backend: type[BaseBleakScanner] | None = None,
) -> BoardDrivers:
    """Open the drivers; raises DriverError, everything closed again, where the sensors cannot be read.

    The radio is made but not started: `await drivers.radio.start()` within the event loop, `stop()` before `close()`.
    """
    radio = None
    if options.has_radio:
        radio = Radio(
            options.node_addresses,
            clock,
            mode=options.scan_mode,
            adapter=options.bluetooth_adapter,
            backend=radio_backend,
        )
    return BoardDrivers(layout, options, clock, radio)
