"""`tamsk-pi dark`: every light off, for when the daemon could not do it itself."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.config import load_config, load_layout
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.drivers.lights import open_lights

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "dark",
        "switch every light of the board off",
        "dark",
        "The daemon does so itself whenever it ends; this is for after it was killed.",
    )
    parser.add_argument("--config", metavar="FILE", help="configuration (default: systemd's, else the user's own)")


def run(args: argparse.Namespace) -> int:
    config = load_config(None if args.config is None else Path(args.config))
    try:
        open_lights(load_layout(config.layout).lights, config.lights.way).close()
    except DriverError as error:
        raise CommandError(str(error)) from error
    return Exit.DONE
