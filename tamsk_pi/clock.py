"""The only reader of clocks. Everything else is told what time it is.

Two clocks with one interface: the system's monotonic clock, and a virtual one whose time passes only when somebody
waits, so that a twenty-minute match plays as fast as the machine can compute it.
"""

import asyncio
import time
from typing import Final, Protocol

NS_PER_MS: Final = 1_000_000
NS_PER_S: Final = 1_000_000_000

_BUSY_WAIT_NS: Final = 200_000
"""Below this a sleep would overshoot by more than it waits (Linux timer slack is 50 µs, a wake-up costs as much)."""


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


class SystemClock:
    """CLOCK_MONOTONIC, optionally running `speed` times as fast as real time."""

    def __init__(self, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError(f"speed {speed}: expected more than 0")
        self._speed = speed
        self._origin_ns = time.monotonic_ns()

    def now_ns(self) -> int:
        if self._speed == 1.0:
            return time.monotonic_ns()
        return self._origin_ns + round((time.monotonic_ns() - self._origin_ns) * self._speed)

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
