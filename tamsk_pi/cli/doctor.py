"""`tamsk-pi doctor`: what is wrong with the board, and what to do about it."""

import argparse
import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.files import flush_results
from tamsk_pi.cli.progress import progress_bar
from tamsk_pi.clock import NS_PER_S
from tamsk_pi.config import default_config_path, load_config, load_layout
from tamsk_pi.doctor.check import has_failed
from tamsk_pi.doctor.doctor import examine, examine_virtual
from tamsk_pi.doctor.examination import Plan
from tamsk_pi.doctor.report import json_report, text_report
from tamsk_pi.doctor.system import System
from tamsk_pi.scenario.faults import parse_fault
from tamsk_pi.scenario.statements import Fault

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

SECONDS: Final = 10.0
SERVICE_FILES: Final = {
    "CONFIGURATION_DIRECTORY": Path("/etc/tamsk-pi"),
    "STATE_DIRECTORY": Path("/var/lib/tamsk-pi"),
}


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "doctor",
        "examine the board and say what is wrong",
        "doctor\ndoctor --lights --seconds 30\ndoctor --virtual --fault 'mux-dead 2'",
        "Files, system, supply, sensors, lights, radio and buttons, each with what to do. Hands off the board "
        "while it runs. Exit code 0 if all is well (warnings allowed), 1 if something does not work. While the "
        "daemon runs, it is asked how the board is.",
    )
    parser.add_argument(
        "--config", metavar="FILE", help="configuration (default: the service's, else the user's own)"
    )
    parser.add_argument(
        "--seconds", type=_seconds, default=SECONDS, metavar="N", help="how long to watch and listen (default 10)"
    )
    parser.add_argument("--lights", action="store_true", help="also show every light and play the sounder")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--virtual", action="store_true", help="examine the virtual board")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the virtual board's seed (default 0)")
    add_fault(parser)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 1 <= seconds <= 3_600:
        raise argparse.ArgumentTypeError(f"{text!r}: expected seconds, 1 to 3600")
    return seconds


def add_fault(parser: argparse.ArgumentParser) -> None:
    """`--fault WHAT`, for what is tried on the virtual board."""
    parser.add_argument(
        "--fault",
        action="append",
        type=fault_argument,
        default=[],
        metavar="WHAT",
        help="break something on the virtual board, as `fault` in scenarios does; may be repeated",
    )


def fault_argument(text: str) -> Fault:
    """A fault as a scenario names it; raises argparse.ArgumentTypeError."""
    try:
        return parse_fault(0, text.split())
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(args: argparse.Namespace) -> int:
    if args.fault and not args.virtual:
        raise CommandError("--fault breaks the virtual board only; add --virtual")
    path = None if args.config is None else Path(args.config)
    plan = Plan(args.seconds, args.lights)
    with progress_bar(round(args.seconds * NS_PER_S), "examining") as tell:
        if args.virtual:
            config = load_config(path)
            layout = load_layout(config.layout)
            checks = asyncio.run(
                examine_virtual(plan, faults=args.fault, seed=args.seed, config=config, layout=layout, tell=tell)
            )
        else:
            _look_where_the_service_does(path)
            checks = asyncio.run(examine(path, plan, System(), tell))
    sys.stdout.write(json_report(checks) + "\n" if args.json else text_report(checks, has_colour=sys.stdout.isatty()))
    flush_results()
    return Exit.ANSWER_IS_NO if has_failed(checks) else Exit.DONE


def _look_where_the_service_does(path: Path | None) -> None:
    """Whoever has the service and no configuration of his own means the service's files."""
    if path is not None or default_config_path().exists():
        return
    for name, directory in SERVICE_FILES.items():
        if name not in os.environ and directory.is_dir():
            os.environ[name] = str(directory)
