"""Random hands at human speed, as a scenario: what truly happens is what the scenario says."""

import random
from dataclasses import dataclass

from tamsk_pi.rules.acts import Act, Flip, Lift, Place, Release, Ring, Take, TurnTimer
from tamsk_pi.rules.board import CAPACITY, CELLS, NEIGHBOURS, Cell, cell_name
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Hourglass, Player
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Put

HEAD = "match level=3\n0.000 setup\n"


@dataclass
class _Hands:
    random: random.Random
    at_ms: int = 1_500

    def __post_init__(self) -> None:
        self.where = dict(zip(HOURGLASSES, HOME, strict=True))
        self.rings = [0] * len(CELLS)
        self.left = dict.fromkeys(Player, 32)
        self.lines: list[tuple[int, str]] = []

    def say(self, at_ms: int, words: str) -> None:
        self.lines.append((at_ms, words))

    def wait(self, low: int, high: int) -> int:
        self.at_ms += self.random.randint(low, high)
        return self.at_ms

    def move(self, hourglass: Hourglass) -> None:
        draw = self.random
        free = [c for c in NEIGHBOURS[self.where[hourglass]] if c not in self.where.values()]
        cell = draw.choice(free) if free else self.where[hourglass]
        self.say(self.wait(200, 1_500), f"lift {hourglass.label}")
        if draw.random() < 0.9:
            self.say(self.wait(150, 900), f"flip {hourglass.label}")
        at_ms = self.wait(220, 900)
        if draw.random() < 0.2:
            hold_ms = draw.randint(250, 900)
            self.say(at_ms, f"hold {hourglass.label} {cell_name(cell)} {hold_ms / 1_000}")
            self.at_ms += hold_ms
        else:
            self.say(at_ms, f"place {hourglass.label} {cell_name(cell)}")
        self.where[hourglass] = cell
        if draw.random() < 0.85:
            self.ring(cell, hourglass.player, 350, 1_500)

    def ring(self, cell: Cell, player: Player, low: int, high: int) -> None:
        if self.left[player] and self.rings[cell] < CAPACITY[cell] + (self.random.random() < 0.1):
            self.say(self.wait(low, high), f"ring {cell_name(cell)} {player}")
            self.rings[cell] += 1
            self.left[player] -= 1

    def cross(self, first: Hourglass, second: Hourglass) -> None:
        """Two glasses of two players in the air at once."""
        free = [[c for c in NEIGHBOURS[self.where[g]] if c not in self.where.values()] for g in (first, second)]
        pairs = [(a, b) for a in free[0] for b in free[1] if a != b]
        if not pairs:
            return
        cells = self.random.choice(pairs)
        self.say(self.wait(200, 900), f"lift {first.label}")
        self.say(self.wait(60, 300), f"lift {second.label}")
        self.say(self.wait(150, 300), f"flip {first.label}")
        self.say(self.wait(50, 300), f"flip {second.label}")
        for hourglass, cell in zip((first, second), cells, strict=True):
            self.say(self.wait(250, 600), f"place {hourglass.label} {cell_name(cell)}")
            self.where[hourglass] = cell

    def take(self) -> None:
        filled = [c for c in CELLS if self.rings[c]]
        if filled:
            cell = self.random.choice(filled)
            self.say(self.wait(600, 1_500), f"take {cell_name(cell)}")
            self.rings[cell] -= 1
            self.at_ms += 500


def random_play(seed: int, moves: int) -> str:
    """The scenario's text."""
    hands = _Hands(random.Random(seed))
    draw = hands.random
    for number in range(moves):
        player = (Player.RED, Player.BLACK)[number % 2]
        own = [g for g in HOURGLASSES if g.player is player]
        others = [g for g in HOURGLASSES if g.player is not player]
        kind = draw.random()
        if kind < 0.12:
            hands.cross(draw.choice(own), draw.choice(others))
        elif kind < 0.2:
            hands.take()
        elif kind < 0.26:
            hands.say(hands.wait(500, 1_500), f"flip {draw.choice(own).label}")
            hands.at_ms += 200
        elif kind < 0.36:
            hands.say(hands.wait(300, 1_000), "timer")
            hands.at_ms += 200
        else:
            hands.move(draw.choice(own))
    lines = [f"{at_ms // 1_000}.{at_ms % 1_000:03d} {words}\n" for at_ms, words in hands.lines]
    return HEAD + "".join(lines) + f"{(hands.at_ms + 3_000) // 1_000}.000 end\n"


def truth(text: str) -> list[Act]:
    """The acts that a scenario's hands do."""
    acts: list[Act] = []
    for line in parse(text, "truth").lines:
        statement = line.statement
        if isinstance(statement, Put):
            acts.append(Place(statement.at_ns, statement.hourglass, statement.cell))
            acts.append(Release(statement.at_ns + statement.hold_ns, statement.hourglass))
        elif isinstance(statement, (Lift, Flip)):
            acts.append(statement)
        elif isinstance(statement, Ring):
            acts.append(Ring(statement.at_ns, statement.cell))
        elif isinstance(statement, (Take, TurnTimer)):
            acts.append(statement)
    return acts


def compare(happened: list[Act], told: list[Act]) -> tuple[list[str], dict[str, list[int]]]:
    """What was missed, invented or misnamed; and the errors of the instants in ms by kind of act."""
    left = list(told)
    problems: list[str] = []
    errors: dict[str, list[int]] = {}
    for act in happened:
        near = [
            other
            for other in left
            if type(other) is type(act)
            and _subject(other) == _subject(act)
            and abs(other.at_ns - act.at_ns) < 400_000_000
        ]
        if not near:
            problems.append(f"missed {act}")
            continue
        match = min(near, key=lambda other: abs(other.at_ns - act.at_ns))
        left.remove(match)
        errors.setdefault(type(act).__name__, []).append((match.at_ns - act.at_ns) // 1_000_000)
    return problems + [f"invented {act}" for act in left], errors


def _subject(act: Act) -> tuple[object, object]:
    return getattr(act, "hourglass", None), getattr(act, "cell", None)
