"""What holds whatever hands do, asked of the product's referee along its way (and of what it ruled)."""

from collections.abc import Sequence
from random import Random

from plain.match import Ruling

from tamsk_pi.referee.referee import RefereeState, Watermark, next_due_ns, step
from tamsk_pi.referee.state import Stage
from tamsk_pi.rules.acts import Act
from tamsk_pi.rules.board import CAPACITY, RINGS
from tamsk_pi.rules.settings import MatchSettings


def broken_in_rulings(rulings: Sequence[Ruling]) -> str | None:
    """No run-out glass moves, one side is to move, nothing comes after the end."""
    lost: set[object] = set()
    to_move: object = None
    for i, ruling in enumerate(rulings):
        match ruling["ruling"]:
            case "hourglass-expired":
                if ruling["hourglass"] in lost:
                    return f"{ruling['hourglass']} runs out a second time"
                lost.add(ruling["hourglass"])
            case "turn-started":
                to_move = ruling["player"]
            case "turn-passed" if ruling["player"] == to_move and ruling["rule"] != "H28":
                to_move = None
            case "move-accepted":
                if ruling["hourglass"] in lost:
                    return f"{ruling['hourglass']} has run out and moves"
                if ruling["rule"] in ("G1.2", "G.opt"):
                    if ruling["player"] != to_move:
                        return f"{ruling['player']} moves, {to_move} is to move"
                    to_move = None
            case "match-ended" if i + 1 < len(rulings):
                return "a ruling after the end"
    return None


def broken_along_the_way(
    settings: MatchSettings, acts: Sequence[Act], end_ns: int, rulings: Sequence[Ruling]
) -> str | None:
    """Acts told late and out of order, watermarks at odd instants: the same rulings, and a sound state each time.

    `rulings` are those of everything told at once.
    """
    random = Random(len(acts) * 7_919 + end_ns)
    state, told, at_ns = RefereeState.initial(settings), 0, -1
    came: list[Ruling] = []
    while at_ns < end_ns:
        ahead = random.choice([1, 2, 3, 5, 9])
        batch = list(acts[told : told + ahead])
        told += len(batch)
        for act in _delayed(batch, random):
            state, _ = step(state, act)
        if told < len(acts) and acts[told].at_ns - 1 <= at_ns:
            continue
        at_ns = end_ns if told == len(acts) else random.randint(at_ns + 1, acts[told].at_ns - 1)
        state, more = step(state, Watermark(at_ns))
        came += [{k: v for k, v in r.as_json().items() if k not in ("why", "provisional")} for r in more]
        if (broken := _of_state(state, at_ns)) is not None:
            return broken
    return None if came == list(rulings) else "told in batches, late and out of order, the rulings are others"


def _delayed(batch: list[Act], random: Random) -> list[Act]:
    """Instants in any order; acts of one instant keep theirs, as they are told by one sense in its order."""
    instants = sorted({act.at_ns for act in batch})
    random.shuffle(instants)
    return [act for at_ns in instants for act in batch if act.at_ns == at_ns]


def _of_state(state: RefereeState, watermark_ns: int) -> str | None:
    due_ns = next_due_ns(state)
    if due_ns is not None and due_ns <= watermark_ns:
        return f"something was due at {due_ns}, and the watermark is at {watermark_ns}"
    if state.stage is Stage.BEFORE:
        return None
    if sum(state.left) + sum(state.rings) != RINGS:
        return f"{sum(state.left)} rings left and {sum(state.rings)} on the board"
    if min(state.left) < 0:
        return f"rings left: {state.left}"
    if any(count > room for count, room in zip(state.rings, CAPACITY, strict=True)):
        return "more rings accepted on a cell than its tube takes"
    return None
