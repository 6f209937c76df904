"""Campaign `rested-flips`: as `flips`, with a glass that stood untouched for more than four minutes, or ten.

Then the gyroscope is off, and what happens before it runs is told by the accelerometer alone. What is asked for is
that the end which is down is known: as many flips as true, or an even number more. After four minutes none may be
invented either. How late they are said and dated is measured.
"""

from collections.abc import Sequence
from typing import Final

from campaigns.flips import as_json, quantiles_of
from campaigns.runner import Campaign, Json
from node_rig.handled import outcome

RESTED_MS: Final = {"over 4 minutes": 250_000, "over 10 minutes": 620_000}


def case(seed: int, index: int) -> Json:
    """One trace, after either rest."""
    rest = tuple(RESTED_MS)[index % len(RESTED_MS)]
    found = outcome(seed, index // len(RESTED_MS), RESTED_MS[rest])
    surplus = found.found - found.truths
    is_wrong = surplus % 2 == 1 or (rest == "over 4 minutes" and surplus != 0)
    failure = f"{rest}, {found.way}: {found.found} flips said, {found.truths} true" if is_wrong else None
    return {**as_json(found), "failure": failure, "rest": rest}


def measure(outcomes: Sequence[Json]) -> Json:
    """For each rest: true flips, flips found, how many were invented, latency and error of the date."""
    return {
        rest: {
            "true_flips": sum(int(str(o["true"])) for o in those),
            "found_flips": sum(min(int(str(o["true"])), int(str(o["found"]))) for o in those),
            "invented": sum(max(0, int(str(o["found"])) - int(str(o["true"]))) for o in those),
            "late": sum(o["latency_ms"] is not None and float(str(o["latency_ms"])) > 120 for o in those),
            "latency_ms": quantiles_of(those, "latency_ms"),
            "dated_ms": quantiles_of(those, "dated_ms"),
        }
        for rest in RESTED_MS
        if (those := [o for o in outcomes if o["rest"] == rest])
    }


RESTED_FLIPS: Final = Campaign("rested-flips", 600, case, measure)
