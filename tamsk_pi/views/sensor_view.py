"""The sensor view's JSON: the board as a map of readings, and one cell's readings as they ran.

Instants are milliseconds of the daemon's clock, readings counts of the converter, margins standard deviations. Both
readings of a cell stand together, S0 before S1. Nothing here is needed to play; it is for whoever wants to see what
the sensors see.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tamsk_pi.perception.findings import SensorHealth
from tamsk_pi.perception.frames import READINGS, SENSORS_PER_CELL
from tamsk_pi.perception.picture import CellSeen, SensorPicture
from tamsk_pi.rules.acts import Act, Lift, Place, Release, Ring, Setup, Take
from tamsk_pi.rules.board import Cell, cell_name
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.views.catalogue import Catalogue
from tamsk_pi.views.finding_words import finding_text
from tamsk_pi.views.page_state import PageState, PageValue

NS_PER_MS: Final = 1_000_000
_NO_READINGS: Final = (0.0,) * READINGS


@dataclass(frozen=True, slots=True)
class SensorFacts:
    """What the sensors say at one instant.

    `counts` are the readings, a mean of the latest frames; `levels` what they should be as the board is believed to
    stand; `zeros` what calibration measured of them without any magnet; all `[2 * cell + sensor]`, in counts.
    """

    picture: SensorPicture
    health: SensorHealth
    counts: tuple[float, ...] = _NO_READINGS
    levels: tuple[float, ...] = _NO_READINGS
    zeros: tuple[float, ...] = _NO_READINGS
    scans_per_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Mark:
    """Perception came to believe that this happened on a cell: lift, place, release, ring or take."""

    at_ns: int
    cell: Cell
    what: str
    hourglass: Hourglass | None = None


@dataclass(frozen=True, slots=True)
class CellTrace:
    """A stretch of one cell's readings, oldest first, and all that was believed of it in the last half minute.

    `is_whole`: it begins where the memory does, and is not a continuation.
    """

    cell: Cell
    at_ns: tuple[int, ...]
    s0: tuple[int, ...]
    s1: tuple[int, ...]
    marks: tuple[Mark, ...] = ()
    is_whole: bool = True


class Marker:
    """Turns acts into marks; a lift and a release do not say where, so it remembers where each glass stands."""

    def __init__(self) -> None:
        self._cells: dict[Hourglass, Cell] = {}

    def marks(self, acts: Sequence[Act]) -> list[Mark]:
        """The marks of these acts, in their order; what happened on no cell that is known leaves none."""
        found = (self._mark(act) for act in acts)
        return [mark for mark in found if mark is not None]

    def _mark(self, act: Act) -> Mark | None:
        match act:
            case Setup(_, cells):
                self._cells = {Hourglass(i): cell for i, cell in enumerate(cells) if cell is not None}
                return None
            case Place(at_ns, hourglass, cell):
                self._cells[hourglass] = cell
                return Mark(at_ns, cell, "place", hourglass)
            case Lift(at_ns, hourglass) if hourglass in self._cells:
                return Mark(at_ns, self._cells.pop(hourglass), "lift", hourglass)
            case Release(at_ns, hourglass) if hourglass in self._cells:
                return Mark(at_ns, self._cells[hourglass], "release", hourglass)
            case Ring(at_ns, cell):
                return Mark(at_ns, cell, "ring")
            case Take(at_ns, cell):
                return Mark(at_ns, cell, "take")
            case _:
                return None


def sensor_map(facts: SensorFacts, catalogue: Catalogue) -> PageState:
    """The whole board: lists of 74 by layer, and what is believed of each cell, A1 … G4.

    `field` is the reading less its zero, `off` the reading less what it should be, `drift` how far its zero has
    wandered since calibration. What is wrong is said in the catalogue's language, the most far-reaching first.
    """
    health, picture = facts.health, facts.picture
    own = health.own_drift_counts or _NO_READINGS
    return {
        "at_ms": facts.picture.at_ns // NS_PER_MS,
        "is_set_up": picture.is_set_up,
        "scans_per_s": round(facts.scans_per_s, 1),
        "noise_counts": round(health.noise_counts, 2),
        "drift_counts": round(health.drift_counts, 1),
        "findings": [catalogue.say(finding_text(finding)) for finding in health.ranked],
        "untrusted": list[PageValue](sorted(health.untrusted)),
        "field": _differences(facts.counts, facts.zeros),
        "off": _differences(facts.counts, facts.levels),
        "noise": _rounded(health.noise_of or _NO_READINGS, 2),
        "drift": _rounded([health.drift_counts + counts for counts in own], 1),
        "cells": {cell_name(seen.cell): _cell(seen) for seen in picture.cells},
    }


def _cell(seen: CellSeen) -> PageState:
    colour, rings = seen.second
    return {
        "hourglass": None if seen.hourglass is None else seen.hourglass.label,
        "colour": _colour(seen.colour),
        "rings": seen.rings,
        "margin": round(seen.margin_sigmas, 1),
        "second_colour": _colour(colour),
        "second_rings": rings,
        "seems": None if seen.seems is None else seen.seems.value,
        "is_settled": seen.is_settled,
        "is_held": seen.is_held,
        "is_uncertain": seen.is_uncertain,
    }


def _colour(player: Player | None) -> str:
    return "none" if player is None else player.value


def cell_trace(trace: CellTrace, facts: SensorFacts) -> PageState:
    """The stretch as lists of equal length, with what both readings should be now."""
    first = SENSORS_PER_CELL * trace.cell
    return {
        "cell": cell_name(trace.cell),
        "is_whole": trace.is_whole,
        "at_ms": [at_ns // NS_PER_MS for at_ns in trace.at_ns],
        "s0": list[PageValue](trace.s0),
        "s1": list[PageValue](trace.s1),
        "levels": _rounded(facts.levels[first : first + SENSORS_PER_CELL], 1),
        "zeros": _rounded(facts.zeros[first : first + SENSORS_PER_CELL], 1),
        "marks": [_mark(mark) for mark in trace.marks],
    }


def _mark(mark: Mark) -> PageState:
    label = None if mark.hourglass is None else mark.hourglass.label
    return {"at_ms": mark.at_ns // NS_PER_MS, "what": mark.what, "hourglass": label}


def _differences(counts: Sequence[float], less: Sequence[float]) -> list[PageValue]:
    return _rounded([a - b for a, b in zip(counts, less, strict=True)], 1)


def _rounded(numbers: Sequence[float], decimals: int) -> list[PageValue]:
    return [round(number, decimals) for number in numbers]
