"""Crossed wires at the first look: the board fits nothing as it is wired, and fits well with one fault of the wires.

While playing, a fault of the wires is told by what the readings were before it (`wiring.py`). At the start there is
no before, but calibration knows each sensor's zero, and pieces act on both sensors of their cell. So where the
board as decoded fits badly, each fault is thought undone: what a reading shows is given to the sensor that it came
from, and the board is decoded from that. Where one fault alone makes everything fit down to the noise, several
readings that show one sensor included, that is it; where several do, on sensors whose zeros are all alike, the one
behind which the glasses stand on their corners. A board that is not calibrated, or stands beside a magnet, fits
badly with all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from tamsk_pi.perception.board_decoder import DecodedBoard, decode_board, roughly
from tamsk_pi.perception.levels import SIGNS, Contents, Levels
from tamsk_pi.perception.wiring import Miswiring, Wiring
from tamsk_pi.rules.board import CELLS
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Player

_STRANGE: Final = 4.0
_FITS: Final = 2.0
"""Mean squares in units of what is expected: 1 where everything is as it should be."""
_CLEARLY: Final = 25.0
"""So much farther off, as a sum of squares, every other fault has to be."""
_MOST_SIGMAS2: Final = 100.0
_MOST_DRIFT_COUNTS: Final = 36.0
_GLASSES: Final = len(HOURGLASSES) // len(Player)


@dataclass(frozen=True, slots=True)
class Crossed:
    """The fault that was found, and the board as it stands behind it."""

    fault: Miswiring
    board: DecodedBoard


@dataclass(frozen=True, slots=True)
class _Undone:
    """What the sensors read if that fault is what is wrong; `unseen` ones are shown by none of the readings."""

    fault: Miswiring
    means: tuple[float, ...]
    unseen: frozenset[int]
    squares: float
    """Of all deviations, in units of what is expected of one: those from what pieces do, and those of readings that
    show the same sensor."""
    contents: tuple[Contents, ...]

    @property
    def is_plausible(self) -> bool:
        """Whether there are no more glasses than there can be."""
        signs = [sign for sign, _ in self.contents]
        return all(signs.count(SIGNS[player]) <= _GLASSES for player in Player)

    @property
    def is_standard(self) -> bool:
        """Whether the glasses stand on their corners, and nothing else is there, as far as sensors see."""
        return all(
            self.contents[cell] == _STANDARD[cell]
            for cell in CELLS
            if not self.unseen.issuperset((2 * cell, 2 * cell + 1))
        )


def crossed_wires(
    levels: Levels, wiring: Wiring, means: Sequence[float], board: DecodedBoard, dead: frozenset[int], noise: float
) -> Crossed | None:
    """The fault of the wires that explains these means, which `board` was decoded from; None where none does, or more
    than one. `dead` readings are not believed; `noise` is the variance of a mean, in counts²."""
    if not is_strange(board, dead):
        return None
    every = [undone for fault in wiring.faults for undone in _undone(levels, fault, means, dead, noise)]
    fitting = [undone for undone in every if undone.squares <= _FITS * (len(means) - len(dead))]
    least = min((undone.squares for undone in fitting), default=0.0)
    good = [undone for undone in fitting if undone.squares < least + _CLEARLY]
    if len({undone.fault for undone in good}) > 1:
        good = [undone for undone in good if undone.is_standard]
    if len({undone.fault for undone in good}) != 1:
        return None
    best = min(good, key=lambda undone: undone.squares)
    return Crossed(best.fault, decode_board(levels, best.means, best.unseen))


def is_strange(board: DecodedBoard, dead: frozenset[int] = frozenset()) -> bool:
    """Whether a board as decoded fits its readings so badly that no pieces do that."""
    squares = sum(min(_MOST_SIGMAS2, verdict.misfit_sigmas**2) for verdict in board.verdicts)
    return squares > _STRANGE * (2 * len(CELLS) - len(dead))


def _undone(
    levels: Levels, fault: Miswiring, means: Sequence[float], dead: frozenset[int], noise: float
) -> list[_Undone]:
    """As it stands, and as it stands if all zeros have drifted; what cannot be is left out."""
    shown_by: dict[int, list[float]] = {}
    for reading, source in enumerate(fault.sources):
        if source < len(means) and reading not in dead:
            shown_by.setdefault(source, []).append(means[reading])
    truth = tuple(
        sum(shown) / len(shown) if (shown := shown_by.get(i)) else levels.zero[i] for i in range(len(means))
    )
    unseen = frozenset(range(len(means))) - shown_by.keys()
    again = sum(
        min(_MOST_SIGMAS2, (count - truth[source]) ** 2 / noise)
        for source, shown in shown_by.items()
        for count in shown
    )
    drift = median([truth[i] - levels.zero[i] for i in shown_by])
    drift = max(-_MOST_DRIFT_COUNTS, min(_MOST_DRIFT_COUNTS, drift))
    fits = [roughly(levels, truth, unseen, counts) for counts in (0.0, drift)]
    undone = [_Undone(fault, truth, unseen, squares + again, contents) for squares, contents in fits]
    return [one for one in undone if one.is_plausible]


def _standard() -> tuple[Contents, ...]:
    contents: list[Contents] = [(0, 0)] * len(CELLS)
    for glass, cell in zip(HOURGLASSES, HOME, strict=True):
        contents[cell] = (SIGNS[glass.player], 0)
    return tuple(contents)


_STANDARD: Final = _standard()
