"""Hands that do anything hands can do, sensible or not, as Hypothesis draws it."""

from dataclasses import dataclass, field

from hypothesis import strategies as st

from tamsk_pi.rules.acts import (
    Act,
    Answer,
    Flip,
    Lift,
    Place,
    Release,
    Ring,
    Say,
    Setup,
    Start,
    Take,
    Tilt,
    TurnTimer,
    Upright,
)
from tamsk_pi.rules.board import CELLS, NEIGHBOURS, Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, StartRule

MS = 1_000_000
Doing = tuple[str, int, int, int]
"""What is done, with which glass (0 … 5), where (a number that chooses a cell), and how many ms later."""

# Whole moves come often, or matches would hardly get anywhere.
_VERBS = ["move"] * 12 + ["ring-on-glass"] * 6 + ["timer", "wait"] * 2
_ODD_VERBS = ["lift", "flip", "place", "hold", "ring", "take", "tilt", "upright", "say", "say-twice"]
_DELAYS_MS = st.one_of(st.integers(0, 400), st.sampled_from([0, 300, 400, 1_000, 2_000, 3_000]))


def doings(max_size: int = 60) -> st.SearchStrategy[list[Doing]]:
    """A list of what hands try, one after another."""
    doing = st.tuples(st.sampled_from(_VERBS + _ODD_VERBS), st.integers(0, 5), st.integers(0, 36), _DELAYS_MS)
    return st.lists(doing, min_size=10, max_size=max_size)


@dataclass
class Hands:
    """Turns doings into acts that are physically possible, leaving out those that are not."""

    settings: MatchSettings
    at_ns: int = 1_000 * MS
    acts: list[Act] = field(default_factory=list)
    stands: dict[Hourglass, Cell] = field(default_factory=dict)
    rings: list[Cell] = field(default_factory=list)
    lying: set[Hourglass] = field(default_factory=set)

    def play(self, what: list[Doing]) -> tuple[Act, ...]:
        """All acts in order of time, from the setup on."""
        at_home = self.settings.start is StartRule.CORNERS
        cells = HOME if at_home else (None,) * len(HOURGLASSES)
        self.stands = dict(zip(HOURGLASSES, HOME, strict=True)) if at_home else {}
        self.acts += [Setup(0, cells, (0,) * len(CELLS)), Start(self.at_ns, self.settings)]
        for verb, glass, where, delay_ms in what:
            self.at_ns += delay_ms * MS
            self._do(verb, Hourglass(glass), where)
        return tuple(self.acts)

    def _do(self, verb: str, glass: Hourglass, where: int) -> None:
        match verb:
            case "move":
                self._move(glass, where)
            case "lift" if glass in self.stands:
                self._lift(glass)
            case "flip":
                self.acts.append(Flip(self.at_ns, glass))
            case "place" | "hold":
                self._place(glass, Cell(where), 0 if verb == "place" else 1_500)
            case "tilt" if glass not in self.stands and glass not in self.lying:
                self.lying.add(glass)
                self.acts.append(Tilt(self.at_ns, glass))
            case "upright" if glass in self.lying:
                self.lying.remove(glass)
                self.acts.append(Upright(self.at_ns, glass))
            case "timer":
                self.acts.append(TurnTimer(self.at_ns))
            case "say":
                self._say(where, glass)
            case "say-twice":
                self._say(where, glass)
                self._say(where, Hourglass((glass + 3) % 6))
            case _:
                self._touch_rings(verb, glass, where)

    def _touch_rings(self, verb: str, glass: Hourglass, where: int) -> None:
        if verb == "ring-on-glass" and glass in self.stands:
            self._ring(self.stands[glass], glass.player)
        elif verb == "ring":
            self._ring(Cell(where), glass.player)
        elif verb == "take" and self.rings:
            self.acts.append(Take(self.at_ns, self.rings.pop(where % len(self.rings))))

    def _move(self, glass: Hourglass, where: int) -> None:
        origin = self.stands.get(glass)
        near = CELLS if origin is None else NEIGHBOURS[origin]
        free = [cell for cell in near if cell not in self.stands.values()]
        if glass in self.lying or not free:
            return
        if origin is not None:
            self._lift(glass)
        self.at_ns += 200 * MS
        self.acts.append(Flip(self.at_ns, glass))
        self.at_ns += 200 * MS
        self._place(glass, free[where % len(free)], 0)

    def _lift(self, glass: Hourglass) -> None:
        del self.stands[glass]
        self.acts.append(Lift(self.at_ns, glass))

    def _place(self, glass: Hourglass, cell: Cell, hold_ms: int) -> None:
        if glass in self.lying or cell in self.stands.values():
            return
        if glass in self.stands:
            self._lift(glass)
        self.stands[glass] = cell
        self.acts.append(Place(self.at_ns, glass, cell))
        self.at_ns += hold_ms * MS
        self.acts.append(Release(self.at_ns, glass))

    def _ring(self, cell: Cell, player: Player) -> None:
        self.rings.append(cell)
        self.acts.append(Ring(self.at_ns, cell, player))

    def _say(self, where: int, glass: Hourglass) -> None:
        what = list(Answer)[where % len(Answer)]
        match what:
            case Answer.RESIGN:
                return
            case Answer.ALIVE | Answer.DEAD:
                self.acts.append(Say(self.at_ns, what, hourglass=glass))
            case Answer.OWNER:
                cell = self.rings[-1] if self.rings else Cell(where)
                self.acts.append(Say(self.at_ns, what, player=glass.player, cell=cell))
            case _:
                self.acts.append(Say(self.at_ns, what, player=glass.player))
