"""When what hands do is first seen in the picture, when it is told as an act, and how far off it is dated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from hands_at_play import compare, truth
from perceived_table import MS, Perceived, perceive

from tamsk_pi.perception.perception import Perception
from tamsk_pi.perception.picture import CellSeen, Seeming
from tamsk_pi.rules.acts import Act, Flip, Lift, Place, Release, Ring, Take, Trouble, TurnTimer
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES

PATIENCE_NS = 400 * MS
BOARD_ACTS = (Lift, Place, Release, Ring, Take)
_SEEMINGS = {"Lift": Seeming.LIFT, "Place": Seeming.PLACE, "Ring": Seeming.RING}


@dataclass
class SeenActs:
    """Milliseconds from the act, by kind of act, over all plays; an act that is never seen counts as 9999."""

    seen_ms: dict[str, list[float]] = field(default_factory=dict)
    told_ms: dict[str, list[float]] = field(default_factory=dict)
    errors_ms: dict[str, list[int]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    doubts: int = 0
    """How often the players were told that something is not sure."""

    def play(
        self, text: str, seed: int, happened: list[Act] | None = None, since_ns: Mapping[Act, int] | None = None
    ) -> None:
        """Let these hands play on a table of that seed. What happens is what the text says, if it is not given here;
        `since_ns` of an act is when it may be said to have happened at the earliest, if not at its instant only."""
        happened = truth(text) if happened is None else happened
        watch = _Watch(happened)
        perceived = perceive(text, seed, on_frame=watch.look)
        for (at_ns, _, kind), seen_ns in watch.seen_ns.items():
            self.seen_ms.setdefault(kind, []).append(9_999 if seen_ns is None else (seen_ns - at_ns) / MS)
        self._tell(happened, perceived)
        told: list[Act] = [act for act in perceived.acts if isinstance(act, (*BOARD_ACTS, Flip, TurnTimer))]
        problems, errors = compare(happened, [_at_its_instant(act, since_ns or {}) for act in told])
        self.problems += problems
        self.doubts += len(perceived.of(Trouble))
        for kind, ms in errors.items():
            self.errors_ms.setdefault(kind, []).extend(ms)

    def _tell(self, happened: list[Act], perceived: Perceived) -> None:
        for told_ns, _, act in perceived.told:
            near = [h.at_ns for h in happened if isinstance(act, BOARD_ACTS) and replace(h, at_ns=act.at_ns) == act]
            at_ns = min(near, key=lambda ns: abs(ns - act.at_ns), default=None)
            if at_ns is not None:
                self.told_ms.setdefault(type(act).__name__, []).append((told_ns - at_ns) / MS)


def _at_its_instant(act: Act, since_ns: Mapping[Act, int]) -> Act:
    """The act, as far off its instant as it is off what may be said of it."""
    for happened, from_ns in since_ns.items():
        if from_ns - PATIENCE_NS <= act.at_ns <= happened.at_ns and replace(act, at_ns=happened.at_ns) == happened:
            return replace(act, at_ns=happened.at_ns + min(0, act.at_ns - from_ns))
    return act


class _Watch:
    """Looks at the picture after every frame."""

    def __init__(self, happened: list[Act]) -> None:
        self.seen_ns: dict[tuple[int, Cell, str], int | None] = {}
        where = dict(zip(HOURGLASSES, HOME, strict=True))
        for act in happened:
            match act:
                case Lift():
                    self.seen_ns[act.at_ns, where[act.hourglass], "Lift"] = None
                case Place():
                    where[act.hourglass] = act.cell
                    self.seen_ns[act.at_ns, act.cell, "Place"] = None
                case Ring():
                    self.seen_ns[act.at_ns, act.cell, "Ring"] = None
                case _:
                    pass

    def look(self, now_ns: int, perception: Perception) -> None:
        """After the frame of that instant."""
        for wanted, seen_ns in self.seen_ns.items():
            at_ns, cell, kind = wanted
            if seen_ns is None and 0 <= now_ns - at_ns < PATIENCE_NS:
                seen = perception.picture(has_nodes=False).cells[cell]
                if _shows(seen, kind):
                    self.seen_ns[wanted] = now_ns


def _shows(seen: CellSeen, kind: str) -> bool:
    is_there = {"Lift": seen.hourglass is None, "Place": seen.hourglass is not None, "Ring": False}[kind]
    return is_there or seen.seems is _SEEMINGS[kind]


def p95(values: Sequence[float]) -> float:
    """The value below which 95 % lie."""
    return sorted(values)[int(0.95 * len(values))]
