"""The product's referee and a second one, written straight from the rules, give the same rulings."""

from pathlib import Path
from random import Random

import pytest
from hands_at_random import BEGIN_NS, VERBS, RandomHands, measured, random_settings
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from invariants import broken_along_the_way, broken_in_rulings
from plain.referee import rulings as rulings_by_the_book
from playing_scenarios import DIRECTORY, MS, NAMES, order_of, read

from campaigns import referee as campaign
from tamsk_pi.journal.codec import encode_line, parse_journal
from tamsk_pi.journal.records import ActRecord, Header, Record, WatermarkRecord, records_of
from tamsk_pi.journal.replay import replay
from tamsk_pi.referee.referee import RefereeState, Watermark, decide, step
from tamsk_pi.rules.acts import SensorTrouble, Trouble
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.expectations import check
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import End, Scenario

MATCHES = tuple(sorted((DIRECTORY.parent / "matches").glob("*.tamsk")))


@pytest.mark.parametrize("name", NAMES)
def test_the_second_referee_rules_every_scenario_as_it_expects_and_as_the_product_does(name: str) -> None:
    scenario = read(name)
    rulings = rulings_by_the_book(scenario.settings, to_acts(scenario), scenario.end_ns)
    assert rulings == campaign.rulings_of_the_product(scenario)
    assert [ruling["ruling"] for ruling in rulings] == order_of(name)
    assert check(scenario, rulings) == ()


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_both_referees_rule_a_whole_match_alike(path: Path) -> None:
    scenario = parse(path.read_text(encoding="utf-8"), path.name)
    rulings = rulings_by_the_book(scenario.settings, to_acts(scenario), scenario.end_ns)
    assert rulings == campaign.rulings_of_the_product(scenario)


class HandsBeforeTwoReferees(RuleBasedStateMachine):
    """Legal, illegal, late, simultaneous and absurd acts, and both referees rule alike."""

    @initialize(seed=st.integers(0, 2**32 - 1))
    def begin(self, seed: int) -> None:
        self.hands = RandomHands(measured(random_settings(Random(seed)), Random(~seed)), Random(seed))
        self.hands.at = BEGIN_NS
        self.hands.start()

    @rule(verb=st.sampled_from(VERBS), random=st.randoms(use_true_random=False))
    def do(self, verb: str, random: Random) -> None:
        self.hands.random = random
        self.hands.do(verb)

    @rule(verb=st.sampled_from(("play", "play", "ring", "timer", "finish")), seed=st.integers(0, 1_000))
    def play_on(self, verb: str, seed: int) -> None:
        self.hands.random = Random(seed)
        self.hands.do(verb)

    @rule(ms=st.one_of(st.integers(0, 400), st.sampled_from([1_000, 3_000, 5_000])))
    def wait(self, ms: int) -> None:
        self.hands.wait(ms)

    @rule(off_ms=st.integers(-1, 1))
    def wait_for_a_deadline(self, off_ms: int) -> None:
        self.hands.wait_for_deadline(off_ms)

    @invariant()
    def rings_that_hands_hold_or_dropped_are_64(self) -> None:
        if hasattr(self, "hands"):
            on_the_board = sum(self.hands.guide.lying_rings.values())
            assert sum(self.hands.holders.values()) + on_the_board == 64

    def teardown(self) -> None:
        if not hasattr(self, "hands"):
            return
        chosen, end_ns = self.hands.settings, self.hands.at + 30_000 * MS
        scenario = campaign.played(chosen, (*self.hands.statements, End(end_ns)))
        product = campaign.rulings_of_the_product(scenario)
        assert product == rulings_by_the_book(chosen, to_acts(scenario), end_ns)
        assert broken_in_rulings(product) is None
        assert broken_along_the_way(chosen, to_acts(scenario), end_ns, product) is None


TestHandsBeforeTwoReferees = HandsBeforeTwoReferees.TestCase
TestHandsBeforeTwoReferees.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_both_referees_pass_on_what_troubles_the_sensors() -> None:
    scenario = read("g1.1-red-begins.tamsk")
    a2 = parse_cell("A2")
    troubles = (
        Trouble(6_000 * MS, SensorTrouble.COUNT_UNCERTAIN, cells=(a2,)),
        Trouble(6_100 * MS, SensorTrouble.SENSOR_DEAD, cells=(a2,)),
        Trouble(6_200 * MS, SensorTrouble.NODE_SILENT, hourglass=Hourglass.RED2),
    )
    acts = (*to_acts(scenario), *troubles)
    _, rulings = decide(RefereeState.initial(scenario.settings), acts, scenario.end_ns)
    product = campaign.as_printed(rulings)
    assert sum(ruling["ruling"] == "warning" for ruling in product) == 3
    assert product == rulings_by_the_book(scenario.settings, acts, scenario.end_ns)


def test_a_short_campaign_finds_no_difference_and_meets_most_kinds_of_rulings() -> None:
    outcome = campaign.case(seed=0, index=0)
    assert outcome["failure"] is None
    seen = outcome["seen"]
    assert isinstance(seen, dict)
    assert len(seen) > 40


@pytest.mark.parametrize("seed", [29982, 53263])
def test_a_glass_with_unlike_ends_turned_twice_at_one_instant_keeps_its_sand_to_the_nanosecond(seed: int) -> None:
    found = campaign.sequence(seed)
    assert campaign.fails(found.settings, found.statements) is None


@pytest.mark.parametrize("seed", range(3))
def test_players_who_move_when_they_can_come_to_an_end(seed: int) -> None:
    hands = RandomHands(measured(random_settings(Random(seed)), Random(~seed)), Random(seed))
    hands.at = BEGIN_NS
    hands.start()
    hands.finish_match()
    hands.wait(600_000)
    scenario = campaign.played(hands.settings, (*hands.statements, End(hands.at)))
    assert campaign.rulings_of_the_product(scenario)[-1]["ruling"] == "match-ended"


@pytest.mark.parametrize("seed", range(4))
def test_a_journal_replayed_rules_as_it_did_live(seed: int) -> None:
    found = campaign.sequence(seed)
    scenario = campaign.played(found.settings, found.statements)
    header = Header(found.settings, 0, "", "", "0", "2026-11-29T20:15:00+00:00")
    records = _kept_live(scenario)
    lines = b"".join(encode_line(record) for record in (header, *records))
    again = replay(parse_journal("kept.journal", lines))
    assert again.difference is None
    assert campaign.as_printed(again.rulings) == campaign.rulings_of_the_product(scenario)


def _kept_live(scenario: Scenario) -> list[Record]:
    state, records = RefereeState.initial(scenario.settings), list[Record]()
    acts = to_acts(scenario)
    causes: list[ActRecord | WatermarkRecord] = []
    for act, later in zip(acts, (*acts[1:], None), strict=True):
        causes.append(ActRecord(act))
        if later is None or later.at_ns > act.at_ns:
            causes.append(WatermarkRecord(act.at_ns))
    for cause in (*causes, WatermarkRecord(scenario.end_ns)):
        state, rulings = step(state, cause.act if isinstance(cause, ActRecord) else Watermark(cause.at_ns))
        records += records_of(cause, rulings)
    return records


def test_a_difference_is_shrunk_to_the_smallest_scenario_that_shows_it() -> None:
    found = campaign.sequence(0)
    begin = next(s for s in found.statements if type(s).__name__ == "Start")
    _, smallest = campaign.shrunk(
        found.settings, found.statements, lambda _, statements: "lost" if begin in statements else None
    )
    assert [type(statement).__name__ for statement in smallest] == ["Start"]
