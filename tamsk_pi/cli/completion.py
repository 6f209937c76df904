"""`tamsk-pi completion`: a script that completes the commands in a shell."""

import argparse
import sys
from typing import TYPE_CHECKING, Final

import shtab

from tamsk_pi.cli.commands import add_command, build_parser
from tamsk_pi.cli.errors import Exit

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

SHELLS: Final = ("bash", "zsh", "fish")
FILE_METAVARS: Final = ("FILE", "JOURNAL")
"""Arguments so named in the usage are completed with the names of files."""


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "completion",
        "print a script that completes tamsk-pi's commands in a shell",
        "completion bash > ~/.local/share/bash-completion/completions/tamsk-pi",
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell to complete in")


def run(args: argparse.Namespace) -> int:
    parser = build_parser()
    _offer_files(parser)
    sys.stdout.write(shtab.complete(parser, args.shell).rstrip("\n") + "\n")
    return Exit.DONE


def _offer_files(parser: argparse.ArgumentParser) -> None:
    """Says so here and not in the commands: importing shtab takes longer than most of them run."""
    for action in parser._actions:
        if action.metavar in FILE_METAVARS:
            setattr(action, "complete", shtab.FILE)  # noqa: B010 – shtab's way; argparse does not declare it
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _offer_files(command)
