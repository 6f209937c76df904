"""How lights look when hue is taken away: lightness as the eye sees it, and how far two rhythms are apart."""

from collections.abc import Callable, Sequence
from itertools import chain, product
from math import dist, sqrt

from tamsk_pi.views.light_language import Rgb

STEP_MS = 40
WINDOW_MS = 1_000

Second = tuple[float, ...]
"""The lightness of some lights, one after the other, step by step for one second."""


def lightness(pixel: Rgb) -> float:
    """CIE L* (0 … 100) of a pixel, whose values are linear in light: hue and saturation gone."""
    red, green, blue = (value / 255 for value in pixel)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def seconds_of(show: Callable[[int], Sequence[Rgb]], until_ms: int) -> list[Second]:
    """Every second that begins on a step before `until_ms`."""
    strips = [tuple(map(lightness, show(at_ms))) for at_ms in range(0, until_ms + WINDOW_MS, STEP_MS)]
    length = WINDOW_MS // STEP_MS
    return [tuple(chain(*strips[start : start + length])) for start in range(until_ms // STEP_MS)]


def distance(a: list[Second], b: list[Second]) -> float:
    """Root mean square difference in L* between the two most alike seconds, however they are shifted."""
    return min(dist(x, y) for x, y in product(a, b)) / sqrt(len(a[0]))


def flashes(levels: Sequence[float], depth: float) -> int:
    """How often the sequence rises by more than `depth` after having sunk by as much."""
    count, low, high, is_rising = 0, levels[0], levels[0], False
    for level in levels:
        if is_rising:
            high = max(high, level)
            if level < high - depth:
                is_rising, low = False, level
        else:
            low = min(low, level)
            if level > low + depth:
                is_rising, high, count = True, level, count + 1
    return count
