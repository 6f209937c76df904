"""The page is the hands of the virtual board: mouse, finger and keyboard, in Chromium, on a fake board."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from page_browser import PHONE, ServedBoard, cell, centre, chromium, comes_to, drag, glass_centre, opened, served
from page_fake_board import PIN, FakeBoard, at_home
from playwright.sync_api import Browser, Page, expect

from tamsk_pi.daemon.page.hands import DropRing, FlipGlass, FlipTimer, LiftGlass, PlaceGlass, SetAside, TakeRing
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.views.board_view import BoardView, Phase

pytestmark = pytest.mark.browser

A1, A2, B1, D4, E1 = (parse_cell(name) for name in ("A1", "A2", "B1", "D4", "E1"))
RED1 = Hourglass.RED1


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def board() -> FakeBoard:
    return FakeBoard(at_home(BoardView(phase=Phase.PLAYING, headline="Red to move", to_move=Player.RED)))


@pytest.fixture
def service(board: FakeBoard) -> Iterator[ServedBoard]:
    with served(board) as service:
        yield service


@pytest.fixture
def page(browser: Browser, service: ServedBoard) -> Iterator[Page]:
    with opened(browser, service) as page:
        yield page


def test_a_glass_dragged_to_a_cell_is_lifted_and_placed_turned_over(page: Page, board: FakeBoard) -> None:
    drag(page, centre(page, "A1"), centre(page, "A2"))
    expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, no rings of 1, a ring may be dropped")
    comes_to(page, lambda: board.performed, [LiftGlass(RED1), PlaceGlass(RED1, A2, is_flipped=True)])


def test_targets_glow_while_the_glass_is_in_the_hand(page: Page, board: FakeBoard) -> None:
    page.mouse.move(*centre(page, "A1"))
    page.mouse.down()
    page.mouse.move(*centre(page, "C4"), steps=3)
    expect(page.locator(".cell.target")).to_have_count(3)
    page.mouse.move(*centre(page, "B1"))
    page.mouse.up()
    expect(page.locator(".cell.target")).to_have_count(0)
    comes_to(page, lambda: board.glass(RED1).cell, B1)


def test_shift_puts_the_glass_down_unturned(page: Page, board: FakeBoard) -> None:
    page.mouse.move(*centre(page, "A1"))
    page.mouse.down()
    page.mouse.move(*centre(page, "A2"), steps=3)
    page.keyboard.down("Shift")
    page.mouse.up()
    expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, no rings of 1, a ring may be dropped")
    comes_to(page, lambda: board.performed[-1:], [PlaceGlass(RED1, A2, is_flipped=False)])


def test_the_switch_says_not_to_turn(page: Page, board: FakeBoard) -> None:
    page.get_by_text("Turn over on the way").click()
    drag(page, centre(page, "A1"), centre(page, "A2"))
    expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
    comes_to(page, lambda: board.performed[-1:], [PlaceGlass(RED1, A2, is_flipped=False)])


def test_at_level_1_nothing_is_turned(page: Page, board: FakeBoard, service: ServedBoard) -> None:
    service.show(replace(board.view, level=1))
    expect(page.locator("#turning")).to_be_hidden()
    drag(page, centre(page, "A1"), centre(page, "A2"))
    expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
    comes_to(page, lambda: board.performed[-1:], [PlaceGlass(RED1, A2, is_flipped=False)])


def test_before_the_match_nothing_is_turned(page: Page, board: FakeBoard, service: ServedBoard) -> None:
    service.show(replace(board.view, phase=Phase.SETUP))
    expect(page.locator("#turning")).to_be_hidden()
    drag(page, centre(page, "A1"), centre(page, "A2"))
    expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
    comes_to(page, lambda: board.performed[-1:], [PlaceGlass(RED1, A2, is_flipped=False)])


@pytest.mark.parametrize("where", ["outside", "A1"])
def test_dropped_outside_or_on_its_own_cell_it_goes_back_unturned(page: Page, board: FakeBoard, where: str) -> None:
    page.mouse.move(*centre(page, "A1"))
    page.mouse.down()
    page.mouse.move(*centre(page, "C2"), steps=3)
    expect(cell(page, "A1")).to_have_class("cell left")
    page.mouse.move(*((1_000, 700) if where == "outside" else centre(page, where)))
    page.mouse.up()
    expect(cell(page, "A1")).not_to_have_class("cell left")
    comes_to(page, lambda: board.performed, [LiftGlass(RED1), PlaceGlass(RED1, A1, is_flipped=False)])


def test_dropped_on_another_glass_it_goes_back_and_says_why(page: Page, board: FakeBoard) -> None:
    drag(page, centre(page, "A1"), centre(page, "D1"))
    expect(page.locator(".toast")).to_have_text("black1 stands on D1 already.")
    expect(cell(page, "A1")).to_have_attribute("aria-label", "A1: red1, no rings of 1, a ring may be dropped")
    comes_to(page, lambda: board.performed, [LiftGlass(RED1), PlaceGlass(RED1, A1, is_flipped=False)])


def test_a_refused_glass_is_turned_back_on_its_way_home(page: Page, board: FakeBoard, service: ServedBoard) -> None:
    refused = replace(board.glass(RED1), cell=D4, refusal="not-adjacent", is_turned=True)
    service.show(replace(board.view, hourglasses=(refused, *board.view.hourglasses[1:])))
    expect(page.locator("[data-note=D4]")).to_have_text("too far")
    drag(page, centre(page, "D4"), centre(page, "A1"))
    expect(page.locator('[aria-label^="A1: red1"]')).to_have_count(1)
    comes_to(page, lambda: board.performed, [LiftGlass(RED1), PlaceGlass(RED1, A1, is_flipped=True)])


def test_a_glass_turned_already_goes_on_to_another_cell_unturned(
    page: Page, board: FakeBoard, service: ServedBoard
) -> None:
    refused = replace(board.glass(RED1), cell=D4, refusal="not-adjacent", is_turned=True)
    service.show(replace(board.view, hourglasses=(refused, *board.view.hourglasses[1:])))
    expect(page.locator("[data-note=D4]")).to_have_text("too far")
    drag(page, centre(page, "D4"), centre(page, "A2"))
    expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
    comes_to(page, lambda: board.performed, [LiftGlass(RED1), PlaceGlass(RED1, A2, is_flipped=False)])


def test_a_press_that_hardly_moves_lifts_nothing(page: Page, board: FakeBoard) -> None:
    x, y = centre(page, "A1")
    drag(page, (x, y), (x + 3, y))
    page.locator("#timer").click()
    expect(page.locator("#timer")).to_contain_text("against Red")
    comes_to(page, lambda: board.performed, [FlipTimer()])


def test_a_double_click_turns_a_glass_where_it_stands(page: Page, board: FakeBoard) -> None:
    page.mouse.dblclick(*centre(page, "D7"))
    expect(page.locator("[data-glass=red3] .stream")).to_have_attribute("d", re.compile("^M0,-2V"))
    comes_to(page, lambda: board.performed, [FlipGlass(Hourglass.RED3)])


def test_a_holder_and_then_a_cell_drop_a_ring(page: Page, board: FakeBoard) -> None:
    page.locator("#holder-black").click()
    expect(page.locator("#holder-black")).to_have_attribute("aria-pressed", "true")
    page.mouse.click(*centre(page, "D4"))
    expect(cell(page, "D4")).to_have_attribute("aria-label", "D4: no glass, 1 ring of 4")
    expect(page.locator("#player-black .count")).to_have_text("31")
    expect(page.locator("#holder-black")).to_have_attribute("aria-pressed", "false")
    comes_to(page, lambda: board.performed, [DropRing(D4, Player.BLACK)])


def test_escape_puts_a_ring_back_into_its_holder(page: Page, board: FakeBoard) -> None:
    page.locator("#holder-red").click()
    page.keyboard.press("Escape")
    expect(page.locator("#holder-red")).to_have_attribute("aria-pressed", "false")
    page.mouse.click(*centre(page, "D4"))
    assert board.performed == []


def test_a_refused_ring_asks_to_be_taken_off_and_is_by_a_click(page: Page, board: FakeBoard) -> None:
    for _ in range(2):
        page.locator("#holder-red").click()
        page.mouse.click(*centre(page, "E1"))
    expect(page.locator("[data-note=E1]")).to_have_text("take it off")
    page.mouse.click(*centre(page, "E1"))
    expect(cell(page, "E1")).to_have_attribute("aria-label", "E1: no glass, 1 ring of 1, full")
    comes_to(page, lambda: board.performed, [DropRing(E1, Player.RED), DropRing(E1, Player.RED), TakeRing(E1)])


def test_a_right_click_takes_the_top_ring(page: Page, board: FakeBoard) -> None:
    page.locator("#holder-red").click()
    page.mouse.click(*centre(page, "D4"))
    expect(cell(page, "D4")).to_have_attribute("aria-label", "D4: no glass, 1 ring of 4")
    page.mouse.click(*centre(page, "D4"), button="right")
    expect(cell(page, "D4")).to_have_attribute("aria-label", "D4: no glass, no rings of 4")
    comes_to(page, lambda: board.performed[-1:], [TakeRing(D4)])


def test_what_the_board_refuses_is_shown_as_its_sentence(page: Page) -> None:
    page.mouse.click(*centre(page, "D4"), button="right")
    expect(page.locator(".toast")).to_have_text("There is no ring on D4.")


def test_glasses_beside_the_board_are_dragged_in_and_back(browser: Browser) -> None:
    board = FakeBoard(BoardView(phase=Phase.PLAYING, headline="Red to move", to_move=Player.RED))
    with served(board) as service, opened(browser, service) as page:
        tray = glass_centre(page, "red1")
        drag(page, tray, centre(page, "D4"))
        expect(cell(page, "D4")).to_have_attribute("aria-label", "D4: red1, no rings of 4, a ring may be dropped")
        service.show(
            replace(board.view, hourglasses=tuple(replace(g, accepted_cell=None) for g in board.view.hourglasses))
        )
        drag(page, centre(page, "D4"), tray)
        expect(page.get_by_role("button", name="red1, beside the board")).to_be_visible()
    comes_to(
        page,
        lambda: board.performed,
        [
            LiftGlass(RED1),
            PlaceGlass(RED1, D4, is_flipped=True),
            LiftGlass(RED1),
            SetAside(RED1),
        ],
    )


def test_the_keyboard_alone_moves_drops_a_ring_and_turns_the_timer(page: Page, board: FakeBoard) -> None:
    cell(page, "D4").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(cell(page, "A1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text("red1 is in your hand.")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, no rings of 1, a ring may be dropped")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, 1 ring of 1, full")
    page.keyboard.press("t")
    expect(page.locator("#timer")).to_contain_text("against Black")
    page.keyboard.press("Delete")
    expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, no rings of 1")
    comes_to(
        page,
        lambda: board.performed,
        [
            LiftGlass(RED1),
            PlaceGlass(RED1, A2, is_flipped=True),
            DropRing(A2, Player.RED),
            FlipTimer(),
            TakeRing(A2),
        ],
    )


def test_escape_puts_a_glass_held_by_the_keyboard_back(page: Page, board: FakeBoard) -> None:
    cell(page, "A1").focus()
    page.keyboard.press(" ")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(cell(page, "A1")).to_have_attribute("aria-label", "A1: red1, no rings of 1, a ring may be dropped")
    comes_to(page, lambda: board.performed, [LiftGlass(RED1), PlaceGlass(RED1, A1, is_flipped=False)])


def test_f_turns_a_standing_glass_and_in_the_hand_says_not_to(page: Page, board: FakeBoard) -> None:
    cell(page, "A1").focus()
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    page.keyboard.press("f")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
    comes_to(
        page, lambda: board.performed, [FlipGlass(RED1), LiftGlass(RED1), PlaceGlass(RED1, A2, is_flipped=False)]
    )


def test_tab_enters_the_board_once_and_leaves_it_again(page: Page) -> None:
    cell(page, "D4").focus()
    assert page.locator('[data-cell][tabindex="0"]').count() == 1
    page.keyboard.press("Tab")
    expect(page.locator("#turn-on-the-way")).to_be_focused()


def test_a_finger_drags_a_glass_and_a_long_press_takes_a_ring(browser: Browser, board: FakeBoard) -> None:
    with served(board) as service, opened(browser, service, PHONE, has_touch=True) as page:
        touch = page.context.new_cdp_session(page)

        def send(kind: str, *points: tuple[float, float]) -> None:
            where = [{"x": x, "y": y} for x, y in points]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

        start, end = centre(page, "A1"), centre(page, "A2")
        send("touchStart", start)
        send("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        send("touchMove", end)
        send("touchEnd")
        expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
        page.locator("#holder-red").tap()
        page.touchscreen.tap(*centre(page, "A2"))
        expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, 1 ring of 1, full")
        send("touchStart", centre(page, "A2"))
        expect(cell(page, "A2")).to_have_attribute("aria-label", "A2: red1, no rings of 1")
        send("touchEnd")
    comes_to(
        page,
        lambda: board.performed,
        [
            LiftGlass(RED1),
            PlaceGlass(RED1, A2, is_flipped=True),
            DropRing(A2, Player.RED),
            TakeRing(A2),
        ],
    )


def test_a_watcher_moves_nothing_until_he_gives_the_pin(browser: Browser, board: FakeBoard) -> None:
    with served(board) as service, opened(browser, service, has_pin=False) as page:
        drag(page, centre(page, "A1"), centre(page, "A2"))
        expect(page.locator("#pin-dialog")).to_be_visible()
        assert board.performed == []
        page.get_by_label("PIN", exact=True).fill("0000")
        page.get_by_role("button", name="Unlock").click()
        expect(page.locator("#pin-error")).to_contain_text("This is not the PIN")
        page.get_by_label("PIN", exact=True).fill(PIN)
        page.get_by_role("button", name="Unlock").click()
        expect(page.locator("#pin-dialog")).to_be_hidden()
        drag(page, centre(page, "A1"), centre(page, "A2"))
        expect(page.locator('[aria-label^="A2: red1"]')).to_have_count(1)
    comes_to(page, lambda: board.performed, [LiftGlass(RED1), PlaceGlass(RED1, A2, is_flipped=True)])


def test_a_board_of_real_pieces_is_only_watched(browser: Browser) -> None:
    view = at_home(BoardView(phase=Phase.PLAYING, headline="Red to move", to_move=Player.RED))
    board = FakeBoard(view, has_hands=False)
    with served(board) as service, opened(browser, service) as page:
        drag(page, centre(page, "A1"), centre(page, "A2"))
        page.locator("#holder-red").click()
        page.locator("#timer").click()
        expect(page.locator("#set-up")).to_be_hidden()
        expect(page.locator(".toast")).to_have_count(0)
    assert board.performed == []
