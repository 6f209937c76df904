"""Where the page listens, and how a signal ends the daemon."""

import os
import signal
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sensed_table import FakeBoard, FakeLights, FakeSounder, S, SensedTable, parts_of

from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import PageConfig
from tamsk_pi.daemon.assembly import make_daemon
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.page_backend import DaemonBackend
from tamsk_pi.daemon.service import PortError, StopRequests, listen, page_url, serve


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen(1)
        yield sock.getsockname()[1]


def test_it_listens_on_a_free_port() -> None:
    with listen("127.0.0.1", 0) as sock, socket.create_connection(sock.getsockname(), timeout=5):
        assert sock.getsockname()[1] > 0


def test_a_busy_port_is_told_with_what_to_do(taken: int) -> None:
    with pytest.raises(PortError) as told:
        listen("127.0.0.1", taken)
    assert str(told.value) == (
        f"the page cannot listen on 127.0.0.1 port {taken} (Address already in use); is another tamsk-pi running? "
        "Choose another port ([page] port, or simulate --port)"
    )


@pytest.mark.parametrize("host", ["203.0.113.9", "2001:db8::9"])
def test_an_address_of_another_computer_is_told_with_what_to_do(host: str) -> None:
    with pytest.raises(PortError, match=r"name an address of this computer \(\[page\] host\)"):
        listen(host, 0)


@dataclass
class FakeSocket(socket.socket):
    """A socket that listens there."""

    name: tuple[object, ...] = field(default=("127.0.0.1", 8037))

    def __post_init__(self) -> None:
        super().__init__()

    def getsockname(self) -> tuple[object, ...]:
        return self.name


@pytest.mark.parametrize(
    ("name", "url"),
    [
        (("127.0.0.1", 8037), "http://127.0.0.1:8037/#pin=1234"),
        (("0.0.0.0", 80), "http://127.0.0.1:80/#pin=1234"),
        (("192.0.2.7", 80), "http://192.0.2.7:80/#pin=1234"),
        (("::1", 8037, 0, 0), "http://[::1]:8037/#pin=1234"),
    ],
)
def test_the_url_can_be_opened_on_this_computer(name: tuple[object, ...], url: str) -> None:
    with FakeSocket(name) as sock:
        assert page_url(sock, "1234") == url


@dataclass
class Served:
    """A daemon on fakes; `signalled` once the clock has passed `signal_at_ns`."""

    daemon: Daemon
    clock: VirtualClock
    lights: FakeLights


def served(directory: Path, number: signal.Signals | None = None) -> Served:
    clock = VirtualClock()
    log: list[str] = []
    table = SensedTable("0 setup\n9 end\n", clock, log)
    lights = FakeLights(log)

    def at_two_seconds(now_ns: int) -> None:
        if number is not None and now_ns == 2 * S:
            os.kill(os.getpid(), number)

    daemon = make_daemon(
        parts_of(clock, directory),
        FakeBoard(table, lights, FakeSounder(log)),
        table,
        before_round=at_two_seconds,
    )
    return Served(daemon, clock, lights)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_play_even_in_virtual_time_where_nobody_waits(
    number: signal.Signals, tmp_path: Path
) -> None:
    one = served(tmp_path, number)
    before = signal.getsignal(number)
    assert await serve(one.daemon, None, one.clock.now_ns, 60 * S)
    assert one.clock.now_ns() < 3 * S
    assert signal.getsignal(number) is before


async def test_a_signal_that_came_while_everything_was_opened_counts(tmp_path: Path) -> None:
    one = served(tmp_path)
    with StopRequests() as stops:
        os.kill(os.getpid(), signal.SIGTERM)
        assert await serve(one.daemon, None, one.clock.now_ns, 60 * S, stops)
    assert one.clock.now_ns() < 1 * S


async def test_without_a_signal_it_plays_to_the_end(tmp_path: Path) -> None:
    one = served(tmp_path)
    assert not await serve(one.daemon, None, one.clock.now_ns, 4 * S)
    assert one.clock.now_ns() > 4 * S


async def test_the_page_ends_with_the_daemon(tmp_path: Path) -> None:
    one = served(tmp_path)
    with listen("127.0.0.1", 0) as sock:
        address = sock.getsockname()
        page = (sock, DaemonBackend(one.daemon, PageConfig(pin="1234")))
        assert not await serve(one.daemon, page, one.clock.now_ns, 1 * S)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(address, timeout=5)
