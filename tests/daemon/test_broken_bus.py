"""The sensors' bus fails in the middle of a match: the daemon goes on by itself when it is back."""

import pytest

from campaigns.matches import by_referee_alone, compare, sense
from tamsk_pi.scenario.reader import parse

GONE = """match level=1
0.000 setup
1.000 start
1.500 fault spi-gone 2
6.000 lift red1
6.300 place red1 A2
7.100 ring A2 red
8.500 end
"""


@pytest.mark.parametrize("is_frame_level", [False, True])
def test_a_match_goes_on_after_the_spi_device_was_away(
    is_frame_level: bool, caplog: pytest.LogCaptureFixture
) -> None:
    scenario = parse(GONE, "gone.tamsk")
    rulings, trouble = sense(scenario, seed=2, is_frame_level=is_frame_level)
    assert compare(by_referee_alone(scenario), rulings).difference is None
    assert trouble is None
    assert any("No such device" in record.message for record in caplog.records), "what is wrong is said"
