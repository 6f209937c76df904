"""A record decided by the referee, step after step, and what follows for the record."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tamsk_pi.games.record import UNFINISHED, GameRecord, floored, when_ns
from tamsk_pi.journal.records import ActRecord, WatermarkRecord
from tamsk_pi.referee.referee import RefereeState, Watermark, next_due_ns, step
from tamsk_pi.referee.rulings import MatchEnded, MoveAccepted, Ruling


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the referee: what he was told, how many acts he knew then, what he ruled, and what he knows now."""

    cause: ActRecord | WatermarkRecord
    told: int
    rulings: tuple[Ruling, ...]
    state: RefereeState


def decided(record: GameRecord) -> Iterator[Step]:
    """Every step of the match. Acts that became known late are told after what had been decided by then."""
    state = RefereeState.initial(record.settings)
    mark_ns = -1
    for index, told in enumerate(record.told):
        if told.known_ns is not None:
            before_ns, is_due = told.known_ns, told.known_ns > mark_ns
        else:
            before_ns = min(when_ns(told.act) - 1, record.until_ns)
            due_ns = next_due_ns(state)
            is_due = before_ns > mark_ns and due_ns is not None and due_ns <= before_ns
        if is_due:
            mark_ns = before_ns
            state, rulings = step(state, Watermark(mark_ns))
            yield Step(WatermarkRecord(mark_ns), index, rulings, state)
        state, rulings = step(state, told.act)
        yield Step(ActRecord(told.act), index + 1, rulings, state)
    if record.until_ns > mark_ns:
        state, rulings = step(state, Watermark(record.until_ns))
        yield Step(WatermarkRecord(record.until_ns), len(record.told), rulings, state)


def rulings_of(steps: Iterable[Step]) -> tuple[Ruling, ...]:
    """All rulings of these steps, in their order."""
    return tuple(ruling for one in steps for ruling in one.rulings)


def result_of(rulings: Iterable[Ruling]) -> str:
    """The result in words: winner or none, reason, rings left of red and black; or that there is none yet."""
    for ruling in rulings:
        if isinstance(ruling, MatchEnded):
            return f"{ruling.winner or 'none'} {ruling.reason} {ruling.red_left}-{ruling.black_left}"
    return UNFINISHED


def agrees(claimed: str, result: str) -> bool:
    """Whether a claimed result says nothing else than the referee's; it may say less: `red`, `red rings`."""
    words = set(claimed.lower().replace(",", " ").replace("draw", "none").replace(":", "-").split())
    return words <= set(result.split())


def with_result(record: GameRecord, rulings: Iterable[Ruling]) -> GameRecord:
    """The record with the result that the referee finds."""
    return replace(record, tags=replace(record.tags, result=result_of(rulings)))


def in_milliseconds(record: GameRecord) -> GameRecord:
    """The record with its instants cut to milliseconds, where the referee then rules the same, to the millisecond.

    Sand adds and subtracts instants, and may need them exactly; then only the others are cut, and else none.
    """
    exact: list[dict[str, object]] | None = None
    for coarse in (floored(record), floored(record, with_sand=False)):
        if coarse == record:
            break
        exact = exact if exact is not None else judgements(record)
        if judgements(coarse) == exact:
            return coarse
    return record


def judgements(record: GameRecord) -> list[dict[str, object]]:
    """The rulings as they are compared: with their dates in milliseconds, without evidence."""
    return [dict(ruling.judged()) for ruling in rulings_of(decided(record))]


def before_ply(steps: Iterable[Step], ply: int) -> tuple[RefereeState, int]:
    """The state after that many accepted moves with all that followed, and how many moves there were till then."""
    state, moves = RefereeState.initial(), 0
    for one in steps:
        accepted = sum(isinstance(ruling, MoveAccepted) for ruling in one.rulings)
        if moves + accepted > ply:
            break
        state, moves = one.state, moves + accepted
    return state, moves
