"""The page's web server: files, state, and one WebSocket a browser.

Watching is open to whoever reaches the port, in his own language (`languages.py`); everything else needs the PIN
(`pin.py`). A page of another site cannot connect on a visitor's behalf: the browser's Origin must be the host it
asked.
"""

from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from tamsk_pi.daemon.page.backend import PageBackend
from tamsk_pi.daemon.page.headers import SecurityHeaders
from tamsk_pi.daemon.page.languages import Languages
from tamsk_pi.daemon.page.opening import opening_page
from tamsk_pi.daemon.page.pin import PinLock
from tamsk_pi.daemon.page.sensor_session import SensorSession, SensorSource
from tamsk_pi.daemon.page.session import MESSAGE_BYTES, Session
from tamsk_pi.views.catalogue import Catalogue

STATIC: Final = Path(__file__).parent / "static"
TEMPLATE: Final = Path(__file__).parent / "index.html"
SENSORS_TEMPLATE: Final = Path(__file__).parent / "sensors.html"
WATCHERS: Final = 64
"""Browsers at one time; a Raspberry Pi is a small host."""
SENSOR_WATCHERS: Final = 4
"""Browsers that look at the sensors; each costs as much as some twenty that watch the board."""
POLICY_VIOLATION: Final = 1008
TRY_AGAIN_LATER: Final = 1013
COOKIE: Final = "tamsk-pi-language"
"""What the page keeps in the browser of somebody who chose a language."""
VARY: Final = {"Vary": "Cookie, Accept-Language"}


def create_app(
    backend: PageBackend,
    now_ns: Callable[[], int],
    language_directory: Traversable | None = None,
    sensors: SensorSource | None = None,
) -> Starlette:
    """The page for that board; `now_ns` is a monotonic time source in nanoseconds, for the limit on wrong PINs.

    `language_directory` is where languages are (default: the shipped ones); `sensors` are those that the sensor view
    shows, None where there is none. Raises LanguageError for a configured language that has no file.
    """
    site = _Site(backend, PinLock(now_ns), Languages(backend.language, language_directory), sensors)
    return Starlette(
        routes=[
            Route("/", site.index),
            Route("/sensors", site.sensors_index),
            Route("/api/state", site.state),
            Route("/healthz", site.healthz),
            WebSocketRoute("/ws", site.watch),
            WebSocketRoute("/ws/sensors", site.watch_sensors),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(SecurityHeaders)],
    )


class _Watching(Protocol):
    async def run(self) -> None: ...


class _Site:
    """What is behind each address."""

    def __init__(
        self, backend: PageBackend, lock: PinLock, languages: Languages, sensors: SensorSource | None
    ) -> None:
        self._backend = backend
        self._lock = lock
        self._languages = languages
        self._sensors = sensors
        self._watchers: set[_Watching] = set()
        self._sensor_watchers: set[_Watching] = set()

    async def index(self, request: Request) -> Response:
        return await self._page(request, TEMPLATE)

    async def sensors_index(self, request: Request) -> Response:
        return await self._page(request, SENSORS_TEMPLATE)

    async def state(self, request: Request) -> Response:
        return JSONResponse(self._backend.state(await self._catalogue_for(request)), headers=VARY)

    async def healthz(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def watch(self, socket: WebSocket) -> None:
        if not _is_own(socket):
            await socket.close(POLICY_VIOLATION)
            return
        catalogue = await self._catalogue_for(socket)
        if len(self._watchers) >= WATCHERS:
            await socket.close(TRY_AGAIN_LATER)
            return
        await _run(Session(socket, self._backend, self._lock, catalogue), self._watchers)

    async def watch_sensors(self, socket: WebSocket) -> None:
        if self._sensors is None or not _is_own(socket):
            await socket.close(POLICY_VIOLATION)
            return
        catalogue = await self._catalogue_for(socket)
        if len(self._sensor_watchers) >= SENSOR_WATCHERS:
            await socket.accept()  # a browser is told why only of a connection that was
            await socket.close(TRY_AGAIN_LATER)
            return
        await _run(SensorSession(socket, self._sensors, catalogue), self._sensor_watchers)

    async def _page(self, request: Request, template: Path) -> Response:
        catalogue = await self._catalogue_for(request)
        opened = opening_page(template.read_text(encoding="utf-8"), catalogue, self._languages.names)
        return HTMLResponse(opened, headers={"Content-Language": catalogue.language, **VARY})

    async def _catalogue_for(self, viewer: HTTPConnection) -> Catalogue:
        chosen = self._languages.chosen(
            viewer.query_params.get("lang"), viewer.cookies.get(COOKIE), viewer.headers.get("accept-language", "")
        )
        return await self._languages.catalogue(chosen)


async def _run(session: _Watching, among: set[_Watching]) -> None:
    among.add(session)
    try:
        await session.run()
    finally:
        among.discard(session)


def _is_own(socket: WebSocket) -> bool:
    return is_same_site(socket.headers.get("origin"), socket.headers.get("host"))


def is_same_site(origin: str | None, host: str | None) -> bool:
    """Whether a WebSocket's Origin is the host it asks; no Origin at all is no browser, which the PIN still holds."""
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and host is not None and parts.netloc.lower() == host.lower()


def page_server(app: ASGIApp, host: str = "127.0.0.1", port: int = 8080) -> uvicorn.Server:
    """A uvicorn server for the page; `await serve()` runs it until `should_exit` is set or a signal ends it.

    Logging is left as its owner configured it. `port` 0 takes a free one.
    """
    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            ws="websockets-sansio",
            ws_max_size=MESSAGE_BYTES,
            http="h11",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
        )
    )
