"""Starting and tending the radio beside the sensor loop: a Bluetooth that hangs holds up no scan of the board."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Final, Protocol

PATIENCE_S: Final = 0.02
"""What a round waits for the radio; whatever takes longer goes on beside the rounds."""


class Tended(Protocol):
    """A radio as drivers/radio.py has it; `start` and `tend` may take many seconds and raise nothing."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def tend(self) -> None: ...


class RadioTending:
    """One thing at a time is done to the radio: a round that finds it still being done leaves it alone."""

    def __init__(self, radio: Tended | None) -> None:
        self._radio = radio
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen."""
        if self._radio is not None:
            await self._do(self._radio.start())

    async def tend(self) -> None:
        """See to the radio, unless that is still being done."""
        if self._radio is not None and self._task is None:
            await self._do(self._radio.tend())
        elif self._task is not None:
            await self._wait(self._task)

    async def stop(self) -> None:
        """End what is being done, then the scan."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        if self._radio is not None:
            await self._radio.stop()

    async def _do(self, what: Coroutine[None, None, None]) -> None:
        self._task = asyncio.create_task(what)
        await self._wait(self._task)

    async def _wait(self, task: asyncio.Task[None]) -> None:
        done, _ = await asyncio.wait({task}, timeout=PATIENCE_S)
        if done:
            self._task = None
            task.result()
