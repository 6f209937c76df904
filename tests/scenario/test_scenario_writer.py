"""What is written is read back to the same scenario."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamsk_pi.rules.acts import Answer, Flip, Lift, Ring, Say, Setup, Start, Take, TurnTimer
from tamsk_pi.rules.board import CELLS, cell_name, parse_cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import HolderRule, MatchSettings, PenaltyRule, StartRule
from tamsk_pi.scenario.grammar import standard_setup
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import End, Expect, Fault, FaultKind, FieldValue, Line, Put, Scenario, Statement
from tamsk_pi.scenario.writer import format_scenario, scenario_of

A1 = parse_cell("A1")
NS_PER_MS = 1_000_000

players = st.sampled_from(Player)
hourglasses = st.sampled_from(HOURGLASSES)
cells = st.sampled_from(CELLS)
cell_lists = st.lists(cells.map(cell_name), min_size=2, max_size=3).map(tuple)
words = st.sampled_from(["red", "", "A1", "own-cell", "G1.2"])
values: st.SearchStrategy[FieldValue] = st.one_of(
    st.none(), st.booleans(), st.integers(-999, 999_999), cell_lists, words
)
shares = st.integers(0, 1_000).map(lambda n: n / 1_000)
counts = st.integers(0, 1_023).map(float)


def matches() -> st.SearchStrategy[MatchSettings]:
    return st.builds(
        MatchSettings,
        level=st.integers(1, 3),
        penalty=st.sampled_from(PenaltyRule),
        start=st.sampled_from(StartRule),
        holders=st.sampled_from(HolderRule),
        seed=st.integers(0, 999_999_999),
        sand_ms=st.integers(1, 999_999_999),
        ring_window_ms=st.none() | st.integers(0, 20_000),
        announce_missing_ring=st.booleans(),
    )


at = st.just(0)
faults = [
    st.builds(Fault, at, st.just(FaultKind.STUCK), cells, st.integers(0, 1), value=counts),
    st.builds(Fault, at, st.just(FaultKind.DEAD), cells),
    st.builds(Fault, at, st.just(FaultKind.DRIFT), value=shares.map(lambda share: 7 - 20 * share)),
    st.builds(Fault, at, st.just(FaultKind.NOISE), value=shares),
    st.builds(Fault, at, st.just(FaultKind.NODE_LOSS), hourglass=hourglasses, value=shares),
    st.builds(Fault, at, st.sampled_from([FaultKind.NODE_SILENT, FaultKind.NODE_REBOOT]), hourglass=hourglasses),
    st.builds(
        Fault, at, st.just(FaultKind.NODE_BATTERY), hourglass=hourglasses, value=st.integers(0, 100).map(float)
    ),
    st.builds(Fault, at, st.just(FaultKind.NOISY), cells, st.integers(0, 1), value=shares),
    st.builds(Fault, at, st.just(FaultKind.DRIFT_OFF), cells, st.integers(0, 1)),
    st.builds(Fault, at, st.just(FaultKind.MUX_DEAD), value=st.integers(0, 4).map(float)),
    st.builds(Fault, at, st.just(FaultKind.ADC), value=st.sampled_from([0.0, 1023.0])),
    st.builds(Fault, at, st.just(FaultKind.SELECT_STUCK), value=st.integers(0, 3).map(float)),
    st.builds(Fault, at, st.just(FaultKind.CABLES), value=st.just(3.0), other=st.integers(0, 2)),
    st.builds(Fault, at, st.just(FaultKind.SPI_GONE), value=shares),
    st.builds(Fault, at, st.sampled_from([FaultKind.STALE, FaultKind.CLEAR])),
]
says = [
    st.builds(Say, at, st.sampled_from([Answer.RESIGN, Answer.DRAW, Answer.PAUSE, Answer.CONFIRM]), players),
    st.builds(Say, at, st.sampled_from([Answer.ALIVE, Answer.DEAD]), hourglass=hourglasses),
    st.builds(Say, at, st.just(Answer.OWNER), players, cell=cells),
]
refusals = st.dictionaries(
    st.sampled_from(["player", "hourglass", "reason", "cells", "rule", "at_ms"]), values, max_size=3
)
expects = st.builds(
    Expect, at, st.just("act-refused"), refusals.map(lambda d: tuple(d.items())), st.none() | st.integers(0, 999)
)
whole_board = st.sampled_from([standard_setup(0, StartRule.CORNERS), Start(0, MatchSettings())])
anywhere: st.SearchStrategy[Statement] = st.one_of(
    st.builds(Flip, at, hourglasses), st.builds(TurnTimer, at), whole_board, *faults, *says, expects
)
"""What may stand anywhere: nothing here depends on where pieces are."""


def placed(statement: Statement, at_ns: int, settings: MatchSettings) -> Statement:
    match statement:
        case Setup():
            return standard_setup(at_ns, settings.start)
        case Start():
            return Start(at_ns, settings)
        case _:
            return replace(statement, at_ns=at_ns)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    settings = draw(matches())
    made: list[Statement] = []
    at_ns = 0
    gaps: list[int] = []
    drawn = st.tuples(st.integers(0, 5_000), st.integers(0, 3), anywhere)
    for wait_ms, gap, statement in draw(st.lists(drawn, max_size=8)):
        at_ns += wait_ms * NS_PER_MS
        made.append(placed(statement, at_ns, settings))
        gaps.append(gap)
    if draw(st.booleans()):
        made.append(End(at_ns + 7 * NS_PER_MS))
        gaps.append(0)
    scenario = scenario_of("f", settings, made)
    lines = tuple(Line(line.number + sum(gaps[: i + 1]), line.statement) for i, line in enumerate(scenario.lines))
    return replace(scenario, lines=lines)


@given(scenarios())
def test_a_written_scenario_is_read_back_the_same(scenario: Scenario) -> None:
    assert parse(format_scenario(scenario), "f") == scenario


def test_hands_pieces_and_power_are_read_back_the_same() -> None:
    text = (
        "match level=2\n0.000 setup\n1.000 lift red1\n1.500 tilt red1\n1.600 upright red1\n\n2.001 place red1 A2\n"
        "2.500 hold black1 E1 1.250\n3.000 ring A2 red\n4.000 take A2\n5.000 fault power cut\n"
        "6.000 fault power back 0.75\n7.000 end\n"
    )
    assert format_scenario(parse(text, "f")) == text


def test_a_file_without_a_match_line_is_read_back_the_same() -> None:
    scenario = parse("0 setup\n1 end", "f")
    assert format_scenario(scenario) == "0.000 setup\n1.000 end\n"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (Lift(1, Hourglass.RED1), "whole number of milliseconds"),
        (Put(0, Hourglass.RED1, A1, hold_ns=1), "whole number of milliseconds"),
        (Ring(0, A1), "whose holder"),
        (Setup(0, (None,) * 6, (1,) * 37), "standard start"),
        (Start(0, MatchSettings(seed=99)), "same"),
        (Fault(0, FaultKind.DEAD), "expected a cell"),
        (Fault(0, FaultKind.NODE_SILENT), "expected an hourglass"),
    ],
)
def test_what_the_format_cannot_say_is_refused(statement: Statement, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        format_scenario(scenario_of("f", MatchSettings(), [statement]))


def test_settings_without_a_name_in_the_format_are_refused() -> None:
    with pytest.raises(ValueError, match="red has no name"):
        format_scenario(scenario_of("f", MatchSettings(red="Ann"), []))


def test_line_numbers_that_cannot_be_kept_are_refused() -> None:
    twice = (Line(2, Take(0, A1)), Line(2, TurnTimer(0)))
    with pytest.raises(ValueError, match="expected line numbers that increase"):
        format_scenario(Scenario("f", MatchSettings(), twice, 0))
    with pytest.raises(ValueError, match="line 1 is taken"):
        format_scenario(Scenario("f", MatchSettings(level=1), (Line(1, TurnTimer(0)),), 0))
