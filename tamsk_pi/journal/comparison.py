"""Deciding a journal again and comparing each ruling with the one that was kept."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tamsk_pi.journal.records import ActRecord, Record, RulingRecord, WatermarkRecord
from tamsk_pi.referee.rulings import Ruling

State = TypeVar("State")

Step = Callable[[State, ActRecord | WatermarkRecord], tuple[State, Sequence[Ruling]]]

HEADER_LINES = 1


@dataclass(frozen=True, slots=True)
class Difference:
    """Where what was kept and what is decided now part. `line` counts in the file from 1, the header included.

    `kept` None: there should be one more ruling before that line. `decided` None: nothing is ruled there.
    """

    line: int
    kept: RulingRecord | None
    decided: RulingRecord | None

    def __str__(self) -> str:
        return (
            f"line {self.line}\n"
            f"  kept:    {self.kept.line if self.kept else 'nothing'}\n"
            f"  decided: {self.decided.line if self.decided else 'nothing'}"
        ) + (
            f"\n  instants differ: {self.kept.at_ns} ns kept, {self.decided.at_ns} ns decided"
            if self.kept and self.decided and self.kept.line == self.decided.line
            else ""
        )


@dataclass(frozen=True, slots=True)
class Outcome(Generic[State]):
    """The state after the last record, every ruling decided, and the first difference if there is one.

    `unkept` are rulings that follow from the last act or watermark and were not kept any more: the journal was torn
    between them. To go on with the journal, keep them first.
    """

    state: State
    rulings: tuple[Ruling, ...]
    unkept: tuple[Ruling, ...]
    difference: Difference | None


def decide_again(records: Sequence[Record], state: State, step: Step[State]) -> Outcome[State]:
    """Take every act and watermark through `step`; stops at the first difference."""
    decided: list[Ruling] = []
    expected: deque[Ruling] = deque()
    for line, record in enumerate(records, start=1 + HEADER_LINES):
        if isinstance(record, RulingRecord):
            now = RulingRecord.of(expected.popleft()) if expected else None
            if now != record:
                return Outcome(state, tuple(decided), (), Difference(line, record, now))
        elif expected:
            return Outcome(state, tuple(decided), (), Difference(line, None, RulingRecord.of(expected[0])))
        else:
            state, rulings = step(state, record)
            decided.extend(rulings)
            expected.extend(rulings)
    return Outcome(state, tuple(decided), tuple(expected), None)
