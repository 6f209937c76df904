"""The file of a journal: append, and be told only when the bytes are on disk.

`append` returns after write and fsync; what it has returned for survives a killed process and a cut of the power. If
it raises, the file is cut back to the last acknowledged byte, so that a later append leaves no damage in the middle.
A lock (flock) keeps a second process from writing to the same journal.
"""

import fcntl
import os
import re
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tamsk_pi.journal.codec import encode_line, parse_journal
from tamsk_pi.journal.errors import JournalError, JournalHeaderError, JournalStorageError
from tamsk_pi.journal.records import Header, Journal, Record

SUFFIX: Final = ".journal"
_NUMBERED: Final = re.compile(r"match-(\d+)-")


class JournalWriter:
    """Appends to one journal. Whoever opens it closes it; it is a context manager too. Not for several threads."""

    def __init__(self, path: Path, descriptor: int, size: int) -> None:
        self._path = path
        self._descriptor: int | None = descriptor
        self._size = size

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @classmethod
    def create(cls, path: Path, header: Header) -> "JournalWriter":
        """A new journal with this header, on disk when this returns, its name in the directory too.

        The directory is made if it is missing. Raises JournalStorageError; an existing file is never touched.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _storage_error(path.parent, "the journals' directory cannot be made", error) from error
        descriptor = _open_locked(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL)
        writer = cls(path, descriptor, 0)
        try:
            writer._write(encode_line(header))
            _sync_directory(path.parent)
        except JournalStorageError:
            writer.close()
            path.unlink()
            raise
        return writer

    @classmethod
    def reopen(cls, path: Path) -> "JournalWriter":
        """Go on with a journal whose tail is whole.

        Raises JournalStorageError, what `read_journal` raises, and JournalError if the tail is torn: repair it first.
        """
        descriptor = _open_locked(path, os.O_WRONLY | os.O_APPEND)
        try:
            journal = read_journal(path)
            if journal.torn:
                raise JournalError(f"{path}: {len(journal.torn)} torn bytes at its end; repair it before going on")
        except JournalError:
            os.close(descriptor)
            raise
        return cls(path, descriptor, journal.size)

    def append(self, records: Iterable[Record]) -> None:
        """Keep these records: one write, one fsync. Raises JournalStorageError; then none of them is kept."""
        data = b"".join(encode_line(record) for record in records)
        if data:
            self._write(data)

    def close(self) -> None:
        """Give the file back; what was acknowledged is on disk already. Closing twice is harmless."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        if self._descriptor is None:
            raise JournalError(f"{self._path}: the journal is closed; reopen it before appending")
        try:
            _write_whole(self._descriptor, data)
            os.fsync(self._descriptor)
        except OSError as error:
            self._cut_back()
            raise _storage_error(self._path, "could not be written, nothing was added", error) from error
        self._size += len(data)

    def _cut_back(self) -> None:
        assert self._descriptor is not None
        try:
            os.ftruncate(self._descriptor, self._size)
            os.fsync(self._descriptor)
        except OSError as error:
            self.close()
            raise _storage_error(
                self._path, "neither written nor cut back; closed, to be repaired and reopened", error
            ) from error


def read_journal(path: Path) -> Journal:
    """The journal of that file; a torn tail is in `torn`, the file stays as it is.

    Raises JournalStorageError if it cannot be read, JournalHeaderError if nothing was ever kept in it,
    JournalCorruptError if it is damaged.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _storage_error(path, "cannot be read", error) from error
    return parse_journal(str(path), data)


def repair(path: Path) -> Path | None:
    """Cut a torn tail off and keep it aside, in `NAME.torn-N`; returns that file, None if the tail was whole.

    The tail is on disk under its new name before it is cut. Raises what `read_journal` raises.
    """
    descriptor = _open_locked(path, os.O_WRONLY)
    try:
        journal = read_journal(path)
        if not journal.torn:
            return None
        aside = _keep_aside(path, journal.torn)
        try:
            os.ftruncate(descriptor, journal.size)
            os.fsync(descriptor)
        except OSError as error:
            raise _storage_error(path, "its torn tail could not be cut", error) from error
        return aside
    finally:
        os.close(descriptor)


def new_path(directory: Path, started_at: str) -> Path:
    """The name of the next match's journal: `match-NUMBER-TIME.journal`.

    The number leads, so that names sort by start even if the wall clock was set back (a Pi has no battery for it).
    """
    numbers = [int(m[1]) for path in directory.glob(f"*{SUFFIX}") if (m := _NUMBERED.match(path.name))]
    time = re.sub(r"[^0-9A-Za-z]", "", started_at)
    return directory / f"match-{max(numbers, default=0) + 1:06d}-{time}{SUFFIX}"


def find_unfinished(directory: Path) -> Path | None:
    """The journal of the last match, if it has not ended.

    A file in which nothing was ever kept is passed over. Raises what `read_journal` raises.
    """
    for path in sorted(directory.glob(f"*{SUFFIX}"), reverse=True):
        try:
            journal = read_journal(path)
        except JournalHeaderError:
            continue
        return None if journal.is_finished else path
    return None


def _keep_aside(path: Path, torn: bytes) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.torn-{number}")).exists():
        number += 1
    try:
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        try:
            _write_whole(descriptor, torn)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _storage_error(aside, "the torn tail could not be kept aside", error) from error
    _sync_directory(path.parent)
    return aside


def _open_locked(path: Path, flags: int) -> int:
    try:
        descriptor = os.open(path, flags | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise _storage_error(path, "cannot be opened for writing", error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise _storage_error(path, "is in use by another process; stop that one first", error) from error
    return descriptor


def _write_whole(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _sync_directory(directory: Path) -> None:
    try:
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _storage_error(directory, "could not be synchronised", error) from error


def _storage_error(path: Path, what: str, error: OSError) -> JournalStorageError:
    return JournalStorageError(
        f"{path}: {what} ({error.strerror or error}); check that the disk has room and that this user may write there"
    )
