"""A connected board examined, from its configuration to its buses: on simulated chips, without Bluetooth."""

import asyncio
from pathlib import Path

import pytest
from examined import LAYOUT, bad
from test_doctor_on_computers import Computer

from tamsk_pi.clock import SystemClock
from tamsk_pi.doctor.check import Group, Verdict
from tamsk_pi.doctor.doctor import examine
from tamsk_pi.doctor.examination import Plan
from tamsk_pi.drivers.pins import open_output
from tamsk_pi.simulator.chips.install import install
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration; there is no Bluetooth, and the state directory is the test's own."""
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nobody")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    config = tmp_path / "config.toml"
    config.write_text('[nodes]\nred1 = "C0:FF:EE:00:00:01"\n', encoding="utf-8")
    return config


def test_a_connected_board_is_examined_as_the_daemon_opens_it(tmp_path: Path, path: Path) -> None:
    computer = Computer(tmp_path / "computer")
    with install(Table(LAYOUT, TableSettings()), SystemClock(), LAYOUT) as chips:
        checks = asyncio.run(examine(path, Plan(1.5), computer.system))
        assert set(chips.strip.pixels) == {(0, 0, 0)}
    # How fast the test's machine scans just now is not the board's fault.
    sensors = [c for c in checks if c.group is Group.SENSORS and c.name != "rate"]
    assert [c.text for c in sensors if c.verdict is Verdict.FAIL] == []
    assert next(c.text for c in sensors if c.name == "pieces") == "the board is seen empty"
    assert bad(checks, Group.RADIO)[0] == (
        "Bluetooth: D-Bus does not answer; is bluez installed and its service running?; play goes on without tilt"
    )
    assert bad(checks, Group.SYSTEM, Group.SUPPLY, Group.LIGHTS, Group.CONTROLS) == []


def test_a_pin_that_somebody_holds_is_said_with_what_to_do(tmp_path: Path, path: Path) -> None:
    computer = Computer(tmp_path / "computer")
    with install(Table(LAYOUT, TableSettings()), SystemClock(), LAYOUT):
        line = open_output(LAYOUT.multiplexers.select_pins[2], "somebody else")
        try:
            checks = asyncio.run(examine(path, Plan(1.0), computer.system))
        finally:
            line.close()
    (text,) = bad(checks, Group.SENSORS)
    assert text.startswith("multiplexer select line S2 on GPIO24: ")
    assert [c.text for c in checks if c.group is Group.LIGHTS] == ["the sensors must work first"]
