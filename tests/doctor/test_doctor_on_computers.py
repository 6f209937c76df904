"""What the doctor says of the computer and its files; the computer is a directory and a few answers."""

import asyncio
import fcntl
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from examined import LAYOUT, bad

from tamsk_pi.clock import NS_PER_MS, NS_PER_S, VirtualClock
from tamsk_pi.config import Config, PageConfig
from tamsk_pi.daemon.keeper import LOCK, Keeper
from tamsk_pi.doctor.check import Check, Verdict, has_failed
from tamsk_pi.doctor.doctor import examine
from tamsk_pi.doctor.examination import Plan
from tamsk_pi.doctor.files import file_checks, instance_check, is_in_use, read_configuration
from tamsk_pi.doctor.radio import adapter_checks
from tamsk_pi.doctor.report import json_report, text_report
from tamsk_pi.doctor.running import ask_daemon, told_checks
from tamsk_pi.doctor.supply import look_at_supply, supply_checks
from tamsk_pi.doctor.system import System, system_checks
from tamsk_pi.drivers.bluez_adapter import AdapterState
from tamsk_pi.drivers.lights import LightsWay
from tamsk_pi.drivers.radio import ScanMode

DAY_NS = 24 * 3600 * NS_PER_S
SERVICE = "LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=0\nResult=success\n"


@dataclass
class Computer:
    """A Raspberry Pi 4 as it should be; tests take parts away."""

    root: Path
    packages: set[str] = field(default_factory=lambda: {"lgpio", "spidev"})
    groups: tuple[str, ...] = ("gpio", "spi", "users")
    forbidden: set[str] = field(default_factory=set)
    answers: dict[str, str] = field(
        default_factory=lambda: {"systemctl": SERVICE, "timedatectl": "yes\n", "bluetoothctl": "bluetoothctl: 5.66\n"}
    )

    def __post_init__(self) -> None:
        self.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        self.write("etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
        self.write("boot/firmware/config.txt", "dtparam=spi=on\ncore_freq = 500  # for SPI1\ncore_freq_min=500\n")
        for name in ("gpiochip0", "spidev0.0", "spidev1.0"):
            self.write(f"dev/{name}", "")

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def tool(self, words: Sequence[str]) -> str | None:
        return self.answers.get(words[0])

    @property
    def system(self) -> System:
        return System(
            self.root,
            self.tool,
            lambda name: name in self.packages,
            lambda: self.groups,
            {"LG_WD": str(self.root)},
            lambda path: path.name not in self.forbidden,
        )

    def checks(self) -> list[Check]:
        return system_checks(self.system, LAYOUT, LightsWay.SPI)


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path / "computer")


def test_a_pi_as_it_should_be_has_nothing_wrong(computer: Computer) -> None:
    checks = computer.checks()
    assert bad(checks) == []
    assert checks[0].text == "Raspberry Pi 4 Model B Rev 1.4, Debian GNU/Linux 12 (bookworm)"


def test_what_is_missing_on_a_pi_is_said_with_what_to_do(computer: Computer) -> None:
    computer.packages.clear()
    computer.groups = ("users",)
    computer.forbidden.add("gpiochip0")
    (computer.root / "dev" / "spidev1.0").unlink()
    computer.answers |= {"timedatectl": "no\n"}
    computer.answers["systemctl"] = SERVICE.replace("=active", "=failed").replace("success", "watchdog")
    said = [text.replace("root", "USER", 1) for text in bad(computer.checks())]
    assert said == [
        "lgpio and spidev not installed; pip install 'tamsk-pi[pi]' (systemd/README.md)",
        "/dev/gpiochip0: USER may not use it; add the user to the groups gpio and spi, log in anew",
        "/dev/spidev1.0 is missing, the lights cannot be reached; switch it on with dtoverlay=spi1-1cs in "
        "/boot/firmware/config.txt and restart",
        "this user is not in gpio and spi; the service's user must be",
        "tamsk-pi.service is failed, enabled, restarts: 0 (watchdog); journalctl -u tamsk-pi -b says why",
        "not synchronised: dates of matches may be wrong, and a dark time may stay unknown; play is not affected",
    ]


def test_a_service_that_falls_again_and_again_is_said(computer: Computer) -> None:
    computer.answers["systemctl"] = SERVICE.replace("NRestarts=0", "NRestarts=4")
    (text,) = bad(computer.checks())
    assert text.endswith("restarts: 4; it fell and was started again: journalctl -u tamsk-pi -b")


@pytest.mark.parametrize(
    ("model", "lines", "said"),
    [
        ("Raspberry Pi 4 Model B", "core_freq=500", ["add core_freq=500 core_freq_min=500 to"]),
        ("Raspberry Pi 3 Model B Plus", "#core_freq=250", ["add core_freq=250 to"]),
        ("Raspberry Pi Zero 2 W", "core_freq=250", []),
        ("Raspberry Pi 5 Model B", "", []),
    ],
)
def test_a_core_clock_that_lets_the_lights_flicker_is_said(
    computer: Computer, model: str, lines: str, said: list[str]
) -> None:
    computer.write("proc/device-tree/model", model)
    computer.write("boot/firmware/config.txt", lines)
    texts = bad(computer.checks())
    assert len(texts) == len(said)
    assert all(part in text for text, part in zip(texts, said, strict=True))


def test_where_lgpio_cannot_write_it_is_said(computer: Computer) -> None:
    system = computer.system
    away = System(system.root, system.tool, system.has_package, system.groups, {"LG_WD": "/none"}, system.may_use)
    (text,) = bad(system_checks(away, LAYOUT, LightsWay.SPI))
    assert text == "/none: lgpio cannot write there; set LG_WD to a directory where it can (/tmp)"


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("0", []),
        ("50005", ["too low now (under 4.63 V)", "the processor is slowed down now"]),
        ("50000", ["has been too low since the Pi was switched on", "the processor has been slowed down"]),
        ("e0008", ["the processor is slowed down by heat"]),
    ],
)
def test_the_supply_s_flags_are_said(computer: Computer, flags: str, said: list[str]) -> None:
    computer.write("sys/devices/platform/soc/soc:firmware/get_throttled", flags)
    found = bad(supply_checks(look_at_supply(computer.system)))
    assert len(found) == len(said)
    assert all(text.startswith(begins) for text, begins in zip(found, said, strict=True))


def test_vcgencmd_is_asked_where_the_kernel_says_nothing(computer: Computer) -> None:
    computer.answers["vcgencmd"] = "throttled=0x1\n"
    assert bad(supply_checks(look_at_supply(computer.system)))[0].startswith("too low now")
    del computer.answers["vcgencmd"]
    assert [c.verdict for c in supply_checks(look_at_supply(computer.system))] == [Verdict.SKIPPED]


ON = AdapterState("hci0", "B8:27:EB:00:00:01", True)


@pytest.mark.parametrize(
    ("adapters", "wanted", "begins"),
    [
        ((ON,), None, None),
        ((), None, "no Bluetooth adapter (any wanted, none there)"),
        ((ON,), "hci1", "no Bluetooth adapter (hci1 wanted, hci0 there)"),
        ((AdapterState("hci0", "", False),), None, "hci0 is switched off; bluetoothctl power on"),
        (
            "Bluetooth: BlueZ is not running; start it",
            None,
            "Bluetooth: BlueZ is not running; start it; play goes on",
        ),
    ],
)
def test_the_adapter_is_examined(
    computer: Computer, adapters: tuple[AdapterState, ...] | str, wanted: str | None, begins: str | None
) -> None:
    said = bad(adapter_checks(adapters, wanted, ScanMode.ACTIVE, computer.system))
    assert [text[: len(begins or "")] for text in said] == ([] if begins is None else [begins])


def test_a_bluez_that_cannot_scan_passively_is_said(computer: Computer) -> None:
    computer.answers["bluetoothctl"] = "bluetoothctl: 5.50\n"
    (text,) = bad(adapter_checks((ON,), None, ScanMode.PASSIVE, computer.system))
    assert text.startswith("5.50 cannot scan passively")


def test_a_configuration_and_a_layout_that_cannot_be_read_are_said(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[page]\nprot = 1\n", encoding="utf-8")
    config, layout, checks = read_configuration(path)
    assert (config, layout, bad(checks)) == (
        None,
        None,
        [f"{path}: page.prot is not a known key; did you mean 'port'?"],
    )
    path.write_text(f'[board]\nlayout = "{tmp_path}/none.toml"\n', encoding="utf-8")
    config, layout, checks = read_configuration(path)
    assert (config is None, layout) == (False, None)
    assert bad(checks)[0].startswith(f"{tmp_path}/none.toml: No such file")


def configured(tmp_path: Path) -> Config:
    return Config(
        matches=tmp_path / "matches", sand=tmp_path / "sand.json", calibration=tmp_path / "calibration.json"
    )


def test_files_that_are_missing_or_damaged_are_said(tmp_path: Path) -> None:
    config = configured(tmp_path)
    (tmp_path / "calibration.json").write_text("{}", encoding="utf-8")
    (tmp_path / "sand.json").write_text("{", encoding="utf-8")
    said = bad(file_checks(config, 0, VirtualClock().now_ns))
    assert [text.split(": ")[1].split(" (")[0] for text in said] == [
        "not a calibration, 'zero_counts' is missing; calibrate the board again",
        "these sand figures are damaged",
    ]


def test_a_calibration_that_is_old_is_said_and_one_that_is_not_is_not(tmp_path: Path) -> None:
    config = configured(tmp_path)
    path = tmp_path / "calibration.json"
    path.write_text(f'{{"zero_counts": {[512.0] * 74}, "gains": {[1.0] * 74}}}', encoding="utf-8")
    written_ns = path.stat().st_mtime_ns
    assert next(iter(file_checks(config, written_ns + DAY_NS, VirtualClock().now_ns))).verdict is Verdict.OK
    (old, *_) = file_checks(config, written_ns + 400 * DAY_NS, VirtualClock().now_ns)
    assert (old.verdict, "400 days old" in old.text) == (Verdict.WARNING, True)


def test_matches_that_cannot_be_kept_are_said(tmp_path: Path) -> None:
    (tmp_path / "matches").write_text("a file where a directory should be", encoding="utf-8")
    (check,) = [c for c in file_checks(configured(tmp_path), 0, VirtualClock().now_ns) if c.name == "journals"]
    assert (check.verdict, check.text.startswith(f"{tmp_path}/matches: matches cannot be kept")) == (
        Verdict.FAIL,
        True,
    )


@pytest.mark.parametrize(("ms", "verdict"), [(12, Verdict.OK), (60, Verdict.WARNING)])
def test_a_card_that_keeps_records_too_slowly_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ms: int, verdict: Verdict
) -> None:
    clock = VirtualClock()
    monkeypatch.setattr("tamsk_pi.journal.store.os.fsync", lambda _descriptor: clock.pause_ns(ms * NS_PER_MS))
    (check,) = [c for c in file_checks(configured(tmp_path), 0, clock.now_ns) if c.name == "card"]
    assert check.verdict is verdict
    assert check.text.startswith(f"a record is on the card after {ms}.0 ms, the slowest took {ms}.0 ms")


def test_writing_a_journal_for_a_test_leaves_nothing_behind(tmp_path: Path) -> None:
    config = configured(tmp_path)
    assert [c.verdict for c in file_checks(config, 0, VirtualClock().now_ns) if c.name in ("journals", "disk")] == [
        Verdict.OK
    ] * 2
    assert list(config.matches.iterdir()) == []


def test_a_running_daemon_is_noticed_and_the_board_is_left_to_it(tmp_path: Path) -> None:
    config = configured(tmp_path)
    assert is_in_use(config.matches) is False
    keeper = Keeper(config.matches, lambda: 0)
    keeper.open()
    try:
        assert is_in_use(config.matches) is True
    finally:
        keeper.close()
    assert is_in_use(config.matches) is False
    assert instance_check(True, None, "http://x/").verdict is Verdict.WARNING


def test_looking_for_a_daemon_does_not_take_its_lock_away(tmp_path: Path) -> None:
    config = configured(tmp_path)
    config.matches.mkdir()
    lock = os.open(config.matches / LOCK, os.O_RDWR | os.O_CREAT)
    assert is_in_use(config.matches) is False
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(lock)


def test_a_page_that_does_not_answer_is_no_answer() -> None:
    assert ask_daemon(PageConfig(port=1)) is None


def test_what_a_daemon_tells_of_its_board_becomes_checks() -> None:
    node = {"label": "red1", "state": "live", "condition": "warning", "heard_s": 1, "battery_percent": 9}
    told = {"notes": [{"condition": "fail", "text": "Multiplexer 2 is dead."}], "nodes": [node], "dead_sensors": 14}
    checks = told_checks(dict(told))
    assert [(c.verdict, c.text[:22]) for c in checks] == [
        (Verdict.FAIL, "Multiplexer 2 is dead."),
        (Verdict.WARNING, "red1: live, battery 9 "),
        (Verdict.FAIL, "14 of 74 sensors are n"),
    ]


def test_on_a_laptop_the_board_is_not_looked_at_and_that_is_no_failure(tmp_path: Path, computer: Computer) -> None:
    (computer.root / "proc/device-tree/model").unlink()
    path = tmp_path / "config.toml"
    path.write_text(f'[journal]\ndirectory = "{tmp_path}/matches"\n', encoding="utf-8")
    checks = asyncio.run(examine(path, Plan(1.0), computer.system))
    assert has_failed(checks) is False
    skipped = [c for c in checks if c.verdict is Verdict.SKIPPED and "no Raspberry Pi" in c.text]
    assert [c.name for c in skipped] == ["computer", "sensors", "lights", "radio", "buttons and sounder"]


def test_the_report_groups_counts_and_wraps() -> None:
    checks = supply_checks(None)
    assert text_report(checks, width=40) == (
        "Supply\n  – voltage: nothing tells of the supply\n    here (/sys, vcgencmd)\n\n"
        "0 well, 0 warnings, 0 failures, 1 not looked at\n"
    )
    assert '"verdict": "ok"' in json_report(checks)
