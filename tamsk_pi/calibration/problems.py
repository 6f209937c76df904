"""What can be wrong while a board is calibrated; the words are the catalogue's."""

from dataclasses import dataclass
from enum import StrEnum

from tamsk_pi.rules.board import Cell


class ProblemKind(StrEnum):
    """What is wrong."""

    # Of single sensors, found on the empty board.
    STUCK = "stuck"
    NOISY = "noisy"
    ZERO_OFF = "zero-off"
    # Of wires.
    MUX_DEAD = "mux-dead"
    ADC = "adc"
    CABLES = "cables"
    SELECT_LINES = "select-lines"
    SELECT_STUCK = "select-stuck"
    STALE = "stale"
    # Of the orientation.
    TURNED = "turned"
    MIRRORED = "mirrored"
    CHAIN_REVERSED = "chain-reversed"
    CHAIN_SHIFTED = "chain-shifted"
    CHAIN_ROWS = "chain-rows"
    # Of hands and pieces.
    MOVING = "moving"
    ELSEWHERE = "elsewhere"
    TAKE_OFF = "take-off"
    MISSING = "missing"
    WRONG_PIECE = "wrong-piece"
    WRONG_COLOUR = "wrong-colour"
    REVERSED_RING = "reversed-ring"
    WEAK = "weak"
    UNCLEAR = "unclear"
    # Of the result.
    MISREAD = "misread"
    MARGIN = "margin"
    GAIN = "gain"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    `cell` and `sensor` say where; `parts` numbers multiplexers and what hangs on each, select lines, or pixels;
    `value` is counts, degrees, a share or sigmas, as the kind says; `other` a second cell.
    """

    kind: ProblemKind
    cell: Cell | None = None
    sensor: int | None = None
    parts: tuple[int, ...] = ()
    value: float = 0.0
    other: Cell | None = None
