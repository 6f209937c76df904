"""What the daemon needs of a board: the drivers, on a Raspberry Pi as on the simulated chips of a laptop."""

from collections.abc import Sequence
from typing import Protocol

from tamsk_pi.drivers.buttons import ButtonPress
from tamsk_pi.perception.frames import Frame, NodeReport, TiltSwitchEdge
from tamsk_pi.views.light_language import Rgb


class ScanSource(Protocol):
    """What gives frames: the driver of the board's sensors, or a table asked for whole frames."""

    def scan(self) -> Frame: ...


class LightsOutput(Protocol):
    """What shows 53 pixels."""

    def show(self, pixels: Sequence[Rgb]) -> None: ...


class SounderOutput(Protocol):
    """What plays notes."""

    def play(self, notes: Sequence[tuple[float, int]], now_ns: int) -> None: ...

    def wake(self, now_ns: int) -> None: ...


class RadioInput(Protocol):
    """What hears the nodes."""

    def drain(self) -> list[NodeReport]: ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def tend(self) -> None: ...


class SwitchInput(Protocol):
    """What feels the neutral timer's wired switch."""

    def drain(self) -> list[TiltSwitchEdge]: ...


class ButtonsInput(Protocol):
    """What feels the buttons."""

    def drain(self) -> list[ButtonPress]: ...


class Board(Protocol):
    """The drivers of one board; None is what it has not."""

    @property
    def lights(self) -> LightsOutput | None: ...

    @property
    def sounder(self) -> SounderOutput | None: ...

    @property
    def radio(self) -> RadioInput | None: ...

    @property
    def tilt_switch(self) -> SwitchInput | None: ...

    @property
    def buttons(self) -> ButtonsInput | None: ...

    @property
    def troubles(self) -> tuple[str, ...]: ...
