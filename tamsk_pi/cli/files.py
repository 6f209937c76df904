"""Files that commands are given."""

import sys
from pathlib import Path

from tamsk_pi.scenario.reader import MAX_FILE_BYTES, decode, parse
from tamsk_pi.scenario.statements import Scenario


def read_scenario(path: str) -> Scenario:
    """The scenario of that file, `-` for standard input.

    Raises OSError where it cannot be read, ScenarioError where it is not a scenario.
    """
    if path == "-":
        return _parsed(sys.stdin.buffer.read(MAX_FILE_BYTES + 1), "<stdin>")
    with Path(path).open("rb") as file:
        return _parsed(file.read(MAX_FILE_BYTES + 1), path)


def _parsed(data: bytes, name: str) -> Scenario:
    return parse(decode(data, name), name)
