"""One browser: what it is told, and what it asks for.

Told: first `{"hello": {"has_hands": …, "is_real": …}}`, then `{"state": …}` whenever the state is newer, with the
top-level keys that differ from what this browser knows (all of them at first). Answered: `{"ok": true, "id": …}` or
`{"error": sentence, "id": …}`. Sentences are in the language of this browser; those about a message that no page of
ours sends are in English.
"""

import json
from typing import Final, assert_never

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from tamsk_pi.daemon.page.backend import PageBackend
from tamsk_pi.daemon.page.commands import (
    CalibrateBoard,
    Command,
    MoveHands,
    PairNodes,
    RequestId,
    SayAnswer,
    SetUpBoard,
    StartMatch,
    TimeSand,
    Unlock,
    parse_command,
    read_message,
    request_id,
)
from tamsk_pi.daemon.page.pin import PinLock
from tamsk_pi.views.catalogue import Catalogue, PlayerError, message
from tamsk_pi.views.page_state import PageState, PageValue

MESSAGE_BYTES: Final = 4_096
PUSH_INTERVAL_S: Final = 0.05
"""At most 20 states a second; what changes meanwhile is in the next one."""
TOO_BIG: Final = 1009
"""RFC 6455, section 7.4.1."""


class Session:
    """A connection that has not been accepted yet; `run` serves it until it is gone."""

    def __init__(self, socket: WebSocket, backend: PageBackend, lock: PinLock, catalogue: Catalogue) -> None:
        self._socket = socket
        self._catalogue = catalogue
        self._backend = backend
        self._lock = lock
        self._is_unlocked = False
        self._known: PageState = {}

    async def run(self) -> None:
        try:
            await self._socket.accept()
            await self._send({"hello": {"has_hands": self._backend.has_hands, "is_real": self._backend.is_real}})
        except WebSocketDisconnect:
            return
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._push)
            is_too_big = await self._listen()
            tasks.cancel_scope.cancel()
        if is_too_big:
            await self._socket.close(TOO_BIG, f"messages have at most {MESSAGE_BYTES} bytes")

    async def _push(self) -> None:
        try:
            while True:
                state = self._backend.state(self._catalogue)
                news = _difference(self._known, state)
                self._known = state
                if news:
                    await self._send({"state": news})
                await anyio.sleep(PUSH_INTERVAL_S)
                version = state["version"]
                assert isinstance(version, int)
                await self._backend.changed(version)
        except WebSocketDisconnect:
            return

    async def _listen(self) -> bool:
        """Answers until the browser is gone; True if instead it sent too much at once."""
        try:
            while True:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect":
                    return False
                text = received.get("text")
                if not isinstance(text, str):
                    await self._send({"error": "expected a text message with a JSON object"})
                elif len(text.encode("utf-8", "replace")) > MESSAGE_BYTES:
                    return True
                else:
                    await self._send(self._answer(text))
        except WebSocketDisconnect:
            return False

    def _answer(self, text: str) -> PageState:
        identity: RequestId = None
        try:
            asked = read_message(text)
            identity = request_id(asked)
            self._do(parse_command(asked))
        except PlayerError as error:
            return {"error": self._catalogue.say(error.message), "id": identity}
        except ValueError as error:
            return {"error": str(error), "id": identity}
        return {"ok": True, "id": identity}

    def _do(self, command: Command) -> None:
        if isinstance(command, Unlock):
            client = self._socket.client
            self._lock.check(command.pin, self._backend.pin, client.host if client else "")
            self._is_unlocked = True
            return
        if not self._is_unlocked:
            raise PlayerError(message("cannot-watching"))
        match command:
            case MoveHands(act):
                self._need_hands()
                self._backend.perform(act)
            case SetUpBoard(start):
                self._need_hands()
                self._backend.set_up(start)
            case StartMatch(settings):
                self._backend.start(settings)
            case SayAnswer(what, player, hourglass, cell):
                self._backend.say(what, player, hourglass, cell)
            case TimeSand(act, glass):
                self._backend.time_sand(act, glass)
            case PairNodes(pairing, glass):
                self._backend.pair(pairing, glass)
            case CalibrateBoard(asked):
                self._backend.calibrate(asked)
            case _:
                assert_never(command)

    def _need_hands(self) -> None:
        if not self._backend.has_hands:
            raise PlayerError(message("cannot-move-real-pieces"))

    async def _send(self, told: dict[str, PageValue]) -> None:
        await self._socket.send_text(json.dumps(told, separators=(",", ":")))


def _difference(known: PageState, state: PageState) -> PageState:
    return {key: value for key, value in state.items() if key not in known or known[key] != value}
