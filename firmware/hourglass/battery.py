"""From the voltage of a single LiPo cell to a percentage.

The curve is the usual one of a cell under a load of a few milliamperes: flat in the middle, so ten per cent up or
down mean nothing; below 10 % charge it.
"""

DIVIDER = (1000 + 510) / 510  # XIAO nRF52840: 1 Mohm over 510 kohm into P0.31
CURVE = ((3300, 0), (3600, 10), (3700, 25), (3800, 50), (3950, 75), (4100, 92), (4180, 100))  # mV, %


def percent(millivolts: float) -> int:
    """State of charge, 0 to 100."""
    low_mv, low = CURVE[0]
    if millivolts <= low_mv:
        return low
    for high_mv, high in CURVE[1:]:
        if millivolts < high_mv:
            return round(low + (high - low) * (millivolts - low_mv) / (high_mv - low_mv))
        low_mv, low = high_mv, high
    return low


def pin_millivolts(reading: int, reference_volts: float) -> float:
    """The cell's voltage from a 16 bit reading of P0.31."""
    return reading / 65535 * reference_volts * 1000 * DIVIDER
