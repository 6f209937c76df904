"""Plays a stretch of a match on the virtual board and takes pictures of its page (scripts/picture)."""

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, cast

from live_board import Json, LiveBoard, live_board
from page_browser import DESKTOP, PHONE, centre, chromium
from playwright.sync_api import Browser, Page
from small_png import small_png
from websockets.sync.client import ClientConnection, connect

from tamsk_pi.rules.board import CELL_NAMES, NEIGHBOURS, cell_name, parse_cell

SPEED: Final = 1.5
SEED: Final = 4
MOVES: Final = 18
FORFEIT_AT: Final = 14
RING_SHARE: Final = 0.9
SAND_MS: Final = 180_000
PATIENCE_S: Final = 20.0

Parts = dict[str, Json]


class Players:
    """Two players, through the same door as the page's hands. They move at random, inwards rather than outwards."""

    def __init__(self, board: LiveBoard, hands: ClientConnection) -> None:
        self._board = board
        self._hands = hands
        self._draw = random.Random(SEED)

    def tell(self, **command: object) -> None:
        """One command; fails if the board refuses it."""
        self._hands.send(json.dumps({**command, "id": 1}))
        while True:
            answer = json.loads(self._hands.recv(PATIENCE_S))
            if answer.get("id") == 1:
                assert "error" not in answer, answer
                return

    def state(self) -> Json:
        return self._board.state()

    def until(self, is_so: Callable[[Json], bool]) -> Json:
        """Wait for such a state."""
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends:
            state = self.state()
            if is_so(state):
                return state
            time.sleep(0.02)
        raise AssertionError(f"it did not come to that: {self.state()['headline']}")

    def begin(self) -> None:
        """Ada against Grace, level 3."""
        settings = {"level": 3, "penalty": "revised", "start": "corners", "sand_ms": SAND_MS}
        self.tell(do="start", red="Ada", black="Grace", **settings)
        self.until(lambda state: state["phase"] == "playing")

    def turn(self) -> None:
        """The player to move makes a move and mostly drops the ring."""
        state = self.state()
        label, target = self._choice(state)
        player = state["to_move"]
        self.tell(do="hands", act="lift", hourglass=label)
        self.tell(do="hands", act="place", hourglass=label, cell=target, flip=True)
        self.until(lambda now: _part(now, "hourglasses", label)["accepted_cell"] == target)
        if self._draw.random() < RING_SHARE:
            self.tell(do="hands", act="ring", cell=target, player=player)
            rings = cast("int", _part(state, "cells", target)["rings"])
            self.until(lambda now: _part(now, "cells", target)["rings"] == rings + 1)

    def _choice(self, state: Json) -> tuple[str, str]:
        """The glass with the least sand on top, so that few are lost; one of its inmost cells."""
        moves = possible_moves(state)
        least = min((_part(state, "hourglasses", label)["top_ms"], label) for label, _ in moves)[1]
        return self._draw.choice(sorted((m for m in moves if m[0] == least), key=_distance_from_middle)[:3])

    def forfeit(self) -> None:
        """The player to move is bound by the timer, and does not begin."""
        number = self.state()["turn"]
        self.turn_timer()
        self.until(lambda state: state["turn"] != number)

    def turn_timer(self) -> None:
        """Turn the neutral timer as soon as it is empty, and see that it binds."""
        self.until(lambda state: cast("Json", state["timer"])["left_ms"] == 0)
        self.tell(do="hands", act="timer")
        self.until(lambda state: cast("Json", state["timer"])["binds"] is not None)


def possible_moves(state: Json, *, onto_full: bool = False) -> list[tuple[str, str]]:
    """Glasses that can move, each with a vacant neighbouring cell: one that is not full, or that is."""
    glasses, cells = cast("Parts", state["hourglasses"]), cast("Parts", state["cells"])
    taken = {glass["cell"] for glass in glasses.values()} | {glass["accepted_cell"] for glass in glasses.values()}
    return [
        (label, name)
        for label, glass in glasses.items()
        if glass["can_move"]
        for name in map(cell_name, NEIGHBOURS[parse_cell(str(glass["cell"]))])
        if name not in taken and cells[name]["is_full"] is onto_full
    ]


def _part(state: Json, key: str, name: str) -> Json:
    return cast("Parts", state[key])[name]


def _distance_from_middle(move: tuple[str, str]) -> int:
    return abs(CELL_NAMES.index(move[1]) - CELL_NAMES.index("D4"))


def open_page(browser: Browser, board: LiveBoard, size: tuple[int, int]) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, device_scale_factor=1)
    page.add_init_script("if (location.host) localStorage.setItem('tamsk-pi.help-seen', 'yes')")
    page.goto(board.url)
    page.wait_for_selector("body.ready.unlocked")
    return page


def take_pictures(directory: Path, state: Path) -> None:
    """board, phone, sensors, start and end.png into `directory`."""
    with live_board(state, "--speed", str(SPEED)) as board, chromium() as browser:
        page, phone = open_page(browser, board, DESKTOP), open_page(browser, board, PHONE)
        with connect(f"ws://127.0.0.1:{board.port}/ws", max_size=None, ping_interval=None) as hands:
            players = Players(board, hands)
            players.tell(do="unlock", pin=board.url.split("=")[-1])
            players.until(lambda now: now["headline"] == "Ready")
            page.locator("#start-here").click()
            pictures = {"start.png": _seen(page)}
            page.locator("#start-form [data-close]").click()
            _play(players)
            players.turn_timer()
            full = _hold_a_glass(page, players)
            assert all(r["rule"] != "architecture" for r in board.rulings()), (
                "too busy here to scan in time; try again"
            )
            pictures |= {"board.png": _seen(page), "phone.png": _seen(phone)}
            pictures["sensors.png"] = _sensors(browser, board, full)
            _lose(page, players, full)
            pictures["end.png"] = _seen(page)
    for name, png in pictures.items():
        (directory / name).write_bytes(small_png(png))


def _play(players: Players) -> None:
    players.begin()
    for number in range(MOVES):
        if number == FORFEIT_AT:
            players.forfeit()
        players.turn()
    while not possible_moves(players.state(), onto_full=True):
        players.turn()


def _hold_a_glass(page: Page, players: Players) -> str:
    """A glass with a full cell beside it, which is returned, is in the hand, over its cell."""
    state = players.state()
    label, full = possible_moves(state, onto_full=True)[0]
    x, y = centre(page, str(_part(state, "hourglasses", label)["cell"]))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 14, y - 22, steps=4)
    players.until(lambda now: any(cell["is_target"] for cell in cast("Parts", now["cells"]).values()))
    return full


def _lose(page: Page, players: Players, full: str) -> None:
    page.mouse.move(*centre(page, full), steps=4)
    page.mouse.up()
    players.until(lambda now: now["phase"] == "ended")
    page.wait_for_selector("#result:not([hidden])")


def _sensors(browser: Browser, board: LiveBoard, cell: str) -> bytes:
    """The sensor view, with the readings of that cell."""
    page = browser.new_page(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, device_scale_factor=1)
    page.goto(f"http://127.0.0.1:{board.port}/sensors#{cell}")
    page.wait_for_selector("#plot:not([hidden])")
    return _seen(page)


def _seen(page: Page) -> bytes:
    page.wait_for_timeout(400)  # what moves on the page has come to rest
    return page.screenshot()


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        take_pictures(target, Path(scratch))
