"""Single acts in a game record: words as in scenarios, and more of them where the sensors tell more.

    12.3 lift red1                      lifted
    12.6 flip red1 [inferred]           turned over
    12.9 no-flip red1                   an inferred turn that was none
    13.1 place red1 A2 [held]           stands, and is let go at that instant unless it is held
    13.1 place red1 A2 presumed         stands, held, and may be another of its colour
    13.1 named red1                     the glass placed at that instant is known to be that one
    13.1 swapped red1 red2              two were told under each other's names since that instant
    13.1 paired red1 red2               two stood at each other's place when the match began
    13.4 release red1                   let go
    13.9 ring A2 [red]                  a ring, from that player's holder where that is known
    20.0 trouble node-silent red1       what only sensors can say
    30.0 outage 22.5 red1=A2 … A2=1     dark since then; what stands and lies there now, as in `setup`

All functions raise ValueError saying what is wrong and what was expected.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from tamsk_pi.games.instants import format_instant, parse_instant
from tamsk_pi.rules.acts import (
    Act,
    Flip,
    Lift,
    Named,
    NoFlip,
    Outage,
    Paired,
    Place,
    Release,
    Ring,
    Say,
    SensorTrouble,
    Setup,
    Start,
    Swapped,
    Take,
    Tilt,
    Trouble,
    TurnTimer,
    Upright,
)
from tamsk_pi.rules.board import BY_NAME, CELLS, Cell, cell_name, parse_cell
from tamsk_pi.rules.pieces import HOURGLASSES, parse_hourglass, parse_player
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.grammar import parse_say, standard_setup
from tamsk_pi.scenario.words import parse_whole, suggestion

USAGE: Final = {
    "setup": "setup, or setup G=CELL … CELL=RINGS …, or setup empty",
    "start": "start",
    "lift": "lift G",
    "flip": "flip G [inferred]",
    "no-flip": "no-flip G",
    "place": "place G CELL [held or presumed]",
    "named": "named G",
    "swapped": "swapped G G",
    "paired": "paired G G",
    "release": "release G",
    "tilt": "tilt G",
    "upright": "upright G",
    "ring": "ring CELL [PLAYER]",
    "take": "take CELL",
    "timer": "timer",
    "say": "say WHAT …, as in scenarios",
    "trouble": "trouble count-uncertain, node-silent or sensor-dead, then CELL,… or G",
    "outage": "outage SINCE G=CELL … CELL=RINGS …, or outage SINCE empty",
}
HELD: Final = "held"
PRESUMED: Final = "presumed"
INFERRED: Final = "inferred"
EMPTY: Final = "empty"

_MOST_RINGS: Final = 99


def parse_acts(at_ns: int, words: Sequence[str], settings: MatchSettings) -> tuple[Act, ...]:
    """The act of these words, which stand after its time; `place` without `held` is two."""
    match words:
        case ["setup"]:
            return (standard_setup(at_ns, settings.start),)
        case ["setup", *rest]:
            return (Setup(at_ns, *_board(rest)),)
        case ["start"]:
            return (Start(at_ns, settings),)
        case [("lift" | "named" | "no-flip" | "release" | "tilt" | "upright" | "flip") as verb, glass]:
            return (_GLASS_ACTS[verb](at_ns, parse_hourglass(glass)),)
        case ["flip", glass, "inferred"]:
            return (Flip(at_ns, parse_hourglass(glass), is_inferred=True),)
        case ["place", glass, cell]:
            return (Place(at_ns, parse_hourglass(glass), parse_cell(cell)), Release(at_ns, parse_hourglass(glass)))
        case ["place", glass, cell, "held"]:
            return (Place(at_ns, parse_hourglass(glass), parse_cell(cell)),)
        case ["place", glass, cell, "presumed"]:
            return (Place(at_ns, parse_hourglass(glass), parse_cell(cell), is_presumed=True),)
        case [("swapped" | "paired") as verb, one, other]:
            kind = Swapped if verb == "swapped" else Paired
            return (kind(at_ns, parse_hourglass(one), parse_hourglass(other)),)
        case ["ring", cell]:
            return (Ring(at_ns, parse_cell(cell)),)
        case ["ring", cell, player]:
            return (Ring(at_ns, parse_cell(cell), parse_player(player)),)
        case ["take", cell]:
            return (Take(at_ns, parse_cell(cell)),)
        case ["timer"]:
            return (TurnTimer(at_ns),)
        case ["say", *rest]:
            return (parse_say(at_ns, rest),)
        case ["trouble", kind, *rest]:
            return (_trouble(at_ns, kind, rest),)
        case ["outage", since, *rest]:
            return (Outage(at_ns, parse_instant(since), *_board(rest)),)
        case [verb, *_] if verb in USAGE:
            raise ValueError(f"{' '.join(words)!r} is not complete or too long; expected {USAGE[verb]}")
        case [verb, *_]:
            near = suggestion(verb, USAGE)
            raise ValueError(f"{verb!r} is not an act{near or '; expected ' + ', '.join(USAGE)}")
        case _:
            raise ValueError(f"nothing follows the time; expected {', '.join(USAGE)}")


_GLASS_ACTS: Final[dict[str, type[Lift | Named | NoFlip | Release | Tilt | Upright | Flip]]] = {
    "lift": Lift,
    "named": Named,
    "no-flip": NoFlip,
    "release": Release,
    "tilt": Tilt,
    "upright": Upright,
    "flip": Flip,
}


def act_words(act: Act, settings: MatchSettings) -> str:
    """The words of an act, without its time; a `Place` is written as held."""
    match act:
        case Setup():
            is_standard = act == standard_setup(act.at_ns, settings.start)
            return "setup" if is_standard else f"setup {_board_words(act)}"
        case Start():
            return "start"
        case Flip(hourglass=hourglass, is_inferred=is_inferred):
            return f"flip {hourglass.label}" + f" {INFERRED}" * is_inferred
        case NoFlip(hourglass=hourglass):
            return f"no-flip {hourglass.label}"
        case Lift() | Named() | Release() | Tilt() | Upright():
            return f"{type(act).__name__.lower()} {act.hourglass.label}"
        case Place():
            return f"place {act.hourglass.label} {cell_name(act.cell)} {PRESUMED if act.is_presumed else HELD}"
        case Ring():
            return f"ring {cell_name(act.cell)}" + (f" {act.holder}" if act.holder else "")
        case Take():
            return f"take {cell_name(act.cell)}"
        case Swapped() | Paired():
            return f"{type(act).__name__.lower()} {act.one.label} {act.other.label}"
        case TurnTimer():
            return "timer"
        case Say():
            return _say(act)
        case Trouble():
            glass = [act.hourglass.label] if act.hourglass is not None else []
            return " ".join(["trouble", act.trouble, *([_cells(act.cells)] if act.cells else []), *glass])
        case Outage():
            return f"outage {format_instant(act.since_ns)} {_board_words(act)}"
        case _:
            assert_never(act)


def _say(say: Say) -> str:
    words = [str(say.what)]
    if say.cell is not None:
        words.append(cell_name(say.cell))
    if say.hourglass is not None:
        words.append(say.hourglass.label)
    if say.player is not None:
        words.append(str(say.player))
    if parse_say(say.at_ns, words) != say:
        raise ValueError(f"say {' '.join(words)} has no words of its own; expected {USAGE['say']}")
    return " ".join(("say", *words))


def _trouble(at_ns: int, kind: str, words: Sequence[str]) -> Trouble:
    if kind not in tuple(SensorTrouble):
        raise ValueError(f"{kind!r} is not a trouble; expected {USAGE['trouble']}")
    trouble = SensorTrouble(kind)
    match words:
        case []:
            return Trouble(at_ns, trouble)
        case [one] if one.partition(",")[0] in BY_NAME:
            return Trouble(at_ns, trouble, tuple(parse_cell(name) for name in one.split(",")))
        case [one]:
            return Trouble(at_ns, trouble, hourglass=parse_hourglass(one))
        case [some, one]:
            return Trouble(at_ns, trouble, tuple(parse_cell(name) for name in some.split(",")), parse_hourglass(one))
        case _:
            raise ValueError(f"{' '.join(words)!r} is too long; expected {USAGE['trouble']}")


def _cells(cells: Sequence[Cell]) -> str:
    return ",".join(cell_name(cell) for cell in cells)


def _board(words: Sequence[str]) -> tuple[tuple[Cell | None, ...], tuple[int, ...]]:
    """Where the glasses stand, and the rings on each cell; what is not named is not there."""
    cells: list[Cell | None] = [None] * len(HOURGLASSES)
    rings = [0] * len(CELLS)
    named: set[str] = set()
    for word in words if list(words) != [EMPTY] else ():
        what, equals, value = word.partition("=")
        if not equals or what in named:
            raise ValueError(f"{word!r}: expected each G=CELL or CELL=RINGS once")
        named.add(what)
        if what in BY_NAME:
            rings[parse_cell(what)] = parse_whole(value, "a number of rings", _MOST_RINGS)
        else:
            cells[parse_hourglass(what)] = parse_cell(value)
    if not words:
        raise ValueError(f"what the board holds is missing; expected {USAGE['setup']}")
    return tuple(cells), tuple(rings)


def _board_words(board: Setup | Outage) -> str:
    glasses = [
        f"{hourglass.label}={cell_name(cell)}"
        for hourglass, cell in zip(HOURGLASSES, board.cells, strict=True)
        if cell is not None
    ]
    rings = [f"{cell_name(cell)}={board.rings[cell]}" for cell in CELLS if board.rings[cell]]
    return " ".join([*glasses, *rings]) or EMPTY
