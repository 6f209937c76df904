"""The daemon as the page sees it."""

from collections.abc import Callable
from dataclasses import dataclass

from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.page.hands import HandCommand
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.perception.perception import Perception
from tamsk_pi.rules.acts import Answer, Say
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, StartRule
from tamsk_pi.simulator.settings import TableError
from tamsk_pi.views.board_view import Phase
from tamsk_pi.views.page_state import PageState, page_state


@dataclass(frozen=True, slots=True)
class VirtualHands:
    """The board whose hands the page is; `new_perception` has seen nothing yet, for when all is laid out anew."""

    board: VirtualBoard
    new_perception: Callable[[], Perception]


class DaemonBackend:
    """What the page asks of a daemon; `virtual` is None for a real board."""

    def __init__(self, daemon: Daemon, pin: str, virtual: VirtualHands | None = None, speed: float = 1.0) -> None:
        self._daemon = daemon
        self._pin = pin
        self._virtual = virtual
        self._speed = speed

    @property
    def pin(self) -> str:
        """What unlocks the page."""
        return self._pin

    @property
    def has_hands(self) -> bool:
        """Whether the page is also the hands."""
        return self._virtual is not None

    def state(self) -> PageState:
        """What is shown now."""
        state = page_state(self._daemon.view, self._daemon.pixels)
        state["version"] = self._daemon.version
        state["has_hands"] = self.has_hands
        state["speed"] = self._speed
        return state

    async def changed(self, version: int) -> int:
        """Wait for something newer."""
        return await self._daemon.changed(version)

    def perform(self, act: HandCommand) -> None:
        """Let the virtual hands act."""
        self._hands().board.obey(act)

    def start(self, settings: MatchSettings) -> None:
        """Begin a match. Raises ValueError while one is going on, and before the board has been seen."""
        if self._daemon.view.phase is Phase.SENSING:
            raise ValueError("The board is still being looked at; try again in a second.")
        self._daemon.start_match(settings)

    def say(self, what: Answer, player: Player | None, hourglass: Hourglass | None, cell: Cell | None) -> None:
        """A player's answer."""
        self._daemon.say(Say(0, what, player, hourglass, cell))

    def set_up(self, start: StartRule) -> None:
        """Lay the virtual board out for a new match. Raises ValueError while one is going on."""
        hands, controller = self._hands(), self._daemon.controller
        controller.refuse_while_playing()
        try:
            hands.board.set_up(start)
        except TableError:
            raise ValueError("A hand is still moving; try again in a second.") from None
        controller.look_anew(hands.new_perception())

    def _hands(self) -> VirtualHands:
        if self._virtual is None:
            raise ValueError("This is a real board: move the pieces on it.")
        return self._virtual
