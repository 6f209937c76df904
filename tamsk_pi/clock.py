"""The only reader of clocks. Everything else is told what time it is.

Two clocks with one interface: the system's monotonic clock, and a virtual one whose time passes only when somebody
waits, so that a twenty-minute match plays as fast as the machine can compute it.
"""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

NS_PER_MS: Final = 1_000_000
NS_PER_S: Final = 1_000_000_000

_BUSY_WAIT_NS: Final = 200_000
"""Below this a sleep would overshoot by more than it waits (Linux timer slack is 50 µs, a wake-up costs as much)."""


_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Uptime:
    """How long this computer has been on, suspended or not, and which boot that was."""

    boot_id: str
    ns: int


class Clock(Protocol):
    """Instants are whole nanoseconds since an arbitrary origin; they never go back."""

    def now_ns(self) -> int:
        """The present instant."""
        ...

    def pause_ns(self, duration_ns: int) -> None:
        """Wait, blocking the thread; for the microseconds a chip needs."""
        ...

    async def sleep_until(self, at_ns: int) -> None:
        """Let others run until that instant; returns at once if it has passed."""
        ...

    def wall_ns(self) -> int:
        """The wall clock, nanoseconds since 1970; it may jump, so nothing in play depends on it."""
        ...


class SystemClock:
    """CLOCK_MONOTONIC counted from `base_ns`, optionally running `speed` times as fast as real time.

    A `held` one stands still at `base_ns` until it is told to `go`.
    """

    def __init__(self, speed: float = 1.0, base_ns: int = 0, *, held: bool = False) -> None:
        if speed <= 0:
            raise ValueError(f"speed {speed}: expected more than 0")
        self._speed = speed
        self._base_ns = base_ns
        self._origin_ns = time.monotonic_ns()
        self._is_held = held

    def go(self) -> None:
        """Let a held clock run from now on; of one that runs nothing changes."""
        if self._is_held:
            self._origin_ns = time.monotonic_ns()
            self._is_held = False

    def now_ns(self) -> int:
        if self._is_held:
            return self._base_ns
        passed_ns = time.monotonic_ns() - self._origin_ns
        return self._base_ns + (passed_ns if self._speed == 1.0 else round(passed_ns * self._speed))

    def pause_ns(self, duration_ns: int) -> None:
        real_ns = duration_ns if self._speed == 1.0 else round(duration_ns / self._speed)
        if real_ns > _BUSY_WAIT_NS:
            time.sleep(real_ns / NS_PER_S)
            return
        until = time.monotonic_ns() + real_ns
        while time.monotonic_ns() < until:
            pass

    async def sleep_until(self, at_ns: int) -> None:
        await asyncio.sleep(max(0, at_ns - self.now_ns()) / self._speed / NS_PER_S)

    def wall_ns(self) -> int:
        return time.time_ns()


class VirtualClock:
    """Time that passes only by waiting."""

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        return self._now_ns

    def pause_ns(self, duration_ns: int) -> None:
        self._now_ns += duration_ns

    async def sleep_until(self, at_ns: int) -> None:
        self._now_ns = max(self._now_ns, at_ns)

    def wall_ns(self) -> int:
        return self._now_ns


def uptime() -> Uptime | None:
    """The time since boot (CLOCK_BOOTTIME), which setting the clock does not change; None if boots have no name."""
    try:
        boot_id = _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return None
    return Uptime(boot_id, time.clock_gettime_ns(time.CLOCK_BOOTTIME))


def date_and_time(wall_ns: int) -> str:
    """A wall-clock instant as text in UTC, to the second: 2026-11-29T21:00:00Z."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(wall_ns // NS_PER_S))
