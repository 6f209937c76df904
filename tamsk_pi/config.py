"""One frozen configuration, read once at the start from a TOML file; every key may be left out.

    [page]     host = "127.0.0.1", port = 8037, pin = "1234", language = "auto" | "de" | "en"
    [lights]   way = "spi" | "pwm", max_current_ma = 1500, brightness = 0.6
    [radio]    mode = "active" | "passive", adapter = "hci0"
    [nodes]    red1 = "C0:FF:EE:00:00:01", …, black3 = "…", neutral_timer = "…"   (what was paired stands above)
    [neutral_timer]  source = "node" | "switch"
    [sensing]  scans_per_s = 100, calibration = "/var/lib/tamsk-pi/calibration.json",
               sand = "/var/lib/tamsk-pi/sand.json"
    [journal]  directory = "/var/lib/tamsk-pi/matches"
    [sound]    is_on = true
    [board]    layout = "/etc/tamsk-pi/board.toml"

What cannot be understood is an error that names the file, the key and what was expected; an unknown key, the nearest
known one.
"""

import hashlib
import json
import os
import re
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Final, TypeVar

from tamsk_pi.calibration.board_file import BOARD_FILE, advice, check_board
from tamsk_pi.calibration.files import MeasuredFileError
from tamsk_pi.calibration.node_file import NODES_FILE, load_nodes, merged
from tamsk_pi.drivers.lights import LightsWay
from tamsk_pi.drivers.radio import ScanMode
from tamsk_pi.layout import Layout, LayoutError, parse_layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.influence import Influence, parse_influence
from tamsk_pi.perception.settings import TimerSource
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.scenario.words import suggestion
from tamsk_pi.views.catalogue import language_files
from tamsk_pi.views.lights import BAR_PIXELS

Choice = TypeVar("Choice", LightsWay, ScanMode, TimerSource)

NODE_NAMES: Final = (*(g.label for g in HOURGLASSES), "neutral_timer")
DEFAULT_PORT: Final = 8037
AUTO: Final = "auto"
"""The language of whoever looks."""
_HOST: Final = re.compile(r"[0-9A-Za-z._-]{1,253}|[0-9A-Fa-f:.]{2,45}", re.ASCII)


class ConfigError(ValueError):
    """The configuration cannot be used; the message says where, what, and what was expected."""


@dataclass(frozen=True, slots=True)
class PageConfig:
    """Where the page listens; loopback unless told otherwise. An empty `pin` is drawn anew at every start.

    `language` is what the page is read in until somebody chooses another for himself: a tag of docs/languages.md, or
    AUTO for what each browser prefers.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    pin: str = ""
    language: str = AUTO


@dataclass(frozen=True, slots=True)
class LightsConfig:
    """How the strip is driven, and how much current all pixels together may take."""

    way: LightsWay = LightsWay.SPI
    max_current_ma: int = 1_500
    brightness: float = 0.6


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be configured."""

    page: PageConfig = field(default_factory=PageConfig)
    lights: LightsConfig = field(default_factory=LightsConfig)
    radio_mode: ScanMode = ScanMode.ACTIVE
    radio_adapter: str | None = None
    nodes: tuple[tuple[str, str], ...] = ()  # name of NODE_NAMES and address in capitals
    timer_source: TimerSource = TimerSource.NODE
    scans_per_s: int = 100
    calibration: Path | None = None
    sand: Path | None = None
    matches: Path = Path("matches")
    is_sound_on: bool = True
    layout: Path | None = None

    @property
    def digest(self) -> str:
        """SHA-256 in hex over all values but PIN and language: what a journal's header notes."""
        values = asdict(self)
        values["page"].pop("pin")
        values["page"].pop("language")
        return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()


def default_config_path(environment: Mapping[str, str] = os.environ) -> Path:
    """The file that is read when none is named: systemd's directory, else the user's own."""
    if directory := environment.get("CONFIGURATION_DIRECTORY"):
        return Path(directory.split(":", 1)[0]) / "config.toml"
    base = environment.get("XDG_CONFIG_HOME") or Path(environment.get("HOME", "/")) / ".config"
    return Path(base) / "tamsk-pi" / "config.toml"


def default_state_directory(environment: Mapping[str, str] = os.environ) -> Path:
    """Where matches are kept when nothing else is configured: systemd's directory, else the user's own."""
    if directory := environment.get("STATE_DIRECTORY"):
        return Path(directory.split(":", 1)[0])
    base = environment.get("XDG_STATE_HOME") or Path(environment.get("HOME", "/")) / ".local" / "state"
    return Path(base) / "tamsk-pi"


def load_config(path: Path | None) -> Config:
    """The configuration in that file; None reads the default file, which may be missing."""
    chosen = path or default_config_path()
    try:
        text = chosen.read_bytes().decode("utf-8")
    except FileNotFoundError:
        if path is not None:
            raise ConfigError(f"{chosen}: there is no such file; name an existing one after --config") from None
        text = ""
    except UnicodeDecodeError:
        raise ConfigError(f"{chosen}: not UTF-8 text; expected a TOML file") from None
    return parse_config(text, str(chosen))


def parse_config(text: str, name: str) -> Config:
    """The configuration written in that text; raises ConfigError."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{name}: not readable as TOML: {error}") from None
    return _Reader(name, tables).config()


class _Reader:
    """Takes known keys out of the tables, checked; what remains is unknown."""

    _KEYS: Final[Mapping[str, tuple[str, ...]]] = {
        "page": ("host", "port", "pin", "language"),
        "lights": ("way", "max_current_ma", "brightness"),
        "radio": ("mode", "adapter"),
        "nodes": NODE_NAMES,
        "neutral_timer": ("source",),
        "sensing": ("scans_per_s", "calibration", "sand"),
        "journal": ("directory",),
        "sound": ("is_on",),
        "board": ("layout",),
    }

    def __init__(self, name: str, tables: Mapping[str, object]) -> None:
        self._name = name
        self._values: dict[str, object] = {}
        for table, content in tables.items():
            if table not in self._KEYS:
                raise self._error(f"[{table}] is not a known table{suggestion(table, self._KEYS)}")
            if not isinstance(content, dict):
                raise self._error(f"{table}: expected a table, written [{table}]")
            for key, value in content.items():
                if key not in self._KEYS[table]:
                    raise self._error(f"{table}.{key} is not a known key{suggestion(key, self._KEYS[table])}")
                self._values[f"{table}.{key}"] = value

    def _error(self, message: str) -> ConfigError:
        return ConfigError(f"{self._name}: {message}")

    def config(self) -> Config:
        calibration, layout = self._text("sensing.calibration", ""), self._text("board.layout", "")
        matches, sand = self._text("journal.directory", ""), self._text("sensing.sand", "")
        return Config(
            page=PageConfig(
                host=self._host(),
                port=self._whole("page.port", DEFAULT_PORT, 0, 65_535),
                pin=self._pin(),
                language=self._language(),
            ),
            lights=LightsConfig(
                way=self._choice("lights.way", LightsWay.SPI, LightsWay),
                max_current_ma=self._whole("lights.max_current_ma", 1_500, 100, 20_000),
                brightness=self._share("lights.brightness", 0.6),
            ),
            radio_mode=self._choice("radio.mode", ScanMode.ACTIVE, ScanMode),
            radio_adapter=self._text("radio.adapter", "") or None,
            nodes=self._nodes(),
            timer_source=self._choice("neutral_timer.source", TimerSource.NODE, TimerSource),
            scans_per_s=self._whole("sensing.scans_per_s", 100, 30, 185),
            calibration=Path(calibration) if calibration else None,
            sand=Path(sand) if sand else default_state_directory() / "sand.json",
            matches=Path(matches) if matches else default_state_directory() / "matches",
            is_sound_on=self._flag("sound.is_on", True),
            layout=Path(layout) if layout else None,
        )

    def _text(self, key: str, default: str) -> str:
        value = self._values.get(key, default)
        if not isinstance(value, str) or not value.isprintable():
            raise self._error(f"{key} is {value!r}; expected text in quotes")
        return value

    def _whole(self, key: str, default: int, low: int, high: int) -> int:
        value = self._values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self._error(f"{key} is {value!r}; expected a whole number from {low} to {high}")
        return value

    def _share(self, key: str, default: float) -> float:
        value = self._values.get(key, default)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 < value <= 1:
            raise self._error(f"{key} is {value!r}; expected a number above 0, up to 1")
        return float(value)

    def _flag(self, key: str, default: bool) -> bool:
        value = self._values.get(key, default)
        if not isinstance(value, bool):
            raise self._error(f"{key} is {value!r}; expected true or false")
        return value

    def _choice(self, key: str, default: Choice, kind: type[Choice]) -> Choice:
        value = self._values.get(key, default.value)
        try:
            return kind(str(value))
        except ValueError:
            raise self._error(f"{key} is {value!r}; expected {' or '.join(kind)}") from None

    def _host(self) -> str:
        host = self._text("page.host", "127.0.0.1")
        if _HOST.fullmatch(host) is None:
            raise self._error(
                f"page.host is {host!r}; expected an address or name such as 127.0.0.1, ::1, raspberrypi"
            )
        return host

    def _pin(self) -> str:
        pin = self._text("page.pin", "")
        if pin and not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12):
            raise self._error("page.pin: expected 4 to 12 digits")
        return pin

    def _language(self) -> str:
        language = self._text("page.language", AUTO)
        if language not in (known := known_languages()):
            raise self._error(f"page.language is {language!r}; expected {' or '.join(known)}")
        return language

    def _nodes(self) -> tuple[tuple[str, str], ...]:
        nodes = tuple((n, self._text(f"nodes.{n}", "").upper()) for n in NODE_NAMES if f"nodes.{n}" in self._values)
        for name, address in nodes:
            parts = address.split(":")
            if len(parts) != 6 or any(len(p) != 2 or set(p) - set("0123456789ABCDEF") for p in parts):
                raise self._error(f"nodes.{name} is {address!r}; expected an address such as C0:FF:EE:00:00:01")
        addresses = [address for _, address in nodes]
        for name, address in nodes:
            if addresses.count(address) > 1:
                raise self._error(f"nodes.{name}: {address} is named twice; each node has its own address")
        return nodes


def known_languages() -> tuple[str, ...]:
    """What `[page] language` may be: AUTO, or the tag of a language that has a file."""
    return (AUTO, *language_files())


def draw_pin() -> str:
    """A fresh four-digit PIN."""
    return f"{secrets.randbelow(10_000):04d}"


def load_layout(path: Path | None) -> Layout:
    """The board as built: that file, or the one this version ships (hardware/board.toml). Raises LayoutError."""
    if path is not None:
        return _lit(_read_layout(path))
    shipped = resources.files("tamsk_pi") / "board.toml"
    if shipped.is_file():
        return _lit(parse_layout(shipped.read_text(encoding="utf-8"), "board.toml"))
    return _lit(_read_layout(Path(__file__).resolve().parent.parent / "hardware" / "board.toml"))


def _read_layout(path: Path) -> Layout:
    try:
        return parse_layout(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise LayoutError(f"{path}: {error.strerror}; expected a file like hardware/board.toml") from error
    except UnicodeDecodeError:
        raise LayoutError(f"{path}: not UTF-8 text; expected a TOML file like hardware/board.toml") from None
    except RecursionError:
        raise LayoutError(f"{path}: nested too deep; expected a TOML file like hardware/board.toml") from None


def _lit(layout: Layout) -> Layout:
    """The layout, if its lights are those that the light language speaks with."""
    if layout.lights.bar_pixels != BAR_PIXELS:
        raise LayoutError(
            f"{layout.name}: lights.bar_pixels is {layout.lights.bar_pixels}; the bars shown have {BAR_PIXELS}"
        )
    return layout


def load_influence() -> Influence:
    """How every piece is felt by the sensors around it, from the study of the magnetic design."""
    table = resources.files("tamsk_pi.perception") / "influence_r2.json"
    return parse_influence(table.read_text(encoding="utf-8"))


def kept_calibration_path(config: Config) -> Path:
    """Where the board's calibration is kept: the configured file, else one in the state directory."""
    return config.calibration or default_state_directory() / BOARD_FILE


def with_kept_calibration(config: Config) -> Config:
    """The configuration of a board that uses what it was calibrated to, if it was and nothing else is configured."""
    path = kept_calibration_path(config)
    return replace(config, calibration=path) if path.exists() else config


def paired_nodes_path() -> Path:
    """Where the nodes that were paired are kept."""
    return default_state_directory() / NODES_FILE


def with_paired_nodes(config: Config, path: Path) -> Config:
    """The configuration with the nodes that were paired above those that it names. Raises ConfigError."""
    try:
        nodes = merged(dict(config.nodes), load_nodes(path))
    except MeasuredFileError as error:
        raise ConfigError(str(error)) from error
    return replace(config, nodes=tuple(nodes.items()))


def load_calibration(path: Path | None) -> Calibration:
    """The board's calibration; None is a board as drawn. Raises ConfigError."""
    if path is None:
        return Calibration()
    try:
        text = path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"{path}: {error.strerror}; expected the calibration that [sensing] calibration names: {advice(path)} "
            "(tamsk-pi calibrate), or take that line out of the configuration"
        ) from error
    try:
        data = json.loads(text)
        zeros, gains = (tuple(float(v) for v in data[key]) for key in ("zero_counts", "gains"))
        check_board(data)
        return Calibration(zeros, gains)
    except KeyError as error:
        raise ConfigError(f"{path}: not a calibration, {error} is missing; {advice(path)}") from None
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise ConfigError(f"{path}: not a calibration ({error}); {advice(path)}") from None
