"""How hands do what they do: `how …` after an act, and `hand …` for what is no act (docs/scenarios.md).

Words to values and back. The referee alone ignores both; the virtual board carries them out.
"""

from collections.abc import Sequence
from typing import Final

from tamsk_pi.rules.acts import Flip, Lift, Ring, Take
from tamsk_pi.rules.board import cell_name, parse_cell
from tamsk_pi.scenario.statements import Hand, HandKind, How, Manner, Put, Statement
from tamsk_pi.scenario.words import (
    format_number,
    format_seconds,
    parse_number,
    parse_seconds_ns,
    parse_whole,
    suggestion,
)

HAND_USAGE: Final = "hand bare CELL SECONDS, steel CELL SECONDS [COUNTS], knock CELL, clumsy [SEED] or careful"
HOW_USAGE: Final = (
    "how slowly [SECONDS] (lift, flip, place, hold), over CELL …, leaning [SECONDS] or corrected CELL [SECONDS] "
    "(place, hold), bouncing (place, hold, ring), hovering [SECONDS] or crooked [SECONDS] (ring), swept (lift, take)"
)
STEEL_COUNTS: Final = 3.0
"""What a bracelet adds to the sensors right below it where the file does not say."""
LONGEST_NS: Final = 4_000_000_000
"""A table is told of acts at least that long ahead."""

_HOW: Final = "how"
_MS: Final = 1_000_000
_SPAN_NS: Final = {
    How.SLOWLY: 800 * _MS,
    How.LEANING: 400 * _MS,
    How.CORRECTED: 400 * _MS,
    How.HOVERING: 2_000 * _MS,
    How.CROOKED: 200 * _MS,
}
"""How long where the file does not say; what is not here takes no time of its own."""
_ACTS: Final = {
    How.SLOWLY: (Lift, Flip, Put),
    How.OVER: (Put,),
    How.LEANING: (Put,),
    How.BOUNCING: (Put, Ring),
    How.CORRECTED: (Put,),
    How.HOVERING: (Ring,),
    How.CROOKED: (Ring,),
    How.SWEPT: (Lift, Take),
}
_MOST_CELLS: Final = 6
_MOST_COUNTS: Final = 40.0
_MOST_SEED: Final = 999_999_999


def split_how(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str] | None]:
    """The words of an act, and those after `how`, None if there is none."""
    if _HOW not in words or words[0] in ("expect", "fault"):
        return words, None
    at = words.index(_HOW)
    return words[:at], words[at + 1 :]


def parse_manner(statement: Statement, words: Sequence[str]) -> Manner:
    """The manner that the words after `how` name; raises ValueError where this act cannot be done so."""
    how = _how(words)
    if not isinstance(statement, _ACTS[how]):
        raise ValueError(f"this is not done {how}; expected {HOW_USAGE}")
    cells: Sequence[str] = ()
    rest = words[1:]
    if how is How.OVER:
        cells, rest = rest[:_MOST_CELLS], rest[_MOST_CELLS:]
    elif how is How.CORRECTED:
        cells, rest = rest[:1], rest[1:]
    is_complete = bool(cells) is (how in (How.OVER, How.CORRECTED))
    if not is_complete or len(rest) > (how in _SPAN_NS):
        raise ValueError(f"'how {' '.join(words)}' is not complete or too long; expected {HOW_USAGE}")
    span_ns = _span_ns(rest[0]) if rest else _SPAN_NS.get(how, 0)
    return Manner(how, tuple(parse_cell(cell) for cell in cells), span_ns)


def write_manner(manner: Manner) -> str:
    """The manner as `parse_manner` reads it, `how` before it."""
    words = [_HOW, str(manner.how), *(cell_name(cell) for cell in manner.cells)]
    return " ".join([*words, format_seconds(manner.span_ns)] if manner.how in _SPAN_NS else words)


def parse_hand(at_ns: int, words: Sequence[str]) -> Hand:
    """What the words after `hand` say; raises ValueError saying what was expected."""
    match words:
        case ["bare", cell, seconds]:
            return Hand(at_ns, HandKind.BARE, parse_cell(cell), _span_ns(seconds))
        case ["steel", cell, seconds]:
            return Hand(at_ns, HandKind.STEEL, parse_cell(cell), _span_ns(seconds), STEEL_COUNTS)
        case ["steel", cell, seconds, counts]:
            felt = parse_number(counts, "what a bracelet is felt with, in counts", -_MOST_COUNTS, _MOST_COUNTS)
            return Hand(at_ns, HandKind.STEEL, parse_cell(cell), _span_ns(seconds), felt)
        case ["knock", cell]:
            return Hand(at_ns, HandKind.KNOCK, parse_cell(cell))
        case ["clumsy"]:
            return Hand(at_ns, HandKind.CLUMSY)
        case ["clumsy", seed]:
            return Hand(at_ns, HandKind.CLUMSY, seed=parse_whole(seed, "a seed", _MOST_SEED))
        case ["careful"]:
            return Hand(at_ns, HandKind.CAREFUL)
        case _:
            raise ValueError(f"{' '.join(('hand', *words))!r} is nothing a hand does; expected {HAND_USAGE}")


def write_hand(hand: Hand) -> str:
    """What a hand does as `parse_hand` reads it; raises ValueError where the cell is missing."""
    match hand.kind:
        case HandKind.CLUMSY:
            return f"hand clumsy {hand.seed}"
        case HandKind.CAREFUL:
            return "hand careful"
        case HandKind.KNOCK | HandKind.BARE | HandKind.STEEL:
            if hand.cell is None:
                raise ValueError(f"hand {hand.kind}: expected a cell")
            words = ["hand", str(hand.kind), cell_name(hand.cell)]
            if hand.kind is not HandKind.KNOCK:
                words.append(format_seconds(hand.span_ns))
            if hand.kind is HandKind.STEEL:
                words.append(format_number(hand.counts))
            return " ".join(words)


def _how(words: Sequence[str]) -> How:
    try:
        return How(words[0] if words else "")
    except ValueError:
        near = suggestion(words[0], [how.value for how in How]) if words else ""
        raise ValueError(
            f"'how {' '.join(words[:1])}' is no way to do it{near or '; expected ' + HOW_USAGE}"
        ) from None


def _span_ns(word: str) -> int:
    span_ns = parse_seconds_ns(word)
    if not 0 < span_ns <= LONGEST_NS:
        raise ValueError(f"{word!r} is too long or no time at all; expected more than 0, up to 4 seconds")
    return span_ns
