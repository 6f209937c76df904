"""The sensor view in Chromium: the map, its layers, and a cell's readings."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from fake_sensors import FakeSensors, sensor_facts
from page_browser import DESKTOP, PHONE, Guard, ServedBoard, chromium, served
from page_fake_board import FakeBoard
from playwright.sync_api import Browser, BrowserContext, Page, expect
from test_page_languages_in_browser import overflow

from tamsk_pi.daemon.page.server import SENSOR_WATCHERS
from tamsk_pi.views.health_view import HealthView

pytestmark = pytest.mark.browser

INKED = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let inked = 0;
  for (let i = 3; i < data.length; i += 4) inked += data[i] > 0;
  return inked;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def sensors() -> FakeSensors:
    return FakeSensors()


@pytest.fixture
def service(sensors: FakeSensors) -> Iterator[ServedBoard]:
    with served(FakeBoard(), sensors=sensors) as service:
        yield service


def _context(browser: Browser, size: tuple[int, int]) -> BrowserContext:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
    context.set_default_timeout(8_000)
    return context


def _look(context: BrowserContext, service: ServedBoard, path: str = "sensors") -> Page:
    page = context.new_page()
    page.goto(service.url + path)
    page.wait_for_selector("body.ready")
    return page


def _opened(browser: Browser, service: ServedBoard, size: tuple[int, int], path: str = "sensors") -> Page:
    return _look(_context(browser, size), service, path)


@pytest.fixture
def page(browser: Browser, service: ServedBoard) -> Iterator[Page]:
    context = _context(browser, DESKTOP)
    guard = Guard(context, service.port)
    yield _look(context, service)
    context.close()
    assert not guard.complaints, guard.complaints


def _numbers(page: Page, cell: str) -> list[str]:
    return page.locator(f'[data-cell="{cell}"] .value').all_text_contents()


def test_each_layer_says_its_numbers_its_unit_and_what_it_is(page: Page) -> None:
    said = {}
    for layer in ("field", "off", "margin", "noise", "drift"):
        page.locator(f"#layers [value={layer}]").check(force=True)
        said[layer] = (*_numbers(page, "A2"), page.locator("#legend-high").text_content())
    assert said == {
        "field": ("+33", "+24", "+33 counts"),
        "off": ("+1.5", "0.0", "+5.0 counts"),
        "margin": ("11.2", "– 2", "8.0 σ"),
        "noise": ("0.75", "0.75", "2.00 counts"),
        "drift": ("+0.2", "−0.2", "+3.0 counts"),
    }
    expect(page.locator("#about")).to_contain_text("since calibration")


def test_broken_uncertain_and_moving_cells_are_told_apart_without_colour(page: Page) -> None:
    expect(page.locator('[data-cell="C3"] .hatch.shown')).to_have_count(1)
    expect(page.locator(".hatch.shown")).to_have_count(1)
    expect(page.locator('[data-cell="E5"]')).to_have_class("cell uncertain")
    expect(page.locator('[data-cell="D4"]')).to_have_class("cell changing")
    expect(page.locator("#findings li")).to_have_text(
        ["Cell C3, sensor S1: the reading stands still at 600. Check its wire."]
    )


def test_a_clicked_cell_shows_its_readings_and_what_was_believed(page: Page) -> None:
    expect(page.locator("#plot")).to_be_hidden()
    page.locator('[data-cell="A2"]').click()
    expect(page.locator("#cell-title")).to_have_text("A2: red1, 1 ring")
    expect(page.locator("#cell-facts")).to_contain_text("Margin 11.2 σ; second best: no glass, 2 rings.")
    expect(page.locator("#marks li")).to_have_count(3)
    assert [line.split(": ")[1] for line in page.locator("#marks li").all_text_contents()] == [
        "ring",
        "red1 let go",
        "red1 placed",
    ]
    expect(page.locator("#plot")).to_be_visible()
    assert page.locator("#plot").evaluate(INKED) > 1_000


def test_the_keyboard_chooses_a_cell_and_the_address_may(browser: Browser, service: ServedBoard, page: Page) -> None:
    page.locator('[data-cell="D4"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#cell-title")).to_have_text("D5: no glass, 0 rings")
    assert page.url.endswith("/sensors#D5")
    linked = _opened(browser, service, DESKTOP, "sensors#C3")
    expect(linked.locator("#cell-facts")).to_contain_text("S1 is not believed.")
    linked.context.close()


def test_the_view_goes_on_after_the_daemon_was_started_again(browser: Browser, service: ServedBoard) -> None:
    page = _opened(browser, service, DESKTOP, "sensors#A2")
    expect(page.locator("#marks li")).to_have_count(3)
    service.stop()
    expect(page.locator("#banner")).to_be_visible()
    service.start()
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator("#marks li")).to_have_count(3)
    page.context.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_german_view_fits(browser: Browser, size: tuple[int, int]) -> None:
    board = FakeBoard()
    board.language_now = "de"
    facts = sensor_facts()
    with served(board, sensors=FakeSensors(replace(facts, scans_per_s=185.0))) as service:
        page = _opened(browser, service, size, "sensors#A2")
        expect(page.locator("#cell-title")).to_have_text("A2: Rot 1, 1 Ring")
        for layer in ("margin", "field"):
            page.locator(f"#layers [value={layer}]").check(force=True)
            assert overflow(page) == (False, [])
        page.context.close()


def test_a_board_that_has_not_been_seen_says_so(browser: Browser) -> None:
    facts = sensor_facts()
    unseen = replace(facts, picture=replace(facts.picture, is_set_up=False))
    with served(FakeBoard(), sensors=FakeSensors(unseen)) as service:
        page = _opened(browser, service, DESKTOP)
        expect(page.locator("#facts")).to_contain_text("has not been seen")
        page.context.close()


def test_one_too_many_is_told_so_and_comes_in_when_another_goes(browser: Browser, service: ServedBoard) -> None:
    contexts = [_context(browser, DESKTOP) for _ in range(SENSOR_WATCHERS)]
    for context in contexts:
        _look(context, service)
    context = _context(browser, DESKTOP)
    page = context.new_page()
    page.goto(service.url + "sensors")
    expect(page.locator("#banner")).to_contain_text("looking already")
    contexts[0].close()
    page.wait_for_selector("body.ready")
    expect(page.locator("#banner")).to_be_hidden()
    for one in (*contexts[1:], context):
        one.close()


def test_a_tap_on_a_phone_chooses_a_cell(browser: Browser, service: ServedBoard) -> None:
    page = _opened(browser, service, PHONE)
    page.locator('[data-cell="E5"]').tap()
    expect(page.locator("#cell-facts")).to_contain_text("uncertain")
    page.context.close()


def test_the_way_there_and_back_leads_over_the_board_s_health(browser: Browser) -> None:
    board = FakeBoard()
    board.health = HealthView()
    with served(board, sensors=FakeSensors()) as service:
        page = _opened(browser, service, DESKTOP, "")
        page.keyboard.press("Escape")
        page.locator("#open-health").click()
        page.locator("#see-sensors").click()
        expect(page.locator("h1")).to_have_text("Sensors")
        page.locator(".back").click()
        expect(page.locator("#headline")).to_have_text("Start a match")
        page.context.close()
