"""Which glass stands where: the sensors see colours, hands move glasses, nodes know themselves.

A glass that is lifted has the name of its cell. One that is placed is the one of its colour that is in the air or off
the board; if there are several, the one whose node moved until then and rests since. A placing whose glass is not
clear yet waits for reports, `radio_wait_ms` at most; then the likeliest is taken and marked.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.happening import CellChange, Happening
from tamsk_pi.perception.levels import COLOURS, Contents
from tamsk_pi.perception.nodes import NodeTrack
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.rules.acts import Act, Lift, Place, Release
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, OWN_HOURGLASSES, Hourglass, Player

_BEFORE_MS: Final = 1_000
_JUST_MS: Final = 150
_CALM_MS: Final = 250
_CLEAR_POINTS: Final = 3
_LAST_MOVED: Final = 1


@dataclass(slots=True)
class _Placing:
    """A glass that stands on a cell and is not named yet, with what happened to it since."""

    cell: Cell
    colour: Player
    at_ns: int
    later: list[CellChange] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Moved:
    """A glass was let go after it had been lifted; `from_cell` None when it was brought in."""

    hourglass: Hourglass
    from_cell: Cell | None
    to_cell: Cell
    lifted_ns: int
    placed_ns: int
    released_ns: int


class Glasses:
    """Names for the glasses the sensors see."""

    def __init__(self, tracks: Mapping[Hourglass, NodeTrack], settings: PerceptionSettings) -> None:
        self.at: Final[dict[Cell, Hourglass]] = {}
        self.in_air: Final[dict[Hourglass, int]] = {}
        """Lifted glasses and when they were."""
        self.released_ns: Final[dict[Hourglass, int]] = {}
        self.uncertain: Final[set[Hourglass]] = set()
        """Glasses that may have been mixed up with another of their colour."""
        self.phantoms: list[Cell] = []
        """Cells with a glass too many of its colour, since the caller last took them."""
        self.moved: list[Moved] = []
        """Completed since the caller last took them."""
        self._tracks = tracks
        self._settings = settings
        self._waiting: list[_Placing] = []
        self._origin: dict[Hourglass, Cell | None] = {}
        self._placed_ns: dict[Hourglass, int] = {}

    def cell_of(self, hourglass: Hourglass) -> Cell | None:
        """Where a glass stands; None in the air or off the board."""
        return next((cell for cell, glass in self.at.items() if glass is hourglass), None)

    def hold_ns(self) -> int | None:
        """The instant of the oldest placing that has no name yet, less one; None if all are named."""
        return min((p.at_ns for p in self._waiting), default=0) - 1 if self._waiting else None

    def set_up(self, contents: list[Contents], known: tuple[Cell | None, ...]) -> tuple[Cell | None, ...]:
        """Name the glasses of a board seen for the first time; per glass its cell, None off the board.

        A glass where it was `known` to stand, or else on its home corner, has that name; the others get the names
        that are left, in the order of cells.
        """
        self.at.clear()
        for colour, names in OWN_HOURGLASSES.items():
            cells = [cell for cell in CELLS if COLOURS[contents[cell][0]] is colour]
            left = list(names)
            for places in (known, HOME):
                for name in list(left):
                    place = places[name] if name < len(places) else None
                    if place in cells and place is not None:
                        self.at[place] = name
                        cells.remove(place)
                        left.remove(name)
            self.at.update(zip(cells, left, strict=False))
        return tuple(self.cell_of(name) for name in HOURGLASSES)

    def take(self, change: CellChange, now_ns: int) -> list[Act]:
        """A glass was lifted, placed or let go."""
        waiting = next((p for p in self._waiting if p.cell == change.cell), None)
        if change.what is Happening.PLACED:
            colour = COLOURS[change.sign]
            if colour is None:
                return []
            self._waiting.append(_Placing(change.cell, colour, change.at_ns))
            return self.settle(now_ns)
        if waiting is not None:
            waiting.later.append(change)
            return []
        return self._follow(change)

    def settle(self, now_ns: int) -> list[Act]:
        """Name what can be named by now."""
        acts: list[Act] = []
        for placing in list(self._waiting):
            name = self._name(placing, now_ns)
            if name is not None:
                self._waiting.remove(placing)
                acts += self._stand(placing, name)
        return acts

    def _follow(self, change: CellChange) -> list[Act]:
        name = self.at.get(change.cell)
        if name is None:
            return []
        if change.what is Happening.LIFTED:
            del self.at[change.cell]
            self.in_air[name] = change.at_ns
            self._origin[name] = change.cell
            self.released_ns.pop(name, None)
            return [Lift(change.at_ns, name)]
        self.released_ns[name] = change.at_ns
        lifted_ns = self.in_air.pop(name, change.at_ns)
        placed_ns = self._placed_ns.get(name, change.at_ns)
        self.moved.append(Moved(name, self._origin.get(name), change.cell, lifted_ns, placed_ns, change.at_ns))
        return [Release(change.at_ns, name)]

    def _stand(self, placing: _Placing, name: Hourglass) -> list[Act]:
        self.at[placing.cell] = name
        self._placed_ns[name] = placing.at_ns
        self.in_air.setdefault(name, placing.at_ns)
        acts: list[Act] = [Place(placing.at_ns, name, placing.cell)]
        for change in placing.later:
            acts += self._follow(change)
        return acts

    def _name(self, placing: _Placing, now_ns: int) -> Hourglass | None:
        standing = set(self.at.values())
        names = [name for name in OWN_HOURGLASSES[placing.colour] if name not in standing]
        wait_ns = self._settings.radio_wait_ms * NS_PER_MS
        let_go_ns = [c.at_ns for c in placing.later if c.what is Happening.LET_GO]
        is_overdue = now_ns - max([placing.at_ns, *let_go_ns]) >= wait_ns
        if not names:
            # All three stand already: one of them is on its way here, and its own cell is not judged yet.
            if is_overdue:
                self._waiting.remove(placing)
                self.phantoms.append(placing.cell)
            return None
        if len(names) == 1:
            return names[0]
        points = self._ranked(placing, names, now_ns)
        best = Hourglass(-points[0][1])
        lead = points[0][0] - points[1][0]
        if lead >= _CLEAR_POINTS:
            return best
        is_radio = any(self._tracks[name].is_live(now_ns) for name in names if name in self._tracks)
        if is_radio and not is_overdue:
            return None
        if lead <= 0:
            self.uncertain.update(names)
        return best

    def _ranked(self, placing: _Placing, names: list[Hourglass], now_ns: int) -> list[tuple[int, int]]:
        """Points and negated name of each candidate, best first."""
        points = {name: self._points(name, placing.cell, placing.at_ns, now_ns) for name in names}
        stirred = sorted((self._tracks[name].stirred_ns, name) for name in names if name in self._tracks)
        if len(stirred) > 1 and stirred[-1][0] - stirred[-2][0] > _CALM_MS * NS_PER_MS:
            points[stirred[-1][1]] += _LAST_MOVED
        return sorted(((score, -name) for name, score in points.items()), reverse=True)

    def _points(self, name: Hourglass, cell: Cell, placed_ns: int, now_ns: int) -> int:
        points = int(HOME[name] == cell)
        lifted_ns = self.in_air.get(name)
        if lifted_ns is not None:
            points += 2 if lifted_ns <= placed_ns else -4
        track = self._tracks.get(name)
        if track is None or not track.is_live(now_ns):
            return points
        before = track.has_moved_between(placed_ns - _BEFORE_MS * NS_PER_MS, placed_ns + _JUST_MS * NS_PER_MS)
        points += {True: 2, False: -2, None: 0}[before]
        after = track.has_moved_between(placed_ns + _CALM_MS * NS_PER_MS, now_ns)
        last = track.moments[-1]
        if after is not None:
            points += -2 if last[1] else 3
        return points
