"""Campaign `sensing`: unknown boards decoded, and whole matches through magnets and perception.

`--size N` decodes N boards of each mix and plays N / 100 matches.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from campaigns.bounds import upper_bound
from campaigns.frame_matches import sense_frames
from campaigns.matches import KINDS, by_referee_alone, compare
from campaigns.random_boards import MIXES, random_contents, random_means
from campaigns.runner import Campaign, Json
from tamsk_pi.config import load_influence
from tamsk_pi.perception.board_decoder import decode_board
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.levels import Levels
from tamsk_pi.rules.board import CELLS
from tamsk_pi.simulator.players import RandomPlayers

BOARDS_A_CASE: Final = 100
COUNTED: Final = ("wrong", "silent", "flagged")


@cache
def _levels() -> Levels:
    return Levels(load_influence(), Calibration())


def decode_random_boards(seed: str, mix: str, boards: int) -> Counter[str]:
    """Boards that were wrong, wrong in a cell that was not called uncertain, and called uncertain somewhere."""
    found: Counter[str] = Counter()
    for i in range(boards):
        draw = random.Random(f"{seed}/{mix}/{i}")
        contents = random_contents(draw, mix)
        board = decode_board(_levels(), random_means(draw, contents))
        wrong = {cell for cell in CELLS if board.contents[cell] != contents[cell]}
        uncertain = set(board.uncertain)
        found["boards"] += 1
        found["wrong"] += bool(wrong)
        found["silent"] += bool(wrong - uncertain)
        found["flagged"] += bool(uncertain)
    return found


def case(seed: int, index: int) -> Json:
    """A hundred boards of each mix and one match."""
    boards = {mix: dict(decode_random_boards(f"{seed}/{index}", mix, BOARDS_A_CASE)) for mix in MIXES}
    level, penalty = KINDS[index % len(KINDS)]
    number = seed * 1_000_003 + index
    scenario = RandomPlayers(number, level, penalty).scenario()
    comparison = compare(by_referee_alone(scenario), sense_frames(scenario, number).rulings)
    silent = [mix for mix in MIXES if boards[mix]["silent"]]
    failures = [f"silently wrong board of mix {mix}" for mix in silent]
    failures += [comparison.difference] if comparison.difference is not None else []
    return {
        "failure": "; ".join(failures) or None,
        "boards": boards,
        "match_failed": comparison.difference is not None,
        "rulings": comparison.rulings,
        "worst_ms": round(comparison.worst_ms, 1),
        "match_s": round(scenario.end_ns / 1e9),
    }


def measure(outcomes: Sequence[Json]) -> Json:
    """Rates with what they are not above at 95 % confidence."""
    mixes: dict[str, object] = {}
    for mix in MIXES:
        found: Counter[str] = Counter()
        for outcome in outcomes:
            boards = outcome["boards"]
            assert isinstance(boards, dict)
            found.update(boards[mix])
        tried = found["boards"]
        mixes[mix] = {"boards": tried} | {
            kind: {"found": found[kind], "rate": found[kind] / tried, "below": upper_bound(found[kind], tried)}
            for kind in COUNTED
        }
    failed = sum(bool(o["match_failed"]) for o in outcomes)
    return {
        "mixes": mixes,
        "matches": {
            "played": len(outcomes),
            "wrong": failed,
            "below": upper_bound(failed, len(outcomes)),
            "rulings": sum(int(str(o["rulings"])) for o in outcomes),
            "seconds": sum(int(str(o["match_s"])) for o in outcomes),
            "worst_ms": max(float(str(o["worst_ms"])) for o in outcomes),
        },
    }


def table(result: Json) -> str:
    """The table of docs/sensing.md."""
    mixes, matches = result["mixes"], result["matches"]
    assert isinstance(mixes, dict)
    assert isinstance(matches, dict)
    lines = ["| mix | boards | wrong | wrong and not flagged | flagged uncertain |", "|---|---|---|---|---|"]
    for mix in MIXES:
        of = mixes[mix]
        cells = [f"{of[kind]['found']} (< {of[kind]['below']:.1e})" for kind in COUNTED]
        lines.append(f"| {mix} | {of['boards']:,} | " + " | ".join(cells) + " |")
    lines.append("")
    lines.append(
        f"Matches: {matches['played']:,} with {matches['rulings']:,} rulings in {matches['seconds'] / 3600:,.0f} "
        f"hours of play; wrong: {matches['wrong']} (< {matches['below']:.1e}); "
        f"an act's instant was off by at most {matches['worst_ms']} ms."
    )
    return "\n".join(lines) + "\n"


SENSING: Final = Campaign("sensing", 10_000, case, measure, BOARDS_A_CASE, table)
