"""The page's Sand panel, in Chromium, on a fake board."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from page_browser import PHONE, ServedBoard, chromium, comes_to, opened, served
from page_fake_board import FakeBoard
from playwright.sync_api import Browser, Page, expect

from tamsk_pi.calibration.balance import balance
from tamsk_pi.calibration.sand import SandFigures, given
from tamsk_pi.calibration.sand_timing import SandTiming
from tamsk_pi.daemon.page.commands import SandAct
from tamsk_pi.views.page_state import PageState
from tamsk_pi.views.sand_view import sand_state

pytestmark = pytest.mark.browser

S = 1_000_000_000
RUNNING_S = {"red1": 180, "red2": 178, "red3": 176, "red4": 171, "black1": 180, "black2": 178, "black3": 171}
TIMING = SandTiming(("red1", "black1"), rounds=1).turned("red1", 1, 0).turned("black1", 1, 15 * S)


def measured() -> SandFigures:
    figures = SandFigures().with_run("neutral_timer", 0, 14_800.0, "2026-11-30")
    for glass, running_s in RUNNING_S.items():
        for end in (0, 1):
            figures = figures.with_end(glass, end, given(running_s * 1_000 + 500 * end, 600, "2026-11-29"))
    return figures


def sand(timing: SandTiming | None = None, now_s: int = 0) -> PageState:
    return sand_state(measured(), balance(measured()), timing, now_s * S)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def board() -> FakeBoard:
    board = FakeBoard()
    board.sand = sand()
    return board


@pytest.fixture
def service(board: FakeBoard) -> Iterator[ServedBoard]:
    with served(board) as service:
        yield service


@pytest.fixture
def page(browser: Browser, service: ServedBoard) -> Iterator[Page]:
    with opened(browser, service) as page:
        page.locator("#open-sand").click()
        yield page


def test_the_panel_shows_every_end_and_the_fairer_hands(page: Page) -> None:
    first = page.locator(".sand-table tbody tr").first
    expect(first).to_contain_text("180.0 ± 0.6 s")
    expect(first).to_contain_text("given by hand, 2026-11-29")
    expect(first.locator(".date").first).to_have_css("white-space", "nowrap")
    expect(page.locator(".sand-table tbody tr").last).to_contain_text("1 run, 2026-11-30")
    expect(page.locator(".sand-fairest")).to_contain_text("red1, red2, red4 against black1, black2, black3")


def test_timing_is_begun_and_a_run_out_is_told_of_the_glass_that_was_pressed(
    page: Page, service: ServedBoard, board: FakeBoard
) -> None:
    page.get_by_role("button", name="Time the sand").click()
    board.sand = sand(TIMING, 100)
    service.show(replace(board.view))
    expect(page.locator(".sand-runs li.due")).to_contain_text("red1")
    expect(page.locator(".sand-runs li.due")).to_contain_text("about 80 s left")
    page.locator(".sand-runs li", has_text="black1").get_by_role("button").click()
    page.get_by_role("button", name="Take the last press back").click()
    expect(page.locator("#rulings")).to_contain_text("timed: undo")
    comes_to(page, lambda: board.timed, [(SandAct.BEGIN, None), (SandAct.RAN_OUT, "black1"), (SandAct.UNDO, None)])


def test_the_panel_fits_a_phone(page: Page, service: ServedBoard, board: FakeBoard) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    board.sand = sand(TIMING, 100)
    service.show(replace(board.view))
    expect(page.locator(".sand-runs li.due")).to_be_visible()
    wider = "[...document.querySelectorAll('#sand-dialog, #sand-dialog *')].some((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')"  # noqa: E501
    assert page.evaluate(wider) is False
