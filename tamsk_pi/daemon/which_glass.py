"""Which glass is it? What the players answer when the sensors cannot tell look-alikes apart (docs/identity.md).

Both have to say the same within the time for answers: that the names are right as they are presumed, or which glass
stands on a cell.
"""

from tamsk_pi.perception.glasses import Doubt
from tamsk_pi.rules.acts import Answer, Say
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player

Belief = tuple[Hourglass, Cell]


class WhichGlass:
    """Collects the answers."""

    def __init__(self) -> None:
        self._said: dict[tuple[Belief, ...], tuple[Player, int]] = {}

    def answered(self, say: Say, doubts: tuple[Doubt, ...], window_ns: int) -> tuple[Belief, ...]:
        """What both players have said by now; nothing if that is not an answer to what is in doubt."""
        beliefs = _beliefs(say, doubts)
        if not beliefs or say.player is None:
            return ()
        first, at_ns = self._said.get(beliefs, (say.player, say.at_ns))
        if first is not say.player and say.at_ns - at_ns <= window_ns:
            self._said.clear()
            return beliefs
        self._said[beliefs] = (say.player, say.at_ns)
        return ()


def _beliefs(say: Say, doubts: tuple[Doubt, ...]) -> tuple[Belief, ...]:
    if say.what is not Answer.CONFIRM:
        return ()
    if say.hourglass is None or say.cell is None:
        return tuple((doubt.presumed, doubt.cell) for doubt in doubts)
    is_asked = any(doubt.cell == say.cell and say.hourglass in doubt.perhaps for doubt in doubts)
    return ((say.hourglass, say.cell),) if is_asked else ()
