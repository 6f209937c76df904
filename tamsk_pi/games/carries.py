"""Finds the ordinary moves among the acts of a match: a glass lifted, turned over, set down, let go, then its ring.

What is found is written on one line; all other acts stand on lines of their own. Reading puts all acts of all lines
into the order of their instants, those of one instant in the order of the text. A move whose acts would not come back
in the order in which they were told is not written as one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tamsk_pi.games.record import GameRecord, Told
from tamsk_pi.games.seats import Seats
from tamsk_pi.rules.acts import Act, Flip, Lift, Named, NoFlip, Outage, Place, Release, Ring, Setup, Tilt, Upright
from tamsk_pi.rules.board import CENTRE, Cell
from tamsk_pi.rules.pieces import Hourglass

_NS_PER_MS = 1_000_000


@dataclass(slots=True)
class Carry:
    """One glass carried to a cell; the numbers are indices of acts, -1: not yet.

    `origin` None: brought in, and then not lifted. `to` counts once it was set down.
    """

    hourglass: Hourglass
    origin: Cell | None
    to: Cell
    lift: int | None = None
    flips: list[int] = field(default_factory=list)
    place: int = -1
    release: int = -1
    ring: int | None = None

    @property
    def acts(self) -> tuple[int, ...]:
        """The indices in the order in which the line says them."""
        before = () if self.lift is None else (self.lift,)
        after = () if self.ring is None else (self.ring,)
        return (*before, *self.flips, self.place, self.release, *after)


def carries_of(record: GameRecord) -> tuple[Carry, ...]:
    """The ordinary moves of that match, in the order in which they were set down."""
    finder = _Finder(record)
    for index, told in enumerate(record.told):
        finder.tell(index, told)
    found = sorted(finder.done, key=lambda carry: carry.place)
    while (displaced := _displaced(record.told, found)) is not None:
        found = [carry for carry in found if displaced.isdisjoint(carry.acts)]
    return tuple(found)


def _displaced(told: Sequence[Told], carries: Sequence[Carry]) -> set[int] | None:
    """Two acts that would not come back in their order, None if all do."""
    carried = {index for carry in carries for index in carry.acts}
    lines = [(carry.place, carry.acts) for carry in carries]
    lines += [(index, (index,)) for index in range(len(told)) if index not in carried]
    written = [index for _, acts in sorted(lines) for index in acts]
    read = sorted(written, key=lambda index: told[index].key)
    return next(({index, came} for index, came in enumerate(read) if index != came), None)


class _Finder:
    """Follows each glass from its lift to its release."""

    def __init__(self, record: GameRecord) -> None:
        self._window_ns = record.settings.ring_window * _NS_PER_MS
        self._told = record.told
        self._seats = Seats()
        self._open: dict[Hourglass, Carry] = {}
        self._newest: dict[Cell, Carry] = {}
        self.done: list[Carry] = []

    def tell(self, index: int, told: Told) -> None:
        """The act of that index was told."""
        if told.known_ns is None:
            self._follow(index, told.act)
        elif isinstance(glass := getattr(told.act, "hourglass", None), Hourglass):
            self._open.pop(glass, None)
        self._seats.tell(told.act)

    def _follow(self, index: int, act: Act) -> None:
        match act:
            case Setup() | Outage():
                self._open.clear()
                self._newest.clear()
            case Lift(hourglass=hourglass):
                self._open.pop(hourglass, None)
                origin = self._seats.cell(hourglass)
                if origin is not None:
                    self._open[hourglass] = Carry(hourglass, origin, origin, lift=index)
            case Flip(hourglass=hourglass):
                carry = self._carry(hourglass)
                if carry is not None and carry.place < 0:
                    carry.flips.append(index)
                else:
                    self._open.pop(hourglass, None)
            case Place(hourglass=hourglass, is_presumed=True) | Named(hourglass=hourglass):
                self._open.pop(hourglass, None)
            case Place(hourglass=hourglass, cell=cell):
                carry = self._carry(hourglass)
                if carry is not None and carry.place < 0:
                    carry.place, carry.to = index, cell
                else:
                    self._open.pop(hourglass, None)
            case Release(hourglass=hourglass):
                self._let_go(index, self._open.pop(hourglass, None))
            case NoFlip(hourglass=hourglass) | Tilt(hourglass=hourglass) | Upright(hourglass=hourglass):
                self._open.pop(hourglass, None)
            case Ring(at_ns=at_ns, cell=cell):
                self._drop(index, at_ns, self._newest.get(cell))
            case _:
                pass

    def _carry(self, hourglass: Hourglass) -> Carry | None:
        if hourglass not in self._open and self._seats.is_beside(hourglass):
            self._open[hourglass] = Carry(hourglass, None, CENTRE)
        return self._open.get(hourglass)

    def _let_go(self, index: int, carry: Carry | None) -> None:
        if carry is not None and carry.place >= 0:
            carry.release = index
            self.done.append(carry)
            self._newest[carry.to] = carry

    def _drop(self, index: int, at_ns: int, carry: Carry | None) -> None:
        if carry is None or carry.ring is not None:
            return
        if at_ns - self._told[carry.release].act.at_ns <= self._window_ns:
            carry.ring = index
