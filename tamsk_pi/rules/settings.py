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
    `end_uncertainty_ms` gives what each of these may be off (H20); empty means `sand_uncertainty_ms` for all.
    `timer_end_ms` is the neutral timer's pair; empty means `timer_ms` for both. `ends_down` is which end of red1 …
    black3 and the neutral timer is down at first, 0 for A and 1 for B; empty means A for all.
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
    end_uncertainty_ms: tuple[tuple[int, int], ...] = ()
    timer_end_ms: tuple[int, ...] = ()
    ends_down: tuple[int, ...] = ()
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

    def running_ms(self, hourglass: int) -> tuple[int, int]:
        """The measured running times of that glass, 0 … 5, for its end A down and its end B down."""
        return self.end_ms[hourglass] if self.end_ms else (self.sand_ms, self.sand_ms)

    def uncertainty_ms(self, hourglass: int, end_down: int) -> int:
        """How far the running time of that glass with that end down may be off (H20's u)."""
        return self.end_uncertainty_ms[hourglass][end_down] if self.end_uncertainty_ms else self.sand_uncertainty_ms

    @property
    def timer_running_ms(self) -> tuple[int, int]:
        """The running times of the neutral timer, for its end A down and its end B down."""
        return (self.timer_end_ms[0], self.timer_end_ms[1]) if self.timer_end_ms else (self.timer_ms, self.timer_ms)

    @property
    def ring_window(self) -> int:
        """The length of the regular ring's window in milliseconds (H2)."""
        if self.ring_window_ms is not None:
            return self.ring_window_ms
        return RING_WINDOW_LEVEL_1_MS if self.level == 1 else RING_WINDOW_MS


MEASURED_NAMES: Final = ("end_ms", "end_uncertainty_ms", "timer_end_ms", "ends_down")
"""What is measured of each hourglass; nobody agrees on it."""
SETTING_NAMES: Final = tuple(f.name for f in fields(MatchSettings) if f.name not in ("red", "black", *MEASURED_NAMES))


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
