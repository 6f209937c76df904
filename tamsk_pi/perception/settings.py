"""The settings of perception: how long a reading must rest, how far it may wander, how long to wait for the radio."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

ACT_UNCERTAINTY_MS: Final = 50
FLIP_UNCERTAINTY_MS: Final = 250
"""How far the instant of an act on the board, and of a turning over, may be off while every node is heard."""


class NeutralTimer(Enum):
    """What a node's address stands for when it is not an hourglass."""

    NEUTRAL_TIMER = "neutral-timer"


class TimerSource(StrEnum):
    """Who tells that the neutral timer was turned over."""

    NODE = "node"
    SWITCH = "switch"


@dataclass(frozen=True, slots=True)
class PerceptionSettings:
    """Times in milliseconds, magnitudes in counts. The defaults suit 30–185 scans a second (sensing.md, "Rates").

    `lag_ms`: so long a change may hide in the noise before it is noticed. `presence_ms`: a glass is seen gone after
    so long, and lifted if it is not back in its tube within `in_tube_ms`; at once if it took `rise_ms` to get 7 mm up
    and has been there for `out_ms`: no such hand has it back, turned over, within `in_tube_ms`. `seated_ms`,
    `release_ms`, `let_go_ms`: a glass that rests so long was let go, the longer the less of its field is there.
    `ring_ms`: a ring is believed after so long; one held in the hand moves more than that. `hold_ms`: a glass that
    wavers longer before it rests is held. `uncertain_ms`: readings that nothing explains are told as such.
    `hall_wait_ms`, `radio_wait_ms`, `timer_wait_ms`: how long an undecided reading, a silent node, the neutral
    timer's node may hold the watermark.
    `node_sleep_ms`: after so long at rest a node sleeps, and its silence is no trouble.
    """

    noise_counts: float = 0.76
    band_counts: float = 4.0
    block_counts: float = 2.0
    block_frames: int = 16
    lag_ms: int = 40
    presence_ms: int = 50
    out_ms: int = 20
    rise_ms: int = 30
    in_tube_ms: int = 180
    seated_ms: int = 80
    release_ms: int = 200
    let_go_ms: int = 320
    ring_ms: int = 350
    hold_ms: int = 60
    uncertain_ms: int = 3_000
    drift_bound_counts: float = 12.0
    dead_ms: int = 1_750
    hall_wait_ms: int = 1_200
    radio_wait_ms: int = 1_500
    timer_wait_ms: int = 250
    flip_hold_ms: int = 80
    radio_slack_ms: int = 40
    tilt_ms: int = 300
    node_silent_ms: int = 10_000
    node_sleep_ms: int = 600_000
    neutral_timer: TimerSource = TimerSource.NODE
