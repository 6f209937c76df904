"""Runs a daemon with its page until it is told to stop."""

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.page.server import create_app, page_server
from tamsk_pi.daemon.page_backend import DaemonBackend

log = logging.getLogger("tamsk_pi")


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
    return f"http://{shown}:{port}/#pin={pin}"


async def serve(
    daemon: Daemon,
    page: tuple[socket.socket, DaemonBackend] | None,
    now_ns: Callable[[], int],
    until_ns: int | None = None,
) -> bool:
    """Run until a signal, the daemon's `stop` or `until_ns`; the page ends with it. Returns whether a signal came."""
    numbers: list[int] = []

    def told(number: int, _frame: FrameType | None) -> None:
        numbers.append(number)
        daemon.stop()

    # Not the loop's own handlers: in virtual time nobody waits, so the loop would not come round to them.
    before = {number: signal.signal(number, told) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        await _run(daemon, page, now_ns, until_ns)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return bool(numbers)


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
    server = page_server(create_app(backend, now_ns))
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    serving.add_done_callback(lambda _: daemon.stop())
    try:
        await daemon.run(until_ns)
    finally:
        server.should_exit = True
        await serving
