"""Configuration and files: are they there, whole, and writable?

A journal is written and read back before it is needed: matches that were not kept because of a path are noticed only
when they are missed (DGTCentaurMods #127).
"""

import fcntl
import hashlib
import os
import shutil
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.files import MeasuredFileError, load_sand
from tamsk_pi.clock import NS_PER_MS, NS_PER_S, date_and_time
from tamsk_pi.config import Config, ConfigError, kept_calibration_path, load_calibration, load_config, load_layout
from tamsk_pi.daemon.keeper import LOCK
from tamsk_pi.doctor.check import Check, Doctoring, Group
from tamsk_pi.journal.errors import JournalError
from tamsk_pi.journal.records import Header, WatermarkRecord
from tamsk_pi.journal.store import JournalWriter, new_path, read_journal
from tamsk_pi.layout import Layout, LayoutError
from tamsk_pi.rules.settings import MatchSettings

OLD_DAYS: Final = 365
LITTLE_BYTES: Final = 100 * 1024 * 1024
"""Journals and recordings of years; a full card loses the match that is played on it."""
KEPT: Final = 20
SLOW_MS: Final = 40.0
"""With a frame's 10 ms this makes the 50 by which an act's instant may be off."""
_DAY_NS: Final = 24 * 3600 * NS_PER_S
_MAKE: Final = Doctoring(Group.FILES)


def read_configuration(path: Path | None) -> tuple[Config | None, Layout | None, list[Check]]:
    """The configuration and the layout, as far as they can be read, and what is to be said of them."""
    checks: list[Check] = []
    try:
        config = load_config(path)
    except ConfigError as error:
        return None, None, [_MAKE.fail("configuration", str(error))]
    checks.append(_MAKE.ok("configuration", f"read; digest {config.digest[:12]}"))
    try:
        layout = load_layout(config.layout)
    except LayoutError as error:
        return config, None, [*checks, _MAKE.fail("layout", str(error))]
    return config, layout, [*checks, _layout(layout)]


def _layout(layout: Layout) -> Check:
    multiplexers = layout.multiplexers
    return _MAKE.ok(
        "layout",
        f"{layout.name}: digest {_layout_digest(layout)}, {len(multiplexers.reading_at)} multiplexers, "
        f"ADC at {layout.adc.clock_hz / 1e6:g} MHz, settle time {multiplexers.settle_us} µs, "
        f"{layout.lights.pixels} pixels",
    )


def _layout_digest(layout: Layout) -> str:
    """The first twelve digits of a SHA-256 over all that the layout says."""
    return hashlib.sha256(repr(layout).encode()).hexdigest()[:12]


def file_checks(config: Config, wall_ns: int, now_ns: Callable[[], int]) -> list[Check]:
    """Calibration, sand, journals, room on the disk; `wall_ns` is the wall clock, `now_ns` one that only goes on."""
    return [
        _calibration(config, wall_ns),
        _sand(config),
        *_journals(config.matches, wall_ns, now_ns),
        _room(config.matches),
    ]


def _calibration(config: Config, wall_ns: int) -> Check:
    path = kept_calibration_path(config)
    if not path.exists() and config.calibration is None:
        return _MAKE.warning(
            "calibration",
            f"{path}: there is none, the sensors are taken as drawn; more than half of all boards are read wrong so: "
            "tamsk-pi calibrate",
        )
    try:
        calibration = load_calibration(path)
        days = (wall_ns - path.stat().st_mtime_ns) // _DAY_NS
    except ConfigError as error:
        return _MAKE.fail("calibration", str(error))
    except OSError as error:
        return _MAKE.fail("calibration", f"{path}: {error.strerror}; calibrate the board again")
    said = f"{path}: digest {calibration.digest[:12]}, {days} days old"
    if days > OLD_DAYS:
        return _MAKE.warning("calibration", f"{said}; calibrate again when there is time: tamsk-pi calibrate")
    return _MAKE.ok("calibration", said)


def _sand(config: Config) -> Check:
    if config.sand is None:
        return _MAKE.skipped("sand", "no file of measured sand is configured ([sensing] sand)")
    try:
        figures = load_sand(config.sand)
    except MeasuredFileError as error:
        return _MAKE.fail("sand", str(error))
    if not figures.ends:
        return _MAKE.warning(
            "sand",
            f"{config.sand}: no hourglass has been timed; matches run by what the start dialog says: "
            "tamsk-pi calibrate sand",
        )
    return _MAKE.ok("sand", f"{config.sand}: {len(figures.ends)} ends timed")


def _journals(directory: Path, wall_ns: int, now_ns: Callable[[], int]) -> list[Check]:
    header = Header(MatchSettings(), 0, "", "", "doctor", started_at=date_and_time(wall_ns))
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=directory, prefix=".doctor-") as place:
            path = new_path(Path(place), header.started_at)
            with JournalWriter.create(path, header) as writer:
                took_ms = [_keep_ms(writer, number, now_ns) for number in range(KEPT)]
            found = read_journal(path).header
    except (JournalError, OSError) as error:
        told = f"{directory}: matches cannot be kept there ({error}); let this user write there, or choose another "
        return [_MAKE.fail("journals", f"{told}directory ([journal] directory)")]
    if found != header:
        told = f"{directory}: what is written there is read back otherwise; check the card"
        return [_MAKE.fail("journals", told)]
    return [_MAKE.ok("journals", f"{directory}: written and read back"), _keeping(took_ms)]


def _keep_ms(writer: JournalWriter, number: int, now_ns: Callable[[], int]) -> float:
    """How long one record takes until it is on the card."""
    began_ns = now_ns()
    writer.append([WatermarkRecord(number, None)])
    return (now_ns() - began_ns) / NS_PER_MS


def _keeping(took_ms: Sequence[float]) -> Check:
    """A ruling is shown when it is on the card, and until it is nothing is scanned."""
    said = (
        f"a record is on the card after {statistics.median(took_ms):.1f} ms, the slowest took {max(took_ms):.1f} ms"
    )
    if statistics.median(took_ms) <= SLOW_MS:
        return _MAKE.ok("card", said)
    return _MAKE.warning(
        "card",
        f"{said}; so long after each act nothing is scanned, and what happens then is dated as badly: take a faster "
        "card (class A1 or A2)",
    )


def _room(directory: Path) -> Check:
    try:
        free = shutil.disk_usage(directory).free
    except OSError as error:
        return _MAKE.skipped("disk", f"{directory}: {error.strerror}")
    said = f"{free / 2**20:,.0f} MiB free for {directory}"
    if free < LITTLE_BYTES:
        return _MAKE.fail("disk", f"{said}; a match may not be kept to its end: make room")
    return _MAKE.ok("disk", said)


def is_in_use(directory: Path) -> bool:
    """Whether a daemon keeps its matches there now, and so holds the board's buses."""
    try:
        lock = os.open(directory / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def instance_check(is_running: bool, health: Sequence[Check] | None, url: str) -> Check:
    """What a running daemon means for this examination; `health` is what it told, None if it did not answer."""
    if not is_running:
        return _MAKE.ok("instance", "no daemon is running; the board is examined here")
    if health is None:
        return _MAKE.warning(
            "instance",
            f"a daemon is running and holds the board, and its page ({url}) does not answer; stop it and ask again: "
            "sudo systemctl stop tamsk-pi",
        )
    return _MAKE.ok(
        "instance",
        f"a daemon is running and holds the board; sensors and radio are as it tells at {url}. For a full "
        "examination stop it: sudo systemctl stop tamsk-pi",
    )
