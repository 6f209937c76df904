"""The board as it is built: geometry, wiring and order of the lights, read from the text of `hardware/board.toml`.

Parsing checks everything a builder can get wrong with a soldering iron or an editor, so that whoever holds a `Layout`
can rely on it: every sensor is connected exactly once, no pin has two jobs, no key is misspelt.
"""

import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from tamsk_pi.rules.board import AXIAL, BY_NAME, CELLS, Cell, cell_name
from tamsk_pi.rules.pieces import Player

SENSORS_PER_CELL: Final = 2
SELECT_LINES: Final = 4
MULTIPLEXER_CHANNELS: Final = 1 << SELECT_LINES
ADC_INPUTS: Final = 8

ADC_CLOCK_MIN_HZ: Final = 10_000
"""Slower, the MCP3008's sample capacitor loses its charge (DS21295D, section 6.2)."""
ADC_CLOCK_MAX_HZ: Final = 1_350_000
"""At 2.7 V, which is the nearest figure below 3.3 V that is guaranteed (DS21295D, table 1-1)."""

SPI_PINS: Final[Mapping[int, tuple[int, ...]]] = {0: (7, 8, 9, 10, 11), 1: (16, 17, 18, 19, 20, 21)}
"""BCM numbers a Pi's SPI port takes: chip selects, MISO, MOSI, clock."""
PWM_PINS: Final = (10, 12, 18, 21)
"""BCM numbers on which a WS2812 chain can be driven without SPI (rpi_ws281x)."""
HEADER_PINS: Final = range(2, 28)

_NOT_CONNECTED: Final = "-"


class LayoutError(ValueError):
    """The text does not describe a board that works; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """Dimensions in millimetres, one angle in degrees."""

    pitch: float
    sensor_1_offset: float
    sensor_1_angle: float
    ring_outer_diameter: float
    ring_inner_diameter: float
    ring_height: float
    tube_outer_diameter: float
    tube_inner_diameter: float
    hourglass_diameter: float
    hourglass_height: float


@dataclass(frozen=True, slots=True)
class AdcLayout:
    """Where the MCP3008 is: SPI port and chip select, and how fast it is clocked."""

    port: int
    device: int
    clock_hz: int


@dataclass(frozen=True, slots=True)
class MultiplexerLayout:
    """`reading_at[mux][channel]` is an index into a frame (2 · cell + sensor), None where nothing is connected."""

    select_pins: tuple[int, ...]
    settle_us: int
    reading_at: tuple[tuple[int | None, ...], ...]
    channel_of: Mapping[tuple[Cell, int], tuple[int, int]] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LightsLayout:
    """The chain of pixels: the cells in `cell_order`, then a bar for each of `bar_order`."""

    data_pin_pwm: int
    spi_port: int
    cell_order: tuple[Cell, ...]
    bar_pixels: int
    bar_order: tuple[Player, ...]
    pixel_full_ma: float
    pixel_idle_ma: float

    @property
    def pixels(self) -> int:
        """The length of the chain."""
        return len(self.cell_order) + self.bar_pixels * len(self.bar_order)

    @property
    def chain_order(self) -> tuple[int, ...]:
        """For each pixel of the chain its index in the drawing order: cells 0 … 36, red's bar, black's bar."""
        bars = [
            len(CELLS) + self.bar_pixels * tuple(Player).index(player) + i
            for player in self.bar_order
            for i in range(self.bar_pixels)
        ]
        return (*self.cell_order, *bars)

    def cell_pixel(self, cell: Cell) -> int:
        """The cell's place in the chain, from 0."""
        return self.cell_order.index(cell)

    def bar_pixel(self, player: Player, i: int) -> int:
        """The place in the chain of the player's bar's pixel `i`, 0 … bar_pixels − 1."""
        if not 0 <= i < self.bar_pixels:
            raise IndexError(f"bar pixel {i}: a bar has 0 … {self.bar_pixels - 1}")
        return len(self.cell_order) + self.bar_pixels * self.bar_order.index(player) + i


@dataclass(frozen=True, slots=True)
class NeutralTimerLayout:
    """BCM number of the wired tilt switch, to ground when end B is down."""

    tilt_switch_pin: int


@dataclass(frozen=True, slots=True)
class ButtonsLayout:
    """BCM numbers, to ground when pressed."""

    red: int
    black: int
    board: int


@dataclass(frozen=True, slots=True)
class SounderLayout:
    """BCM number of the passive piezo."""

    pin: int


@dataclass(frozen=True, slots=True)
class Layout:
    """One board. `name` is the name of the file it came from, for messages."""

    name: str
    geometry: Geometry
    adc: AdcLayout
    multiplexers: MultiplexerLayout
    lights: LightsLayout
    neutral_timer: NeutralTimerLayout
    buttons: ButtonsLayout
    sounder: SounderLayout

    @property
    def channel_of(self) -> Mapping[tuple[Cell, int], tuple[int, int]]:
        """(cell, sensor) → (multiplexer, channel)."""
        return self.multiplexers.channel_of

    @property
    def reading_at(self) -> tuple[tuple[int | None, ...], ...]:
        """[multiplexer][channel] → index of the reading in a frame, None where nothing is connected."""
        return self.multiplexers.reading_at

    def cell_xy(self, cell: Cell) -> tuple[float, float]:
        """The cell's centre in mm; D4 is the origin, x along q (sensing.md)."""
        q, r = AXIAL[cell]
        return self.geometry.pitch * (q + r / 2), self.geometry.pitch * r * math.sqrt(3) / 2

    def sensor_xy(self, cell: Cell, sensor: int) -> tuple[float, float]:
        """The sensor's Hall element in mm: S0 at the cell's centre, S1 beside it."""
        x, y = self.cell_xy(cell)
        match sensor:
            case 0:
                return x, y
            case 1:
                angle = math.radians(self.geometry.sensor_1_angle)
                offset = self.geometry.sensor_1_offset
                return x + offset * math.cos(angle), y + offset * math.sin(angle)
            case _:
                raise IndexError(f"sensor {sensor} of cell {cell_name(cell)}: a cell has sensors 0 and 1")


class _Table:
    """One table of the text while it is read; names the file and itself in every complaint."""

    def __init__(self, values: Mapping[str, object], name: str, path: str, known: Iterable[str]) -> None:
        self._values, self._name, self._path = values, name, path
        known = tuple(known)
        for key in values:
            if key not in known:
                near = get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
                raise self.error(key, f"unknown key; {hint}")
        for key in known:
            if key not in values:
                raise self.error(key, "is missing")

    def error(self, key: str, what: str) -> LayoutError:
        return LayoutError(f"{self._name}: {self._path}{key}: {what}")

    def table(self, key: str, known: Iterable[str]) -> "_Table":
        value = self._values[key]
        if not isinstance(value, dict):
            raise self.error(key, f"{value!r} is not a table; write [{key}] and its keys below")
        return _Table(value, self._name, f"{self._path}{key}.", known)

    def integer(self, key: str, low: int, high: int) -> int:
        value = self._values[key]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(key, f"{value!r} is not a whole number from {low} to {high}")
        return value

    def number(self, key: str, above: float = -math.inf) -> float:
        value = self._values[key]
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not above < value < math.inf:
            raise self.error(key, f"{value!r} is not a number" + (f" above {above:g}" if above > -math.inf else ""))
        return float(value)

    def pin(self, key: str) -> int:
        return self.integer(key, HEADER_PINS.start, HEADER_PINS.stop - 1)

    def items(self, key: str) -> list[object]:
        value = self._values[key]
        if not isinstance(value, list):
            raise self.error(key, f"{value!r} is not a list")
        return value


def _names(
    kind: type[Geometry | AdcLayout | LightsLayout | NeutralTimerLayout | ButtonsLayout | Layout],
) -> list[str]:
    return [entry.name for entry in fields(kind)]


def _read_geometry(table: _Table) -> Geometry:
    values = {name: table.number(name, above=0) for name in _names(Geometry) if name != "sensor_1_angle"}
    geometry = Geometry(sensor_1_angle=table.number("sensor_1_angle"), **values)
    if geometry.ring_inner_diameter <= geometry.tube_outer_diameter:
        raise table.error("ring_inner_diameter", "a ring must fit over the tube (tube_outer_diameter)")
    if geometry.tube_inner_diameter <= geometry.hourglass_diameter:
        raise table.error("tube_inner_diameter", "an hourglass must fit into the tube (hourglass_diameter)")
    if geometry.pitch <= geometry.ring_outer_diameter:
        raise table.error("pitch", "rings of neighbouring cells would touch (ring_outer_diameter)")
    return geometry


def _read_adc(table: _Table) -> AdcLayout:
    clock_hz = table.integer("clock_hz", 0, 1 << 31)
    if not ADC_CLOCK_MIN_HZ <= clock_hz <= ADC_CLOCK_MAX_HZ:
        raise table.error(
            "clock_hz",
            f"{clock_hz} Hz is outside {ADC_CLOCK_MIN_HZ} … {ADC_CLOCK_MAX_HZ} Hz, the MCP3008's range at 3.3 V",
        )
    return AdcLayout(port=table.integer("port", 0, 0), device=table.integer("device", 0, 1), clock_hz=clock_hz)


def _read_sensor(table: _Table, value: object) -> tuple[Cell, int] | None:
    if value == _NOT_CONNECTED:
        return None
    match value.split("/") if isinstance(value, str) else ():
        case [name, ("S0" | "S1") as sensor] if name in BY_NAME:
            return BY_NAME[name], int(sensor[1])
        case _:
            raise table.error("channels", f'{value!r} is not a sensor; expected for example "D4/S0", or "-"')


def _read_multiplexer(table: _Table, m: int, row: object) -> list[tuple[Cell, int] | None]:
    if not isinstance(row, list) or len(row) != MULTIPLEXER_CHANNELS:
        got = f"{len(row)} entries" if isinstance(row, list) else repr(row)
        raise table.error("channels", f"multiplexer {m}: expected a list of {MULTIPLEXER_CHANNELS}, got {got}")
    return [_read_sensor(table, value) for value in row]


def _read_multiplexers(table: _Table) -> MultiplexerLayout:
    pins = table.items("select_pins")
    if len(pins) != SELECT_LINES or not all(isinstance(pin, int) and pin in HEADER_PINS for pin in pins):
        raise table.error(
            "select_pins", f"{pins!r}: expected the {SELECT_LINES} BCM numbers of S0 … S3, from 2 to 27"
        )
    rows = [_read_multiplexer(table, m, row) for m, row in enumerate(table.items("channels"))]
    if len(rows) > ADC_INPUTS:
        raise table.error("channels", f"{len(rows)} multiplexers, but an MCP3008 has {ADC_INPUTS} inputs")
    channel_of: dict[tuple[Cell, int], tuple[int, int]] = {}
    for m, row in enumerate(rows):
        for channel, sensor in enumerate(row):
            if sensor is not None and channel_of.setdefault(sensor, (m, channel)) != (m, channel):
                raise table.error("channels", f"{_sensor_name(sensor)} appears twice")
    wanted = [(cell, sensor) for cell in CELLS for sensor in range(SENSORS_PER_CELL)]
    if missing := [_sensor_name(sensor) for sensor in wanted if sensor not in channel_of]:
        raise table.error("channels", f"{', '.join(missing)} not connected; every sensor must appear once")
    return MultiplexerLayout(
        select_pins=tuple(pin for pin in pins if isinstance(pin, int)),
        settle_us=table.integer("settle_us", 0, 10_000),
        reading_at=tuple(
            tuple(None if at is None else SENSORS_PER_CELL * at[0] + at[1] for at in row) for row in rows
        ),
        channel_of=MappingProxyType(channel_of),
    )


def _sensor_name(sensor: tuple[Cell, int]) -> str:
    return f"{cell_name(sensor[0])}/S{sensor[1]}"


def _read_lights(table: _Table) -> LightsLayout:
    cells = table.items("cell_order")
    for value in cells:
        if not isinstance(value, str) or value not in BY_NAME:
            raise table.error("cell_order", f"{value!r} is not a cell; cells are A1 … G4")
        if cells.count(value) > 1:
            raise table.error("cell_order", f"{value} appears twice")
    if missing := [cell_name(cell) for cell in CELLS if cell_name(cell) not in cells]:
        raise table.error("cell_order", f"{', '.join(missing)} missing; every cell must appear once")
    bars = table.items("bar_order")
    if sorted(map(str, bars)) != sorted(Player):
        raise table.error("bar_order", f'{bars!r}: expected "red" and "black", once each')
    pin = table.pin("data_pin_pwm")
    if pin not in PWM_PINS:
        raise table.error("data_pin_pwm", f"{pin} cannot drive WS2812 pixels; expected one of {PWM_PINS}")
    return LightsLayout(
        data_pin_pwm=pin,
        spi_port=table.integer("spi_port", 0, 1),
        cell_order=tuple(BY_NAME[str(value)] for value in cells),
        bar_pixels=table.integer("bar_pixels", 1, 64),
        bar_order=tuple(Player(str(value)) for value in bars),
        pixel_full_ma=table.number("pixel_full_ma", above=0),
        pixel_idle_ma=table.number("pixel_idle_ma", above=0),
    )


def _check_pins(layout: Layout) -> None:
    owners: dict[int, str] = dict.fromkeys(SPI_PINS[layout.adc.port], f"the ADC's SPI{layout.adc.port}")
    if layout.lights.spi_port == layout.adc.port:
        raise LayoutError(
            f"{layout.name}: lights.spi_port: SPI{layout.adc.port} carries the ADC (adc.port); "
            "the lights would drown it, use the other port"
        )
    buttons = layout.buttons
    jobs = [(f"multiplexers.select_pins[{i}]", pin) for i, pin in enumerate(layout.multiplexers.select_pins)]
    jobs += [
        ("neutral_timer.tilt_switch_pin", layout.neutral_timer.tilt_switch_pin),
        *(("buttons.red", buttons.red), ("buttons.black", buttons.black), ("buttons.board", buttons.board)),
        ("sounder.pin", layout.sounder.pin),
        ("lights.data_pin_pwm", layout.lights.data_pin_pwm),
    ]
    # The chain hangs on one of its two ways, so a PWM pin may be one of the lights' own SPI pins.
    chain = dict.fromkeys(SPI_PINS[layout.lights.spi_port], f"the lights' SPI{layout.lights.spi_port}")
    for job, pin in jobs:
        taken = owners.get(pin) or (None if job == "lights.data_pin_pwm" else chain.get(pin))
        if taken is not None:
            raise LayoutError(f"{layout.name}: {job}: pin {pin} is already used by {taken}")
        owners[pin] = job


def parse_layout(text: str, name: str) -> Layout:
    """The board described by the text of a `board.toml`; `name` is used in messages.

    Raises LayoutError for the first thing found wrong: not TOML, a key unknown or missing, a value out of range, a
    sensor or light missing or connected twice, a pin with two jobs.
    """
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(f"{name}: not readable as TOML: {error}") from None
    board = _Table(values, name, "", [table for table in _names(Layout) if table != "name"])
    tilt = board.table("neutral_timer", _names(NeutralTimerLayout))
    buttons = board.table("buttons", _names(ButtonsLayout))
    layout = Layout(
        name=name,
        geometry=_read_geometry(board.table("geometry", _names(Geometry))),
        adc=_read_adc(board.table("adc", _names(AdcLayout))),
        multiplexers=_read_multiplexers(board.table("multiplexers", ("select_pins", "settle_us", "channels"))),
        lights=_read_lights(board.table("lights", _names(LightsLayout))),
        neutral_timer=NeutralTimerLayout(tilt.pin("tilt_switch_pin")),
        buttons=ButtonsLayout(red=buttons.pin("red"), black=buttons.pin("black"), board=buttons.pin("board")),
        sounder=SounderLayout(board.table("sounder", ("pin",)).pin("pin")),
    )
    _check_pins(layout)
    return layout
