"""The three words of sd_notify(3) that the unit needs: READY when play can begin, WATCHDOG from the sensor loop,
STOPPING at the end."""

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger("tamsk_pi")


class Notifier:
    """Tells systemd how the daemon is; outside systemd it tells nobody. No match fails for want of a listener."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """`environment` as sd_notify(3) and sd_watchdog_enabled(3) describe it; what they do not is left out."""
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog_ns = _watchdog_us(environment) * 1_000 // 3
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
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sock:
                sock.sendto(message.encode(), self._address)
        except OSError as error:
            log.debug("NOTIFY_SOCKET=%s does not listen: %s", self._address, error)


def _watchdog_us(environment: Mapping[str, str]) -> int:
    """The watchdog's patience; 0 where there is none, or it watches another process."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0
    text = environment.get("WATCHDOG_USEC", "")
    return int(text) if text.isascii() and text.isdigit() else 0
