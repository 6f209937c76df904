"""The health of the board's parts, said for those who look at the page."""

from dataclasses import replace

import pytest

from tamsk_pi.perception.findings import Finding, FindingKind, SensorHealth
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass
from tamsk_pi.views.catalogue import Catalogue, language_files
from tamsk_pi.views.finding_words import finding_text, finding_trouble
from tamsk_pi.views.health_view import (
    Condition,
    HealthView,
    NodeState,
    Surroundings,
    battery_notes,
    health_state,
    health_view,
)

NOW_NS = 100_000_000_000
WELL = SensorHealth(NOW_NS, noise_counts=0.71)
RED2 = Hourglass(1)
ENGLISH = Catalogue.load("en")


def node(hourglass: Hourglass | None) -> NodeHealth:
    return NodeHealth(hourglass, NOW_NS - 2_500_000_000, True, False, -61, 58, 87, None, False, "1.0", False, 2e-5)


def nodes(**changes: object) -> list[NodeHealth]:
    """All seven as they should be, but red2 with these changes."""
    names: list[Hourglass | None] = [*HOURGLASSES, None]
    return [replace(node(n), **(changes if n is RED2 else {})) for n in names]  # type: ignore[arg-type]


def said(view: HealthView) -> list[str]:
    return [ENGLISH.say(note.text) for note in view.notes]


def test_seven_nodes_that_are_heard_are_all_well() -> None:
    view = health_view(nodes(), WELL, Surroundings(), NOW_NS)
    assert (view.condition, view.notes, len(view.nodes)) == (Condition.OK, (), 7)
    shown = view.nodes[RED2]
    assert (shown.label, shown.state, shown.heard_s, shown.clock_ppm) == ("red2", NodeState.LIVE, 2, 20)


def test_a_low_battery_is_said_with_what_is_left_of_it() -> None:
    found = nodes(battery_percent=11, is_battery_low=True, minutes_left=95)
    view = health_view(found, WELL, Surroundings(), NOW_NS)
    assert view.condition is Condition.WARNING
    told = "red2: the battery is low (11 %) and lasts about 95 minutes. Charge it before the next match."
    assert said(view) == [told]
    assert [ENGLISH.say(m) for m in battery_notes(found)] == [told]


def test_a_node_that_sleeps_is_well_and_one_that_is_silent_is_not() -> None:
    asleep = health_view(nodes(is_live=False, is_asleep=True), WELL, Surroundings(), NOW_NS)
    silent = health_view(nodes(is_live=False, last_ns=NOW_NS - 90_000_000_000), WELL, Surroundings(), NOW_NS)
    assert (asleep.condition, asleep.nodes[RED2].state) == (Condition.OK, NodeState.ASLEEP)
    assert (silent.condition, silent.nodes[RED2].state) == (Condition.WARNING, NodeState.SILENT)
    assert said(silent)[0].startswith("red2: its node has said nothing for a minute.")


def test_nodes_never_heard_and_never_paired_are_each_said_once() -> None:
    found = [n for n in nodes(last_ns=None, is_live=False) if n.hourglass is not None]
    view = health_view(found, WELL, Surroundings(), NOW_NS)
    assert [sentence.split(":")[0].split(".")[0] for sentence in said(view)] == [
        "Nothing heard of red2 yet",
        "No node is known for Neutral timer",
    ]
    assert view.nodes[-1].state is NodeState.UNPAIRED


def test_a_timer_felt_by_wire_needs_no_node() -> None:
    found = [n for n in nodes() if n.hourglass is not None]
    view = health_view(found, WELL, Surroundings(has_timer_switch=True), NOW_NS)
    assert (view.condition, len(view.nodes)) == (Condition.OK, 6)


def test_two_nodes_with_one_address_are_said() -> None:
    assert said(health_view(nodes(is_doubled=True), WELL, Surroundings(), NOW_NS))[0].startswith("red2: two nodes")


@pytest.mark.parametrize(
    ("around", "condition", "begins"),
    [
        (Surroundings(is_supply_low=True, was_supply_low=True), Condition.FAIL, "The supply’s voltage is too low"),
        (Surroundings(is_supply_low=False, was_supply_low=True), Condition.WARNING, "The supply’s voltage has been"),
        (Surroundings(is_supply_low=False, is_slowed=True), Condition.WARNING, "The computer is held back"),
        (Surroundings(radio_troubles=("Bluetooth: gone",)), Condition.FAIL, "Bluetooth: gone"),
        (Surroundings(has_radio=False), Condition.WARNING, "There is no radio"),
        (Surroundings(dark_s=40), Condition.WARNING, "No clock knows how long the board was dark; 40 s"),
    ],
)
def test_what_surrounds_the_board_is_said(around: Surroundings, condition: Condition, begins: str) -> None:
    view = health_view(nodes(), WELL, around, NOW_NS)
    assert view.condition is condition
    assert [sentence[: len(begins)] for sentence in said(view)] == [begins]


FINDINGS = [
    Finding(FindingKind.STUCK, 0, (37,), (), 1023),
    Finding(FindingKind.NOISE, 0, (37,), (), 9.25),
    Finding(FindingKind.DRIFT_OFF, 0, (37,), (), -40),
    Finding(FindingKind.MUX_DEAD, 0, (0, 1, 2), (3,)),
    Finding(FindingKind.ADC, 0, (0,), (), 1023),
    Finding(FindingKind.STALE, 0, (0, 1, 2)),
    Finding(FindingKind.SELECT_STUCK, 0, (0, 1, 2), (2, 1)),
    Finding(FindingKind.CABLES, 0, (0, 1), (0, 4)),
    Finding(FindingKind.SPI_GONE, 0, (0,), (), 3.5),
    Finding(FindingKind.COMMON_STEP, 0, (), (), -6),
    Finding(FindingKind.MAGNET, 0, (0, 1)),
    Finding(FindingKind.DRIFT, 0, (), (), 30),
    Finding(FindingKind.MISFIT, 0, (), (), 20),
]


@pytest.mark.parametrize("tag", language_files())
@pytest.mark.parametrize("finding", FINDINGS, ids=lambda f: str(f.kind))
def test_what_is_wrong_with_the_sensors_is_said_in_every_language(finding: Finding, tag: str) -> None:
    sentence = Catalogue.load(tag).say(finding_text(finding))
    assert sentence.endswith(".")
    assert (sentence == finding.text, "{" in sentence) == (False, False)


@pytest.mark.parametrize(
    ("finding", "begins"),
    [
        (FINDINGS[0], "A part of the board has failed, the rest works on: Cell D4"),
        (Finding(FindingKind.ADC, 0, tuple(range(74)), (), 0), "The sensors cannot be read: The converter answers"),
        (Finding(FindingKind.SPI_GONE, 0, tuple(range(74)), (), 3.5), "The sensors cannot be read: No readings for"),
        (Finding(FindingKind.SPI_GONE, 0, (), (), 3.5), "No readings for 3.5 s; hands were not seen meanwhile. If"),
        (FINDINGS[10], "A magnet or a large piece of iron lies near A1"),
    ],
)
def test_a_trouble_says_whether_a_part_has_failed_and_whether_the_rest_works_on(
    finding: Finding, begins: str
) -> None:
    assert ENGLISH.say(finding_trouble(finding))[: len(begins)] == begins


def test_a_broken_sensor_is_named_by_its_cell() -> None:
    view = health_view(nodes(), replace(WELL, findings=(FINDINGS[0],), untrusted=frozenset({37})), Surroundings(), 0)
    assert said(view) == ["Cell D4, sensor S1: the reading stands still at 1023. Check its wire."]
    assert (view.condition, view.dead_sensors) == (Condition.FAIL, 1)


def test_the_page_is_told_all_of_it_in_its_language() -> None:
    found = nodes(battery_percent=11, is_battery_low=True)
    state = health_state(health_view(found, WELL, Surroundings(strangers=2), NOW_NS), Catalogue.load("de"))
    assert (state["condition"], state["strangers"], state["noise_counts"]) == ("warning", 2, 0.7)
    assert state["notes"] == [
        {
            "condition": "warning",
            "text": "Rot 2: der Akku ist schwach (11 %). Lade ihn vor der nächsten Partie.",
        }
    ]
    shown = state["nodes"]
    assert isinstance(shown, list)
    assert shown[RED2] == {
        "label": "red2",
        "state": "live",
        "condition": "warning",
        "heard_s": 2,
        "battery_percent": 11,
        "minutes_left": None,
        "is_battery_low": True,
        "per_minute": 58,
        "rssi_dbm": -61,
        "firmware": "1.0",
        "clock_ppm": 20,
        "is_doubled": False,
    }
