"""Views to look at: the start, a rich middle, an end."""

from dataclasses import replace

from tamsk_pi.referee.rulings import ActRefused, PenaltyGranted, TimerRanOut
from tamsk_pi.rules.board import CAPACITY, Cell, parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings
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
from tamsk_pi.views.catalogue import hourglass_message, message
from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.words import ruling_view

RED2_NAME = hourglass_message(Hourglass.RED2)
DRAW_OFFERED = QuestionView("draw", "Ada offers a draw.", Player.BLACK)

_RINGS = {"A2": 1, "B2": 1, "B4": 1, "C1": 1, "C3": 2, "C4": 3, "D2": 1, "D4": 2, "D5": 3, "E1": 1, "E3": 1, "E4": 1}
_RINGS |= {"F4": 1, "G3": 1}
_GLASSES = {
    "B4": (Hourglass.RED1, 8_000, SandState.ALIVE),
    "C3": (Hourglass.RED2, 126_000, SandState.ALIVE),
    "D6": (Hourglass.RED3, 0, SandState.RUN_OUT),
    "C1": (Hourglass.BLACK1, 96_000, SandState.ALIVE),
    "E4": (Hourglass.BLACK2, 167_000, SandState.ALIVE),
    "F4": (Hourglass.BLACK3, 62_000, SandState.ALIVE),
}


def _rulings() -> tuple[RulingView, ...]:
    lines = (
        (362_000, "move-accepted", "G1.2", Player.RED, "Red: B3 → C3, ring", False),
        (380_000, "timer-ran-out", "G3.4", Player.RED, "The timer ran out: Red is late", True),
        (381_000, "penalty-granted", "G3.4", Player.BLACK, "Black may drop a second ring", True),
        (393_000, "move-accepted", "G1.2", Player.BLACK, "Black: G4 → F4", False),
        (393_700, "ring-accepted", "G1.3", Player.BLACK, "Black's ring on F4, 22 left", False),
        (398_000, "timer-started", "G3.2", Player.RED, "The timer runs against Red", False),
        (399_000, "act-refused", "H6", None, "That ring on B2 means nothing: take it off", True),
    )
    return tuple(RulingView(i + 1, *line) for i, line in enumerate(lines))


def middle() -> BoardView:
    """Level 3, turn 14: red2 is in the hand of red, the timer runs against him, a ring was refused."""
    targets = {"B3", "D3"}
    cells = tuple(
        CellView(
            cell,
            rings=(rings := _RINGS.get(name, 0)),
            rings_refused=int(name == "G1"),
            is_full=rings == CAPACITY[cell],
            is_target=name in targets,
            is_ring_due=name == "F4",
            is_wrong=name == "G1",
            refusal="ring-wrong-cell" if name == "G1" else None,
        )
        for cell, name in _named()
    )
    glasses = sorted((_glass(name, *what) for name, what in _GLASSES.items()), key=lambda g: g.hourglass)
    return BoardView(
        now_ms=401_000,
        phase=Phase.PLAYING,
        turn=14,
        headline="Red to move",
        hint="Take the blinking ring off G1.",
        to_move=Player.RED,
        players=(
            PlayerView(Player.RED, "Ada", rings_left=24, is_to_move=True, is_bound=True),
            PlayerView(Player.BLACK, "Grace", rings_left=22, has_penalty_ring=True, penalty_window_ms=3_400),
        ),
        hourglasses=tuple(glasses),
        cells=cells,
        timer=TimerView(left_ms=6_100, binds=Player.RED),
        rulings=_rulings(),
    )


def ended() -> BoardView:
    """Black won by rings."""
    view = middle()
    red, black = (
        replace(p, is_to_move=False, is_bound=False, has_penalty_ring=False, penalty_window_ms=None)
        for p in view.players
    )
    return replace(
        view,
        phase=Phase.ENDED,
        headline="Grace wins",
        hint="",
        to_move=None,
        players=(replace(red, rings_left=5), replace(black, rings_left=3)),
        hourglasses=tuple(replace(g, can_move=False, is_running=False) for g in view.hourglasses),
        cells=tuple(
            replace(c, is_target=False, is_ring_due=False, rings_refused=0, is_wrong=False) for c in view.cells
        ),
        timer=TimerView(),
        result=ResultView(Player.BLACK, "rings", "Nobody can move; Grace has fewer rings left (G1.6)."),
    )


def wordy() -> BoardView:
    """The middle again with much to say, in messages: wrong glasses, questions, a trouble, penalties."""
    view, names = middle(), MatchSettings(red="Friederike", black="Maximilian")
    red, black = (
        replace(p, name=name, has_penalty_ring=True, is_bound=p.is_to_move)
        for p, name in zip(view.players, (names.red, names.black), strict=True)
    )
    glasses = zip(view.hourglasses, ("out-of-turn", "other-glass-first", "own-cell", None, None, None), strict=True)
    rulings = (
        ActRefused(
            at_ns=1, rule="G2.2", player=Player.RED, hourglass=Hourglass.RED1, reason="other-glass-first", cells=()
        ),
        TimerRanOut(at_ns=2, rule="G3.6", player=Player.RED, outcome="forfeit"),
        PenaltyGranted(at_ns=3, rule="G3.6", player=Player.BLACK, reason="forfeit", turns=None),
    )
    cell = parse_cell("C3")
    return replace(
        view,
        headline=message("headline-to-move", player=names.red),
        hint=message("hint-then-next", first=message("restore-turn-over", hourglass=RED2_NAME, cell="C3")),
        players=(red, black),
        hourglasses=tuple(replace(glass, refusal=reason) for glass, reason in glasses),
        rulings=tuple(ruling_view(i + 1, ruling, names) for i, ruling in enumerate(rulings)),
        questions=(
            QuestionView("draw", message("asked-draw", player=names.red), Player.BLACK),
            QuestionView("owner", message("asked-owner", cell="C3", player=names.red), Player.RED, cell=cell),
        ),
        troubles=(message("trouble-board", detail="the sounder is mute; check its wire"),),
    )


def lit(view: BoardView) -> tuple[Rgb, ...]:
    """Lights as a strip may show that view: targets red, movable glasses dimmer, full cells nearly dark."""
    movable = {g.cell for g in view.hourglasses if g.can_move}
    cells: list[Rgb] = []
    for c in view.cells:
        if c.is_target:
            cells.append((90, 10, 6))
        elif c.rings_refused:
            cells.append((80, 40, 0))
        elif c.cell in movable:
            cells.append((34, 4, 2))
        else:
            cells.append((2, 2, 3) if not c.is_full else (0, 0, 0))
    bars: list[Rgb] = [(70, 8, 4)] * 4 + [(0, 0, 0)] * 4 + [(8, 14, 30)] * 8
    return (*cells, *bars)


def _named() -> list[tuple[Cell, str]]:
    return [
        (parse_cell(name), name)
        for name in sorted({f"{c}{n}" for c in "ABCDEFG" for n in range(1, 8)})
        if _exists(name)
    ]


def _exists(name: str) -> bool:
    return int(name[1]) <= 7 - abs("ABCDEFG".index(name[0]) - 3)


def _glass(name: str, hourglass: Hourglass, top_ms: int, sand: SandState) -> HourglassView:
    cell = parse_cell(name)
    return HourglassView(
        hourglass,
        cell,
        cell,
        sand=sand,
        top_ms=top_ms,
        is_running=top_ms > 0,
        is_low=0 < top_ms < 20_000,
        can_move=hourglass.player is Player.RED and sand is SandState.ALIVE,
    )
