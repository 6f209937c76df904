"""Acts to and from JSON, with the names that people read: cells A1 … G4, hourglasses red1 … black3."""

from collections.abc import Callable, Iterable
from typing import Final, assert_never

from tamsk_pi.journal.fields import FieldError, Fields, JsonObject
from tamsk_pi.journal.settings_codec import decode_settings, encode_settings
from tamsk_pi.rules.acts import (
    Act,
    Answer,
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
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import Hourglass


def encode_act(act: Act) -> JsonObject:
    """The act as a JSON object: `act` its kind, `at_ns` its instant, and its own members."""
    return {"at_ns": act.at_ns, **_members(act)}


def decode_act(given: Fields) -> Act:
    """The act again; raises FieldError naming the member that is wrong."""
    kind = given.text("act")
    if kind not in _KINDS:
        raise FieldError(f"act is {kind!r}, expected {', '.join(_KINDS)}")
    names, decode = _KINDS[kind]
    given.require_exactly("record", "act", "at_ns", *names)
    return decode(given.integer("at_ns"), given)


def _members(act: Act) -> JsonObject:
    match act:
        case Setup():
            return {"act": "setup", "cells": _names(act.cells), "rings": act.rings}
        case Start():
            return {"act": "start", "settings": encode_settings(act.settings)}
        case Lift():
            return {"act": "lift", "hourglass": act.hourglass.label}
        case Place():
            kind = "place-presumed" if act.is_presumed else "place"
            return {"act": kind, "hourglass": act.hourglass.label, "cell": cell_name(act.cell)}
        case Release():
            return {"act": "release", "hourglass": act.hourglass.label}
        case Flip():
            return {"act": "flip", "hourglass": act.hourglass.label, "inferred": act.is_inferred}
        case NoFlip():
            return {"act": "no-flip", "hourglass": act.hourglass.label}
        case Named():
            return {"act": "named", "hourglass": act.hourglass.label}
        case Swapped():
            return {"act": "swapped", "one": act.one.label, "other": act.other.label}
        case Paired():
            return {"act": "paired", "one": act.one.label, "other": act.other.label}
        case Tilt():
            return {"act": "tilt", "hourglass": act.hourglass.label}
        case Upright():
            return {"act": "upright", "hourglass": act.hourglass.label}
        case Ring():
            return {"act": "ring", "cell": cell_name(act.cell), "holder": act.holder}
        case Take():
            return {"act": "take", "cell": cell_name(act.cell)}
        case TurnTimer():
            return {"act": "timer"}
        case Say():
            return {
                "act": "say",
                "what": act.what,
                "player": act.player,
                "hourglass": _label(act.hourglass),
                "cell": _name(act.cell),
            }
        case Trouble():
            return {
                "act": "trouble",
                "trouble": act.trouble,
                "cells": _names(act.cells),
                "hourglass": _label(act.hourglass),
            }
        case Outage():
            return {
                "act": "outage",
                "since_ns": act.since_ns,
                "cells": _names(act.cells),
                "rings": act.rings,
            }
        case _:
            assert_never(act)


def _name(cell: Cell | None) -> str | None:
    return None if cell is None else cell_name(cell)


def _names(cells: Iterable[Cell | None]) -> list[str | None]:
    return [_name(cell) for cell in cells]


def _label(hourglass: Hourglass | None) -> str | None:
    return None if hourglass is None else hourglass.label


def _setup(at_ns: int, given: Fields) -> Act:
    return Setup(at_ns, given.cells_or_none("cells"), given.integers("rings"))


def _start(at_ns: int, given: Fields) -> Act:
    return Start(at_ns, decode_settings(Fields.of(given.value("settings"), "settings")))


def _place(at_ns: int, given: Fields) -> Act:
    return Place(at_ns, given.hourglass("hourglass"), given.cell("cell"))


def _place_presumed(at_ns: int, given: Fields) -> Act:
    return Place(at_ns, given.hourglass("hourglass"), given.cell("cell"), is_presumed=True)


def _flip(at_ns: int, given: Fields) -> Act:
    return Flip(at_ns, given.hourglass("hourglass"), given.truth("inferred"))


def _ring(at_ns: int, given: Fields) -> Act:
    return Ring(at_ns, given.cell("cell"), given.player_or_none("holder"))


def _say(at_ns: int, given: Fields) -> Act:
    return Say(
        at_ns,
        given.choice("what", Answer),
        given.player_or_none("player"),
        given.hourglass_or_none("hourglass"),
        given.cell_or_none("cell"),
    )


def _trouble(at_ns: int, given: Fields) -> Act:
    return Trouble(
        at_ns, given.choice("trouble", SensorTrouble), given.cells("cells"), given.hourglass_or_none("hourglass")
    )


def _outage(at_ns: int, given: Fields) -> Act:
    return Outage(at_ns, given.integer("since_ns"), given.cells_or_none("cells"), given.integers("rings"))


_KINDS: Final[dict[str, tuple[tuple[str, ...], Callable[[int, Fields], Act]]]] = {
    "setup": (("cells", "rings"), _setup),
    "start": (("settings",), _start),
    "lift": (("hourglass",), lambda at_ns, given: Lift(at_ns, given.hourglass("hourglass"))),
    "place": (("hourglass", "cell"), _place),
    "place-presumed": (("hourglass", "cell"), _place_presumed),
    "release": (("hourglass",), lambda at_ns, given: Release(at_ns, given.hourglass("hourglass"))),
    "flip": (("hourglass", "inferred"), _flip),
    "no-flip": (("hourglass",), lambda at_ns, given: NoFlip(at_ns, given.hourglass("hourglass"))),
    "named": (("hourglass",), lambda at_ns, given: Named(at_ns, given.hourglass("hourglass"))),
    "swapped": (
        ("one", "other"),
        lambda at_ns, given: Swapped(at_ns, given.hourglass("one"), given.hourglass("other")),
    ),
    "paired": (
        ("one", "other"),
        lambda at_ns, given: Paired(at_ns, given.hourglass("one"), given.hourglass("other")),
    ),
    "tilt": (("hourglass",), lambda at_ns, given: Tilt(at_ns, given.hourglass("hourglass"))),
    "upright": (("hourglass",), lambda at_ns, given: Upright(at_ns, given.hourglass("hourglass"))),
    "ring": (("cell", "holder"), _ring),
    "take": (("cell",), lambda at_ns, given: Take(at_ns, given.cell("cell"))),
    "timer": ((), lambda at_ns, _: TurnTimer(at_ns)),
    "say": (("what", "player", "hourglass", "cell"), _say),
    "trouble": (("trouble", "cells", "hourglass"), _trouble),
    "outage": (("since_ns", "cells", "rings"), _outage),
}
