"""Facts about the Raspberry Pi's header and the two chips, by pin."""

from typing import Final

HEADER: Final = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""BCM number → pin of the 40-pin header (the same on every Pi that has it)."""

SPI0_MISO, SPI0_MOSI, SPI0_SCLK, SPI0_CE = 9, 10, 11, (8, 7)
SPI1_MOSI = 20

MUX_CHANNELS: Final = (9, 8, 7, 6, 5, 4, 3, 2, 23, 22, 21, 20, 19, 18, 17, 16)
"""Pin of I0 … I15 of a CD74HC4067 (SCHS209, terminal functions)."""
MUX_SELECTS: Final = (10, 11, 14, 13)
MUX_COMMON, MUX_ENABLE, MUX_GROUND, MUX_SUPPLY = 1, 15, 12, 24

ADC_SUPPLY, ADC_REFERENCE, ADC_ANALOG_GROUND, ADC_CLOCK, ADC_OUT, ADC_IN, ADC_SELECT, ADC_GROUND = range(16, 8, -1)
"""Pins of an MCP3008; input CHm is pin m + 1 (DS21295D, pin description)."""
