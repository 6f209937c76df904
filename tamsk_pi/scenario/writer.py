"""Writes a scenario as the text that `reader.parse` reads back to the same value; campaigns generate scenarios so."""

from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from typing import assert_never

from tamsk_pi.rules.acts import Flip, Lift, Ring, Say, Setup, Start, Take, Tilt, TurnTimer, Upright
from tamsk_pi.rules.board import cell_name
from tamsk_pi.rules.settings import SETTING_NAMES, MatchSettings
from tamsk_pi.scenario.expecting import write_expect
from tamsk_pi.scenario.faults import write_fault
from tamsk_pi.scenario.grammar import standard_setup
from tamsk_pi.scenario.hands import write_hand, write_manner
from tamsk_pi.scenario.statements import End, Expect, Fault, Hand, Line, Put, Scenario, Statement
from tamsk_pi.scenario.words import format_seconds

FIRST_LINE = 2
"""Line 1 is the `match` line."""


def scenario_of(name: str, settings: MatchSettings, statements: Sequence[Statement]) -> Scenario:
    """A scenario of these statements, one a line below the `match` line; it ends with `End` or the last of them."""
    lines = tuple(Line(number, statement) for number, statement in enumerate(statements, start=FIRST_LINE))
    ends = [statement.at_ns for statement in statements if isinstance(statement, End)]
    return Scenario(name, settings, lines, (ends or [s.at_ns for s in statements[-1:]] or [0])[0])


def format_scenario(scenario: Scenario) -> str:
    """The scenario as text, each statement on the line it says.

    Raises ValueError for what the format cannot say: instants that are not whole milliseconds, settings without a
    name in it, line numbers that do not increase.
    """
    match = _match_line(scenario.settings)
    first = scenario.lines[0].number if scenario.lines else FIRST_LINE
    written = [match] if first >= FIRST_LINE else []
    if not written and scenario.settings != MatchSettings():
        raise ValueError("line 1 is taken by a statement; expected it to be free for the `match` line")
    for line in scenario.lines:
        if line.number <= len(written):
            raise ValueError(f"line {line.number} is taken; expected line numbers that increase")
        written.extend([""] * (line.number - 1 - len(written)))
        at = format_seconds(line.statement.at_ns)
        how = "" if line.manner is None else f" {write_manner(line.manner)}"
        written.append(f"{at} {_statement(line.statement, scenario.settings)}{how}")
    return "\n".join(written) + "\n"


def _match_line(settings: MatchSettings) -> str:
    default = MatchSettings()
    words = ["match", f"level={settings.level}"]
    for field in fields(MatchSettings):
        value: object = getattr(settings, field.name)
        if field.name == "level" or value == getattr(default, field.name):
            continue
        if field.name not in SETTING_NAMES:
            raise ValueError(f"{field.name} has no name in a scenario's `match` line; expected its default")
        plain = value.value if isinstance(value, Enum) else value
        words.append(f"{field.name}={str(plain).lower()}")
    return " ".join(words)


def _statement(statement: Statement, settings: MatchSettings) -> str:
    match statement:
        case Setup(at_ns=at_ns):
            if statement != standard_setup(at_ns, settings.start):
                raise ValueError("a board that is not the standard start; expected what `setup` leaves")
            return "setup"
        case Start():
            if statement.settings != settings:
                raise ValueError("a start under other settings than the scenario's; expected the same")
            return "start"
        case Lift() | Flip() | Tilt() | Upright():
            return f"{type(statement).__name__.lower()} {statement.hourglass.label}"
        case Put():
            where = f"{statement.hourglass.label} {cell_name(statement.cell)}"
            return f"hold {where} {format_seconds(statement.hold_ns)}" if statement.hold_ns else f"place {where}"
        case Ring():
            if statement.holder is None:
                raise ValueError(f"a ring on {cell_name(statement.cell)}: expected whose holder it comes from")
            return f"ring {cell_name(statement.cell)} {statement.holder}"
        case Take():
            return f"take {cell_name(statement.cell)}"
        case TurnTimer():
            return "timer"
        case Say():
            return _say(statement)
        case Hand():
            return write_hand(statement)
        case Fault():
            return write_fault(statement)
        case Expect():
            return write_expect(statement)
        case End():
            return "end"
        case _:
            assert_never(statement)


def _say(say: Say) -> str:
    words = ["say", str(say.what)]
    if say.cell is not None:
        words.append(cell_name(say.cell))
    if say.hourglass is not None:
        words.append(say.hourglass.label)
    if say.player is not None:
        words.append(str(say.player))
    return " ".join(words)
