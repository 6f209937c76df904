"""A board for the page's tests: it obeys simple commands at once, keeps what it was told, and knows few rules.

It is a fake: no sensors, no referee, no time. A legal move is one to a vacant neighbouring cell; every ring counts.
"""

import asyncio
from dataclasses import replace
from typing import assert_never

from tamsk_pi.daemon.page.commands import CalibrationAct, PairingAct, SandAct
from tamsk_pi.daemon.page.hands import (
    DropRing,
    FlipGlass,
    FlipTimer,
    HandCommand,
    LiftGlass,
    PlaceGlass,
    SetAside,
    TakeRing,
)
from tamsk_pi.rules.acts import Answer
from tamsk_pi.rules.board import CAPACITY, NEIGHBOURS, Cell, cell_name
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, StartRule
from tamsk_pi.views.board_view import BoardView, CellView, HourglassView, Phase, PlayerView, RulingView
from tamsk_pi.views.catalogue import Catalogue, Text, message
from tamsk_pi.views.health_view import HealthView, health_state
from tamsk_pi.views.light_language import Rgb
from tamsk_pi.views.page_state import PIXELS, PageState, page_state
from tamsk_pi.views.pairing_view import PairingView, pairing_state

PIN = "2718"
DARK: tuple[Rgb, ...] = ((0, 0, 0),) * PIXELS

Said = tuple[Answer, Player | None, Hourglass | None, Cell | None]


def at_home(view: BoardView) -> BoardView:
    """The same view with every glass on its corner and no ring on the board."""
    glasses = tuple(replace(g, cell=HOME[g.hourglass], accepted_cell=HOME[g.hourglass]) for g in view.hourglasses)
    return replace(view, hourglasses=glasses, cells=tuple(CellView(c.cell) for c in view.cells))


class FakeBoard:
    """Implements PageBackend. `performed`, `started`, `said` are what the page asked for, in order."""

    def __init__(self, view: BoardView | None = None, has_hands: bool = True, pixels: tuple[Rgb, ...] = DARK) -> None:
        self.view = view or at_home(BoardView(phase=Phase.SETUP, headline="Start a match"))
        self.pixels = pixels
        self.performed: list[HandCommand] = []
        self.started: list[MatchSettings] = []
        self.said: list[Said] = []
        self.timed: list[tuple[SandAct, str | None]] = []
        self.sand: PageState | None = None
        self.calibrated: list[CalibrationAct] = []
        self.paired: list[tuple[PairingAct, str | None]] = []
        self.pairing: PairingView | None = None
        self.set_ups = 0
        self.pin_now = PIN
        self.language_now = "en"
        self.is_scenario = False
        self.health: HealthView | None = None
        self._has_hands = has_hands
        self._version = 1
        self._waiting: list[asyncio.Future[int]] = []

    @property
    def pin(self) -> str:
        return self.pin_now

    @property
    def has_hands(self) -> bool:
        return self._has_hands

    @property
    def is_real(self) -> bool:
        return not self._has_hands and not self.is_scenario

    @property
    def language(self) -> str:
        return self.language_now

    def state(self, catalogue: Catalogue) -> PageState:
        state = page_state(self.view, self.pixels, catalogue) | {"version": self._version}
        if self.sand is not None:
            state["sand"] = self.sand
        state["pairing"] = None if self.pairing is None else pairing_state(self.pairing, catalogue)
        return state if self.health is None else state | {"health": health_state(self.health, catalogue)}

    async def changed(self, version: int) -> int:
        if version < self._version:
            return self._version
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        return await future

    def show(self, view: BoardView) -> None:
        """From now on the board looks like this; to be called on the page's loop."""
        self.view = view
        self._version += 1
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(self._version)

    def start(self, settings: MatchSettings) -> None:
        if any(cell.rings for cell in self.view.cells):
            raise ValueError("there are rings on the board; take them off first")
        self.started.append(settings)
        players = (PlayerView(Player.RED, settings.red), PlayerView(Player.BLACK, settings.black))
        view = replace(self.view, phase=Phase.PLAYING, level=settings.level, players=players, turn=1)
        self.show(_to_move(view, Player.RED))

    def say(self, what: Answer, player: Player | None, hourglass: Hourglass | None, cell: Cell | None) -> None:
        self.said.append((what, player, hourglass, cell))
        self.show(_ruled(self.view, player, f"heard: {what}"))

    def time_sand(self, act: SandAct, glass: str | None) -> None:
        self.timed.append((act, glass))
        self.show(_ruled(self.view, None, f"timed: {act}"))

    def pair(self, act: PairingAct, glass: str | None) -> None:
        self.paired.append((act, glass))

    def calibrate(self, act: CalibrationAct) -> None:
        self.calibrated.append(act)
        self.show(self.view)

    def set_up(self, start: StartRule) -> None:
        self.set_ups += 1
        view = at_home(self.view)
        if start is StartRule.FREE_PLACEMENT:
            away = tuple(replace(g, cell=None, accepted_cell=None) for g in view.hourglasses)
            view = replace(view, hourglasses=away)
        self.show(view)

    def perform(self, act: HandCommand) -> None:
        self.performed.append(act)
        match act:
            case LiftGlass(hourglass):
                self._lift(hourglass)
            case PlaceGlass(hourglass, cell):
                self._place(hourglass, cell)
            case DropRing(cell, player):
                self._drop(cell, player)
            case TakeRing(cell):
                self._take(cell)
            case SetAside(hourglass):
                self.show(self._with_glass(hourglass, cell=None, is_in_air=False))
            case FlipGlass(hourglass):
                self.show(self._with_glass(hourglass, top_ms=180_000, is_running=True))
            case FlipTimer():
                self.show(replace(self.view, timer=replace(self.view.timer, left_ms=15_000, binds=self.view.to_move)))
            case _:
                assert_never(act)

    def glass(self, hourglass: Hourglass) -> HourglassView:
        return self.view.hourglasses[hourglass]

    def _lift(self, hourglass: Hourglass) -> None:
        origin = self.glass(hourglass).accepted_cell
        near = NEIGHBOURS[origin] if origin is not None else ()
        standing = {g.cell for g in self.view.hourglasses}
        cells = tuple(
            replace(c, is_target=c.cell in near and c.cell not in standing and not c.is_full) for c in self.view.cells
        )
        self.show(replace(self._with_glass(hourglass, cell=None, is_in_air=True), cells=cells))

    def _place(self, hourglass: Hourglass, cell: Cell) -> None:
        if any(g.cell == cell and g.hourglass is not hourglass for g in self.view.hourglasses):
            raise ValueError(f"a glass stands on {cell_name(cell)} already")
        has_moved = cell != self.glass(hourglass).accepted_cell
        view = self._with_glass(hourglass, cell=cell, accepted_cell=cell, is_in_air=False)
        view = replace(view, cells=tuple(replace(c, is_target=False, is_ring_due=c.cell == cell) for c in view.cells))
        if has_moved:
            view = _ruled(view, hourglass.player, f"{hourglass.label} to {cell_name(cell)}")
            view = _to_move(view, hourglass.player.opponent)
        self.show(view)

    def _drop(self, cell: Cell, player: Player) -> None:
        before = self.view.cells[cell]
        if before.is_full:
            self.show(self._with_cell(cell, rings_refused=before.rings_refused + 1, is_wrong=True))
            return
        rings = before.rings + 1
        view = self._with_cell(cell, rings=rings, is_full=rings == CAPACITY[cell], is_ring_due=False)
        red, black = (replace(p, rings_left=p.rings_left - (p.player is player)) for p in view.players)
        self.show(replace(view, players=(red, black)))

    def _take(self, cell: Cell) -> None:
        before = self.view.cells[cell]
        if before.rings_refused:
            self.show(self._with_cell(cell, rings_refused=before.rings_refused - 1, is_wrong=False))
        elif before.rings:
            self.show(self._with_cell(cell, rings=before.rings - 1, is_full=False))
        else:
            raise ValueError(f"there is no ring on {cell_name(cell)}")

    def _with_glass(self, hourglass: Hourglass, **changes: object) -> BoardView:
        glasses = list(self.view.hourglasses)
        glasses[hourglass] = replace(glasses[hourglass], **changes)  # type: ignore[arg-type]
        return replace(self.view, hourglasses=tuple(glasses))

    def _with_cell(self, cell: Cell, **changes: object) -> BoardView:
        cells = list(self.view.cells)
        cells[cell] = replace(cells[cell], **changes)  # type: ignore[arg-type]
        return replace(self.view, cells=tuple(cells))


def _ruled(view: BoardView, player: Player | None, text: Text) -> BoardView:
    number = len(view.rulings) + 1
    ruling = RulingView(number, 1_000 * number, "move-accepted", "G1.2", player, text, False)
    return replace(view, rulings=(*view.rulings, ruling))


def _to_move(view: BoardView, player: Player) -> BoardView:
    red, black = (replace(p, is_to_move=p.player is player) for p in view.players)
    name = red.name if player is Player.RED else black.name
    glasses = tuple(replace(view.hourglasses[g], can_move=g.player is player) for g in HOURGLASSES)
    return replace(
        view,
        to_move=player,
        players=(red, black),
        headline=message("headline-to-move", player=name),
        hourglasses=glasses,
    )
