"""The light language as a picture: each signal as a strip of time, in colour and as grey as the eye sees it.

`python -m tamsk_pi.views.light_picture > docs/lights.svg` makes it anew.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.light_language import LANGUAGE, Rgb, Signal, Where, colour_at
from tamsk_pi.views.light_shapes import Moment

SHOWN_MS: Final = 4_000
STEP_MS: Final = 40
_BAR_PIXELS: Final = 8
_STEP_PX: Final = 6
_LEFT_PX: Final = 150
_ROW_PX: Final = 34
_STRIP_PX: Final = 16
_GREY_PX: Final = 8
_GAMMA: Final = 2.2
"""A screen's values are not linear in light, the lights' values are."""


def language_svg() -> str:
    """The picture: a row for each signal of a cell or a bar, four seconds from left to right."""
    signals = [signal for signal, word in LANGUAGE.items() if word.where is not Where.BOARD]
    width = _LEFT_PX + SHOWN_MS // STEP_MS * _STEP_PX + 10
    height = _ROW_PX * len(signals) + 40
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"'
        ' font-size="13" shape-rendering="crispEdges">',
        "<title>The signals of the lights, four seconds each, in colour and without</title>",
        f'<rect width="{width}" height="{height}" fill="#15171c"/>',
    ]
    for row, signal in enumerate(signals):
        top = 10 + row * _ROW_PX
        lines.append(f'<text x="10" y="{top + 17}" fill="#e8e6e0">{signal}</text>')
        lines.extend(_strip(signal, top))
    lines.extend(_seconds(10 + len(signals) * _ROW_PX))
    return "\n".join((*lines, "</svg>")) + "\n"


def _strip(signal: Signal, top: int) -> Iterator[str]:
    count = _BAR_PIXELS if LANGUAGE[signal].where is Where.BAR else 1
    columns = (
        tuple(colour_at(signal, Player.RED, _moment(signal, at_ms, rank, count)) for rank in range(count))
        for at_ms in range(0, SHOWN_MS, STEP_MS)
    )
    x = _LEFT_PX
    yield _rect(x, SHOWN_MS // STEP_MS * _STEP_PX, top, _STRIP_PX + 1 + _GREY_PX, (0, 0, 0))
    for column, same in groupby(columns):
        width = _STEP_PX * sum(1 for _ in same)
        yield from _column(x, width, top, _STRIP_PX, column)
        yield from _column(x, width, top + _STRIP_PX + 1, _GREY_PX, tuple(map(_grey, column)))
        x += width


def _column(x: int, width: int, y: int, height: int, colours: tuple[Rgb, ...]) -> Iterator[str]:
    size = height // len(colours)
    for colour, same in groupby(colours):
        length = size * sum(1 for _ in same)
        if any(colour):
            yield _rect(x, width, y, length, colour)
        y += length


def _moment(signal: Signal, now_ms: int, rank: int, count: int) -> Moment:
    left = 15_000.0 - now_ms
    if signal is Signal.TIMER_BOUND:
        left = _BAR_PIXELS * left / 15_000
    if signal is Signal.PROGRESS:
        left = _BAR_PIXELS * 0.45
    return Moment(now_ms, rank, count, cell=3, left=left)


def _rect(x: int, width: int, y: int, height: int, colour: Rgb) -> str:
    red, green, blue = (round(255 * (value / 255) ** (1 / _GAMMA)) for value in colour)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#{red:02x}{green:02x}{blue:02x}"/>'


def _grey(colour: Rgb) -> Rgb:
    red, green, blue = colour
    luminance = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return luminance, luminance, luminance


def _seconds(y: int) -> Iterator[str]:
    for second in range(SHOWN_MS // 1000 + 1):
        x = _LEFT_PX + second * 1000 // STEP_MS * _STEP_PX
        yield f'<text x="{x}" y="{y + 14}" fill="#9a98a0" text-anchor="middle">{second} s</text>'


if __name__ == "__main__":
    sys.stdout.write(language_svg())
