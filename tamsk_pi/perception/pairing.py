"""Which node speaks for the glass of which name, as it was told; and how what was told is told again otherwise.

A match names glasses by their corners, the configuration names nodes by the glass they were paired with. Until a
node has moved with its glass the two are taken to agree. What nodes tell is written down here under the name it was
told, so that it can be told again under another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.rules.acts import Act, Flip, NoFlip, Paired, Tilt, Trouble, Upright
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass

_KEPT_NS: Final = 300_000 * NS_PER_MS

_Told = Flip | NoFlip | Tilt | Upright | Trouble


class Pairing:
    """Names and nodes. A node is called by the hourglass that the configuration pairs its address with."""

    def __init__(self, nodes: tuple[Hourglass, ...] = HOURGLASSES) -> None:
        self.nodes = nodes
        """For each name, red1 … black3, the node of its glass."""
        self._flips: list[tuple[Hourglass, Flip]] = []
        self._counts: dict[Hourglass, int] = {}

    def name_of(self, node: Hourglass) -> Hourglass:
        """The name of the glass that this node is in."""
        return HOURGLASSES[self.nodes.index(node)]

    def named(self, act: Act) -> Act | None:
        """What a node told, under its glass's name; an act of no node is left as it is. None for a turn that is taken
        back and is not told any more."""
        if not isinstance(act, _Told) or act.hourglass is None:
            return act
        node, name = act.hourglass, self.name_of(act.hourglass)
        if isinstance(act, NoFlip):
            told = next((f for n, f in self._flips if n is node and f.at_ns == act.at_ns), None)
            if told is None:
                return None
            self._flips.remove((node, told))
            return replace(act, hourglass=told.hourglass)
        out = replace(act, hourglass=name)
        if isinstance(out, Flip):
            self._flips.append((node, out))
            while self._flips[0][1].at_ns < out.at_ns - _KEPT_NS:
                self._flips.pop(0)
        return out

    def new_turn_ns(self, node: Hourglass, count: int, acts: Sequence[Act]) -> int | None:
        """When the glass was turned over, if these acts say that for the first time; a better date is no news."""
        told = [act.at_ns for act in acts if isinstance(act, Flip)]
        if not told or self._counts.get(node) == count:
            return None
        self._counts[node] = count
        return max(told)

    def pair(self, nodes: Mapping[Hourglass, Hourglass], at_ns: int) -> list[Act]:
        """From now on the glasses of these names have these nodes; what was told otherwise is told again.

        `at_ns` is before the first turn of a glass that is concerned.
        """
        before = self.nodes
        self.nodes = tuple(nodes.get(name, before[name]) for name in HOURGLASSES)
        acts: list[Act] = []
        again: list[tuple[Hourglass, Flip]] = []
        for node, told in self._flips:
            true = replace(told, hourglass=self.name_of(node))
            if true == told:
                again.append((node, told))
                continue
            at_ns = min(at_ns, told.at_ns)
            acts.append(NoFlip(told.at_ns, told.hourglass))
            # An inferred turn of the glass that was moved is told by the node that is in it.
            if not told.is_inferred:
                again.append((node, true))
                acts.append(true)
        self._flips = again
        return [*exchanges(before, self.nodes, at_ns), *acts]


def exchanges(before: Sequence[Hourglass], after: Sequence[Hourglass], at_ns: int) -> list[Act]:
    """The acts that lead from one pairing to another."""
    nodes, acts = list(before), list[Act]()
    for name in HOURGLASSES:
        if nodes[name] is not after[name]:
            other = HOURGLASSES[nodes.index(after[name])]
            nodes[name], nodes[other] = nodes[other], nodes[name]
            acts.append(Paired(at_ns, name, other))
    return acts
