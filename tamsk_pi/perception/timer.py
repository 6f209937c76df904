"""The neutral timer's wired tilt switch: contacts bounce, and a timer in the hand rattles.

An edge counts once the switch has stayed for `flip_hold_ms`, dated at the edge; one that goes back sooner never was.
"""

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.frames import TiltSwitchEdge
from tamsk_pi.perception.settings import PerceptionSettings


class TiltSwitch:
    """Edges in, instants of turning over out."""

    def __init__(self, settings: PerceptionSettings) -> None:
        self._hold_ns = settings.flip_hold_ms * NS_PER_MS
        self._pending: TiltSwitchEdge | None = None
        self._is_end_b_down: bool | None = None

    def hold_ns(self) -> int | None:
        """One before the edge that is not certain yet, None if there is none."""
        return None if self._pending is None else self._pending.at_ns - 1

    def edge(self, edge: TiltSwitchEdge) -> list[int]:
        """One edge; the instants of turns that it confirms."""
        turned = self.wake(edge.at_ns)
        if self._pending is not None:
            if edge.is_end_b_down is not self._pending.is_end_b_down:
                self._pending = None
        elif edge.is_end_b_down is not self._is_end_b_down:
            self._pending = edge
        return turned

    def wake(self, now_ns: int) -> list[int]:
        """Time passes; the instants of turns that are certain now."""
        pending = self._pending
        if pending is None or now_ns - pending.at_ns < self._hold_ns:
            return []
        self._pending = None
        self._is_end_b_down = pending.is_end_b_down
        return [pending.at_ns]
