"""`tamsk-pi calibrate sand`: how long each hourglass runs, timed, told or shown."""

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tamsk_pi.calibration.files import load_sand, save_sand
from tamsk_pi.calibration.sand import SandFigures, given, parse_figure_name, parse_glass
from tamsk_pi.calibration.sand_timing import VESSELS
from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.logs import log_to_stderr
from tamsk_pi.cli.progress import progress_bar
from tamsk_pi.cli.sand_table import as_json, table_lines
from tamsk_pi.cli.sand_terminal import SandTerminal
from tamsk_pi.clock import SystemClock, date_and_time
from tamsk_pi.config import Config, default_state_directory, draw_pin, load_config, load_layout
from tamsk_pi.daemon.live import SAND_FILE
from tamsk_pi.daemon.real import play_on_board
from tamsk_pi.daemon.sand_virtual import time_virtual_sand
from tamsk_pi.drivers.errors import DriverError

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

MOST_ROUNDS: Final = 50


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "sand",
        "time the sand of the hourglasses, or show and set what is known of it",
        "calibrate sand\n"
        "calibrate sand --table\n"
        "calibrate sand --set red1.A=177.5 --uncertainty 0.6\n"
        "calibrate sand --glass red2 --as red2=red4",
        "Without an option that sets or shows, the board times all glasses, both ends: turn over what shines blue, "
        "press Enter or a button when what shines white has run out. docs/sand.md tells more.",
    )
    parser.add_argument("--table", action="store_true", help="show what is known, and which glasses make fair hands")
    parser.add_argument("--json", action="store_true", help="the same as JSON, in milliseconds")
    parser.add_argument(
        "--set", action="append", type=_figure, metavar="GLASS.END=SECONDS", help="a running time told by hand"
    )
    parser.add_argument("--uncertainty", type=_seconds, metavar="S", help="how far --set may be off (default 1)")
    parser.add_argument("--forget", action="append", metavar="GLASS.END", help="forget what is known of that end")
    parser.add_argument(
        "--swap", nargs=2, metavar="GLASS", help="two glasses exchange their figures: a spare steps in"
    )
    parser.add_argument("--glass", action="append", metavar="GLASS", help="time only this one; may be repeated")
    parser.add_argument("--as", action="append", dest="stands", metavar="GLASS=SPARE", help="a spare stands there")
    parser.add_argument("--rounds", type=_rounds, default=3, metavar="N", help="runs of each end (default 3)")
    parser.add_argument(
        "--simulate", action="store_true", help="on the virtual board, with hands that follow its lights"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="with --simulate: draws the true times")
    parser.add_argument(
        "--state", metavar="DIR", help="with --simulate: where figures are kept, as of simulate --state"
    )
    parser.add_argument("--port", type=int, metavar="N", help="port of the page (0: a free one)")
    parser.add_argument("--config", metavar="FILE", help="configuration (default: systemd's, else the user's own)")


def _seconds(text: str) -> int:
    """Milliseconds."""
    try:
        ms = round(float(text) * 1_000)
    except (ValueError, OverflowError):
        ms = 0
    if not 1 <= ms <= 3_600_000:
        raise argparse.ArgumentTypeError(f"{text!r}: expected seconds, 0.001 to 3600")
    return ms


def _figure(text: str) -> tuple[str, int, int]:
    name, equals, seconds = text.partition("=")
    try:
        glass, end = parse_figure_name(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r}: expected GLASS.END=SECONDS, such as red1.A=177.5")
    return glass, end, _seconds(seconds)


def _rounds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_ROUNDS):
        raise argparse.ArgumentTypeError(f"{text!r}: expected 1 to {MOST_ROUNDS}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    config = load_config(None if args.config is None else Path(args.config))
    directory = default_state_directory() / "virtual" if args.state is None else Path(args.state)
    if args.simulate:
        config = replace(config, sand=directory / SAND_FILE)
    assert config.sand is not None
    if args.uncertainty is not None and not args.set:
        raise CommandError("--uncertainty says how far a --set is off; expected a --set beside it")
    if args.set or args.forget or args.swap:
        save_sand(config.sand, _told(args, load_sand(config.sand)))
    elif not (args.table or args.json):
        _time(args, config, directory)
    figures = load_sand(config.sand)
    if args.json:
        sys.stdout.write(f"{json.dumps(as_json(figures))}\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in table_lines(figures, _today())))
    return Exit.DONE


def _today() -> str:
    return date_and_time(SystemClock().wall_ns())[:10]


def _told(args: argparse.Namespace, figures: SandFigures) -> SandFigures:
    for glass, end, running_ms in args.set or ():
        figures = figures.with_end(glass, end, given(running_ms, args.uncertainty or 1_000, _today()))
    try:
        for name in args.forget or ():
            figures = figures.with_end(*parse_figure_name(name), None)
        if args.swap:
            figures = figures.swapped(*map(parse_glass, args.swap))
    except ValueError as error:
        raise CommandError(str(error)) from None
    return figures


def _time(args: argparse.Namespace, config: Config, directory: Path) -> None:
    log_to_stderr(logging.WARNING)
    glasses, stands = _glasses(args.glass), _stands(args.stands or ())
    layout = load_layout(config.layout)
    if args.simulate:
        config = replace(config, matches=directory / "matches")
        with progress_bar(2 * args.rounds * len(glasses), "timing") as tell:
            asyncio.run(
                time_virtual_sand(config, layout, glasses, args.rounds, stands, seed=args.seed, on_round=tell)
            )
        return
    page = replace(config.page, pin=config.page.pin or draw_pin())
    if args.port is not None:
        page = replace(page, port=args.port)
    terminal = SandTerminal(glasses, args.rounds, stands)
    config = replace(config, page=page)
    try:
        asyncio.run(play_on_board(config, layout, has_page=True, on_page=_announce, attend=terminal.attend))
    except DriverError as error:
        raise CommandError(str(error)) from error


def _glasses(names: Sequence[str] | None) -> tuple[str, ...]:
    for name in names or ():
        if name not in VESSELS:
            raise CommandError(f"--glass {name}: expected {', '.join(VESSELS)}; a spare is named by --as")
    return tuple(names or VESSELS)


def _stands(words: Sequence[str]) -> dict[str, str]:
    stands = {}
    for word in words:
        place, _, spare = word.partition("=")
        try:
            stands[parse_glass(place)] = parse_glass(spare)
        except ValueError as error:
            raise CommandError(f"--as {word}: {error}; expected such as red1=red4") from None
    return stands


def _announce(url: str) -> None:
    sys.stderr.write(f"The page is at {url}\n")
