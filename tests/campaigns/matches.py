"""Campaign `matches`: whole random matches through the simulated sensors against the referee alone."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from campaigns.runner import Campaign, Json
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.performance import play_scenario
from tamsk_pi.journal.replay import replay
from tamsk_pi.journal.store import read_journal
from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.rules.settings import PenaltyRule
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.statements import Scenario
from tamsk_pi.simulator.players import RandomPlayers

BOARD_ACT_MS: Final = 50
FLIP_MS: Final = 250
"""How far the sensors' instants may be off (scenarios.md, "What comes out")."""

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


def compare(alone: Sequence[Ruling], sensed: Sequence[Ruling]) -> Comparison:
    """Kinds, order and every field alike, instants within the contract's bounds."""
    worst_ms = 0.0
    for i, (a, b) in enumerate(zip(alone, sensed, strict=False)):
        off_ms = abs(a.at_ns - b.at_ns) / 1e6
        worst_ms = max(worst_ms, off_ms)
        if replace(a, at_ns=b.at_ns, provisional=b.provisional) != b or off_ms > _bound_ms(a):
            return Comparison(i, worst_ms, f"ruling {i + 1}: alone {a.judged()}, sensed {b.judged()}")
    if len(alone) != len(sensed):
        longer = alone if len(alone) > len(sensed) else sensed
        whose = "alone" if longer is alone else "sensed"
        return Comparison(len(alone), worst_ms, f"only {whose}: {longer[min(len(alone), len(sensed))].as_line()}")
    return Comparison(len(alone), worst_ms, None)


def _bound_ms(ruling: Ruling) -> int:
    """Expiries and what follows from a turned timer hang on flips, everything else on acts of the board."""
    hangs_on_flip = ("hourglass-expired", "timer-started", "timer-ran-out", "penalty-granted", "penalty-lapsed")
    late = ("turn-started", "turn-passed", "match-ended", "refusal-cleared", "move-accepted", "act-refused")
    return FLIP_MS if ruling.kind in hangs_on_flip + late else BOARD_ACT_MS


def sense(scenario: Scenario, seed: int, *, is_frame_level: bool = True) -> tuple[tuple[Ruling, ...], str | None]:
    """The rulings through the simulated sensors, and what is wrong with the journal kept meanwhile, if anything."""
    with tempfile.TemporaryDirectory() as directory:
        config = replace(Config(), matches=Path(directory))
        rulings = play_scenario(
            scenario, config, load_layout(None), seed, is_frame_level=is_frame_level, show_ns=200_000_000
        )
        for path in sorted(Path(directory).glob("*.journal")):
            difference = replay(read_journal(path)).difference
            if difference is not None:
                return rulings, f"{path.name} is decided otherwise when replayed: {difference}"
    return rulings, None


def case(seed: int, index: int) -> Json:
    """One whole match."""
    level, penalty = KINDS[index % len(KINDS)]
    number = seed * 1_000_003 + index
    scenario = RandomPlayers(number, level, penalty).scenario()
    sensed, trouble = sense(scenario, number)
    comparison = compare(by_referee_alone(scenario), sensed)
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
