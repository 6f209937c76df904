"""The daemon as the page sees it."""

from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.page.hands import HandCommand
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.rules.acts import Answer, Say
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.page_state import PageState, page_state


class DaemonBackend:
    """What the page asks of a daemon; `virtual` is the board whose hands the page is, None for a real one."""

    def __init__(self, daemon: Daemon, pin: str, virtual: VirtualBoard | None = None, speed: float = 1.0) -> None:
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
        state["speed"] = round(self._speed)
        return state

    async def changed(self, version: int) -> int:
        """Wait for something newer."""
        return await self._daemon.changed(version)

    def perform(self, act: HandCommand) -> None:
        """Let the virtual hands act."""
        self._hands().obey(act)

    def start(self, settings: MatchSettings) -> None:
        """Begin a match."""
        self._daemon.start_match(settings)

    def say(self, what: Answer, player: Player | None, hourglass: Hourglass | None, cell: Cell | None) -> None:
        """A player's answer."""
        self._daemon.say(Say(0, what, player, hourglass, cell))

    def set_up(self) -> None:
        """Put every piece of the virtual board where a match begins."""
        self._hands().set_up()

    def _hands(self) -> VirtualBoard:
        if self._virtual is None:
            raise ValueError("This is a real board: move the pieces on it.")
        return self._virtual
