"""What hands can do on a table: the check that a scenario is physically possible.

A `Table` is told the statements one after another and raises ValueError at the first that no hands could do. It knows
where glasses stand and lie and where rings are, not what the rules think of it. A glass is in one of three places:
standing in a tube, or out of every tube (in the hand or beside the board, which makes no difference here), upright or
lying. Before the first `setup` the board is empty and all glasses are beside it.

A ring that is taken off goes back to the holder it came from.
"""

from dataclasses import dataclass
from typing import Final, assert_never

from tamsk_pi.rules.acts import Flip, Lift, Ring, Say, Setup, Start, Take, Tilt, TurnTimer, Upright
from tamsk_pi.rules.board import CAPACITY, CELLS, RINGS_EACH, Cell, cell_name
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.scenario.statements import End, Expect, Fault, FaultKind, Hand, How, Manner, Put, Statement

_NS_PER_S: Final = 1_000_000_000


@dataclass(slots=True)
class _Glass:
    cell: Cell | None = None
    is_lying: bool = False
    held_until_ns: int = 0


class Table:
    """Glasses, rings and holders as far as hands are bound by them; changes with every statement it is told."""

    def __init__(self) -> None:
        self._clear()
        self._is_powered = True
        self._has_ended = False

    def tell(self, statement: Statement, manner: Manner | None = None) -> None:
        """Let this happen in this manner; raises ValueError where it cannot, and where anything happens after the
        end."""
        if self._has_ended and not isinstance(statement, Expect):
            raise ValueError("the scenario has ended before this line; expected nothing but `expect` here")
        if manner is not None:
            self._check_manner(statement, manner)
        match statement:
            case Setup():
                self._set_up(statement)
            case Lift():
                self._lift(statement)
            case Put():
                self._put(statement)
            case Tilt(hourglass=hourglass):
                self._tilt(hourglass)
            case Upright(hourglass=hourglass):
                self._stand_up(hourglass)
            case Ring(cell=cell, holder=holder):
                self._drop(cell, holder)
            case Take(cell=cell):
                self._take(cell)
            case Fault(kind=kind):
                self._power(kind)
            case End():
                self._has_ended = True
            case Start() | Flip() | TurnTimer() | Say() | Expect() | Hand():
                pass
            case _:
                assert_never(statement)

    def _clear(self) -> None:
        self._glasses = {hourglass: _Glass() for hourglass in HOURGLASSES}
        self._rings: dict[Cell, list[Player]] = {cell: [] for cell in CELLS}
        self._holders = dict.fromkeys(Player, RINGS_EACH)

    def _set_up(self, setup: Setup) -> None:
        for hourglass in HOURGLASSES:
            self._check_let_go(hourglass, setup.at_ns)
        self._clear()
        for hourglass, cell in zip(HOURGLASSES, setup.cells, strict=True):
            self._glasses[hourglass].cell = cell

    def _lift(self, lift: Lift) -> None:
        if self._glasses[lift.hourglass].cell is None:
            raise ValueError(f"{lift.hourglass.label} stands in no tube; expected a glass that can be lifted")
        self._check_let_go(lift.hourglass, lift.at_ns)
        self._glasses[lift.hourglass].cell = None

    def _put(self, put: Put) -> None:
        glass = self._glasses[put.hourglass]
        if glass.is_lying:
            raise ValueError(f"{put.hourglass.label} lies on its side; expected `upright` before it is placed")
        self._check_let_go(put.hourglass, put.at_ns)
        for other, standing in self._glasses.items():
            if other is not put.hourglass and standing.cell == put.cell:
                raise ValueError(f"{other.label} stands on {cell_name(put.cell)}; expected a cell without a glass")
        glass.cell = put.cell
        glass.held_until_ns = put.at_ns + put.hold_ns

    def _tilt(self, hourglass: Hourglass) -> None:
        glass = self._glasses[hourglass]
        if glass.cell is not None:
            raise ValueError(
                f"{hourglass.label} stands in the tube of {cell_name(glass.cell)}; "
                "expected `lift` before it is laid on its side"
            )
        if glass.is_lying:
            raise ValueError(f"{hourglass.label} lies on its side already; expected a glass that is upright")
        glass.is_lying = True

    def _stand_up(self, hourglass: Hourglass) -> None:
        glass = self._glasses[hourglass]
        if not glass.is_lying:
            raise ValueError(f"{hourglass.label} is upright; expected a glass that lies on its side")
        glass.is_lying = False

    def _drop(self, cell: Cell, holder: Player | None) -> None:
        if holder is None:
            raise ValueError(f"a ring on {cell_name(cell)}: expected whose holder it comes from")
        if self._holders[holder] == 0:
            raise ValueError(f"{holder}'s holder is empty; expected a ring in it")
        self._holders[holder] -= 1
        self._rings[cell].append(holder)

    def _take(self, cell: Cell) -> None:
        if not self._rings[cell]:
            raise ValueError(f"no ring lies on {cell_name(cell)}; expected one to take off")
        self._holders[self._rings[cell].pop()] += 1

    def _check_manner(self, statement: Statement, manner: Manner) -> None:
        """Raises ValueError for a glass that would hit another on its way, and a ring no tube could catch."""
        for cell in manner.cells:
            for other, standing in self._glasses.items():
                if standing.cell == cell and isinstance(statement, Put) and other is not statement.hourglass:
                    raise ValueError(
                        f"{other.label} stands on {cell_name(cell)}; expected `how {manner.how}` with a tube "
                        "without a glass"
                    )
            if isinstance(statement, Put) and statement.cell == cell:
                raise ValueError(
                    f"{cell_name(cell)} is where the glass is put; expected another cell after `how {manner.how}`"
                )
        if isinstance(statement, Flip) and self._glasses[statement.hourglass].cell is not None:
            raise ValueError(
                f"{statement.hourglass.label} stands in a tube; expected a glass in the hand to turn {manner.how}"
            )
        if manner.how is How.CROOKED and isinstance(statement, Ring):
            rings = len(self._rings[statement.cell])
            if rings >= CAPACITY[statement.cell]:
                raise ValueError(
                    f"{cell_name(statement.cell)} has {rings} rings and no tube above them; expected a ring that the "
                    "tube can catch"
                )

    def _power(self, kind: FaultKind) -> None:
        if kind is FaultKind.POWER_CUT:
            if not self._is_powered:
                raise ValueError("the power is cut already; expected `fault power back SECONDS` first")
            self._is_powered = False
        elif kind is FaultKind.POWER_BACK:
            if self._is_powered:
                raise ValueError("the power is not cut; expected `fault power cut` first")
            self._is_powered = True
        elif kind is FaultKind.CLEAR:
            self._is_powered = True

    def _check_let_go(self, hourglass: Hourglass, at_ns: int) -> None:
        held_until_ns = self._glasses[hourglass].held_until_ns
        if self._glasses[hourglass].cell is not None and at_ns < held_until_ns:
            raise ValueError(
                f"{hourglass.label} is held where it stands until {held_until_ns / _NS_PER_S:.3f}; "
                "expected it to be let go first"
            )
