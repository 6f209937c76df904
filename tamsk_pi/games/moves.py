"""A move's line read: its words to acts, at times that it says or, at level 1, that are made up for it.

Made up, each line comes when every window of the one above has closed, and a move's ring right after its release: so
a ring on a move's line is the mover's, and one on a line of its own the opponent's (H3).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tamsk_pi.games.instants import NS_PER_S, parse_instant
from tamsk_pi.games.seats import BESIDE
from tamsk_pi.rules.acts import Act, Flip, Lift, Place, Release, Ring
from tamsk_pi.rules.board import Cell, parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player, parse_hourglass, parse_player
from tamsk_pi.rules.settings import MatchSettings

MOVE_USAGE: Final = "GLASS FROM-TO LIFTED/TURNED/SET-DOWN +RING, such as red1 A1-A2 12.4/12.7/13.1 +14.2"
NUMBER: Final = re.compile(r"(\d{1,6})\.", re.ASCII)

_ROUTE: Final = re.compile(rf"({BESIDE}|[A-Za-z]\d+)-([A-Za-z]\d+)", re.ASCII)
_TIMES: Final = re.compile(r"([\d.]*)/([\d.,?]*)/([\d.]+)(?:-([\d.]+))?", re.ASCII)
_RING: Final = re.compile(r"\+([\d.]+)?(?:/(red|black))?", re.ASCII)
_NS_PER_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class MoveWords:
    """A move as its line says it: from where, and the acts that carried it out."""

    hourglass: Hourglass
    origin: Cell | None
    acts: tuple[Act, ...]


def is_move(words: Sequence[str]) -> bool:
    """Whether these words, without a number, are meant as a move."""
    return len(words) >= 2 and _ROUTE.fullmatch(words[1]) is not None


def parse_move(words: Sequence[str], settings: MatchSettings, free_ns: int) -> MoveWords:
    """The move of these words; `free_ns` is when it is lifted if they say no times.

    Raises ValueError saying what was expected.
    """
    hourglass = parse_hourglass(words[0])
    route = _ROUTE.fullmatch(words[1])
    if route is None:
        raise ValueError(f"{words[1]!r} is not a way; expected {MOVE_USAGE}")
    origin = None if route[1] == BESIDE else parse_cell(route[1])
    to = parse_cell(route[2])
    times, rings = _parts(words[2:])
    if times is None:
        require_no_clock(settings)
        acts = _untimed(hourglass, origin, to, free_ns)
    else:
        acts = _timed(hourglass, origin, to, times)
    for ring in rings:
        acts = (*acts, _ring(ring, to, None if times is not None else acts[-1].at_ns + NS_PER_S))
    return MoveWords(hourglass, origin, acts)


def next_free_ns(last_ns: int, settings: MatchSettings) -> int:
    """When a line without times comes after one that ended then."""
    return last_ns + settings.ring_window * _NS_PER_MS + NS_PER_S


def untimed_end_ns(last_ns: int, settings: MatchSettings) -> int:
    """How long the clocks run where the times are made up: until every window and right has lapsed."""
    return next_free_ns(last_ns, settings) + settings.penalty_window_ms * _NS_PER_MS


def require_no_clock(settings: MatchSettings) -> None:
    """Raises ValueError where times decide and cannot be left out."""
    if settings.has_sand:
        raise ValueError(f"a line without its time; at level {settings.level} sand runs, so expected one")


def _parts(words: Sequence[str]) -> tuple[re.Match[str] | None, list[re.Match[str]]]:
    rest = list(words)
    times = _TIMES.fullmatch(rest[0]) if rest else None
    if times is not None:
        rest.pop(0)
    rings = [ring for word in rest[:1] if (ring := _RING.fullmatch(word)) is not None]
    if len(rings) != len(rest):
        raise ValueError(f"{rest[len(rings)]!r} does not belong to a move; expected {MOVE_USAGE}")
    return times, rings


def _timed(hourglass: Hourglass, origin: Cell | None, to: Cell, times: re.Match[str]) -> tuple[Act, ...]:
    lifted, turned, placed, let_go = times.groups()
    if (origin is None) == bool(lifted):
        said = "is not lifted, and a time of lifting" if lifted else "is lifted, and no time of lifting"
        raise ValueError(
            f"{times[0]}: a glass from {BESIDE if lifted else 'a cell'} {said} stands there; expected {MOVE_USAGE}"
        )
    acts: list[Act] = [Lift(parse_instant(lifted), hourglass)] if lifted else []
    for word in turned.split(",") if turned else ():
        acts.append(Flip(parse_instant(word.removesuffix("?")), hourglass, is_inferred=word.endswith("?")))
    acts.append(Place(parse_instant(placed), hourglass, to))
    acts.append(Release(parse_instant(let_go or placed), hourglass))
    if any(before.at_ns > after.at_ns for before, after in pairwise(acts)):
        raise ValueError(f"{times[0]}: expected times that never decrease")
    return tuple(acts)


def _untimed(hourglass: Hourglass, origin: Cell | None, to: Cell, free_ns: int) -> tuple[Act, ...]:
    placed_ns = free_ns + NS_PER_S
    lift = () if origin is None else (Lift(free_ns, hourglass),)
    return (*lift, Place(placed_ns, hourglass, to), Release(placed_ns, hourglass))


def _ring(ring: re.Match[str], to: Cell, free_ns: int | None) -> Ring:
    at, holder = ring.groups()
    if at is None and free_ns is None:
        raise ValueError(f"{ring[0]!r}: the move has its times; expected that of its ring too, such as +14.2")
    player: Player | None = None if holder is None else parse_player(holder)
    return Ring(parse_instant(at) if at is not None else free_ns or 0, to, player)
