"""Campaign `hands`: how soon what hands do is seen, told and how well dated, in every manner they may do it.

`--size N` lets hands act N times for half a minute, each time in another manner and on a table with other tolerances;
frames come a hundred times a second. What is true is said in `manner_plays`. Goals (in milliseconds, from the act):
a glass's leaving and coming is seen within 60, a ring within 100, and believed within 400 of its rest, each in 95 %
of the acts; 95 % of the instants are within 50. A goal missed is a failure, and so is a
play with an act missed or invented.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from hands_at_play import random_play
from manner_plays import MANNERS, mannered
from seen_acts import SeenActs

from campaigns.runner import Campaign, Json

CLUMSY: Final = "clumsy"
KINDS: Final = (*MANNERS, CLUMSY)
_PLACES: Final = (0.5, 0.95, 1.0)
DELAYS: Final = {
    "lift seen": ("seen", "Lift", 60),
    "lift told": ("told", "Lift", None),
    "place seen": ("seen", "Place", 60),
    "let go told": ("told", "Release", None),
    "ring seen": ("seen", "Ring", 100),
    "ring believed": ("told", "Ring", 400),
}
"""What is measured from the act on, which figures that are, and the goal in milliseconds."""
INSTANTS: Final = "instants off"
GOALS: Final = {**{name: goal for name, (_, _, goal) in DELAYS.items() if goal is not None}, INSTANTS: 50}
BEYOND: Final = {("slowly", "lift seen"), ("ring before release", "ring believed")}
"""Goals that nobody could hold: after 60 ms the slowest hand has raised its glass by little more than a millimetre,
and a ring round a glass that a hand still moves is sure when the hand leaves."""
DATED: Final = ("Lift", "Release", "Ring", "Take")
"""The acts by whose instants is ruled; a placing is ruled at its release."""


def case(seed: int, index: int) -> Json:
    """Half a minute of hands in one manner."""
    manner, number = KINDS[index % len(KINDS)], seed * 1_000_003 + index // len(KINDS)
    acts = SeenActs()
    if manner == CLUMSY:
        text = random_play(number, 8).replace("0.000 setup\n", f"0.000 setup\n0.000 hand clumsy {number}\n")
        acts.play(text, number)
    else:
        hands = mannered(manner, number)
        acts.play(hands.text, number, hands.happened, hands.since_ns)
    return {
        "failure": f"{manner}, play {number}: {'; '.join(acts.problems)}" if acts.problems else None,
        "manner": manner,
        "seen": acts.seen_ms,
        "told": acts.told_ms,
        "errors": acts.errors_ms,
        "missed": sum(problem.startswith("missed") for problem in acts.problems),
        "invented": sum(problem.startswith("invented") for problem in acts.problems),
        "doubts": acts.doubts,
    }


def measure(outcomes: Sequence[Json]) -> Json:
    """Per manner: median, 95 % and worst of every delay and of the instants' errors, and which goals are missed."""
    manners = {}
    for manner in KINDS:
        of = [outcome for outcome in outcomes if outcome["manner"] == manner]
        if of:
            manners[manner] = _measured(of)
    missed = [
        f"{manner}: {name}"
        for manner, found in manners.items()
        for name, goal_ms in GOALS.items()
        if (manner, name) not in BEYOND and (places := found[name]) is not None and places[1] > goal_ms
    ]
    failed = sum(outcome["failure"] is not None for outcome in outcomes)
    return {"manners": manners, "goals_missed": missed, "failures": failed + len(missed)}


def _measured(outcomes: Sequence[Json]) -> dict[str, list[float] | None]:
    found = {
        name: _quantiles([ms for outcome in outcomes for ms in _of_kind(outcome, which, kind)])
        for name, (which, kind, _) in DELAYS.items()
    }
    errors = [abs(ms) for outcome in outcomes for kind in DATED for ms in _of_kind(outcome, "errors", kind)]
    counts = Counter({kind: sum(int(str(o[kind])) for o in outcomes) for kind in ("missed", "invented", "doubts")})
    return {
        **found,
        INSTANTS: _quantiles(errors),
        "acts": [len(errors)],
        **{kind: [count] for kind, count in counts.items()},
    }


def _of_kind(outcome: Json, which: str, kind: str) -> list[float]:
    found = outcome[which]
    assert isinstance(found, dict)
    return [float(ms) for ms in found.get(kind, [])]


def _quantiles(values: list[float]) -> list[float] | None:
    """Median, 95 % and worst, in whole milliseconds."""
    ordered = sorted(values)
    return [round(ordered[math.ceil(place * len(ordered)) - 1]) for place in _PLACES] if ordered else None


def table(result: Json) -> str:
    """The table of docs/sensing.md: median / 95 % / worst, in milliseconds."""
    manners = result["manners"]
    assert isinstance(manners, dict)
    names = [*DELAYS, INSTANTS]
    goals = [f"≤ {GOALS[name]}" if name in GOALS else "" for name in names]
    lines = [
        "| manner | acts | " + " | ".join(names) + " | missed | invented | doubts |",
        "|---|" + "---|" * (len(names) + 4),
        "| *goal, 95 %* | | " + " | ".join(goals) + " | 0 | 0 | |",
    ]
    for manner, found in manners.items():
        cells = [" / ".join(map(str, found[name])) if found[name] else "–" for name in names]
        counts = [str(found[kind][0]) for kind in ("missed", "invented", "doubts")]
        lines.append(f"| {manner} | {found['acts'][0]} | " + " | ".join([*cells, *counts]) + " |")
    return "\n".join(lines) + "\n"


HANDS: Final = Campaign("hands", 16 * 100, case, measure, 1, table)
