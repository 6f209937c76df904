"""What is truly on a table, for tests and for the page that lends it hands; and the form in which it is kept."""

from dataclasses import dataclass
from typing import Final, TypedDict

from tamsk_pi.rules.board import CELLS, RINGS_EACH, Cell
from tamsk_pi.rules.pieces import Player
from tamsk_pi.simulator.body import HourglassBody, RingBody
from tamsk_pi.simulator.motion import Leg, Motion

NS_PER_MS: Final = 1_000_000

_IN_TUBE: Final = frozenset((Motion.REST, Motion.WOBBLE, Motion.KNOCK))
_ON_CELL: Final = frozenset((Motion.REST, Motion.KNOCK))


@dataclass(frozen=True, slots=True)
class HourglassTruth:
    """One glass. `cell` None: in a hand, lying, or beside the board; `top_ms` is running time on the present end."""

    cell: Cell | None
    is_in_hand: bool
    is_lying: bool
    is_end_b_down: bool
    top_ms: float
    full_ms: float


@dataclass(frozen=True, slots=True)
class TableTruth:
    """Everything on the table at one instant; `rings` per cell from the bottom up, by whose holder each came from."""

    at_ns: int
    hourglasses: tuple[HourglassTruth, ...]
    rings: tuple[tuple[Player, ...], ...]
    holders: dict[Player, int]
    timer: HourglassTruth


class HourglassData(TypedDict):
    """One glass in a snapshot, the neutral timer too."""

    cell: int | None
    is_in_hand: bool
    is_lying: bool
    is_end_b_down: bool
    top_ns: int
    play: list[float]
    flips: int
    age_ns: int | None


class RingData(TypedDict):
    """One ring in a snapshot; a cell's rings are listed from the bottom up."""

    cell: int
    owner: str
    play: list[float]
    moment: float
    angle_rad: float
    height_error_mm: float


class TableData(TypedDict):
    """A snapshot: plain values that JSON can hold."""

    at_ns: int
    hourglasses: list[HourglassData]
    timer: HourglassData
    rings: list[RingData]


def hourglass_truth(body: HourglassBody, at_ns: int) -> HourglassTruth:
    """Where one glass is at the table's present instant."""
    leg = body.timeline.at(at_ns)
    return HourglassTruth(
        cell=leg.cell if leg.motion in _IN_TUBE else None,
        is_in_hand=leg.is_held and leg.motion not in _IN_TUBE,
        is_lying=leg.is_lying,
        is_end_b_down=leg.is_end_b_down,
        top_ms=body.sand.top_at(at_ns) / NS_PER_MS,
        full_ms=body.sand.full_ns / NS_PER_MS,
    )


def stacks(rings: list[RingBody], at_ns: int) -> tuple[tuple[RingBody, ...], ...]:
    """The rings at rest on each cell, from the bottom up."""
    on: dict[Cell, list[RingBody]] = {cell: [] for cell in CELLS}
    for ring in rings:
        leg = ring.timeline.at(at_ns)
        if leg.motion in _ON_CELL and leg.cell is not None:
            on[leg.cell].append(ring)
    return tuple(tuple(sorted(on[cell], key=lambda ring: ring.layer)) for cell in CELLS)


def holders(rings: list[RingBody], at_ns: int) -> dict[Player, int]:
    """How many rings each holder has; one in a hand has left it."""
    out = [ring.owner for ring in rings if ring.timeline.at(at_ns).motion is not Motion.AWAY]
    return {player: RINGS_EACH - out.count(player) for player in Player}


def hourglass_data(body: HourglassBody, at_ns: int, flips: int, flipped_ns: int | None) -> HourglassData:
    """One glass as a snapshot keeps it; whatever is in a hand stays there."""
    truth = hourglass_truth(body, at_ns)
    return HourglassData(
        cell=truth.cell,
        is_in_hand=truth.is_in_hand,
        is_lying=truth.is_lying,
        is_end_b_down=truth.is_end_b_down,
        top_ns=body.sand.top_at(at_ns),
        play=list(body.timeline.at(at_ns).play),
        flips=flips,
        age_ns=None if flipped_ns is None else at_ns - flipped_ns,
    )


def first_leg(data: HourglassData, at_ns: int) -> Leg:
    """The leg on which a glass of a snapshot is found."""
    cell = None if data["cell"] is None else Cell(data["cell"])
    x, y = data["play"]
    return Leg(
        at_ns,
        Motion.AWAY if cell is None else Motion.REST,
        cell,
        play=(x, y),
        is_held=data["is_in_hand"],
        is_lying=data["is_lying"],
        is_end_b_down=data["is_end_b_down"],
    )


def ring_data(ring: RingBody, cell: Cell, at_ns: int) -> RingData:
    """One ring as a snapshot keeps it."""
    return RingData(
        cell=int(cell),
        owner=str(ring.owner),
        play=list(ring.timeline.at(at_ns).play),
        moment=ring.moment,
        angle_rad=ring.angle_rad,
        height_error_mm=ring.height_error_mm,
    )
