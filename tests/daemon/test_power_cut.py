"""A match goes on after the power was cut: kept, decided alike again, compared with the board (H39, H40)."""

from pathlib import Path

from daemon_play import play

from tamsk_pi.journal.replay import replay
from tamsk_pi.journal.store import read_journal
from tamsk_pi.scenario.reader import parse

OPENING = """
0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
6.000 lift black1
6.300 flip black1
6.600 place black1 E1
7.200 ring E1 black
"""


def test_after_the_dark_an_unchanged_board_is_played_on(tmp_path: Path) -> None:
    scenario = parse(
        OPENING
        + """
10.000 fault power cut
10.000 fault power back 5
18.000 lift red2
18.300 flip red2
18.600 place red2 F1
19.300 ring F1 red
24.000 end
""",
        "cut.tamsk",
    )
    rulings = play(scenario, tmp_path)
    told = [(r["ruling"], r.get("to"), r.get("reason")) for r in (x.as_json() for x in rulings)]
    assert told[8:] == [
        ("question", None, "outage"),
        ("move-accepted", "F1", None),
        ("turn-started", None, None),
        ("ring-accepted", None, None),
    ]
    (path,) = tmp_path.glob("*.journal")
    assert replay(read_journal(path)).difference is None


def test_what_was_moved_in_the_dark_is_named_and_can_be_put_right(tmp_path: Path) -> None:
    scenario = parse(
        OPENING
        + """
10.000 fault power cut
10.000 fault power back 6
12.000 lift black2
13.000 place black2 F5
14.000 ring C3 black
20.000 lift black2
21.000 place black2 G4
22.000 take C3
26.000 end
""",
        "moved.tamsk",
    )
    told = [(r["ruling"], r.get("reason"), r.get("cells")) for r in (x.as_json() for x in play(scenario, tmp_path))]
    assert told[8:] == [
        ("question", "outage", None),
        ("act-refused", "in-pause", ["F5", "G4"]),
        ("act-refused", "in-pause", ["C3"]),
        ("refusal-cleared", None, ["F5", "G4"]),
        ("refusal-cleared", None, ["C3"]),
    ]


def test_windows_and_the_neutral_timer_stand_still_in_the_dark_and_sand_runs_on(tmp_path: Path) -> None:
    scenario = parse(
        "match sand_ms=20000 timer_ms=6000"
        + OPENING
        + """
9.000 timer
10.000 fault power cut
10.000 fault power back 30
60.000 end
""",
        "dark.tamsk",
    )
    by_kind = {r.kind: r.as_json() for r in play(scenario, tmp_path)}
    ran_out_ms, expired_ms = by_kind["timer-ran-out"]["at_ms"], by_kind["hourglass-expired"]["at_ms"]
    assert isinstance(ran_out_ms, int)
    assert isinstance(expired_ms, int)
    assert ran_out_ms > 40_000 + 4_000
    assert abs(expired_ms - 26_300) <= 250
