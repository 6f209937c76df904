"""Whether a Bluetooth scan has stalled, and what to do: the decision, without the radio.

scanning ── 10 s without a packet of ours ──► restart ── again, four times in a row ──► trouble is said,
    ▲                                                                                    a try a minute
    └──────────────────────────── a packet: all is well ─────────────────────────────────────┘
"""

from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.clock import NS_PER_S

SILENCE_NS: Final = 10 * NS_PER_S
TRIES: Final = 4
PATIENT_NS: Final = 60 * NS_PER_S


@dataclass(frozen=True, slots=True)
class ScanWatch:
    """One scan under watch. `tries` counts restarts since the last packet; instants in nanoseconds."""

    since_ns: int
    tries: int = 0
    last_error: str | None = None

    @property
    def is_in_trouble(self) -> bool:
        """The tries are used up: whoever plays should know."""
        return self.tries >= TRIES

    @property
    def due_ns(self) -> int:
        """When the scan is to be restarted, unless a packet comes first."""
        return self.since_ns + (PATIENT_NS if self.is_in_trouble else SILENCE_NS)

    def heard(self, now_ns: int) -> "ScanWatch":
        """A packet of one of our nodes has come."""
        return ScanWatch(since_ns=now_ns)

    def restarted(self, now_ns: int, error: str | None = None) -> "ScanWatch":
        """The scan was started again; `error` says why that failed, if it did."""
        return replace(self, since_ns=now_ns, tries=self.tries + 1, last_error=error)

    def trouble(self, has_heard_others: bool) -> str | None:
        """The sentence for the players, or None while all is well or may still come right."""
        if not self.is_in_trouble:
            return None
        if self.last_error is not None:
            return f"Bluetooth: the scan cannot be started ({self.last_error}); play goes on without tilt"
        if has_heard_others:
            return (
                "Bluetooth: other devices are heard, but no hourglass; turn one over to wake it, or pair them again "
                "(tamsk-pi doctor); play goes on without tilt"
            )
        return "Bluetooth: nothing is heard at all; check the adapter (bluetoothctl show); play goes on without tilt"
