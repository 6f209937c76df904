"""A progress bar on standard error, for whatever takes more than two seconds; only where somebody watches."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

WIDTH: Final = 30
QUIET_S: Final = 2.0
STEP_S: Final = 0.2


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Yields what is to be told how far it is, 0 … `total`; the bar goes away at the end."""
    if not sys.stderr.isatty() or total <= 0:
        yield lambda _done: None
        return
    begun_s = time.monotonic()
    shown_s = begun_s + QUIET_S - STEP_S
    has_shown = False

    def tell(done: int) -> None:
        nonlocal shown_s, has_shown
        now_s = time.monotonic()
        if now_s < shown_s + STEP_S:
            return
        shown_s, has_shown = now_s, True
        share = min(1.0, done / total)
        left_s = (now_s - begun_s) * (1 - share) / share if share > 0 else 0.0
        bar = "█" * round(WIDTH * share)
        sys.stderr.write(f"\r{what} {bar:·<{WIDTH}} {share:4.0%}, {left_s:.0f} s left \033[K")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        if has_shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
