"""A match on the running daemon, played in Chromium: by mouse, reloaded, killed and resumed."""

import json
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from live_board import LiveBoard, live_board
from page_browser import DESKTOP, PHONE, cell, centre, chromium, drag, glass_centre, touch_drag
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from tamsk_pi.journal.replay import replay
from tamsk_pi.journal.store import read_journal

pytestmark = pytest.mark.browser

SOON_MS = 15_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def open_page(browser: Browser, board: LiveBoard, size: tuple[int, int] = DESKTOP, *, has_pin: bool = True) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
    page.add_init_script("if (location.host) localStorage.setItem('tamsk-pi.help-seen', 'yes')")
    page.set_default_timeout(SOON_MS)
    page.goto(board.url if has_pin else board.url.split("#")[0])
    page.wait_for_selector("body.ready.unlocked" if has_pin else "body.ready")
    return page


def begin(page: Page) -> None:
    expect(page.locator("#headline")).to_have_text("Ready", timeout=SOON_MS)
    page.locator("#start-here").click()
    page.locator("#start-form").get_by_role("button", name="Start").click()
    expect(page.locator("#headline")).to_have_text("Red to move", timeout=SOON_MS)


def move(page: Page, origin: str, target: str) -> None:
    drag(page, centre(page, origin), centre(page, target))


def ring(page: Page, player: str, target: str) -> None:
    page.locator(f"#player-{player} .holder").click()
    page.mouse.click(*centre(page, target))


def kinds(board: LiveBoard) -> list[str]:
    return [str(r["ruling"]) for r in board.rulings()]


def until(page: Page, is_so: Callable[[], bool]) -> None:
    for _ in range(SOON_MS // 100):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come to that")


def test_a_match_by_mouse_survives_a_reload_a_kill_and_a_new_start(browser: Browser, tmp_path: Path) -> None:
    with live_board(tmp_path) as board:
        page = open_page(browser, board)
        begin(page)
        move(page, "A1", "A2")
        expect(page.locator("#headline")).to_have_text("Black to move")
        ring(page, "red", "A2")
        until(page, lambda: "ring-accepted" in kinds(board))
        page.reload()
        expect(page.locator("#headline")).to_have_text("Black to move")
        expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, 1 ring of 1, full")
        move(page, "D1", "E1")
        expect(page.locator("#headline")).to_have_text("Red to move")
        assert board.end(signal.SIGKILL) == -signal.SIGKILL
        page.close()
    with live_board(tmp_path) as board:
        page = open_page(browser, board)
        expect(page.locator("#headline")).to_have_text("Red to move")
        until(page, lambda: kinds(board)[-1] in ("question", "ring-lapsed"))
        expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, 1 ring of 1, full")
        move(page, "G1", "F1")
        expect(page.locator("#headline")).to_have_text("Black to move")
        page.close()
        assert board.end() == 0
    accepted = [r for r in board.rulings() if r["ruling"] == "move-accepted"]
    assert [(r["hourglass"], r["to"]) for r in accepted] == [("red1", "A2"), ("black1", "E1"), ("red2", "F1")]
    assert [r["reason"] for r in board.rulings() if r["ruling"] == "question"] == ["outage"]
    (path,) = (tmp_path / "matches").glob("*.journal")
    assert replay(read_journal(path)).difference is None


def test_a_wrong_move_is_put_right_by_mouse_and_a_watcher_changes_nothing(browser: Browser, tmp_path: Path) -> None:
    with live_board(tmp_path) as board:
        page = open_page(browser, board)
        begin(page)
        move(page, "A1", "A3")
        expect(page.locator("#hint")).to_have_text("Put red1 back on A1, turned over again.")
        watcher = open_page(browser, board, has_pin=False)
        expect(watcher.locator("[data-note=A3]")).to_have_text("too far")
        move(watcher, "G1", "F1")
        expect(watcher.locator("#pin-dialog")).to_be_visible()
        watcher.close()
        move(page, "A3", "A1")
        until(page, lambda: "refusal-cleared" in kinds(board))
        move(page, "A1", "A2")
        expect(page.locator("#headline")).to_have_text("Black to move")
        page.close()
    told = [(r["reason"], r["hourglass"]) for r in board.rulings() if r["ruling"] == "act-refused"]
    assert told == [("not-adjacent", "red1")]


def test_after_a_match_the_next_begins_at_once_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with live_board(tmp_path) as board:
        page = open_page(browser, board, PHONE)
        begin(page)
        touch_drag(page, centre(page, "A1"), centre(page, "B2"))
        expect(page.locator("#headline")).to_have_text("Black to move")
        page.locator("#open-say").tap()
        page.locator(".side.black").get_by_role("button", name="Resign").tap()
        page.locator("#ask-yes").tap()
        page.locator("#result").get_by_role("button", name="New match").tap()
        page.locator("#start-form").get_by_text("beside the board").tap()
        page.locator("#start-form").get_by_role("button", name="Start").tap()
        expect(page.locator("#headline")).to_have_text("Red to move")
        touch_drag(page, glass_centre(page, "red1"), centre(page, "A2"))
        expect(page.locator("#headline")).to_have_text("Black to move")
        page.close()
        assert board.end() == 0
    journals = sorted((tmp_path / "matches").glob("*.journal"))
    assert [replay(read_journal(path)).difference for path in journals] == [None, None]
    accepted = [r["to"] for r in board.rulings() if r["ruling"] == "move-accepted"]
    assert accepted == ["B2", "A2"]


def test_hands_that_follow_the_lights_calibrate_an_empty_virtual_board(tmp_path: Path) -> None:
    with (
        live_board(tmp_path, "--uncalibrated", "--follow-lights") as board,
        connect(f"ws://127.0.0.1:{board.port}/ws", max_size=None, ping_interval=None) as page,
    ):
        page.send(json.dumps({"do": "unlock", "pin": board.url.split("=")[-1], "id": 1}))
        page.send(json.dumps({"do": "calibrate", "act": "begin", "id": 2}))
        seen = ""
        while not re.search(r"'step': 'way-round'.*'done': [1-6]", seen):
            page.recv(SOON_MS / 1_000)  # each picture that the page is told is a while later
            seen = str(board.state()["calibration"])
