"""`tamsk-pi calibrate`: measure what is different on every board, guided by the lights."""

import argparse
import asyncio
import json
import sys
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tamsk_pi.calibration.board_file import BOARD_FILE
from tamsk_pi.calibration.orientation import moved
from tamsk_pi.cli import calibrate_sand
from tamsk_pi.cli.calibration_table import as_json, table
from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.doctor import add_fault
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.files import flush_results
from tamsk_pi.cli.logs import log_to_stderr
from tamsk_pi.config import Config, default_state_directory, kept_calibration_path, load_config, load_layout
from tamsk_pi.daemon.calibration_run import CalibrationLoop, calibrate_real, calibrate_virtual
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.layout import Layout
from tamsk_pi.simulator.light_followers import Pace
from tamsk_pi.views.calibration_view import CalibrationView
from tamsk_pi.views.catalogue import ENGLISH, Catalogue, Text

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

BAR: Final = 30
CLUMSY: Final = 8


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "calibrate",
        "calibrate the board's sensors, guided by its lights",
        "calibrate\ncalibrate --json > result.json\ncalibrate --virtual --clumsy\n"
        "calibrate --virtual --fault 'cables 1 4'",
        "Begin with an empty board and do what the lights ask: rings, then glasses, about five minutes. "
        "The board's button goes on after a problem, and ends it when held; so do Enter and q with Enter. The result "
        "is kept where [sensing] calibration says, the one before beside it. Exit code 1 if a cell does not pass.",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of a table")
    parser.add_argument("--output", metavar="FILE", help="keep the calibration there")
    parser.add_argument("--config", metavar="FILE", help="configuration (default: the user's own)")
    parser.add_argument("--virtual", action="store_true", help="a virtual board, with hands that follow its lights")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the virtual board's seed (default 0)")
    parser.add_argument("--clumsy", action="store_true", help="the virtual hands put one piece in eight wrong")
    parser.add_argument(
        "--turned",
        type=int,
        choices=range(60, 360, 60),
        metavar="DEGREES",
        help="the virtual board's sensors lie turned against its lights (60, 120 … 300)",
    )
    add_fault(parser)
    calibrate_sand.add(parser.add_subparsers(dest="subject", metavar="sand", help="time the hourglasses instead"))


def run(args: argparse.Namespace) -> int:
    if args.subject == "sand":
        return calibrate_sand.run(args)
    if not args.virtual and (args.fault or args.turned or args.clumsy):
        raise CommandError("--fault, --turned and --clumsy are for the virtual board; add --virtual")
    log_to_stderr()
    config = load_config(None if args.config is None else Path(args.config))
    layout = load_layout(config.layout)
    path = _path(args, config)
    teller = _Teller()
    try:
        if args.virtual:
            view = asyncio.run(_virtual(args, replace(config, nodes=()), layout, path, teller))
        else:
            view = asyncio.run(calibrate_real(config, layout, path, teller.tell, take_keys))
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


def _virtual(
    args: argparse.Namespace, config: Config, layout: Layout, path: Path, teller: "_Teller"
) -> Coroutine[None, None, CalibrationView]:
    built_as, lights = layout, layout.lights
    if args.turned:
        chain = tuple(moved(cell, args.turned // 60) for cell in lights.cell_order)
        built_as = replace(layout, lights=replace(lights, cell_order=chain))
    pace = Pace(one_wrong_in=CLUMSY if args.clumsy else 0)
    return calibrate_virtual(
        config, layout, path, teller.tell, seed=args.seed, built_as=built_as, pace=pace, faults=args.fault
    )


def take_keys(loop: CalibrationLoop) -> None:
    """Where somebody sits at a terminal: Enter does what the board's button does, q ends it."""
    if not sys.stdin.isatty():
        return
    sys.stderr.write("Enter does what the board's button does; q and Enter end it.\n")

    def read() -> None:
        line = sys.stdin.readline()
        if not line:
            asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        elif line.strip() == "q":
            loop.calibrating.stop()
        elif not line.strip():
            loop.go_on()

    asyncio.get_running_loop().add_reader(sys.stdin.fileno(), read)


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
        self._hint: Text = ""
        self._has_bar = sys.stderr.isatty()

    def tell(self, view: CalibrationView) -> None:
        """What is shown now."""
        if view.has_passed is None and view.number != self._step:
            self._step = view.number
            self._line(f"{view.number}/{view.steps} {self._say(view.title)}. {self._say(view.hint)}")
        new = [problem for problem in view.problems if problem not in self._said]
        for problem in new:
            self._line(f"  ! {self._say(problem)}")
        if new and view.may_say is not None and view.has_passed is None and view.hint != self._hint:
            self._line(f"    {self._say(view.hint)}")
        self._said, self._hint = view.problems, view.hint
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
