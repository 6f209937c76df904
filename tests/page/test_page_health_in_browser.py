"""The health panel and the help, in Chromium."""

from collections.abc import Iterator

import pytest
from health_samples import troubled_health
from page_browser import DESKTOP, PHONE, chromium, comes_to, opened, served
from page_fake_board import FakeBoard
from playwright.sync_api import Browser, expect

from tamsk_pi.calibration.node_pairing import VESSELS, Doubt, NodePairing, Pair
from tamsk_pi.daemon.page.commands import PairingAct
from tamsk_pi.views.health_view import HealthView
from tamsk_pi.views.pairing_view import pairing_view

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_a_watcher_sees_what_is_wrong_and_where(browser: Browser) -> None:
    board = FakeBoard()
    board.health = troubled_health()
    with served(board) as service, opened(browser, service, has_pin=False) as page:
        expect(page.locator("#open-health")).to_have_attribute("data-condition", "fail")
        page.locator("#open-health").click()
        expect(page.locator("#health-summary")).to_have_text("Something does not work.")
        rows = page.locator("#health-nodes tr")
        expect(rows).to_have_count(7)
        names = page.locator("#health-nodes th span").all_inner_texts()
        cells = [row.locator("td").all_inner_texts() for row in rows.all()]
        assert {name: [text.strip() for text in row] for name, row in zip(names, cells, strict=True)} == {
            "red1": ["87 %\nabout 25 h", "1 s ago", "58", "−61 dBm", "1.0", "20 ppm"],
            "red2": ["9 %\nabout 1 h", "1 s ago", "58", "−61 dBm", "1.0", "20 ppm"],
            "red3": ["87 %\nabout 25 h", "5 min ago", "–", "−61 dBm", "1.0", "20 ppm"],
            "black1": ["87 %\nabout 25 h", "1 s ago", "58", "−93 dBm", "1.0", "−1.6 %"],
            "black2": ["87 %\nabout 25 h", "asleep", "–", "−61 dBm", "1.0", "20 ppm"],
            "black3": ["–", "not yet", "–", "–", "–", "–"],
            "Neutral timer": ["–", "not paired", "–", "–", "–", "–"],
        }
        assert rows.locator("button").count() == 5
        expect(page.locator("#health-notes li")).to_have_count(9)
        expect(page.locator("#health-parts")).to_contain_text("16 of 74 sensors are not believed.")
        expect(page.locator("#health-parts")).to_contain_text("Nodes of other boards in the air: 3.")


def test_on_a_narrow_screen_a_node_s_version_and_clock_stand_below_its_name(browser: Browser) -> None:
    board = FakeBoard()
    board.health = troubled_health()
    with served(board) as service, opened(browser, service, PHONE) as page:
        page.locator("#open-health").click()
        name = page.locator('[data-node="black1"] th span')
        assert name.evaluate("node => getComputedStyle(node, '::after').content") == '"v1.0, −1.6 %"'
        overflow = page.locator(".nodes").evaluate("table => table.scrollWidth - table.parentElement.clientWidth")
        assert overflow <= 0


def test_a_board_that_is_well_says_only_so(browser: Browser) -> None:
    board = FakeBoard()
    board.health = HealthView()
    with served(board) as service, opened(browser, service) as page:
        expect(page.locator("#open-health")).to_have_attribute("data-condition", "ok")
        page.locator("#open-health").click()
        expect(page.locator("#health-summary")).to_have_text("Everything is well.")
        expect(page.locator("#health-notes li")).to_have_count(0)


@pytest.mark.parametrize(
    ("has_hands", "is_scenario", "has_touch", "title", "text"),
    [
        (True, False, False, "How to play with the mouse", "Double-click a glass"),
        (True, False, True, "How to play with your fingers", "Tap a glass twice"),
        (False, False, False, "At the board", "The pieces of this board are real"),
        (False, True, True, "What you see here", "A scenario moves the pieces of this virtual board"),
    ],
)
def test_the_help_fits_the_situation(
    browser: Browser, has_hands: bool, is_scenario: bool, has_touch: bool, title: str, text: str
) -> None:
    board = FakeBoard(has_hands=has_hands)
    board.is_scenario = is_scenario
    with served(board) as service, opened(browser, service, PHONE, has_touch=has_touch) as page:
        page.locator("#open-help").click()
        expect(page.locator("#help-title")).to_have_text(title)
        expect(page.get_by_text(text)).to_be_visible()
        others = [
            "Double-click a glass",
            "Tap a glass twice",
            "The pieces of this board are real",
            "A scenario moves",
        ]
        for other in others:
            if not text.startswith(other):
                expect(page.get_by_text(other)).to_be_hidden()


def test_pairing_is_begun_from_the_page_and_says_what_to_turn_over(browser: Browser) -> None:
    board = FakeBoard()
    board.health = troubled_health()
    with served(board) as service, opened(browser, service) as page:
        page.locator("#open-health").click()
        page.locator('[data-node="red2"] button').click()
        expect(page.locator("#health-dialog")).to_be_hidden()
        comes_to(page, lambda: board.paired, [(PairingAct.BEGIN, "red2")])
        board.pairing = pairing_view(NodePairing(("red1", "red2"), done=(Pair("red1", "C0:FF:EE:00:00:01"),)), "G1")
        service.show(board.view)
        expect(page.locator("#pairing h2")).to_have_text("Turn over the glass on G1 (red2).")
        expect(page.locator("#pairing li")).to_have_text("red1: C0:FF:EE:00:00:01, new")
        page.get_by_role("button", name="Skip").click()
        page.get_by_role("button", name="End").click()
        comes_to(page, lambda: board.paired[1:], [(PairingAct.SKIP, None), (PairingAct.END, None)])


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_to_turn_over_and_the_last_node_found_are_in_sight_however_many_were_found(
    browser: Browser, size: tuple[int, int]
) -> None:
    board = FakeBoard()
    board.health = troubled_health()
    found = tuple(Pair(glass, f"C0:FF:EE:00:00:0{n}") for n, glass in enumerate(VESSELS[:6]))
    board.pairing = pairing_view(NodePairing(VESSELS, done=found, doubt=Doubt.UNSURE), None)
    with served(board) as service, opened(browser, service, size) as page:
        expect(page.locator("#pairing h2")).to_be_in_viewport(ratio=1)
        expect(page.locator("#pairing .doubtful")).to_contain_text("Turn this one over once more, to be sure.")
        expect(page.locator("#pairing li").first).to_have_text("black3: C0:FF:EE:00:00:05, new")
        expect(page.locator("#pairing li").first).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="End")).to_be_in_viewport(ratio=1)


def test_a_watcher_is_asked_for_the_pin_before_anything_is_paired(browser: Browser) -> None:
    board = FakeBoard()
    board.health = troubled_health()
    with served(board) as service, opened(browser, service, has_pin=False) as page:
        page.locator("#open-health").click()
        page.locator("#pair-all").click()
        expect(page.locator("#pin-dialog")).to_be_visible()
        assert board.paired == []
