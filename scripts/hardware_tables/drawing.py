"""wiring.svg: the board with cells, sensors and the chain of lights, columns upright as the players see them.

Text is drawn as text, so that a browser can search it.
"""

import math

from scripts.hardware_tables.parts import Parts
from tamsk_pi.layout import Layout
from tamsk_pi.rules.board import CAPACITY, CELLS, Cell, cell_name

UPRIGHT_DEGREES = 30.0  # from the frame of the positions to columns standing upright
COLOURS = ("#b3261e", "#1f6f43", "#1d4ea3", "#8a5a00", "#6a2c8f", "#00707a", "#5c5c5c", "#a0367a")
STYLE = """<style>
text { font-family: DejaVu Sans, Arial, sans-serif; text-anchor: middle; fill: #222; }
.cell { fill: #f7f4ec; stroke: #8b8371; stroke-width: .5 }
.tube { fill: none; stroke: #8b8371; stroke-width: .4; stroke-dasharray: 1.5 1 }
.chain { fill: none; stroke: #d9a400; stroke-width: 1.1; opacity: .75 }
.light { fill: #ffe27a; stroke: #8a6d00; stroke-width: .4 }
.name { font-size: 6px; font-weight: bold }
.small { font-size: 3.1px }
.title { font-size: 7px; text-anchor: start }
.note { font-size: 4.4px; text-anchor: start }
</style>
"""


class _Sheet:
    """Positions in mm, y up, of the board's frame → SVG coordinates."""

    def __init__(self, layout: Layout, parts: Parts, from_below: bool) -> None:
        self.layout, self.size = layout, parts.dimensions
        self._side = -1 if from_below else 1

    def at(self, x: float, y: float) -> tuple[float, float]:
        angle = math.radians(UPRIGHT_DEGREES)
        right = x * math.cos(angle) - y * math.sin(angle)
        up = x * math.sin(angle) + y * math.cos(angle)
        return self._side * right, -up

    def light(self, cell: Cell) -> tuple[float, float]:
        x, y = self.layout.cell_xy(cell)
        angle = math.radians(self.size["pixel_angle"])
        return self.at(
            x + self.size["pixel_radius"] * math.cos(angle), y + self.size["pixel_radius"] * math.sin(angle)
        )

    def corner(self, cell: Cell, i: int) -> tuple[float, float]:
        x, y = self.layout.cell_xy(cell)
        radius, angle = self.layout.geometry.pitch / math.sqrt(3), math.radians(30 + 60 * i)
        return self.at(x + radius * math.cos(angle), y + radius * math.sin(angle))


def wiring_svg(layout: Layout, parts: Parts, from_below: bool) -> str:
    """The drawing; `from_below` mirrors it, as the board lies when it is soldered."""
    sheet = _Sheet(layout, parts, from_below)
    half = layout.geometry.pitch * 3.9
    view = "from below (mirrored)" if from_below else "from above"
    box = f"{-half:.0f} {-half - 8:.0f} {2 * half:.0f} {2 * half + 22:.0f}"
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n',
        f"<title>Wiring of the board, {view}</title>\n",
        STYLE,
        '<rect x="-1000" y="-1000" width="2000" height="2000" fill="#fff"/>\n',
        *(_hexagon(sheet, cell) for cell in CELLS),
        _chain(sheet),
        *(_cell(sheet, cell) for cell in CELLS),
        _legend(layout, view, half),
        "</svg>\n",
    ]
    return "".join(body)


def _points(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _text(at: tuple[float, float], kind: str, text: str, fill: str = "") -> str:
    colour = f' style="fill: {fill}"' if fill else ""
    return f'<text class="{kind}" x="{at[0]:.1f}" y="{at[1]:.1f}"{colour}>{text}</text>\n'


def _hexagon(sheet: _Sheet, cell: Cell) -> str:
    x, y = sheet.at(*sheet.layout.cell_xy(cell))
    radius = sheet.layout.geometry.tube_outer_diameter / 2
    outline = f'<polygon class="cell" points="{_points([sheet.corner(cell, i) for i in range(6)])}"/>\n'
    return outline + f'<circle class="tube" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>\n'


def _chain(sheet: _Sheet) -> str:
    points = [sheet.light(cell) for cell in sheet.layout.lights.cell_order]
    return f'<polyline class="chain" points="{_points(points)}"/>\n'


def _cell(sheet: _Sheet, cell: Cell) -> str:
    x, y = sheet.at(*sheet.layout.cell_xy(cell))
    light = sheet.light(cell)
    number = sheet.layout.lights.cell_pixel(cell)
    rings = "1 ring" if CAPACITY[cell] == 1 else f"{CAPACITY[cell]} rings"
    text = _text((x, y + 24), "name", cell_name(cell)) + _text((x, y - 20), "small", rings)
    text += f'<rect class="light" x="{light[0] - 3:.1f}" y="{light[1] - 2.6:.1f}" width="6" height="5.2" rx="1"/>\n'
    text += _text((light[0], light[1] + 1.1), "small", str(number))
    for sensor, below in ((0, 6.5), (1, -3.4)):
        at = sheet.at(*sheet.layout.sensor_xy(cell, sensor))
        mux, channel = sheet.layout.channel_of[cell, sensor]
        text += f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="1.5" fill="{COLOURS[mux]}"/>\n'
        text += _text((at[0], at[1] + below), "small", f"S{sensor} m{mux} I{channel}", COLOURS[mux])
    return text


def _legend(layout: Layout, view: str, half: float) -> str:
    lights = layout.lights
    bars = ", ".join(
        f"{player}'s bar {lights.bar_pixel(player, 0)} … {lights.bar_pixel(player, lights.bar_pixels - 1)}"
        for player in lights.bar_order
    )
    lines = [
        f"S0, S1: the cell's sensors; m2 I5: multiplexer 2, channel I5. Pitch {layout.geometry.pitch:g} mm.",
        f"Yellow: place in the chain of lights, from 0; after the cells {bars}.",
    ]
    text = _text((-half + 4, -half + 2), "title", f"Wiring, {view}")
    return text + "".join(_text((-half + 4, half + 2 + 6 * i), "note", line) for i, line in enumerate(lines))
