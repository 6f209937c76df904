"""Which signal each light shows: the first of LANGUAGE that applies to it."""

from collections.abc import Iterator
from typing import Final

from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Player
from tamsk_pi.views.board_view import BoardView, CellView, HourglassView, Phase, PlayerView, RulingView, SandState
from tamsk_pi.views.calibration_lights import TASK_SIGNALS, calibration_bar_signal, task_colour
from tamsk_pi.views.light_language import LANGUAGE, Signal

WARNING_MS: Final = 1_500
NOTED_MS: Final = 1_000

_NOTED: Final = frozenset(
    ("ring-accepted", "ring-reassigned", "refusal-cleared", "timer-ran-out", "turn-passed", "taken-back", "resumed")
)
"""Rulings without a lasting light of their own; not a lapsed ring, for noticing is the opponent's job (H4)."""

_PRIORITY: Final = {signal: number for number, signal in enumerate(LANGUAGE)}


def cell_signals(view: BoardView) -> tuple[Signal, ...]:
    """What each cell shows while nothing is shown by the whole board."""
    if view.calibration is not None:
        return tuple(TASK_SIGNALS[cell.task] for cell in view.calibration.cells)
    glasses = standing_glasses(view)
    wrong = wrong_cells(view)
    holds = any(cell.is_target and cell.target_of in (None, view.to_move) for cell in view.cells)
    movable = frozenset() if holds else _movable(view)
    return tuple(
        min(_cell_candidates(cell, glasses.get(cell.cell), wrong, movable), key=_PRIORITY.__getitem__)
        for cell in view.cells
    )


def bar_signal(view: BoardView, player: PlayerView, now_ms: int) -> Signal:
    """What this player's bar shows while nothing is shown by the whole board."""
    if view.calibration is not None:
        return calibration_bar_signal(view.calibration)
    return min(_bar_candidates(view, player, now_ms), key=_PRIORITY.__getitem__)


def standing_glasses(view: BoardView) -> dict[Cell, HourglassView]:
    """The glass seen on each cell that has one."""
    return {glass.cell: glass for glass in view.hourglasses if glass.cell is not None}


def wrong_cells(view: BoardView) -> frozenset[Cell]:
    """Where something is to be put right: for a refused glass where it stands and where it belongs."""
    wrong = {c.cell for c in view.cells if c.is_wrong or c.refusal or c.rings_refused or c.rings_taken}
    for glass in view.hourglasses:
        if glass.refusal is not None:
            wrong.update(cell for cell in (glass.cell, glass.accepted_cell) if cell is not None)
    return frozenset(wrong)


def concerned_player(view: BoardView, signal: Signal, cell: Cell, glass: HourglassView | None) -> Player | None:
    """In whose colour the cell shows that signal."""
    if view.calibration is not None:
        return task_colour(view.calibration.cells[cell].task)
    match signal:
        case Signal.TARGET:
            return view.cells[cell].target_of or view.to_move
        case Signal.PENALTY_TARGET:
            return next((p.player for p in view.players if p.has_penalty_ring), None)
        case Signal.EXTRA_RING_DUE:
            return glass.hourglass.player.opponent if glass else view.to_move
        case Signal.HOME_WANTED:
            return next((g.player for g in HOURGLASSES if HOME[g] == cell), None)
        case _:
            return glass.hourglass.player if glass else None


def _movable(view: BoardView) -> frozenset[Cell]:
    return frozenset(
        glass.cell
        for glass in view.hourglasses
        if glass.can_move and glass.cell is not None and glass.hourglass.player is view.to_move
    )


def _cell_candidates(
    cell: CellView, glass: HourglassView | None, wrong: frozenset[Cell], movable: frozenset[Cell]
) -> Iterator[Signal]:
    yield Signal.DARK
    flags = (
        (cell.is_seen, Signal.SEEN),
        (cell.cell in wrong, Signal.WRONG),
        (cell.is_uncertain, Signal.UNCERTAIN),
        (cell.is_ring_due, Signal.RING_DUE),
        (cell.is_target, Signal.TARGET),
        (cell.is_extra_ring_due, Signal.EXTRA_RING_DUE),
        (cell.is_penalty_target, Signal.PENALTY_TARGET),
        (cell.cell in movable, Signal.MOVABLE),
        (cell.is_home_wanted, Signal.HOME_WANTED),
        (cell.is_full, Signal.FULL),
    )
    yield from (signal for applies, signal in flags if applies)
    if glass is not None:
        yield from _glass_candidates(glass)


def _glass_candidates(glass: HourglassView) -> Iterator[Signal]:
    if glass.flips_needed:
        yield Signal.FLIP_NEEDED
    if glass.sand is SandState.RUN_OUT:
        yield Signal.RUN_OUT
    elif glass.sand is SandState.ALIVE and glass.is_low:
        yield Signal.SAND_LOW


def _bar_candidates(view: BoardView, player: PlayerView, now_ms: int) -> Iterator[Signal]:
    yield Signal.TURN if player.is_to_move else Signal.WAITING
    if view.phase is Phase.SETUP and _is_set_up(view):
        yield Signal.READY
    if view.phase is Phase.AWAITING_SAND:
        yield Signal.AWAITING_SAND
    if player.is_bound:
        yield Signal.TIMER_BOUND
    if player.has_penalty_ring or _plays_twice(view, player):
        yield Signal.PENALTY_OWED
    if player.turns_to_sit_out:
        yield Signal.SITTING_OUT
    if view.questions:
        yield Signal.QUESTION
    for ruling in view.rulings:
        if ruling.player in (None, player.player):
            yield from _said_just_now(ruling, now_ms)


def _said_just_now(ruling: RulingView, now_ms: int) -> Iterator[Signal]:
    age_ms = now_ms - ruling.at_ms
    is_void_timer = ruling.ruling == "act-refused" and ruling.rule in ("H23", "H24")
    if (ruling.ruling == "warning" or is_void_timer) and 0 <= age_ms < WARNING_MS:
        yield Signal.WARNING
    if ruling.ruling in _NOTED and 0 <= age_ms < NOTED_MS:
        yield Signal.NOTED


def _plays_twice(view: BoardView, player: PlayerView) -> bool:
    return any(other.player is not player.player and other.turns_to_sit_out for other in view.players)


def _is_set_up(view: BoardView) -> bool:
    return all(glass.cell == HOME[glass.hourglass] for glass in view.hourglasses) and not wrong_cells(view)
