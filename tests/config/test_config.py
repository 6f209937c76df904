"""The configuration: every key, and every way to get one wrong."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tamsk_pi.config import (
    NODE_NAMES,
    Config,
    ConfigError,
    LightsConfig,
    PageConfig,
    default_config_path,
    default_state_directory,
    draw_pin,
    load_calibration,
    load_config,
    load_influence,
    load_layout,
    parse_config,
)
from tamsk_pi.drivers.lights import LightsWay
from tamsk_pi.drivers.radio import ScanMode
from tamsk_pi.layout import LayoutError
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.settings import TimerSource

EVERYTHING = """
[page]
host = "::1"
port = 80
pin = "271828"
language = "de"
[lights]
way = "pwm"
max_current_ma = 900
brightness = 1
[radio]
mode = "passive"
adapter = "hci1"
[nodes]
red1 = "c0:ff:ee:00:00:01"
neutral_timer = "C0:FF:EE:00:00:07"
[neutral_timer]
source = "switch"
[sensing]
scans_per_s = 50
calibration = "/var/lib/tamsk-pi/calibration.json"
sand = "/var/lib/tamsk-pi/glasses.json"
[journal]
directory = "/var/lib/tamsk-pi/matches"
[sound]
is_on = false
[board]
layout = "/etc/tamsk-pi/board.toml"
"""


def test_every_key_is_understood() -> None:
    assert parse_config(EVERYTHING, "c.toml") == Config(
        page=PageConfig("::1", 80, "271828", "de"),
        lights=LightsConfig(LightsWay.PWM, 900, 1.0),
        radio_mode=ScanMode.PASSIVE,
        radio_adapter="hci1",
        nodes=(("red1", "C0:FF:EE:00:00:01"), ("neutral_timer", "C0:FF:EE:00:00:07")),
        timer_source=TimerSource.SWITCH,
        scans_per_s=50,
        calibration=Path("/var/lib/tamsk-pi/calibration.json"),
        sand=Path("/var/lib/tamsk-pi/glasses.json"),
        matches=Path("/var/lib/tamsk-pi/matches"),
        is_sound_on=False,
        layout=Path("/etc/tamsk-pi/board.toml"),
    )


def test_every_key_may_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/tamsk-pi")
    assert parse_config("", "c.toml") == Config(
        matches=Path("/var/lib/tamsk-pi/matches"), sand=Path("/var/lib/tamsk-pi/sand.json")
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[pgae]\n", "[pgae] is not a known table; did you mean 'page'?"),
        ("[xyzzy]\n", "[xyzzy] is not a known table"),
        ("page = 8037\n", "page: expected a table, written [page]"),
        ("[page]\nprot = 80\n", "page.prot is not a known key; did you mean 'port'?"),
        ("[nodes]\nred4 = 'C0:FF:EE:00:00:01'\n", "nodes.red4 is not a known key; did you mean 'red"),
        ("[page]\nport = '80'\n", "page.port is '80'; expected a whole number from 0 to 65535"),
        ("[page]\nport = 65536\n", "page.port is 65536; expected a whole number from 0 to 65535"),
        ("[page]\nport = -1\n", "page.port is -1; expected a whole number"),
        ("[page]\nport = true\n", "page.port is True; expected a whole number"),
        ("[page]\nport = 80.0\n", "page.port is 80.0; expected a whole number"),
        ("[page]\nhost = ''\n", "page.host is ''; expected an address or name"),
        ("[page]\nhost = 'a b'\n", "page.host is 'a b'; expected an address or name"),
        ('[page]\nhost = "a\\u0000"\n', "page.host is 'a\\x00'; expected text in quotes"),
        ("[page]\nhost = 1\n", "page.host is 1; expected text in quotes"),
        ("[page]\npin = '123'\n", "page.pin: expected 4 to 12 digits"),
        ("[page]\npin = '1234567890123'\n", "page.pin: expected 4 to 12 digits"),
        ("[page]\npin = '٣٣٣٣'\n", "page.pin: expected 4 to 12 digits"),
        ("[page]\npin = 1234\n", "page.pin is 1234; expected text in quotes"),
        ("[page]\nlanguage = 'dutch'\n", "page.language is 'dutch'; expected auto or en or de"),
        ("[page]\nlanguage = ['de']\n", "page.language is ['de']; expected text in quotes"),
        ("[lights]\nway = 'smoke'\n", "lights.way is 'smoke'; expected "),
        ("[lights]\nway = 1\n", "lights.way is 1; expected "),
        ("[lights]\nmax_current_ma = 99\n", "lights.max_current_ma is 99; expected a whole number from 100 to 20000"),
        ("[lights]\nbrightness = 0\n", "lights.brightness is 0; expected a number above 0, up to 1"),
        ("[lights]\nbrightness = nan\n", "lights.brightness is nan; expected a number above 0"),
        ("[lights]\nbrightness = true\n", "lights.brightness is True; expected a number above 0"),
        ("[radio]\nmode = 'off'\n", "radio.mode is 'off'; expected active or passive"),
        ("[radio]\nadapter = 0\n", "radio.adapter is 0; expected text in quotes"),
        ("[nodes]\nred1 = 'here'\n", "nodes.red1 is 'HERE'; expected an address such as C0:FF:EE:00:00:01"),
        ("[nodes]\nred1 = ''\n", "nodes.red1 is ''; expected an address"),
        (
            "[nodes]\nred1 = 'C0:FF:EE:00:00:01'\nred2 = 'c0:ff:ee:00:00:01'\n",
            "nodes.red1: C0:FF:EE:00:00:01 is named twice; each node has its own address",
        ),
        ("[neutral_timer]\nsource = 'sun'\n", "neutral_timer.source is 'sun'; expected "),
        ("[sensing]\nscans_per_s = 10\n", "sensing.scans_per_s is 10; expected a whole number from 30 to 185"),
        ("[sensing]\ncalibration = []\n", "sensing.calibration is []; expected text in quotes"),
        ('[sensing]\ncalibration = "a\\u0000b"\n', "sensing.calibration is 'a\\x00b'; expected text in quotes"),
        ("[journal]\ndirectory = 1\n", "journal.directory is 1; expected text in quotes"),
        ("[sound]\nis_on = 1\n", "sound.is_on is 1; expected true or false"),
        ("[board]\nlayout = {}\n", "board.layout is {}; expected text in quotes"),
        ("[page\n", "not readable as TOML: Expected ']'"),
        ("a = " + "[" * 100_000, "not readable as TOML: maximum recursion depth"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_cannot_be_understood_is_named_with_what_was_expected(text: str, told: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse_config(text, "c.toml")
    assert str(error.value).startswith(f"c.toml: {told}")


def test_names_of_nodes_are_those_of_the_glasses_and_the_timer() -> None:
    assert NODE_NAMES == ("red1", "red2", "red3", "black1", "black2", "black3", "neutral_timer")


def test_the_digest_tells_configurations_apart_but_not_their_pins_and_languages() -> None:
    config = parse_config(EVERYTHING, "c.toml")
    assert config.digest == replace(config, page=replace(config.page, pin="0000", language="en")).digest
    assert config.digest != replace(config, scans_per_s=51).digest
    assert len(config.digest) == 64


def test_a_file_that_was_named_must_exist_and_the_default_need_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    assert load_config(None).page == PageConfig()
    with pytest.raises(ConfigError, match="there is no such file; name an existing one after --config"):
        load_config(tmp_path / "config.toml")
    (tmp_path / "config.toml").write_text("[page]\nport = 81\n", encoding="utf-8")
    assert load_config(None).page.port == 81


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"c.toml: not UTF-8 text; expected a TOML file"):
        load_config(tmp_path / "c.toml")


@pytest.mark.parametrize(
    ("environment", "config", "state"),
    [
        (
            {"CONFIGURATION_DIRECTORY": "/etc/a:/etc/b", "STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "HOME": "/h"},
            "/etc/a/config.toml",
            "/var/lib/a",
        ),
        (
            {"XDG_CONFIG_HOME": "/x/c", "XDG_STATE_HOME": "/x/s", "HOME": "/h"},
            "/x/c/tamsk-pi/config.toml",
            "/x/s/tamsk-pi",
        ),
        ({"HOME": "/h"}, "/h/.config/tamsk-pi/config.toml", "/h/.local/state/tamsk-pi"),
        ({}, "/.config/tamsk-pi/config.toml", "/.local/state/tamsk-pi"),
    ],
)
def test_files_are_where_systemd_says_else_where_the_user_keeps_such(
    environment: Mapping[str, str], config: str, state: str
) -> None:
    assert default_config_path(environment) == Path(config)
    assert default_state_directory(environment) == Path(state)


def test_a_pin_that_is_drawn_is_four_digits_and_seldom_the_same() -> None:
    pins = {draw_pin() for _ in range(50)}
    assert all(len(pin) == 4 and pin.isdigit() for pin in pins)
    assert len(pins) > 10


def test_the_layout_that_is_shipped_is_the_builder_s(board_toml: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(board_toml, encoding="utf-8")
    shipped, mine = load_layout(None), load_layout(path)
    assert replace(mine, name=shipped.name) == shipped


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "No such file or directory; expected a file like hardware/board.toml"),
        (b"\xff", "not UTF-8 text; expected a TOML file like hardware/board.toml"),
        (b"a = " + b"[" * 100_000, "nested too deep; expected a TOML file like hardware/board.toml"),
        (b"[page]\n", "page: unknown key; known are geometry, adc"),
    ],
    ids=["missing", "binary", "deep", "another-file"],
)
def test_a_layout_that_cannot_be_read_is_named(content: bytes | None, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LayoutError) as error:
        load_layout(path)
    assert str(error.value).startswith(f"{path}: {told}")


def test_bars_of_another_length_than_the_lights_speak_with_are_refused(board_toml: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(board_toml.replace("bar_pixels = 8", "bar_pixels = 9"), encoding="utf-8")
    with pytest.raises(LayoutError, match=r"lights.bar_pixels is 9; the bars shown have 8"):
        load_layout(path)


def test_the_influence_that_is_shipped_can_be_read() -> None:
    assert load_influence() == load_influence()


def test_without_a_file_the_board_is_calibrated_as_drawn() -> None:
    assert load_calibration(None) == Calibration()


def test_a_calibration_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    zeros, gains = [500.5 + i / 10 for i in range(74)], [1 + i / 1_000 for i in range(74)]
    path.write_text(json.dumps({"zero_counts": zeros, "gains": gains}), encoding="utf-8")
    assert load_calibration(path) == Calibration(tuple(zeros), tuple(gains))


NOMINAL = {"zero_counts": [512.0] * 74, "gains": [1.0] * 74}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "No such file or directory; expected the calibration that [sensing] calibration names: calibrate"),
        (b"", "not a calibration (Expecting value"),
        (b"\xff", "not a calibration ("),
        (b"[" * 100_000, "not a calibration (maximum recursion depth"),
        (b"[]", "not a calibration (list indices"),
        (b'{"gains": []}', "not a calibration, 'zero_counts' is missing"),
        (b'{"zero_counts": 1, "gains": []}', "not a calibration ('int' object is not iterable)"),
        (
            json.dumps(NOMINAL | {"gains": [1.0] * 73}).encode(),
            "not a calibration (calibration: 73 gains, expected 74",
        ),
        (json.dumps(NOMINAL | {"gains": [9.0] * 74}).encode(), "not a calibration (calibration: gains[0] is 9.0"),
        (
            json.dumps(NOMINAL | {"zero_counts": [float("nan")] * 74}).encode(),
            "not a calibration (calibration: zero_counts[0] is nan",
        ),
        (json.dumps(NOMINAL | {"gains": [10**400] * 74}).encode(), "not a calibration (int too large"),
    ],
    ids=["missing", "empty", "binary", "deep", "list", "half", "number", "short", "wild", "nan", "huge"],
)
def test_a_calibration_that_cannot_be_used_is_named(content: bytes | None, told: str, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError) as error:
        load_calibration(path)
    assert str(error.value).startswith(f"{path}: {told}")
