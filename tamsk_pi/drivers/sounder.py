"""The piezo: short tunes, played by whoever holds the time."""

from collections.abc import Sequence

from tamsk_pi.clock import NS_PER_MS
from tamsk_pi.drivers.errors import explained
from tamsk_pi.drivers.pins import open_buzzer, tone
from tamsk_pi.layout import SounderLayout

Note = tuple[float, int]
"""Frequency in Hz, 0 for a rest, and duration in ms."""

LOWEST_HZ = 40.0
HIGHEST_HZ = 9_000.0


class Sounder:
    """Plays one tune at a time and never waits: `wake` it at `next_wake_ns`. Raises DriverError."""

    def __init__(self, layout: SounderLayout) -> None:
        self._buzzer = open_buzzer(layout.pin, "sounder")
        self._notes: tuple[Note, ...] = ()
        self._next_wake_ns: int | None = None

    @property
    def next_wake_ns(self) -> int | None:
        """When the next note begins or the last one ends; None while silent."""
        return self._next_wake_ns

    def play(self, notes: Sequence[Note], now_ns: int) -> None:
        """Begin this tune, in place of what is playing; an empty one silences.

        Raises ValueError for a frequency outside 40 … 9,000 Hz or a duration that is not above 0.
        """
        for frequency_hz, duration_ms in notes:
            if frequency_hz != 0 and not LOWEST_HZ <= frequency_hz <= HIGHEST_HZ:
                raise ValueError(
                    f"note of {frequency_hz} Hz: a piezo plays {LOWEST_HZ:g} … {HIGHEST_HZ:g} Hz, 0 rests"
                )
            if duration_ms <= 0:
                raise ValueError(f"note of {duration_ms} ms: expected more than 0")
        self._notes = tuple(notes)
        self._next_wake_ns = now_ns
        self.wake(now_ns)

    def wake(self, now_ns: int) -> None:
        """Time has come to `now_ns`: go on with the tune. Notes that are already over are left out."""
        begins_ns = self._next_wake_ns
        if begins_ns is None or now_ns < begins_ns:
            return
        for i, (frequency_hz, duration_ms) in enumerate(self._notes):
            ends_ns = begins_ns + duration_ms * NS_PER_MS
            if now_ns < ends_ns:
                self._notes = self._notes[i + 1 :]
                self._next_wake_ns = ends_ns
                self._sound(frequency_hz)
                return
            begins_ns = ends_ns
        self._notes = ()
        self._next_wake_ns = None
        self._sound(0)

    def close(self) -> None:
        """Fall silent and release the pin; may be called twice."""
        self._notes = ()
        self._next_wake_ns = None
        with explained("closing the sounder"):
            self._buzzer.close()

    def _sound(self, frequency_hz: float) -> None:
        with explained("sounder"):
            if frequency_hz == 0:
                self._buzzer.stop()
            else:
                self._buzzer.play(tone(frequency_hz))
