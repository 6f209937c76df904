"""What the sensors deliver: frames of readings, reports of nodes, edges of the wired tilt switch."""

from dataclasses import dataclass
from typing import Final

SENSORS_PER_CELL: Final = 2
READINGS: Final = 37 * SENSORS_PER_CELL
ADC_MAX: Final = 1023

AGE_UNKNOWN_MS: Final = 0xFFFFFF
"""A node's `age_ms` when the last flip is longer ago than 24 bits hold, or unknown (hourglass-node.md)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One scan of the board: `counts[2 * cell + sensor]`, 0 … 1023 each; `at_ns` is when the scan began."""

    at_ns: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NodeReport:
    """One advertisement of a node, parsed (hourglass-node.md, "Packet").

    `received_ns` is the instant of receipt; the last flip happened at `received_ns − age_ms`. `rotation` is the angle
    from upright in tenths of a degree: 0 end A down, ±1800 end B down, around ±900 on its side. `firmware` is the
    version of the node's own program, None where it has not said so.
    """

    received_ns: int
    address: str
    packet_id: int
    battery_percent: int
    flips: int
    is_moving: bool
    rotation: int
    age_ms: int
    rssi_dbm: int = 0
    firmware: str | None = None


@dataclass(frozen=True, slots=True)
class TiltSwitchEdge:
    """The neutral timer's wired tilt switch changed: `is_end_b_down` after the edge."""

    at_ns: int
    is_end_b_down: bool
