"""Hands that do what they do in one named manner, again and again; and what truly happens on the board meanwhile.

What is true: a glass is lifted as it leaves its seat, placed as it stands in a tube (one that leans there may be
called so since it leans), let go as it stands there by itself; a ring comes to rest as it lies on its seat, flat. A
ring in a hand above a tube, or caught on the rim, is no ring yet.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tamsk_pi.rules.acts import Act, Flip, Lift, Place, Release, Ring, Take
from tamsk_pi.rules.board import CAPACITY, CELLS, NEIGHBOURS, Cell, cell_name
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Hourglass, Player

MS: Final = 1_000_000
HEAD: Final = "match level=3\n0.000 setup\n"
MOVES: Final = 4
RINGS: Final = 10
_TRANSIT_MS: Final = 150
_UPRIGHT_MS: Final = 20


@dataclass
class ManneredHands:
    """Writes a scenario's lines and, beside them, the acts that are true; `draw` leaves nothing to the table."""

    draw: random.Random
    at_ms: int = 2_000
    lines: list[tuple[int, str]] = field(default_factory=list)
    happened: list[Act] = field(default_factory=list)
    since_ns: dict[Act, int] = field(default_factory=dict)
    """Since when an act may be said to have happened, if not at its one instant only."""

    def __post_init__(self) -> None:
        self.seats: dict[Hourglass, Cell] = dict(zip(HOURGLASSES, HOME, strict=True))
        self.rings = dict.fromkeys(CELLS, 0)
        self.left = dict.fromkeys(Player, 32)

    @property
    def text(self) -> str:
        """The whole scenario."""
        lines = sorted(self.lines, key=lambda line: line[0])
        told = "".join(f"{at_ms // 1_000}.{at_ms % 1_000:03d} {words}\n" for at_ms, words in lines)
        return HEAD + told + f"{self.at_ms // 1_000 + 2}.000 end\n"

    def wait(self, low_ms: int, high_ms: int) -> int:
        """Let time pass; the instant in ms that then is."""
        self.at_ms += self.draw.randint(low_ms, high_ms)
        return self.at_ms

    def seconds(self, low: float, high: float) -> float:
        """A span drawn, in seconds with three decimals."""
        return round(self.draw.uniform(low, high), 3)

    def say(self, words: str) -> None:
        """One more line, now."""
        self.lines.append((self.at_ms, words))

    def happens(self, act: Act, since_ms: int | None = None) -> None:
        """One more act that is true, at its instant or at any since that one."""
        self.happened.append(act)
        if since_ms is not None:
            self.since_ns[act] = since_ms * MS

    def free_near(self, cell: Cell) -> list[Cell]:
        """The neighbours of a cell where no glass stands."""
        return [near for near in NEIGHBOURS[cell] if near not in self.seats.values()]

    def lift(self, glass: Hourglass, how: str = "") -> None:
        """It leaves its tube, now."""
        self.say(f"lift {glass.label}{how}")
        self.happens(Lift(self.at_ms * MS, glass))

    def flip(self, glass: Hourglass, how: str = "") -> None:
        """It is turned over in the hand, now."""
        self.say(f"flip {glass.label}{how}")
        self.happens(Flip(self.at_ms * MS, glass))

    def put(
        self, glass: Hourglass, cell: Cell, how: str = "", hold_s: float = 0.0, since_ms: int | None = None
    ) -> None:
        """It stands there, now, and is let go `hold_s` later; since `since_ms` it may be called placed."""
        verb = (
            f"hold {glass.label} {cell_name(cell)} {hold_s}" if hold_s else f"place {glass.label} {cell_name(cell)}"
        )
        self.say(verb + how)
        self.happens(Place(self.at_ms * MS, glass, cell), since_ms)
        self.happens(Release((self.at_ms + round(hold_s * 1_000)) * MS, glass))
        self.seats[glass] = cell

    def ring(self, cell: Cell, how: str = "") -> None:
        """A ring comes to lie there, now, out of the fuller holder."""
        player = max(Player, key=lambda player: self.left[player])
        self.left[player] -= 1
        self.say(f"ring {cell_name(cell)} {player}{how}")
        self.happens(Ring(self.at_ms * MS, cell))
        self.rings[cell] += 1

    def take(self, cell: Cell, how: str = "") -> None:
        """The top ring there leaves its stack, now."""
        self.say(f"take {cell_name(cell)}{how}")
        self.happens(Take(self.at_ms * MS, cell))
        self.rings[cell] -= 1

    def near(self, glass: Hourglass) -> Cell:
        """A free neighbour of where a glass stands or stood; that cell itself if there is none."""
        return self.draw.choice(self.free_near(self.seats[glass]) or [self.seats[glass]])

    def ringed_cell(self) -> Cell:
        """A cell with a ring."""
        return self.draw.choice([cell for cell in CELLS if self.rings[cell]])

    def cell_for_ring(self, below_top: int = 0, by_glass: bool | None = None) -> Cell:
        """A cell with room for a ring and so many more on top of it, with a glass or without if that is asked."""
        standing = set(self.seats.values())
        cells = [cell for cell in CELLS if self.rings[cell] < CAPACITY[cell] - below_top]
        if by_glass is not None:
            cells = [cell for cell in cells if (cell in standing) is by_glass] or cells
        return self.draw.choice(cells)


Do = Callable[[ManneredHands, Hourglass], None]


def lift(hands: ManneredHands, glass: Hourglass) -> None:
    """As a careful hand does."""
    hands.lift(glass)


def flip(hands: ManneredHands, glass: Hourglass) -> None:
    """As a careful hand does."""
    hands.flip(glass)


def place(hands: ManneredHands, glass: Hourglass) -> None:
    """On a free neighbour, as a careful hand does."""
    hands.put(glass, hands.near(glass))


def moves(hands: ManneredHands, lift: Do = lift, flip: Do = flip, place: Do = place, pause_ms: int = 500) -> None:
    """Glasses in turn: lifted, turned over, set down on a neighbour; each step as it is given here."""
    for i in range(MOVES):
        glass = HOURGLASSES[(3 * i + hands.draw.randrange(3)) % 6]
        for do, longest_ms in ((lift, 1_600), (flip, pause_ms), (place, pause_ms + 400)):
            hands.wait(longest_ms // 2, longest_ms)
            do(hands, glass)
        hands.wait(800, 1_200)


def rings(hands: ManneredHands, how: str, pause_ms: int, below_top: int = 0) -> None:
    """Rings on any cells, every second one round a glass if there is room; `below_top` rings still fit above."""
    for i in range(RINGS):
        hands.wait(pause_ms, pause_ms + 300)
        hands.ring(hands.cell_for_ring(below_top, by_glass=i % 2 == 0), how)


def carefully(hands: ManneredHands) -> None:
    """No manner at all."""
    moves(hands)
    rings(hands, "", 700)
    for _ in range(MOVES):
        hands.wait(700, 1_000)
        hands.take(hands.ringed_cell())


def slowly(hands: ManneredHands) -> None:
    """Two fingers lift, turn and lower a glass."""

    def how() -> str:
        return f" how slowly {hands.seconds(0.4, 1.0)}"

    moves(
        hands,
        lambda _, glass: hands.lift(glass, how()),
        lambda _, glass: hands.flip(glass, how()),
        lambda _, glass: hands.put(glass, hands.near(glass), how()),
        2_200,
    )


def over_rims(hands: ManneredHands) -> None:
    """A glass slides over the rims of one to three tubes."""

    def put(_: ManneredHands, glass: Hourglass) -> None:
        cell = hands.near(glass)
        over = [c for c in hands.free_near(cell) if c != cell][: hands.draw.randint(1, 3)]
        hands.put(glass, cell, f" how over {' '.join(map(cell_name, over))}" if over else "")

    moves(hands, place=put, pause_ms=1_800)


def leaning(hands: ManneredHands) -> None:
    """A glass leans in its tube before it stands."""

    def put(_: ManneredHands, glass: Hourglass) -> None:
        span_s = hands.seconds(0.3, 0.8)
        leans_ms = hands.at_ms - round(span_s * 1_000) - _UPRIGHT_MS
        hands.put(glass, hands.near(glass), f" how leaning {span_s}", since_ms=leans_ms)

    moves(hands, place=put, pause_ms=1_400)


def corrected(hands: ManneredHands) -> None:
    """A glass is held in a wrong tube first."""

    def put(_: ManneredHands, glass: Hourglass) -> None:
        cell, span_s = hands.near(glass), hands.seconds(0.4, 0.8)
        wrong = hands.draw.choice([c for c in hands.free_near(cell) if c != cell] or [cell])
        left_ms = hands.at_ms - 2 * _TRANSIT_MS
        hands.happens(Place((left_ms - round(span_s * 1_000)) * MS, glass, wrong))
        hands.happens(Lift(left_ms * MS, glass))
        hands.put(glass, cell, f" how corrected {cell_name(wrong)} {span_s}")

    moves(hands, place=put, pause_ms=2_000)


def bouncing(hands: ManneredHands) -> None:
    """Glasses and rings hop twice before they rest."""
    moves(hands, place=lambda _, glass: hands.put(glass, hands.near(glass), " how bouncing"), pause_ms=900)
    rings(hands, " how bouncing", 900)


def hovering(hands: ManneredHands) -> None:
    """Rings are held low over their tubes for about two seconds."""
    for i in range(RINGS):
        hands.wait(3_200, 3_600)
        hands.ring(hands.cell_for_ring(by_glass=i % 2 == 0), f" how hovering {hands.seconds(1.5, 2.5)}")


def crooked(hands: ManneredHands) -> None:
    """Rings are caught on the rim for a moment, with room for another above."""
    for _ in range(RINGS):
        hands.wait(1_000, 1_300)
        hands.ring(hands.cell_for_ring(1), f" how crooked {hands.seconds(0.1, 0.3)}")


def crooked_on_top(hands: ManneredHands) -> None:
    """The last ring of a tube is caught on the rim for a moment: only 3 mm up."""
    for _ in range(RINGS):
        hands.wait(1_000, 1_300)
        cells = [c for c in CELLS if hands.rings[c] == CAPACITY[c] - 1]
        hands.ring(hands.draw.choice(cells), f" how crooked {hands.seconds(0.1, 0.3)}")


def swept(hands: ManneredHands) -> None:
    """A sleeve takes glasses and rings away."""
    rings(hands, "", 700)
    for glass in (Hourglass.RED1, Hourglass.BLACK2):
        hands.wait(800, 1_200)
        for cell in {hands.ringed_cell() for _ in range(2)}:
            hands.take(cell, " how swept")
        hands.lift(glass, " how swept")
        hands.at_ms += 200
        hands.say(f"tilt {glass.label}")
        hands.wait(700, 900)
        hands.say(f"upright {glass.label}")
        hands.wait(300, 500)
        hands.put(glass, hands.near(glass))


def bare(hands: ManneredHands) -> None:
    """Hands are over the cells at which they act, and over others."""
    near(hands, lambda cell: f"hand bare {cell_name(cell)} 0.8")


def steel(hands: ManneredHands) -> None:
    """A steel bracelet is over a neighbour of the cells at which hands act: the wrist is that far away."""
    near(hands, lambda cell: f"hand steel {cell_name(hands.draw.choice(NEIGHBOURS[cell]))} 0.5")


def knocked(hands: ManneredHands) -> None:
    """What stands and lies on a neighbour rattles as a hand acts."""
    rings(hands, "", 700)
    near(hands, lambda cell: f"hand knock {cell_name(hands.draw.choice(NEIGHBOURS[cell]))}")


def near(hands: ManneredHands, gesture: Callable[[Cell], str]) -> None:
    """Moves and rings, each with a gesture of the hand that does it."""

    def put(_: ManneredHands, glass: Hourglass) -> None:
        cell = hands.near(glass)
        hands.say(gesture(cell))
        hands.put(glass, cell)

    def up(_: ManneredHands, glass: Hourglass) -> None:
        hands.say(gesture(hands.seats[glass]))
        hands.lift(glass)

    moves(hands, lift=up, place=put, pause_ms=900)
    for _ in range(RINGS // 2):
        hands.wait(1_100, 1_500)
        cell = hands.cell_for_ring()
        hands.say(gesture(cell))
        hands.ring(cell)


def two_hands(hands: ManneredHands) -> None:
    """Two glasses of two players, and two rings, within 50 ms."""
    for i in range(MOVES):
        pair = (HOURGLASSES[i % 3], HOURGLASSES[3 + hands.draw.randrange(3)])
        for do, low_ms in ((lift, 900), (flip, 400), (place, 500)):
            hands.at_ms += low_ms
            for glass in pair:
                hands.wait(1, 50)
                do(hands, glass)
        hands.at_ms += 600
        for glass in pair:
            hands.wait(1, 50)
            if hands.rings[hands.seats[glass]] < CAPACITY[hands.seats[glass]]:
                hands.ring(hands.seats[glass])


def ring_first(hands: ManneredHands) -> None:
    """A ring falls round a glass half a second before that is let go."""

    def put(_: ManneredHands, glass: Hourglass) -> None:
        cells = [c for c in hands.free_near(hands.seats[glass]) if hands.rings[c] < CAPACITY[c]]
        cell = hands.draw.choice(cells or hands.free_near(hands.seats[glass]))
        hands.put(glass, cell, hold_s=1.0)
        hands.at_ms += 500
        if cells:
            hands.ring(cell)
        hands.at_ms += 500

    moves(hands, place=put)


MANNERS: Final[dict[str, Callable[[ManneredHands], None]]] = {
    "careful": carefully,
    "slowly": slowly,
    "over": over_rims,
    "leaning": leaning,
    "corrected": corrected,
    "bouncing": bouncing,
    "hovering": hovering,
    "crooked": crooked,
    "crooked, top ring": crooked_on_top,
    "swept": swept,
    "hand bare": bare,
    "hand steel": steel,
    "hand knock": knocked,
    "two hands": two_hands,
    "ring before release": ring_first,
}


def mannered(manner: str, seed: int) -> ManneredHands:
    """Hands that have acted so; equal arguments give equal acts."""
    hands = ManneredHands(random.Random(f"{manner}/{seed}"))
    MANNERS[manner](hands)
    return hands
