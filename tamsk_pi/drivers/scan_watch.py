"""Whether a Bluetooth scan has stalled, and what to do: the decision, without the radio.

scanning ── 10 s without a packet of ours ──► restart ── again, four times in a row ──► trouble is said,
    ▲                                                                                    a try a minute
    └──────────────────────────── a packet: all is well ─────────────────────────────────────┘

Before the fourth restart the adapter is switched off and on, if BlueZ said that it is busy or failed, or if nothing
at all was heard since the packet: both are how an adapter looks that hangs until it is reset (bleak #1603, #2021). If
other devices are heard, the nodes are asleep and a reset would help nobody.
"""

from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.clock import NS_PER_S

SILENCE_NS: Final = 10 * NS_PER_S
TRIES: Final = 4
PATIENT_NS: Final = 60 * NS_PER_S
RESET_ERRORS: Final = ("org.bluez.Error.InProgress", "org.bluez.Error.Failed")


@dataclass(frozen=True, slots=True)
class ScanWatch:
    """One scan under watch. `tries` counts restarts since the last packet; instants in nanoseconds.

    `hears_others`: other devices were heard in this scan; `heard_others`: in the one before.
    """

    since_ns: int
    tries: int = 0
    last_error: str | None = None
    hears_others: bool = False
    heard_others: bool = False

    @property
    def is_in_trouble(self) -> bool:
        """The tries are used up: whoever plays should know."""
        return self.tries >= TRIES

    @property
    def due_ns(self) -> int:
        """When the scan is to be restarted, unless a packet comes first."""
        return self.since_ns + (PATIENT_NS if self.is_in_trouble else SILENCE_NS)

    @property
    def needs_reset(self) -> bool:
        """Whether the adapter should be switched off and on before the restart that is due."""
        if self.last_error is not None:
            is_known = any(name in self.last_error for name in RESET_ERRORS)
            return is_known and self.tries % TRIES == TRIES - 1
        return self.tries == TRIES - 1 and not (self.hears_others or self.heard_others)

    def heard(self, now_ns: int) -> "ScanWatch":
        """A packet of one of our nodes has come."""
        return ScanWatch(since_ns=now_ns)

    def heard_other(self) -> "ScanWatch":
        """Some other device was heard."""
        return self if self.hears_others else replace(self, hears_others=True)

    def restarted(self, now_ns: int, error: str | None = None) -> "ScanWatch":
        """The scan was started again; `error` says why that failed, if it did."""
        return ScanWatch(now_ns, self.tries + 1, error, hears_others=False, heard_others=self.hears_others)

    @property
    def trouble(self) -> str | None:
        """The sentence for the players, or None while all is well or may still come right."""
        if not self.is_in_trouble:
            return None
        if self.last_error is not None:
            return f"Bluetooth: the scan cannot be started ({self.last_error}); play goes on without tilt"
        if self.hears_others or self.heard_others:
            return (
                "Bluetooth: other devices are heard, but no hourglass; turn one over to wake it, or pair them again "
                "(tamsk-pi doctor); play goes on without tilt"
            )
        return "Bluetooth: nothing is heard at all; check the adapter (bluetoothctl show); play goes on without tilt"
