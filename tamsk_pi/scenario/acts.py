"""A scenario as acts for the referee alone: hands become acts directly, without sensors.

Faults break only sensors, and how hands do what they do is for the sensors too: both are left out. A `Put` is a lift
if the glass still stands, a place, and a release when the hand lets go; what happens after the scenario's end does
not happen.
"""

import heapq
from collections.abc import Iterator

from tamsk_pi.rules.acts import Act, Lift, Place, Release, Setup
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass
from tamsk_pi.scenario.statements import End, Expect, Fault, Hand, Put, Scenario

_Pending = list[tuple[int, int, Release]]


def to_acts(scenario: Scenario) -> tuple[Act, ...]:
    """The acts in order of time, those of one instant in file order.

    A release that comes later than its line is merged by time; at an equal instant it comes before the lines there,
    and of two the one that was placed first.
    """
    return tuple(act for act in _merged(scenario) if act.at_ns <= scenario.end_ns)


def _merged(scenario: Scenario) -> Iterator[Act]:
    pending: _Pending = []
    standing: set[Hourglass] = set()
    for order, line in enumerate(scenario.lines):
        statement = line.statement
        yield from _let_go(pending, statement.at_ns)
        match statement:
            case Hand() | Fault() | Expect() | End():
                continue
            case Put():
                if statement.hourglass in standing:
                    yield Lift(statement.at_ns, statement.hourglass)
                standing.add(statement.hourglass)
                yield Place(statement.at_ns, statement.hourglass, statement.cell)
                release = Release(statement.at_ns + statement.hold_ns, statement.hourglass)
                if statement.hold_ns == 0:
                    yield release
                else:
                    heapq.heappush(pending, (release.at_ns, order, release))
                continue
            case Setup():
                standing = {g for g, cell in zip(HOURGLASSES, statement.cells, strict=True) if cell is not None}
            case Lift():
                standing.discard(statement.hourglass)
            case _:
                pass
        yield statement
    yield from _let_go(pending, scenario.end_ns)


def _let_go(pending: _Pending, until_ns: int) -> Iterator[Release]:
    while pending and pending[0][0] <= until_ns:
        yield heapq.heappop(pending)[2]
