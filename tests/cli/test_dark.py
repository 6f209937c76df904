"""`tamsk-pi dark`: the lights go off although no daemon is there to do it."""

import pytest

from tamsk_pi.cli import main
from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import load_layout
from tamsk_pi.drivers.lights import LightsWay, open_lights
from tamsk_pi.rules.board import Cell
from tamsk_pi.simulator.chips.install import install


class QuietTable:
    """A board on which nothing happens."""

    def advance(self, now_ns: int) -> None:
        """Nothing moves."""

    def convert(self, cell: int, sensor: int) -> int:
        return 512

    def unconnected(self) -> int:
        return 0


def test_the_strip_of_a_killed_daemon_goes_dark() -> None:
    layout = load_layout(None)
    with install(QuietTable(), VirtualClock(), layout) as chips:
        left_on = open_lights(layout.lights, LightsWay.SPI)
        left_on.show([(9, 9, 9)] * layout.lights.pixels)
        assert chips.strip.pixels[Cell(0)] == (9, 9, 9)
        assert main(["dark"]) == 0
        assert set(chips.strip.pixels) == {(0, 0, 0)}
        left_on.close()


def test_without_a_bus_it_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dark"]) == 2
    assert "SPI1" in capsys.readouterr().err
