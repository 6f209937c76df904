"""Where the glasses are, as it was told: by name, right or not."""

from dataclasses import dataclass, replace
from typing import Final, TypeVar

from tamsk_pi.rules.acts import Act, Lift, Place, Release
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Moved:
    """A glass was let go after it had been lifted; `from_cell` None when it was brought in."""

    hourglass: Hourglass
    from_cell: Cell | None
    to_cell: Cell
    lifted_ns: int
    placed_ns: int
    released_ns: int


class ToldSeats:
    """Names on cells and in the air; steps in, acts out."""

    def __init__(self) -> None:
        self.at: Final[dict[Cell, Hourglass]] = {}
        self.in_air: Final[dict[Hourglass, int]] = {}
        """Lifted glasses and when they were."""
        self.released_ns: Final[dict[Hourglass, int]] = {}
        self.moved: list[Moved] = []
        """Completed since the caller last took them."""
        self._origin: Final[dict[Hourglass, Cell]] = {}
        self._placed_ns: Final[dict[Hourglass, int]] = {}

    def cell_of(self, hourglass: Hourglass) -> Cell | None:
        """Where a glass stands; None in the air or off the board."""
        return next((cell for cell, glass in self.at.items() if glass is hourglass), None)

    def lift(self, name: Hourglass, cell: Cell, at_ns: int) -> Act:
        """It leaves that cell."""
        del self.at[cell]
        self.in_air[name] = at_ns
        self._origin[name] = cell
        self.released_ns.pop(name, None)
        return Lift(at_ns, name)

    def stand(self, name: Hourglass, cell: Cell, at_ns: int, *, is_presumed: bool) -> Act:
        """It stands on that cell, and may still be touched."""
        self.at[cell] = name
        self._placed_ns[name] = at_ns
        self.in_air.setdefault(name, at_ns)
        return Place(at_ns, name, cell, is_presumed)

    def let_go(self, name: Hourglass, cell: Cell, at_ns: int) -> Act:
        """The hand leaves it there."""
        self.released_ns[name] = at_ns
        lifted_ns = self.in_air.pop(name, at_ns)
        placed_ns = self._placed_ns.get(name, at_ns)
        self.moved.append(Moved(name, self._origin.get(name), cell, lifted_ns, placed_ns, at_ns))
        return Release(at_ns, name)

    def exchange(self, one: Hourglass, other: Hourglass, at_ns: int) -> list[Act]:
        """Two glasses have each other's names from now on; the acts say so of those that stand."""
        cells = {name: self.cell_of(name) for name in (one, other)}
        _exchange_keys(self.in_air, one, other)
        _exchange_keys(self.released_ns, one, other)
        _exchange_keys(self._origin, one, other)
        _exchange_keys(self._placed_ns, one, other)
        names = {one: other, other: one}
        self.moved = [replace(move, hourglass=names.get(move.hourglass, move.hourglass)) for move in self.moved]
        standing = [(name, cell) for name in (one, other) if (cell := cells[name]) is not None]
        acts: list[Act] = [Lift(at_ns, name) for name, _ in standing]
        for name, cell in standing:
            self.at[cell] = names[name]
            acts += [Place(at_ns, names[name], cell), Release(at_ns, names[name])]
        return acts


def _exchange_keys(of_names: dict[Hourglass, Value], one: Hourglass, other: Hourglass) -> None:
    first, second = of_names.pop(one, None), of_names.pop(other, None)
    if first is not None:
        of_names[other] = first
    if second is not None:
        of_names[one] = second
