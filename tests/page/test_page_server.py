"""The page's HTTP and WebSocket protocol, without a browser."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from page_fake_board import PIN, FakeBoard
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tamsk_pi.daemon.page.hands import FlipTimer, LiftGlass
from tamsk_pi.daemon.page.headers import HEADERS
from tamsk_pi.daemon.page.server import create_app, is_same_site
from tamsk_pi.daemon.page.session import MESSAGE_BYTES
from tamsk_pi.rules.acts import Answer
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.views.catalogue import Catalogue

Answered = dict[str, object]
ENGLISH = Catalogue.load("en")


@pytest.fixture
def board() -> FakeBoard:
    return FakeBoard()


@pytest.fixture
def client(board: FakeBoard) -> Iterator[TestClient]:
    with TestClient(create_app(board, lambda: 0)) as client:
        yield client


def _receive(socket: WebSocketTestSession) -> Answered:
    message: object = json.loads(socket.receive_text())
    assert isinstance(message, dict)
    return message


def _greeted(socket: WebSocketTestSession) -> Answered:
    assert "hello" in _receive(socket)
    return _receive(socket)


def _answer(socket: WebSocketTestSession, text: str) -> Answered:
    """Sends and returns the answer, passing over states pushed meanwhile."""
    socket.send_text(text)
    while "state" in (message := _receive(socket)):
        pass
    return message


def _ask(socket: WebSocketTestSession, **message: object) -> Answered:
    return _answer(socket, json.dumps(message))


@pytest.mark.parametrize("path", ["/", "/api/state", "/healthz", "/static/main.js", "/static/board.css", "/nowhere"])
def test_every_answer_carries_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert [(name, headers.get(name)) for name, _ in HEADERS] == list(HEADERS)


def test_the_page_holds_no_inline_script_style_or_foreign_address(client: TestClient) -> None:
    text = client.get("/").text
    assert '<script type="module" src="/static/main.js"></script>' in text
    assert text.count("<script") == 2
    assert '<script type="application/json" id="texts">{' in text
    assert "style=" not in text
    assert "<style" not in text
    assert "//" not in text.replace("</", "<")


def test_the_state_is_served_as_json(client: TestClient, board: FakeBoard) -> None:
    assert client.get("/api/state").json() == board.state(ENGLISH)


def test_health_is_answered(client: TestClient) -> None:
    assert client.get("/healthz").text == "ok\n"


def test_files_outside_the_static_folder_are_not_served(client: TestClient) -> None:
    assert client.get("/static/../server.py").status_code == 404
    assert client.get("/static/%2e%2e/server.py").status_code == 404


def test_a_watcher_is_told_about_hands_and_then_the_whole_state(client: TestClient, board: FakeBoard) -> None:
    with client.websocket_connect("/ws") as socket:
        assert _receive(socket) == {"hello": {"has_hands": True, "is_real": False}}
        assert _receive(socket) == {"state": board.state(ENGLISH)}


def test_a_change_is_pushed_with_only_the_keys_that_differ(client: TestClient) -> None:
    with client.websocket_connect("/ws") as socket:
        _greeted(socket)
        _ask(socket, do="unlock", pin=PIN)
        socket.send_text(json.dumps({"do": "hands", "act": "timer"}))
        news = [_receive(socket), _receive(socket)]
        state = next(message["state"] for message in news if "state" in message)
        assert isinstance(state, dict)
        assert set(state) == {"timer", "version"}


@pytest.mark.parametrize(
    "message",
    [
        {"do": "hands", "act": "lift", "hourglass": "red1"},
        {"do": "set-up"},
        {"do": "say", "what": "resign", "player": "red"},
        {
            "do": "start",
            "level": 1,
            "penalty": "revised",
            "start": "corners",
            "red": "A",
            "black": "B",
            "sand_ms": 60_000,
        },
    ],
)
def test_without_the_pin_nothing_can_be_moved_or_decided(
    client: TestClient, board: FakeBoard, message: dict[str, object]
) -> None:
    with client.websocket_connect("/ws") as socket:
        _greeted(socket)
        answer = _ask(socket, **message, id=9)
        assert (answer["id"], str(answer["error"])[:17]) == (9, "You are watching;")
    assert (board.performed, board.set_ups, board.said, board.started) == ([], 0, [], [])


def test_the_pin_unlocks_its_own_connection_only(client: TestClient, board: FakeBoard) -> None:
    with client.websocket_connect("/ws") as player, client.websocket_connect("/ws") as watcher:
        _greeted(player)
        _greeted(watcher)
        assert _ask(player, do="unlock", pin=PIN, id="u") == {"ok": True, "id": "u"}
        assert _ask(player, do="hands", act="lift", hourglass="red1") == {"ok": True, "id": None}
        assert "error" in _ask(watcher, do="hands", act="lift", hourglass="red2")
    assert board.performed == [LiftGlass(Hourglass.RED1)]


def test_wrong_pins_are_limited_over_connections(client: TestClient) -> None:
    for _ in range(5):
        with client.websocket_connect("/ws") as socket:
            _greeted(socket)
            assert "not the PIN" in str(_ask(socket, do="unlock", pin="0000")["error"])
    with client.websocket_connect("/ws") as socket:
        _greeted(socket)
        assert "try again in 30 s" in str(_ask(socket, do="unlock", pin=PIN)["error"])


def test_what_the_board_cannot_do_comes_back_as_its_sentence(client: TestClient) -> None:
    with client.websocket_connect("/ws") as socket:
        _greeted(socket)
        _ask(socket, do="unlock", pin=PIN)
        answer = _ask(socket, do="hands", act="take", cell="D4", id=3)
        assert answer == {"error": "there is no ring on D4", "id": 3}


def test_a_saying_reaches_the_board(client: TestClient, board: FakeBoard) -> None:
    with client.websocket_connect("/ws") as socket:
        _greeted(socket)
        _ask(socket, do="unlock", pin=PIN)
        _ask(socket, do="say", what="draw", player="black")
    assert board.said == [(Answer.DRAW, Player.BLACK, None, None)]


def test_a_board_of_real_pieces_has_no_hands_on_the_page() -> None:
    board = FakeBoard(has_hands=False)
    with TestClient(create_app(board, lambda: 0)) as client, client.websocket_connect("/ws") as socket:
        assert _receive(socket) == {"hello": {"has_hands": False, "is_real": True}}
        _ask(socket, do="unlock", pin=PIN)
        assert "are real" in str(_ask(socket, do="hands", act="timer")["error"])
        assert "are real" in str(_ask(socket, do="set-up")["error"])
        assert _ask(socket, do="say", what="pause", player="red") == {"ok": True, "id": None}
    assert board.performed == []


def test_nonsense_is_answered_and_the_connection_goes_on(client: TestClient, board: FakeBoard) -> None:
    with client.websocket_connect("/ws") as socket:
        _greeted(socket)
        assert "not JSON" in str(_answer(socket, "{")["error"])
        assert "not JSON" in str(_answer(socket, "[" * 4_000)["error"])
        socket.send_bytes(b"\x00\xff")
        assert "text message" in str(_receive(socket)["error"])
        _ask(socket, do="unlock", pin=PIN)
        assert _ask(socket, do="hands", act="timer") == {"ok": True, "id": None}
    assert board.performed == [FlipTimer()]


def test_a_message_that_is_too_long_ends_the_connection(client: TestClient) -> None:
    with client.websocket_connect("/ws") as socket:
        _greeted(socket)
        socket.send_text(" " * (MESSAGE_BYTES + 1))
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_text()
    assert end.value.code == 1009


def test_a_page_of_another_site_cannot_connect(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as refusal,
        client.websocket_connect("/ws", headers={"origin": "http://evil.example"}),
    ):
        pass
    assert refusal.value.code == 1008


def test_the_own_page_can_connect(client: TestClient) -> None:
    with client.websocket_connect("/ws", headers={"origin": "http://testserver"}) as socket:
        _greeted(socket)


@pytest.mark.parametrize(
    ("origin", "host", "is_same"),
    [
        (None, "pi:8080", True),
        ("http://pi:8080", "pi:8080", True),
        ("https://PI:8080", "pi:8080", True),
        ("http://pi", "pi:8080", False),
        ("http://pi:8080.evil.example", "pi:8080", False),
        ("null", "pi:8080", False),
        ("http://[", "pi:8080", False),
        ("file://pi:8080", "pi:8080", False),
        ("http://pi:8080", None, False),
    ],
)
def test_the_origin_must_be_the_host_that_was_asked(origin: str | None, host: str | None, is_same: bool) -> None:
    assert is_same_site(origin, host) is is_same


def test_a_64th_watcher_comes_in_and_a_65th_is_turned_away(client: TestClient) -> None:
    sockets = [client.websocket_connect("/ws") for _ in range(64)]
    for socket in sockets:
        socket.__enter__()
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws"):
        pass
    for socket in sockets:
        socket.__exit__(None, None, None)
    with client.websocket_connect("/ws") as socket:
        _greeted(socket)


def test_a_name_with_markup_is_kept_as_text(client: TestClient, board: FakeBoard) -> None:
    red, black = board.view.players
    board.view = replace(board.view, players=(replace(red, name="<img src=x>"), black))
    assert client.get("/api/state").json()["players"]["red"]["name"] == "<img src=x>"
