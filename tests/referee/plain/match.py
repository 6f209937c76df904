"""The state of a match: everything mutable, in one place, and what is asked of it everywhere."""

from dataclasses import dataclass, field

from plain.board import CAPACITY, CELLS, GLASSES, NEIGHBOURS, OTHER
from plain.glass import MS, Glass, Refusal
from tamsk_pi.rules.settings import MatchSettings

Ruling = dict[str, object]


@dataclass
class Window:
    """The regular ring of a move may still come (H2)."""

    player: str
    cell: str
    ends: int
    opponent_started: bool


@dataclass
class ExtraRight:
    """The player may drop a ring on the cell where the other forgot his (H3)."""

    player: str
    cell: str
    since: int
    holds: bool = True
    """It still holds the end open (H35)."""


@dataclass
class PenaltyRight:
    """A second ring; its window opens at the beneficiary's release or pass (H30 to H32)."""

    ends: int | None = None


@dataclass
class Turn:
    player: str
    began: int
    is_started: bool = False
    run: "Run | None" = None


@dataclass
class Run:
    """The neutral timer runs and binds a turn (H23)."""

    turn: Turn
    ends: int
    is_put_off: bool = False
    """It has run out and what that means is not known yet (H12, H20)."""
    waits_for_sand: bool = False


@dataclass
class LateMove:
    """The glasses with one of which a late player may still finish his move (G3.4, H29)."""

    glasses: list[Glass]
    opponent_turns: int


@dataclass
class NewCell:
    """Where a player's last move went, and whether it got its ring (H6)."""

    cell: str
    has_ring: bool = False


@dataclass
class Done:
    """An accepted act, and what it takes to undo it (H39)."""

    kind: str
    player: str
    cell: str
    ringless: int
    ring_kind: str = ""
    owner: str = ""
    """In whose count the ring is by now (H5)."""
    glass: Glass | None = None
    came_from: str | None = None
    had_begun: bool = False
    last_new: NewCell | None = None


@dataclass
class Match:
    settings: MatchSettings
    stage: str = "before"  # before, playing, awaiting, asking, ended
    rulings: list[Ruling] = field(default_factory=list)
    glasses: dict[str, Glass] = field(default_factory=dict)
    rings: dict[str, int] = field(default_factory=dict)
    """The accepted rings on each cell."""
    lying_rings: dict[str, int] = field(default_factory=dict)
    """The rings that are really there."""
    doubted: set[str] = field(default_factory=set)
    """Where the sensors doubt how many there are (H12)."""
    wrong_rings: dict[str, list[Refusal]] = field(default_factory=dict)
    """What is refused on each cell: rings too many, rings taken off, what a pause left."""
    left: dict[str, int] = field(default_factory=dict)
    turn: Turn | None = None
    stalled_at: int | None = None
    late: dict[str, LateMove] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    extras: list[ExtraRight] = field(default_factory=list)
    penalties: dict[str, PenaltyRight] = field(default_factory=dict)
    fines: dict[str, int] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    timer_empty_at: int = -1
    timer_end_down: int = 0
    is_timer_void: bool = False
    """The sand of the neutral timer runs for a turn that had just ended (H24)."""
    last_release: int | None = None
    new_cells: dict[str, NewCell | None] = field(default_factory=dict)
    ringless: int = 0
    done: list[Done] = field(default_factory=list)
    paused_at: int | None = None
    rings_at_pause: dict[str, int] = field(default_factory=dict)
    offers: dict[tuple[str, ...], int] = field(default_factory=dict)
    ended_on: int = 0
    asked_until: int = 0
    now: int = 0
    closed_at: int = 0
    """When the last ring window was closed, by a ring or by itself (H35)."""
    asked: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.put_away(0)

    def put_away(self, at: int) -> None:
        """An empty board, all glasses beside it, tops empty."""
        ends = self.settings.end_ms or ((self.settings.sand_ms, self.settings.sand_ms),) * 6
        self.glasses = {
            name: Glass(name, name[:-1], order, ends[order], as_of=at, end_down=self.first_end(order))
            for order, name in enumerate(GLASSES)
        }
        self.timer_end_down = self.first_end(len(GLASSES))
        self.rings = dict.fromkeys(CELLS, 0)
        self.lying_rings = dict.fromkeys(CELLS, 0)
        self.wrong_rings = {cell: [] for cell in CELLS}
        self.left = {"red": 32, "black": 32}
        self.fines = {"red": 0, "black": 0}
        self.new_cells = {"red": None, "black": None}

    def rule(self, ruling: str, at: int, rule: str, **more: object) -> None:
        self.rulings.append({"ruling": ruling, "at_ms": at // MS, "rule": rule, **more})

    def own(self, player: str) -> list[Glass]:
        return [glass for glass in self.glasses.values() if glass.player == player]

    @property
    def has_sand(self) -> bool:
        return self.settings.level >= 2

    def first_end(self, order: int) -> int:
        return self.settings.ends_down[order] if self.settings.ends_down else 0

    def uncertainty(self, glass: Glass) -> int:
        """H20: each glass has its own, for the end that is down."""
        pairs = self.settings.end_uncertainty_ms
        return (pairs[glass.order][glass.end_down] if pairs else self.settings.sand_uncertainty_ms) * MS

    @property
    def ring_window(self) -> int:
        """H2: 3,000 ms, at level 1 10,000."""
        default = 10_000 if self.settings.level == 1 else 3_000
        return (default if self.settings.ring_window_ms is None else self.settings.ring_window_ms) * MS

    @property
    def penalty_window(self) -> int:
        return self.settings.penalty_window_ms * MS

    def is_full(self, cell: str) -> bool:
        """G1.4."""
        return self.rings[cell] >= CAPACITY[cell]

    def full_cells(self) -> set[str]:
        return {cell for cell in CELLS if self.is_full(cell)}

    def holder_of(self, cell: str) -> Glass | None:
        """Whose accepted cell it is; a glass in the air still holds it."""
        return next((glass for glass in self.glasses.values() if glass.accepted == cell), None)

    def can_move(self, glass: Glass) -> bool:
        """Words: its owner may move it now, and it has somewhere to go."""
        return self.has_way(glass) and self.other_glass_first(glass) is None

    def other_glass_first(self, glass: Glass) -> str | None:
        """G2.2, H17, H41: the rule by which another of his glasses has to move first."""
        own = self.own(glass.player)
        if self.settings.start == "free-placement":
            rule, obliged, is_obliged = "H41", [g for g in own if g.accepted is None], glass.accepted is None
        elif self.has_sand:
            rule, obliged, is_obliged = "G2.2", [g for g in own if not g.has_begun], not glass.has_begun
        else:
            return None
        return rule if not is_obliged and any(self.has_way(g) for g in obliged) else None

    def has_way(self, glass: Glass) -> bool:
        """Words: alive, or level 1, and a neighbouring cell is vacant and not full (H41: any cell)."""
        if self.has_sand and glass.is_lost:
            return False
        near = CELLS if glass.accepted is None else NEIGHBOURS[glass.accepted]
        return any(self.holder_of(cell) is None and not self.is_full(cell) for cell in near)

    def player_can_move(self, player: str) -> bool:
        """H21: a glass in his hand counts as movable."""
        return any(
            (glass.air is not None and glass.air.could_move) or self.can_move(glass) for glass in self.own(player)
        )

    def late_glasses_in_the_air(self, player: str) -> list[Glass]:
        late = self.late.get(player)
        return [glass for glass in late.glasses if glass.air is not None] if late else []

    def end(self, at: int, winner: str, reason: str, rule: str) -> None:
        self.stage = "ended"
        counts = {"red_left": self.left["red"], "black_left": self.left["black"]}
        self.rule("match-ended", at, rule, winner=winner, reason=reason, **counts)


def opponent(player: str) -> str:
    return OTHER[player]
