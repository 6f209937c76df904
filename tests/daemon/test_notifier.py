"""What systemd is told (sd_notify(3), sd_watchdog_enabled(3))."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tamsk_pi.daemon.systemd import Notifier


@pytest.fixture
def manager() -> Iterator[socket.socket]:
    """Listens as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.setblocking(False)
        yield sock


def heard(manager: socket.socket) -> list[bytes]:
    messages = []
    while True:
        try:
            messages.append(manager.recv(4096))
        except BlockingIOError:
            return messages


def tell_all(notifier: Notifier) -> None:
    notifier.ready("watching the board")
    notifier.feed_watchdog()
    notifier.stopping()


ALL = [b"READY=1\nSTATUS=watching the board", b"WATCHDOG=1", b"STOPPING=1"]


def test_it_speaks_to_a_socket_in_the_file_system(manager: socket.socket, tmp_path: Path) -> None:
    path = tmp_path / "notify"
    manager.bind(str(path))
    tell_all(Notifier({"NOTIFY_SOCKET": str(path)}))
    assert heard(manager) == ALL


def test_it_speaks_to_an_abstract_socket(manager: socket.socket, tmp_path: Path) -> None:
    name = f"tamsk-pi{tmp_path}"
    manager.bind("\0" + name)
    tell_all(Notifier({"NOTIFY_SOCKET": f"@{name}"}))
    assert heard(manager) == ALL


@pytest.mark.parametrize("name", ["absent", "closed", "file"])
def test_nobody_who_listens_is_no_trouble(name: str, manager: socket.socket, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    manager.bind(str(tmp_path / "closed"))
    manager.close()
    tell_all(Notifier({"NOTIFY_SOCKET": str(tmp_path / name)}))


def test_outside_systemd_there_is_no_watchdog_and_nothing_is_said() -> None:
    notifier = Notifier({})
    tell_all(notifier)
    assert notifier.watchdog_ns == 0


@pytest.mark.parametrize(
    ("environment", "watchdog_ns"),
    [
        ({"WATCHDOG_USEC": "9000000"}, 3_000_000_000),
        ({"WATCHDOG_USEC": "9000000", "WATCHDOG_PID": str(os.getpid())}, 3_000_000_000),
        ({"WATCHDOG_USEC": "9000000", "WATCHDOG_PID": str(os.getpid() + 1)}, 0),
        ({"WATCHDOG_USEC": "0"}, 0),
        ({"WATCHDOG_USEC": ""}, 0),
        ({"WATCHDOG_USEC": "soon"}, 0),
        ({"WATCHDOG_USEC": "-3"}, 0),
    ],
)
def test_the_watchdog_is_fed_three_times_in_its_patience(environment: dict[str, str], watchdog_ns: int) -> None:
    assert Notifier(environment).watchdog_ns == watchdog_ns
