"""The doctor asks a running daemon through its page, PIN or no PIN, and gets what it shows."""

from collections import Counter

from health_samples import troubled_health
from page_browser import served
from page_fake_board import FakeBoard

from tamsk_pi.config import PageConfig
from tamsk_pi.doctor.check import Group, Verdict
from tamsk_pi.doctor.running import ask_daemon


def test_what_the_page_shows_comes_back_as_checks() -> None:
    board = FakeBoard()
    board.health = troubled_health()
    with served(board) as service:
        checks = ask_daemon(PageConfig(port=service.port))
    assert checks is not None
    nodes = [check for check in checks if check.group is Group.RADIO]
    assert Counter(check.verdict for check in nodes) == {Verdict.OK: 2, Verdict.WARNING: 5}
    assert nodes[1].text == ("red2: live, battery 9 %, 58 packets a minute, last 1 s ago, -61 dBm, version 1.0")
    assert checks[1].text.startswith("The supply’s voltage is too low")


def test_a_page_that_knows_nothing_of_health_is_no_answer() -> None:
    with served(FakeBoard()) as service:
        assert ask_daemon(PageConfig(port=service.port)) is None
