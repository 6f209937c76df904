"""A served page and a Chromium to look at it, for the tests that drive the page."""

import asyncio
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from page_fake_board import PIN, FakeBoard
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, sync_playwright

from tamsk_pi.daemon.page.sensor_session import SensorSource
from tamsk_pi.daemon.page.server import create_app, page_server
from tamsk_pi.views.board_view import BoardView

CHROMIUM: Final = Path("/usr/bin/chromium")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: Final = (1180, 800)
PHONE: Final = (390, 844)
SOON_S: Final = 8.0


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; without it the test is skipped, or fails where nothing may be skipped."""
    if not CHROMIUM.exists():
        reason = f"{CHROMIUM} is missing; apt install chromium"
        if os.environ.get("TAMSK_FORBID_SKIP") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class ServedBoard:
    """The page of a board on a free port, in a thread of its own; `stop` and `start` are what a restart does."""

    def __init__(self, board: FakeBoard, languages: Path | None = None, sensors: SensorSource | None = None) -> None:
        self.board = board
        self.sensors = sensors
        self.languages = languages
        self.port = 0
        self._ready = threading.Event()
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        listener = socket.create_server(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        self._server = page_server(create_app(self.board, lambda: 0, self.languages, self.sensors))
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(listener)))
        self._ready.clear()
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    def show(self, view: BoardView) -> None:
        """The board looks like this from now on."""
        self._loop.call_soon_threadsafe(self.board.show, view)

    async def _serve(self, listener: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready.set()
        with listener:
            await self._server.serve(sockets=[listener])


@contextmanager
def served(
    board: FakeBoard, languages: Path | None = None, sensors: SensorSource | None = None
) -> Iterator[ServedBoard]:
    service = ServedBoard(board, languages, sensors)
    try:
        yield service
    finally:
        service.stop()


class Guard:
    """Fails a test whose page complains on the console, throws, or asks another host."""

    def __init__(self, context: BrowserContext, port: int) -> None:
        self._hosts = {f"127.0.0.1:{port}"}
        self.complaints: list[str] = []
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _on_request(self, request: Request) -> None:
        if urlsplit(request.url).netloc not in self._hosts:
            self.complaints.append(f"request to {request.url}")


@contextmanager
def opened(
    browser: Browser,
    service: ServedBoard,
    size: tuple[int, int] = DESKTOP,
    *,
    has_pin: bool = True,
    has_touch: bool = False,
    is_first_visit: bool = False,
    is_calm: bool = False,
    locale: str = "en-GB",
) -> Iterator[Page]:
    """The page in a browser of its own; afterwards it must not have complained."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=has_touch,
        locale=locale,
        reduced_motion="reduce" if is_calm else "no-preference",
    )
    context.set_default_timeout(SOON_S * 1000)
    if not is_first_visit:
        context.add_init_script("if (location.host) localStorage.setItem('tamsk-pi.help-seen', 'yes')")
    guard = Guard(context, service.port)
    try:
        page = context.new_page()
        page.goto(f"{service.url}#pin={PIN}" if has_pin else service.url)
        page.wait_for_selector("body.ready.unlocked" if has_pin else "body.ready")
        yield page
    finally:
        context.close()
    assert not guard.complaints, guard.complaints


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def centre(page: Page, name: str) -> tuple[float, float]:
    """Where on the screen that cell's tube is."""
    return _middle(page.locator(f'[data-cell="{name}"] .well'))


def glass_centre(page: Page, label: str) -> tuple[float, float]:
    return _middle(page.locator(f'[data-glass="{label}"] .grip'))


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """By mouse, with the stops on the way that a hand makes."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def touch_drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """By one finger."""
    touch = page.context.new_cdp_session(page)
    way = [(start[0] + (end[0] - start[0]) * i / 4, start[1] + (end[1] - start[1]) * i / 4) for i in range(5)]
    for kind, points in (("touchStart", way[:1]), *(("touchMove", [point]) for point in way[1:]), ("touchEnd", [])):
        where = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})


def comes_to(page: Page, found: Callable[[], object], expected: object) -> None:
    """What the page asks of the board reaches it a moment after the click."""
    until_s = time.monotonic() + SOON_S
    while found() != expected and time.monotonic() < until_s:
        page.wait_for_timeout(20)
    assert found() == expected


def _middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
