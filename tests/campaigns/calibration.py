"""Campaign `calibration`: how many placements make a calibration good enough, for the table of docs/calibration.md.

Each case is one uncalibrated board: gains ±10 %, magnets ±5 % with all their play. It is calibrated by several plans,
and after each nine unknown boards are decoded with the gains that were found, three of each mix.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from campaigns.random_boards import MIXES, random_contents, random_means
from campaigns.runner import Campaign, Json
from tamsk_pi.calibration.fit import Change, Observation, fit_gains
from tamsk_pi.calibration.guide import WALKER
from tamsk_pi.calibration.plan import EMPTY_BOARD, FULL, GLASS_CELLS, WALK, glass_sign, rings_up_to, with_glasses
from tamsk_pi.config import load_influence, load_layout
from tamsk_pi.perception.board_decoder import decode_board
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.influence import Influence
from tamsk_pi.perception.levels import Contents, Levels
from tamsk_pi.rules.board import CAPACITY, CELLS, SIDE, Cell
from tamsk_pi.simulator.fields import COUNTS_PER_MT, RING_HEIGHT_MM, HourglassField, Point, RingField, SensorField
from tamsk_pi.simulator.settings import UNCALIBRATED, Tolerances

FRAMES: Final = 60
"""Of one look at rest; a board with 100 scans a second gives more."""
NOISE_COUNTS: Final = math.sqrt((0.7**2 + 1 / 12) / FRAMES)
BOARDS: Final = 3
INNER: Final = tuple(cell for cell in CELLS if CAPACITY[cell] > 1)
COUNTED: Final = ("wrong", "silent", "flagged")
LIMITS: Final = Tolerances()
AFTERWARDS: Final = Tolerances(gain=0.0)
"""What else is off on the boards decoded afterwards: their gains are those that were calibrated."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rings up to so many layers, the cells over which one glass walks, whether all six are shown at both ends."""

    name: str
    layers: int = 0
    walk: tuple[Cell, ...] = ()
    has_glasses: bool = False

    @property
    def placements(self) -> int:
        """Pieces that hands lay, move or turn; the glass that walked is one of the six."""
        rings = sum(min(self.layers, CAPACITY[cell]) for cell in CELLS)
        glasses = 2 * len(GLASS_CELLS) - bool(self.walk)
        return rings + len(self.walk) + glasses * self.has_glasses


PLANS: Final = (
    Plan("zeros only"),
    Plan("a ring on each cell", 1),
    Plan("every ring", SIDE),
    Plan("every ring, six glasses", SIDE, (), True),
    Plan("a ring on each cell, a glass everywhere", 1, CELLS),
    Plan("every ring, a glass on the inner cells, six glasses", SIDE, WALK, True),
    Plan("every ring, a glass everywhere, six glasses", SIDE, CELLS, True),
)


@cache
def _influence() -> Influence:
    return load_influence()


@cache
def _sensors() -> SensorField:
    return SensorField(load_layout(None))


def _play(draw: random.Random, limit_mm: float) -> Point:
    radius, angle = limit_mm * math.sqrt(draw.random()), draw.uniform(0, 2 * math.pi)
    return radius * math.cos(angle), radius * math.sin(angle)


def _moment(draw: random.Random, limit: float) -> float:
    return 1 + draw.uniform(-1, 1) * limit


def _ring(draw: random.Random, cell: Cell, layer: int) -> list[float]:
    """What one ring of this board adds to all readings, nominal sensors."""
    offsets = _sensors().offsets(cell, _play(draw, LIMITS.ring_play_mm), _sensors().all)
    height_mm = RING_HEIGHT_MM * layer + draw.uniform(-1, 1) * LIMITS.layer_height_mm * (layer + 1)
    field = RingField(offsets, draw.uniform(0, 2 * math.pi), _moment(draw, LIMITS.ring_moment))
    return [COUNTS_PER_MT * mt for mt in field.at(height_mm)]


def _glass(draw: random.Random, cell: Cell, caps: tuple[float, float]) -> list[float]:
    offsets = _sensors().offsets(cell, _play(draw, LIMITS.hourglass_play_mm), _sensors().all)
    return [COUNTS_PER_MT * mt for mt in HourglassField(offsets, *caps).at(0.0)]


def _caps(draw: random.Random, sign: int = 1) -> tuple[float, float]:
    limit = LIMITS.hourglass_moment
    return sign * _moment(draw, limit), sign * _moment(draw, limit)


def observations(draw: random.Random, plan: Plan, gains: Sequence[float]) -> list[Observation]:
    """What is seen of a board with these gains while it is calibrated by that plan."""

    def seen(changes: Sequence[Change], vectors: Sequence[list[float]]) -> Observation:
        added = [sum(column) for column in zip(*vectors, strict=True)]
        noise_counts = NOISE_COUNTS * math.sqrt(2)
        deltas = tuple(gain * x + draw.gauss(0, noise_counts) for gain, x in zip(gains, added, strict=True))
        return Observation(tuple(changes), deltas, noise_counts)

    def changed(before: Sequence[Contents], after: Sequence[Contents]) -> list[Change]:
        return [Change(cell, before[cell], after[cell]) for cell in CELLS if before[cell] != after[cell]]

    out: list[Observation] = []
    board = EMPTY_BOARD
    for layer in range(plan.layers):
        after = rings_up_to(layer + 1)
        changes = changed(board, after)
        out.append(seen(changes, [_ring(draw, change.cell, layer) for change in changes]))
        board = after
    caps = _caps(draw)
    for cell in plan.walk:
        walked = Change(cell, board[cell], (1, board[cell][1]), WALKER)
        out.append(seen([walked], [_glass(draw, cell, caps)]))
    if plan.has_glasses:
        for _end in (0, 1):
            glasses = [_glass(draw, cell, _caps(draw, glass_sign(cell))) for cell in sorted(GLASS_CELLS)]
            out.append(seen(changed(FULL, with_glasses()), glasses))
    return out


def case(seed: int, index: int) -> Json:
    """One board, calibrated by every plan."""
    return {"failure": None, "plans": {plan.name: _outcome(f"{seed}/{index}", plan) for plan in PLANS}}


def _outcome(seed: str, plan: Plan) -> Json:
    draw = random.Random(f"{seed}/board")
    gains = [_moment(draw, UNCALIBRATED.gain) for _ in range(2 * len(CELLS))]
    fit = fit_gains(_influence(), observations(draw, plan, gains))
    levels = Levels(_influence(), Calibration(gains=fit.gains))
    errors = [found / true - 1 for found, true in zip(fit.gains, gains, strict=True)]
    counts: Counter[str] = Counter()
    for mix in MIXES:
        for _ in range(BOARDS):
            contents = random_contents(draw, mix)
            nominal = random_means(draw, contents, AFTERWARDS)
            means = tuple(512 + gain * (x - 512) for gain, x in zip(gains, nominal, strict=True))
            board = decode_board(levels, means)
            wrong = {cell for cell in CELLS if board.contents[cell] != contents[cell]}
            counts["boards"] += 1
            counts["wrong"] += bool(wrong)
            counts["silent"] += bool(wrong - set(board.uncertain))
            counts["flagged"] += bool(board.uncertain)
    inner = [[errors[2 * cell + s] ** 2 for cell in INNER] for s in (0, 1)]
    return {"squares": [sum(inner[0]), sum(inner[1])], "counts": dict(counts)}


def measure(outcomes: Sequence[Json]) -> Json:
    """Per plan: root mean square errors of the inner cells' gains, and boards decoded wrongly afterwards."""
    plans: dict[str, object] = {}
    for plan in PLANS:
        counts: Counter[str] = Counter()
        squares = [0.0, 0.0]
        for outcome in outcomes:
            found = outcome["plans"]
            assert isinstance(found, dict)
            counts.update(found[plan.name]["counts"])
            squares = [a + b for a, b in zip(squares, found[plan.name]["squares"], strict=True)]
        errors = [math.sqrt(square / len(INNER) / len(outcomes)) for square in squares]
        found_of = {kind: counts[kind] for kind in ("boards", *COUNTED)}
        plans[plan.name] = {"placements": plan.placements, "errors": errors, **found_of}
    return {"plans": plans}


def table(result: Json) -> str:
    """The table of docs/calibration.md."""
    plans = result["plans"]
    assert isinstance(plans, dict)
    lines = [
        "| plan | placements | gain error S0, S1 (inner cells) | boards | wrong | wrong and not flagged | flagged |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, found in plans.items():
        s0, s1 = (f"{100 * error:.1f} %" for error in found["errors"])
        counts = " | ".join(f"{found[kind]} ({100 * found[kind] / found['boards']:.2f} %)" for kind in COUNTED)
        lines.append(f"| {name} | {found['placements']} | {s0}, {s1} | {found['boards']:,} | {counts} |")
    return "\n".join(lines) + "\n"


CALIBRATION: Final = Campaign("calibration", 500, case, measure, 1, table)
