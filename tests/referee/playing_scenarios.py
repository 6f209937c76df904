"""Scenario files, and the ways to put them to the referee."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.rules.acts import Act
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Expect, Line, Scenario

DIRECTORY = Path(__file__).parents[1] / "scenarios"
FILES = tuple(sorted(DIRECTORY.rglob("*.tamsk")))
NAMES = tuple(path.relative_to(DIRECTORY).as_posix() for path in FILES)
MS = 1_000_000
ORDER_MARK = "# rulings: "


def read(name: str) -> Scenario:
    """The scenario of that name, `within` made exact: sensors may be off by so much, the referee alone may not."""
    scenario = parse((DIRECTORY / name).read_text(encoding="utf-8"), name)
    return replace(scenario, lines=tuple(_exact(line) for line in scenario.lines))


def _exact(line: Line) -> Line:
    statement = line.statement
    if not isinstance(statement, Expect) or statement.within_ms is None:
        return line
    return replace(line, statement=replace(statement, within_ms=0))


def order_of(name: str) -> list[str]:
    """The kinds of all rulings in the order that the file states."""
    lines = (DIRECTORY / name).read_text(encoding="utf-8").splitlines()
    stated = " ".join(line.removeprefix(ORDER_MARK) for line in lines if line.startswith(ORDER_MARK))
    return [kind.strip() for kind in stated.split(",")]


def ruled_with_watermarks(
    settings: MatchSettings, acts: Sequence[Act], watermarks_ns: Iterable[int]
) -> tuple[Ruling, ...]:
    """What is ruled when each watermark comes after the acts that are not later."""
    state, rulings, told = RefereeState.initial(settings), list[Ruling](), 0
    for watermark_ns in watermarks_ns:
        while told < len(acts) and acts[told].at_ns <= watermark_ns:
            state, _ = step(state, acts[told])
            told += 1
        state, more = step(state, Watermark(watermark_ns))
        rulings.extend(more)
    return tuple(rulings)
