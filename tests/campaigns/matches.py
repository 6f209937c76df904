"""Campaign `matches`: whole random matches through the simulated sensors against the referee alone."""

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from campaigns.runner import Campaign, Json
from tamsk_pi.clock import Clock
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.performance import Performance
from tamsk_pi.journal.replay import replay
from tamsk_pi.journal.store import read_journal
from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.referee.rulings import HourglassExpired, MatchEnded, Ruling
from tamsk_pi.rules.settings import PenaltyRule
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.statements import Scenario
from tamsk_pi.simulator.players import RandomPlayers

BOARD_ACT_MS: Final = 50
FLIP_MS: Final = 250
"""How far the sensors' instants may be off (scenarios.md, "What comes out")."""

Hinder = Callable[[Clock, int], Callable[[int], None]]
"""Makes, of the clock and a seed, what is called with the instant of each round."""

KINDS: Final = (
    (3, PenaltyRule.REVISED),
    (3, PenaltyRule.REVISED),
    (3, PenaltyRule.FIRST_EDITION),
    (2, PenaltyRule.REVISED),
    (1, PenaltyRule.REVISED),
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rulings of both ways; `difference` says where they first part, None if they agree."""

    rulings: int
    worst_ms: float
    difference: str | None


def by_referee_alone(scenario: Scenario) -> tuple[Ruling, ...]:
    """The rulings without sensors."""
    return decide(RefereeState.initial(scenario.settings), to_acts(scenario), scenario.end_ns)[1]


def compare(alone: Sequence[Ruling], sensed: Sequence[Ruling], slack_ms: float = 0.0) -> Comparison:
    """Kinds, order and every field alike, instants within the contract's bounds, and `slack_ms` more.

    A glass that runs out closer to another ruling than its instant is known may be told before it or after it; so
    close to the match's end it may be told or not.
    """
    worst_ms = 0.0
    left = list(sensed)
    for i, a in enumerate(alone):
        b = _next(a, left, slack_ms)
        if b is None and _is_at_the_end(a, alone):
            continue
        if b is None:
            found = left[0].judged() if left else None
            return Comparison(i, worst_ms, f"ruling {i + 1}: alone {a.judged()}, sensed {found}")
        worst_ms = max(worst_ms, abs(a.at_ns - b.at_ns) / 1e6)
    left = [b for b in left if not _is_at_the_end(b, sensed)]
    if left:
        return Comparison(len(alone), worst_ms, f"only sensed: {left[0].as_line()}")
    return Comparison(len(alone), worst_ms, None)


def _next(a: Ruling, left: list[Ruling], slack_ms: float) -> Ruling | None:
    """That ruling, taken out of what is left of the sensed ones: the first of them, or beyond some within reach of an
    expiry's uncertainty."""
    for j, b in enumerate(left):
        off_ms = abs(a.at_ns - b.at_ns) / 1e6
        if replace(a, at_ns=b.at_ns, provisional=b.provisional) == b and off_ms <= _bound_ms(a) + slack_ms:
            del left[j]
            return b
        is_near = off_ms <= FLIP_MS
        if not is_near or not (isinstance(a, HourglassExpired) or isinstance(b, HourglassExpired)):
            return None
    return None


def _is_at_the_end(ruling: Ruling, rulings: Sequence[Ruling]) -> bool:
    """Whether a glass ran out so close to the match's end that it may have been after it."""
    end_ns = next((r.at_ns for r in reversed(rulings) if isinstance(r, MatchEnded)), None)
    is_near = end_ns is not None and abs(ruling.at_ns - end_ns) / 1e6 <= FLIP_MS
    return isinstance(ruling, HourglassExpired) and is_near


def _bound_ms(ruling: Ruling) -> int:
    """Expiries and what follows from a turned timer hang on flips, everything else on acts of the board."""
    hangs_on_flip = ("hourglass-expired", "timer-started", "timer-ran-out", "penalty-granted", "penalty-lapsed")
    late = ("turn-started", "turn-passed", "match-ended", "refusal-cleared", "move-accepted", "act-refused")
    return FLIP_MS if ruling.kind in hangs_on_flip + late else BOARD_ACT_MS


def sense(
    scenario: Scenario, seed: int, *, is_frame_level: bool = True, hinder: Hinder | None = None
) -> tuple[tuple[Ruling, ...], str | None]:
    """The rulings through the simulated sensors, and what is wrong with the journal kept meanwhile, if anything."""
    with tempfile.TemporaryDirectory() as directory:
        config = replace(Config(), matches=Path(directory))
        performance = Performance(scenario, config, load_layout(None), seed)
        on_round = None if hinder is None else hinder(performance.clock, seed)
        play = performance.play(is_frame_level=is_frame_level, show_ns=200_000_000, on_round=on_round)
        rulings = asyncio.run(play)
        for path in sorted(Path(directory).glob("*.journal")):
            difference = replay(read_journal(path)).difference
            if difference is not None:
                return rulings, f"{path.name} is decided otherwise when replayed: {difference}"
    return rulings, None


def case(seed: int, index: int, hinder: Hinder | None = None, slack_ms: float = 0.0) -> Json:
    """One whole match."""
    level, penalty = KINDS[index % len(KINDS)]
    number = seed * 1_000_003 + index
    scenario = RandomPlayers(number, level, penalty).scenario()
    sensed, trouble = sense(scenario, number, hinder=hinder)
    comparison = compare(by_referee_alone(scenario), sensed, slack_ms)
    return {
        "failure": comparison.difference or trouble,
        "level": level,
        "rulings": comparison.rulings,
        "worst_ms": round(comparison.worst_ms, 1),
        "match_s": round(scenario.end_ns / 1e9),
    }


def measure(outcomes: Sequence[Json]) -> Json:
    """Sums over all matches."""
    return {
        "rulings": sum(int(str(o["rulings"])) for o in outcomes),
        "match_seconds": sum(int(str(o["match_s"])) for o in outcomes),
        "worst_ms": max((float(str(o["worst_ms"])) for o in outcomes), default=0.0),
    }


MATCHES: Final = Campaign("matches", 50, case, measure)
