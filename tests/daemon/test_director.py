"""The director: hands to the table, words to the daemon, and when the power is cut."""

from dataclasses import dataclass, field

import pytest

from tamsk_pi.config import load_layout
from tamsk_pi.daemon.director import AHEAD_NS, Director, PowerCut, power_cuts
from tamsk_pi.rules.acts import Say, Start
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.scenario.reader import parse
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

MS = 1_000_000
S = 1_000_000_000


@dataclass
class FakeListener:
    """Notes what it is told, with its instant; `is_playing` and `has_ended` are set by the test."""

    is_playing: bool = False
    has_ended: bool = False
    heard: list[tuple[str, int]] = field(default_factory=list)

    def say(self, say: Say) -> None:
        self.heard.append((say.what.value, say.at_ns))

    def start(self, start: Start) -> None:
        self.heard.append(("start", start.at_ns))


WORDS = """
0.000 setup
1.000 start
2.000 say pause red
3.000 say resume red
4.000 start
9.000 end
"""


def table() -> Table:
    return Table(load_layout(None), TableSettings())


def test_words_are_said_once_and_in_order_a_moment_ahead_of_their_instant() -> None:
    listener = FakeListener()
    director = Director(parse(WORDS, "words"), table())
    heard: list[int] = []
    for at_ms in (0, 899, 900, 1_000, 1_899, 1_900, 5_000):
        director.direct(at_ms * MS, listener)
        heard.append(len(listener.heard))
    assert AHEAD_NS == 100 * MS
    assert heard == [0, 0, 1, 1, 1, 2, 4]
    assert listener.heard == [("start", S), ("pause", 2 * S), ("resume", 3 * S), ("start", 4 * S)]


def test_a_start_after_the_end_is_not_said() -> None:
    listener = FakeListener(has_ended=True)
    Director(parse(WORDS, "words"), table()).direct(5 * S, listener)
    assert listener.heard == [("pause", 2 * S), ("resume", 3 * S)]


def test_a_start_while_a_match_is_going_on_is_not_said() -> None:
    listener = FakeListener(is_playing=True)
    Director(parse(WORDS, "words"), table()).direct(5 * S, listener)
    assert listener.heard == [("pause", 2 * S), ("resume", 3 * S)]


def test_words_behind_the_scenario_s_end_or_before_its_resumption_are_left_out() -> None:
    listener = FakeListener()
    cut_short = parse(WORDS.replace("9.000 end", "3.500 end").replace("4.000 start\n", ""), "words")
    Director(cut_short, table(), from_ns=2 * S).direct(9 * S, listener)
    assert listener.heard == [("pause", 2 * S), ("resume", 3 * S)]


def test_hands_are_told_early_enough_to_be_in_time() -> None:
    board = table()
    director = Director(parse("0 setup\n1 lift red1\n1.3 flip red1\n1.6 place red1 B2\n2 end\n", "hands"), board)
    for at_ms in range(0, 2_001, 10):
        director.direct(at_ms * MS, FakeListener())
        board.advance(at_ms * MS)
    truth = board.truth()
    assert truth.hourglasses[0].cell == parse_cell("B2")
    assert truth.hourglasses[0].is_end_b_down


@pytest.mark.parametrize(
    ("lines", "cuts"),
    [
        ("", ()),
        ("2 fault power cut\n", (PowerCut(2 * S, None),)),
        ("2 fault power cut\n2 fault power back 5\n", (PowerCut(2 * S, 7 * S),)),
        ("2 fault power cut\n4 fault power back 1\n", (PowerCut(2 * S, 4 * S),)),
        (
            "2 fault power cut\n2 fault power back 1\n5 fault power cut\n5 fault power back 2\n",
            (PowerCut(2 * S, 3 * S), PowerCut(5 * S, 7 * S)),
        ),
    ],
    ids=["none", "for-good", "after-seconds", "not-before-it-is-said", "twice"],
)
def test_power_comes_back_as_long_after_the_cut_as_the_scenario_says(lines: str, cuts: tuple[PowerCut, ...]) -> None:
    assert power_cuts(parse(f"0 setup\n1 start\n{lines}", "power")) == cuts
