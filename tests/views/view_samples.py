"""Views to test with: the start, and one view for each signal of the light language."""

from dataclasses import replace

from tamsk_pi.calibration.guide_view import Task
from tamsk_pi.rules.board import CELLS, Cell, parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass, Player
from tamsk_pi.views.board_view import (
    BoardView,
    CellView,
    HourglassView,
    Phase,
    PlayerView,
    QuestionView,
    ResultView,
    RulingView,
    SandState,
    TimerView,
)
from tamsk_pi.views.calibration_view import CalibrationCellView, CalibrationView
from tamsk_pi.views.light_language import Signal

A1 = parse_cell("A1")
A2 = parse_cell("A2")
C3 = parse_cell("C3")
D4 = parse_cell("D4")

START = BoardView(
    phase=Phase.PLAYING,
    to_move=Player.RED,
    players=(PlayerView(Player.RED, "Red", is_to_move=True), PlayerView(Player.BLACK, "Black")),
    hourglasses=tuple(HourglassView(g, cell=HOME[g], accepted_cell=HOME[g]) for g in Hourglass),
)
"""Red to move, and nothing else to say."""


def with_cell(cell: CellView, view: BoardView = START) -> BoardView:
    """The view with that one cell changed."""
    return replace(view, cells=tuple(cell if c == cell.cell else view.cells[c] for c in CELLS))


def with_glass(glass: HourglassView, view: BoardView = START) -> BoardView:
    """The view with that one glass changed."""
    return replace(view, hourglasses=tuple(glass if g is glass.hourglass else view.hourglasses[g] for g in Hourglass))


def with_players(red: PlayerView, black: PlayerView, view: BoardView = START) -> BoardView:
    """The view with these players."""
    return replace(view, players=(red, black))


def said(
    ruling: str, player: Player | None, at_ms: int = 0, rule: str = "G1.1", view: BoardView = START
) -> BoardView:
    """The view with one ruling in its list."""
    return replace(view, rulings=(RulingView(1, at_ms, ruling, rule, player, "", False),))


RED, BLACK = START.players
RED1 = START.hourglasses[Hourglass.RED1]
ALIVE = replace(RED1, sand=SandState.ALIVE, is_running=True, is_low=True, top_ms=12_000)


def calibrating(tasks: dict[Cell, Task], share: float = 0.5) -> BoardView:
    """A board that is being calibrated, some way through the rings."""
    cells = tuple(CalibrationCellView(cell, tasks.get(cell, Task.NONE)) for cell in CELLS)
    view = CalibrationView("rings", 3, 9, 4, 31, share, "A ring on every lit cell", "", cells)
    return BoardView(0, Phase.CALIBRATING, calibration=view)


CELL_VIEWS: dict[Signal, tuple[BoardView, Cell]] = {
    Signal.FLIP_NEEDED: (with_glass(replace(RED1, flips_needed=True)), A1),
    Signal.SEEN: (with_cell(CellView(A2, is_seen=True)), A2),
    Signal.WRONG: (with_cell(CellView(A2, is_wrong=True)), A2),
    Signal.UNCERTAIN: (with_cell(CellView(A2, is_uncertain=True)), A2),
    Signal.RING_DUE: (with_cell(CellView(A1, is_ring_due=True)), A1),
    Signal.TARGET: (with_cell(CellView(A2, is_target=True)), A2),
    Signal.EXTRA_RING_DUE: (with_cell(CellView(A1, is_extra_ring_due=True)), A1),
    Signal.PENALTY_TARGET: (with_cell(CellView(A2, is_penalty_target=True)), A2),
    Signal.SAND_LOW: (with_glass(ALIVE), A1),
    Signal.RUN_OUT: (with_glass(replace(RED1, sand=SandState.RUN_OUT)), A1),
    Signal.MOVABLE: (with_glass(replace(RED1, can_move=True)), A1),
    Signal.HOME_WANTED: (with_cell(CellView(A1, is_home_wanted=True), replace(START, phase=Phase.SETUP)), A1),
    Signal.DONE: (calibrating({A2: Task.DONE}), A2),
    Signal.FULL: (with_cell(CellView(A2, is_full=True)), A2),
    Signal.DARK: (START, A2),
}

BAR_VIEWS: dict[Signal, BoardView] = {
    Signal.QUESTION: replace(START, questions=(QuestionView("draw", "Red offers a draw.", Player.BLACK),)),
    Signal.WARNING: said("warning", Player.RED, 0),
    Signal.TIMER_BOUND: replace(
        with_players(replace(RED, is_bound=True), BLACK), timer=TimerView(left_ms=15_000, binds=Player.RED)
    ),
    Signal.NOTED: said("ring-accepted", Player.RED, 0),
    Signal.PENALTY_OWED: with_players(replace(RED, has_penalty_ring=True), BLACK),
    Signal.SITTING_OUT: with_players(replace(RED, turns_to_sit_out=1), BLACK),
    Signal.AWAITING_SAND: replace(START, phase=Phase.AWAITING_SAND, to_move=None),
    Signal.PROGRESS: calibrating({}, share=0.45),
    Signal.READY: replace(START, phase=Phase.SETUP, to_move=None),
    Signal.TURN: START,
    Signal.WAITING: with_players(replace(RED, is_to_move=False), replace(BLACK, is_to_move=True)),
}
"""Each shows its signal on red's bar."""

BOARD_VIEWS: dict[Signal, BoardView] = {
    Signal.SENSING: BoardView(),
    Signal.PAUSED: replace(START, phase=Phase.PAUSED),
    Signal.WON: replace(START, phase=Phase.ENDED, result=ResultView(Player.RED, "rings", "")),
    Signal.DRAWN: replace(START, phase=Phase.ENDED, result=ResultView(None, "tie", "")),
}
