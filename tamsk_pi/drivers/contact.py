"""A contact to ground: a button, a tilt switch. Bounces are taken out here, by the daemon's clock.

raw      ──┐ ┌┐┌┐ ┌────────────┐┌┐┌─────
           └─┘└┘└─┘            └┘└┘
settled  ─────────┐ ·  ·  ·  · ┌─────        reported once it has held for the debounce time,
                  └────────────┘             stamped with the instant from which it held
"""

from collections import deque
from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.clock import NS_PER_MS, Clock
from tamsk_pi.drivers.errors import explain, explained, failures
from tamsk_pi.drivers.pins import open_input

TILT_HOLD_MS: Final = 80
"""A flip is a change of the end that is down, held as long (hourglass-node.md, "Behaviour asked of the node")."""
BUTTON_HOLD_MS: Final = 20


@dataclass(frozen=True, slots=True)
class Edge:
    """The contact closed or opened at that instant, bounces taken out."""

    at_ns: int
    is_closed: bool


@dataclass(frozen=True, slots=True)
class Debouncer:
    """A contact's settled state, and the raw state since which it may be another. Pure."""

    hold_ns: int
    is_closed: bool = False
    raw_since_ns: int = 0
    raw_is_closed: bool = False

    def raw(self, at_ns: int, is_closed: bool) -> "tuple[Debouncer, Edge | None]":
        """The line has changed at `at_ns`; first whatever had settled by then is reported."""
        state, edge = self.settle(at_ns)
        if is_closed == state.raw_is_closed:
            return state, edge
        return replace(state, raw_since_ns=at_ns, raw_is_closed=is_closed), edge

    def settle(self, now_ns: int) -> "tuple[Debouncer, Edge | None]":
        """Time has come to `now_ns`."""
        if self.raw_is_closed == self.is_closed or now_ns - self.raw_since_ns < self.hold_ns:
            return self, None
        return replace(self, is_closed=self.raw_is_closed), Edge(self.raw_since_ns, self.raw_is_closed)


class Contact:
    """A contact between a pin and ground, with the pin's own pull-up.

    Edges come from gpiozero's callback where the pin factory has one; each `drain` also looks at the line, so that a
    missed interrupt costs latency and no edge. Raises DriverError.
    """

    def __init__(self, pin: int, what: str, clock: Clock, hold_ms: int) -> None:
        self._clock = clock
        self._what = what
        self._raw: deque[tuple[int, bool]] = deque()
        self._line = open_input(pin, what)
        is_closed = bool(self._line.value)
        self._state = Debouncer(hold_ms * NS_PER_MS, is_closed, clock.now_ns(), is_closed)
        self._line.when_activated = self._on_closed
        self._line.when_deactivated = self._on_opened

    @property
    def is_closed(self) -> bool:
        """The settled state as of the last `drain`."""
        return self._state.is_closed

    def drain(self) -> list[Edge]:
        """The edges that have settled since the last call, oldest first."""
        raw = [self._raw.popleft() for _ in range(len(self._raw))]
        try:
            is_closed = bool(self._line.value)
        except failures() as error:
            raise explain(error, self._what) from error
        state = self._state
        if not raw and is_closed == state.raw_is_closed == state.is_closed:
            return []
        now_ns = self._clock.now_ns()
        found: list[Edge | None] = []
        for at_ns, level in (*raw, (now_ns, is_closed)):
            self._state, edge = self._state.raw(at_ns, level)
            found.append(edge)
        return [edge for edge in found if edge is not None]

    def close(self) -> None:
        """Release the pin; may be called twice."""
        with explained(f"closing {self._what}"):
            self._line.close()

    def _on_closed(self) -> None:
        self._raw.append((self._clock.now_ns(), True))

    def _on_opened(self) -> None:
        self._raw.append((self._clock.now_ns(), False))
