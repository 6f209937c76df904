"""What is shown while nodes are paired: one thing to do at a time, what was found, and what was doubtful.

The cell of the glass that is to be turned over says so as it does in a match (two quick blinks, a rest); the neutral
timer stands on no cell, so both bars do. Doubtful, the cell blinks fast for the first second and a half of each try.
What is done shines. The bars fill up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tamsk_pi.calibration.node_pairing import NEUTRAL_TIMER, Doubt, NodePairing
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.catalogue import Catalogue, Message, Text, message
from tamsk_pi.views.health_view import node_message
from tamsk_pi.views.light_language import Rgb, Signal, colour_at
from tamsk_pi.views.light_shapes import Moment
from tamsk_pi.views.page_state import PageState

BAR_PIXELS: Final = 8
_AGAIN_MS: Final = 4_000
_WRONG_MS: Final = 1_400
"""A doubtful cell is shown wrong for so long out of `_AGAIN_MS`, then it asks again."""


@dataclass(frozen=True, slots=True)
class PairingView:
    """`glass` is to be turned over now, None when all are done; `done` are glass, address, and whether it is new."""

    number: int
    count: int
    glass: str | None
    cell: str | None
    title: Text
    hint: Text
    done: tuple[tuple[str, str, bool], ...]
    doubt: Text | None = None
    trouble: Text | None = None


def pairing_view(pairing: NodePairing, place: str | None, trouble: Text | None = None) -> PairingView:
    """What is to be said; `place` is the name of the cell that is lit."""
    glass = pairing.glass
    over = len(pairing.done) + len(pairing.skipped)
    return PairingView(
        number=min(over + 1, len(pairing.wanted)),
        count=len(pairing.wanted),
        glass=glass,
        cell=place if glass is not None else None,
        title=_title(pairing, place),
        hint=message("pairing-hint-done") if glass is None else message("pairing-hint"),
        done=tuple((pair.glass, pair.address, not pair.is_known) for pair in pairing.done),
        doubt=_doubt(pairing),
        trouble=trouble,
    )


def _title(pairing: NodePairing, place: str | None) -> Message:
    glass = pairing.glass
    if glass is None:
        return message("pairing-done", count=len(pairing.done))
    if glass == NEUTRAL_TIMER:
        return message("pairing-turn-timer", times=pairing.turns_left)
    return message("pairing-turn", glass=node_message(glass), cell=place or "")


def _doubt(pairing: NodePairing) -> Text | None:
    match pairing.doubt:
        case None:
            return None
        case Doubt.SEVERAL:
            return message("pairing-several", count=len(pairing.doubtful))
        case Doubt.TAKEN:
            of = next(pair.glass for pair in pairing.done if pair.address in pairing.doubtful)
            return message("pairing-taken", glass=node_message(of))
        case Doubt.SILENT:
            return message("pairing-silent")
        case Doubt.UNSURE:
            return message("pairing-unsure")
        case Doubt.ANOTHERS:
            of = next(glass for glass, address in pairing.known.items() if address in pairing.doubtful)
            return message("pairing-anothers", glass=node_message(of))
        case Doubt.CHANGED:
            return message("pairing-changed")


def pairing_state(view: PairingView, catalogue: Catalogue) -> PageState:
    """The view as the page's JSON, in that catalogue's words."""
    return {
        "number": view.number,
        "count": view.count,
        "glass": view.glass,
        "cell": view.cell,
        "title": catalogue.say(view.title),
        "hint": catalogue.say(view.hint),
        "doubt": None if view.doubt is None else catalogue.say(view.doubt),
        "trouble": None if view.trouble is None else catalogue.say(view.trouble),
        "done": [{"glass": glass, "address": address, "is_new": is_new} for glass, address, is_new in view.done],
    }


def pairing_lights(
    pixels: int, cell: Cell | None, done: Sequence[Cell], is_timer: bool, is_doubtful: bool, share: float, now_ms: int
) -> tuple[Rgb, ...]:
    """`pixels` colours: the 37 cells, then the bars. `cell` is that of the glass to be turned over."""
    frame: list[Rgb] = [(0, 0, 0)] * pixels
    for place in done:
        frame[place] = colour_at(Signal.DONE, None, Moment(now_ms))
    asks = Signal.WRONG if is_doubtful and now_ms % _AGAIN_MS < _WRONG_MS else Signal.FLIP_NEEDED
    if cell is not None and not is_timer:
        frame[cell] = colour_at(asks, None, Moment(now_ms))
    for i in range(len(CELLS), pixels):
        rank = (i - len(CELLS)) % BAR_PIXELS
        player = tuple(Player)[(i - len(CELLS)) // BAR_PIXELS]
        moment = Moment(now_ms, rank, BAR_PIXELS, left=BAR_PIXELS * share)
        frame[i] = colour_at(asks if is_timer else Signal.PROGRESS, None if is_timer else player, moment)
    return tuple(frame)
