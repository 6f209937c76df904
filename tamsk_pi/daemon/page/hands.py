"""What the virtual hands can be told to do; on the virtual board the page is the hands."""

from dataclasses import dataclass
from typing import TypeAlias

from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import Hourglass, Player


@dataclass(frozen=True, slots=True)
class LiftGlass:
    hourglass: Hourglass


@dataclass(frozen=True, slots=True)
class PlaceGlass:
    """Stand a glass in a tube and let go; `is_flipped`: it is turned over on the way."""

    hourglass: Hourglass
    cell: Cell
    is_flipped: bool = False


@dataclass(frozen=True, slots=True)
class FlipGlass:
    """Turn a glass over, where it stands or in the hand."""

    hourglass: Hourglass


@dataclass(frozen=True, slots=True)
class DropRing:
    """A ring from that player's holder, over that cell."""

    cell: Cell
    player: Player


@dataclass(frozen=True, slots=True)
class TakeRing:
    """The top ring of a cell goes back to a holder."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class FlipTimer:
    """Turn the neutral timer over."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """Put a glass down beside the board."""

    hourglass: Hourglass


HandCommand: TypeAlias = LiftGlass | PlaceGlass | FlipGlass | DropRing | TakeRing | FlipTimer | SetAside
