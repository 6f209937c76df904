"""A progress bar on standard error, for whatever takes more than two seconds; only where somebody watches."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from tamsk_pi.clock import NS_PER_S, SystemClock

WIDTH: Final = 30
QUIET_NS: Final = 2 * NS_PER_S
STEP_NS: Final = NS_PER_S // 5


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Yields what is to be told how far it is, 0 … `total`; the bar goes away at the end."""
    if not sys.stderr.isatty() or total <= 0:
        yield lambda _done: None
        return
    clock = SystemClock()
    shown_ns = QUIET_NS - STEP_NS
    has_shown = False

    def tell(done: int) -> None:
        nonlocal shown_ns, has_shown
        now_ns = clock.now_ns()
        if now_ns < shown_ns + STEP_NS:
            return
        shown_ns, has_shown = now_ns, True
        share = min(1.0, done / total)
        left_s = now_ns / NS_PER_S * (1 - share) / share if share > 0 else 0.0
        bar = "█" * round(WIDTH * share)
        sys.stderr.write(f"\r{what} {bar:·<{WIDTH}} {share:4.0%}, {left_s:.0f} s left \033[K")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        if has_shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
