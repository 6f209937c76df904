"""What a new match has to know of the time before it: where everything stands, and how the sand has run.

Before a match nothing is judged, so the past shrinks to a few acts: where glasses and rings are now, and every turn
of a glass in the last minutes, for sand that is still on top (H18). They open the match's journal, so that it can be
decided again from nothing.
"""

from collections import deque
from typing import Final

from tamsk_pi.rules.acts import (
    Act,
    Flip,
    Lift,
    NoFlip,
    Outage,
    Place,
    Release,
    Ring,
    Setup,
    Take,
    Tilt,
    TurnTimer,
    Upright,
)
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOURGLASSES

REMEMBERED_NS: Final = 15 * 60 * 1_000_000_000
"""Sand turned longer ago than this has run out in any glass that can be bought."""

SandAct = Flip | Tilt | Upright | TurnTimer


class Prelude:
    """Follows every act, in the order in which they become known."""

    def __init__(self) -> None:
        self._seats: list[Cell | None] = [None] * len(HOURGLASSES)
        self._rings = [0] * len(CELLS)
        self._sand: deque[SandAct] = deque()

    def note(self, act: Act) -> None:
        """One more act has become known."""
        match act:
            case Setup(cells=cells, rings=rings):
                self._seats, self._rings = list(cells), list(rings)
                # Every upper bulb is empty; the neutral timer's may still run.
                self._sand = deque(a for a in self._sand if isinstance(a, TurnTimer))
            case Outage(cells=cells, rings=rings):
                self._seats, self._rings = list(cells), list(rings)
            case Lift(hourglass=hourglass):
                self._seats[hourglass] = None
            case Place(hourglass=hourglass, cell=cell):
                self._seats[hourglass] = cell
            case Ring(cell=cell):
                self._rings[cell] += 1
            case Take(cell=cell):
                self._rings[cell] = max(0, self._rings[cell] - 1)
            case NoFlip(at_ns, hourglass):
                told = {Flip(at_ns, hourglass, is_inferred=True), Flip(at_ns, hourglass)}
                self._sand = deque(s for s in self._sand if s not in told)
            case Flip() | Tilt() | Upright() | TurnTimer():
                self._sand.append(act)
                while self._sand[0].at_ns < act.at_ns - REMEMBERED_NS:
                    self._sand.popleft()
            case _:
                pass

    @property
    def seats(self) -> tuple[Cell | None, ...]:
        """Where each glass stands, as far as is known."""
        return tuple(self._seats)

    @property
    def rings(self) -> tuple[int, ...]:
        """The rings on each cell, as far as is known."""
        return tuple(self._rings)

    def acts(self, now_ns: int) -> tuple[Act, ...]:
        """Acts that lead from an empty table to this one at `now_ns`, in order of time."""
        # What was inferred before the match is no doubt of the match.
        known = (Flip(act.at_ns, act.hourglass) if isinstance(act, Flip) else act for act in self._sand)
        sand = sorted(known, key=lambda act: act.at_ns)
        first_ns = min([now_ns, *(act.at_ns for act in sand)])
        placed: list[Act] = []
        for g, seat in zip(HOURGLASSES, self._seats, strict=True):
            if seat is not None:
                placed += [Place(now_ns, g, seat), Release(now_ns, g)]
        nowhere: tuple[Cell | None, ...] = (None,) * len(HOURGLASSES)
        return (Setup(first_ns, nowhere, tuple(self._rings)), *sand, *placed)
