"""The Pi's supply, as its firmware judges it: too low a voltage makes sensors, radio and card drop out.

The firmware keeps a word of flags: bits 0 … 3 are how it is now, bits 16 … 19 what has been since the Pi was switched
on (Raspberry Pi documentation, `vcgencmd get_throttled`; Linux, raspberrypi-firmware.h, GET_THROTTLED). The kernel
shows it below /sys; kernels that do not still raise an alarm of the sensor `rpi_volt` while the voltage is too low.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

SYS: Final = Path("/sys")
_THROTTLED: Final = "devices/platform/soc/soc:firmware/get_throttled"
_BEEN: Final = 16
_LOW, _CAPPED, _THROTTLED_NOW, _HOT = 1, 2, 4, 8


@dataclass(frozen=True, slots=True)
class Supply:
    """How the supply is (`is_…`) and has been since the Pi was switched on (`was_…`).

    `is_slowed`: the processor is held back, by voltage or by heat.
    """

    is_low: bool = False
    was_low: bool = False
    is_slowed: bool = False
    was_slowed: bool = False
    is_hot: bool = False

    @classmethod
    def of_flags(cls, flags: int) -> "Supply":
        """What the firmware's word says."""
        been = flags >> _BEEN
        slowed = _CAPPED | _THROTTLED_NOW | _HOT
        return cls(
            bool(flags & _LOW), bool(been & _LOW), bool(flags & slowed), bool(been & slowed), bool(flags & _HOT)
        )


def read_supply(sys: Path = SYS) -> Supply | None:
    """The supply now; None where nothing tells of it: no Pi, or a kernel that hides it."""
    text = _text(sys / _THROTTLED)
    if text is not None:
        try:
            return Supply.of_flags(int(text, 16))
        except ValueError:
            return None
    for name in sorted(sys.glob("class/hwmon/hwmon*/name")):
        if _text(name) == "rpi_volt":
            is_low = _text(name.with_name("in0_lcrit_alarm")) == "1"
            return Supply(is_low=is_low, was_low=is_low)
    return None


def parse_throttled(answer: str) -> Supply | None:
    """What `vcgencmd get_throttled` answers, such as throttled=0x50005; None if it is something else."""
    name, _, value = answer.strip().partition("=")
    try:
        return Supply.of_flags(int(value, 16)) if name == "throttled" else None
    except ValueError:
        return None


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return None
