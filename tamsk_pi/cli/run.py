"""`tamsk-pi run`: the daemon on a real board."""

import argparse
import asyncio
import logging
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.logs import log_to_stderr
from tamsk_pi.cli.recording import add_record_option, recording_to
from tamsk_pi.config import draw_pin, load_config, load_layout, with_kept_calibration
from tamsk_pi.daemon.real import play_on_board
from tamsk_pi.drivers.errors import DriverError

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "run",
        "run the daemon on the real board",
        "run\nrun --config /etc/tamsk-pi/config.toml",
        "Needs a Raspberry Pi and the board of hardware/; on a laptop use `tamsk-pi simulate`. Ctrl-C or SIGTERM "
        "ends it with exit code 0, lights dark; an unfinished match goes on at the next start.",
    )
    parser.add_argument("--config", metavar="FILE", help="configuration (default: systemd's, else the user's own)")
    parser.add_argument("--no-page", action="store_true", help="do not serve the page")
    add_record_option(parser)


def run(args: argparse.Namespace) -> int:
    log_to_stderr(logging.INFO)
    config = with_kept_calibration(load_config(None if args.config is None else Path(args.config)))
    config = replace(config, page=replace(config.page, pin=config.page.pin or draw_pin()))
    layout = load_layout(config.layout)
    try:
        with recording_to(args.record) as recorder:
            asyncio.run(
                play_on_board(config, layout, has_page=not args.no_page, on_page=_announce, recorder=recorder)
            )
    except DriverError as error:
        raise CommandError(str(error)) from error
    return Exit.DONE


def _announce(url: str) -> None:
    sys.stderr.write(f"The page is at {url}\n")
    sys.stderr.flush()
