"""Keeps matches: a journal each, and a heartbeat, so that a match goes on after the power was cut.

The heartbeat says at which instant of the match the daemon was last alive, and what the clocks showed then; it is
overwritten every second and never fsynced, because losing one costs a second of dark time and no truth.
"""

import fcntl
import json
import logging
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tamsk_pi import __version__
from tamsk_pi.clock import NS_PER_S, Uptime, date_and_time
from tamsk_pi.daemon.controller import Decided
from tamsk_pi.daemon.dark_time import DarkTime, Look, dark_time
from tamsk_pi.journal.errors import JournalCorruptError, JournalDifferenceError, JournalError, JournalStorageError
from tamsk_pi.journal.records import ActRecord, Header, Journal, Record, RulingRecord, WatermarkRecord
from tamsk_pi.journal.replay import resume
from tamsk_pi.journal.store import JournalWriter, find_unfinished, new_path, read_journal, repair
from tamsk_pi.referee.referee import RefereeState
from tamsk_pi.referee.rulings import MatchStarted, Ruling
from tamsk_pi.rules.acts import Start
from tamsk_pi.rules.settings import MatchSettings

log = logging.getLogger("tamsk_pi")

HEARTBEAT: Final = "heartbeat.json"
LOCK: Final = "in-use.lock"
BEAT_NS: Final = NS_PER_S


class ResumeError(JournalError, ValueError):
    """An unfinished match cannot go on; the message says why, and how to begin anew without losing it."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match to go on with; the board was last alive `since_ns` into its clock, `dark_ns` ago.

    Not `is_dark_known`: at least so long ago, because no clock knows (dark_time.py).
    """

    path: Path
    state: RefereeState
    rulings: tuple[Ruling, ...]
    origin_ns: int
    since_ns: int
    dark_ns: int
    torn_aside: Path | None
    is_dark_known: bool = True


@dataclass(slots=True)
class _Match:
    """One match on its way to the disk: `kept` records are there, `unkept` are not yet.

    Until it `has_started` nothing of it is on disk: a start that is refused begins no match.
    """

    header: Header
    has_started: bool = False
    writer: JournalWriter | None = None
    kept: int = 0
    unkept: list[Record] = field(default_factory=list)

    def flush(self, directory: Path) -> None:
        """Keep what is not kept yet; raises JournalError and may be called again."""
        if self.writer is None:
            self.writer = JournalWriter.create(new_path(directory, self.header.started_at), self.header)
        if not self.unkept:
            return
        try:
            self.writer.append(self.unkept)
        except JournalStorageError:
            raise
        except JournalError:  # the disk could not even be cut back: the writer has closed itself
            self.writer = self._reopened(self.writer.path)
            self.writer.append(self.unkept)
        self.kept += len(self.unkept)
        self.unkept.clear()

    def _reopened(self, path: Path) -> JournalWriter:
        repair(path)
        whole = len(read_journal(path).records)
        # Written, but the disk would not say so: these are kept.
        del self.unkept[: whole - self.kept]
        self.kept = whole
        return JournalWriter.reopen(path)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


class Keeper:
    """The journals of one directory, which no second Keeper uses meanwhile. One match is open at a time.

    `wall_ns` reads the wall clock; it may be another one after a resume. `uptime` reads the time since boot, which
    tells the dark time where the wall clock jumps; None for a simulated board, whose boots are none.
    """

    def __init__(
        self,
        directory: Path,
        wall_ns: Callable[[], int],
        config_digest: str = "",
        calibration_digest: str = "",
        uptime: Callable[[], Uptime | None] | None = None,
    ) -> None:
        self._directory = directory
        self.wall_ns = wall_ns
        self._uptime = uptime
        self._config_digest = config_digest
        self._calibration_digest = calibration_digest
        self._lock: int | None = None
        self._match: _Match | None = None
        self._earlier: list[_Match] = []  # over, and not all of it kept yet
        self._beat_ns: int | None = None

    @property
    def path(self) -> Path | None:
        """The journal of the match that is open; None as long as there is none on disk."""
        return self._match.writer.path if self._match and self._match.writer else None

    def open(self) -> None:
        """Claim the directory, made if it is missing; may be called twice.

        Raises JournalStorageError where it cannot be written to, or while another process keeps its matches there.
        """
        if self._lock is not None:
            return
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            lock = os.open(self._directory / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise JournalStorageError(
                f"{self._directory}: matches cannot be kept there ({error.strerror}); let this user write there, or "
                "choose another directory ([journal] directory in the configuration, or simulate --state)"
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            raise JournalStorageError(
                f"{self._directory}: another tamsk-pi keeps its matches there; stop that one first, or choose "
                "another directory ([journal] directory in the configuration, or simulate --state)"
            ) from error
        self._lock = lock

    def calibrated(self, digest: str) -> None:
        """The board has been calibrated: matches that begin from now on are decided with that."""
        self._calibration_digest = digest

    def keep(self, decided: Decided) -> None:
        """Put it on disk. Raises JournalError; what could not be kept is kept with the next that can.

        A match is on disk from the ruling that it started; a start that was refused leaves nothing.
        """
        if decided.begins is not None:
            self._leave()
            self._match = _Match(self._header(decided.begins, decided))
        if self._match is not None:
            self._match.unkept += decided.records
            self._match.has_started |= any(isinstance(ruling, MatchStarted) for ruling in decided.rulings)
        self._flush()

    def _leave(self) -> None:
        match, self._match = self._match, None
        if match is not None and match.has_started:
            self._earlier.append(match)

    def _flush(self) -> None:
        while self._earlier:
            self._earlier[0].flush(self._directory)
            self._earlier.pop(0).close()
        if self._match is not None and self._match.has_started:
            self.open()
            self._match.flush(self._directory)

    def _header(self, settings: MatchSettings, decided: Decided) -> Header:
        return Header(
            settings,
            _start_ns(decided),
            self._calibration_digest,
            self._config_digest,
            __version__,
            started_at=date_and_time(self.wall_ns()),
        )

    def beat(self, now_ns: int) -> None:
        """The daemon is alive at this instant of the match's clock. Raises JournalStorageError."""
        match_path = self.path
        if match_path is None or (self._beat_ns is not None and now_ns - self._beat_ns < BEAT_NS):
            return
        path = self._directory / HEARTBEAT
        written = path.with_suffix(".new")
        look = self._look()
        beat: dict[str, str | int] = {"match": match_path.name, "at_ns": now_ns, "wall_ns": look.wall_ns}
        if look.uptime is not None:
            beat |= {"boot_id": look.uptime.boot_id, "since_boot_ns": look.uptime.ns}
        try:
            written.write_text(json.dumps(beat), encoding="utf-8")
            written.replace(path)
        except OSError as error:
            raise JournalStorageError(
                f"{path}: could not be written ({error.strerror}), so a power cut from now on would seem longer; "
                "check that the disk has room and that this user may write there"
            ) from error
        self._beat_ns = now_ns

    def resume(self) -> Unfinished | None:
        """Claim the directory and open its last match again if it has not ended.

        A torn tail is cut and kept aside. Raises JournalError, nothing changed, if the match is damaged, or decided
        otherwise by this version, or in another process's hands.
        """
        self.open()
        path = self._last()
        if path is None:
            return None
        journal = read_journal(path)
        try:
            state, rulings = resume(journal)
        except (JournalCorruptError, JournalDifferenceError) as error:
            raise _cannot_go_on(path, error) from error
        if not any(isinstance(r, MatchStarted) for r in rulings):
            return None
        aside = repair(path)
        if aside is not None:
            log.warning("%s: the last %d bytes were torn; they are kept in %s", path, len(journal.torn), aside)
        self._match = _Match(journal.header, True, JournalWriter.reopen(path), len(journal.records))
        self._match.unkept += (RulingRecord.of(r) for r in rulings[journal.ruling_count :])
        self._match.flush(self._directory)
        since_ns, dark = self._last_alive(path, _last_instant(journal))
        if not dark.is_known:
            log.warning(
                "%s: no clock knows how long the board was dark; %d s are counted, so sand may have run further than "
                "is shown; look at the hourglasses before you play on",
                path,
                dark.ns // NS_PER_S,
            )
        return Unfinished(path, state, rulings, journal.header.origin_ns, since_ns, dark.ns, aside, dark.is_known)

    def _look(self) -> Look:
        return Look(self.wall_ns(), None if self._uptime is None else self._uptime())

    def _last(self) -> Path | None:
        try:
            return find_unfinished(self._directory)
        except JournalCorruptError as error:
            raise _cannot_go_on(Path(error.name), error) from error

    def _last_alive(self, path: Path, kept_ns: int) -> tuple[int, DarkTime]:
        """The last instant alive, and the time since; without a heartbeat the journal's last word counts."""
        unknown = DarkTime(0, is_known=False)
        try:
            beat = json.loads((self._directory / HEARTBEAT).read_text(encoding="utf-8"))
            if beat["match"] != path.name:
                return kept_ns, unknown
            uptime = Uptime(str(beat["boot_id"]), int(beat["since_boot_ns"])) if "boot_id" in beat else None
            alive = Look(int(beat["wall_ns"]), uptime)
            return max(kept_ns, int(beat["at_ns"])), dark_time(alive, self._look())
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return kept_ns, unknown

    def close(self) -> None:
        """Give the journal and the directory back; may be called twice."""
        for match in (*self._earlier, self._match):
            if match is not None:
                match.close()
        self._earlier, self._match = [], None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _cannot_go_on(path: Path, error: JournalError) -> ResumeError:
    whole = path.absolute()
    away = shlex.join(("mv", str(whole), f"{whole}.aside"))
    return ResumeError(f"{error}\nOr move it away, whole, and begin a new match: {away}")


def _start_ns(decided: Decided) -> int:
    """When the players began: from there people count."""
    return next((r.act.at_ns for r in decided.records if isinstance(r, ActRecord) and isinstance(r.act, Start)), 0)


def _last_instant(journal: Journal) -> int:
    return max((r.at_ns for r in journal.records if isinstance(r, WatermarkRecord)), default=0)
