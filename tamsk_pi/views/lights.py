"""The light frame: one colour for each of the 53 lights, from one BoardView and the instant.

Lights are numbered as the game numbers things: the 37 cells, then red's bar of eight, then black's, each from the end
that stays lit longest. In which order they are wired is the driver's business.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from tamsk_pi.rules.board import AXIAL, CELLS, SIDE
from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.board_view import BoardView, HourglassView, Phase, PlayerView
from tamsk_pi.views.calibration_lights import is_testing
from tamsk_pi.views.light_choice import (
    NOTED_MS,
    bar_signal,
    cell_signals,
    concerned_player,
    standing_glasses,
)
from tamsk_pi.views.light_language import Rgb, Signal, colour_at
from tamsk_pi.views.light_shapes import Moment

__all__ = ["BAR_PIXELS", "PIXELS", "Rgb", "light_frame"]

BAR_PIXELS: Final = 8
PIXELS: Final = len(CELLS) + 2 * BAR_PIXELS

_OFF: Final[Rgb] = (0, 0, 0)
_COLUMNS: Final = 2 * SIDE - 1
_WAVE_MS: Final = 2_000
"""Period of the waves at the end of a match."""


def light_frame(view: BoardView, now_ms: int) -> tuple[Rgb, ...]:
    """The 53 colours at `now_ms`, an instant of the match's clock at or after `view.now_ms`.

    Index = cell for the first 37, then red's bar, then black's. Before the limit on current (power.py).
    """
    match view.phase:
        case Phase.SENSING:
            return tuple(_everywhere(Signal.SENSING, None, now_ms))
        case Phase.PAUSED:
            return tuple(_everywhere(Signal.PAUSED, None, now_ms))
        case Phase.ENDED:
            return _result(view, now_ms)
        case Phase.CALIBRATING if view.calibration is not None and is_testing(view.calibration):
            return tuple(_everywhere(Signal.SENSING, None, now_ms))
        case Phase.SETUP | Phase.PLAYING | Phase.AWAITING_SAND | Phase.CALIBRATING:
            bars = (pixel for player in view.players for pixel in _bar(view, player, now_ms))
            return (*_cells(view, now_ms), *bars)
        case _:
            assert_never(view.phase)


def _everywhere(signal: Signal, player: Player | None, now_ms: int) -> Iterator[Rgb]:
    return (colour_at(signal, player, Moment(now_ms, rank, PIXELS)) for rank in range(PIXELS))


def _cells(view: BoardView, now_ms: int) -> Iterator[Rgb]:
    glasses = standing_glasses(view)
    signals = cell_signals(view)
    marching = [cell for cell, signal in zip(CELLS, signals, strict=True) if signal is Signal.TARGET]
    for cell, signal in zip(CELLS, signals, strict=True):
        if signal is Signal.DARK:
            yield _OFF
            continue
        glass = glasses.get(cell)
        moment = Moment(
            now_ms,
            rank=marching.index(cell) if signal is Signal.TARGET else 0,
            count=len(marching),
            cell=cell,
            left=_sand_left_ms(view, glass, now_ms),
        )
        yield colour_at(signal, concerned_player(view, signal, cell, glass), moment)


def _sand_left_ms(view: BoardView, glass: HourglassView | None, now_ms: int) -> int:
    if glass is None:
        return 0
    return max(0, glass.top_ms - (now_ms - view.now_ms if glass.is_running else 0))


def _bar(view: BoardView, player: PlayerView, now_ms: int) -> Iterator[Rgb]:
    signal = bar_signal(view, player, now_ms)
    shown_ms = now_ms
    if signal is Signal.NOTED:
        shown_ms = min(age for r in view.rulings if 0 <= (age := now_ms - r.at_ms) < NOTED_MS)
    left_ms = max(0, view.timer.left_ms - (now_ms - view.now_ms))
    left = BAR_PIXELS * left_ms / max(1, view.timer.full_ms)
    if view.calibration is not None:
        left = BAR_PIXELS * view.calibration.share
    for rank in range(BAR_PIXELS):
        yield colour_at(signal, player.player, Moment(shown_ms, rank, BAR_PIXELS, left=left))


def _result(view: BoardView, now_ms: int) -> tuple[Rgb, ...]:
    winner = view.result.winner if view.result else None
    wave, _ = divmod(now_ms, _WAVE_MS)
    player = winner or (Player.RED, Player.BLACK)[wave % 2]
    signal = Signal.DRAWN if winner is None else Signal.WON
    is_backwards = winner is None and player is Player.BLACK
    cells = tuple(_wave(signal, player, column, is_backwards, now_ms) for column in _columns())
    bars = (
        colour_at(Signal.TURN if winner in (None, side) else Signal.DARK, side, Moment(now_ms))
        for side in Player
        for _ in range(BAR_PIXELS)
    )
    return (*cells, *bars)


def _wave(signal: Signal, player: Player, column: int, is_backwards: bool, now_ms: int) -> Rgb:
    rank = _COLUMNS - 1 - column if is_backwards else column
    return colour_at(signal, player, Moment(now_ms, rank, _COLUMNS + 5))


def _columns() -> Iterator[int]:
    return (q + SIDE - 1 for q, _ in AXIAL)
