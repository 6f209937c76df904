"""Pairing in a running daemon: the light asks, hands turn a glass over, the node that tells of it is taken and kept.

What was found is on the disk before it is used; then perception looks at the board anew, with the new nodes, and the
radio takes their packets for ours. No match is going on meanwhile: in one, turns of a glass whose node is dead are
inferred from its moves, and it is paired when the match is over.
"""

import logging
from collections.abc import Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from tamsk_pi.calibration.files import MeasuredFileError
from tamsk_pi.calibration.node_file import save_nodes
from tamsk_pi.calibration.node_pairing import NEUTRAL_TIMER, NodePairing, ordered
from tamsk_pi.clock import NS_PER_MS
from tamsk_pi.drivers.buttons import Button, ButtonPress
from tamsk_pi.perception.frames import NodeReport
from tamsk_pi.perception.picture import SensorPicture
from tamsk_pi.perception.settings import NeutralTimer
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import HOME, Hourglass, parse_hourglass
from tamsk_pi.views.board_view import BoardView
from tamsk_pi.views.catalogue import Catalogue, Text, message
from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.page_state import PIXELS, PageState
from tamsk_pi.views.pairing_view import PairingView, pairing_lights, pairing_state, pairing_view

log = logging.getLogger("tamsk_pi")

Nodes = MutableMapping[str, Hourglass | NeutralTimer]
SHOWN_NS: Final = 8_000 * NS_PER_MS
"""So long the end is shown."""


class PairingRadio(Protocol):
    """What of the radio is needed (drivers/radio.py)."""

    def listen_to_all(self, is_on: bool) -> None: ...

    def drain_unknown(self) -> list[NodeReport]: ...

    def own(self, addresses: Sequence[str]) -> None: ...


class PairingDesk:
    """`nodes` are the board's, by address: what perception is made with; they are replaced in place. `path` None
    keeps nothing. `look_anew` makes perception begin again."""

    def __init__(
        self, nodes: Nodes, radio: PairingRadio | None, path: Path | None, look_anew: Callable[[], None]
    ) -> None:
        self._nodes = nodes
        self._radio = radio
        self._path = path
        self._look_anew = look_anew
        self._cell: Cell | None = None
        self._lit_for: str | None = None
        self._ended_ns: int | None = None
        self._trouble: Text | None = None
        self.active: NodePairing | None = None
        """The pairing that is going on."""

    @property
    def has_ended(self) -> bool:
        """Whether all that was wanted is done, and its end is still shown."""
        return self._ended_ns is not None

    @property
    def is_asking(self) -> bool:
        """Whether a glass is to be turned over now."""
        return self.active is not None and self._ended_ns is None

    def press(self, press: ButtonPress) -> bool:
        """Whether a press of a button was for the pairing: the board's leaves the glass out; held, it ends it."""
        if not self.is_asking:
            return False
        if press.button is Button.BOARD:
            if press.is_long:
                self.end()
            else:
                self.skip(press.at_ns)
        return True

    def begin(self, glasses: Sequence[str], now_ns: int) -> None:
        """Pair these, all if none is named; raises ValueError for a glass there is not."""
        wanted = ordered(glasses)
        self._ended_ns, self._trouble, self._lit_for = None, None, None
        self.active = NodePairing(wanted, self._known(), now_ns)
        if self._radio is not None:
            self._radio.listen_to_all(True)

    def skip(self, now_ns: int) -> None:
        """The present glass is left as it is."""
        if self.active is not None:
            self.active = self.active.skip(now_ns)

    def end(self) -> None:
        """No more; what was found so far is kept."""
        if self.active is not None and self._ended_ns is None and self.active.done:
            self._keep(self.active)
        self.active = None
        if self._radio is not None:
            self._radio.listen_to_all(False)

    def heard(self, reports: Sequence[NodeReport]) -> None:
        """What our own nodes said."""
        for report in reports:
            if self.active is not None:
                self.active = self.active.heard(report)

    def look(self, picture: Callable[[], SensorPicture], now_ns: int) -> None:
        """Time passes: what strange nodes said, and what the board sees."""
        pairing = self.active
        if pairing is None:
            return
        if self._ended_ns is not None:
            if now_ns - self._ended_ns >= SHOWN_NS:
                self.active = None
            return
        if self._radio is not None:
            for report in self._radio.drain_unknown():
                pairing = pairing.heard(report)
        seen = picture()
        self._light(pairing, seen)
        at_rest = self._cell is not None and _is_standing(seen, self._cell)
        pairing = pairing.seen(now_ns, at_rest)
        for pair in pairing.done[len(self.active.done if self.active else ()) :]:
            log.info("%s: its node is %s%s", pair.glass, pair.address, " as before" if pair.is_known else "")
        self.active = pairing
        self._light(pairing, seen)
        if pairing.glass is None:
            self._finish(pairing, now_ns)

    def _light(self, pairing: NodePairing, seen: SensorPicture) -> None:
        """Choose the cell that asks for the present glass; it stays the same while that glass is away."""
        if pairing.glass != self._lit_for:
            self._lit_for = pairing.glass
            self._cell = self._place(pairing.glass, seen.hourglass_cells())

    def _place(self, glass: str | None, seats: Sequence[Cell | None]) -> Cell | None:
        """Where the glass stands; its home, if it stands nowhere. None for the neutral timer."""
        if glass is None or glass == NEUTRAL_TIMER:
            return None
        seat = seats[parse_hourglass(glass)]
        return HOME[parse_hourglass(glass)] if seat is None else seat

    def _finish(self, pairing: NodePairing, now_ns: int) -> None:
        self._ended_ns = now_ns
        if self._radio is not None:
            self._radio.listen_to_all(False)
        if pairing.done:
            self._keep(pairing)

    def _keep(self, pairing: NodePairing) -> None:
        found = pairing.nodes
        if self._path is not None:
            try:
                save_nodes(self._path, found)
            except MeasuredFileError as error:
                log.error("%s", error)
                self._trouble = message("trouble-pairing", detail=str(error))
        self._nodes.clear()
        for glass, address in found.items():
            is_timer = glass == NEUTRAL_TIMER
            self._nodes[address] = NeutralTimer.NEUTRAL_TIMER if is_timer else parse_hourglass(glass)
        if self._radio is not None:
            self._radio.own(tuple(self._nodes))
        self._look_anew()

    def _known(self) -> dict[str, str]:
        return {
            NEUTRAL_TIMER if glass is NeutralTimer.NEUTRAL_TIMER else Hourglass(glass).label: address
            for address, glass in self._nodes.items()
        }

    # What is shown.

    def view(self) -> PairingView | None:
        """How the pairing is; None while there is none, and until the board was looked at for the present glass."""
        if self.active is None or self._lit_for != self.active.glass:
            return None
        place = None if self._cell is None else cell_name(self._cell)
        return pairing_view(self.active, place, self._trouble)

    def page_state(self, catalogue: Catalogue) -> PageState | None:
        """The same as the page's JSON."""
        view = self.view()
        return None if view is None else pairing_state(view, catalogue)

    def lights(self, view: BoardView, now_ns: int) -> tuple[Rgb, ...] | None:
        """What the strip shows while nodes are paired, else None."""
        if self.active is None:
            return None
        seats = {glass.hourglass.label: glass.cell for glass in view.hourglasses}
        done = [seat for pair in self.active.done if (seat := seats.get(pair.glass)) is not None]
        share = (len(self.active.done) + len(self.active.skipped)) / len(self.active.wanted)
        is_timer = self.active.glass == NEUTRAL_TIMER
        cell = self._cell if self.active.glass is not None else None
        return pairing_lights(PIXELS, cell, done, is_timer, self.active.doubt is not None, share, now_ns // NS_PER_MS)


def _is_standing(picture: SensorPicture, cell: Cell) -> bool:
    """Whether a glass stands there and no hand is at it: turned over in its tube it is hardly lifted."""
    seen = picture.cells[cell]
    return seen.colour is not None and seen.is_settled
