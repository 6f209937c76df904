"""Campaign `sensing-faults`: something breaks in the middle of a match; no ruling may be wrong without a word."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from campaigns.bounds import upper_bound
from campaigns.frame_faults import KINDS, FrameFault, random_fault
from campaigns.frame_matches import Disturb, sense_frames
from campaigns.matches import by_referee_alone, compare
from campaigns.runner import Campaign, Json
from tamsk_pi.config import load_layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.findings import FindingKind
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.perception.perception import Perception
from tamsk_pi.referee.rulings import Ruling, Warned
from tamsk_pi.scenario.statements import Scenario
from tamsk_pi.simulator.players import RandomPlayers

S: Final = 1_000_000_000
MATCH_S: Final = 90
RAW_ZERO_COUNTS: Final = 18
"""±60 mV before taring."""


class Watcher:
    """Notes when what was first found."""

    def __init__(self) -> None:
        self.found_ns: dict[FindingKind, int] = {}

    def __call__(self, now_ns: int, perception: Perception) -> None:
        """Look after a frame."""
        if perception.is_set_up:
            for finding in perception.health(now_ns).findings:
                self.found_ns.setdefault(finding.kind, now_ns)


def shortened(scenario: Scenario, seconds: int) -> Scenario:
    """Its beginning."""
    end_ns = seconds * S
    lines = tuple(line for line in scenario.lines if line.statement.at_ns < end_ns - 2 * S)
    return replace(scenario, lines=lines, end_ns=end_ns)


def with_offsets(draw: random.Random, fault: FrameFault) -> tuple[Calibration, Disturb]:
    """A board whose sensors have the zeros of real ones, and its calibration."""
    offsets = [draw.randint(-RAW_ZERO_COUNTS, RAW_ZERO_COUNTS) for _ in range(READINGS)]

    def disturb(frame: Frame) -> Frame | None:
        return fault(replace(frame, counts=tuple(c + o for c, o in zip(frame.counts, offsets, strict=True))))

    return Calibration(tuple(512.0 + offset for offset in offsets)), disturb


def said_before(rulings: Sequence[Ruling], ruled_ns: Sequence[int], until_ns: int, watcher: Watcher) -> bool:
    """Whether anything was found, or any warning given, by then."""
    warned = any(isinstance(r, Warned) and at_ns <= until_ns for r, at_ns in zip(rulings, ruled_ns, strict=True))
    return warned or any(at_ns <= until_ns for at_ns in watcher.found_ns.values())


def case(seed: int, index: int) -> Json:
    """One beginning of a match with one fault, mended after a while in every third."""
    number = seed * 1_000_003 + index
    draw = random.Random(f"fault/{number}")
    kind = KINDS[index % len(KINDS)]
    scenario = shortened(RandomPlayers(number).scenario(), MATCH_S)
    at_ns = draw.randint(5 * S, (MATCH_S - 20) * S)
    until_ns = at_ns + draw.randint(1, 15) * S if draw.random() < 1 / 3 or kind is FindingKind.SPI_GONE else 1 << 62
    fault = random_fault(draw, kind, load_layout(None).reading_at, at_ns, until_ns)
    calibration, disturb = with_offsets(draw, fault)
    watcher = Watcher()
    if draw.random() < 0.5:
        sensed = sense_frames(scenario, number, disturb, watcher, calibration)
    else:
        sensed = sense_frames(scenario, number, fault, watcher)
    kept = [(r, t) for r, t in zip(sensed.rulings, sensed.ruled_ns, strict=True) if not isinstance(r, Warned)]
    alone = [r for r in by_referee_alone(scenario) if not isinstance(r, Warned)]
    comparison = compare(alone, [r for r, _ in kept])
    # A ruling that is missing is missed when the scenario ends, at the latest.
    wrong_ns = kept[comparison.rulings][1] if comparison.rulings < len(kept) else scenario.end_ns
    is_provisional = comparison.rulings < len(kept) and kept[comparison.rulings][0].provisional
    is_said = is_provisional or said_before(sensed.rulings, sensed.ruled_ns, wrong_ns, watcher)
    found_ns = watcher.found_ns.get(kind)
    others = sorted(k for k, t in watcher.found_ns.items() if k is not kind and t >= 0)
    return {
        "failure": None if comparison.difference is None or is_said else f"{fault.words}: {comparison.difference}",
        "kind": kind,
        "words": fault.words,
        "is_wrong": comparison.difference is not None,
        "named_s": None if found_ns is None else round((found_ns - fault.visible_ns) / S, 2),
        "named_before": any(t < at_ns for t in watcher.found_ns.values()),
        "others": others,
    }


def measure(outcomes: Sequence[Json]) -> Json:
    """For each kind: how often it was named, how quickly, and how many rulings were wrong, said and not said."""
    kinds: dict[str, object] = {}
    for kind in KINDS:
        of = [o for o in outcomes if o["kind"] == kind]
        times = sorted(float(str(o["named_s"])) for o in of if o["named_s"] is not None)
        other = Counter(str(name) for o in of if isinstance(o["others"], list) for name in o["others"])
        kinds[kind] = {
            "matches": len(of),
            "named": len(times),
            "named_median_s": times[len(times) // 2] if times else None,
            "named_within_2_s": sum(t <= 2.0 for t in times),
            "ruled_otherwise": sum(bool(o["is_wrong"]) for o in of),
            "silently_wrong": sum(o["failure"] is not None for o in of),
            "other_names": dict(other),
        }
    wrong = sum(o["failure"] is not None for o in outcomes)
    false = sum(bool(o["named_before"]) for o in outcomes)
    return {
        "kinds": kinds,
        "silently_wrong_below": upper_bound(wrong, len(outcomes)),
        "found_before_the_fault": false,
    }


def table(result: Json) -> str:
    """The table of docs/sensing.md."""
    kinds = result["kinds"]
    assert isinstance(kinds, dict)
    lines = [
        "| fault | matches | named | within 2 s | median s | ruled otherwise, said before | silently wrong |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind, of in kinds.items():
        said = of["ruled_otherwise"] - of["silently_wrong"]
        cells = (of["matches"], of["named"], of["named_within_2_s"], of["named_median_s"], said, of["silently_wrong"])
        lines.append(f"| {kind} | " + " | ".join(map(str, cells)) + " |")
    lines.append("")
    lines.append(
        f"Silently wrong matches: < {result['silently_wrong_below']:.1e}; something was found before anything broke "
        f"in {result['found_before_the_fault']}."
    )
    return "\n".join(lines) + "\n"


SENSING_FAULTS: Final = Campaign("sensing-faults", 900, case, measure, table=table)
