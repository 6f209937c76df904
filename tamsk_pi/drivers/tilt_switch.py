"""The neutral timer's wired tilt switch, for a timer without a node."""

from tamsk_pi.clock import Clock
from tamsk_pi.drivers.contact import TILT_HOLD_MS, Contact
from tamsk_pi.layout import NeutralTimerLayout
from tamsk_pi.perception.frames import TiltSwitchEdge


class TiltSwitch:
    """Closed to ground while end B is down. A change counts once it has held for 80 ms. Raises DriverError."""

    def __init__(self, layout: NeutralTimerLayout, clock: Clock) -> None:
        self._contact = Contact(layout.tilt_switch_pin, "neutral timer's tilt switch", clock, TILT_HOLD_MS)

    @property
    def is_end_b_down(self) -> bool:
        """How the timer stands, as of the last `drain`; before the first, how it stood when opened."""
        return self._contact.is_closed

    def drain(self) -> list[TiltSwitchEdge]:
        """The turns since the last call, oldest first, each stamped with the instant from which it held."""
        return [TiltSwitchEdge(edge.at_ns, is_end_b_down=edge.is_closed) for edge in self._contact.drain()]

    def close(self) -> None:
        """Release the pin; may be called twice."""
        self._contact.close()
