"""`tamsk-pi bench`: how fast this machine runs the daemon's parts."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tamsk_pi.bench.buses import measure_scan
from tamsk_pi.bench.counting import measure_perft
from tamsk_pi.bench.match import measure_match
from tamsk_pi.bench.sensing import measure_busy_frame, measure_idle_frame, measure_unknown_board, shortened
from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import Exit
from tamsk_pi.cli.progress import progress_bar
from tamsk_pi.config import load_layout
from tamsk_pi.simulator.players import RandomPlayers

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

MATCH_SECONDS: Final = 90

MEANINGS: Final = {
    "perft_nodes_per_s": "leaves of perft 6, level 1, rings always, per second of processor time",
    "perft_ratio_to_naive": "times as fast as a plain list-based generator",
    "frame_idle_us": "one frame through perception and referee, nothing moving (median)",
    "frame_busy_median_us": "the same within half a second of an act (median)",
    "frame_busy_p99_us": "the same, 99th percentile",
    "decode_unknown_board_ms": "decoding a board nothing is known of (median)",
    "scan_overhead_us_per_conversion": "driver and simulated chips, over the wire time",
    "scans_per_s_at_1mhz": "scans of 80 conversions that this leaves on a 1 MHz bus",
    "act_to_light_ms_p50": "from an act to the first light that answers, virtual time (median)",
    "act_to_light_ms_p95": "the same, 95th percentile",
    "match_virtual_speedup": "a match from SPI bytes to pixels, times real time",
    "rss_mib": "memory after all that",
}


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "bench",
        "measure how fast this machine runs the daemon",
        "bench\nbench --json",
        "Takes about 30 s.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")


def run(args: argparse.Namespace) -> int:
    layout = load_layout(None)
    match = shortened(RandomPlayers(1).scenario(), MATCH_SECONDS)
    parts: tuple[Callable[[], dict[str, float]], ...] = (
        measure_perft,
        lambda: measure_idle_frame(layout),
        lambda: measure_busy_frame(layout, match),
        lambda: measure_unknown_board(layout),
        lambda: measure_scan(layout),
        lambda: asyncio.run(measure_match(match, layout)),
    )
    figures: dict[str, float] = {}
    with progress_bar(len(parts), "measuring") as tell:
        for i, part in enumerate(parts):
            figures |= part()
            tell(i + 1)
    rounded = {key: round(value, 3 if value < 100 else 0) for key, value in figures.items()}
    if args.json:
        sys.stdout.write(json.dumps(rounded, sort_keys=True) + "\n")
    else:
        for key, meaning in MEANINGS.items():
            sys.stdout.write(f"{key:<32} {rounded[key]:>12,.4g}  {meaning}\n")
    return Exit.DONE
