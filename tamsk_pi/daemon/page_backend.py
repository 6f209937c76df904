"""The daemon as the page sees it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from tamsk_pi.config import PageConfig
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.page.commands import CalibrationAct, PairingAct, SandAct
from tamsk_pi.daemon.page.hands import (
    DropRing,
    FlipGlass,
    FlipTimer,
    HandCommand,
    LiftGlass,
    PlaceGlass,
    SetAside,
    TakeRing,
)
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.perception.perception import Perception
from tamsk_pi.rules.acts import Answer, Say
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, StartRule
from tamsk_pi.simulator.settings import TableError
from tamsk_pi.views.board_view import Phase
from tamsk_pi.views.catalogue import Catalogue, Message, PlayerError, hourglass_message, message
from tamsk_pi.views.health_view import health_state
from tamsk_pi.views.page_state import PageState, page_state

log = logging.getLogger("tamsk_pi")


@dataclass(frozen=True, slots=True)
class VirtualHands:
    """The board whose hands the page is; `new_perception` has seen nothing yet, for when all is laid out anew."""

    board: VirtualBoard
    new_perception: Callable[[], Perception]


class DaemonBackend:
    """What the page asks of a daemon; `virtual` is None for a real board. `page` has the PIN and the language."""

    def __init__(
        self,
        daemon: Daemon,
        page: PageConfig,
        virtual: VirtualHands | None = None,
        speed: float = 1.0,
        *,
        is_real: bool = True,
    ) -> None:
        """Not `is_real`: nobody can touch this board's pieces but its own hands, the page's or a scenario's."""
        self._is_real = is_real and virtual is None
        self._daemon = daemon
        self._page = page
        self._virtual = virtual
        self._speed = speed

    @property
    def pin(self) -> str:
        """What unlocks the page."""
        return self._page.pin

    @property
    def language(self) -> str:
        """What the page is read in; `auto`: what each browser prefers."""
        return self._page.language

    @property
    def has_hands(self) -> bool:
        """Whether the page is also the hands."""
        return self._virtual is not None

    @property
    def is_real(self) -> bool:
        """Whether the pieces are real."""
        return self._is_real

    def state(self, catalogue: Catalogue) -> PageState:
        """What is shown now, in that catalogue's words."""
        showing, desks = self._daemon.showing, self._daemon.desks
        state = page_state(showing.view, showing.pixels, catalogue)
        state["version"] = showing.version
        state["sand"] = desks.sand.page_state(self._daemon.now_ns)
        state["has_hands"] = self.has_hands
        state["speed"] = self._speed
        state["health"] = health_state(self._daemon.health.view, catalogue)
        state["pairing"] = None if desks.pairing is None else desks.pairing.page_state(catalogue)
        return state

    async def changed(self, version: int) -> int:
        """Wait for something newer."""
        return await self._daemon.showing.changed(version)

    def perform(self, act: HandCommand) -> None:
        """Let the virtual hands act. Raises PlayerError when hands cannot do that."""
        board = self._hands().board
        try:
            board.obey(act)
        except TableError as error:
            log.debug("%s", error)
            raise PlayerError(_cannot(act)) from None

    def start(self, settings: MatchSettings) -> None:
        """Begin a match. Raises PlayerError while one is going on, and before the board has been seen."""
        if self._daemon.showing.view.phase is Phase.SENSING:
            raise PlayerError(message("cannot-start-sensing"))
        self._daemon.start_match(settings)

    def say(self, what: Answer, player: Player | None, hourglass: Hourglass | None, cell: Cell | None) -> None:
        """A player's answer."""
        self._daemon.say(Say(0, what, player, hourglass, cell))

    def time_sand(self, act: SandAct, glass: str | None) -> None:
        """Time the hourglasses. Raises PlayerError while a match is going on, and when no glass is due."""
        match act:
            case SandAct.BEGIN:
                self._daemon.desks.time_sand()
            case SandAct.RAN_OUT:
                self._daemon.desks.sand_ran_out(glass)
            case SandAct.UNDO:
                self._daemon.desks.sand.undo()
            case SandAct.END:
                self._daemon.desks.sand.end()
            case _:
                assert_never(act)

    def pair(self, act: PairingAct, glass: str | None) -> None:
        """Pair nodes. Raises PlayerError while a match is going on, ValueError for a glass that has no node here."""
        match act:
            case PairingAct.BEGIN:
                self._daemon.desks.pair(() if glass is None else (glass,))
            case PairingAct.SKIP:
                self._daemon.desks.skip_pairing()
            case PairingAct.END:
                self._daemon.desks.end_pairing()
            case _:
                assert_never(act)

    def calibrate(self, act: CalibrationAct) -> None:
        """Calibrate the board. Raises PlayerError while a match is going on."""
        match act:
            case CalibrationAct.BEGIN:
                self._daemon.desks.calibrate()
            case CalibrationAct.GO_ON:
                self._daemon.desks.go_on_calibrating()
            case CalibrationAct.END:
                self._daemon.desks.end_calibration()
            case _:
                assert_never(act)

    def set_up(self, start: StartRule) -> None:
        """Lay the virtual board out for a new match. Raises PlayerError while one is going on."""
        hands, controller = self._hands(), self._daemon.controller
        controller.refuse_while_playing()
        try:
            hands.board.set_up(start)
        except TableError:
            raise PlayerError(message("cannot-set-up-yet")) from None
        controller.look_anew(hands.new_perception())

    def _hands(self) -> VirtualHands:
        if self._virtual is None:
            raise PlayerError(message("cannot-move-real-pieces"))
        return self._virtual


def _cannot(act: HandCommand) -> Message:
    """What the player is told when hands cannot do that."""
    match act:
        case LiftGlass(hourglass):
            return message("cannot-lift", hourglass=hourglass_message(hourglass))
        case PlaceGlass(hourglass, cell):
            return message("cannot-place", hourglass=hourglass_message(hourglass), cell=cell_name(cell))
        case FlipGlass(hourglass):
            return message("cannot-turn", hourglass=hourglass_message(hourglass))
        case SetAside(hourglass):
            return message("cannot-set-aside", hourglass=hourglass_message(hourglass))
        case DropRing(cell):
            return message("cannot-drop-ring", cell=cell_name(cell))
        case TakeRing(cell):
            return message("cannot-take-ring", cell=cell_name(cell))
        case FlipTimer():
            return message("cannot-turn-timer")
        case _:
            assert_never(act)
