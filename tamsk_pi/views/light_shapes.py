"""Shapes in time: how bright a light is at an instant, from 0 to 1.

A light's meaning is carried by its shape; colour only repeats it, so that nobody needs to tell hues apart. Nothing
flashes more than three times a second (WCAG 2.2, success criterion 2.3.1).
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi

Shape = Callable[["Moment"], float]


@dataclass(frozen=True, slots=True)
class Moment:
    """What a shape may depend on.

    `now_ms` is the instant, `rank` the light's place among the `count` lights that show this signal together, `cell`
    a number to scatter by, `left` what is left of something that runs down: of sand in milliseconds, of a bar in
    pixels.
    """

    now_ms: int
    rank: int = 0
    count: int = 1
    cell: int = 0
    left: float = 0.0


def steady(level: float) -> Shape:
    """Always the same."""
    return lambda _: level


def breath(period_ms: int, low: float, high: float, shift: float = 0.0) -> Shape:
    """Swells and sinks; `shift` is a part of the period."""

    def shape(moment: Moment) -> float:
        swell = 0.5 - 0.5 * cos(2 * pi * (moment.now_ms / period_ms + shift))
        return low + (high - low) * swell

    return shape


def blinks(period_ms: int, times: tuple[tuple[int, int], ...], high: float, low: float = 0.0) -> Shape:
    """`high` during each (from, until) of the period in milliseconds, else `low`."""

    def shape(moment: Moment) -> float:
        at = moment.now_ms % period_ms
        return high if any(start <= at < end for start, end in times) else low

    return shape


def humps(period_ms: int, length_ms: int, starts: tuple[int, ...], high: float) -> Shape:
    """A soft hump of that length at each start within the period, dark between."""

    def shape(moment: Moment) -> float:
        at = moment.now_ms % period_ms
        return max((high * _hump((at - start) / length_ms) for start in starts), default=0.0)

    return shape


def fall(period_ms: int, low: float) -> Shape:
    """A glint: full at once, then fading to `low`, again and again."""
    return lambda moment: 1.0 - (1.0 - low) * (moment.now_ms % period_ms) / period_ms


def march(period_ms: int, length_ms: int, low: float) -> Shape:
    """A hump that walks from light to light of its group, over a dim ground."""

    def shape(moment: Moment) -> float:
        at = (moment.now_ms - period_ms * moment.rank // max(1, moment.count)) % period_ms
        return low + (1.0 - low) * _hump(at / length_ms)

    return shape


def sparkle(glint_ms: int, low: float) -> Shape:
    """A short glint every half second at an instant that seems to be chance, another for each cell and each time."""
    slots = 500 // glint_ms

    def shape(moment: Moment) -> float:
        turn, at = divmod(moment.now_ms, 500)
        slot = (moment.cell * 7 + turn * 3 + moment.cell * turn % 3) % slots
        return 1.0 if at // glint_ms == slot else low

    return shape


def flicker(dip_ms: int, high: float, low: float) -> Shape:
    """Short dips, ever quicker while `left` goes from 30 s to nothing: from one in two seconds to three a second.

    The beat is the integral of that rate over what is left, so that it goes on smoothly whenever it is looked at.
    """

    def shape(moment: Moment) -> float:
        left_s = max(0.0, moment.left / 1000)
        early_s = max(0.0, left_s - 30.0)
        late_s = left_s - early_s
        rate = 3.0 - 2.5 * late_s / 30.0
        beats = 3.0 * late_s - 2.5 * late_s * late_s / 60.0 + 0.5 * early_s
        return low if beats % 1.0 < rate * dip_ms / 1000 else high

    return shape


def run_down(trail: float) -> Shape:
    """A bar that shortens: a bright end that fades before it moves on, over a dimmer trail. `left` is in pixels."""

    def shape(moment: Moment) -> float:
        lit = moment.left - moment.rank
        return 0.0 if lit <= 0.0 else lit if lit <= 1.0 else trail

    return shape


def fill_up(period_ms: int, high: float) -> Shape:
    """A bar that fills pixel by pixel and begins again."""

    def shape(moment: Moment) -> float:
        return high if moment.rank * period_ms < (moment.now_ms % period_ms) * (moment.count + 1) - period_ms else 0.0

    return shape


def filled(period_ms: int, high: float) -> Shape:
    """A bar that is lit as far as `left` pixels; the next one swells and sinks."""

    def shape(moment: Moment) -> float:
        if moment.rank + 1 <= moment.left:
            return high
        swell = 0.5 - 0.5 * cos(2 * pi * moment.now_ms / period_ms)
        return high * swell if moment.rank <= moment.left else 0.0

    return shape


def halves(period_ms: int, high: float) -> Shape:
    """The two halves of a bar take turns."""
    return lambda m: high if (m.rank * 2 < m.count) == (m.now_ms % period_ms * 2 < period_ms) else 0.0


def outermost(high: float) -> Shape:
    """Only the two ends of a bar."""
    return lambda moment: high if moment.rank in (0, moment.count - 1) else 0.0


def _hump(x: float) -> float:
    return 0.5 - 0.5 * cos(2 * pi * x) if 0.0 <= x < 1.0 else 0.0
