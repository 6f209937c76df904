"""One hourglass: where it stands, what hands did with it, and the sand in it ("Sand arithmetic")."""

from dataclasses import dataclass, field

MS = 1_000_000


@dataclass
class Air:
    """A glass between its lift and the moment its release is judged for good."""

    could_move: bool
    """It is under a starting lift: its owner was to move and it could move when lifted."""
    lifted_at: int
    full: set[str]
    """The cells that were full at the last lift (H33)."""


@dataclass(eq=False)
class Refusal:
    """Something that stands wrongly and is to be put right."""

    cells: list[str]
    reason: str
    rule: str


@dataclass
class Glass:
    name: str
    player: str
    order: int
    ends_ms: tuple[int, int]
    accepted: str | None = None
    stands: str | None = None
    is_touched: bool = False
    placed_at: int = 0
    is_lying: bool = False
    turns: int = 0
    """How often it was turned over since it last stood accepted."""
    has_begun: bool = False
    """It has made an accepted move (H16)."""
    is_lost: bool = False
    lost_on: int = 0
    air: Air | None = None
    unturned_at: int | None = None
    """Released legally but unturned at that instant, within the grace (H11)."""
    full_at: int | None = None
    """Released on a full cell at that instant, not yet confirmed (H12)."""
    full_asked_at: int | None = None
    """The players were asked then whether it is full (H12)."""
    refusal: Refusal | None = None
    held_since: int | None = None
    is_warned: bool = False
    lies_beside: bool = False
    """It was laid on its side beside the board, without having been lifted (free placement)."""
    # sand
    top: int = 0
    as_of: int = 0
    end_down: int = 0
    empty_on: int | None = None
    is_sworn: bool = False
    """The players have said in this run that it lives (H20)."""

    waiting: list["Waiting"] = field(default_factory=list)

    # The unit of sand is so small that both ends take whole units a nanosecond.

    @property
    def full_top(self) -> int:
        return self.ends_ms[0] * self.ends_ms[1] * MS

    @property
    def rate(self) -> int:
        return self.ends_ms[1 - self.end_down]

    def run_out(self) -> int | None:
        """When its top is empty, f ≤ 0; None while it lies with sand in its top."""
        if self.empty_on is not None:
            return self.empty_on
        if self.is_lying:
            return None
        return self.as_of + -(-self.top // self.rate)

    def flow(self, at: int) -> None:
        """Bring the sand to this instant."""
        due = self.run_out()
        if due is not None and due <= at:
            self.top, self.empty_on = 0, due
        elif not self.is_lying:
            self.top -= self.rate * (at - self.as_of)
        self.as_of = at

    def turn_over(self, at: int) -> None:
        """Sand arithmetic: f becomes 1 − f, and the other end is down."""
        self.flow(at)
        self.top = self.full_top - self.top
        self.end_down = 1 - self.end_down
        self.empty_on = None
        self.is_sworn = False
        if self.top == 0:
            self.empty_on = at

    def lay(self, at: int) -> None:
        self.flow(at)
        self.is_lying = True

    def stand_up(self, at: int) -> None:
        self.flow(at)
        self.is_lying = False

    def give(self, at: int, more_ms: int) -> None:
        """H20: the run-out comes so much later."""
        due = self.run_out()
        self.flow(at)
        if due is not None and due <= at:
            self.top = self.rate * (due + more_ms * MS - at)
        else:
            self.top += self.rate * more_ms * MS
        self.empty_on = None

    @property
    def is_turned(self) -> bool:
        return self.turns % 2 == 1


@dataclass
class Waiting:
    """A ring that came to rest around a standing glass and waits for its move (H2)."""

    at: int
    cell: str
    holder: str | None
    reason: str
    rule: str
