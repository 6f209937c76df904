"""Scenario files are read to the letter of the contract, or refused with file and line."""

import pytest

from tamsk_pi.rules.acts import Answer, Flip, Lift, Ring, Say, Setup, Start, Take, Tilt, TurnTimer, Upright
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass, Player
from tamsk_pi.rules.settings import HolderRule, MatchSettings, PenaltyRule, StartRule
from tamsk_pi.scenario.errors import ScenarioError
from tamsk_pi.scenario.reader import MAX_FILE_BYTES, decode, parse
from tamsk_pi.scenario.statements import End, Expect, Fault, FaultKind, Line, Put, Scenario, Statement

A1, A2 = parse_cell("A1"), parse_cell("A2")
S_NS = 1_000_000_000


def read(*lines: str) -> Scenario:
    return parse("\n".join(lines), "f")


def only(text: str) -> Statement:
    (line,) = read(text).lines
    return line.statement


def test_the_contract_s_example_is_read() -> None:
    scenario = read(
        "match level=3 penalty=revised seed=7",
        "0.000 setup   # standard start",
        "",
        "1.000 start",
        "2.000 lift red1",
        "2.6 place red1 A2",
        "3.100 ring A2 red",
        "9 end",
    )
    settings = MatchSettings(seed=7)
    assert scenario == Scenario(
        "f",
        settings,
        (
            Line(2, Setup(0, HOME, (0,) * 37)),
            Line(4, Start(S_NS, settings)),
            Line(5, Lift(2 * S_NS, Hourglass.RED1)),
            Line(6, Put(2_600_000_000, Hourglass.RED1, A2)),
            Line(7, Ring(3_100_000_000, A2, Player.RED)),
            Line(8, End(9 * S_NS)),
        ),
        9 * S_NS,
    )


def test_every_setting_of_the_match_line_is_taken() -> None:
    settings = read(
        "match level=2 penalty=1998 start=free-placement holders=counted sand_ms=5000 timer_ms=700 "
        "sand_uncertainty_ms=12 ring_window_ms=3000 announce_missing_ring=true"
    ).settings
    assert settings == MatchSettings(
        level=2,
        penalty=PenaltyRule.FIRST_EDITION,
        start=StartRule.FREE_PLACEMENT,
        holders=HolderRule.COUNTED,
        sand_ms=5_000,
        timer_ms=700,
        sand_uncertainty_ms=12,
        ring_window_ms=3_000,
        announce_missing_ring=True,
    )


def test_without_a_match_line_the_defaults_hold() -> None:
    settings = read("0 setup").settings
    assert settings == MatchSettings()
    assert (settings.sand_ms, settings.timer_ms, settings.sand_uncertainty_ms) == (180_000, 15_000, 0)


def test_free_placement_sets_up_an_empty_board() -> None:
    scenario = read("match start=free-placement", "0 setup")
    assert scenario.lines[0].statement == Setup(0, (None,) * 6, (0,) * 37)


def test_without_an_end_the_last_line_ends_the_scenario() -> None:
    assert read("0 setup", "4.25 start").end_ns == 4_250_000_000
    assert read("# nothing").end_ns == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 flip red1", Flip(S_NS, Hourglass.RED1)),
        ("1 hold black3 A2 0.250", Put(S_NS, Hourglass.BLACK3, A2, 250_000_000)),
        ("1 tilt red2", Tilt(S_NS, Hourglass.RED2)),
        ("1 timer", TurnTimer(S_NS)),
        ("1 say resign red", Say(S_NS, Answer.RESIGN, player=Player.RED)),
        ("1 say confirm black", Say(S_NS, Answer.CONFIRM, player=Player.BLACK)),
        ("1 say alive red3", Say(S_NS, Answer.ALIVE, hourglass=Hourglass.RED3)),
        ("1 say dead black2", Say(S_NS, Answer.DEAD, hourglass=Hourglass.BLACK2)),
        ("1 say owner A1 black", Say(S_NS, Answer.OWNER, player=Player.BLACK, cell=A1)),
        ("1 fault stuck A1 1 512", Fault(S_NS, FaultKind.STUCK, cell=A1, sensor=1, value=512)),
        ("1 fault stuck A1 S0 3", Fault(S_NS, FaultKind.STUCK, cell=A1, sensor=0, value=3)),
        ("1 fault dead A1", Fault(S_NS, FaultKind.DEAD, cell=A1)),
        ("1 fault drift -2.5", Fault(S_NS, FaultKind.DRIFT, value=-2.5)),
        ("1 fault noise 1.5", Fault(S_NS, FaultKind.NOISE, value=1.5)),
        ("1 fault node red1 loss 0.4", Fault(S_NS, FaultKind.NODE_LOSS, hourglass=Hourglass.RED1, value=0.4)),
        ("1 fault node red1 silent", Fault(S_NS, FaultKind.NODE_SILENT, hourglass=Hourglass.RED1)),
        ("1 fault node red1 reboot", Fault(S_NS, FaultKind.NODE_REBOOT, hourglass=Hourglass.RED1)),
        ("1 fault node red1 battery 9", Fault(S_NS, FaultKind.NODE_BATTERY, hourglass=Hourglass.RED1, value=9)),
        ("1 fault power cut", Fault(S_NS, FaultKind.POWER_CUT)),
        ("1 fault clear", Fault(S_NS, FaultKind.CLEAR)),
        ("1 expect resumed", Expect(S_NS, "resumed", ())),
        (
            "1 expect act-refused player=null cells=A1,A2 reason=own-cell rule=H9 within 50",
            Expect(
                S_NS,
                "act-refused",
                (("player", None), ("cells", ("A1", "A2")), ("reason", "own-cell"), ("rule", "H9")),
                50,
            ),
        ),
        (
            "1 expect ring-accepted left=31 provisional=true",
            Expect(S_NS, "ring-accepted", (("left", 31), ("provisional", True))),
        ),
        ("1 expect act-refused cells=", Expect(S_NS, "act-refused", (("cells", ""),))),
    ],
)
def test_each_form_is_read(text: str, expected: Statement) -> None:
    assert only(text) == expected


def test_power_comes_back_after_the_seconds_it_was_gone() -> None:
    scenario = read("1 fault power cut", "9 fault power back 7.5")
    assert scenario.lines[1].statement == Fault(9 * S_NS, FaultKind.POWER_BACK, value=7.5)


def test_a_lifted_glass_and_a_dropped_ring_can_be_put_back() -> None:
    scenario = read("0 setup", "1 lift red1", "1 tilt red1", "1 upright red1", "1 ring A1 red", "2 take A1")
    assert [line.statement for line in scenario.lines[3:]] == [
        Upright(S_NS, Hourglass.RED1),
        Ring(S_NS, A1, Player.RED),
        Take(2 * S_NS, A1),
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["0 setup", "1 plce red1 A2"], "f:2: 'plce' is not a statement; did you mean 'place'?"),
        (["match levle=3"], "f:1: 'levle' is not a setting; did you mean 'level'?"),
        (["match level"], "f:1: 'level': expected SETTING=VALUE"),
        (["match level=4"], "f:1: level=4: expected 1, 2 or 3"),
        (["match seed=1 seed=1"], "f:1: 'seed' is set twice; expected it once"),
        (["0 setup", "match level=2"], "f:2: `match` is expected once, before the first act"),
        (["match", "match"], "f:2: `match` is expected once, before the first act"),
        (["setup"], "f:1: 'setup' is not a time; expected seconds such as 2.600, at most 999999.999"),
        (["0.0001 setup"], "f:1: '0.0001' is not a time; expected seconds such as 2.600, at most 999999.999"),
        (["-1 setup"], "f:1: '-1' is not a time; expected seconds such as 2.600, at most 999999.999"),
        (["٣ setup"], "f:1: '٣' is not a time; expected seconds such as 2.600, at most 999999.999"),
        (
            ["2 setup", "# x", "1.999 start"],
            "f:3: 1.999 is before 2, the line above; expected times that never decrease",
        ),
        (["0 setup", "1 lift"], "f:2: 'lift' is not complete or too long; expected lift G"),
        (["0 setup", "1 lift red1 A1"], "f:2: 'lift red1 A1' is not complete or too long; expected lift G"),
        (["0 flip red4"], "f:1: 'red4' is not an hourglass; expected red1, red2, red3, black1, black2 or black3"),
        (["0 ring A1 blue"], "f:1: 'blue' is not a player; expected red or black"),
        (["0 expect moved"], "f:1: 'moved' is not a ruling; did you mean 'move-accepted'?"),
        (["0 expect resumed x"], "f:1: 'x': expected KEY=VALUE"),
        (["0 expect turn-started plyer=red"], "f:1: turn-started has no key 'plyer'; did you mean 'player'?"),
        (["0 expect resumed within 5 rule=H39"], "f:1: `within MS` is expected at the end of the line"),
        (
            ["0 expect resumed within -5"],
            "f:1: '-5' is not a distance in milliseconds; expected a whole number from 0 to 999999999",
        ),
        (
            ["0 fault drift much"],
            "f:1: 'much' is not a drift in counts per hour; expected a number from -1e+06 to 1e+06",
        ),
        (["0 fault node red1 loss 1.1"], "f:1: '1.1' is not a share of packets lost; expected a number from 0 to 1"),
        (["0 fault stuck A1 2 5"], "f:1: '2' is not a sensor of a cell; expected a whole number from 0 to 1"),
        (
            ["0 fault stuck A1 1 1024"],
            "f:1: '1024' is not a reading in counts; expected a whole number from 0 to 1023",
        ),
        (["0 \x00"], "f:1: character 0x00 is not text; expected UTF-8 text"),
        (["", "#" * 1_001], "f:2: expected at most 1000 characters on a line"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_file_and_line(lines: list[str], message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(*lines)
    assert str(caught.value) == message


@pytest.mark.parametrize("words", ["", "say", "say resign", "say owner A1", "fault", "fault node red1", "expect"])
def test_a_statement_that_breaks_off_is_refused(words: str) -> None:
    with pytest.raises(ScenarioError, match=r"^f:1: .*expected"):
        read(f"0 {words}")


def test_windows_line_ends_and_a_byte_order_mark_are_no_trouble() -> None:
    assert parse(decode(b"\xef\xbb\xbf0 setup\r\n1 end\r\n", "f"), "f") == read("0 setup", "1 end")


def test_bytes_that_are_not_utf_8_are_refused_with_their_line() -> None:
    with pytest.raises(ScenarioError, match=r"^f:2: byte 0xff is not UTF-8"):
        decode(b"0 setup\n# \xff", "f")


def test_a_file_too_long_for_a_scenario_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"^f: longer than"):
        decode(b"#" * (MAX_FILE_BYTES + 1), "f")
    with pytest.raises(ScenarioError, match=r"^f: longer than"):
        parse("#" * (MAX_FILE_BYTES + 1), "f")
