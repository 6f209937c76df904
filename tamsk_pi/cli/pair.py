"""`tamsk-pi pair`: which node is in which glass, by turning over the glass whose cell lights up."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tamsk_pi.calibration.node_file import NODES_FILE
from tamsk_pi.calibration.node_pairing import ordered
from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.files import flush_results
from tamsk_pi.cli.logs import log_to_stderr
from tamsk_pi.config import (
    Config,
    default_state_directory,
    draw_pin,
    load_config,
    load_layout,
    paired_nodes_path,
    with_kept_calibration,
)
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.pairing_run import pair_virtual
from tamsk_pi.daemon.performance import scratch_directory
from tamsk_pi.daemon.real import play_on_board
from tamsk_pi.doctor.files import is_in_use
from tamsk_pi.doctor.running import page_address
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.layout import Layout
from tamsk_pi.views.board_view import Phase
from tamsk_pi.views.catalogue import ENGLISH, Catalogue, PlayerError, Text
from tamsk_pi.views.pairing_view import PairingView

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

STEP_S: Final = 0.2


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "pair",
        "find out which node is in which glass",
        "pair\npair red2\npair --virtual",
        "Put all glasses on the board, then turn over the one whose cell blinks, again and again; the neutral timer "
        "when both bars blink, twice. With names only these: a glass with a new node takes a minute. Enter skips "
        "one. What is found is used from now on and stands above [nodes] of the configuration. While the daemon "
        "runs, use the page: Health, Pair. Exit code 1 if a glass was left without a node.",
    )
    parser.add_argument("glasses", nargs="*", metavar="GLASS", help="red1 … black3 or neutral_timer (default: all)")
    parser.add_argument("--config", metavar="FILE", help="configuration (default: systemd's, else the user's own)")
    parser.add_argument("--virtual", action="store_true", help="a virtual board, with hands that follow its lights")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the virtual board's seed (default 0)")
    parser.add_argument("--output", metavar="FILE", help="with --virtual: keep the nodes there")


def run(args: argparse.Namespace) -> int:
    log_to_stderr(logging.WARNING)
    try:
        glasses = ordered(args.glasses)
    except ValueError as error:
        raise CommandError(str(error)) from None
    config = with_kept_calibration(load_config(None if args.config is None else Path(args.config)))
    layout = load_layout(config.layout)
    terminal = PairTerminal(glasses, 0 if args.virtual else STEP_S)
    if args.virtual:
        path = default_state_directory() / "virtual" / NODES_FILE if args.output is None else Path(args.output)
        with scratch_directory() as scratch:
            config = replace(config, matches=Path(scratch), calibration=None, sand=None)
            asyncio.run(pair_virtual(config, layout, path, glasses, terminal.watch, seed=args.seed))
    else:
        path = paired_nodes_path()
        _pair_real(config, layout, terminal)
    return _result(terminal, glasses, path)


def _pair_real(config: Config, layout: Layout, terminal: "PairTerminal") -> None:
    if is_in_use(config.matches):
        raise CommandError(
            f"a daemon is running and holds the board; pair from its page ({page_address(config.page)}: Health, "
            "Pair), or stop it first: sudo systemctl stop tamsk-pi"
        )
    config = replace(config, page=replace(config.page, pin=config.page.pin or draw_pin()))
    try:
        asyncio.run(
            play_on_board(
                config,
                layout,
                has_page=True,
                on_page=lambda url: terminal.say(f"The page is at {url}"),
                attend=terminal.attend,
            )
        )
    except DriverError as error:
        raise CommandError(str(error)) from error


def _result(terminal: "PairTerminal", glasses: Sequence[str], path: Path) -> int:
    for glass, address in terminal.found.items():
        sys.stdout.write(f"{glass} {address}\n")
    flush_results()
    missing = [glass for glass in glasses if glass not in terminal.found]
    if terminal.found:
        terminal.say(f"Kept in {path}")
    if missing:
        terminal.say(f"tamsk-pi: without a node: {', '.join(missing)}")
    return Exit.ANSWER_IS_NO if missing else Exit.DONE


class PairTerminal:
    """Begins the pairing, says on standard error what to do, and ends the daemon when all is done."""

    def __init__(self, glasses: Sequence[str], step_s: float = STEP_S) -> None:
        """It looks every `step_s` of real time: 0 for a board in virtual time."""
        self._glasses = glasses
        self._step_s = step_s
        self._catalogue = Catalogue.load(ENGLISH)
        self._said: tuple[object, ...] = ()
        self._tasks: set[asyncio.Task[None]] = set()
        self.found: dict[str, str] = {}
        """The addresses found, by glass."""

    def watch(self, daemon: Daemon) -> None:
        """Say what is asked for, whoever begins and ends it."""
        self._tasks.add(asyncio.get_running_loop().create_task(self._show(daemon, begins=False)))

    def attend(self, daemon: Daemon) -> None:
        """Begin when the board has been looked at; Enter skips."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):  # a file or nothing at all cannot be waited for
            loop.add_reader(sys.stdin.fileno(), self._read, daemon)
        self._tasks.add(loop.create_task(self._show(daemon, begins=True)))

    def _read(self, daemon: Daemon) -> None:
        if sys.stdin.readline():
            daemon.desks.skip_pairing()
        else:
            asyncio.get_running_loop().remove_reader(sys.stdin.fileno())

    async def _show(self, daemon: Daemon, *, begins: bool) -> None:
        desk = daemon.desks.pairing
        assert desk is not None
        if begins:
            while daemon.showing.view.phase is Phase.SENSING:
                await asyncio.sleep(self._step_s)
            if not self._begin(daemon):
                return
        while True:
            await asyncio.sleep(self._step_s)
            view = desk.view()
            if view is not None:
                self._tell(view)
            if desk.has_ended or (begins and desk.active is None):
                break
        if begins:
            daemon.stop()

    def _begin(self, daemon: Daemon) -> bool:
        """Whether the pairing has begun; if not, the daemon ends."""
        try:
            daemon.desks.pair(self._glasses)
        except PlayerError as error:
            self.say(f"tamsk-pi: {error}")
            daemon.stop()
            return False
        return True

    def _tell(self, view: PairingView) -> None:
        self.found |= {glass: address for glass, address, _ in view.done}
        told = (view.title, view.doubt, view.trouble)
        if told == self._said:
            return
        self._said = told
        for text in (view.trouble, view.doubt):
            if text is not None:
                self.say(f"  ! {self._words(text)}")
        self.say(f"{view.number}/{view.count} {self._words(view.title)}")

    def say(self, text: str) -> None:
        """A line for whoever pairs."""
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()

    def _words(self, text: Text) -> str:
        return self._catalogue.say(text)
