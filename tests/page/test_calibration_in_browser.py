"""The page's calibration, in Chromium, on a fake board."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from page_browser import PHONE, ServedBoard, chromium, comes_to, opened, served
from page_fake_board import FakeBoard
from playwright.sync_api import Browser, Page, expect

from tamsk_pi.calibration.guide_view import Answerable, Task
from tamsk_pi.daemon.page.commands import CalibrationAct
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.views.board_view import BoardView, Phase
from tamsk_pi.views.calibration_view import CalibrationCellView, CalibrationView
from tamsk_pi.views.catalogue import message

pytestmark = pytest.mark.browser

ASKED = CalibrationView(
    "rings",
    3,
    9,
    12,
    31,
    0.265,
    message("calibration-rings", layer=1),
    message("calibration-rings-hint", left=19),
    tuple(CalibrationCellView(cell, Task.RING if cell % 2 else Task.DONE) for cell in CELLS),
    (message("calibration-take-off", cell="C3"),),
)


def measured(cell: Cell, failed: Cell) -> CalibrationCellView:
    is_good = cell != failed
    margin = 5.0 + (cell * 7 % 37) / 10 if is_good else 1.3
    return CalibrationCellView(cell, Task.DONE if is_good else Task.BROKEN, margin, is_good, (1.0, 1.0), (0.7, 0.7))


def result(failed: Cell, *, is_kept: bool = False) -> CalibrationView:
    """All measured; that cell has failed, or none if it is kept."""
    cells = tuple(measured(cell, Cell(-1) if is_kept else failed) for cell in CELLS)
    title = message("calibration-passed") if is_kept else message("calibration-failed", cells=1)
    return replace(
        ASKED,
        step="result",
        number=9,
        share=1.0,
        title=title,
        hint=message("calibration-kept-hint", margin=5.0) if is_kept else message("calibration-failed-hint"),
        may_say=None if is_kept else Answerable.KEEP,
        cells=cells,
        problems=(),
        has_passed=is_kept,
        is_kept=is_kept,
    )


def shown(calibration: CalibrationView) -> BoardView:
    return BoardView(0, Phase.CALIBRATING, headline=calibration.title, hint=calibration.hint, calibration=calibration)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def board() -> FakeBoard:
    return FakeBoard()


@pytest.fixture
def service(board: FakeBoard) -> Iterator[ServedBoard]:
    with served(board) as service:
        yield service


@pytest.fixture
def page(browser: Browser, service: ServedBoard) -> Iterator[Page]:
    with opened(browser, service) as page:
        yield page


def test_a_button_begins_it_while_no_match_goes_on(page: Page, board: FakeBoard) -> None:
    page.locator("#open-calibration").click()
    expect(page.locator("#toasts")).to_be_empty()
    comes_to(page, lambda: board.calibrated, [CalibrationAct.BEGIN])


def test_what_to_do_how_far_it_is_and_what_is_wrong_are_said(
    page: Page, service: ServedBoard, board: FakeBoard
) -> None:
    service.show(shown(ASKED))
    expect(page.locator("#headline")).to_have_text("A ring on every lit cell")
    expect(page.locator("#hint")).to_contain_text("19 are left.")
    panel = page.locator("#calibration")
    expect(panel).to_contain_text("Step 3 of 9, 12 of 31")
    expect(panel.locator(".trouble")).to_have_text("C3: too much lies here; take it off.")
    expect(page.locator("#player-red")).to_be_hidden()
    expect(panel.get_by_role("button")).to_have_count(1)
    panel.get_by_role("button", name="End without keeping it").click()
    comes_to(page, lambda: board.calibrated, [CalibrationAct.END])


def test_the_result_is_a_picture_of_margins_in_which_what_failed_is_marked(
    page: Page, service: ServedBoard, board: FakeBoard
) -> None:
    service.show(shown(result(Cell(18))))
    expect(page.locator(".margins g")).to_have_count(37)
    expect(page.locator("[data-margin=D4].failed")).to_contain_text("✕ 1.3")
    expect(page.locator(".margins .failed")).to_have_count(1)
    page.get_by_role("button", name="Keep it all the same").click()
    comes_to(page, lambda: board.calibrated, [CalibrationAct.GO_ON])


def test_a_kept_result_is_closed_and_the_match_s_page_is_back(page: Page, service: ServedBoard) -> None:
    service.show(shown(result(Cell(18), is_kept=True)))
    expect(page.locator(".margins .passed")).to_have_count(37)
    expect(page.get_by_role("button", name="Close")).to_be_visible()
    service.show(BoardView(phase=Phase.SETUP))
    expect(page.locator("#calibration")).to_be_hidden()
    expect(page.locator("#player-red")).to_be_visible()


def test_the_picture_fits_a_phone(browser: Browser, service: ServedBoard) -> None:
    with opened(browser, service, size=PHONE) as page:
        service.show(shown(result(Cell(18))))
        expect(page.locator(".margins")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
