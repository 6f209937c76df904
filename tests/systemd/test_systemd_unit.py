"""The unit is judged by systemd itself, in whatever version the machine has."""

import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = SYSTEMD / "tamsk-pi.service"
INSTALLED = "/opt/tamsk-pi/bin/tamsk-pi"
HIGHEST_EXPOSURE = 20
"""Tenths, as `systemd-analyze security --threshold` counts; below 3.0 is its "OK" end of the scale, ours is 1.5."""


def program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is missing; on Debian: apt install systemd")
    return path


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program("systemd-analyze"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={"SYSTEMD_COLORS": "0"},
    )


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that exists on this machine in the place of the daemon; nothing else is changed."""
    text = UNIT.read_text()
    assert text.count(INSTALLED) == 2  # ExecStart and ExecStopPost
    stand_in = tmp_path / "tamsk-pi"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    copy = tmp_path / UNIT.name
    copy.write_text(text.replace(INSTALLED, str(stand_in)))
    return copy


def settings() -> dict[str, list[str]]:
    """Every key of the unit with its values in order."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def complaints(unit: Path) -> str:
    result = analyze("verify", str(unit))
    return f"{result.stdout}{result.stderr}" + (f"exit {result.returncode}" if result.returncode else "")


def test_systemd_has_nothing_to_say_about_the_unit(unit: Path) -> None:
    assert complaints(unit) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ProtectSystem=strict", "ProtectSytem=strict"),
        ("WatchdogSec=10", "WatchdogSec=ten"),
        ("[Service]", "[Servce]"),
        ("/tamsk-pi run", "/no-such-program run"),
    ],
)
def test_a_misspelt_unit_is_noticed(unit: Path, old: str, new: str) -> None:
    text = unit.read_text()
    assert old in text
    unit.write_text(text.replace(old, new))

    assert complaints(unit) != ""


def test_its_exposure_is_low(unit: Path) -> None:
    result = analyze("security", "--offline=true", f"--threshold={HIGHEST_EXPOSURE}", str(unit))

    assert result.returncode == 0, result.stdout.splitlines()[-1]


def test_a_unit_without_its_hardening_is_too_exposed(unit: Path) -> None:
    lines = [line for line in unit.read_text().splitlines() if not line.startswith(("Protect", "System", "Capab"))]
    unit.write_text("\n".join(lines))

    assert analyze("security", "--offline=true", f"--threshold={HIGHEST_EXPOSURE}", str(unit)).returncode != 0


def test_the_daemon_notifies_and_is_watched_and_restarted() -> None:
    keys = settings()

    assert keys["Type"] == ["notify"]
    assert int(keys["WatchdogSec"][0]) <= 30
    assert keys["Restart"] == ["on-failure"]


def test_it_waits_for_no_network() -> None:
    keys = settings()
    awaited = " ".join(keys.get("After", []) + keys.get("Wants", []) + keys.get("Requires", []))

    assert "network" not in awaited


def test_lgpio_gets_a_directory_that_systemd_makes_for_it() -> None:
    keys = settings()

    assert "LG_WD=%t/tamsk-pi" in keys["Environment"]
    assert keys["RuntimeDirectory"] == ["tamsk-pi"]
    assert keys["WorkingDirectory"] == ["%S/tamsk-pi"]
    assert keys["StateDirectory"] == ["tamsk-pi"]


def test_a_configuration_that_cannot_be_used_is_not_tried_again() -> None:
    assert settings()["RestartPreventExitStatus"] == ["2"]


def test_the_owners_configuration_is_read_only_for_the_daemon() -> None:
    keys = settings()

    assert (keys["ConfigurationDirectory"], keys["ReadOnlyPaths"]) == (["tamsk-pi"], ["%E/tamsk-pi"])


def test_d_bus_for_bluetooth_stays_reachable_under_the_hardening() -> None:
    keys = settings()

    assert "AF_UNIX" in keys["RestrictAddressFamilies"][0].split()
    assert "PrivateNetwork" not in keys


def test_user_and_groups_of_the_unit_are_those_that_are_created(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    result = subprocess.run(
        [program("systemd-sysusers"), f"--root={tmp_path}", str(SYSTEMD / "tamsk-pi.sysusers.conf")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    rows = [line.split(":") for line in (tmp_path / "etc/group").read_text().splitlines()]
    groups = {row[0]: row[3] for row in rows}
    users = [line.split(":")[0] for line in (tmp_path / "etc/passwd").read_text().splitlines()]
    keys = settings()

    assert keys["User"][0] in users
    for group in keys["SupplementaryGroups"][0].split():
        assert groups[group] == keys["User"][0]
