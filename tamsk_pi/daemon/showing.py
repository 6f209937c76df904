"""What is shown of a board: the view for the page, the pixels of its lights, the tunes of its rulings."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.clock import NS_PER_S
from tamsk_pi.daemon.controller import Controller
from tamsk_pi.daemon.desks import Desks
from tamsk_pi.daemon.health import HealthWatch
from tamsk_pi.daemon.ports import Board
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.views.board_view import BoardView
from tamsk_pi.views.catalogue import Text, message
from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.lights import light_frame
from tamsk_pi.views.power import limit_current
from tamsk_pi.views.sounds import tune_of_all

log = logging.getLogger("tamsk_pi")

SHOW_NS: Final = NS_PER_S // 30


@dataclass(frozen=True, slots=True)
class ShowOptions:
    """`show_ns`: how often lights move by themselves."""

    show_ns: int = SHOW_NS
    max_current_ma: int = 1_500
    brightness: float = 0.6
    is_sound_on: bool = True
    pixel_full_ma: float = 60.0
    pixel_idle_ma: float = 0.6


class Showing:
    """The picture of one board, made anew after rulings and `show_ns` after the last."""

    def __init__(
        self, controller: Controller, desks: Desks, board: Board, options: ShowOptions, health: HealthWatch
    ) -> None:
        self.view = BoardView()
        """What was shown last."""
        self.pixels: tuple[Rgb, ...] = ()
        """What the lights were told last, cells 0 … 36, then red's and black's bar."""
        self.version = 0
        """Grows with everything that is shown."""
        self._controller = controller
        self._desks = desks
        self._health = health
        self._board = board
        self._options = options
        self._next_ns = 0
        self._light_trouble: str | None = None
        self._changed = asyncio.Condition()

    async def changed(self, version: int) -> int:
        """Wait until something newer than `version` is shown."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.version > version)
        return self.version

    async def tell(self) -> None:
        """Wake whoever waits for something newer."""
        async with self._changed:
            self._changed.notify_all()

    def is_due(self, now_ns: int) -> bool:
        """Whether the lights have to move on."""
        return now_ns >= self._next_ns

    def show(self, now_ns: int, troubles: Sequence[tuple[str, str | None]], *, is_kept: bool) -> None:
        """Make the picture. `troubles` are names of messages with their detail, None: no trouble; not `is_kept`: what
        the controller knows is not on disk yet, and the last picture stands, with the reason."""
        self._next_ns = now_ns + self._options.show_ns
        if not self._desks.is_calibrating:
            self._health.look(self._controller, now_ns)
        told = self._told(troubles)
        self._controller.troubles = (*told, *self._health.notes)
        view = self._controller.view(now_ns) if is_kept else replace(self.view, troubles=self._controller.troubles)
        self.view = self._desks.shown(view, told)
        self.pixels = self._dimmed(self._desks.lights(self.view, now_ns) or light_frame(self.view, self.view.now_ms))
        self._light(self.pixels)
        self.version += 1

    def _told(self, troubles: Sequence[tuple[str, str | None]]) -> tuple[Text, ...]:
        found = (
            *troubles,
            ("trouble-lights", self._light_trouble),
            *(("trouble-board", detail) for detail in self._board.troubles),
        )
        return tuple(message(key, detail=detail) for key, detail in found if detail is not None)

    def _dimmed(self, frame: Sequence[Rgb]) -> tuple[Rgb, ...]:
        options = self._options
        share = options.brightness
        dimmed = tuple((round(r * share), round(g * share), round(b * share)) for r, g, b in frame)
        return limit_current(
            dimmed, options.max_current_ma, full_ma=options.pixel_full_ma, idle_ma=options.pixel_idle_ma
        )

    def _light(self, pixels: Sequence[Rgb]) -> None:
        """Broken lights are a trouble that is shown on the page; the game goes on without them."""
        if self._board.lights is None:
            return
        try:
            self._board.lights.show(pixels)
        except DriverError as error:
            if self._light_trouble is None:
                log.error("%s", error)
            self._light_trouble = str(error)
        else:
            self._light_trouble = None

    def play(self, rulings: Sequence[Ruling], now_ns: int) -> None:
        """The tune of these rulings."""
        if self._board.sounder is None or not self._options.is_sound_on:
            return
        notes = tune_of_all(rulings)
        if notes:
            self._board.sounder.play(notes, now_ns)

    def wake(self, now_ns: int) -> None:
        """Let a tune go on."""
        if self._board.sounder is not None:
            self._board.sounder.wake(now_ns)
