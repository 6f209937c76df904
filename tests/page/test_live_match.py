"""A match on the running daemon, played in Chromium: by mouse, reloaded, killed and resumed."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from live_board import LiveBoard, live_board
from page_browser import DESKTOP, PHONE, cell, centre, chromium, drag
from playwright.sync_api import Browser, Page, expect

from tamsk_pi.journal.replay import replay
from tamsk_pi.journal.store import read_journal

pytestmark = pytest.mark.browser

SOON_MS = 15_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def open_page(browser: Browser, board: LiveBoard, size: tuple[int, int] = DESKTOP) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
    page.add_init_script("if (location.host) localStorage.setItem('tamsk-pi.help-seen', 'yes')")
    page.set_default_timeout(SOON_MS)
    page.goto(board.url)
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
