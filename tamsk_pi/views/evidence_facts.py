"""What was the case when something was ruled, and the instants it rests on, in words."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from tamsk_pi.referee.why import NS_PER_MS, Case, Circumstance, Fact, What
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.catalogue import FieldValue, Message, Text, hourglass_message, message

Names: TypeAlias = Mapping[Player, Text]

_FACTS: Final = {
    What.LIFTED: "why-lifted",
    What.TURNED: "why-turned",
    What.PLACED: "why-placed",
    What.RELEASED: "why-released",
    What.LAID: "why-laid",
    What.DROPPED: "why-dropped",
    What.TAKEN: "why-taken",
    What.TIMER_TURNED: "why-timer-turned",
    What.SAID: "why-said",
    What.REPORTED: "why-reported",
    What.TIMER_RAN_OUT: "why-timer-ran-out",
    What.SAND_RAN_OUT: "why-sand-ran-out",
    What.WINDOW_CLOSED: "why-window-closed",
    What.MATCH_STARTED: "why-match-started",
    What.TURN_STARTED: "why-turn-started",
    What.TURN_PASSED: "why-turn-passed",
    What.PENALTY_GRANTED: "why-penalty-granted",
    What.REFUSED: "why-refused",
    What.ACCEPTED: "why-accepted",
    What.NOBODY_CAN_MOVE: "why-nobody-can-move",
    What.PAUSED: "why-paused",
    What.DARK: "why-dark-since",
}

_CASES: Final = {
    Case.DISTANCE: "why-distance",
    Case.RINGS: "why-rings",
    Case.TURNS: "why-turns",
    Case.TURN_INFERRED: "why-turn-inferred",
    Case.NAME_PRESUMED: "why-name-presumed",
    Case.HELD_BY: "why-held-by",
    Case.NOT_MOVED_YET: "why-not-moved-yet",
    Case.LOST: "why-lost",
    Case.NO_WAY: "why-no-way",
    Case.HAS_RING: "why-has-ring",
    Case.NO_WINDOW: "why-no-window",
    Case.NEWEST_CELL: "why-newest-cell",
    Case.TURN_IS_BOUND: "why-turn-is-bound",
    Case.END_DOWN: "why-end-down",
    Case.FINES_LEFT: "why-fines-left",
    Case.RINGLESS_MOVES: "why-ringless-moves",
    Case.RINGS_CHANGED: "why-rings-changed",
    Case.SEAT: "why-seat",
    Case.HOME: "why-home",
    Case.LIVING: "why-living",
    Case.NEVER_RAN: "why-never-ran",
}


def cases(given: tuple[Circumstance, ...], names: Names) -> tuple[Message, ...]:
    """A sentence for everything that was the case."""
    return tuple(_case(alike, names) for alike in _alike(given))


def _alike(given: tuple[Circumstance, ...]) -> Iterator[tuple[Circumstance, ...]]:
    """Glasses of which the same is to be said are named together."""
    together = (Case.NOT_MOVED_YET, Case.LOST, Case.NO_WAY, Case.LIVING)
    for case in dict.fromkeys(one.case for one in given):
        same = tuple(one for one in given if one.case is case)
        if case in together:
            yield same
        else:
            yield from ((one,) for one in same)


def _case(alike: tuple[Circumstance, ...], names: Names) -> Message:
    first = alike[0]
    glasses = tuple(hourglass_message(one.hourglass) for one in alike if one.hourglass is not None)
    fields: dict[str, FieldValue] = {
        "player": "" if first.player is None else names[first.player],
        "hourglass": glasses[:1],
        "hourglasses": glasses,
        "glasses": len(glasses),
        "cell": "" if first.cell is None else cell_name(first.cell),
        "place": _place(first.cell),
        "count": abs(first.count or 0),
        "change": "fewer" if (first.count or 0) < 0 else "more",
        "limit": 0 if first.limit is None else first.limit,
    }
    return message(_CASES[first.case], **fields)


def instants(rests_on: tuple[Fact, ...], names: Names, origin_ns: int) -> Iterator[Message]:
    """What was done to each glass, then what else happened."""
    facts = _without_repetition(rests_on)
    for hourglass in dict.fromkeys(fact.hourglass for fact in facts if fact.hourglass is not None):
        told = tuple(_fact(fact, names, origin_ns) for fact in facts if fact.hourglass is hourglass)
        yield message("why-instants-of", hourglass=hourglass_message(hourglass), instants=told)
    others = tuple(_fact(fact, names, origin_ns) for fact in facts if fact.hourglass is None)
    if others:
        yield message("why-instants", instants=others)


def _without_repetition(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """A glass let go the moment it stands is said to be released there, no more."""
    released = {(fact.hourglass, fact.at_ns) for fact in facts if fact.what is What.RELEASED}
    return tuple(f for f in facts if f.what is not What.PLACED or (f.hourglass, f.at_ns) not in released)


def _fact(fact: Fact, names: Names, origin_ns: int) -> Message:
    return message(
        _fact_key(fact),
        at=_clock((fact.at_ns - origin_ns) // NS_PER_MS),
        player="" if fact.player is None else names[fact.player],
        cell="" if fact.cell is None else cell_name(fact.cell),
        place=_place(fact.cell),
    )


def _fact_key(fact: Fact) -> str:
    match fact:
        case Fact(what=What.SAID, player=Player()):
            return "why-said-by"
        case Fact(what=What.SAID, hourglass=int()):
            return "why-named"
        case _:
            return _FACTS[fact.what]


def _place(cell: Cell | None) -> str:
    return "beside" if cell is None else "on"


def _clock(at_ms: int) -> Message:
    seconds, thousandths = divmod(at_ms, 1_000)
    return message(
        "why-clock", minutes=str(seconds // 60), seconds=f"{seconds % 60:02}", thousandths=f"{thousandths:03}"
    )
