"""The PIN: who may decide and move. Wrong guesses are counted, and cost time after a few."""

import hmac
from collections.abc import Callable
from typing import Final

from tamsk_pi.views.catalogue import PlayerError, message

TRIES: Final = 5
"""Wrong guesses from one address until it has to wait."""
TRIES_OF_ALL: Final = 20
"""Wrong guesses from everywhere, so that many addresses do not help."""
WAIT_NS: Final = 30_000_000_000
"""At 5 guesses each 30 s, the 10,000 PINs of four digits take 17 hours."""

_EVERYWHERE: Final = ""


class PinLock:
    """Compares offered PINs in constant time and limits wrong ones. `now_ns` is the time source, in nanoseconds."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._failures: dict[str, list[int]] = {}

    def check(self, offered: str, pin: str, address: str) -> None:
        """Raises PlayerError if `offered` is not `pin`, or if too many wrong ones came from `address` or in all."""
        now_ns = self._now_ns()
        self._forget_old(now_ns)
        self._refuse_if_many(address, TRIES, now_ns)
        self._refuse_if_many(_EVERYWHERE, TRIES_OF_ALL, now_ns)
        is_right = hmac.compare_digest(offered.encode("utf-8", "replace"), pin.encode("utf-8", "replace"))
        if pin and is_right:
            self._failures.pop(address, None)
            return
        for key in (address, _EVERYWHERE):
            self._failures.setdefault(key, []).append(now_ns)
        raise PlayerError(message("cannot-wrong-pin"))

    def _forget_old(self, now_ns: int) -> None:
        for key in list(self._failures):
            recent = [at_ns for at_ns in self._failures[key] if now_ns - at_ns < WAIT_NS]
            if recent:
                self._failures[key] = recent
            else:
                del self._failures[key]

    def _refuse_if_many(self, key: str, tries: int, now_ns: int) -> None:
        failures = self._failures.get(key, [])
        if len(failures) >= tries:
            wait_ns = failures[-1] + WAIT_NS - now_ns
            raise PlayerError(message("cannot-guess-more", seconds=-(-wait_ns // 1_000_000_000)))
