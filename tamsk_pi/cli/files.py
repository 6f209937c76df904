"""Files that commands are given, and the one they answer to."""

import sys
from pathlib import Path

from tamsk_pi.cli.errors import CommandError
from tamsk_pi.scenario.reader import MAX_FILE_BYTES, decode, parse
from tamsk_pi.scenario.statements import Scenario


def flush_results() -> None:
    """Hand standard output over; raises BrokenPipeError, CommandError where it cannot be written."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"standard output: {error.strerror}; the results are not complete") from error


def read_scenario(path: str) -> Scenario:
    """The scenario of that file, `-` for standard input.

    Raises CommandError where it cannot be read, ScenarioError where it is not a scenario.
    """
    if path == "-":
        return _parsed(sys.stdin.buffer.read(MAX_FILE_BYTES + 1), "<stdin>")
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:  # reading names no file, opening does
        raise CommandError(f"{path or repr(path)}: {error.strerror}; expected a scenario file") from error
    return _parsed(data, path)


def _parsed(data: bytes, name: str) -> Scenario:
    return parse(decode(data, name), name)
