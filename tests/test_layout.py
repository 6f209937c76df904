"""hardware/board.toml is read, and what a builder can get wrong in it is said in a sentence."""

import math
from pathlib import Path

import pytest

from tamsk_pi.layout import Layout, LayoutError, parse_layout
from tamsk_pi.rules.board import CELLS, parse_cell
from tamsk_pi.rules.pieces import Player

TEXT = (Path(__file__).parent.parent / "hardware" / "board.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def layout() -> Layout:
    return parse_layout(TEXT, "board.toml")


def test_every_sensor_has_one_channel_and_the_way_back_agrees(layout: Layout) -> None:
    assert len(layout.channel_of) == 74
    for cell in CELLS:
        for sensor in (0, 1):
            mux, channel = layout.channel_of[cell, sensor]
            assert layout.reading_at[mux][channel] == 2 * cell + sensor


def test_channels_where_nothing_is_connected_have_no_reading(layout: Layout) -> None:
    unused = [(m, c) for m, row in enumerate(layout.reading_at) for c, at in enumerate(row) if at is None]
    assert unused == [(2, 14), (2, 15), (3, 14), (3, 15), (4, 14), (4, 15)]


def test_positions_are_those_of_the_magnetic_study(layout: Layout) -> None:
    assert layout.cell_xy(parse_cell("D4")) == (0.0, 0.0)
    assert layout.sensor_xy(parse_cell("E4"), 0) == (55.0, 0.0)
    x, y = layout.sensor_xy(parse_cell("D5"), 1)
    assert (x, y) == pytest.approx((27.5 + 6 * math.sqrt(3) / 2, 55 * math.sqrt(3) / 2 + 3))


def test_a_cell_has_no_third_sensor(layout: Layout) -> None:
    with pytest.raises(IndexError, match="sensor 2 of cell A1"):
        layout.sensor_xy(parse_cell("A1"), 2)


def test_the_chain_holds_every_cell_and_then_the_bars(layout: Layout) -> None:
    lights = layout.lights
    assert lights.pixels == 53
    assert sorted(lights.chain_order) == list(range(53))
    assert lights.cell_pixel(parse_cell("B5")) == 4
    assert lights.chain_order[4] == parse_cell("B5")
    assert lights.bar_pixel(Player.RED, 0) == 37
    assert lights.bar_pixel(Player.BLACK, 7) == 52


def test_bars_wired_black_first_are_found_in_the_chain() -> None:
    lights = parse_layout(TEXT.replace('["red", "black"]', '["black", "red"]'), "board.toml").lights
    assert lights.bar_pixel(Player.BLACK, 0) == 37
    assert lights.chain_order[37] == 45  # black's bar is drawn after red's, wherever it is wired


def test_a_bar_has_no_ninth_pixel(layout: Layout) -> None:
    with pytest.raises(IndexError, match="bar pixel 8"):
        layout.lights.bar_pixel(Player.RED, 8)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["A1/S0", "A1/S1"', '["A1/S0", "A1/S0"', "board.toml: multiplexers.channels: A1/S0 appears twice"),
        (
            '"A1/S0", "A1/S1"',
            '"-", "-"',
            "board.toml: multiplexers.channels: A1/S0, A1/S1 not connected; every sensor must appear once",
        ),
        ('"A1/S0"', '"A1-S0"', "board.toml: multiplexers.channels: 'A1-S0' is not a sensor; expected for example"),
        ('"A1/S0"', '"A9/S0"', "'A9/S0' is not a sensor"),
        ('"A1/S0"', "7", "7 is not a sensor"),
        ('"A1/S0", ', "", "multiplexer 0: expected a list of 16, got 15 entries"),
        ("settle_us", "setle_us", "board.toml: multiplexers.setle_us: unknown key; did you mean 'settle_us'?"),
        ("settle_us = 20", "", "board.toml: multiplexers.settle_us: is missing"),
        ("settle_us = 20", "settle_us = true", "multiplexers.settle_us: True is not a whole number from 0 to 10000"),
        ("[sounder]", "[sounders]", "board.toml: sounders: unknown key; did you mean 'sounder'?"),
        ("[adc]", "[zzz]", "board.toml: zzz: unknown key; known are geometry, adc, "),
        ("clock_hz = 1_000_000", "clock_hz = 3_600_000", "adc.clock_hz: 3600000 Hz is outside 10000 … 1350000 Hz"),
        ("port = 0\ndevice", "port = 1\ndevice", "adc.port: 1 is not a whole number from 0 to 0"),
        ("[22, 23, 24, 25]", "[22, 23, 24]", "multiplexers.select_pins: [22, 23, 24]: expected the 4 BCM numbers"),
        ("[22, 23, 24, 25]", "[22, 23, 24, 24]", "[3]: pin 24 is already used by multiplexers.select_pins[2]"),
        ("[22, 23, 24, 25]", "[22, 23, 24, 8]", "select_pins[3]: pin 8 is already used by the ADC's SPI0"),
        ("pin = 26", "pin = 20", "board.toml: sounder.pin: pin 20 is already used by the lights' SPI1"),
        ("red = 5", "red = 27", "buttons.red: pin 27 is already used by neutral_timer.tilt_switch_pin"),
        ("red = 5", "red = 28", "buttons.red: 28 is not a whole number from 2 to 27"),
        ("spi_port = 1", "spi_port = 0", "lights.spi_port: SPI0 carries the ADC (adc.port)"),
        ("data_pin_pwm = 12", "data_pin_pwm = 4", "data_pin_pwm: 4 cannot drive WS2812 pixels"),
        ('"A1", "A2",', '"A1", "A1",', "lights.cell_order: A1 appears twice"),
        ('"A1", "A2", ', '"A1", ', "lights.cell_order: A2 missing; every cell must appear once"),
        ('"A1", "A2", ', '"A0", "A2", ', "lights.cell_order: 'A0' is not a cell"),
        ('["red", "black"]', '["red", "red"]', "lights.bar_order: ['red', 'red']: expected \"red\" and \"black\""),
        ("pixel_full_ma = 60.0", 'pixel_full_ma = "much"', "lights.pixel_full_ma: 'much' is not a number above 0"),
        ("pitch = 55.0", "pitch = 40.0", "geometry.pitch: rings of neighbouring cells would touch"),
        ("ring_inner_diameter = 36.0", "ring_inner_diameter = 34.0", "a ring must fit over the tube"),
        ("hourglass_diameter = 30.0", "hourglass_diameter = 31.0", "an hourglass must fit into the tube"),
        ("[adc]", "[adc", "board.toml: not readable as TOML: "),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_place(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(LayoutError) as caught:
        parse_layout(TEXT.replace(old, new, 1), "board.toml")
    assert message in str(caught.value)


def test_a_value_where_a_table_belongs_is_named() -> None:
    with pytest.raises(LayoutError, match=r"board.toml: sounder: 26 is not a table; write \[sounder\]"):
        parse_layout("sounder = 26\n" + TEXT.replace("[sounder]", "").replace("pin = 26 ", "# "), "board.toml")
