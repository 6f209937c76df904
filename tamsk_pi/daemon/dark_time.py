"""How long the board was dark, as far as the clocks of a computer without a battery for its clock can tell.

A Raspberry Pi that boots offline shows an old date, or 1970, until somebody tells it the time: a wall clock may jump
by years between two looks at it. The kernel's time since boot never jumps, but begins anew with every boot. So:

- in the same boot (the daemon was restarted) the time since boot is the truth;
- otherwise the wall clock is, if what it says is possible: at least the time since this boot, at most a day, and
  neither look from before this program was written;
- otherwise nobody knows. The board was dark at least since it was switched on again, and that much is counted: too
  little rather than too much, because sand that is wrongly ruled out costs a match.
"""

from dataclasses import dataclass
from typing import Final

from tamsk_pi.clock import NS_PER_S, Uptime

LONGEST_NS: Final = 24 * 3600 * NS_PER_S
WRITTEN_NS: Final = 1_735_689_600 * NS_PER_S
"""2025-01-01: a wall clock that shows less was not set."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the clocks showed at one instant; `uptime` None where only the wall clock is read."""

    wall_ns: int
    uptime: Uptime | None = None


@dataclass(frozen=True, slots=True)
class DarkTime:
    """At least `ns`; `is_known`: just that."""

    ns: int
    is_known: bool


def dark_time(last_alive: Look, now: Look) -> DarkTime:
    """The time between two looks at the clocks, the first of them before the board went dark."""
    then, since_boot = last_alive.uptime, now.uptime
    if then is not None and since_boot is not None and then.boot_id == since_boot.boot_id:
        return DarkTime(max(0, since_boot.ns - then.ns), is_known=True)
    least_ns = 0 if then is None or since_boot is None else since_boot.ns
    wall_ns = now.wall_ns - last_alive.wall_ns
    was_set = since_boot is None or min(last_alive.wall_ns, now.wall_ns) >= WRITTEN_NS
    if was_set and least_ns <= wall_ns <= LONGEST_NS:
        return DarkTime(wall_ns, is_known=True)
    return DarkTime(least_ns, is_known=False)
