"""Every ruling says what it rests on: acts and instants, margins in milliseconds, what was the case."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from evidence_told import kind_of, told
from hypothesis import HealthCheck, given, settings
from playing_scenarios import MS, NAMES, read, ruled_with_watermarks
from random_hands import Doing, Hands, doings

from tamsk_pi.referee.referee import RefereeState, Watermark, decide, step
from tamsk_pi.referee.rulings import PenaltyLapsed, RingAccepted, RingLapsed, Ruling
from tamsk_pi.referee.why import Case, Span, What
from tamsk_pi.rules.acts import Flip, Outage, SensorTrouble, Trouble
from tamsk_pi.rules.board import CELLS
from tamsk_pi.rules.pieces import HOME, Hourglass
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse

TABLE = Path(__file__).with_name("evidence.txt")

RED_MOVES = """0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
"""


def table() -> Iterator[tuple[str, int, str, str]]:
    """Scenario, which ruling of its kind, the kind, and the evidence."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    for where, evidence in zip(lines[::2], lines[1::2], strict=True):
        place, _, kind = where.partition(": ")
        scenario, _, number = place.partition(" #")
        yield scenario, int(number), kind, evidence.strip()


def ruled(text: str) -> list[Ruling]:
    """What the referee rules on this scenario."""
    scenario = parse(text, "test")
    return list(decide(RefereeState.initial(scenario.settings), to_acts(scenario), scenario.end_ns)[1])


def evidence_of(rulings: list[Ruling], kind: str) -> str:
    """The evidence of the first ruling of that kind."""
    return next(told(ruling) for ruling in rulings if kind_of(ruling) == kind)


def ruled_in(name: str) -> tuple[Ruling, ...]:
    scenario = read(name)
    return ruled_with_watermarks(scenario.settings, to_acts(scenario), [scenario.end_ns])


@pytest.mark.parametrize(("scenario", "number", "kind", "evidence"), tuple(table()))
def test_the_evidence_of_each_kind_of_ruling_is_exactly(scenario: str, number: int, kind: str, evidence: str) -> None:
    same_kind = [ruling for ruling in ruled_in(f"{scenario}.tamsk") if kind_of(ruling) == kind]
    assert told(same_kind[number - 1]) == evidence


def test_every_kind_and_reason_in_the_scenarios_has_its_evidence_in_the_table() -> None:
    kinds = Counter(kind_of(ruling) for name in NAMES for ruling in ruled_in(name))
    assert sorted(kinds) == sorted({kind for _, _, kind, _ in table()})


def test_a_late_release_says_by_how_much_and_how_far_that_may_be_off() -> None:
    rulings = ruled(
        "match timer_ms=5000 act_uncertainty_ms=30\n"
        + RED_MOVES
        + "4.000 timer\n8.000 lift black1\n8.400 flip black1\n9.140 place black1 D2\n10.000 end\n"
    )
    (late,) = (ruling for ruling in rulings if ruling.rule == "G3.4" and ruling.kind == "move-accepted")
    assert late.as_json() == {
        "at_ms": 9140,
        "from": "D1",
        "hourglass": "black1",
        "player": "black",
        "rule": "G3.4",
        "ruling": "move-accepted",
        "to": "D2",
        "why": {
            "rests_on": [
                {"at_ms": 8000, "hourglass": "black1", "what": "lifted"},
                {"at_ms": 8400, "hourglass": "black1", "what": "turned"},
                {"at_ms": 9000, "player": "black", "what": "timer-ran-out"},
                {"at_ms": 9140, "cell": "D2", "hourglass": "black1", "what": "placed"},
                {"at_ms": 9140, "cell": "D2", "hourglass": "black1", "what": "released"},
            ],
            "margins": [{"span": "after-timer", "ms": 140, "uncertainty_ms": 30}],
        },
    }


def test_uncertainties_of_both_instants_are_added() -> None:
    rulings = ruled(
        "match timer_ms=5000 act_uncertainty_ms=50 flip_uncertainty_ms=250 sand_uncertainty_ms=600 sand_ms=20000\n"
        + RED_MOVES
        + "3.100 ring A2 red\n4.000 timer\n40.000 end\n"
    )
    assert evidence_of(rulings, "ring-accepted regular G1.3").partition(" | ")[2] == (
        "after-release 500±100, window-left 2500±100"
    )
    assert (
        evidence_of(rulings, "timer-started G3.2").partition(" | ")[2] == "after-release 1400±300, running-time 5000"
    )
    assert evidence_of(rulings, "hourglass-expired G2.6").partition(" | ")[2] == (
        "ran 20000±850, running-time 20000±600 | end-down red1 1"
    )


def test_who_moved_in_time_is_told_by_his_release_though_his_opponent_has_passed_since() -> None:
    text = (TABLE.parents[1] / "scenarios" / "h26-a-player-who-has-passed-is-not-bound.tamsk").read_text(
        encoding="utf-8"
    )
    acts = [line for line in text.splitlines() if " expect " not in line]
    played = acts[: acts.index("26.800 timer") + 1]
    in_time = "27.000 lift red1\n27.100 flip red1\n27.200 place red1 D4\n28.000 end"
    assert evidence_of(ruled("\n".join([*played, in_time])), "timer-ran-out in-time H27") == (
        "timer-turned 26800, released red1 D4 27200 | after-timer -600"
    )


def test_a_timer_turned_again_while_a_full_cell_is_confirmed_is_void_for_the_turn_is_bound() -> None:
    text = (TABLE.parents[1] / "scenarios" / "h12-a-timer-that-runs-out-meanwhile.tamsk").read_text(encoding="utf-8")
    acts = [line for line in text.splitlines() if " expect " not in line]
    acts.insert(acts.index("21.000 end"), "18.500 timer")
    assert evidence_of(ruled("\n".join(acts)), "act-refused timer-void H23") == (
        "timer-turned 13200, timer-turned 18500 | - | turn-is-bound black"
    )


def test_a_dark_time_is_evidence_of_what_is_asked_after_it() -> None:
    scenario = parse(f"{RED_MOVES}4.000 end\n", "test")
    cells = tuple(None if cell is None else cell for cell in HOME)
    outage = Outage(9_000 * MS, 5_000 * MS, cells, (0,) * len(CELLS))
    _, rulings = decide(RefereeState.initial(scenario.settings), (*to_acts(scenario), outage), 10_000 * MS)
    assert evidence_of(list(rulings), "question outage H40") == "dark 5000 | was-dark 4000"


def test_what_the_sensors_report_about_themselves_rests_on_their_report() -> None:
    scenario = parse(f"{RED_MOVES}4.000 end\n", "test")
    trouble = Trouble(3_000 * MS, SensorTrouble.NODE_SILENT, hourglass=Hourglass.RED2)
    _, rulings = decide(RefereeState.initial(scenario.settings), (*to_acts(scenario), trouble), 4_000 * MS)
    assert evidence_of(list(rulings), "warning node-silent architecture") == "reported red2 3000"


def test_a_player_none_of_whose_glasses_ever_ran_has_nothing_to_compare() -> None:
    rulings = ruled(f"match level=2 ringless_limit=1\n{RED_MOVES}9.000 end\n")
    assert evidence_of(rulings, "match-ended last-hourglass G2.9") == "- | - | living red1, never-ran black"


def test_a_turn_that_no_node_told_of_is_named_as_inferred() -> None:
    scenario = parse(f"{RED_MOVES}4.000 end\n", "test")
    acts = tuple(replace(act, is_inferred=True) if isinstance(act, Flip) else act for act in to_acts(scenario))
    _, rulings = decide(RefereeState.initial(scenario.settings), acts, scenario.end_ns)
    assert evidence_of(list(rulings), "move-accepted G1.2") == (
        "lifted red1 2000, turned red1 2300, placed red1 A2 2600, released red1 A2 2600 | - | turn-inferred red1"
    )


def test_a_pause_leaves_instants_as_they_were_and_is_left_out_of_margins() -> None:
    answers = "3.600 say pause black\n8.600 say resume red\n8.600 say resume black\n"
    rulings = ruled(f"{RED_MOVES}{answers}9.100 ring A2 red\n9.500 end\n")
    assert evidence_of(rulings, "ring-accepted regular G1.3") == (
        "released red1 A2 2600, dropped A2 9100 | after-release 1500, window-left 1500"
    )


def test_rulings_that_differ_in_their_evidence_only_are_the_same_ruling() -> None:
    rulings = ruled(f"{RED_MOVES}4.000 end\n")
    bare = [replace(ruling, why=None) for ruling in rulings]
    assert bare == rulings
    assert [ruling.as_json() for ruling in bare] == [ruling.judged() for ruling in rulings]
    assert [told(ruling) for ruling in bare] == ["nothing"] * len(rulings)


QUICK = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
CHOSEN = MatchSettings(sand_ms=9_000, timer_ms=1_500, sand_uncertainty_ms=500, answer_window_ms=4_000)


@QUICK
@given(what=doings())
def test_every_ruling_rests_on_what_is_known_and_its_windows_are_those_of_the_settings(what: list[Doing]) -> None:
    acts = Hands(CHOSEN).play(what)
    state = RefereeState.initial(CHOSEN)
    watermarks = [act.at_ns for act in acts] + [acts[-1].at_ns + 60_000 * MS]
    for act, watermark_ns in zip((*acts, None), watermarks, strict=True):
        if act is not None:
            state, _ = step(state, act)
        state, rulings = step(state, Watermark(watermark_ns))
        for ruling in rulings:
            assert ruling.why is not None
            assert [fact for fact in ruling.why.rests_on if fact.at_ns > state.decided_ns] == []
            assert list(ruling.why.rests_on) == sorted(ruling.why.rests_on, key=lambda fact: fact.at_ns)
            check_windows(ruling)


def check_windows(ruling: Ruling) -> None:
    """How much of a window was used and how much was left make the whole window."""
    assert ruling.why is not None
    spans = {margin.span: margin.ms for margin in ruling.why.margins}
    match ruling:
        case RingAccepted(ring_kind="regular") | RingLapsed():
            assert spans[Span.AFTER_RELEASE] + spans.get(Span.WINDOW_LEFT, 0) == CHOSEN.ring_window
            assert 0 <= spans[Span.AFTER_RELEASE] <= CHOSEN.ring_window
        case RingAccepted(ring_kind="penalty"):
            assert spans[Span.AFTER_RELEASE] + spans[Span.WINDOW_LEFT] == CHOSEN.penalty_window_ms
        case PenaltyLapsed(rule="H31"):
            assert spans == {Span.AFTER_RELEASE: CHOSEN.penalty_window_ms}
        case RingAccepted(ring_kind="extra"):
            assert spans[Span.WINDOW_LEFT] <= 0


def test_every_word_of_the_evidence_is_used_by_a_scenario_or_named_here() -> None:
    whys = [ruling.why for name in NAMES for ruling in ruled_in(name) if ruling.why is not None]
    assert set(What) - {fact.what for why in whys for fact in why.rests_on} == {What.REPORTED, What.DARK}
    assert set(Span) - {margin.span for why in whys for margin in why.margins} == {Span.WAS_DARK}
    given = {circumstance.case for why in whys for circumstance in why.given}
    assert set(Case) - given == {Case.TURN_INFERRED, Case.NAME_PRESUMED, Case.TURN_IS_BOUND, Case.NEVER_RAN}


def test_the_page_of_the_evidence_names_every_word_of_it(root: Path) -> None:
    page = (root / "docs" / "evidence.md").read_text(encoding="utf-8")
    assert [word for word in (*What, *Span, *Case) if f"`{word}`" not in page] == []
