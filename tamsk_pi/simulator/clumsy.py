"""Clumsy hands: a seeded way to carry out every act of a scenario after `hand clumsy` (docs/scenarios.md).

What the hands do, and when, is the scenario's; only how they do it is drawn. A way is drawn among those for which the
acts before leave time, so that nothing has to be hurried that hands do slowly.
"""

import random
from collections.abc import Iterable, Iterator
from typing import Final

from tamsk_pi.rules.acts import Flip, Lift, Ring, Setup, Take, Tilt, Upright
from tamsk_pi.rules.board import CAPACITY, CELLS, NEIGHBOURS, Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass
from tamsk_pi.scenario.statements import Fault, Hand, HandAct, HandKind, How, Manner, Put

_MS: Final = 1_000_000
_CAREFUL_SHARE: Final = 0.35
_BESIDES_SHARE: Final = 0.2
_CAUGHT_RINGS: Final = 2
"""With less of the tube above it a ring that is caught reads as one that lies: nobody could say when it fell flat."""
_NOT_YET_NS: Final = -(1 << 62)
_SETTLES_NS: Final = 600 * _MS
"""What happened on a cell is over by then, so that a hand may do something slow there."""


class ClumsyHands:
    """Equal seeds and equal acts give equal ways. Acts come in order of time; `before` are those of hands before."""

    def __init__(self, seed: int, before: Iterable[HandAct] = ()) -> None:
        self._draw = random.Random(f"{seed}/clumsy")
        self._seats: dict[Hourglass, Cell | None] = dict.fromkeys(HOURGLASSES)
        self._rings = dict.fromkeys(CELLS, 0)
        self._touched_ns: dict[Hourglass | Cell, int] = {}
        for act in before:
            self._note(act)

    def carry_out(
        self, act: HandAct | Hand | Fault, manner: Manner | None
    ) -> Iterator[tuple[HandAct | Hand | Fault, Manner | None]]:
        """The act with a manner, its own if it has one, and what the hand does besides."""
        if isinstance(act, (Hand, Fault)):
            yield act, manner
            return
        yield act, manner or self._drawn(act)
        self._note(act)
        yield from self._besides(act)

    def _drawn(self, act: HandAct) -> Manner | None:
        ways = self._ways(act)
        # Drawn in any case, so that one act's ways do not change the next one's draws.
        is_careful, index, share = self._draw.random() < _CAREFUL_SHARE, self._draw.random(), self._draw.random()
        if is_careful or not ways:
            return None
        how, shortest_ms, longest_ms, cells = ways[int(index * len(ways))]
        span_ms = round(shortest_ms + share * (longest_ms - shortest_ms))
        return Manner(how, cells, span_ms * _MS)

    def _ways(self, act: HandAct) -> list[tuple[How, int, int, tuple[Cell, ...]]]:
        """The ways there is time for, each with its shortest and longest span in ms."""
        match act:
            case Put():
                return self._ways_to_put(act)
            case Ring(at_ns=at_ns, cell=cell):
                return self._ways_to_drop(at_ns, cell)
            case Lift():
                return [(How.SLOWLY, 200, 300, ())]
            case Take():
                return [(How.SWEPT, 0, 0, ())]
            case _:
                return []

    def _ways_to_put(self, put: Put) -> list[tuple[How, int, int, tuple[Cell, ...]]]:
        free_ms = self._free_ms(put.at_ns, put.hourglass, put.cell)
        ways: list[tuple[How, int, int, tuple[Cell, ...]]] = []
        if free_ms >= 300:
            ways += [(How.SLOWLY, 200, min(free_ms, 600), ()), (How.BOUNCING, 0, 0, ())]
        standing = set(self._seats.values())
        near = [
            cell for cell in NEIGHBOURS[put.cell] if cell not in standing and self._free_ms(put.at_ns, cell) > 900
        ]
        if near and free_ms >= 500:
            ways.append((How.OVER, 0, 0, (self._draw.choice(near),)))
        return ways

    def _ways_to_drop(self, at_ns: int, cell: Cell) -> list[tuple[How, int, int, tuple[Cell, ...]]]:
        free_ms = self._free_ms(at_ns, cell)
        ways: list[tuple[How, int, int, tuple[Cell, ...]]] = []
        if free_ms >= 700:
            ways.append((How.BOUNCING, 0, 0, ()))
        if free_ms >= 1_300:
            ways.append((How.HOVERING, 400, min(free_ms - 700, 2_000), ()))
        if CAPACITY[cell] - self._rings[cell] >= _CAUGHT_RINGS and free_ms >= 900:
            ways.append((How.CROOKED, 100, 200, ()))
        return ways

    def _free_ms(self, at_ns: int, *where: Hourglass | Cell) -> int:
        """For how long nothing has happened to any of these."""
        return (at_ns - max(self._touched_ns.get(piece, _NOT_YET_NS) for piece in where)) // _MS

    def _besides(self, act: HandAct) -> Iterator[tuple[Hand, None]]:
        """A neighbour knocked, or a bracelet over it: the wrist of the hand that acts is that far away."""
        is_so, index, steel = self._draw.random() < _BESIDES_SHARE, self._draw.random(), self._draw.random() < 0.3
        if not is_so or not isinstance(act, (Put, Ring, Take)):
            return
        near = NEIGHBOURS[act.cell]
        cell = near[int(index * len(near))]
        if steel:
            yield Hand(act.at_ns, HandKind.STEEL, cell, 300 * _MS, 2.0), None
        elif (
            self._free_ms(act.at_ns, cell, *(g for g, seat in self._seats.items() if seat == cell)) * _MS
            > _SETTLES_NS
        ):
            yield Hand(act.at_ns, HandKind.KNOCK, cell), None

    def _note(self, act: HandAct) -> None:
        match act:
            case Setup(cells=cells):
                self._seats = dict(zip(HOURGLASSES, cells, strict=True))
                self._rings = dict.fromkeys(CELLS, 0)
            case Put(at_ns=at_ns, hourglass=hourglass, cell=cell, hold_ns=hold_ns):
                self._seats[hourglass] = cell
                self._touched_ns[hourglass] = self._touched_ns[cell] = at_ns + hold_ns
            case Lift(at_ns=at_ns, hourglass=hourglass):
                seat = self._seats[hourglass]
                if seat is not None:
                    self._touched_ns[seat] = at_ns
                self._seats[hourglass], self._touched_ns[hourglass] = None, at_ns
            case Flip() | Tilt() | Upright():
                self._touched_ns[act.hourglass] = act.at_ns
                seat = self._seats[act.hourglass]
                if seat is not None:
                    self._touched_ns[seat] = act.at_ns
            case Ring(at_ns=at_ns, cell=cell) | Take(at_ns=at_ns, cell=cell):
                self._rings[cell] += 1 if isinstance(act, Ring) else -1
                self._touched_ns[cell] = at_ns
            case _:
                pass
