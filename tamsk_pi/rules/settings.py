"""The settings of a match: everything rules.md leaves to agreement, each named as there."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final, TypeVar

LEVELS: Final = (1, 2, 3)
RING_WINDOW_MS: Final = 3_000
RING_WINDOW_LEVEL_1_MS: Final = 10_000


class PenaltyRule(StrEnum):
    """What lateness costs: a second ring (G3.4), or a turn sat out (G98.1)."""

    REVISED = "revised"
    FIRST_EDITION = "1998"


class StartRule(StrEnum):
    """Where the hourglasses begin: on their corners, or off the board (G.opt)."""

    CORNERS = "corners"
    FREE_PLACEMENT = "free-placement"


class HolderRule(StrEnum):
    """Whether the holders can tell whose ring was taken (H5)."""

    UNCOUNTED = "uncounted"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """One match's settings. Times in milliseconds; a journal's header and a scenario's `match` line name them alike.

    `ring_window_ms` None means the level's own: 3,000, at level 1 10,000 (H2). `end_ms` gives each glass's measured
    running time for its end A down and its end B down, red1 … black3; empty means `sand_ms` for all.
    `act_uncertainty_ms` and `flip_uncertainty_ms` are how far the instants of acts on the board and of turning over
    may be off; nothing is judged by them, they are stated in the evidence.
    """

    level: int = 3
    penalty: PenaltyRule = PenaltyRule.REVISED
    start: StartRule = StartRule.CORNERS
    holders: HolderRule = HolderRule.UNCOUNTED
    seed: int = 0
    red: str = "Red"
    black: str = "Black"
    sand_ms: int = 180_000
    timer_ms: int = 15_000
    sand_uncertainty_ms: int = 0
    act_uncertainty_ms: int = 0
    flip_uncertainty_ms: int = 0
    end_ms: tuple[tuple[int, int], ...] = ()
    ring_window_ms: int | None = None
    ringless_limit: int = 60
    flip_grace_ms: int = 400
    full_cell_confirm_ms: int = 1_000
    hold_warning_ms: int = 3_000
    release_cap_ms: int = 1_000
    timer_grace_ms: int = 300
    penalty_window_ms: int = 5_000
    answer_window_ms: int = 30_000
    tie_tolerance_ms: int = 1_000
    announce_missing_ring: bool = False

    @property
    def has_sand(self) -> bool:
        """Levels 2 and 3: hourglasses are turned over and run out."""
        return self.level >= 2

    @property
    def has_timer(self) -> bool:
        """Level 3: the neutral timer binds."""
        return self.level == 3

    @property
    def ring_window(self) -> int:
        """The length of the regular ring's window in milliseconds (H2)."""
        if self.ring_window_ms is not None:
            return self.ring_window_ms
        return RING_WINDOW_LEVEL_1_MS if self.level == 1 else RING_WINDOW_MS


SETTING_NAMES: Final = tuple(f.name for f in fields(MatchSettings) if f.name not in ("red", "black", "end_ms"))


def parse_setting(name: str, text: str) -> int | bool | PenaltyRule | StartRule | HolderRule:
    """The value of one setting written as `name=text`.

    Raises ValueError saying what was expected, for an unknown name too.
    """
    match name:
        case "level":
            if text not in {str(level) for level in LEVELS}:
                raise ValueError(f"level={text}: expected 1, 2 or 3")
            return int(text)
        case "penalty":
            return _member(PenaltyRule, name, text)
        case "start":
            return _member(StartRule, name, text)
        case "holders":
            return _member(HolderRule, name, text)
        case "announce_missing_ring":
            if text not in ("true", "false"):
                raise ValueError(f"{name}={text}: expected true or false")
            return text == "true"
        case _ if name in SETTING_NAMES:
            return _count(name, text)
        case _:
            raise ValueError(f"{name!r} is not a setting; known are {', '.join(SETTING_NAMES)}")


Choice = TypeVar("Choice", PenaltyRule, StartRule, HolderRule)


def _member(kind: type[Choice], name: str, text: str) -> Choice:
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{name}={text}: expected {' or '.join(kind)}") from None


def _count(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        raise ValueError(f"{name}={text}: expected a whole number from 0 to 999999999")
    value = int(text)
    if value == 0 and name in ("sand_ms", "timer_ms"):
        raise ValueError(f"{name}=0: expected at least 1 millisecond")
    return value
