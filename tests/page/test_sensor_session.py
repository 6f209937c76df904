"""What a browser is told of the sensors, without a browser."""

import json
from collections.abc import Iterator

import pytest
from fake_sensors import FakeSensors
from page_fake_board import FakeBoard
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tamsk_pi.daemon.page.server import SENSOR_WATCHERS, create_app
from tamsk_pi.views.catalogue import Catalogue
from tamsk_pi.views.sensor_view import sensor_map

Told = dict[str, object]


@pytest.fixture
def sensors() -> FakeSensors:
    return FakeSensors()


@pytest.fixture
def client(sensors: FakeSensors) -> Iterator[TestClient]:
    with TestClient(create_app(FakeBoard(), lambda: 0, sensors=sensors)) as client:
        yield client


def _told(socket: WebSocketTestSession) -> Told:
    told: object = json.loads(socket.receive_text())
    assert isinstance(told, dict)
    return told


def _trace(socket: WebSocketTestSession) -> Told:
    for _ in range(5):
        trace = _told(socket)["trace"]
        if isinstance(trace, dict):
            return trace
    raise AssertionError("the cell was not told")


def test_a_watcher_is_told_the_whole_map_without_a_pin(client: TestClient, sensors: FakeSensors) -> None:
    with client.websocket_connect("/ws/sensors") as socket:
        assert _told(socket) == {"map": sensor_map(sensors.now, Catalogue.load("en")), "trace": None}


def test_a_watcher_is_told_in_his_language(client: TestClient) -> None:
    with client.websocket_connect("/ws/sensors?lang=de") as socket:
        assert "steht still" in json.dumps(_told(socket), ensure_ascii=False)


def test_a_cell_is_told_whole_and_then_what_came_since(client: TestClient) -> None:
    with client.websocket_connect("/ws/sensors") as socket:
        socket.send_text('{"cell": "A2"}')
        whole, more = _trace(socket), _trace(socket)
    assert (whole["cell"], whole["is_whole"], more["is_whole"]) == ("A2", True, False)
    numbers = [*_list(whole["s0"]), *_list(more["s0"])]
    assert numbers == list(range(len(numbers)))
    assert len(_list(more["s0"])) == 5
    assert [mark["what"] for mark in _list(whole["marks"])] == ["place", "release", "ring"]  # type: ignore[index]


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def test_another_cell_begins_anew(client: TestClient) -> None:
    with client.websocket_connect("/ws/sensors") as socket:
        socket.send_text('{"cell": "A2"}')
        _trace(socket)
        socket.send_text('{"cell": "A1"}')
        trace = _trace(socket)
        while trace["cell"] == "A2":
            trace = _trace(socket)
    assert (trace["cell"], trace["is_whole"]) == ("A1", True)
    assert [mark["what"] for mark in _list(trace["marks"])] == ["lift"]  # type: ignore[index]


@pytest.mark.parametrize("text", ["{", "[]", '{"cell": "Z9"}', '{"cell": 3}', '{"do": "set-up"}', "x" * 5_000])
def test_nonsense_is_passed_over(client: TestClient, text: str) -> None:
    with client.websocket_connect("/ws/sensors") as socket:
        socket.send_text(text)
        assert [_told(socket)["trace"] for _ in range(3)] == [None] * 3


def test_nothing_is_asked_of_the_sensors_while_nobody_looks(client: TestClient, sensors: FakeSensors) -> None:
    client.get("/sensors")
    with client.websocket_connect("/ws/sensors") as socket:
        _told(socket)
    asked = sensors.asked
    client.get("/")
    assert sensors.asked == asked


def test_only_so_many_look_at_once(client: TestClient) -> None:
    sockets = [client.websocket_connect("/ws/sensors") for _ in range(SENSOR_WATCHERS)]
    for socket in sockets:
        socket.__enter__()
    with pytest.raises(WebSocketDisconnect) as refusal, client.websocket_connect("/ws/sensors") as crowded:
        _told(crowded)
    assert refusal.value.code == 1013
    for socket in sockets:
        socket.__exit__(None, None, None)
    with client.websocket_connect("/ws/sensors") as socket:
        _told(socket)


def test_a_page_of_another_site_cannot_look(client: TestClient) -> None:
    headers = {"origin": "http://evil.example"}
    with (
        pytest.raises(WebSocketDisconnect) as refusal,
        client.websocket_connect("/ws/sensors", headers=headers),
    ):
        pass
    assert refusal.value.code == 1008


def test_the_view_is_a_page_of_its_own_with_the_words_of_its_viewer(client: TestClient) -> None:
    german = client.get("/sensors?lang=de")
    assert "<h1>Sensoren</h1>" in german.text
    assert "<style" not in german.text
    assert "style=" not in german.text
    assert german.headers["Content-Language"] == "de"
