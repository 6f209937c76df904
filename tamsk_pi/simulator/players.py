"""Simulated players: whole matches at human speed, as statements that drive the referee alone or the table.

Two players who know the rules, more or less: they think for seconds, forget rings, drop the other's, turn the neutral
timer on a slow opponent, come too late, err, and put right what they erred in. They hear the referee's rulings and
nothing else, and what they do is physically possible.

Two things are kept out, because through the sensors acts are dated to some tens of milliseconds only: acts within
150 ms of each other, and acts within 300 ms of a deadline.
"""

import heapq
import random
from collections.abc import Callable, Iterator
from typing import Final

from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.mobility import is_full, movable, occupied_cells, targets
from tamsk_pi.referee.referee import RefereeState, Watermark, next_due_ns, step
from tamsk_pi.referee.rulings import MatchEnded, Ruling
from tamsk_pi.referee.state import Stage
from tamsk_pi.rules.acts import Act, Flip, Lift, Place, Release, Ring, Setup, Start, Take, TurnTimer
from tamsk_pi.rules.board import CELLS, RINGS_EACH, Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, OWN_HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, PenaltyRule
from tamsk_pi.scenario.statements import End, Hand, HandKind, Put, Scenario, Statement
from tamsk_pi.scenario.writer import scenario_of

_MS: Final = 1_000_000
_GAP_MS: Final = 150
_DEADLINE_GAP_MS: Final = 300
_SAME_PLACE_MS: Final = 500
"""Hands do not do two things on one cell in less: nobody could say in which order, or whether a ring that was taken
off and one that was dropped were two."""
_GRACE_GAP_MS: Final = 600
"""The neutral timer is turned well before or well after the grace that follows a release (H24)."""
_START_MS: Final = 1_000
_END_AFTER_MS: Final = 1_000

Step = Callable[[int], Statement | None]
"""Called with its instant in ns; None if there is no sense in it any more."""


class _Plan:
    """What one player means to do; `turn` is the turn it belongs to, None for what belongs to none."""

    def __init__(self, player: Player, turn: int | None) -> None:
        self.player = player
        self.turn = turn
        self.has_begun = False
        self.is_dropped = False
        self.left = 0


class RandomPlayers:
    """One match between two simulated players; equal arguments give the equal match."""

    def __init__(
        self, seed: int, level: int = 3, penalty: PenaltyRule = PenaltyRule.REVISED, *, is_clumsy: bool = False
    ) -> None:
        """`is_clumsy`: the acts are the same, and carried out as clumsy hands do (docs/scenarios.md)."""
        self.settings: Final = MatchSettings(level=level, penalty=penalty, seed=seed)
        self.rulings: Final[list[Ruling]] = []
        """What the referee has ruled so far."""
        self._is_clumsy = is_clumsy
        self._draw = random.Random(f"{seed}/players/{level}/{penalty}")
        self._state = RefereeState.initial(self.settings)
        self._queue: list[tuple[int, int, _Plan, Step]] = []
        self._steps = 0
        self._plans: dict[Player, _Plan | None] = dict.fromkeys(Player)
        self._now_ms = 0
        self._due_ms = -_DEADLINE_GAP_MS
        self._has_forgotten = dict.fromkeys(Player, False)
        self._holders = dict.fromkeys(Player, RINGS_EACH)
        self._stacks: dict[Cell, list[Player]] = {cell: [] for cell in CELLS}
        self._handled_ms: dict[Cell, int] = {}

    def scenario(self) -> Scenario:
        """The whole match as a scenario; plays it, so call it once."""
        return scenario_of(f"players-{self.settings.seed}", self.settings, list(self.statements()))

    def statements(self) -> Iterator[Statement]:
        """Set-up, start, what the hands do until the match has ended, end; in order of time."""
        yield self._tell(Setup(0, HOME, (0,) * len(CELLS)))
        if self._is_clumsy:
            yield Hand(0, HandKind.CLUMSY, seed=self.settings.seed)
        yield self._tell(Start(_START_MS * _MS, self.settings))
        self._now_ms = _START_MS
        while not self._has_ended:
            self._make_plans()
            if self._queue:
                statement = self._next()
                if statement is not None:
                    yield statement
            else:
                self._wait()
        yield End((self._now_ms + _END_AFTER_MS) * _MS)

    @property
    def _has_ended(self) -> bool:
        return bool(self.rulings) and isinstance(self.rulings[-1], MatchEnded)

    # Time and acts

    def _next(self) -> Statement | None:
        wanted_ms, order, plan, make = heapq.heappop(self._queue)
        at_ms = self._free_ms(max(wanted_ms, self._now_ms + _GAP_MS, self._due_ms + _DEADLINE_GAP_MS))
        self._delay(plan, at_ms - wanted_ms)
        if self._queue and self._queue[0][0] < at_ms:
            heapq.heappush(self._queue, (at_ms, order, plan, make))
            return None
        self._decide(at_ms - 1)
        if self._has_ended:
            return None
        plan.left -= 1
        if not plan.has_begun and plan.turn is not None and plan.turn != self._turn_number:
            plan.is_dropped = True
        statement = None if plan.is_dropped else make(at_ms * _MS)
        if statement is not None:
            self._now_ms = at_ms
            self._tell(statement)
        return statement

    def _delay(self, plan: _Plan, by_ms: int) -> None:
        """What a player meant to do next comes as much later as the step before it."""
        if by_ms > 0:
            self._queue = [(t + by_ms if p is plan else t, order, p, make) for t, order, p, make in self._queue]
            heapq.heapify(self._queue)

    def _wait(self) -> None:
        due_ns = next_due_ns(self._state)
        assert due_ns is not None, "nobody can do anything and nothing is due, but the match has not ended"
        self._meet(due_ns)

    def _meet(self, due_ns: int) -> None:
        """Let the referee rule on a deadline, and remember it: no act may come near it."""
        self._due_ms = -(-due_ns // _MS)
        self._decide(self._due_ms)

    def _decide(self, until_ms: int) -> None:
        self._state, rulings = step(self._state, Watermark(until_ms * _MS))
        self.rulings.extend(rulings)
        self._now_ms = max(self._now_ms, until_ms)

    def _free_ms(self, at_ms: int) -> int:
        """The first instant from then on that is not near a deadline."""
        while (due_ns := next_due_ns(self._state)) is not None:
            due_ms = due_ns // _MS
            if due_ms >= at_ms + _DEADLINE_GAP_MS:
                return at_ms
            if due_ms > at_ms - _DEADLINE_GAP_MS:
                at_ms = due_ms + _DEADLINE_GAP_MS
            self._meet(due_ns)
            if self._has_ended:
                return at_ms
        return at_ms

    def _tell(self, statement: Statement) -> Statement:
        for act in self._acts(statement):
            self._state, _ = step(self._state, act)
        self._decide(statement.at_ns // _MS)
        if isinstance(statement, Ring) and statement.holder is not None:
            self._holders[statement.holder] -= 1
            self._stacks[statement.cell].append(statement.holder)
            self._handled_ms[statement.cell] = statement.at_ns // _MS
        if isinstance(statement, Take):
            self._holders[self._stacks[statement.cell].pop()] += 1
            self._handled_ms[statement.cell] = statement.at_ns // _MS
        return statement

    def _acts(self, statement: Statement) -> Iterator[Act]:
        match statement:
            case Put(at_ns=at_ns, hourglass=hourglass, cell=cell, hold_ns=hold_ns):
                yield Place(at_ns, hourglass, cell)
                yield Release(at_ns + hold_ns, hourglass)
            case Setup() | Start() | Lift() | Flip() | Ring() | Take() | TurnTimer():
                yield statement
            case _:
                raise AssertionError(f"players do not {statement}")

    def _add(self, plan: _Plan, at_ms: int, make: Step) -> None:
        self._steps += 1
        plan.left += 1
        heapq.heappush(self._queue, (at_ms, self._steps, plan, make))

    def _ms(self, low: int, high: int) -> int:
        return self._draw.randint(low, high)

    def _chance(self, share: float) -> bool:
        return self._draw.random() < share

    # What to do next

    @property
    def _turn_number(self) -> int | None:
        return None if self._state.turn is None else self._state.turn.number

    def _make_plans(self) -> None:
        state = self._state
        for player in Player:
            plan = self._plans[player]
            if plan is not None and (plan.left == 0 or plan.is_dropped):
                self._plans[player] = None
        if state.stage is not Stage.PLAYING or state.turn is None or self._plans[state.turn.player] is not None:
            return
        player = state.turn.player
        wrong = self._wrong_glass(player)
        if wrong is not None:
            self._plan_restoring(player, wrong)
        elif state.refused_rings:
            self._plan_taking(player)
        elif movable(state, player):
            self._plan_turn(player)

    def _wrong_glass(self, player: Player) -> Glass | None:
        """A glass that stands wrongly and that nobody else is handling."""
        other = self._plans[player.opponent]
        held = {g for g in HOURGLASSES if other is not None and g.player is not player}
        wrong = [
            g
            for g in self._state.glasses
            if g.hourglass not in held and g.refusal is not None and g.seat is not None and g.accepted is not None
        ]
        return wrong[0] if wrong else None

    def _plan_restoring(self, player: Player, glass: Glass) -> None:
        plan = self._plans[player] = _Plan(player, None)
        hourglass, home = glass.hourglass, glass.accepted
        assert home is not None
        at_ms = self._now_ms + self._ms(500, 2_000)
        if glass.refusal is not None and glass.refusal.reason == "not-flipped" and self._chance(0.6):
            self._add(plan, at_ms, lambda at_ns: self._turn_in_its_tube(at_ns, hourglass))
            return
        self._add(plan, at_ms, lambda at_ns: Lift(at_ns, hourglass))
        if self._needs_turning(glass):
            self._add(plan, at_ms + self._ms(250, 500), lambda at_ns: Flip(at_ns, hourglass))
        self._add(plan, at_ms + self._ms(650, 1_100), lambda at_ns: Put(at_ns, hourglass, home))

    def _turn_in_its_tube(self, at_ns: int, hourglass: Hourglass) -> Statement | None:
        """Not while a ring has just come to rest around it; there is time for that later."""
        seat = self._state.glass(hourglass).seat
        if seat is None or self._is_in_use(seat, at_ns):
            return None
        return Flip(at_ns, hourglass)

    def _needs_turning(self, glass: Glass) -> bool:
        return self.settings.has_sand and glass.turns % 2 == 1

    def _plan_taking(self, player: Player) -> None:
        plan = self._plans[player] = _Plan(player, None)
        cell = self._state.refused_rings[-1].cell
        self._add(plan, self._now_ms + self._ms(600, 2_500), lambda at_ns: self._take(plan, at_ns, cell))

    def _take(self, plan: _Plan, at_ns: int, cell: Cell) -> Statement | None:
        if self._is_in_use(cell, at_ns):
            self._add(plan, at_ns // _MS + _SAME_PLACE_MS, lambda later_ns: self._take(plan, later_ns, cell))
            return None
        return Take(at_ns, cell) if self._stacks[cell] else None

    def _is_in_use(self, cell: Cell, at_ns: int) -> bool:
        return at_ns // _MS - self._handled_ms.get(cell, -_SAME_PLACE_MS) < _SAME_PLACE_MS

    def _plan_turn(self, player: Player) -> None:
        plan = self._plans[player] = _Plan(player, self._turn_number)
        begins_ms = self._now_ms
        lift_ms = begins_ms + self._ms(1_000, 4_000) + round(self._draw.expovariate(1 / 2_500))
        late_ms: int | None = None
        if self.settings.has_timer and self._chance(0.2):
            turned_ms = begins_ms + self._ms(800, 3_000)
            self._add(_Plan(player.opponent, None), turned_ms, self._turn_timer)
            runs_out_ms = turned_ms + self.settings.timer_ms
            if self._chance(0.35):
                lift_ms = runs_out_ms - self._ms(700, 1_200)
                late_ms = runs_out_ms + self._ms(500, 900)
            elif self._chance(0.3):
                lift_ms = runs_out_ms + self._ms(1_000, 5_000)
        extra = self._extra_ring_ms(player)
        if extra is not None:
            ring_ms, cell = extra
            self._add(plan, ring_ms, lambda at_ns: self._ring(plan, at_ns, cell, player))
            lift_ms = max(lift_ms, ring_ms + 500)
        self._plan_move(plan, lift_ms, late_ms)

    def _turn_timer(self, at_ns: int) -> Statement | None:
        released_ns = self._state.last_release_ns
        if released_ns is not None and at_ns - released_ns < _GRACE_GAP_MS * _MS:
            return None
        return TurnTimer(at_ns) if self._state.timer.top_at(at_ns) == 0 else None

    def _extra_ring_ms(self, player: Player) -> tuple[int, Cell] | None:
        """Where the opponent forgot his ring, and when this player notices."""
        windows = [w for w in self._state.windows if w.player is not player]
        if not windows or not self._has_forgotten[player.opponent] or not self._chance(0.6):
            return None
        return windows[0].ends_ns // _MS + self._ms(400, 2_000), windows[0].cell

    # A move and its rings

    def _plan_move(self, plan: _Plan, lift_ms: int, late_ms: int | None) -> None:
        player = plan.player
        error = self._error()
        hourglass = self._draw.choice(sorted(movable(self._state, player)))
        if error == "out-of-turn":
            hourglass = self._draw.choice(OWN_HOURGLASSES[player.opponent])
        self._add(plan, lift_ms, lambda at_ns: self._lift(plan, at_ns, hourglass, error))
        flip_ms = lift_ms + self._ms(200, 450)
        turns_over = self.settings.has_sand or self._chance(0.2)
        if turns_over and error != "not-flipped":
            self._add(plan, flip_ms, lambda at_ns: Flip(at_ns, hourglass))
        put_ms = max(late_ms or 0, flip_ms + self._ms(200, 450))
        hold_ms = self._ms(200, 600) if self._chance(0.12) else 0
        self._add(plan, put_ms, lambda at_ns: self._put(plan, at_ns, hourglass, error, hold_ms))

    def _error(self) -> str | None:
        if not self._chance(0.06):
            return None
        kinds = ["not-adjacent", "out-of-turn", "ring-wrong-cell"]
        return self._draw.choice([*kinds, "own-cell", "not-flipped"] if self.settings.has_sand else kinds)

    def _lift(self, plan: _Plan, at_ns: int, hourglass: Hourglass, error: str | None) -> Statement | None:
        glass = self._state.glass(hourglass)
        if (
            glass.seat is None
            or glass.is_touched
            or (error != "out-of-turn" and hourglass not in movable(self._state, plan.player))
        ):
            plan.is_dropped = True
            return None
        plan.has_begun = True
        return Lift(at_ns, hourglass)

    def _put(
        self, plan: _Plan, at_ns: int, hourglass: Hourglass, error: str | None, hold_ms: int
    ) -> Statement | None:
        cell = self._target(hourglass, error)
        ring_ms = at_ns // _MS + hold_ms + self._ms(_SAME_PLACE_MS, 1_500)
        may_drop = error in (None, "ring-wrong-cell") and self._chance(0.92)
        self._has_forgotten[plan.player] = not may_drop
        if may_drop:
            on = self._any_cell() if error == "ring-wrong-cell" else cell
            self._add(plan, ring_ms, lambda at: self._ring(plan, at, on, plan.player))
        self._add(plan, ring_ms + self._ms(500, 1_200), lambda at: self._penalty_ring(plan, at, plan.player))
        return Put(at_ns, hourglass, cell, hold_ms * _MS)

    def _target(self, hourglass: Hourglass, error: str | None) -> Cell:
        state = self._state
        home = state.glass(hourglass).accepted
        assert home is not None
        standing = {g.seat for g in state.glasses}
        near = [cell for cell in targets(state, hourglass) if cell not in standing]
        far = [c for c in CELLS if c not in standing | occupied_cells(state) and not is_full(state, c)]
        if error == "own-cell":
            return home
        if error == "not-adjacent" and (elsewhere := [c for c in far if c not in targets(state, hourglass)]):
            return self._draw.choice(elsewhere)
        return self._draw.choice(near) if near else home

    def _any_cell(self) -> Cell:
        return self._draw.choice(CELLS)

    def _ring(self, plan: _Plan, at_ns: int, cell: Cell, player: Player) -> Statement | None:
        if self._is_in_use(cell, at_ns):
            self._add(plan, at_ns // _MS + _SAME_PLACE_MS, lambda later_ns: self._ring(plan, later_ns, cell, player))
            return None
        return Ring(at_ns, cell, player) if self._holders[player] else None

    def _penalty_ring(self, plan: _Plan, at_ns: int, player: Player) -> Statement | None:
        rights = [r for r in self._state.penalties if r.player is player and r.ends_ns is not None]
        open_cells = [cell for cell in CELLS if not is_full(self._state, cell)]
        if not rights or not open_cells or not self._chance(0.8):
            return None
        return self._ring(plan, at_ns, self._draw.choice(open_cells), player)
