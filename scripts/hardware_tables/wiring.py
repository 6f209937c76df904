"""wiring.md: every wire, by pin, by multiplexer channel, by cell, and along the chain of lights."""

from collections.abc import Iterable, Sequence

from scripts.hardware_tables import pins
from tamsk_pi.layout import Layout
from tamsk_pi.rules.board import CELLS, Cell, cell_name

HEAD = """# Wiring

Written by `scripts/hardware-tables` from `board.toml`; edit that file and run the script again. The drawing is
`wiring.svg` (from above) and `wiring-below.svg` (as you see it with the soldering iron in hand). What is behind it,
and what to watch out for, is in `README.md`.
"""

BY_BOARD = """| board | GPIO chip | lights over SPI1 (default) | lights over PWM |
|---|---|---|---|
| Pi 3 B, 3 B+ | gpiochip0 | yes; set `core_freq=250`, the clock follows the core | with root |
| Pi 4 B | gpiochip0 | yes; set `core_freq=500` and `core_freq_min=500` | with root |
| Zero 2 W | gpiochip0 | yes; as Pi 3 | with root |
| Pi 5 | gpiochip0, gpiochip4 before kernel 6.6.45 | yes | no: its pins hang on another chip (rpi_ws281x #528) |
"""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown, with a line break at its end."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(str(entry) for entry in row)} |\n" for row in lines)


def wiring_md(layout: Layout) -> str:
    """The whole document."""
    parts = [
        HEAD,
        "## Raspberry Pi\n",
        _header(layout),
        "The same header pins on every board; what differs:\n",
        BY_BOARD,
        "## MCP3008\n",
        _adc(layout),
        "## Multiplexers\n",
        _multiplexers(layout),
        "## By cell\n",
        _cells(layout),
        "## Chain of lights\n",
        _chain(layout),
    ]
    return "\n".join(parts)


def _gpio(bcm: int) -> tuple[str, str]:
    return f"GPIO{bcm}", str(pins.HEADER[bcm])


def _header(layout: Layout) -> str:
    select = layout.multiplexers.select_pins
    chip_select = pins.SPI0_CE[layout.adc.device]
    rows = [
        (*_gpio(pins.SPI0_SCLK), "SPI0 SCLK", f"MCP3008 pin {pins.ADC_CLOCK} (CLK)"),
        (*_gpio(pins.SPI0_MOSI), "SPI0 MOSI", f"MCP3008 pin {pins.ADC_IN} (DIN)"),
        (*_gpio(pins.SPI0_MISO), "SPI0 MISO", f"MCP3008 pin {pins.ADC_OUT} (DOUT)"),
        (*_gpio(chip_select), f"SPI0 CE{layout.adc.device}, the kernel's", f"MCP3008 pin {pins.ADC_SELECT} (CS)"),
        *(
            (*_gpio(bcm), f"select S{i}", f"every multiplexer's pin {pins.MUX_SELECTS[i]} (S{i})")
            for i, bcm in enumerate(select)
        ),
        (*_gpio(pins.SPI1_MOSI), "SPI1 MOSI: lights", "level shifter's input, then the first pixel"),
        (*_gpio(layout.lights.data_pin_pwm), "lights, PWM way", "instead of the line above"),
        (*_gpio(layout.neutral_timer.tilt_switch_pin), "tilt switch", "to ground when end B is down; optional"),
        (*_gpio(layout.buttons.red), "button, red", "to ground when pressed"),
        (*_gpio(layout.buttons.black), "button, black", "to ground when pressed"),
        (*_gpio(layout.buttons.board), "button, board", "to ground when pressed"),
        (*_gpio(layout.sounder.pin), "sounder", "passive piezo to ground, 1 kΩ in series"),
        ("ground", "6, 9, 14, 20, 25, 30, 34, 39", "ground", "shared by all supplies"),
    ]
    return table(("Pi", "header pin", "signal", "goes to"), rows)


def _adc(layout: Layout) -> str:
    inputs = [(m + 1, f"CH{m}", f"multiplexer {m}, pin {pins.MUX_COMMON}") for m in range(len(layout.reading_at))]
    rest = [
        (pins.ADC_GROUND, "DGND", "ground"),
        (pins.ADC_SELECT, "CS", "Pi, above"),
        (pins.ADC_IN, "DIN", "Pi, above"),
        (pins.ADC_OUT, "DOUT", "Pi, above"),
        (pins.ADC_CLOCK, "CLK", "Pi, above"),
        (pins.ADC_ANALOG_GROUND, "AGND", "ground, at the sensors' regulator"),
        (pins.ADC_REFERENCE, "VREF", "the sensors' 3.3 V"),
        (pins.ADC_SUPPLY, "VDD", "the sensors' 3.3 V, 100 nF at the pin"),
    ]
    unused = [(m + 1, f"CH{m}", "ground") for m in range(len(layout.reading_at), 8)]
    return table(("pin", "name", "goes to"), [*inputs, *unused, *rest])


def _multiplexers(layout: Layout) -> str:
    count = len(layout.reading_at)
    head = ("channel", "pin", *(f"mux {m}" for m in range(count)))
    names = {at: f"{cell_name(cell)}/S{sensor}" for (cell, sensor), at in layout.channel_of.items()}
    rows = [
        (f"I{channel}", pin, *(names.get((m, channel), "–") for m in range(count)))
        for channel, pin in enumerate(pins.MUX_CHANNELS)
    ]
    common = (
        f"\nOn every one: pin {pins.MUX_SUPPLY} to the sensors' 3.3 V with 100 nF, pin {pins.MUX_GROUND} and pin "
        f"{pins.MUX_ENABLE} (enable) to ground; unused inputs to ground. Multiplexer m's pin {pins.MUX_COMMON} to "
        "the MCP3008's CHm. Every input: sensor output – 1 kΩ – input, 100 nF from the input to ground.\n"
    )
    return table(head, rows) + common


def _cells(layout: Layout) -> str:
    def place(cell: Cell, sensor: int) -> str:
        x, y = layout.sensor_xy(cell, sensor)
        return f"{x:.1f}, {y:.1f}"

    def channel(cell: Cell, sensor: int) -> str:
        mux, at = layout.channel_of[cell, sensor]
        return f"{mux}/{at}"

    rows = [
        (
            cell_name(cell),
            channel(cell, 0),
            place(cell, 0),
            channel(cell, 1),
            place(cell, 1),
            layout.lights.cell_pixel(cell),
        )
        for cell in CELLS
    ]
    note = (
        "Multiplexer/channel of each sensor, its place in mm from the middle of D4, and the cell's place in the "
        "chain of lights, from 0. x runs along the row of D4 towards G4, y to the left of it, seen from above.\n\n"
    )
    return note + table(("cell", "S0", "x, y", "S1", "x, y", "light"), rows)


def _chain(layout: Layout) -> str:
    lights = layout.lights
    rows = [(i, cell_name(cell)) for i, cell in enumerate(lights.cell_order)]
    first = [f"{i} {name}" for i, name in rows]
    bars = [
        f"{player}'s bar: {lights.bar_pixel(player, 0)} … {lights.bar_pixel(player, lights.bar_pixels - 1)}"
        for player in lights.bar_order
    ]
    return " → ".join(first) + " → " + " → ".join(bars) + f". {lights.pixels} pixels.\n"
