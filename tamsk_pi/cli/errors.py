"""What ends a command with a message instead of a result.

The core's own errors are subclasses of ValueError whose text is meant for people; `main` prints them and exits 2.
A command raises a CommandError where it has the exit code to say. A bare ValueError is a mistake of ours and shows
itself.
"""

from enum import IntEnum


class Exit(IntEnum):
    """What the exit codes mean (scenarios.md, "The other commands"); the last two are what shells make of signals."""

    DONE = 0
    ANSWER_IS_NO = 1
    WRONG_USE = 2
    INTERRUPTED = 130  # 128 + SIGINT
    PIPE_CLOSED = 141  # 128 + SIGPIPE


class CommandError(ValueError):
    """A command cannot go on; the text says what, where, and what to do. `exit_code` is 1 or 2."""

    def __init__(self, text: str, exit_code: Exit = Exit.WRONG_USE) -> None:
        super().__init__(text)
        self.exit_code = exit_code
