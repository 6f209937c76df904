"""What the page shows and asks, in Chromium, on a fake board."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from page_browser import DESKTOP, PHONE, ServedBoard, cell, centre, chromium, comes_to, drag, opened, served
from page_fake_board import PIN, FakeBoard, at_home
from page_positions import DRAW_OFFERED, ended, lit, middle
from playwright.sync_api import Browser, FloatRect, Page, expect

from tamsk_pi.daemon.page.hands import LiftGlass
from tamsk_pi.rules.acts import Answer
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings, PenaltyRule, StartRule
from tamsk_pi.views.board_view import BoardView, Phase, QuestionView, TimerView
from tamsk_pi.views.catalogue import message

pytestmark = pytest.mark.browser

VIEWS = {"start": at_home(BoardView(phase=Phase.SETUP, headline="Start a match")), "middle": middle(), "end": ended()}


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


def test_the_dialog_starts_the_match_that_was_chosen(page: Page, board: FakeBoard) -> None:
    page.locator("#start-here").click()
    page.get_by_text("sits out a turn").click()
    page.locator("#start-form").get_by_text("beside the board").click()
    page.get_by_label("Red", exact=True).fill("Ada")
    page.get_by_label("Black", exact=True).fill("Grace")
    page.get_by_label("Sand, seconds").fill("90")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#headline")).to_have_text("Ada to move")
    expect(page.locator("#start-dialog")).to_be_hidden()
    comes_to(
        page,
        lambda: board.started,
        [
            MatchSettings(
                3, PenaltyRule.FIRST_EDITION, StartRule.FREE_PLACEMENT, red="Ada", black="Grace", sand_ms=90_000
            )
        ],
    )


def test_the_dialog_asks_only_what_the_level_knows(page: Page) -> None:
    page.locator("#start-here").click()
    expect(page.locator("#penalty-choice")).to_be_visible()
    page.get_by_text("1 · No time").click()
    expect(page.locator("#penalty-choice")).to_be_hidden()
    expect(page.locator("#sand-choice")).to_be_hidden()


def test_a_match_that_cannot_start_says_why_in_the_dialog(page: Page, board: FakeBoard, service: ServedBoard) -> None:
    cells = (replace(board.view.cells[0], rings=1), *board.view.cells[1:])
    service.show(replace(board.view, cells=cells))
    expect(page.locator('[aria-label="A1: red1, 1 ring of 1"]')).to_have_count(1)
    page.locator("#start-here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#start-error")).to_have_text("There are rings on the board; take them off first.")


def test_a_new_match_asks_first_while_one_is_running(page: Page, board: FakeBoard, service: ServedBoard) -> None:
    service.show(replace(board.view, phase=Phase.PLAYING))
    expect(page.locator("#start-here")).to_be_hidden()
    page.locator("#open-start").click()
    expect(page.locator("#ask-title")).to_have_text("A match is running")
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator("#start-dialog")).to_be_hidden()
    page.locator("#open-start").click()
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator(".ruling .text")).to_have_text(["heard: draw", "heard: draw"])
    service.show(replace(board.view, phase=Phase.ENDED))
    expect(page.locator("#start-dialog")).to_be_visible()
    assert [(what, player) for what, player, _, _ in board.said] == [(Answer.DRAW, p) for p in Player]
    comes_to(page, lambda: board.set_ups, 1)


def test_setting_up_puts_all_pieces_back(page: Page, board: FakeBoard) -> None:
    drag(page, centre(page, "A1"), centre(page, "A2"))
    expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
    page.locator("#set-up").click()
    expect(page.locator('[aria-label^="A1: red1"]')).to_have_count(1)
    comes_to(page, lambda: board.set_ups, 1)


def test_a_short_match_by_mouse_goes_on_after_a_reload(page: Page, board: FakeBoard) -> None:
    page.locator("#start-here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#headline")).to_have_text("Red to move")
    for start, end, holder in (("A1", "A2", "red"), ("D1", "E1", "black")):
        drag(page, centre(page, start), centre(page, end))
        expect(page.locator(f'[aria-label^="{end}: {holder}1"]')).to_have_count(1)
        page.locator(f"#holder-{holder}").click()
        page.mouse.click(*centre(page, end))
        expect(page.locator(f"#player-{holder} .count")).to_have_text("31")
    page.reload()
    page.wait_for_selector("body.ready.unlocked")
    expect(page.locator("#headline")).to_have_text("Red to move")
    expect(page.locator(".ruling .text")).to_have_text(["black1 to E1", "red1 to A2"])
    expect(cell(page, "E1")).to_have_attribute("aria-label", "E1: black1, 1 ring of 1, full")
    drag(page, centre(page, "D7"), centre(page, "C6"))
    expect(page.locator(".ruling .text").first).to_have_text("red3 to C6")
    comes_to(page, lambda: board.glass(Hourglass.RED3).cell, parse_cell("C6"))


def test_a_glass_in_the_hand_at_a_reload_can_be_taken_up_again(page: Page, board: FakeBoard) -> None:
    page.mouse.move(*centre(page, "A1"))
    page.mouse.down()
    page.mouse.move(*centre(page, "A2"), steps=3)
    expect(cell(page, "A1")).to_have_class("cell left")
    page.reload()
    page.wait_for_selector("body.ready.unlocked")
    page.mouse.up()
    drag(page, centre(page, "A1"), centre(page, "A2"))
    expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
    comes_to(page, lambda: board.performed[:1], [LiftGlass(Hourglass.RED1)])


def test_the_pin_leaves_the_address_bar(page: Page, service: ServedBoard) -> None:
    assert page.url == service.url
    assert PIN not in page.content()


def test_the_sand_runs_on_between_two_states(browser: Browser) -> None:
    with served(FakeBoard(middle())) as service, opened(browser, service) as page:
        arc, sand = (page.locator(f'[data-glass="black2"] .{name}').first for name in ("arc", "sand"))
        before = arc.get_attribute("stroke-dasharray"), sand.get_attribute("d")
        expect(arc).not_to_have_attribute("stroke-dasharray", before[0] or "")
        expect(sand).not_to_have_attribute("d", before[1] or "")
        shares = [float((text or "").split()[0]) for text in (before[0], arc.get_attribute("stroke-dasharray"))]
        assert 90 < shares[1] < shares[0] < 93


def test_the_neutral_timer_runs_down_and_says_against_whom(browser: Browser) -> None:
    view = replace(middle(), timer=TimerView(left_ms=2_500, binds=Player.RED))
    with served(FakeBoard(view)) as service, opened(browser, service) as page:
        expect(page.locator("#timer")).to_contain_text("against Ada")
        expect(page.locator("#timer .left")).to_have_text(re.compile(r"1\.\d s"))
        expect(page.locator("#timer .left")).to_have_text("empty")
        expect(page.locator("#timer")).to_contain_text("may be turned")


def test_rulings_are_listed_newest_first_with_their_rule(browser: Browser) -> None:
    with served(FakeBoard(middle())) as service, opened(browser, service) as page:
        newest = page.locator(".ruling").first
        expect(newest).to_have_class(re.compile("warning"))
        expect(newest.locator("time")).to_have_text("6:39")
        expect(newest.locator(".rule")).to_have_text("H6")
        expect(page.locator(".ruling")).to_have_count(7)


def test_a_ruling_opens_to_its_rule_and_its_evidence_and_stays_open(browser: Browser) -> None:
    view = middle()
    late = replace(view.rulings[1], why=("Lifted 1.0 s before the timer ran out.", "red2: lifted at 6:19.000."))
    board = FakeBoard(replace(view, rulings=(view.rulings[0], late)))
    with served(board) as service, opened(browser, service) as page:
        expect(page.locator(".ruling .why").first).to_be_hidden()
        page.locator(".ruling .text").first.click()
        expect(page.locator(".ruling .why").first.locator("p")).to_have_text(
            [re.compile("^Begun but not let go"), *map(str, late.why)]
        )
        service.show(replace(board.view, rulings=(*board.view.rulings, replace(view.rulings[2], number=3))))
        expect(page.locator(".ruling")).to_have_count(3)
        expect(page.locator(".ruling .text").nth(1)).to_have_attribute("aria-expanded", "true")
        expect(page.locator(".ruling .text").nth(1)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".ruling .why:visible")).to_have_count(0)


def test_resting_on_a_rule_says_its_sentence(browser: Browser) -> None:
    with served(FakeBoard(middle())) as service, opened(browser, service) as page:
        page.locator(".rule", has_text="G3.2").hover()
        expect(page.locator("#tip")).to_have_text(re.compile("turn the neutral timer over to force"))


def test_the_lights_shine_as_the_strip_is_told(browser: Browser) -> None:
    with served(FakeBoard(middle(), pixels=lit(middle()))) as service, opened(browser, service) as page:
        expect(cell(page, "B3").locator(".led")).to_have_attribute("fill", "rgb(255 68 50)")
        expect(cell(page, "A2").locator(".led")).to_have_attribute("fill", "#10141a")
        assert page.locator("#player-red .lights .on").count() == 4
        assert page.locator("#player-black .lights .on").count() == 8


def test_questions_and_troubles_are_shown_and_can_be_answered(browser: Browser) -> None:
    view = replace(middle(), questions=(DRAW_OFFERED,), troubles=("red2's node is silent",))
    board = FakeBoard(view)
    with served(board) as service, opened(browser, service) as page:
        expect(page.locator(".trouble")).to_have_text("red2's node is silent")
        expect(page.locator(".question p")).to_have_text("Ada offers a draw.")
        page.get_by_role("button", name="Grace agrees").click()
        expect(page.locator(".ruling .text").first).to_have_text("heard: draw")
    comes_to(page, lambda: board.said, [(Answer.DRAW, Player.BLACK, None, None)])


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_every_answer_to_which_glass_it_is_is_in_sight_beside_a_trouble(
    browser: Browser, size: tuple[int, int]
) -> None:
    text = (
        "Which glass stands on A2? It counts as red1. Lift it for a moment and put it back, or both players say it."
    )
    reds = tuple(OWN_HOURGLASSES[Player.RED])
    asked = QuestionView("which-glass", text, hourglasses=reds, cell=parse_cell("A2"))
    troubles = (message("finding-spi-gone", seconds=1.1),)
    board = FakeBoard(replace(middle(), questions=(asked,), troubles=troubles))
    with served(board) as service, opened(browser, service, size) as page:
        answers = page.locator(".question button")
        expect(answers).to_have_count(6)
        for answer in answers.all():
            expect(answer).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="it is red2").last.click()
        comes_to(page, lambda: [said[1:3] for said in board.said], [(Player.BLACK, Hourglass.RED2)])


def test_resigning_asks_first(browser: Browser) -> None:
    board = FakeBoard(middle())
    with served(board) as service, opened(browser, service) as page:
        for answer in ("No", "Yes"):
            assert board.said == []
            page.locator("#open-say").click()
            page.locator(".side.red").get_by_role("button", name="Resign").click()
            expect(page.locator("#ask-title")).to_have_text("Ada resigns?")
            page.get_by_role("button", name=answer, exact=True).click()
            expect(page.locator("#ask-dialog")).to_be_hidden()
        expect(page.locator(".ruling .text").first).to_have_text("heard: resign")
    comes_to(page, lambda: board.said, [(Answer.RESIGN, Player.RED, None, None)])


def test_players_say_what_they_see(browser: Browser) -> None:
    board = FakeBoard(middle())
    with served(board) as service, opened(browser, service) as page:
        page.locator("#open-say").click()
        page.get_by_label("Glass", exact=True).select_option("black2")
        page.get_by_role("button", name="has run out").click()
        page.get_by_label("Cell", exact=True).select_option("C4")
        page.get_by_role("button", name="is Grace’s").click()
        expect(page.locator(".ruling .text").first).to_have_text("heard: owner")
        page.get_by_role("button", name="Close").click()
    comes_to(
        page,
        lambda: board.said,
        [
            (Answer.DEAD, None, Hourglass.BLACK2, None),
            (Answer.OWNER, Player.BLACK, None, parse_cell("C4")),
        ],
    )


def test_the_end_lies_over_the_board_and_can_be_put_aside(browser: Browser) -> None:
    with served(FakeBoard(ended())) as service, opened(browser, service) as page:
        expect(page.locator("#result h2")).to_have_text("Grace wins")
        expect(page.locator("#result .score b")).to_have_text(["5", "3"])
        page.get_by_role("button", name="Look at the board").click()
        expect(page.locator("#result")).to_be_hidden()


def test_names_and_texts_with_markup_stay_text(browser: Browser) -> None:
    evil = "<img src=x onerror=alert(1)>"
    view = ended()
    players = tuple(replace(player, name=evil) for player in view.players)
    rulings = tuple(replace(ruling, text=evil, rule=evil, why=(evil,)) for ruling in view.rulings)
    assert view.result is not None
    view = replace(
        view,
        headline=evil,
        hint=evil,
        players=(players[0], players[1]),
        rulings=rulings,
        questions=(replace(DRAW_OFFERED, text=evil),),
        troubles=(evil,),
        result=replace(view.result, text=evil),
    )
    with served(FakeBoard(view)) as service, opened(browser, service) as page:
        expect(page.locator("#headline")).to_have_text(evil)
        expect(page.locator("#player-red .who")).to_have_text(evil)
        expect(page.locator("#result p")).to_have_text(evil)
        page.locator("#open-say").click()
        expect(page.locator(".side.red h3")).to_have_text(evil)
        assert page.locator("img:not([src='/static/favicon.svg'])").count() == 0


def test_help_opens_on_the_first_visit_and_by_a_key(browser: Browser, service: ServedBoard) -> None:
    with opened(browser, service, is_first_visit=True) as page:
        expect(page.locator("#help-dialog")).to_be_visible()
        page.get_by_role("button", name="Got it").click()
        page.reload()
        page.wait_for_selector("body.ready")
        expect(page.locator("#help-dialog")).to_be_hidden()
        page.keyboard.press("?")
        expect(page.locator("#help-dialog")).to_be_visible()


def test_a_lost_connection_is_said_and_found_again(page: Page, board: FakeBoard, service: ServedBoard) -> None:
    service.stop()
    expect(page.locator("#banner")).to_contain_text("The connection to the board is lost")
    board.view = replace(board.view, headline="Back again")
    service.start()
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator("#headline")).to_have_text("Back again")
    expect(page.locator("#open-pin")).to_have_text("Playing")


def test_whom_motion_disturbs_sees_none(browser: Browser) -> None:
    with served(FakeBoard(middle())) as service, opened(browser, service, is_calm=True) as page:
        moving = page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length")
        assert moving == 0


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_overflows_and_nothing_overlaps(browser: Browser, view: str) -> None:
    with served(FakeBoard(VIEWS[view])) as service, opened(browser, service) as page:
        for width, height in (DESKTOP, (1024, 700), PHONE, (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert _overlaps(page) == []


def _overlaps(page: Page) -> list[tuple[str, str]]:
    names = (".bar", ".head", "#player-red", "#player-black", "#board", "#timer", ".rulings")
    boxes = {name: page.locator(name).bounding_box() for name in names}
    return [(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if _overlap(boxes[a], boxes[b])]


def _overlap(a: FloatRect | None, b: FloatRect | None) -> bool:
    assert a is not None
    assert b is not None
    is_beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    is_above = a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1
    return not (is_beside or is_above)


def test_what_is_read_on_the_phone_is_large_enough(browser: Browser) -> None:
    with served(FakeBoard(middle())) as service, opened(browser, service, PHONE) as page:
        small = page.evaluate(
            """() => [...document.querySelectorAll("main *")]
                .filter((node) => node.checkVisibility() && !node.closest("svg"))
                .filter((node) => node.childElementCount === 0 && node.textContent.trim())
                .map((node) => [node.textContent, parseFloat(getComputedStyle(node).fontSize)])
                .filter(([, size]) => size < 13)"""
        )
        assert small == []
