"""The computer: is it a Pi, may this user use its buses, is what is needed installed?

`System` is where everything is read from, so that a test can be any computer.
"""

import getpass
import grp
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tamsk_pi.doctor.check import Check, Doctoring, Group
from tamsk_pi.drivers.lights import LightsWay
from tamsk_pi.layout import Layout

TOOL_S: Final = 3.0
_CORE_FREQ: Final = {
    "Pi 3": "core_freq=250",
    "Zero 2": "core_freq=250",
    "Pi 4": "core_freq=500 core_freq_min=500",
}
_CONFIG_TXT: Final = ("boot/firmware/config.txt", "boot/config.txt")
UNIT: Final = "tamsk-pi.service"
_MAKE: Final = Doctoring(Group.SYSTEM)
_NO_PI: Final = "this computer is no Raspberry Pi; `tamsk-pi doctor --virtual` examines the virtual board"


def run_tool(words: Sequence[str]) -> str | None:
    """What that program prints; None where it is missing, takes too long or fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=TOOL_S, check=False)
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return done.stdout if done.returncode == 0 else None


def has_package(name: str) -> bool:
    """Whether that Python package can be imported."""
    return importlib.util.find_spec(name) is not None


def own_groups() -> tuple[str, ...]:
    """The names of the groups that this process belongs to."""
    names = []
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.append(grp.getgrgid(number).gr_name)
        except KeyError:
            names.append(str(number))
    return tuple(sorted(names))


@dataclass(frozen=True, slots=True)
class System:
    """The computer, as it is read; `root` stands in place of /."""

    root: Path = Path("/")
    tool: Callable[[Sequence[str]], str | None] = run_tool
    has_package: Callable[[str], bool] = has_package
    groups: Callable[[], tuple[str, ...]] = own_groups
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)

    @property
    def model(self) -> str | None:
        """Which Raspberry Pi; None for another computer."""
        text = self.text("proc/device-tree/model")
        return text if text is not None and "Raspberry Pi" in text else None

    def text(self, path: str) -> str | None:
        """What is in that file below the root; None where it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None


def why_no_board(system: System) -> str | None:
    """Why no board can be connected here; None where one can."""
    return None if system.model else _NO_PI


def system_checks(system: System, layout: Layout | None, lights: LightsWay) -> list[Check]:
    """Computer, Python, packages, buses, service, clock."""
    checks = [_model(system), _python(system)]
    if system.model is not None:
        checks += [_packages(system), *_devices(system, layout, lights), _groups(system), _lgpio_place(system)]
        checks += _core_clock(system, layout, lights)
    return [*checks, _unit(system), _clock(system)]


def _model(system: System) -> Check:
    name = _os_name(system)
    if system.model is None:
        return _MAKE.skipped("computer", f"{_NO_PI} ({name})")
    return _MAKE.ok("computer", f"{system.model}, {name}")


def _os_name(system: System) -> str:
    lines = (system.text("etc/os-release") or "").splitlines()
    named = (line.partition("=")[2].strip('"') for line in lines if line.startswith("PRETTY_NAME="))
    return next(named, "unknown system")


def _python(system: System) -> Check:
    return _MAKE.ok("python", f"{sys.version.split()[0]} in {sys.prefix}")


def _packages(system: System) -> Check:
    missing = [name for name in ("lgpio", "spidev") if not system.has_package(name)]
    if missing:
        return _MAKE.fail(
            "packages", f"{' and '.join(missing)} not installed; pip install 'tamsk-pi[pi]' (systemd/README.md)"
        )
    return _MAKE.ok("packages", "lgpio and spidev are installed")


def _devices(system: System, layout: Layout | None, lights: LightsWay) -> list[Check]:
    wanted = {"gpiochip0": "the pins"}
    if layout is not None:
        wanted[f"spidev{layout.adc.port}.{layout.adc.device}"] = "the sensors' ADC; dtparam=spi=on"
        if lights is LightsWay.SPI:
            wanted[f"spidev{layout.lights.spi_port}.0"] = "the lights; dtoverlay=spi1-1cs"
    return [_device(system, name, what) for name, what in wanted.items()]


def _device(system: System, name: str, what: str) -> Check:
    path = system.root / "dev" / name
    use, _, line = what.partition("; ")
    if not path.exists():
        advice = f"switch it on with {line} in /boot/firmware/config.txt and restart" if line else "is this a Pi?"
        return _MAKE.fail(name, f"/dev/{name} is missing, {use} cannot be reached; {advice}")
    if not system.may_use(path):
        return _MAKE.fail(
            name,
            f"/dev/{name}: {getpass.getuser()} may not use it; add the user to the groups gpio and spi, log in anew",
        )
    return _MAKE.ok(name, f"/dev/{name} can be used: {use}")


def _groups(system: System) -> Check:
    groups = system.groups()
    missing = [name for name in ("gpio", "spi") if name not in groups]
    if missing:
        return _MAKE.warning("groups", f"this user is not in {' and '.join(missing)}; the service's user must be")
    return _MAKE.ok("groups", "this user is in gpio and spi")


def _lgpio_place(system: System) -> Check:
    """lgpio puts its pipes into LG_WD or the working directory, and fails where it cannot (gpiozero #1106)."""
    place = Path(system.environment.get("LG_WD") or Path.cwd())
    if not os.access(place, os.W_OK):
        return _MAKE.fail("LG_WD", f"{place}: lgpio cannot write there; set LG_WD to a directory where it can (/tmp)")
    return _MAKE.ok("LG_WD", f"lgpio may write in {place}")


def _core_clock(system: System, layout: Layout | None, lights: LightsWay) -> list[Check]:
    """SPI1 of a Pi 3, 4 and Zero 2 W is clocked from the core: unless that clock is fixed, the lights flicker
    (hardware/wiring.md, by board)."""
    known = next((line for model, line in _CORE_FREQ.items() if model in (system.model or "")), None)
    if known is None or lights is not LightsWay.SPI or layout is None or layout.lights.spi_port != 1:
        return []
    text = next((t for path in _CONFIG_TXT if (t := system.text(path)) is not None), None)
    if text is None:
        return [_MAKE.skipped("core clock", "no /boot/firmware/config.txt to look into")]
    written = {line.split("#")[0].replace(" ", "").strip() for line in text.splitlines()}
    if set(known.split()) <= written:
        return [_MAKE.ok("core clock", f"fixed ({known}): the lights' SPI1 keeps its pace")]
    return [
        _MAKE.warning(
            "core clock",
            f"not fixed, so the lights may flicker; add {known} to /boot/firmware/config.txt and restart",
        )
    ]


def _unit(system: System) -> Check:
    said = system.tool(("systemctl", "show", UNIT, "-p", "LoadState,ActiveState,UnitFileState,NRestarts,Result"))
    state = dict(line.partition("=")[::2] for line in (said or "").splitlines())
    if state.get("LoadState") != "loaded":
        return _MAKE.skipped("service", f"{UNIT} is not installed here (systemd/README.md)")
    text = f"{UNIT} is {state.get('ActiveState')}, {state.get('UnitFileState')}, restarts: {state.get('NRestarts')}"
    if state.get("ActiveState") == "failed":
        return _MAKE.fail("service", f"{text} ({state.get('Result')}); journalctl -u tamsk-pi -b says why")
    if state.get("NRestarts", "0") not in ("", "0"):
        return _MAKE.warning("service", f"{text}; it fell and was started again: journalctl -u tamsk-pi -b")
    return _MAKE.ok("service", text)


def _clock(system: System) -> Check:
    said = system.tool(("timedatectl", "show", "-p", "NTPSynchronized", "--value"))
    match (said or "").strip():
        case "yes":
            return _MAKE.ok("clock", "synchronised")
        case "no":
            return _MAKE.warning(
                "clock",
                "not synchronised: dates of matches may be wrong, and a dark time may stay unknown; play is not "
                "affected",
            )
        case _:
            return _MAKE.skipped("clock", "nothing tells whether it is synchronised (timedatectl)")
