"""A calibration within a running daemon: begun by two buttons, seen instead of the match, used once it is kept."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tamsk_pi.clock import NS_PER_MS, NS_PER_S, VirtualClock
from tamsk_pi.config import Config, load_calibration, load_layout
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.performance import virtual_config
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.drivers.buttons import Button, ButtonPress
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.rules.acts import Start
from tamsk_pi.rules.pieces import HOME, HOURGLASSES
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.simulator.light_followers import LightFollower, Pace
from tamsk_pi.simulator.settings import UNCALIBRATED, TableSettings, Tolerances
from tamsk_pi.simulator.table import Table
from tamsk_pi.views.board_view import Phase
from tamsk_pi.views.catalogue import PlayerError

QUICK = Pace(150 * NS_PER_MS, 500 * NS_PER_MS)


class Evening:
    """A daemon on an uncalibrated virtual board, in virtual time; `follow` lets hands do what the lights say."""

    def __init__(self, directory: Path, tolerances: Tolerances) -> None:
        layout, self.clock = load_layout(None), VirtualClock()
        self.path = directory / "calibration.json"
        config = replace(virtual_config(Config(matches=directory, scans_per_s=40)), nodes=())
        self.parts = make_parts(config, layout, self.clock)
        table = Table(layout, TableSettings(seed=2, tolerances=tolerances))
        self.board = VirtualBoard(layout, table, self.clock, board_options(self.parts), is_frame_level=True)
        self.follower = LightFollower(table, layout.lights.cell_order, QUICK)
        self.is_following = False
        self.daemon: Daemon = make_daemon(
            self.parts,
            self.board.drivers,
            self.board.scanner,
            show_ns=NS_PER_S // 10,
            before_round=self._round,
            calibration_path=self.path,
        )

    def _round(self, now_ns: int) -> None:
        if self.is_following:
            self.board.let_follow(self.follower, now_ns)

    @property
    def is_calibrating(self) -> bool:
        return self.daemon.showing.view.phase is Phase.CALIBRATING

    @property
    def is_kept(self) -> bool:
        view = self.daemon.showing.view.calibration
        return view is not None and view.is_kept

    def play(self, seconds: float) -> None:
        asyncio.run(self.daemon.run(self.clock.now_ns() + round(seconds * NS_PER_S)))

    def press(self, button: Button, is_long: bool = True) -> None:
        desk = self.daemon.desks.calibration
        assert desk is not None
        desk.press(ButtonPress(self.clock.now_ns(), button, is_long), self.daemon.controller)

    def close(self) -> None:
        self.parts.keeper.close()
        self.board.close()


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """On an uncalibrated board, unless a test asks for another."""
    with closing(Evening(tmp_path, getattr(request, "param", UNCALIBRATED))) as out:
        yield out


def test_both_players_buttons_held_together_begin_it(evening: Evening) -> None:
    evening.play(1)
    evening.press(Button.RED)
    evening.play(0.3)
    assert not evening.is_calibrating
    evening.press(Button.BLACK)
    evening.play(0.3)
    assert evening.is_calibrating
    assert evening.daemon.showing.view.calibration is not None
    assert evening.daemon.showing.view.calibration.step == "empty"


def test_one_after_the_other_they_begin_nothing(evening: Evening) -> None:
    evening.press(Button.RED)
    evening.play(1.5)
    evening.press(Button.BLACK)
    evening.play(0.3)
    assert not evening.is_calibrating


def test_the_board_s_button_held_ends_it_and_the_board_is_looked_at_anew(evening: Evening) -> None:
    evening.press(Button.RED)
    evening.press(Button.BLACK)
    evening.play(1)
    evening.press(Button.BOARD)
    evening.play(2)
    assert not evening.is_calibrating
    assert not evening.path.exists()


def test_by_light_alone_the_board_is_calibrated_and_the_next_match_is_perceived_with_it(evening: Evening) -> None:
    evening.press(Button.BLACK)
    evening.press(Button.RED)
    evening.is_following = True
    while not evening.is_kept and evening.clock.now_ns() < 400 * NS_PER_S:
        evening.play(2)
    view = evening.daemon.showing.view.calibration
    assert view is not None
    assert (view.has_passed, view.is_kept) == (True, True)
    assert load_calibration(evening.path) != Calibration()
    evening.is_following = False
    evening.board.set_up()
    evening.play(1)
    evening.press(Button.BOARD, is_long=False)
    evening.play(3)
    assert evening.daemon.showing.view.phase is Phase.SETUP
    assert {g.hourglass: g.cell for g in evening.daemon.showing.view.hourglasses} == {g: HOME[g] for g in HOURGLASSES}


@pytest.mark.parametrize("evening", [Tolerances()], indirect=True)
def test_it_does_not_begin_during_a_match(evening: Evening) -> None:
    evening.board.set_up()
    evening.play(1)
    evening.daemon.controller.start(Start(evening.clock.now_ns(), MatchSettings(level=1)))
    evening.play(1)
    assert evening.daemon.controller.is_playing
    desk = evening.daemon.desks.calibration
    assert desk is not None
    with pytest.raises(PlayerError):
        desk.begin(evening.daemon.controller)
