"""The entry point: finds the command, runs it, and turns errors into messages and exit codes."""

import os
import sys
from collections.abc import Sequence

from tamsk_pi.cli.commands import COMMANDS, build_parser, load
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.files import flush_results
from tamsk_pi.journal.errors import JournalError
from tamsk_pi.scenario.errors import ScenarioError
from tamsk_pi.scenario.words import suggestion


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the words name (by default the process's own); returns the exit code."""
    _open_missing_streams()
    code = _guarded(list(sys.argv[1:] if argv is None else argv))
    try:
        sys.stdout.flush()  # whatever is left after a failure, so that the interpreter does not stumble over it
    except OSError:
        _close_quietly()
    return code


def _guarded(words: list[str]) -> int:
    try:
        code = _run(words)
        flush_results()
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        _close_quietly()
        return Exit.PIPE_CLOSED
    except OSError as error:
        return _complain(_what_and_where(error), Exit.WRONG_USE)
    except CommandError as error:
        return _complain(str(error), error.exit_code)
    except JournalError as error:
        return _complain(str(error), Exit.WRONG_USE)
    except ScenarioError as error:
        sys.stderr.write(f"{error}\n")  # begins with FILE:LINE, as compilers say it and editors find it
        return Exit.WRONG_USE
    except ValueError as error:
        if type(error) is ValueError:
            raise
        return _complain(str(error), Exit.WRONG_USE)
    return code


def _run(words: list[str]) -> int:
    first = words[0] if words else ""
    if first and not first.startswith("-") and first not in COMMANDS:
        near = suggestion(first, COMMANDS)
        raise CommandError(f"{first!r} is not a command{near or '; expected ' + ', '.join(COMMANDS)}")
    needed = [first] if first in COMMANDS else [] if first == "--version" else COMMANDS
    try:
        args = build_parser(needed).parse_args(words)
    except SystemExit as ended:  # argparse has printed help, version or what is wrong
        return ended.code if isinstance(ended.code, int) else Exit.WRONG_USE
    return load(args.command).run(args)


def _complain(text: str, code: Exit) -> int:
    sys.stderr.write(f"tamsk-pi: {text}\n")
    return code


def _what_and_where(error: OSError) -> str:
    what = error.strerror or str(error)
    return what if error.filename is None else f"{error.filename}: {what}"


def _open_missing_streams() -> None:
    """Whoever started us may have closed our streams; then Python has None in their place."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _close_quietly() -> None:
    """Whoever read our results has gone; the interpreter must not try to flush to him at its exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
