"""Plays a scenario to a running daemon: hands to the table, words to the daemon, power cuts to both."""

from collections import deque
from dataclasses import dataclass, replace
from typing import Final, Protocol

from tamsk_pi.rules.acts import Say, Start
from tamsk_pi.scenario.statements import Fault, FaultKind, Scenario
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.table import Table

AHEAD_NS: Final = 100_000_000
"""Words carry their own instant; said a little ahead, they are there before the watermark is."""


class Listener(Protocol):
    """Who is spoken to."""

    def say(self, say: Say) -> None: ...

    def start(self, start: Start) -> object: ...

    @property
    def is_playing(self) -> bool: ...

    @property
    def has_ended(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class PowerCut:
    """The board goes dark at `at_ns`, and comes back at `back_ns`; None: never."""

    at_ns: int
    back_ns: int | None


class Director:
    """One performance; call `direct` with the instant of every round. Statements before `from_ns` are left out."""

    def __init__(self, scenario: Scenario, table: Table, from_ns: int = 0) -> None:
        to_come = tuple(line for line in scenario.lines if line.statement.at_ns >= from_ns)
        self._script = Script(replace(scenario, lines=to_come))
        self._table = table
        self._words: deque[Say | Start] = deque(
            line.statement
            for line in to_come
            if isinstance(line.statement, (Say, Start)) and line.statement.at_ns <= scenario.end_ns
        )

    def direct(self, now_ns: int, listener: Listener) -> None:
        """Everything that is due: hands a second ahead, words a moment ahead of their instants."""
        next_ns = self._script.next_ns()
        if next_ns is not None and next_ns <= now_ns:
            self._script.feed(self._table, now_ns)
        while self._words and self._words[0].at_ns - AHEAD_NS <= now_ns:
            word = self._words.popleft()
            if isinstance(word, Say):
                listener.say(word)
            elif not (listener.is_playing or listener.has_ended):
                # The referee alone makes nothing of a second start; the page would be told that it cannot be.
                listener.start(word)


def power_cuts(scenario: Scenario) -> tuple[PowerCut, ...]:
    """The power cuts of a scenario in order; the power comes back as long after the cut as the scenario says."""
    cuts: list[PowerCut] = []
    for line in scenario.lines:
        match line.statement:
            case Fault(at_ns=at_ns, kind=FaultKind.POWER_CUT):
                cuts.append(PowerCut(at_ns, None))
            case Fault(at_ns=at_ns, kind=FaultKind.POWER_BACK, value=seconds) if cuts:
                cut = cuts[-1].at_ns
                cuts[-1] = PowerCut(cut, max(at_ns, cut + round(seconds * 1_000_000_000)))
            case _:
                pass
    return tuple(cuts)
