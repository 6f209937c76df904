"""Compares what a scenario expects with the rulings that came (scenarios.md, `expect`).

The first expectation of a kind is compared with the first ruling of that kind, the second with the second, and so on.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tamsk_pi.scenario.expecting import write_expect
from tamsk_pi.scenario.ruling_names import EVIDENCE_KEY
from tamsk_pi.scenario.statements import Expect, FieldValue, Line, Scenario
from tamsk_pi.scenario.words import NS_PER_MS


@dataclass(frozen=True, slots=True)
class Unmet:
    """An expectation that was not met; `message` is `FILE:LINE: expected …, came …`."""

    line: int
    expect: Expect
    message: str


def check(scenario: Scenario, rulings: Sequence[Mapping[str, object]]) -> tuple[Unmet, ...]:
    """The scenario's unmet expectations, in file order; `rulings` are as printed, in their order.

    The evidence of a ruling is left out: nothing is expected of it, and it is not repeated where something is unmet.
    """
    came: dict[object, Iterator[Mapping[str, object]]] = {}
    for kind in {line.statement.ruling for line in scenario.lines if isinstance(line.statement, Expect)}:
        came[kind] = iter([ruling for ruling in rulings if ruling["ruling"] == kind])
    unmet = []
    for line in scenario.lines:
        if isinstance(line.statement, Expect):
            ruling = next(came[line.statement.ruling], None)
            if ruling is None or not is_met(line.statement, ruling):
                unmet.append(_unmet(scenario.name, line, line.statement, ruling))
    return tuple(unmet)


def is_met(expect: Expect, ruling: Mapping[str, object]) -> bool:
    """Whether this ruling has the fields and the time that are expected."""
    if expect.within_ms is not None:
        at_ms = ruling["at_ms"]
        if not isinstance(at_ms, int) or abs(at_ms - expect.at_ns // NS_PER_MS) > expect.within_ms:
            return False
    return all(key in ruling and is_same(value, ruling[key]) for key, value in expect.fields)


def is_same(expected: FieldValue, came: object) -> bool:
    """Whether a ruling's field is what was expected.

    A list of one cell is written like a plain word, an empty list as nothing, and a word of digits (`penalty=1998`)
    like a number.
    """
    match came:
        case list():
            words = expected if isinstance(expected, tuple) else (expected,) if expected != "" else ()
            return came == list(words)
        case str():
            return not isinstance(expected, bool) and isinstance(expected, (str, int)) and str(expected) == came
        case _:
            return type(expected) is type(came) and expected == came


def _unmet(name: str, line: Line, expect: Expect, ruling: Mapping[str, object] | None) -> Unmet:
    wanted = write_expect(expect).removeprefix("expect ")
    if ruling is None:
        came = f"no further {expect.ruling}"
    else:
        judged = {key: value for key, value in ruling.items() if key != EVIDENCE_KEY}
        came = json.dumps(judged, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if expect.within_ms is not None:
        wanted += f" of {expect.at_ns // NS_PER_MS}"
    return Unmet(line.number, expect, f"{name}:{line.number}: expected {wanted}, came {came}")
