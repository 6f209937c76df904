"""The lines of a match below its headers: moves, acts, comments, and what the referee said.

    3. red1 A2-B3 12.4/12.7/13.1 +14.2

`NUMBER. GLASS FROM-TO LIFTED/TURNED/SET-DOWN +RING`: the third move that was accepted. `12.4//13.1` was not turned
over, `12.4/12.7,12.9/13.1` twice; `12.7?` was inferred; `13.1-13.6` was let go only then. A glass that is brought in
comes from `off` and is not lifted (`/12.7/13.1`). `+14.2/red` came from red's holder. At level 1 the times may all be
left out: `3. red1 A2-B3 +`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tamsk_pi.games.act_words import HELD, act_words
from tamsk_pi.games.carries import Carry, carries_of
from tamsk_pi.games.deciding import Step
from tamsk_pi.games.instants import format_instant
from tamsk_pi.games.record import GameRecord, Told, begins_plainly, last_ns
from tamsk_pi.games.remarks import remark_of
from tamsk_pi.games.seats import BESIDE
from tamsk_pi.referee.rulings import MoveAccepted
from tamsk_pi.rules.acts import Flip, Place, Release, Ring
from tamsk_pi.rules.board import cell_name
from tamsk_pi.rules.pieces import Player

KNOWN: Final = "known"
END: Final = "end"


class LineKind(Enum):
    """What a line is."""

    MOVE = "move"
    ACT = "act"
    COMMENT = "comment"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line. `number` is that of a move that was accepted, `player` whose glass a move moves."""

    kind: LineKind
    text: str
    number: int | None = None
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class _Placed:
    """A line and where it stands: below the acts up to `anchor`; `acts` are those it says."""

    anchor: int
    acts: tuple[int, ...]
    line: TextLine


def match_lines(record: GameRecord, steps: Sequence[Step] = (), *, has_times: bool = True) -> Iterator[TextLine]:
    """The lines in their order; moves are numbered, and the referee heard, as far as `steps` go.

    Raises ValueError for an act that has no words.
    """
    carries = carries_of(record)
    numbers = _numbers(carries, steps)
    carried = {index for carry in carries for index in carry.acts}
    if begins_plainly(record):
        carried |= {0, 1}
    placed = [_move(record, carry, numbers.get(carry.place), has_times) for carry in carries]
    placed += _acts(record, carried, has_times)
    placed.sort(key=lambda one: one.anchor)
    if has_times and record.until_ns != last_ns(record.told):
        placed.append(
            _Placed(len(record.told), (), TextLine(LineKind.ACT, f"{format_instant(record.until_ns)} {END}"))
        )
    yield from _with_words(record, placed, steps)


def _with_words(record: GameRecord, placed: Sequence[_Placed], steps: Sequence[Step]) -> Iterator[TextLine]:
    """Between the lines: comments below their acts, the referee's words below what they followed from."""
    said = [(one.told - 1, words) for one in steps for ruling in one.rulings if (words := remark_of(ruling))]
    comments = list(record.comments)

    def below(anchor: int, acts: tuple[int, ...]) -> Iterator[TextLine]:
        for comment in [c for c in comments if c.after in acts]:
            yield TextLine(LineKind.COMMENT, comment.text)
        while said and said[0][0] < anchor:
            yield TextLine(LineKind.REMARK, said.pop(0)[1])

    highest = -1
    nexts = [one.anchor for one in placed[1:]] + [len(record.told)]
    yield from below(placed[0].anchor if placed else 0, (-1, 0, 1) if begins_plainly(record) else (-1,))
    for one, until in zip(placed, nexts, strict=False):
        highest = max(highest, one.line.number or 0)
        yield one.line
        yield from below(until, one.acts)
    yield from (TextLine(LineKind.REMARK, words) for _, words in said)


def _numbers(carries: Sequence[Carry], steps: Sequence[Step]) -> dict[int, int]:
    """The number of each accepted move by the index at which its glass was set down; where they would not increase
    from line to line the lower one is left out."""
    open_carries = list(carries)
    found: dict[int, int] = {}
    count = 0
    for one in steps:
        for ruling in one.rulings:
            if not isinstance(ruling, MoveAccepted):
                continue
            count += 1
            mine = [
                c
                for c in open_carries
                if c.hourglass is ruling.hourglass and c.place < one.told and c.to == ruling.to
            ]
            if mine and all(place < mine[-1].place for place in found):
                found[mine[-1].place] = count
                open_carries.remove(mine[-1])
    return found


def _move(record: GameRecord, carry: Carry, number: int | None, has_times: bool) -> _Placed:
    origin = BESIDE if carry.origin is None else cell_name(carry.origin)
    words = [] if number is None else [f"{number}."]
    words += [carry.hourglass.label, f"{origin}-{cell_name(carry.to)}"]
    if has_times:
        words.append(_times(record, carry))
    if carry.ring is not None:
        ring = record.told[carry.ring].act
        assert isinstance(ring, Ring)
        holder = "" if ring.holder is None else f"/{ring.holder}"
        words.append(f"+{format_instant(ring.at_ns) if has_times else ''}{holder}")
    line = TextLine(LineKind.MOVE, " ".join(words), number, carry.hourglass.player)
    return _Placed(carry.place, carry.acts, line)


def _times(record: GameRecord, carry: Carry) -> str:
    def at(index: int) -> str:
        act = record.told[index].act
        return format_instant(act.at_ns) + "?" * (isinstance(act, Flip) and act.is_inferred)

    lifted = "" if carry.lift is None else at(carry.lift)
    placed = at(carry.place)
    let_go = "" if at(carry.release) == placed else f"-{at(carry.release)}"
    return f"{lifted}/{','.join(map(at, carry.flips))}/{placed}{let_go}"


def _acts(record: GameRecord, carried: set[int], has_times: bool) -> Iterator[_Placed]:
    index = 0
    while index < len(record.told):
        if index in carried:
            index += 1
            continue
        told = record.told[index]
        words = act_words(told.act, record.settings)
        acts: tuple[int, ...] = (index,)
        if index + 1 not in carried and _is_let_go_at_once(record, index):
            words, acts = words.removesuffix(f" {HELD}"), (index, index + 1)
        if has_times:
            words = f"{format_instant(told.act.at_ns)} {words}"
        if told.known_ns is not None:
            words = f"{words} {KNOWN} {format_instant(told.known_ns)}"
        yield _Placed(index, acts, TextLine(LineKind.ACT, words))
        index += len(acts)


def _is_let_go_at_once(record: GameRecord, index: int) -> bool:
    match record.told[index : index + 2]:
        case [Told(Place() as place, None), Told(Release() as release, None)]:
            return place.hourglass is release.hourglass and place.at_ns == release.at_ns
        case _:
            return False
