"""Players and their hourglasses (rules.md, "Board")."""

from enum import IntEnum, StrEnum
from typing import Final

from tamsk_pi.rules.board import Cell, parse_cell


class Player(StrEnum):
    """Red or black; red begins (G1.1)."""

    RED = "red"
    BLACK = "black"

    @property
    def opponent(self) -> "Player":
        return Player.BLACK if self is Player.RED else Player.RED


class Hourglass(IntEnum):
    """The six hourglasses, in the order in which rulings of one instant name them."""

    RED1 = 0
    RED2 = 1
    RED3 = 2
    BLACK1 = 3
    BLACK2 = 4
    BLACK3 = 5

    @property
    def player(self) -> Player:
        return Player.RED if self < Hourglass.BLACK1 else Player.BLACK

    @property
    def label(self) -> str:
        """The name in scenarios and rulings: red1 … black3."""
        return self.name.lower()


HOURGLASSES: Final = tuple(Hourglass)
OWN_HOURGLASSES: Final[dict[Player, tuple[Hourglass, ...]]] = {
    player: tuple(g for g in Hourglass if g.player is player) for player in Player
}
HOME: Final[tuple[Cell, ...]] = tuple(parse_cell(n) for n in ("A1", "G1", "D7", "D1", "G4", "A4"))
"""The corner of each hourglass at the standard start, indexed by hourglass."""


def parse_hourglass(label: str) -> Hourglass:
    """The hourglass of that label; raises ValueError naming what was expected."""
    for hourglass in Hourglass:
        if hourglass.label == label:
            return hourglass
    raise ValueError(f"{label!r} is not an hourglass; expected red1, red2, red3, black1, black2 or black3")


def parse_player(name: str) -> Player:
    """The player of that name; raises ValueError naming what was expected."""
    try:
        return Player(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a player; expected red or black") from None
