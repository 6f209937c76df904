"""Campaign `identity`: look-alikes lifted at once and placed in any order, in all weathers, with nodes dead or not.

A name that is wrong and neither asked for nor put right is a failure.
"""

import random
from collections.abc import Sequence
from dataclasses import astuple
from typing import Final

from look_alikes import Outcome, mixed_up, outcome
from perceived_table import perceive

from campaigns.runner import Campaign, Json

KINDS: Final[dict[str, tuple[int, float, int]]] = {
    "two": (2, 0.0, 0),
    "two, 30 % lost": (2, 0.3, 0),
    "two, 60 % lost": (2, 0.6, 0),
    "two, a dead node": (2, 0.0, 1),
    "two, two dead nodes": (2, 0.0, 2),
    "three": (3, 0.0, 0),
    "three, 60 % lost": (3, 0.6, 0),
}
"""How many are in the air, the share of packets that are lost, how many nodes of the colour are dead."""


def case(seed: int, index: int) -> Json:
    """One movement of hands."""
    kind = tuple(KINDS)[index % len(KINDS)]
    number = random.Random(f"{seed}:{index}").randrange(1 << 30)
    text, truth = mixed_up(number, *KINDS[kind])
    found = outcome(perceive(text, number), truth, 1_500)
    failure = f"{kind}, play {number}: {found.wrong} wrong names" if found.wrong else None
    return {"failure": failure, "kind": kind, "found": list(astuple(found))}


def measure(outcomes: Sequence[Json]) -> Json:
    """Placings by kind: named rightly at once, later, still asked for, silently wrong."""
    totals = dict.fromkeys(KINDS, Outcome())
    for each in outcomes:
        found = each["found"]
        assert isinstance(found, list)
        totals[str(each["kind"])] += Outcome(*found)
    return {"placings": {kind: _as_json(total) for kind, total in totals.items()}}


def _as_json(total: Outcome) -> Json:
    return {"right": total.right, "later": total.corrected, "asked": total.asked, "wrong": total.wrong}


IDENTITY: Final = Campaign("identity", 7_000, case, measure)
