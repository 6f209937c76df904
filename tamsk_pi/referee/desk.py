"""The desk a step is decided at: the state so far, the rulings so far, and the instant being decided.

Rules are written as functions of the desk. The state itself stays a value: every change replaces it.
"""

from typing import Final

from tamsk_pi.referee.copying import copier
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.referee.state import NS_PER_MS, LastCell, PenaltyRight, RefereeState, RingWindow, Stage, side
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player

_copy_state: Final = copier(RefereeState)
_copy_glass: Final = copier(Glass)


class Desk:
    """One step's working place; made by `step`, thrown away after it."""

    def __init__(self, state: RefereeState) -> None:
        self.state = state
        self.now_ns = state.decided_ns
        self.rulings: list[Ruling] = []

    @property
    def is_judging(self) -> bool:
        """Whether acts mean something now: a match is played and not paused (H39)."""
        return self.state.stage is Stage.PLAYING and self.state.pause is None

    def rule(self, ruling: Ruling) -> None:
        """Say it."""
        self.rulings.append(ruling)

    def update(self, **changes: object) -> None:
        """Replace fields of the state."""
        self.state = _copy_state(self.state, changes)

    def glass(self, hourglass: Hourglass) -> Glass:
        """What is known of that glass."""
        return self.state.glasses[hourglass]

    def update_glass(self, hourglass: Hourglass, **changes: object) -> Glass:
        """Replace fields of one glass; the new glass."""
        glasses = list(self.state.glasses)
        glasses[hourglass] = _copy_glass(glasses[hourglass], changes)
        self.update(glasses=tuple(glasses))
        return glasses[hourglass]

    def set_left(self, player: Player, left: int) -> None:
        """Set a player's count of rings."""
        red, black = self.state.left
        self.update(left=(left, black) if player is Player.RED else (red, left))

    def set_last_cell(self, player: Player, last: LastCell | None) -> None:
        """Set the newest cell a player moved to."""
        red, black = self.state.last_cells
        self.update(last_cells=(last, black) if player is Player.RED else (red, last))

    def set_sit_out(self, player: Player, turns: int) -> None:
        """Set how many turns a player still has to sit out (G98.3)."""
        red, black = self.state.sit_out
        self.update(sit_out=(turns, black) if player is Player.RED else (red, turns))

    def add_ring(self, cell: Cell, count: int) -> None:
        """Change the accepted rings of a cell by `count`."""
        rings = list(self.state.rings)
        rings[cell] += count
        self.update(rings=tuple(rings))

    def ms(self, duration_ms: int) -> int:
        """Milliseconds of a setting as nanoseconds."""
        return duration_ms * NS_PER_MS


def window_of(state: RefereeState, player: Player) -> RingWindow | None:
    """The player's open window for a regular ring."""
    return next((w for w in state.windows if w.player is player), None)


def penalty_of(state: RefereeState, player: Player) -> PenaltyRight | None:
    """The player's right to a penalty ring."""
    return next((p for p in state.penalties if p.player is player), None)


def last_cell_of(state: RefereeState, player: Player) -> LastCell | None:
    """The newest cell a player moved to."""
    return state.last_cells[side(player)]
