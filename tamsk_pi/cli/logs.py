"""Logs: to standard error, and with the priorities of journald where systemd reads it."""

import logging
import os
import sys
from typing import TextIO

_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}


class _JournaldFormatter(logging.Formatter):
    """`<N>` in front of a line is its priority (sd-daemon(3)); time and unit are journald's own."""

    def format(self, record: logging.LogRecord) -> str:
        return f"<{_PRIORITIES.get(record.levelno, 6)}>{super().format(record)}"


class _StderrHandler(logging.StreamHandler[TextIO]):
    """Ours, to be told from those of others."""


def log_to_stderr(level: int = logging.WARNING) -> None:
    """Send this project's logs, from `level` up, to standard error, and nowhere else that was named here before."""
    handler = _StderrHandler(sys.stderr)
    is_journald = "JOURNAL_STREAM" in os.environ
    handler.setFormatter(
        _JournaldFormatter("%(message)s") if is_journald else logging.Formatter("tamsk-pi: %(message)s")
    )
    logger = logging.getLogger("tamsk_pi")
    for earlier in [h for h in logger.handlers if isinstance(h, _StderrHandler)]:
        logger.removeHandler(earlier)
    logger.addHandler(handler)
    logger.setLevel(level)
