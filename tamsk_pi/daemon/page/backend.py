"""What the page needs from the daemon, as one interface."""

from typing import Protocol

from tamsk_pi.daemon.page.commands import CalibrationAct, PairingAct, SandAct
from tamsk_pi.daemon.page.hands import HandCommand
from tamsk_pi.rules.acts import Answer
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, StartRule
from tamsk_pi.views.catalogue import Catalogue
from tamsk_pi.views.page_state import PageState


class PageBackend(Protocol):
    """The board behind the page. All methods are called on the event loop that serves the page.

    Whatever raises ValueError does so with a sentence that the page shows to the person who asked; a PlayerError, in
    his language.
    """

    @property
    def pin(self) -> str:
        """What unlocks the page; empty: nothing does."""
        ...

    @property
    def language(self) -> str:
        """The configured language: a tag, or `auto` for each browser's own."""
        ...

    @property
    def has_hands(self) -> bool:
        """Whether the page is also the hands (the virtual board)."""
        ...

    @property
    def is_real(self) -> bool:
        """Whether the pieces are real; if not, and the page is not the hands, a scenario moves them."""
        ...

    def state(self, catalogue: Catalogue) -> PageState:
        """`page_state(…)` in that catalogue's words, plus "version", a whole number that grows with every change.

        It may also carry "speed", how many match milliseconds pass in a real one (without it, 1), and "health", how
        the board's parts are (views/health_view.py).
        """
        ...

    async def changed(self, version: int) -> int:
        """Wait until the state is newer than `version`; returns the new version."""
        ...

    def perform(self, act: HandCommand) -> None:
        """Let the virtual hands act; raises ValueError when it is physically impossible."""
        ...

    def start(self, settings: MatchSettings) -> None:
        """Begin a match; raises ValueError when it cannot begin."""
        ...

    def say(self, what: Answer, player: Player | None, hourglass: Hourglass | None, cell: Cell | None) -> None:
        """A player's answer; which fields are set follows from `what` (scenarios.md, `say`)."""
        ...

    def time_sand(self, act: SandAct, glass: str | None) -> None:
        """Time the hourglasses, or say that one has run out; raises ValueError when that cannot be now."""
        ...

    def pair(self, act: PairingAct, glass: str | None) -> None:
        """Pair the node of this glass, or of all; raises ValueError when that cannot be now."""
        ...

    def calibrate(self, act: CalibrationAct) -> None:
        """Begin to calibrate the board, let that go on, or end it; raises ValueError when that cannot be now."""
        ...

    def set_up(self, start: StartRule) -> None:
        """Virtual board: all glasses to where they begin, empty on top, all rings to the holders.

        Raises ValueError while a match is going on."""
        ...
