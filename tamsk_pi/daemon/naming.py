"""Names and nodes: what is told of the glass of a name, for what concerns the glass itself (docs/identity.md).

`nodes` is which of the configured glasses each name is, red1 … black3 (`Perception.nodes`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from tamsk_pi.rules.acts import Act, Flip, Lift, NoFlip, Place, Release, Tilt, Upright
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass
from tamsk_pi.rules.settings import MatchSettings

T = TypeVar("T")


def by_node(acts: Sequence[Act], nodes: Sequence[Hourglass]) -> list[Act]:
    """The acts, each of the glass that it truly was done to."""
    return [
        replace(act, hourglass=nodes[act.hourglass])
        if isinstance(act, Lift | Place | Release | Flip | NoFlip | Tilt | Upright)
        else act
        for act in acts
    ]


def seats_by_node(seats: Sequence[Cell | None], nodes: Sequence[Hourglass]) -> list[Cell | None]:
    """Where each of the configured glasses stands, given where the glass of each name does."""
    return [seats[nodes.index(glass)] for glass in HOURGLASSES]


def by_name(measured: MatchSettings, nodes: Sequence[Hourglass]) -> MatchSettings:
    """Settings with what was measured of each configured glass, under the names that they have now."""
    return replace(
        measured,
        end_ms=_permuted(measured.end_ms, nodes),
        end_uncertainty_ms=_permuted(measured.end_uncertainty_ms, nodes),
        ends_down=_permuted(measured.ends_down, nodes),
    )


def _permuted(values: tuple[T, ...], nodes: Sequence[Hourglass]) -> tuple[T, ...]:
    """One value for each glass, perhaps with one for the neutral timer behind them; or none."""
    return (*(values[node] for node in nodes), *values[len(nodes) :]) if values else ()
