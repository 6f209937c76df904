"""`tamsk-pi bench`: how fast this machine runs the daemon's parts."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tamsk_pi.bench.boards import measure_loop
from tamsk_pi.bench.buses import measure_scan
from tamsk_pi.bench.counting import measure_perft
from tamsk_pi.bench.figures import board_keys, board_markdown, board_table, markdown, rounded, table
from tamsk_pi.bench.match import measure_match
from tamsk_pi.bench.sensing import measure_busy_frame, measure_idle_frame, measure_unknown_board, shortened
from tamsk_pi.bench.whole import measure_core, measure_memory
from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import Exit
from tamsk_pi.cli.progress import progress_bar
from tamsk_pi.config import load_layout
from tamsk_pi.simulator.players import RandomPlayers

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

MATCH_SECONDS: Final = 90


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "bench",
        "measure how fast this machine runs the daemon",
        "bench\nbench --boards\nbench --json",
        "Takes about 30 s. Times are processor time, so that other work on the machine changes them little; the "
        "figures of boards are estimated from a loop whose time there is known, not measured.",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    how.add_argument("--markdown", action="store_true", help="print the tables of the README")
    parser.add_argument("--boards", action="store_true", help="also what it would take on each Raspberry Pi")


def run(args: argparse.Namespace) -> int:
    figures = _measured()
    shown = rounded(figures)
    if args.json:
        boards = rounded(board_keys(figures)) if args.boards else {}
        sys.stdout.write(json.dumps(shown | boards, sort_keys=True) + "\n")
    elif args.markdown:
        sys.stdout.write(f"{markdown(shown)}\n{board_markdown(figures)}")
    else:
        sys.stdout.write(table(shown) + (f"\n{board_table(figures)}" if args.boards else ""))
    return Exit.DONE


def _measured() -> dict[str, float]:
    layout = load_layout(None)
    match = shortened(RandomPlayers(1).scenario(), MATCH_SECONDS)
    figures: dict[str, float] = {}
    parts: tuple[Callable[[], dict[str, float]], ...] = (
        measure_loop,
        measure_perft,
        lambda: measure_idle_frame(layout),
        lambda: measure_busy_frame(layout, match),
        lambda: measure_unknown_board(layout),
        lambda: measure_scan(layout),
        lambda: asyncio.run(measure_core(layout, figures["scan_100hz_core_percent"])),
        lambda: asyncio.run(measure_match(match, layout)),
        measure_memory,
    )
    with progress_bar(len(parts), "measuring") as tell:
        for i, part in enumerate(parts):
            figures |= part()
            tell(i + 1)
    return figures
