"""How the board's parts are, looked at once a second from the daemon's round: for the page, and for the players.

What perception knows of sensors and nodes is asked of the controller; what the radio and the supply say, of the
drivers. Nothing here decides anything.
"""

from collections.abc import Callable
from typing import Final

from tamsk_pi.clock import NS_PER_S
from tamsk_pi.daemon.controller import Controller
from tamsk_pi.drivers.radio import Radio
from tamsk_pi.drivers.supply import Supply
from tamsk_pi.views.catalogue import Text, message
from tamsk_pi.views.health_view import HealthView, Surroundings, battery_notes, dark_note, health_view

LOOK_NS: Final = NS_PER_S
SUPPLY_NS: Final = 5 * NS_PER_S


class HealthWatch:
    """Looks after the parts of one board. `radio` None: the board has none.

    `supply` reads the computer's supply, None where nothing tells of it; `dark_s`: for how long at least the board
    was dark before the match that goes on, where no clock knows.
    """

    def __init__(
        self,
        radio: object | None,
        supply: Callable[[], Supply | None] = lambda: None,
        *,
        has_timer_switch: bool = False,
        dark_s: int | None = None,
    ) -> None:
        self._radio = radio
        self._read_supply = supply
        self._has_timer_switch = has_timer_switch
        self._dark_s = dark_s
        self._supply: Supply | None = None
        self._next_supply_ns = 0
        self._next_ns = 0
        self.view = HealthView()
        """As it was looked at last."""
        self.notes: tuple[Text, ...] = ()
        """What of it players are told beside the board, without asking."""

    def look(self, controller: Controller, now_ns: int) -> None:
        """Look again, if a second has passed."""
        if now_ns < self._next_ns:
            return
        self._next_ns = now_ns + LOOK_NS
        if now_ns >= self._next_supply_ns:
            self._next_supply_ns = now_ns + SUPPLY_NS
            self._supply = self._read_supply()
        if self._dark_s is not None and not controller.is_playing:
            self._dark_s = None
        nodes = controller.node_health
        self.view = health_view(nodes, controller.sensor_health(now_ns), self._surroundings(), now_ns)
        dark = () if self._dark_s is None else (dark_note(self._dark_s),)
        self.notes = (*dark, *battery_notes(nodes))

    def _surroundings(self) -> Surroundings:
        radio, supply = self._radio, self._supply
        strangers = radio.strangers.values() if isinstance(radio, Radio) else ()
        return Surroundings(
            radio_troubles=_radio_troubles(radio) if isinstance(radio, Radio) else (),
            strangers=sum(1 for heard in strangers if heard.packets),
            has_radio=radio is not None,
            is_supply_low=None if supply is None else supply.is_low,
            was_supply_low=supply is not None and supply.was_low,
            is_slowed=supply is not None and supply.is_slowed,
            dark_s=self._dark_s,
            has_timer_switch=self._has_timer_switch,
        )


def _radio_troubles(radio: Radio) -> tuple[Text, ...]:
    """What is wrong with the radio, as players read it."""
    watch = radio.watch
    said: list[Text] = [] if radio.fallback is None else [radio.fallback]
    if watch is not None and watch.is_in_trouble:
        if watch.last_error is not None:
            said.append(message("health-radio-fails", detail=watch.last_error))
        elif watch.hears_others or watch.heard_others:
            said.append(message("health-radio-no-node"))
        else:
            said.append(message("health-radio-silent"))
    return tuple(said)
