"""Whose page is in which language, and what is sent in it."""

import html
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from live_board import live_board
from page_fake_board import PIN, FakeBoard
from page_positions import wordy
from starlette.testclient import TestClient, WebSocketTestSession

from tamsk_pi.daemon.page.server import create_app
from tamsk_pi.views.catalogue import Catalogue

MADE_UP = """
language-name = Made <up>
page-new-match = <b>New</b> & <kbd>old</kbd>
live-close = </script><!--
headline-to-move = { $player }!
"""


def client_of(language: str = "auto", directory: Path | None = None) -> TestClient:
    board = FakeBoard(wordy())
    board.language_now = language
    return TestClient(create_app(board, lambda: 0, directory), headers={"accept-language": ""})


def language_of(page: str) -> str:
    match = re.search(r'<html lang="([^"]*)">', page)
    assert match is not None
    return match[1]


@pytest.mark.parametrize(
    ("configured", "address", "cookie", "accepted", "language"),
    [
        ("auto", "/", None, "", "en"),
        ("auto", "/", None, "de", "de"),
        ("auto", "/", None, "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("auto", "/", None, "fr, de;q=0.4, en;q=0.6", "en"),
        ("auto", "/", None, "de;q=0, *", "en"),
        ("auto", "/", None, "de;q=many, en;q=0.1", "en"),
        ("de", "/", None, "en", "de"),
        ("de", "/", "en", "de", "en"),
        ("de", "/", "../en", "en", "de"),
        ("de", "/?lang=en", None, "de", "en"),
        ("en", "/?lang=DE-ch", "en", "en", "de"),
        ("en", "/?lang=xx", "de", "en", "de"),
    ],
)
def test_address_then_choice_then_configuration_then_browser_say_the_language(
    configured: str, address: str, cookie: str | None, accepted: str, language: str
) -> None:
    headers = {"accept-language": accepted} | ({} if cookie is None else {"cookie": f"tamsk-pi-language={cookie}"})
    answer = client_of(configured).get(address, headers=headers)
    assert language_of(answer.text) == language
    assert answer.headers["content-language"] == language
    assert answer.headers["vary"] == "Cookie, Accept-Language"


@pytest.mark.parametrize(("tag", "words"), [("en", "Start a match"), ("de", "Partie starten")])
def test_the_page_is_filled_in_completely(tag: str, words: str) -> None:
    page = client_of().get(f"/?lang={tag}").text
    assert words in page
    assert "{{" not in page
    assert re.findall(r'<option value="(\w+)" lang="\w+"( selected)?>', page) == [
        (t, " selected" if t == tag else "") for t in ("en", "de")
    ]


def test_what_the_scripts_say_comes_with_the_page() -> None:
    page = client_of().get("/?lang=de").text
    match = re.search(r'<script type="application/json" id="texts">(.*?)</script>', page)
    assert match is not None
    told = json.loads(match[1])
    assert told["decimal_mark"] == ","
    assert told["texts"]["live-close"] == ["Schließen"]
    assert {key.split("-")[0] for key in told["texts"]} == {"live", "rule", "hourglass", "neutral", "player"}


def test_a_text_is_never_markup_but_for_keys_to_press(tmp_path: Path) -> None:
    (tmp_path / "xx.ftl").write_text(MADE_UP, encoding="utf-8")
    page = client_of(directory=tmp_path).get("/?lang=xx").text
    assert "&lt;b&gt;New&lt;/b&gt; &amp; <kbd>old</kbd>" in page
    assert "\\u003c/script>\\u003c!--" in page
    assert page.count("</script>") == 2
    assert html.escape("Made <up>") in page


def test_a_language_s_file_in_the_directory_is_all_it_takes(tmp_path: Path) -> None:
    (tmp_path / "xx.ftl").write_text(MADE_UP, encoding="utf-8")
    client = client_of("xx", tmp_path)
    page = client.get("/").text
    assert language_of(page) == "xx"
    assert "Start a match" in page
    assert client.get("/api/state").json()["headline"] == "Friederike!"
    assert client.get("/api/state?lang=de").json()["headline"] == "Friederike ist am Zug"


def told(socket: WebSocketTestSession) -> Mapping[str, object]:
    news: object = json.loads(socket.receive_text())
    assert isinstance(news, dict)
    return news


def test_two_who_look_at_one_board_read_each_his_own_language() -> None:
    client = client_of()
    with client.websocket_connect("/ws?lang=de") as german, client.websocket_connect("/ws?lang=en") as english:
        states = {}
        for tag, socket in (("de", german), ("en", english)):
            assert "hello" in told(socket)
            states[tag] = told(socket)["state"]
        for socket in (german, english):
            socket.send_text(json.dumps({"do": "unlock", "pin": PIN[::-1], "id": 1}))
        refusals = [told(socket)["error"] for socket in (german, english)]
    assert refusals[0] == "Das ist nicht die PIN; wem das Brett gehört, sieht sie, wo es gestartet wurde."
    assert refusals[1] == "This is not the PIN; the board’s owner sees it where the daemon was started."
    hints = [state["hint"] for state in states.values() if isinstance(state, dict)]
    assert hints == [
        "Drehe Rot 2 um, wo sie steht, oder stelle sie zurück auf C3. Dann das nächste blinkende Feld.",
        "Turn red2 over where it stands, or put it back on C3. Then the next blinking cell.",
    ]


def test_what_is_refused_is_said_in_the_language_of_whoever_asked() -> None:
    catalogue = Catalogue.load("de")
    with client_of("de").websocket_connect("/ws") as socket:
        assert "hello" in told(socket)
        assert "state" in told(socket)
        socket.send_text(json.dumps({"do": "set-up"}))
        assert told(socket)["error"] == catalogue.text("cannot-watching")


def test_the_command_says_the_language_of_the_page(tmp_path: Path) -> None:
    with live_board(tmp_path, "--language", "de") as board:
        assert str(board.state()["headline"]) in {"Das Brett wird angesehen …", "Bereit"}
