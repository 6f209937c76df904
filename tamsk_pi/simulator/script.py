"""A scenario's hands and faults, fed to a table a little before they are due."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tamsk_pi.rules.acts import Say, Start
from tamsk_pi.scenario.statements import End, Expect, Fault, FaultKind, Hand, HandAct, HandKind, Manner, Scenario
from tamsk_pi.simulator.clumsy import ClumsyHands
from tamsk_pi.simulator.table import Table

LEAD_NS: Final = 5_000_000_000
"""Enough for the slowest hand (a ring is held over its tube for up to four seconds), also when a machine that plays
faster than real time stands still for a moment."""

_POWER: Final = (FaultKind.POWER_CUT, FaultKind.POWER_BACK)

Deed = tuple[HandAct | Hand | Fault, Manner | None]
"""What a table is asked for, and how it is carried out."""


def play(scenario: Scenario) -> Iterator[Deed]:
    """What the table is concerned with, in order; start, answers, power, expectations and end are for others."""
    clumsy: ClumsyHands | None = None
    done: list[HandAct] = []
    for line in scenario.lines:
        statement = line.statement
        if isinstance(statement, (Start, Say, Expect, End)) or statement.at_ns > scenario.end_ns:
            continue
        if isinstance(statement, Fault) and statement.kind in _POWER:
            continue
        if isinstance(statement, Hand) and statement.kind is HandKind.CLUMSY:
            clumsy = ClumsyHands(statement.seed, done)
        elif isinstance(statement, Hand) and statement.kind is HandKind.CAREFUL:
            clumsy = None
        else:
            if not isinstance(statement, (Hand, Fault)):
                done.append(statement)
            if clumsy is None:
                yield statement, line.manner
            else:
                yield from clumsy.carry_out(statement, line.manner)


def ask(table: Table, deed: Deed) -> None:
    """Ask the table for it; raises TableError as it does."""
    statement, manner = deed
    match statement:
        case Fault():
            table.fault(statement)
        case Hand():
            table.gesture(statement)
        case _:
            table.perform(statement, manner)


class Script:
    """A scenario being played on tables; its second 0 is the instant `origin_ns` of their clock."""

    def __init__(self, scenario: Scenario, origin_ns: int = 0) -> None:
        self._coming = play(scenario)
        self._origin_ns = origin_ns
        self._next = self._take()

    def next_ns(self) -> int | None:
        """When `feed` has something to do next, None when all is fed."""
        return None if self._next is None else self._next[0].at_ns - LEAD_NS

    def feed(self, table: Table, now_ns: int) -> None:
        """Ask the table for what is due within LEAD_NS from now; raises TableError as it does."""
        while self._next is not None and self._next[0].at_ns - LEAD_NS <= now_ns:
            deed, self._next = self._next, self._take()
            ask(table, deed)

    def _take(self) -> Deed | None:
        deed = next(self._coming, None)
        if deed is None:
            return None
        statement, manner = deed
        return replace(statement, at_ns=statement.at_ns + self._origin_ns), manner
