"""Hands that play, blunder and meddle: what a state machine and a campaign let them do, as statements of a scenario.

`Hands` holds a table that only knows what is physically possible, and the second referee's match as a guide, so that
legal moves, windows and run-outs are hit often enough. Every method does one thing if hands can do it, else nothing.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from plain.board import CAPACITY, CELLS, NEIGHBOURS, OTHER
from plain.glass import MS, Glass
from plain.match import Match
from plain.referee import deadlines, feed, run_deadlines

from tamsk_pi.rules.acts import (
    Act,
    Answer,
    Flip,
    Lift,
    Place,
    Release,
    Ring,
    Say,
    Start,
    Take,
    Tilt,
    TurnTimer,
    Upright,
)
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player, parse_hourglass
from tamsk_pi.rules.settings import HolderRule, MatchSettings, PenaltyRule, StartRule
from tamsk_pi.scenario.grammar import standard_setup
from tamsk_pi.scenario.statements import Put, Statement

BEGIN_NS = 1_000 * MS


@dataclass
class Hands:
    settings: MatchSettings
    random: Random
    at: int = 0
    statements: list[Statement] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.guide = Match(self.settings)
        self.holders = {"red": 32, "black": 32}
        self.came_from: dict[str, list[str]] = {cell: [] for cell in CELLS}
        self.held_until: dict[str, int] = {}
        self._releases: list[tuple[int, int, Release]] = []
        self._tell(standard_setup(0, self.settings.start))

    # what hands do

    def start(self) -> None:
        self._tell(Start(self.at, self.settings))

    def wait(self, ms: int) -> None:
        self.at += ms * MS

    def wait_for_deadline(self, off_ms: int = 0) -> None:
        """To the next whole millisecond at which something is due, or so much before or after it."""
        due = [deadline[0] for deadline in deadlines(self.guide) if deadline[0] > self.at]
        if due:
            self.at = max(self.at, -(-min(due) // MS) * MS + off_ms * MS)

    def lift(self, glass: Glass) -> None:
        if glass.stands is not None and self._is_let_go(glass):
            self._tell(Lift(self.at, named(glass)))

    def put(self, glass: Glass, cell: str, hold_ms: int = 0) -> None:
        is_taken = any(other.stands == cell for other in self.guide.glasses.values() if other is not glass)
        if not is_taken and not glass.is_lying and self._is_let_go(glass):
            self._tell(Put(self.at, named(glass), parse_cell(cell), hold_ms * MS))

    def flip(self, glass: Glass) -> None:
        self._tell(Flip(self.at, named(glass)))

    def tilt(self, glass: Glass) -> None:
        if glass.stands is None and not glass.is_lying:
            self._tell(Tilt(self.at, named(glass)))

    def upright(self, glass: Glass) -> None:
        if glass.is_lying:
            self._tell(Upright(self.at, named(glass)))

    def ring(self, cell: str, holder: str) -> None:
        if self.holders[holder]:
            self.holders[holder] -= 1
            self.came_from[cell].append(holder)
            self._tell(Ring(self.at, parse_cell(cell), Player(holder)))

    def take(self, cell: str) -> None:
        if self.came_from[cell]:
            self.holders[self.came_from[cell].pop()] += 1
            self._tell(Take(self.at, parse_cell(cell)))

    def timer(self) -> None:
        self._tell(TurnTimer(self.at))

    def say(self, what: Answer, player: str, glass: Glass, cell: str) -> None:
        match what:
            case Answer.ALIVE | Answer.DEAD:
                self._tell(Say(self.at, what, hourglass=named(glass)))
            case Answer.OWNER:
                self._tell(Say(self.at, what, player=Player(player), cell=parse_cell(cell)))
            case _:
                self._tell(Say(self.at, what, player=Player(player)))

    # what players want to do

    def move(self, glass: Glass, cell: str, pace_ms: int, hold_ms: int = 0, *, turned: bool = True) -> None:
        """Lift, turn as often as makes it right (or wrong), set down."""
        self.lift(glass)
        self.wait(pace_ms)
        if glass.is_lying:
            self.upright(glass)
        if self.guide.has_sand and glass.is_turned != turned:
            self.flip(glass)
            self.wait(pace_ms)
        self.put(glass, cell, hold_ms)

    def targets(self, glass: Glass) -> list[str]:
        near = CELLS if glass.accepted is None else NEIGHBOURS[glass.accepted]
        standing = {other.stands for other in self.guide.glasses.values() if other is not glass}
        taken = standing | {other.accepted for other in self.guide.glasses.values()}
        return [cell for cell in near if cell not in taken and not self.guide.is_full(cell)]

    def movable(self, player: str) -> list[Glass]:
        """The player's glasses that have somewhere to go; only those that have to move first, if there are any."""
        own = [glass for glass in self.guide.own(player) if not (glass.is_lost and self.guide.has_sand)]
        own = [glass for glass in own if self.targets(glass)]
        is_free = self.settings.start is StartRule.FREE_PLACEMENT
        obliged = [glass for glass in own if (glass.accepted is None if is_free else not glass.has_begun)]
        return (obliged if is_free or self.guide.has_sand else []) or own

    def tidy(self) -> None:
        """Everything that stands wrongly goes back to where it was accepted."""
        wrong = [glass for glass in self.guide.glasses.values() if self._is_wrong(glass)]
        self.at = max([self.at, *(self.held_until.get(glass.name, 0) for glass in wrong)])
        for glass in wrong:
            self.lift(glass)
        for glass in wrong:
            self.upright(glass)
            if self.guide.has_sand and glass.is_turned:
                self.flip(glass)
            if glass.accepted is not None:
                self.put(glass, glass.accepted)
        for cell in CELLS:
            for _ in range(max(0, self.guide.lying_rings[cell] - self.guide.rings[cell])):
                self.take(cell)

    def _is_wrong(self, glass: Glass) -> bool:
        return glass.stands != glass.accepted or glass.is_lying or (self.guide.has_sand and glass.is_turned)

    # bookkeeping

    def _is_let_go(self, glass: Glass) -> bool:
        return self.held_until.get(glass.name, 0) <= self.at or glass.stands is None

    def _tell(self, statement: Statement) -> None:
        self.statements.append(statement)
        self.catch_up()
        if isinstance(statement, Put):
            glass = self.guide.glasses[statement.hourglass.label]
            if glass.stands is not None:
                feed(self.guide, Lift(self.at, statement.hourglass))
            feed(self.guide, Place(self.at, statement.hourglass, statement.cell))
            release = Release(self.at + statement.hold_ns, statement.hourglass)
            self.held_until[glass.name] = release.at_ns
            if statement.hold_ns == 0:
                feed(self.guide, release)
            else:
                heapq.heappush(self._releases, (release.at_ns, len(self.statements), release))
        else:
            assert isinstance(statement, Act)
            feed(self.guide, statement)

    def catch_up(self) -> None:
        """Hands that held on let go when their time comes."""
        while self._releases and self._releases[0][0] <= self.at:
            feed(self.guide, heapq.heappop(self._releases)[2])
        run_deadlines(self.guide, self.at - 1)


def named(glass: Glass) -> Hourglass:
    return parse_hourglass(glass.name)


def random_settings(random: Random) -> MatchSettings:
    """Short times, so that everything happens, and everything at once now and then."""
    level = random.choice([1, 2, 2, 3, 3, 3, 3, 3])
    pick = random.choice
    sand_ms = pick([6_000, 6_000, 9_000, 20_000, 60_000])
    ends = tuple((sand_ms - random.randrange(500), sand_ms + random.randrange(500)) for _ in range(6))
    return MatchSettings(
        level=level,
        penalty=pick(list(PenaltyRule)),
        start=pick([StartRule.CORNERS, StartRule.CORNERS, StartRule.CORNERS, StartRule.FREE_PLACEMENT]),
        holders=pick([HolderRule.UNCOUNTED, HolderRule.UNCOUNTED, HolderRule.COUNTED]),
        sand_ms=sand_ms,
        end_ms=ends if random.random() < 0.2 else (),
        timer_ms=pick([500, 1_000, 2_500]),
        sand_uncertainty_ms=pick([0, 0, 0, 200, 600, 1_500, 2_500]),
        ring_window_ms=pick([None, 0, 300, 1_000, 3_000]),
        ringless_limit=pick([1, 2, 4, 8, 25, 60]),
        flip_grace_ms=pick([0, 400, 400, 1_500]),
        full_cell_confirm_ms=pick([0, 500, 1_000, 2_500]),
        hold_warning_ms=pick([0, 800, 3_000]),
        release_cap_ms=pick([0, 500, 1_000, 1_000]),
        timer_grace_ms=pick([0, 300, 300]),
        penalty_window_ms=pick([0, 800, 2_000, 5_000]),
        answer_window_ms=pick([0, 1_500, 5_000, 30_000]),
        tie_tolerance_ms=pick([0, 1_000, 1_000, 5_000]),
    )


def measured(settings: MatchSettings, random: Random) -> MatchSettings:
    """Now and then each glass has its own uncertainty, the neutral timer two ends, and any end may be down."""
    if random.random() < 0.8:
        return settings
    return replace(
        settings,
        end_uncertainty_ms=tuple((random.randrange(1_500), random.randrange(2_500)) for _ in range(6)),
        timer_end_ms=(random.choice([500, 1_000]), random.choice([700, 2_500])),
        ends_down=tuple(random.randrange(2) for _ in range(7)),
    )


@dataclass
class Temper:
    """How the hands of one sequence are disposed: how often they do what, and how fast."""

    weights: Sequence[float]
    pauses_ms: Sequence[int]
    deadline: float
    sane: float


def random_temper(random: Random) -> Temper:
    kind = random.random()
    base = [1.0] * len(VERBS)
    for i, verb in enumerate(VERBS):
        base[i] = COMMON[verb] * (random.choice([0, 0.3, 1, 1, 3]) if kind < 0.7 else 1)
    if not any(base):
        base = [1.0] * len(VERBS)
    pauses = random.choice([(0, 100, 200), (0, 0, 1, 300), (0, 50, 400, 1_000), (0, 200, 800, 2_500, 6_000)])
    return Temper(base, pauses, random.choice([0.0, 0.1, 0.3, 0.6]), random.choice([0.0, 0.5, 0.9, 1.0]))


COMMON = {
    "play": 14,
    "ring": 8,
    "timer": 4,
    "start": 4,
    "finish": 5,
    "wrong-move": 3,
    "full-cell": 4,
    "put-back": 2,
    "odd-lift": 1,
    "odd-flip": 1.2,
    "odd-put": 1,
    "lay": 0.8,
    "odd-ring": 2,
    "take": 1.5,
    "tidy": 1.0,
    "say": 1.2,
    "say-together": 1.2,
    "eyes": 0.7,
}
VERBS = tuple(COMMON)


class RandomHands(Hands):
    """Hands led by a generator of random numbers."""

    def do(self, verb: str) -> None:
        getattr(self, "_" + verb.replace("-", "_"))()

    @property
    def _mover(self) -> str:
        return self.guide.turn.player if self.guide.turn is not None else self.random.choice(["red", "black"])

    def _pace_ms(self) -> int:
        return self.random.choice([0, 0, 1, 50, 150, 300])

    def _any_glass(self) -> Glass:
        return self.guide.glasses[self.random.choice(list(self.guide.glasses))]

    def _hold_ms(self) -> int:
        return self.random.choice([0, 0, 0, 0, 1, 200, 500, 1_000, 1_200])

    def _play(self) -> None:
        """A legal move by the player to move, or a late one."""
        late = [player for player in self.guide.late if self.guide.late_glasses_in_the_air(player)]
        if late and self.random.random() < 0.6:
            glasses = self.guide.late_glasses_in_the_air(late[0])
        else:
            glasses = self.movable(self._mover)
        if glasses:
            glass = self.random.choice(glasses)
            targets = self.targets(glass)
            if targets:
                self.move(glass, self.random.choice(targets), self._pace_ms(), self._hold_ms())
                if self.random.random() < 0.4 and glass.accepted is not None:
                    self.wait(self._pace_ms())
                    self.ring(glass.accepted, glass.player)

    def _start(self) -> None:
        """Lift, and perhaps turn, but do not set down."""
        glasses = self.movable(self._mover)
        if glasses:
            glass = self.random.choice(glasses)
            self.lift(glass)
            if self.random.random() < 0.6:
                self.wait(self._pace_ms())
                self.flip(glass)

    def _finish(self) -> None:
        """A glass in the air is set down somewhere it may go."""
        in_the_air = [glass for glass in self.guide.glasses.values() if glass.stands is None]
        if in_the_air:
            glass = self.random.choice(in_the_air)
            targets = self.targets(glass)
            if targets:
                is_turned = self.random.random() < 0.85
                self.move(glass, self.random.choice(targets), self._pace_ms(), self._hold_ms(), turned=is_turned)

    def _wrong_move(self) -> None:
        """Another's glass, one that ran out, too far, onto another, unturned."""
        glass = self._any_glass()
        near = CELLS if glass.accepted is None else NEIGHBOURS[glass.accepted]
        held = [g.accepted for g in self.guide.glasses.values() if g.stands is None and g.accepted in near]
        cell = self.random.choice(held or (CELLS if self.random.random() < 0.4 else near))
        self.move(glass, cell, self._pace_ms(), self._hold_ms(), turned=self.random.random() < 0.6)

    def _full_cell(self) -> None:
        glasses = self.guide.own(self._mover)
        pairs = [(g, c) for g in glasses for c in NEIGHBOURS[g.accepted or "A1"] if self.guide.is_full(c)]
        if pairs:
            glass, cell = self.random.choice(pairs)
            self.move(glass, cell, self._pace_ms(), self._hold_ms())

    def _put_back(self) -> None:
        in_the_air = [glass for glass in self.guide.glasses.values() if glass.stands is None]
        glass = self.random.choice(in_the_air or self.guide.own(self._mover))
        if glass.accepted is not None:
            is_turned = self.random.random() < 0.3
            self.move(glass, glass.accepted, self._pace_ms(), self._hold_ms(), turned=is_turned)

    def _odd_lift(self) -> None:
        self.lift(self._any_glass())

    def _odd_flip(self) -> None:
        self.flip(self._any_glass())

    def _odd_put(self) -> None:
        self.put(self._any_glass(), self.random.choice(CELLS), self._hold_ms())

    def _lay(self) -> None:
        lying = [glass for glass in self.guide.glasses.values() if glass.is_lying]
        in_the_air = [glass for glass in self.guide.glasses.values() if glass.stands is None]
        if lying and self.random.random() < 0.5:
            self.upright(self.random.choice(lying))
        elif in_the_air:
            self.tilt(self.random.choice(in_the_air))

    def _ring(self) -> None:
        """A ring that has a meaning, if there is any."""
        guide = self.guide
        cells = [window.cell for window in guide.windows] + [right.cell for right in guide.extras]
        if any(right.ends is not None for right in guide.penalties.values()):
            edge = [cell for cell in CELLS if CAPACITY[cell] - guide.rings[cell] == 1]
            cells += self.random.sample(edge or CELLS, 1)
        cells += [glass.stands for glass in guide.glasses.values() if glass.is_touched and glass.stands is not None]
        if cells:
            self.ring(self.random.choice(cells), self.random.choice(["red", "black"]))

    def _odd_ring(self) -> None:
        stood_on = [glass.stands for glass in self.guide.glasses.values() if glass.stands is not None]
        near_full = [cell for cell in CELLS if self.guide.rings[cell]]
        pool = self.random.choice([CELLS, stood_on or CELLS, near_full or CELLS])
        self.ring(self.random.choice(pool), self.random.choice(["red", "black"]))

    def _take(self) -> None:
        cells = [cell for cell in CELLS if self.came_from[cell]]
        wrong = [cell for cell in cells if self.guide.wrong_rings[cell]]
        if cells:
            self.take(self.random.choice(wrong if wrong and self.random.random() < 0.7 else cells))

    def _timer(self) -> None:
        self.timer()

    def _tidy(self) -> None:
        self.tidy()

    def _say(self) -> None:
        others = [answer for answer in Answer if answer is not Answer.RESIGN]
        what: Answer = Answer.RESIGN if self.random.random() < 0.02 else self.random.choice(others)
        self.say(what, self.random.choice(["red", "black"]), self._any_glass(), self._some_ring())

    def _say_together(self) -> None:
        often = [Answer.UNDO] * 6 + [Answer.PAUSE, Answer.RESUME, Answer.OWNER] * 3
        is_paused = self.guide.paused_at is not None
        what = Answer.RESUME if is_paused else self.random.choice([*often, Answer.ALIVE, Answer.DRAW])
        if what is Answer.DRAW and self.random.random() < 0.8:
            return
        player, glass, cell = self.random.choice(["red", "black"]), self._any_glass(), self._some_ring()
        if self.guide.asked:
            glass = self.guide.glasses[self.random.choice(list(self.guide.asked))]
            what = self.random.choice([what, Answer.ALIVE])
        self.say(what, player, glass, cell)
        self.wait(self._pace_ms())
        self.say(what, player if what is Answer.OWNER else OTHER[player], glass, cell)

    def _eyes(self) -> None:
        glasses = [g for g in self.guide.glasses.values() if g.has_begun and not g.is_lost] or [self._any_glass()]
        glass = min(glasses, key=lambda g: g.run_out() or 0)
        self.say(self.random.choice([Answer.ALIVE, Answer.DEAD]), "red", glass, "D4")

    def _some_ring(self) -> str:
        cells = [cell for cell in CELLS if self.guide.rings[cell]]
        return self.random.choice(cells or CELLS)

    # whole sequences

    def play(self, doings: int) -> None:
        """A start and so many doings."""
        if self.random.random() < 0.05:
            self.wait(500)
            self.do(self.random.choice(["odd-flip", "odd-lift", "odd-put", "odd-ring"]))
        self.at = BEGIN_NS
        self.start()
        temper = random_temper(self.random)
        for verb in self.random.choices(VERBS, temper.weights, k=doings):
            if self.guide.stage == "ended":
                break
            self.do(verb)
            if self.random.random() < temper.deadline:
                self.wait_for_deadline(self.random.choice([0, 0, 0, 1, -1]))
            else:
                self.wait(self.random.choice(temper.pauses_ms))
            if self.random.random() < temper.sane / 10:
                self.tidy()

    def finish_match(self, most_moves: int = 400) -> None:
        """From here on the players move whenever they can, until the match is over or that many moves were made.

        Now and then they wait until nothing is open: hands that drop no ring and are always faster than the window
        could go on for ever, for H8 ends a match only when no window is open.
        """
        moves = 0
        while self.guide.stage != "ended" and moves < most_moves:
            self.catch_up()
            guide = self.guide
            if guide.paused_at is not None:
                for player in ("red", "black"):
                    self.say(Answer.RESUME, player, self._any_glass(), "D4")
                if guide.paused_at is not None:
                    self.say(Answer.RESUME, "red", self._any_glass(), "D4")
            elif guide.stage == "playing" and self._play_sensibly():
                moves += 1
            else:
                before = self.at
                run_deadlines(guide, self.at)
                self.wait_for_deadline()
                if self.at == before:
                    return
                self.at += MS
            run_deadlines(guide, self.at)

    def _play_sensibly(self) -> bool:
        self.tidy()  # a turn may end meanwhile
        if self.guide.turn is None:
            return False
        player = self.guide.turn.player
        glasses = self.movable(player)
        if not glasses:
            return False
        glass = self.random.choice(glasses)
        self.wait(100)
        self.move(glass, self.random.choice(self.targets(glass)), 100)
        self.wait(200)
        if glass.accepted is not None and self.random.random() < 0.8:
            self.ring(glass.accepted, player)
        open_ms = max(self.guide.ring_window, self.guide.penalty_window) // MS + 1
        self.wait(open_ms if self.random.random() < 0.2 else 200)
        return True
