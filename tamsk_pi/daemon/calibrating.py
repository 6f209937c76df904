"""A calibration that is going on on one board: guide, result, file. It is the same for the command and the page.

A press of the board's button goes on after a problem, keeps a result that has not passed, or ends a calibration that
is kept; held, it ends it and leaves everything as it was.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.board_file import save_board
from tamsk_pi.calibration.files import MeasuredFileError
from tamsk_pi.calibration.guide import Guide
from tamsk_pi.calibration.result import CalibrationResult, evaluate
from tamsk_pi.drivers.buttons import Button, ButtonPress
from tamsk_pi.layout import Layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import Frame
from tamsk_pi.perception.influence import Influence
from tamsk_pi.perception.levels import Contents
from tamsk_pi.views.calibration_view import CalibrationView, calibration_view
from tamsk_pi.views.catalogue import Text, message

log = logging.getLogger("tamsk_pi")

SHOWN_NS: Final = 30_000_000_000
"""A result that is kept is shown so long, unless somebody ends it."""


class Calibrating:
    """One calibration; the result goes to `path`, `made_at` says the date for people, `in_use` is the present one."""

    def __init__(
        self,
        influence: Influence,
        layout: Layout,
        path: Path,
        made_at: Callable[[], str],
        in_use: Calibration | None = None,
    ) -> None:
        self._influence = influence
        self._guide = Guide(influence, layout.reading_at, layout.lights.cell_order, in_use)
        self._path = path
        self._made_at = made_at
        self._trouble: Text | None = None
        self._kept_ns: int | None = None
        self.result: CalibrationResult | None = None
        """What was measured, once all is."""
        self.has_ended = False

    @property
    def contents(self) -> tuple[Contents, ...]:
        """What each cell is believed to hold now."""
        return self._guide.contents

    @property
    def kept(self) -> Calibration | None:
        """The calibration that is used from now on, once it is on the disk."""
        return None if self._kept_ns is None or self.result is None else self.result.calibration

    def frame(self, frame: Frame) -> None:
        """One scan of the board; after the last, the result is computed and, if it is good, kept."""
        if self.result is None:
            self._guide.frame(frame)
            measured = self._guide.measured
            if measured is not None:
                self.result = evaluate(self._influence, measured)
                if self.result.has_passed:
                    self._keep(frame.at_ns)
        elif self._kept_ns is not None and frame.at_ns - self._kept_ns > SHOWN_NS:
            self.has_ended = True

    def press(self, press: ButtonPress) -> None:
        """A press of one of the board's buttons; the players' mean nothing here."""
        if press.button is not Button.BOARD:
            return
        if press.is_long:
            self.stop()
        else:
            self.go_on(press.at_ns)

    def go_on(self, now_ns: int) -> None:
        """Somebody says that it shall go on."""
        if self.result is None:
            self._guide.go_on()
        elif self._kept_ns is None:
            self._keep(now_ns)
        else:
            self.has_ended = True

    def stop(self) -> None:
        """End it; what is not kept is forgotten."""
        self.has_ended = True

    def view(self) -> CalibrationView:
        """What is to be shown now."""
        return calibration_view(
            self._guide.view(), self.result, is_kept=self._kept_ns is not None, trouble=self._trouble
        )

    def _keep(self, now_ns: int) -> None:
        assert self.result is not None
        try:
            save_board(self._path, self.result, self._made_at())
        except MeasuredFileError as error:
            log.error("%s", error)
            self._trouble = message("trouble-calibration", detail=str(error))
        else:
            log.info("%s: the board's calibration is kept", self._path)
            self._trouble, self._kept_ns = None, now_ns
