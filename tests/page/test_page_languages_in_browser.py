"""The page in the language of the one who looks, in Chromium."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from health_samples import troubled_health
from page_browser import DESKTOP, PHONE, chromium, comes_to, opened, served
from page_fake_board import FakeBoard, at_home
from page_positions import ended, wordy
from playwright.sync_api import Browser, Page, expect

from tamsk_pi.daemon.page.opening import LATER
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.board_view import BoardView, Phase
from tamsk_pi.views.catalogue import Catalogue, message

pytestmark = pytest.mark.browser

SETUP = at_home(BoardView(phase=Phase.SETUP, headline=message("headline-ready"), hint=message("hint-ready")))
VIEWS = {"setup": SETUP, "wordy": wordy(), "ended": ended()}
DIALOGS = {"start": ("setup", "#start-here"), "help": ("setup", "#open-help"), "say": ("wordy", "#open-say")}
DIALOGS |= {"ask": ("wordy", "#open-start"), "health": ("setup", "#open-health")}

GERMAN_G1 = "G1: keine Sanduhr, 0 von 1 Ring, ein ungültiger Ring, wegnehmen, in Ordnung bringen"
GERMAN_SECONDS = re.compile(r"^\d,\d s$")
CLIPPED = """() => [...document.querySelectorAll("button, label, h1, h2, h3, p, dt, dd, small, legend, option")]
    .filter((node) => node.offsetParent && !node.closest(".unseen") && getComputedStyle(node).display !== "inline")
    .filter((node) => {
      const box = node.getBoundingClientRect();
      const mayCut = node.matches(".status, .who");
      return box.left < -0.5 || box.right > innerWidth + 0.5 || (!mayCut && node.scrollWidth > node.clientWidth + 1);
    })
    .map((node) => node.id || node.textContent)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def overflow(page: Page) -> object:
    """What is wider than its place: the whole page, or an element's words."""
    is_wide: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return (is_wide, page.evaluate(CLIPPED))


def test_the_german_page_fits_a_phone(browser: Browser) -> None:
    for name, view in VIEWS.items():
        board = FakeBoard(view)
        board.language_now = "de"
        board.health = troubled_health()
        with served(board) as service, opened(browser, service, PHONE, is_calm=True) as page:
            assert (name, overflow(page)) == (name, (False, []))
            for dialog, (place, button) in DIALOGS.items():
                if place == name:
                    page.locator(button).click()
                    expect(page.locator(f"#{dialog}-dialog")).to_be_visible()
                    assert (dialog, overflow(page)) == (dialog, (False, []))
                    page.locator(f"#{dialog}-dialog button").last.focus()
                    page.keyboard.press("Escape")


def test_the_buttons_above_the_german_board_stand_on_one_line_of_a_desktop(browser: Browser) -> None:
    board = FakeBoard(wordy())
    board.language_now = "de"
    board.health = troubled_health()
    with served(board) as service, opened(browser, service, DESKTOP) as page:
        boxes = [button.bounding_box() for button in page.locator(".bar button").all()]
        assert len({round(box["y"]) for box in boxes if box is not None}) == 1
        assert overflow(page) == (False, [])


def test_a_language_chosen_on_the_page_is_this_browser_s_alone_and_stays(browser: Browser) -> None:
    board = FakeBoard(wordy())
    board.language_now = "auto"
    with served(board) as service, opened(browser, service) as mine, opened(browser, service) as other:
        expect(mine.locator("#headline")).to_have_text("Friederike to move")
        mine.locator("#language").select_option("de")
        expect(mine.locator("#headline")).to_have_text("Friederike ist am Zug")
        expect(mine.locator("#open-start")).to_have_text("Neue Partie")
        expect(mine.locator("#open-pin")).to_have_text("Mitspielen")
        expect(mine.locator('[data-cell="G1"]')).to_have_attribute("aria-label", GERMAN_G1)
        mine.reload()
        expect(mine.locator("#headline")).to_have_text("Friederike ist am Zug")
        other.reload()
        expect(other.locator("#headline")).to_have_text("Friederike to move")
        assert "lang=" not in mine.url


def test_without_a_choice_the_browser_s_own_language_is_spoken(browser: Browser) -> None:
    board = FakeBoard(wordy())
    board.language_now = "auto"
    with served(board) as service, opened(browser, service, locale="de-AT") as page:
        expect(page.locator("#headline")).to_have_text("Friederike ist am Zug")
        expect(page.locator("#timer .left")).to_have_text(GERMAN_SECONDS)


def test_colours_offered_as_names_are_no_names(browser: Browser) -> None:
    board = FakeBoard(SETUP)
    board.language_now = "de"
    with served(board) as service, opened(browser, service) as page:
        page.locator("#start-here").click()
        page.get_by_label("Schwarz", exact=True).fill("Grace")
        page.get_by_role("button", name="Starten", exact=True).click()
        expect(page.locator("#start-dialog")).to_be_hidden()
    comes_to(page, lambda: board.started, [MatchSettings(3, red="Red", black="Grace")])


def test_the_scripts_fill_in_as_the_daemon_does(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "x-made-up.ftl").write_text("decimal-mark = ·\n", encoding="utf-8")
    values = (0, 1, 2, 21, 2.3, "red1", "red")
    for tag in ("en", "de", "x-made-up"):
        board = FakeBoard(SETUP)
        board.language_now = tag
        catalogue = Catalogue.load(tag, tmp_path)
        wanted = [
            [key, dict.fromkeys(catalogue.field_names(key), value)]
            for key in sorted(catalogue.keys)
            if LATER.fullmatch(key)
            for value in values
        ]
        with served(board, tmp_path) as service, opened(browser, service) as page:
            said = page.evaluate(
                "async (uses) => { const { text } = await import('/static/texts.js');"
                " return uses.map(([key, fields]) => text(key, fields)); }",
                wanted,
            )
        assert said == [catalogue.text(str(key), **fields) for key, fields in wanted]  # type: ignore[arg-type]
