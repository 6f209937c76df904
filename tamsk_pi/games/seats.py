"""Where the glasses stand, act after act: what a move is from."""

from typing import Final

from tamsk_pi.rules.acts import Act, Lift, Outage, Place, Setup
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass


class Seats:
    """Follows the acts that are told to it, as they happened; it judges nothing."""

    def __init__(self) -> None:
        self._cells: dict[Hourglass, Cell | None] = dict.fromkeys(HOURGLASSES)
        self._in_hand: set[Hourglass] = set()

    def tell(self, act: Act) -> None:
        """This happened."""
        match act:
            case Setup(cells=cells) | Outage(cells=cells):
                self._cells = dict(zip(HOURGLASSES, cells, strict=True))
                self._in_hand.clear()
            case Lift(hourglass=hourglass):
                self._cells[hourglass] = None
                self._in_hand.add(hourglass)
            case Place(hourglass=hourglass, cell=cell):
                self._cells[hourglass] = cell
                self._in_hand.discard(hourglass)
            case _:
                pass

    def cell(self, hourglass: Hourglass) -> Cell | None:
        """The cell on which the glass stands."""
        return self._cells[hourglass]

    def is_beside(self, hourglass: Hourglass) -> bool:
        """Whether the glass has not been brought in yet."""
        return self._cells[hourglass] is None and hourglass not in self._in_hand


BESIDE: Final = "off"
"""Written in place of the cell that a glass comes from when it is brought in."""
