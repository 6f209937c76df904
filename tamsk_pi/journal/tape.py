"""The file of a raw recording: bounded, written behind the sensor loop's back.

Whoever records puts items down and goes on; a thread packs and writes them, a block at a time. When the file has
reached half of its bound it becomes FILE.1, in place of an older one, and a new file begins: so the last part is
always there, and never more than the bound. A file that is there at the start becomes FILE.1 too. A disk that cannot
keep up, or takes nothing, ends the recording and says so; what was written stays readable.
"""

import errno
import os
import threading
from collections import deque
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Final

from tamsk_pi.journal.recording import MAGIC, Session, Taped, encode_block

DEFAULT_BYTES: Final = 128 * 1024 * 1024
"""Of which half may just have been given up: the last seven hours are always there."""
BLOCK_ITEMS: Final = 1_000
"""About five seconds of frames and rounds: what a power cut may cost."""

_MOST_WAITING: Final = 30 * BLOCK_ITEMS
_SYNC_BLOCKS: Final = 2
_OLDER: Final = ".1"
_ROOM_BYTES: Final = 100_000
"""More than a block takes, if it is not of wild readings."""


class Tape:
    """One recording while it is made; whoever opens it closes it. Raises OSError when the file cannot be made.

    `is_threaded`: `put` never waits. Without, every block is written where it becomes full, for play in virtual time.
    """

    def __init__(
        self,
        path: Path,
        session: Callable[[bool], Session],
        *,
        most_bytes: int = DEFAULT_BYTES,
        is_threaded: bool = True,
    ) -> None:
        """`session` describes the controller; its argument says whether the recording begins with it."""
        self.path: Final = path
        self.trouble: str | None = None
        """Why the recording has ended early, None while all is well."""
        self._session = session
        self._most_bytes = most_bytes
        self._waiting: deque[Taped] = deque([session(True)])
        self._is_closing = False
        self._blocks = 0
        if path.is_file() and path.stat().st_size:
            self._give_up_older()
        self._file: FileIO | None = FileIO(path, "w")
        self._size = 0
        self._filled = threading.Condition()
        self._thread: threading.Thread | None = None
        if is_threaded:
            self._thread = threading.Thread(target=self._work, name="recording", daemon=True)
            self._thread.start()

    def put(self, item: Taped) -> None:
        """Note one more item."""
        if self.trouble is not None or self._is_closing:
            return
        self._waiting.append(item)
        if len(self._waiting) < BLOCK_ITEMS:
            return
        if self._thread is None:
            self._write_blocks(BLOCK_ITEMS)
        elif len(self._waiting) > _MOST_WAITING:
            self.trouble = f"{self.path}: the disk is too slow; record to another one"
        elif len(self._waiting) % BLOCK_ITEMS == 0:
            with self._filled:
                self._filled.notify()

    def close(self) -> None:
        """Write what is left; may be called twice."""
        self._is_closing = True
        if self._thread is not None:
            with self._filled:
                self._filled.notify()
            self._thread.join()
            self._thread = None
        self._write_blocks(1)
        if self._file is not None:
            self._file.close()
            self._file = None

    def _work(self) -> None:
        while not self._is_closing:
            with self._filled:
                self._filled.wait(1.0)
            self._write_blocks(BLOCK_ITEMS)

    def _write_blocks(self, least: int) -> None:
        try:
            while self._file is not None and self.trouble is None and len(self._waiting) >= least:
                items = [self._waiting.popleft() for _ in range(min(BLOCK_ITEMS, len(self._waiting)))]
                self._write(self._file, encode_block(items))
        except OSError as error:
            self.trouble = f"{self.path}: {error.strerror}; {_advice(error)}, and restart to record again"
            self._waiting.clear()

    def _write(self, file: FileIO, block: bytes) -> None:
        if self._size == 0:
            block = MAGIC + block
        written = 0
        while written < len(block):
            written += file.write(block[written:])
        self._size += len(block)
        self._blocks += 1
        if self._blocks % _SYNC_BLOCKS == 0:
            os.fsync(file.fileno())
        if self._size >= self._most_bytes // 2 - _ROOM_BYTES:
            file.close()
            self._give_up_older()
            self._file, self._size = FileIO(self.path, "w"), 0
            self._write(self._file, encode_block([self._session(False)]))

    def _give_up_older(self) -> None:
        self.path.replace(self.path.with_name(self.path.name + _OLDER))


def _advice(error: OSError) -> str:
    return "make room on the disk" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "see to the disk"
