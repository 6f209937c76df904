"""Hands that know nothing but the lights: they lay and move what is asked for, as somebody does who calibrates.

They look at the strip for a second and a half and tell signals apart by rhythm and colour. A white pulse wants a
ring; a blink in a player's colour wants his glass, the one that glows where there is one, else one from beside the
board; two quick amber blinks want the glass turned over; even amber blinking wants whatever was laid there last taken
away. Whether the strip lies as the daemon believes is not their business: `chain` says where its pixels are in truth.
"""

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Final

from tamsk_pi.rules.acts import Flip, Lift, Ring, Take
from tamsk_pi.rules.board import NEIGHBOURS, Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.scenario.statements import Put
from tamsk_pi.simulator.settings import TableError
from tamsk_pi.simulator.table import Table

Rgb = tuple[int, int, int]

LOOK_NS: Final = 1_600_000_000
_MS: Final = 1_000_000
_GLANCE_NS: Final = 45 * _MS
_DARK: Final = 12
_PULSE_MS: Final = (250.0, 520.0)
"""So long a pulse is bright; the dot that runs over all lights is on each for less, what goes out was for more."""
_GAP_MS: Final = (150.0, 450.0)
_BLINKS: Final = 2
_TWO_BLINKS: Final = 0.38
"""Share of the time that two quick blinks a second are bright."""
_AGAIN_NS: Final = 3_000 * _MS
_REACH_NS: Final = 350 * _MS
_CARRY_NS: Final = 700 * _MS


class Wish(Enum):
    """What a light wants."""

    NOTHING = "nothing"
    RING = "ring"
    RED_GLASS = "red glass"
    BLACK_GLASS = "black glass"
    THIS_GLASS = "this glass"
    TURN = "turn"
    TAKE_AWAY = "take away"


@dataclass(frozen=True, slots=True)
class Pace:
    """How quick the hands are: nanoseconds from one piece to the next; and of how many pieces one goes wrong."""

    ring_ns: int = 450 * _MS
    glass_ns: int = 1_000 * _MS
    one_wrong_in: int = 0
    """A ring on a neighbour's cell, a glass of the other colour; 0: none."""


class LightFollower:
    """One pair of hands at one table; `chain` is the cell under each pixel in the order of the strip."""

    def __init__(self, table: Table, chain: Sequence[Cell], pace: Pace | None = None) -> None:
        self._table = table
        self._chain = tuple(chain)
        self._pace = pace or Pace()
        self._looks: deque[tuple[int, tuple[Rgb, ...]]] = deque()
        self._free_ns = 0
        self._done_ns: dict[tuple[Cell, Wish], int] = {}
        self._laid: dict[Cell, Hourglass | None] = {}
        self._draw = random.Random(0)
        self.placed = 0
        """How many pieces were laid, moved or turned."""
        self.wrong = 0
        """How many of them went wrong."""

    def watch(self, now_ns: int, pixels: Sequence[Rgb]) -> None:
        """Look at the strip, a few times a second, and do one thing if the hands are free."""
        if self._looks and now_ns < self._looks[-1][0] + _GLANCE_NS:
            return
        self._looks.append((now_ns, tuple(pixels[: len(self._chain)])))
        while self._looks[0][0] < now_ns - LOOK_NS:
            self._looks.popleft()
        if now_ns < self._free_ns or self._looks[-1][0] - self._looks[0][0] < LOOK_NS * 9 // 10:
            return
        wishes = self.wishes()
        for cell, wish in wishes.items():
            is_new = self._done_ns.get((cell, wish), -_AGAIN_NS) + _AGAIN_NS <= now_ns
            if is_new and self._try(cell, wish, wishes, now_ns):
                self._done_ns[cell, wish] = now_ns
                self.placed += 1
                return

    def wishes(self) -> dict[Cell, Wish]:
        """What each cell's light has wanted lately."""
        strips = zip(*(pixels for _, pixels in self._looks), strict=True)
        step_ms = (self._looks[-1][0] - self._looks[0][0]) / _MS / max(1, len(self._looks) - 1)
        return {cell: _wish(strip, step_ms) for cell, strip in zip(self._chain, strips, strict=True)}

    def _try(self, cell: Cell, wish: Wish, wishes: dict[Cell, Wish], now_ns: int) -> bool:
        """Whether something was done; lights of a broken board may want what hands cannot do."""
        try:
            return self._obey(cell, wish, wishes, now_ns)
        except TableError:
            return False

    def _obey(self, cell: Cell, wish: Wish, wishes: dict[Cell, Wish], now_ns: int) -> bool:
        match wish:
            case Wish.RING:
                lies = self._draw.choice(NEIGHBOURS[cell]) if self._goes_wrong() else cell
                self._table.perform(Ring(now_ns + _REACH_NS, lies, None))
                self._laid[lies] = None
                self._free_ns = now_ns + self._pace.ring_ns
            case Wish.RED_GLASS | Wish.BLACK_GLASS:
                wanted = Player.RED if wish is Wish.RED_GLASS else Player.BLACK
                return self._bring(cell, wanted.opponent if self._goes_wrong() else wanted, wishes, now_ns)
            case Wish.TURN if (standing := self._standing(cell)) is not None:
                self._table.perform(Flip(now_ns + _CARRY_NS, standing))
                self._free_ns = now_ns + self._pace.glass_ns
            case Wish.TAKE_AWAY if cell in self._laid:
                glass = self._laid.pop(cell)
                self._table.perform(
                    Take(now_ns + _REACH_NS, cell) if glass is None else Lift(now_ns + _REACH_NS, glass)
                )
                self._free_ns = now_ns + self._pace.glass_ns
            case _:
                return False
        return True

    def _goes_wrong(self) -> bool:
        goes_wrong = self._pace.one_wrong_in > 0 and self._draw.randrange(self._pace.one_wrong_in) == 0
        self.wrong += goes_wrong
        return goes_wrong

    def _bring(self, cell: Cell, player: Player, wishes: dict[Cell, Wish], now_ns: int) -> bool:
        glowing = [
            g for c, wish in wishes.items() if wish is Wish.THIS_GLASS and (g := self._standing(c)) is not None
        ]
        beside = [g for g in HOURGLASSES if g.player is player and self._cell_of(g) is None]
        glass = next(iter((*glowing, *beside)), None)
        if glass is None:
            return False
        if self._cell_of(glass) is not None:
            self._table.perform(Lift(now_ns + _REACH_NS, glass))
        self._table.perform(Put(now_ns + _REACH_NS + _CARRY_NS, glass, cell))
        self._laid[cell] = glass
        self._free_ns = now_ns + _REACH_NS + self._pace.glass_ns
        return True

    def _standing(self, cell: Cell) -> Hourglass | None:
        return next((g for g in HOURGLASSES if self._cell_of(g) == cell), None)

    def _cell_of(self, glass: Hourglass) -> Cell | None:
        return self._table.truth().hourglasses[glass].cell


def _wish(strip: Sequence[Rgb], step_ms: float) -> Wish:
    """One light's wish, from how it shone at every step."""
    if len(set(strip)) == 1:
        return Wish.NOTHING
    levels = [max(colour) for colour in strip]
    high, low = max(levels), min(levels)
    if high < _DARK or low > 0.7 * high:
        return Wish.NOTHING
    red, green, blue = strip[levels.index(high)]
    is_white, is_red = min(red, green, blue) > 0.6 * high, red == high and green < 0.4 * high
    if low > 0.25 * high:
        return Wish.THIS_GLASS if is_red else Wish.NOTHING
    runs = [(is_bright, step_ms * len(list(run))) for is_bright, run in groupby(level > high / 2 for level in levels)]
    whole = runs[1:-1]  # the first and the last are cut off
    bright_ms = [ms for is_bright, ms in whole if is_bright]
    dark_ms = [ms for is_bright, ms in whole if not is_bright]
    if is_white:
        return Wish.RING if any(_is_within(ms, _PULSE_MS) for ms in bright_ms) else Wish.NOTHING
    if is_red or blue == high:
        wish = Wish.RED_GLASS if is_red else Wish.BLACK_GLASS
        return wish if any(_is_within(ms, _GAP_MS) for ms in dark_ms) else Wish.NOTHING
    if len(bright_ms) < _BLINKS:
        return Wish.NOTHING
    return Wish.TURN if sum(level > high / 2 for level in levels) < _TWO_BLINKS * len(levels) else Wish.TAKE_AWAY


def _is_within(ms: float, limits: tuple[float, float]) -> bool:
    return limits[0] <= ms <= limits[1]
