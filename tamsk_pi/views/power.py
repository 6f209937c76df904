"""The current that the lights draw, and how it is held below what the supply gives.

A WS2812B draws up to 20 mA a colour (data sheet: 60 mA in full white) in proportion to the value of that colour, and
a little when dark. 53 of them in full white would draw 3.2 A.
"""

from collections.abc import Sequence
from typing import Final

from tamsk_pi.views.light_language import Rgb

_FULL_VALUE: Final = 3 * 255
_UA_PER_MA: Final = 1000


def current_ma(pixels: Sequence[Rgb], full_ma: float = 60.0, idle_ma: float = 0.6) -> float:
    """What these pixels draw together; `full_ma` is one pixel in full white, `idle_ma` a dark one."""
    return len(pixels) * idle_ma + sum(map(sum, pixels)) * full_ma / _FULL_VALUE


def limit_current(
    pixels: Sequence[Rgb], max_ma: float, full_ma: float = 60.0, idle_ma: float = 0.6
) -> tuple[Rgb, ...]:
    """The same picture, as a whole so much darker that it draws at most `max_ma`.

    Values are rounded down, so that the sum never exceeds the limit. If the dark pixels alone draw more, all stay
    dark.
    Raises ValueError for a `full_ma` that is not positive or a negative `max_ma` or `idle_ma`.
    """
    if full_ma <= 0 or max_ma < 0 or idle_ma < 0:
        raise ValueError(
            f"currents {max_ma=}, {full_ma=}, {idle_ma=}: expected full_ma above 0, the others not below"
        )
    room_ua = int(max_ma * _UA_PER_MA) - len(pixels) * round(idle_ma * _UA_PER_MA)
    allowed = max(0, room_ua) * _FULL_VALUE // max(1, round(full_ma * _UA_PER_MA))
    wanted = sum(map(sum, pixels))
    if wanted <= allowed:
        return tuple(pixels)
    return tuple((r * allowed // wanted, g * allowed // wanted, b * allowed // wanted) for r, g, b in pixels)
