"""Hands that mix up look-alikes, as scenarios; and what becomes of the names that perception tells.

Physical glasses are those of the scenario: its red1 carries the node that is configured as red1's. What is told is
read as the referee would read it: with `Swapped` put right, `Named` and presumed placings as doubts.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from perceived_table import MS, Perceived

from tamsk_pi.rules.acts import Act, Lift, Named, Place, Swapped
from tamsk_pi.rules.board import CELLS, Cell, cell_name
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, OWN_HOURGLASSES, Hourglass, Player

HEAD = "match level=3\n0.000 setup\n"


def seconds(at_ms: int) -> str:
    return f"{at_ms // 1_000}.{at_ms % 1_000:03d}"


@dataclass
class Read:
    """Where each glass stands as it was told, and of which placings the name is in doubt."""

    at: dict[Cell, Hourglass] = field(default_factory=dict)
    placings: list[Place] = field(default_factory=list)

    @property
    def doubtful(self) -> list[Place]:
        return [place for place in self.placings if place.is_presumed]

    def take(self, acts: Iterable[Act]) -> "Read":
        for act in acts:
            match act:
                case Place():
                    self.at = {cell: name for cell, name in self.at.items() if name is not act.hourglass}
                    self.at[act.cell] = act.hourglass
                    self.placings.append(act)
                case Lift():
                    self.at = {cell: name for cell, name in self.at.items() if name is not act.hourglass}
                case Swapped():
                    self.at = {cell: swapped(name, act) for cell, name in self.at.items()}
                    self.placings = [
                        p if p.at_ns < act.at_ns else Place(p.at_ns, swapped(p.hourglass, act), p.cell)
                        for p in self.placings
                    ]
                case Named():
                    self.placings = [
                        Place(p.at_ns, p.hourglass, p.cell)
                        if (p.at_ns, p.hourglass) == (act.at_ns, act.hourglass)
                        else p
                        for p in self.placings
                    ]
                case _:
                    pass
        return self


def swapped(name: Hourglass, act: Swapped) -> Hourglass:
    return {act.one: act.other, act.other: act.one}.get(name, name)


@dataclass(frozen=True)
class Outcome:
    """Of placings: named rightly at once or later, still in doubt, silently wrong."""

    right: int = 0
    corrected: int = 0
    asked: int = 0
    wrong: int = 0

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(
            self.right + other.right,
            self.corrected + other.corrected,
            self.asked + other.asked,
            self.wrong + other.wrong,
        )


def outcome(seen: Perceived, truth: dict[Cell, Hourglass], from_ms: int) -> Outcome:
    """What became of the placings since then; `truth` has the glass that was placed on each cell."""
    told = Read().take(act for act in seen.acts if act.at_ns >= from_ms * MS)
    first: dict[Cell, Place] = {}
    for act in seen.of(Place):
        if isinstance(act, Place) and act.at_ns >= from_ms * MS:
            first.setdefault(act.cell, act)
    out = Outcome()
    for place in told.placings:
        if place.is_presumed:
            out += Outcome(asked=1)
        elif truth[place.cell] is not place.hourglass:
            out += Outcome(wrong=1)
        elif first[place.cell].hourglass is place.hourglass and not first[place.cell].is_presumed:
            out += Outcome(right=1)
        else:
            out += Outcome(corrected=1)
    return out


def mixed_up(
    seed: int, count: int = 2, loss: float = 0.0, silent: int = 0, apart_ms: tuple[int, int] = (80, 1_500)
) -> tuple[str, dict[Cell, Hourglass]]:
    """So many of one colour are in the air at once and placed in any order, anywhere, so far apart in time."""
    draw = random.Random(seed)
    player = draw.choice(tuple(Player))
    own = list(OWN_HOURGLASSES[player])
    at_ms, lines = 1_500, [f"0.000 fault node {g.label} loss {loss}" for g in HOURGLASSES if loss]
    lines += [f"0.500 fault node {g.label} silent" for g in draw.sample(own, silent)]
    hands = draw.sample(own, count)
    free = [c for c in CELLS if c not in HOME]
    cells = draw.sample(free, count)
    for glass in hands:
        at_ms += draw.randint(150, 900)
        lines.append(f"{seconds(at_ms)} lift {glass.label}")
    for glass in draw.sample(hands, count):
        at_ms += draw.randint(150, 600)
        lines.append(f"{seconds(at_ms)} flip {glass.label}")
    truth: dict[Cell, Hourglass] = {}
    at_ms += 200
    for glass, cell in zip(draw.sample(hands, count), cells, strict=True):
        at_ms += draw.randint(*apart_ms)
        lines.append(f"{seconds(at_ms)} place {glass.label} {cell_name(cell)}")
        truth[cell] = glass
    text = HEAD + "".join(f"{line}\n" for line in lines) + f"{seconds(at_ms + 6_000)} end\n"
    return text, truth
