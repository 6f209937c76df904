"""Runs a daemon with its page until it is told to stop."""

import asyncio
import errno
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from types import FrameType, TracebackType
from typing import Self

from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.page.server import create_app, page_server
from tamsk_pi.daemon.page_backend import DaemonBackend
from tamsk_pi.daemon.page_sensors import DaemonSensors

_Handler = Callable[[int, FrameType | None], object] | int | signal.Handlers | None


class PortError(OSError):
    """The page cannot listen there; the message says why and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises PortError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        sock = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise _port_error(host, port, error) from error
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(64)
    except OSError as error:
        sock.close()
        raise _port_error(host, port, error) from error
    return sock


def _port_error(host: str, port: int, error: OSError) -> PortError:
    match error.errno:
        case errno.EADDRINUSE:
            advice = "is another tamsk-pi running? Choose another port ([page] port, or simulate --port)"
        case errno.EACCES:
            advice = "choose a port from 1024 up ([page] port, or simulate --port)"
        case _:
            advice = "name an address of this computer ([page] host), such as 127.0.0.1, or 0.0.0.0 for all of them"
    return PortError(f"the page cannot listen on {host} port {port} ({error.strerror}); {advice}")


def page_url(sock: socket.socket, pin: str) -> str:
    """What to open in a browser; the fragment unlocks the page and is never sent over the network."""
    host, port = sock.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    return f"http://{shown}:{port}/" + (f"#pin={pin}" if pin else "")


class StopRequests:
    """SIGINT and SIGTERM within its block ask for the end instead of killing; made by whoever opens what is to be
    closed in order."""

    def __init__(self) -> None:
        self._before: dict[int, _Handler] = {}
        self._pass_on: Callable[[], None] | None = None
        self.has_come = False
        """Whether a signal came."""

    def __enter__(self) -> Self:
        # Not the loop's own handlers: in virtual time nobody waits, so the loop would not come round to them.
        self._before = {n: signal.signal(n, self._told) for n in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def pass_on_to(self, stop: Callable[[], None]) -> None:
        """Call that when a signal comes, at once if one has come."""
        self._pass_on = stop
        if self.has_come:
            stop()

    def _told(self, _number: int, _frame: FrameType | None) -> None:
        self.has_come = True
        if self._pass_on is not None:
            self._pass_on()


async def serve(
    daemon: Daemon,
    page: tuple[socket.socket, DaemonBackend] | None,
    now_ns: Callable[[], int],
    until_ns: int | None = None,
    stops: StopRequests | None = None,
) -> bool:
    """Run until a signal, the daemon's `stop` or `until_ns`; the page ends with it. Returns whether a signal came.

    With `stops`, signals that came before count as well.
    """
    with ExitStack() as stack:
        stops = stops or stack.enter_context(StopRequests())
        stops.pass_on_to(daemon.stop)
        await _run(daemon, page, now_ns, until_ns)
        return stops.has_come


async def _run(
    daemon: Daemon,
    page: tuple[socket.socket, DaemonBackend] | None,
    now_ns: Callable[[], int],
    until_ns: int | None,
) -> None:
    if page is None:
        await daemon.run(until_ns)
        return
    sock, backend = page
    server = page_server(create_app(backend, now_ns, sensors=DaemonSensors(daemon, now_ns)))
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    serving.add_done_callback(lambda _: daemon.stop())
    try:
        await daemon.run(until_ns)
    finally:
        server.should_exit = True
        await serving
