"""`tamsk-pi perft`: counts the ways a game can go, to check the move rules."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import Exit
from tamsk_pi.clock import SystemClock
from tamsk_pi.rules.perft import RingRule, perft, plies
from tamsk_pi.rules.position import Position, start_position
from tamsk_pi.rules.settings import LEVELS

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

MAX_DEPTH: Final = 99
_QUIET_NS: Final = 2_000_000_000
"""Progress is told after two seconds, and then every two seconds."""


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "perft",
        "count the games of DEPTH moves from the standard start",
        "perft 4 --level 1 --rings always --divide",
        "A move with and without its ring counts as two where rings are optional.",
    )
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help=f"moves of both players, 0 to {MAX_DEPTH}")
    parser.add_argument("--level", type=int, choices=LEVELS, default=1, help="level of play (default 1)")
    parser.add_argument(
        "--rings",
        choices=[rule.value for rule in RingRule],
        default=RingRule.ALWAYS.value,
        help="drop a ring with every move, or leave the choice (default always)",
    )
    parser.add_argument("--divide", action="store_true", help="print each first move with its share before the sum")


def run(args: argparse.Namespace) -> int:
    start = start_position(args.level)
    shares = count_by_first_move(start, args.depth, RingRule(args.rings), _Progress().tell)
    if args.divide and args.depth:
        for move, share in shares.items():
            sys.stdout.write(f"{move} {share}\n")
    sys.stdout.write(f"{sum(shares.values())}\n")
    return Exit.DONE


def count_by_first_move(
    start: Position, depth: int, rings: RingRule, tell: Callable[[int, int], None]
) -> dict[str, int]:
    """The share of each first move, with and without its ring together; at depth 0 one game without a name.

    `tell` hears after each first ply how many are counted, and of how many.
    """
    if depth == 0:
        return {"": 1}
    first = list(plies(start, rings))
    shares = {str(move): 0 for move, _ in first}
    for counted, (move, child) in enumerate(first, start=1):
        shares[str(move)] += perft(child, depth - 1, rings)
        tell(counted, len(first))
    return shares


class _Progress:
    """Tells on standard error how far a long count has come."""

    def __init__(self) -> None:
        self._clock = SystemClock()
        self._told_ns = self._clock.now_ns()

    def tell(self, counted: int, of: int) -> None:
        now_ns = self._clock.now_ns()
        if now_ns - self._told_ns >= _QUIET_NS and counted < of:
            self._told_ns = now_ns
            sys.stderr.write(f"tamsk-pi: {counted} of {of} first moves counted\n")


def _depth(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > len(str(MAX_DEPTH)):
        raise argparse.ArgumentTypeError(f"{word!r}: expected a whole number from 0 to {MAX_DEPTH}")
    return int(word)
