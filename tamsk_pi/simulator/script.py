"""A scenario's hands and faults, fed to a table a little before they are due."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tamsk_pi.rules.acts import Say, Start
from tamsk_pi.scenario.statements import End, Expect, Fault, FaultKind, HandAct, Scenario
from tamsk_pi.simulator.table import Table

LEAD_NS: Final = 5_000_000_000
"""Enough for the slowest hand (a ring is held over its tube and falls within 350 ms), also when a machine that plays
faster than real time stands still for a moment."""

_POWER: Final = (FaultKind.POWER_CUT, FaultKind.POWER_BACK)


def play(scenario: Scenario) -> Iterator[HandAct | Fault]:
    """What the table is concerned with, in order; start, answers, power, expectations and end are for others."""
    for line in scenario.lines:
        statement = line.statement
        if isinstance(statement, (Start, Say, Expect, End)) or statement.at_ns > scenario.end_ns:
            continue
        if isinstance(statement, Fault) and statement.kind in _POWER:
            continue
        yield statement


class Script:
    """A scenario being played on tables; its second 0 is the instant `origin_ns` of their clock."""

    def __init__(self, scenario: Scenario, origin_ns: int = 0) -> None:
        self._coming = play(scenario)
        self._origin_ns = origin_ns
        self._next = self._take()

    def next_ns(self) -> int | None:
        """When `feed` has something to do next, None when all is fed."""
        return None if self._next is None else self._next.at_ns - LEAD_NS

    def feed(self, table: Table, now_ns: int) -> None:
        """Ask the table for what is due within LEAD_NS from now; raises TableError as it does."""
        while self._next is not None and self._next.at_ns - LEAD_NS <= now_ns:
            statement, self._next = self._next, self._take()
            if isinstance(statement, Fault):
                table.fault(statement)
            else:
                table.perform(statement)

    def _take(self) -> HandAct | Fault | None:
        statement = next(self._coming, None)
        return None if statement is None else replace(statement, at_ns=statement.at_ns + self._origin_ns)
