"""The commands by name; each is imported only when it is asked for, so that the small ones start fast."""

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from tamsk_pi import __version__

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

COMMANDS: Final = (
    "run",
    "simulate",
    "calibrate",
    "referee",
    "perft",
    "replay",
    "games",
    "pair",
    "doctor",
    "bench",
    "dark",
    "completion",
)
"""In the order of the help; `NAME` is the module `tamsk_pi.cli.NAME`."""


class Command(Protocol):
    """What the module of a command offers."""

    def add(self, subparsers: "Subparsers") -> None:
        """Add the command's own parser."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Do it; returns the exit code."""
        ...


def load(name: str) -> Command:
    """The command of that name, one of `COMMANDS`."""
    return cast("Command", import_module(f"tamsk_pi.cli.{name}"))


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of these commands; without arguments of all, which imports everything."""
    parser = argparse.ArgumentParser(
        prog="tamsk-pi",
        description="A TAMSK board that referees itself.",
        epilog="example:\n  tamsk-pi perft 4 --level 1 --divide",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        load(name).add(subparsers)
    return parser


def add_command(
    subparsers: "Subparsers", name: str, summary: str, example: str, more: str = ""
) -> argparse.ArgumentParser:
    """A command's parser; `example` are the words after `tamsk-pi`, one use a line."""
    uses = "\n".join(f"  tamsk-pi {use}" for use in example.splitlines())
    return subparsers.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.{more and ' ' + more}",
        epilog=f"example:\n{uses}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
