"""Campaign `referee`: random hands before two referees, the product's and one written straight from the rules.

Each case is a seeded sequence of doings, from ten acts to a whole match (`hands_at_random`). Both referees must rule
alike; what holds whatever hands do (`invariants`) must hold: asked of every sequence's rulings, and of each fifth
one along its way, told late and in batches. A sequence that fails is shrunk to the smallest scenario that still fails
and written to `.campaigns/`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from random import Random
from typing import Final

from hands_at_random import RandomHands, random_settings
from invariants import broken_along_the_way, broken_in_rulings
from plain.glass import MS
from plain.match import Ruling
from plain.referee import rulings as rulings_by_the_book

from campaigns.runner import CACHE, Campaign, Json
from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.referee.rulings import Ruling as ProductRuling
from tamsk_pi.rules.acts import Start
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.statements import End, Scenario, Statement
from tamsk_pi.scenario.table import Table
from tamsk_pi.scenario.writer import format_scenario, scenario_of

BATCH: Final = 100
"""Sequences a case."""

Statements = Sequence[Statement]
Fails = Callable[[MatchSettings, Statements], str | None]


@dataclass(frozen=True, slots=True)
class Doings:
    """One sequence of doings as a scenario."""

    settings: MatchSettings
    statements: tuple[Statement, ...]
    has_ended: bool | None
    """Whether a match that was played on to its end has ended; None if it was not."""


def sequence(seed: int) -> Doings:
    """The sequence of that seed."""
    random = Random(seed)
    settings = random_settings(random)
    hands = RandomHands(settings, random)
    hands.play(random.choice([6, 6, 8, 8, 10, 12, 20, 36]))
    is_finished = random.random() < 0.015
    if is_finished:
        hands.finish_match()
    end = hands.at + random.choice([0, 1, 500, 20_000, 600_000]) * MS
    has_ended = hands.guide.stage == "ended" if is_finished and hands.guide.stage != "before" else None
    return Doings(settings, (*hands.statements, End(end)), has_ended)


def played(settings: MatchSettings, statements: Statements) -> Scenario:
    return scenario_of("sequence", settings, statements)


def rulings_of_the_product(scenario: Scenario) -> list[Ruling]:
    """Everything told at once."""
    return as_printed(decide(RefereeState.initial(scenario.settings), to_acts(scenario), scenario.end_ns)[1])


def as_printed(rulings: Sequence[ProductRuling]) -> list[Ruling]:
    """Evidence left out; nothing is provisional when everything is known."""
    return [{k: v for k, v in ruling.as_json().items() if k not in ("why", "provisional")} for ruling in rulings]


def difference(
    settings: MatchSettings, statements: Statements, seen: Counter[str], *, step_by_step: bool
) -> str | None:
    """Where the two referees part, or which invariant does not hold; None if all is well. `seen` counts rulings."""
    scenario = played(settings, statements)
    acts = to_acts(scenario)
    product = rulings_of_the_product(scenario)
    book = rulings_by_the_book(settings, acts, scenario.end_ns)
    for i, (ours, theirs) in enumerate(zip_longest(product, book)):
        if ours != theirs:
            return f"ruling {i + 1}: the product says {ours}, by the book it is {theirs}"
    seen.update(map(kind_of, product))
    if step_by_step:
        return broken_in_rulings(product) or broken_along_the_way(settings, acts, scenario.end_ns, product)
    return broken_in_rulings(product)


def at_ms(ruling: Ruling) -> int:
    """When it happened, in milliseconds."""
    at = ruling["at_ms"]
    assert isinstance(at, int)
    return at


def fails(settings: MatchSettings, statements: Statements) -> str | None:
    """As `difference`, step by step; a referee that raises fails, too."""
    return _tried(settings, statements, Counter(), step_by_step=True)


def _tried(settings: MatchSettings, statements: Statements, seen: Counter[str], *, step_by_step: bool) -> str | None:
    try:
        return difference(settings, statements, seen, step_by_step=step_by_step)
    except (ValueError, AssertionError, LookupError, TypeError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"


def shrunk(
    settings: MatchSettings, statements: Statements, still_fails: Fails
) -> tuple[MatchSettings, tuple[Statement, ...]]:
    """The smallest scenario that still fails: statements left out by halves, then settings made default."""
    kept, size = tuple(statements), max(1, len(statements) // 2)
    while True:
        before, at = kept, 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            if fewer and is_possible(fewer) and still_fails(settings, fewer):
                kept = fewer
            else:
                at += size
        if size == 1 and kept == before:
            break
        size = max(1, size // 2)
    for field in fields(MatchSettings):
        plainer = replace(settings, **{field.name: getattr(MatchSettings(), field.name)})
        restarted = tuple(Start(s.at_ns, plainer) if isinstance(s, Start) else s for s in kept)
        if plainer != settings and still_fails(plainer, restarted):
            settings, kept = plainer, restarted
    return settings, kept


def is_possible(statements: Statements) -> bool:
    """Whether hands can do that (`scenario/table.py`)."""
    table = Table()
    try:
        for statement in statements:
            table.tell(statement)
    except ValueError:
        return False
    return True


def write_smallest(seed: int, found: Doings) -> str:
    """Shrink, write, and say where it is and what is wrong."""
    settings, statements = shrunk(found.settings, found.statements, fails)
    note = f"# seed {seed}: {fails(settings, statements)}\n"
    if settings.end_ms:  # a scenario cannot say them
        note += f"# end_ms={settings.end_ms}\n"
        settings = replace(settings, end_ms=())
        statements = tuple(Start(s.at_ns, settings) if isinstance(s, Start) else s for s in statements)
    CACHE.mkdir(exist_ok=True)
    path = CACHE / f"referee-{seed}.tamsk"
    path.write_text(note + format_scenario(played(settings, statements)), encoding="utf-8")
    return f"seed {seed}, {path.name}: {note.splitlines()[0].partition(': ')[2]}"


def case(seed: int, index: int) -> Json:
    """One batch of sequences; the first that fails is shrunk, the others are named."""
    failures, seen, acts, ended = list[str](), Counter[str](), 0, 0
    for number in range(BATCH):
        chosen = (seed * 1_000_003 + index) * BATCH + number
        found = sequence(chosen)
        is_checked_on_its_way = number % 5 == 0
        if _tried(found.settings, found.statements, seen, step_by_step=is_checked_on_its_way) is not None:
            failures.append(f"seed {chosen}" if failures else write_smallest(chosen, found))
        elif found.has_ended is False:
            failures.append(f"seed {chosen}: the players moved whenever they could, and the match did not end")
        else:
            acts += len(found.statements)
            ended += found.has_ended is True
    return {"failure": "; ".join(failures) or None, "acts": acts, "ended": ended, "seen": dict(seen)}


def kind_of(ruling: Ruling) -> str:
    """Kind, reason or kind of ring or outcome, and rule: what a campaign has met."""
    more = [ruling[key] for key in ("reason", "kind", "outcome", "undone") if key in ruling]
    return " ".join(str(word) for word in (ruling["ruling"], *more, ruling["rule"]))


def measure(outcomes: Sequence[Json]) -> Json:
    """How much was played, and how often each kind of ruling came."""
    seen = Counter[str]()
    for outcome in outcomes:
        counts = outcome["seen"]
        assert isinstance(counts, dict)
        seen.update(counts)
    return {
        "sequences": len(outcomes) * BATCH,
        "acts": sum(int(str(outcome["acts"])) for outcome in outcomes),
        "whole_matches": sum(int(str(outcome["ended"])) for outcome in outcomes),
        "rulings": sum(seen.values()),
        "kinds": len(seen),
        "seen": dict(sorted(seen.items())),
    }


REFEREE: Final = Campaign("referee", 100_000, case, measure, BATCH)
