"""`tamsk-pi calibrate`: measure what is different on every board, guided by the lights."""

import argparse
import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tamsk_pi.calibration.board_file import BOARD_FILE
from tamsk_pi.cli import calibrate_sand
from tamsk_pi.cli.calibration_table import as_json, table
from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.files import flush_results
from tamsk_pi.cli.logs import log_to_stderr
from tamsk_pi.config import Config, default_state_directory, kept_calibration_path, load_config, load_layout
from tamsk_pi.daemon.calibration_run import calibrate_real, calibrate_virtual
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.views.calibration_view import CalibrationView
from tamsk_pi.views.catalogue import ENGLISH, Catalogue, Text

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

BAR: Final = 30


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "calibrate",
        "calibrate the board's sensors, guided by its lights",
        "calibrate\ncalibrate --json > result.json\ncalibrate --virtual",
        "Begin with an empty board and do what the lights ask: rings, then glasses, about five minutes. "
        "The board's button goes on after a problem, and ends it when held. The result is kept where "
        "[sensing] calibration says, the one before beside it. Exit code 1 if a cell does not pass.",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of a table")
    parser.add_argument("--output", metavar="FILE", help="keep the calibration there")
    parser.add_argument("--config", metavar="FILE", help="configuration (default: the user's own)")
    parser.add_argument("--virtual", action="store_true", help="a virtual board, with hands that follow its lights")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the virtual board's seed (default 0)")
    calibrate_sand.add(parser.add_subparsers(dest="subject", metavar="sand", help="time the hourglasses instead"))


def run(args: argparse.Namespace) -> int:
    if args.subject == "sand":
        return calibrate_sand.run(args)
    log_to_stderr()
    config = load_config(None if args.config is None else Path(args.config))
    layout = load_layout(config.layout)
    path = _path(args, config)
    teller = _Teller()
    try:
        if args.virtual:
            view = asyncio.run(
                calibrate_virtual(replace(config, nodes=()), layout, path, teller.tell, seed=args.seed)
            )
        else:
            view = asyncio.run(calibrate_real(config, layout, path, teller.tell))
    except DriverError as error:
        raise CommandError(str(error)) from error
    finally:
        teller.close()
    if view.has_passed is None:
        teller.tell(view)
        sys.stderr.write("tamsk-pi: the calibration was ended before everything was measured; nothing was kept\n")
        return Exit.ANSWER_IS_NO
    sys.stdout.write(json.dumps(as_json(view), indent=1) + "\n" if args.json else table(view))
    flush_results()
    sys.stderr.write(f"Kept in {path}\n" if view.is_kept else "tamsk-pi: not kept; mend what has failed\n")
    return Exit.DONE if view.has_passed else Exit.ANSWER_IS_NO


def _path(args: argparse.Namespace, config: Config) -> Path:
    if args.output is not None:
        return Path(args.output)
    if args.virtual:
        return default_state_directory() / "virtual" / BOARD_FILE
    return kept_calibration_path(config)


class _Teller:
    """Says on standard error what to do and what is wrong, once each; a bar where somebody watches."""

    def __init__(self) -> None:
        self._catalogue = Catalogue.load(ENGLISH)
        self._step = 0
        self._said: tuple[Text, ...] = ()
        self._has_bar = sys.stderr.isatty()

    def tell(self, view: CalibrationView) -> None:
        """What is shown now."""
        if view.has_passed is None and view.number != self._step:
            self._step = view.number
            self._line(f"{view.number}/{view.steps} {self._say(view.title)}. {self._say(view.hint)}")
        for problem in view.problems:
            if problem not in self._said:
                self._line(f"  ! {self._say(problem)}")
        self._said = view.problems
        if self._has_bar:
            bar = "█" * round(BAR * view.share)
            sys.stderr.write(f"\r{bar:·<{BAR}} {view.share:4.0%}  {view.done} of {view.total} \033[K")
            sys.stderr.flush()

    def close(self) -> None:
        """Take the bar away."""
        if self._has_bar:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def _line(self, text: str) -> None:
        sys.stderr.write(("\r\033[K" if self._has_bar else "") + text + "\n")
        sys.stderr.flush()

    def _say(self, text: Text) -> str:
        return text if isinstance(text, str) else self._catalogue.say(text)
