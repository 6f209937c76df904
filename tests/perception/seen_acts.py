"""When what hands do is first seen in the picture, when it is told as an act, and how far off it is dated."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hands_at_play import compare, truth
from perceived_table import MS, Perceived, perceive

from tamsk_pi.perception.perception import Perception
from tamsk_pi.perception.picture import CellSeen, Seeming
from tamsk_pi.rules.acts import Act, Lift, Place, Ring, Setup
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES

PATIENCE_NS = 400 * MS
_SEEMINGS = {"Lift": Seeming.LIFT, "Place": Seeming.PLACE, "Ring": Seeming.RING}


@dataclass
class SeenActs:
    """Milliseconds from the act, by kind of act, over all plays; an act that is never seen counts as 9999."""

    seen_ms: dict[str, list[float]] = field(default_factory=dict)
    told_ms: dict[str, list[float]] = field(default_factory=dict)
    errors_ms: dict[str, list[int]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def play(self, text: str, seed: int) -> None:
        """Let these hands play on a table of that seed."""
        happened = truth(text)
        watch = _Watch(happened)
        perceived = perceive(text, seed, on_frame=watch.look)
        for (at_ns, _, kind), seen_ns in watch.seen_ns.items():
            self.seen_ms.setdefault(kind, []).append(9_999 if seen_ns is None else (seen_ns - at_ns) / MS)
        self._tell(happened, perceived)
        told: list[Act] = [act for act in perceived.acts if not isinstance(act, Setup)]
        problems, errors = compare(happened, told)
        self.problems += problems
        for kind, ms in errors.items():
            self.errors_ms.setdefault(kind, []).extend(ms)

    def _tell(self, happened: list[Act], perceived: Perceived) -> None:
        for told_ns, _, act in perceived.told:
            if not isinstance(act, Ring):
                continue
            near = [h.at_ns for h in happened if isinstance(h, Ring) and h.cell == act.cell]
            at_ns = min(near, key=lambda ns: abs(ns - act.at_ns))
            self.told_ms.setdefault("Ring", []).append((told_ns - at_ns) / MS)


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
