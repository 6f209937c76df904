"""What a journal holds: a header, then acts, watermarks and rulings in the order in which they were decided.

Each ruling stands right after the act or watermark that it followed from, so that a replay can say where the first
difference is. A watermark may be left out unless it let something be ruled, or an act dated at or before it comes
later: the referee then decides again what it had decided by then (referee/late.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tamsk_pi.referee.rulings import MatchEnded, Ruling
from tamsk_pi.rules.acts import Act
from tamsk_pi.rules.settings import MatchSettings

FORMAT_VERSION: Final = 2
"""Raised when the lines themselves change."""

RULES_VERSION: Final = 3
"""Raised when the same acts lead to other rulings than before."""


@dataclass(frozen=True, slots=True)
class Header:
    """Under which conditions the match was played.

    `origin_ns` is the instant of the monotonic clock from which the match's times count; `started_at` the wall clock
    at the start as text, for people only. The digests are those of the calibration and of the configuration.
    """

    settings: MatchSettings
    origin_ns: int
    calibration_digest: str
    config_digest: str
    software_version: str
    started_at: str
    format_version: int = FORMAT_VERSION
    rules_version: int = RULES_VERSION


@dataclass(frozen=True, slots=True)
class ActRecord:
    """What hands did, as the referee was told."""

    act: Act


@dataclass(frozen=True, slots=True)
class WatermarkRecord:
    """Up to this instant was decided; `sure_ns` as in the referee's Watermark."""

    at_ns: int
    sure_ns: int | None = None


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """A ruling as it was shown: `line` is its own JSON (`Ruling.as_line`), `at_ns` its instant to the nanosecond."""

    at_ns: int
    line: str

    @classmethod
    def of(cls, ruling: Ruling) -> "RulingRecord":
        """The record of that ruling."""
        return cls(ruling.at_ns, ruling.as_line())

    @property
    def is_end(self) -> bool:
        """Whether the match ended with it."""
        return f'"ruling":"{MatchEnded.kind}"' in self.line


Record = ActRecord | WatermarkRecord | RulingRecord


def records_of(cause: ActRecord | WatermarkRecord, rulings: Iterable[Ruling]) -> tuple[Record, ...]:
    """What one step of the referee adds to the journal: its cause, then its rulings."""
    return (cause, *(RulingRecord.of(ruling) for ruling in rulings))


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as read: whole records, and what stood behind the last of them.

    `torn` is the beginning of an append that was never acknowledged (the power went), usually empty. Record `i`
    stands on line `i + 2` of the file, `size` is the length of the whole lines in bytes.
    """

    header: Header
    records: tuple[Record, ...]
    torn: bytes = b""
    size: int = 0

    @property
    def ruling_count(self) -> int:
        """How many rulings were kept."""
        return sum(isinstance(record, RulingRecord) for record in self.records)

    @property
    def is_finished(self) -> bool:
        """Whether the match ended."""
        return any(isinstance(record, RulingRecord) and record.is_end for record in self.records)
