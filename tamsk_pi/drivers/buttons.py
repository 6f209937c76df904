"""The buttons at the board's edge: one for each player, one for the board."""

from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tamsk_pi.clock import NS_PER_MS, Clock
from tamsk_pi.drivers.contact import BUTTON_HOLD_MS, Contact, Edge
from tamsk_pi.layout import ButtonsLayout

LONG_MS: Final = 1_000
"""Held as long, a press is a long one; it is reported while the finger is still down."""


class Button(StrEnum):
    """Which button."""

    RED = "red"
    BLACK = "black"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A press; `at_ns` is when the finger came down."""

    at_ns: int
    button: Button
    is_long: bool


@dataclass(frozen=True, slots=True)
class _Held:
    since_ns: int | None = None  # None: up, or already reported as long

    def edge(self, button: Button, edge: Edge) -> "tuple[_Held, ButtonPress | None]":
        if edge.is_closed:
            return _Held(edge.at_ns), None
        if self.since_ns is None:
            return self, None
        is_long = edge.at_ns - self.since_ns >= LONG_MS * NS_PER_MS
        return _Held(), ButtonPress(self.since_ns, button, is_long)

    def wait(self, button: Button, now_ns: int) -> "tuple[_Held, ButtonPress | None]":
        if self.since_ns is None or now_ns - self.since_ns < LONG_MS * NS_PER_MS:
            return self, None
        return _Held(), ButtonPress(self.since_ns, button, is_long=True)


class Buttons:
    """The three buttons, to ground when pressed. Raises DriverError."""

    def __init__(self, layout: ButtonsLayout, clock: Clock) -> None:
        self._clock = clock
        self._held = dict.fromkeys(Button, _Held())
        self._contacts: dict[Button, Contact] = {}
        pins = {Button.RED: layout.red, Button.BLACK: layout.black, Button.BOARD: layout.board}
        with ExitStack() as undo:
            for button, pin in pins.items():
                contact = Contact(pin, f"button {button}", clock, BUTTON_HOLD_MS)
                undo.callback(contact.close)
                self._contacts[button] = contact
            self._undo = undo.pop_all()

    @property
    def held(self) -> tuple[Button, ...]:
        """Those that are down, as of the last `drain`; before the first, those that were when it was opened."""
        return tuple(button for button, contact in self._contacts.items() if contact.is_closed)

    def drain(self) -> list[ButtonPress]:
        """The presses since the last call, in order of the instants at which the fingers came down."""
        presses: list[ButtonPress | None] = []
        for button, contact in self._contacts.items():
            held = self._held[button]
            for edge in contact.drain():
                held, press = held.edge(button, edge)
                presses.append(press)
            held, press = held.wait(button, self._clock.now_ns())
            presses.append(press)
            self._held[button] = held
        return sorted((press for press in presses if press is not None), key=lambda press: press.at_ns)

    def close(self) -> None:
        """Release the pins; may be called twice."""
        self._undo.close()
