"""Calibration within a running daemon: begun by two buttons or from the page, and used as soon as it is kept."""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from tamsk_pi.clock import NS_PER_S
from tamsk_pi.daemon.calibrating import Calibrating
from tamsk_pi.daemon.controller import Controller
from tamsk_pi.drivers.buttons import Button, ButtonPress
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import Frame
from tamsk_pi.perception.levels import SIGNS, Contents
from tamsk_pi.perception.perception import Perception
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Player
from tamsk_pi.views.board_view import BoardView, CellView, HourglassView, Phase
from tamsk_pi.views.catalogue import PlayerError, Text, message

log = logging.getLogger("tamsk_pi")

TOGETHER_NS: Final = NS_PER_S
"""Both players' buttons are held together if they came down within so long."""


class CalibrationDesk:
    """`begin` makes a calibration of a board that had this one until now; `new_perception` one that has seen nothing
    yet, with these zeros and gains; `on_kept` is told what is used from now on."""

    def __init__(
        self,
        begin: Callable[[Calibration], Calibrating],
        new_perception: Callable[[Calibration], Perception],
        in_use: Calibration,
        on_kept: Callable[[Calibration], None],
    ) -> None:
        self._begin = begin
        self._new_perception = new_perception
        self._in_use = in_use
        self._on_kept = on_kept
        self._held: ButtonPress | None = None
        self.active: Calibrating | None = None
        """The calibration that is going on; frames are its, and the referee sees none."""
        self.seats: Callable[[], Sequence[Cell | None]] | None = None
        """Where each glass stands, where somebody knows: on a virtual board."""

    @property
    def in_use(self) -> Calibration:
        """The calibration that the sensors are read by now."""
        return self._in_use

    def new_perception(self) -> Perception:
        """One that has seen nothing yet, with the calibration in use."""
        return self._new_perception(self._in_use)

    def begin(self, controller: Controller) -> None:
        """Begin to calibrate; one that is going on goes on. Raises PlayerError while a match is going on."""
        if controller.is_playing:
            raise PlayerError(message("cannot-calibrate-playing"))
        if self.active is None:
            log.info("the board is being calibrated")
            self.active = self._begin(self._in_use)

    def end(self, controller: Controller) -> None:
        """No more; the board is looked at anew, with what is kept now."""
        active, self.active = self.active, None
        if active is None:
            return
        if active.kept is not None:
            self._in_use = active.kept
            self._on_kept(active.kept)
        controller.look_anew(self.new_perception())

    def go_on(self, now_ns: int, controller: Controller) -> None:
        """Somebody says that it shall go on."""
        if self.active is not None:
            self.active.go_on(now_ns)
            self._end_if_over(controller)

    def frame(self, frame: Frame, controller: Controller) -> None:
        """One scan, while a calibration is going on."""
        if self.active is not None:
            self.active.frame(frame)
            self._end_if_over(controller)

    def press(self, press: ButtonPress, controller: Controller) -> bool:
        """Whether this press was for the calibration: it begins with both players' buttons held together."""
        if self.active is not None:
            self.active.press(press)
            self._end_if_over(controller)
            return True
        if controller.is_playing or not press.is_long or press.button is Button.BOARD:
            return False
        before, self._held = self._held, press
        if before is None or before.button is press.button or press.at_ns - before.at_ns > TOGETHER_NS:
            return False
        self._held = None
        self.begin(controller)
        return True

    def shown(self, view: BoardView, troubles: tuple[Text, ...]) -> BoardView:
        """What is shown: the calibration, while there is one, instead of the table; `troubles` are the drivers'."""
        if self.active is None:
            return view
        said, contents = self.active.view(), self.active.contents
        seats = _seats(contents) if self.seats is None else self.seats()
        return BoardView(
            view.now_ms,
            Phase.CALIBRATING,
            headline=said.title,
            hint=said.hint,
            calibration=said,
            hourglasses=tuple(HourglassView(g, cell=seats[g], accepted_cell=seats[g]) for g in HOURGLASSES),
            cells=tuple(CellView(cell, rings=contents[cell][1]) for cell in CELLS),
            troubles=troubles,
        )

    def _end_if_over(self, controller: Controller) -> None:
        if self.active is not None and self.active.has_ended:
            self.end(controller)


def _seats(contents: Sequence[Contents]) -> tuple[Cell | None, ...]:
    """Where each glass stands, as far as colours tell."""
    of = {p: iter([c for c in CELLS if contents[c][0] == SIGNS[p]]) for p in Player}
    return tuple(next(of[g.player], None) for g in HOURGLASSES)
