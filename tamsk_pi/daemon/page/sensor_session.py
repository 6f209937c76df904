"""One browser that looks at the sensors: five times a second the whole board, and one cell's readings.

Told: `{"map": sensor_map(…), "trace": cell_trace(…)}`, the trace null until a cell was asked for, whole at first and
then what came since. Asked: `{"cell": "D4"}`. Nothing is sent, and nothing is worked out, while nobody looks; a
browser that takes it slowly is told less often. Looking needs no PIN and changes nothing.
"""

import json
from typing import Final, Protocol

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from tamsk_pi.daemon.page.commands import read_message
from tamsk_pi.rules.board import Cell, parse_cell
from tamsk_pi.views.catalogue import Catalogue
from tamsk_pi.views.page_state import PageState
from tamsk_pi.views.sensor_view import CellTrace, SensorFacts, cell_trace, sensor_map

INTERVAL_S: Final = 0.2
LEAST_S: Final = 0.05
"""However often somebody chooses another cell."""
_MESSAGE_CHARACTERS: Final = 64


class SensorSource(Protocol):
    """Whose sensors are looked at. Called on the event loop that serves the page."""

    def facts(self) -> SensorFacts:
        """The whole board now."""
        ...

    def trace(self, cell: Cell, since_ns: int) -> CellTrace:
        """That cell's readings after that instant, at most the last half minute; −1: all of it."""
        ...


class SensorSession:
    """A connection that has not been accepted yet; `run` serves it until it is gone."""

    def __init__(self, socket: WebSocket, source: SensorSource, catalogue: Catalogue) -> None:
        self._socket = socket
        self._source = source
        self._catalogue = catalogue
        self._cell: Cell | None = None
        self._since_ns = -1
        self._asked = anyio.Event()

    async def run(self) -> None:
        try:
            await self._socket.accept()
        except WebSocketDisconnect:
            return
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._push)
            await self._listen()
            tasks.cancel_scope.cancel()

    async def _push(self) -> None:
        try:
            while True:
                told = json.dumps(self._told(), separators=(",", ":"))
                await self._socket.send_text(told)
                await anyio.sleep(LEAST_S)
                with anyio.move_on_after(INTERVAL_S - LEAST_S):
                    await self._asked.wait()  # a cell that was just chosen is shown at once
                self._asked = anyio.Event()
        except WebSocketDisconnect:
            return

    def _told(self) -> PageState:
        facts = self._source.facts()
        told: PageState = {"map": sensor_map(facts, self._catalogue), "trace": None}
        if self._cell is not None:
            trace = self._source.trace(self._cell, self._since_ns)
            self._since_ns = trace.at_ns[-1] if trace.at_ns else self._since_ns
            told["trace"] = cell_trace(trace, facts)
        return told

    async def _listen(self) -> None:
        """Takes what is asked until the browser is gone; what is no cell is passed over."""
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                self._take(received.get("text"))
        except WebSocketDisconnect:
            return

    def _take(self, text: object) -> None:
        if not isinstance(text, str) or len(text) > _MESSAGE_CHARACTERS:
            return
        try:
            cell = parse_cell(str(read_message(text).get("cell")))
        except ValueError:
            return
        if cell != self._cell:
            self._cell, self._since_ns = cell, -1
            self._asked.set()
