"""Being told to stop, so that whatever is open is closed: no light stays on after the daemon (gpiozero #1142).

Python dies of SIGTERM and SIGHUP without running a single `finally`. Within `leaving_on_signals` they raise
SystemExit instead. SIGKILL cannot be answered: the service's ExecStopPost opens and closes the lights once more.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
_EXIT_BASE: Final = 128
"""A shell's status for death by a signal is this plus its number."""


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(_EXIT_BASE + number)


@contextmanager
def leaving_on_signals() -> Iterator[None]:
    """Within, being told to stop raises SystemExit in the main thread; only there may this be entered.

    Signals that somebody else already answers are left to them.
    """
    taken = [number for number in SIGNALS if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
