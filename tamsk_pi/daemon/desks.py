"""What else is done at a board beside a match, one thing at a time: sand timed, nodes paired, sensors calibrated."""

from collections.abc import Mapping, Sequence

from tamsk_pi.calibration.sand_timing import VESSELS
from tamsk_pi.clock import Clock
from tamsk_pi.daemon.calibration_desk import CalibrationDesk
from tamsk_pi.daemon.controller import Controller
from tamsk_pi.daemon.naming import by_node, seats_by_node
from tamsk_pi.daemon.pairing_desk import PairingDesk
from tamsk_pi.daemon.sand_desk import SandDesk
from tamsk_pi.drivers.buttons import Button, ButtonPress
from tamsk_pi.perception.frames import Frame, NodeReport
from tamsk_pi.rules.acts import Act
from tamsk_pi.views.board_view import BoardView
from tamsk_pi.views.catalogue import PlayerError, Text, message
from tamsk_pi.views.light_language import Rgb


class Desks:
    """The desks of one board. `pairing` and `calibration` are None where there is no such desk."""

    def __init__(
        self,
        controller: Controller,
        clock: Clock,
        sand: SandDesk | None = None,
        pairing: PairingDesk | None = None,
        calibration: CalibrationDesk | None = None,
    ) -> None:
        self.sand = sand or SandDesk()
        self.pairing = pairing
        self.calibration = calibration
        self._controller = controller
        self._clock = clock
        controller.measured = self.sand.settings_for

    @property
    def is_calibrating(self) -> bool:
        """Whether frames are the calibration's."""
        return self.calibration is not None and self.calibration.active is not None

    def close_for_match(self) -> None:
        """A match begins: what else is done ends. Raises PlayerError where that would lose work."""
        self._refuse_while_calibrating()
        if self.pairing is not None and self.pairing.is_asking:
            raise PlayerError(message("cannot-start-pairing"))
        self.sand.end()
        self.end_pairing()

    # Sand.

    def time_sand(
        self, glasses: Sequence[str] = VESSELS, rounds: int = 3, stands_for: Mapping[str, str] | None = None
    ) -> None:
        """Begin to time these glasses. Raises PlayerError while a match is going on."""
        if self._controller.is_playing:
            raise PlayerError(message("cannot-time-playing"))
        self._refuse_while_calibrating()
        self.sand.begin(glasses, rounds, stands_for)

    def sand_ran_out(self, glass: str | None = None) -> None:
        """Somebody says now that this glass, or the one due next, has run out. Raises PlayerError if none is due."""
        if not self.sand.press(self._clock.now_ns(), glass):
            raise PlayerError(message("cannot-time-none-due"))

    # Nodes.

    def pair(self, glasses: Sequence[str] = ()) -> None:
        """Begin to pair the nodes of these glasses, of all if none is named. Raises PlayerError while a match is
        going on, ValueError for a glass there is not."""
        if self._controller.is_playing:
            raise PlayerError(message("cannot-pair-playing"))
        self._refuse_while_calibrating()
        if self.pairing is not None:
            self.pairing.begin(glasses, self._clock.now_ns())
            self.sand.end()

    def skip_pairing(self) -> None:
        """Leave the glass that is asked for as it is."""
        if self.pairing is not None:
            self.pairing.skip(self._clock.now_ns())

    def end_pairing(self) -> None:
        """No more; what was found is kept."""
        if self.pairing is not None:
            self.pairing.end()

    # Sensors.

    def calibrate(self) -> None:
        """Begin to calibrate the board. Raises PlayerError while a match is going on."""
        if self.calibration is not None:
            self.calibration.begin(self._controller)
            self.sand.end()
            self.end_pairing()

    def go_on_calibrating(self) -> None:
        """Let a calibration go on that waits for somebody: after a problem, or with a result."""
        if self.calibration is not None:
            self.calibration.go_on(self._clock.now_ns(), self._controller)

    def end_calibration(self) -> None:
        """End it; what is not kept is forgotten."""
        if self.calibration is not None:
            self.calibration.end(self._controller)

    # What comes from the board.

    def frame(self, frame: Frame) -> bool:
        """Whether a calibration has taken it."""
        if self.calibration is None or not self.is_calibrating:
            return False
        self.calibration.frame(frame, self._controller)
        return True

    def heard(self, reports: Sequence[NodeReport]) -> None:
        """What the radio brought."""
        if self.pairing is not None:
            self.pairing.heard(reports)

    def acts(self, acts: Sequence[Act]) -> None:
        """What hands did."""
        if self.sand.timing is not None:
            self.sand.hear(by_node(acts, self._controller.perception.nodes), self._controller.nodes)

    def press(self, press: ButtonPress) -> bool:
        """Whether a button was meant for a desk."""
        if self.sand.timing is not None:
            self._time_press(press)
            return True
        if self.pairing is not None and self.pairing.press(press):
            return True
        return self.calibration is not None and self.calibration.press(press, self._controller)

    def _time_press(self, press: ButtonPress) -> None:
        """A player's button means the next glass of his colour, the board's the next of all; held, it takes the last
        press back."""
        match press.button:
            case Button.RED | Button.BLACK:
                self.sand.press(press.at_ns, colour="red" if press.button is Button.RED else "black")
            case Button.BOARD if press.is_long:
                self.sand.undo()
            case Button.BOARD:
                self.sand.press(press.at_ns)

    # What is shown.

    def shown(self, view: BoardView, troubles: tuple[Text, ...]) -> BoardView:
        """The view with what a calibration puts in its place."""
        return view if self.calibration is None else self.calibration.shown(view, troubles)

    def lights(self, view: BoardView, now_ns: int) -> tuple[Rgb, ...] | None:
        """What a desk shows by the lights; None: the board's own picture."""
        perception = self._controller.perception
        cells_of_nodes = seats_by_node([glass.cell for glass in view.hourglasses], perception.nodes)
        frame = self.sand.lights(cells_of_nodes, now_ns)
        if self.pairing is None:
            return frame
        self.pairing.look(lambda: perception.picture(has_nodes=False), now_ns)
        return self.pairing.lights(view, now_ns) or frame

    def _refuse_while_calibrating(self) -> None:
        if self.is_calibrating:
            raise PlayerError(message("cannot-start-calibrating"))
