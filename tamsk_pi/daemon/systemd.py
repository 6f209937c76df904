"""The two words of sd_notify(3) that the unit needs: READY when play can begin, WATCHDOG from the sensor loop."""

import os
import socket
from collections.abc import Mapping


class Notifier:
    """Tells systemd how the daemon is; outside systemd it tells nobody."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        watchdog_us = int(environment.get("WATCHDOG_USEC", "0") or 0)
        self.watchdog_ns = watchdog_us * 1_000 // 3
        """How often the watchdog wants to be fed, with room to spare; 0 if there is none."""

    def ready(self, status: str) -> None:
        """Play can begin."""
        self._send(f"READY=1\nSTATUS={status}")

    def feed_watchdog(self) -> None:
        """The sensor loop is alive."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The daemon ends, as it was told."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
            sock.sendto(message.encode(), self._address)
