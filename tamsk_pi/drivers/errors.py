"""What can be wrong with the hardware, as errors a builder can act on.

Every message says what was being done, what stood in the way, and what to do about it. Each error is also the builtin
it means, so that a caller who only cares for that need not know this module.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from gpiozero import GPIOPinInUse, GPIOZeroError, SPISoftwareFallback


class DriverError(Exception):
    """The hardware, or the software below the drivers, does not do what is asked of it."""


class PackageMissingError(DriverError, ImportError):
    """A Python package that only a Raspberry Pi needs is not installed."""


class DeviceMissingError(DriverError, FileNotFoundError):
    """The kernel offers no such bus or chip."""


class AccessDeniedError(DriverError, PermissionError):
    """The device exists, but not for this user."""


class LineBusyError(DriverError, OSError):
    """Somebody else holds the pin or bus."""


class WrongBoardError(DriverError, RuntimeError):
    """The chosen way cannot work on this computer."""


class BusError(DriverError, OSError):
    """The bus failed while it was used."""


def failures() -> tuple[type[Exception], ...]:
    """Whatever gpiozero, spidev, lgpio and RPi.GPIO raise when hardware is not as expected."""
    known: tuple[type[Exception], ...] = (ImportError, OSError, RuntimeError, GPIOZeroError, SPISoftwareFallback)
    # lgpio.error derives from Exception alone; only who has imported lgpio can meet it.
    error = getattr(sys.modules.get("lgpio"), "error", None)
    return (*known, error) if isinstance(error, type) and issubclass(error, Exception) else known


def explain(error: Exception, what: str) -> DriverError:
    """The error as one a builder can act on; `what` says what was being done, with its pins or bus."""
    if isinstance(error, DriverError):
        return error
    if isinstance(error, SPISoftwareFallback) and isinstance(error.__context__, Exception):
        return explain(error.__context__, what)
    text = _unquoted(str(error))
    lower = text.lower()
    match error:
        case ImportError():
            package = error.name or text.rpartition(" ")[2] or "gpiozero"
            return PackageMissingError(
                f"{what}: the package {package!r} is not installed; pip install 'tamsk-pi[pi]', or choose a pin "
                "factory that is, by GPIOZERO_PIN_FACTORY (lgpio, rpigpio, native)"
            )
        case PermissionError():
            return AccessDeniedError(f"{what}: {text}; add the user to the groups gpio and spi, then log in again")
        case GPIOPinInUse():
            return LineBusyError(f"{what}: {text}; two entries of board.toml, or two drivers, use the same pin")
        case _:
            pass
    if isinstance(error, FileNotFoundError) or "can not open" in lower:
        return DeviceMissingError(
            f"{what}: {text}; switch the bus on in /boot/firmware/config.txt (dtparam=spi=on for SPI0, "
            "dtoverlay=spi1-1cs for SPI1) and restart"
        )
    if "platform library" in lower:
        return PackageMissingError(f"{what}: {text}")
    if "busy" in lower:
        return LineBusyError(
            f"{what}: {text}; another program holds it "
            "(`gpioinfo` names the holder of a pin); only one tamsk-pi may run"
        )
    if "soc peripheral base address" in lower or "only be run on a raspberry pi" in lower:
        return WrongBoardError(
            f"{what}: {text}; RPi.GPIO does not know this computer (a Pi 5, or no Pi): "
            "pip install lgpio and set GPIOZERO_PIN_FACTORY=lgpio"
        )
    if "pi revision" in lower:
        return WrongBoardError(f"{what}: {text}; is this a Raspberry Pi? On another computer use `tamsk-pi simulate`")
    return BusError(f"{what}: {text or type(error).__name__}; check the wiring (hardware/README.md)")


def _unquoted(text: str) -> str:
    """Without the quotes around the whole, which `KeyError` puts there."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turns whatever hardware raises inside into a DriverError that begins with `what`."""
    try:
        yield
    except failures() as error:
        raise explain(error, what) from error
