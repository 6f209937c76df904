"""Keeps matches: a journal each, and a heartbeat, so that a match goes on after the power was cut.

The heartbeat says at which instant of the match the daemon was last alive, and what the wall clock showed then; it is
overwritten every second and never fsynced, because losing one costs a second of dark time and no truth.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tamsk_pi import __version__
from tamsk_pi.clock import NS_PER_S, date_and_time
from tamsk_pi.daemon.controller import Decided
from tamsk_pi.journal.records import Header, Journal, Record, RulingRecord, WatermarkRecord
from tamsk_pi.journal.replay import resume
from tamsk_pi.journal.store import JournalWriter, find_unfinished, new_path, read_journal, repair
from tamsk_pi.referee.referee import RefereeState
from tamsk_pi.referee.rulings import MatchStarted, Ruling
from tamsk_pi.rules.settings import MatchSettings

HEARTBEAT: Final = "heartbeat.json"
BEAT_NS: Final = NS_PER_S


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match to go on with; the board was last alive `since_ns` into its clock, `dark_ns` of wall time ago."""

    path: Path
    state: RefereeState
    rulings: tuple[Ruling, ...]
    origin_ns: int
    since_ns: int
    dark_ns: int
    torn_aside: Path | None


class Keeper:
    """The journals of one directory. One match is open at a time; `wall_ns` reads the wall clock."""

    def __init__(
        self, directory: Path, wall_ns: Callable[[], int], config_digest: str = "", calibration_digest: str = ""
    ) -> None:
        self._directory = directory
        self._wall_ns = wall_ns
        self._config_digest = config_digest
        self._calibration_digest = calibration_digest
        self._writer: JournalWriter | None = None
        self._has_started = False
        self._unkept: list[Record] = []
        self._beat_ns: int | None = None

    @property
    def path(self) -> Path | None:
        """The journal of the match that is open."""
        return self._writer.path if self._writer else None

    def keep(self, decided: Decided) -> None:
        """Put it on disk. Raises JournalError; what could not be kept is kept with the next that can."""
        if decided.begins is not None:
            self._begin(decided.begins, decided)
        self._unkept += decided.records
        if self._writer is None or not self._unkept:
            return
        self._writer.append(self._unkept)
        self._unkept.clear()
        self._has_started = self._has_started or any(isinstance(r, MatchStarted) for r in decided.rulings)

    def _begin(self, settings: MatchSettings, decided: Decided) -> None:
        refused = None if self._writer is None or self._has_started else self._writer.path
        self.close()
        if refused is not None:
            refused.unlink(missing_ok=True)
        first_ns = next((r.at_ns for r in decided.records if isinstance(r, WatermarkRecord)), 0)
        wall_ns = self._wall_ns()
        started_at = date_and_time(wall_ns)
        self._directory.mkdir(parents=True, exist_ok=True)
        self._writer = JournalWriter.create(
            new_path(self._directory, started_at),
            Header(
                settings, first_ns, self._calibration_digest, self._config_digest, __version__, started_at=started_at
            ),
        )
        self._has_started = False

    def beat(self, now_ns: int) -> None:
        """The daemon is alive at this instant of the match's clock."""
        if self._writer is None or (self._beat_ns is not None and now_ns - self._beat_ns < BEAT_NS):
            return
        self._beat_ns = now_ns
        path = self._directory / HEARTBEAT
        written = path.with_suffix(".new")
        written.write_text(
            json.dumps({"match": self._writer.path.name, "at_ns": now_ns, "wall_ns": self._wall_ns()}),
            encoding="utf-8",
        )
        written.replace(path)

    def resume(self) -> Unfinished | None:
        """Open the last match again if it has not ended; its torn tail is cut and kept aside.

        Raises JournalError if it is damaged, or decided otherwise by this version.
        """
        if not self._directory.is_dir():
            return None
        path = find_unfinished(self._directory)
        if path is None:
            return None
        aside = repair(path)
        journal = read_journal(path)
        state, rulings = resume(journal)
        if not any(isinstance(r, MatchStarted) for r in rulings):
            return None
        self._writer = JournalWriter.reopen(path)
        self._has_started = True
        self._writer.append(RulingRecord.of(r) for r in rulings[journal.ruling_count :])
        since_ns, dark_ns = self._last_alive(path, _last_instant(journal))
        return Unfinished(path, state, rulings, journal.header.origin_ns, since_ns, dark_ns, aside)

    def _last_alive(self, path: Path, kept_ns: int) -> tuple[int, int]:
        """The last instant alive, and the wall time since; without a heartbeat the journal's last word counts."""
        try:
            beat = json.loads((self._directory / HEARTBEAT).read_text(encoding="utf-8"))
            if beat["match"] != path.name:
                return kept_ns, 0
            return max(kept_ns, int(beat["at_ns"])), max(0, self._wall_ns() - int(beat["wall_ns"]))
        except (OSError, ValueError, KeyError, TypeError):
            return kept_ns, 0

    def close(self) -> None:
        """Give the journal back; may be called twice."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def _last_instant(journal: Journal) -> int:
    return max((r.at_ns for r in journal.records if isinstance(r, WatermarkRecord)), default=0)
