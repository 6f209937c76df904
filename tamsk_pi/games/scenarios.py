"""Records of scenarios, and scenarios of records.

A scenario says what hands do, in whole milliseconds, and whose holder each ring comes from. What only sensors know
(troubles, inferred turns, that something became known late) is left out of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.games.deciding import decided, judgements, rulings_of
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.record import GameRecord, Told, floored, in_order
from tamsk_pi.referee.rulings import RingAccepted
from tamsk_pi.rules.acts import (
    Act,
    Flip,
    Named,
    NoFlip,
    Outage,
    Paired,
    Place,
    Release,
    Ring,
    Setup,
    Start,
    Swapped,
    Trouble,
)
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Player
from tamsk_pi.rules.settings import MEASURED_NAMES, MatchSettings
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.errors import ScenarioError
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import End, Put, Scenario, Statement
from tamsk_pi.scenario.writer import format_scenario, scenario_of

_NS_PER_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ScenarioText:
    """A scenario's text, and in words what the referee rules otherwise on it than on the record, empty if nothing."""

    text: str
    differs: str


def record_of_scenario(scenario: Scenario) -> GameRecord:
    """What hands do in that scenario, without its expectations and faults."""
    told = in_order(Told(act) for act in to_acts(scenario))
    return GameRecord(scenario.settings, told, scenario.end_ns)


def scenario_text(record: GameRecord, name: str) -> ScenarioText:
    """The record as a scenario; `name` is the file's in messages.

    Raises GameError for what hands could not do or a scenario cannot say.
    """
    default = MatchSettings()
    unsaid = {name: getattr(default, name) for name in ("red", "black", *MEASURED_NAMES)}
    settings = replace(record.settings, **unsaid)
    coarse = floored(record)
    statements = tuple(_statements(coarse, settings, _holders(record)))
    try:
        text = format_scenario(scenario_of(name, settings, statements))
        again = record_of_scenario(parse(text, name))
    except ScenarioError as error:
        raise GameError(name, None, f"hands alone cannot do this: {error.text}") from None
    except ValueError as error:
        raise GameError(name, None, f"a scenario cannot say this: {error}") from None
    return ScenarioText(text, _difference(judgements(again), judgements(record)))


def _difference(now: Sequence[Mapping[str, object]], then: Sequence[Mapping[str, object]]) -> str:
    if now == then:
        return ""
    if [_undated(ruling) for ruling in now] == [_undated(ruling) for ruling in then]:
        return "some rulings are dated otherwise by milliseconds"
    return "the referee rules otherwise"


def _undated(ruling: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in ruling.items() if name != "at_ms"}


def _statements(record: GameRecord, settings: MatchSettings, holders: Sequence[Player]) -> Iterator[Statement]:
    acts = [told.act for told in record.told if told.act.at_ns <= record.until_ns]
    owners = iter(holders)
    for index, act in enumerate(acts):
        match act:
            case Release() | Trouble() | Named() | Paired():
                continue
            case Setup() if index == 0 and _is_empty(act):
                continue  # a scenario's board is empty until it is set up
            case Place(at_ns, hourglass, cell):
                yield Put(at_ns, hourglass, cell, _held_ns(acts, index, record.until_ns))
            case Ring(at_ns, cell, holder):
                yield Ring(at_ns, cell, holder or next(owners))
            case Flip(at_ns, hourglass):
                yield Flip(at_ns, hourglass)
            case NoFlip() | Swapped() | Outage():
                raise GameError(
                    "", None, f"a scenario cannot say {type(act).__name__.lower()}, which only sensors know"
                )
            case Start(at_ns):
                yield Start(at_ns, settings)
            case _:
                yield act
    yield End(record.until_ns)


def _is_empty(setup: Setup) -> bool:
    return not any(setup.rings) and all(cell is None for cell in setup.cells)


def _held_ns(acts: Sequence[Act], index: int, until_ns: int) -> int:
    """How long the glass placed at that index is held; beyond the end if it is not let go."""
    place = acts[index]
    for act in acts[index + 1 :]:
        if getattr(act, "hourglass", None) is getattr(place, "hourglass", None):
            return act.at_ns - place.at_ns if isinstance(act, Release) else 0
    return until_ns + _NS_PER_MS - place.at_ns


def _holders(record: GameRecord) -> tuple[Player, ...]:
    """Whose each ring without a known holder was, in the order in which they came: whose count it went off.

    A refused one is thought to be red's.
    """
    accepted = [r for r in rulings_of(decided(record)) if isinstance(r, RingAccepted)]
    owners = []
    for told in record.told:
        if isinstance(told.act, Ring) and told.act.holder is None:
            owners.append(_owner(accepted, told.act.cell, told.act.at_ns))
    return tuple(owners)


def _owner(accepted: Sequence[RingAccepted], cell: Cell, at_ns: int) -> Player:
    later = [ruling for ruling in accepted if ruling.cell == cell and ruling.at_ns >= at_ns]
    return later[0].player if later else Player.RED
