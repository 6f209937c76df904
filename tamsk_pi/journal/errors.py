"""What can go wrong with a journal. Each error is also the builtin that it means."""


class JournalError(Exception):
    """Something is wrong with a journal; the message says what, where, and what to do."""


class JournalCorruptError(JournalError, ValueError):
    """A journal that does not say what was written: bytes changed, or a record that cannot be read.

    `line` counts from 1, `offset` is the line's first byte in the file. Nothing has been changed on disk.
    """

    def __init__(self, name: str, line: int, offset: int, what: str) -> None:
        super().__init__(
            f"{name}: line {line}, byte {offset}: {what}; nothing was changed. Restore the file from a copy, or, "
            f"to give up everything from there on, cut a copy: head -c {offset} {name} > COPY.journal"
        )
        self.name = name
        self.line = line
        self.offset = offset


class JournalHeaderError(JournalError, ValueError):
    """A journal whose first line was never whole: nothing was kept in it."""


class JournalStorageError(JournalError, OSError):
    """The disk, or who may use it, is in the way."""


class JournalDifferenceError(JournalError, ValueError):
    """Deciding the journal again gives other rulings than were kept."""
