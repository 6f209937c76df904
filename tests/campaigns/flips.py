"""Campaign `flips`: hands do things to a hourglass, and its node's firmware says what it makes of them.

Every case is one trace of handling through the whole node: rigid body, chip, bus, Adafruit's library, code.py,
advertisement. 100 % of the true flips must be found, none invented, each said within 120 ms of the other end's being
plainly down (its axis within 55 degrees of vertical) and dated within 50 ms of its crossing 60 degrees.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from campaigns.runner import Campaign, Json
from node_rig.handled import Outcome, outcome


def case(seed: int, index: int) -> Json:
    """One trace."""
    return as_json(outcome(seed, index))


def as_json(found: Outcome) -> Json:
    """An outcome as the campaign keeps it."""
    return {
        "failure": found.failure,
        "way": found.way,
        "true": found.truths,
        "found": found.found,
        "latency_ms": found.latency_ms,
        "dated_ms": found.dated_ms,
        "since_limit_ms": found.since_limit_ms,
    }


def measure(outcomes: Sequence[Json]) -> Json:
    """True flips, flips found, and the distribution of latency and of the error of the date."""
    return {
        "true_flips": sum(int(str(o["true"])) for o in outcomes),
        "found_flips": sum(int(str(o["found"])) for o in outcomes),
        "ways": dict(sorted(Counter(str(o["way"]) for o in outcomes).items())),
        **{name: quantiles_of(outcomes, name) for name in ("latency_ms", "since_limit_ms", "dated_ms")},
    }


def quantiles_of(outcomes: Sequence[Json], name: str) -> Json:
    """Least, median, 99th percentile and most of that number, where it is known."""
    values = sorted(float(str(o[name])) for o in outcomes if o[name] is not None)
    if not values:
        return {}
    places = {"least": 0.0, "median": 0.5, "p99": 0.99, "most": 1.0}
    return {name: round(values[round(share * (len(values) - 1))], 1) for name, share in places.items()}


FLIPS: Final = Campaign("flips", 10_000, case, measure)
