"""The campaign `hands` in short: every manner once, what is measured of it, and the table made of that."""

import pytest
from manner_plays import MANNERS, mannered

from campaigns.hands import KINDS, case, measure, table
from campaigns.runner import Json
from tamsk_pi.rules.acts import Lift, Place, Release, Ring
from tamsk_pi.scenario.reader import parse


def outcome(manner: str, **found: object) -> Json:
    nothing: Json = {"failure": None, "seen": {}, "told": {}, "errors": {}, "missed": 0, "invented": 0, "doubts": 0}
    return {**nothing, "manner": manner, **found}


SHORT = ("corrected", "bouncing", "crooked", "two hands", "ring before release")


def test_no_act_is_missed_or_invented_and_the_goals_hold() -> None:
    outcomes = [case(0, KINDS.index(manner)) for manner in SHORT]
    assert [found["failure"] for found in outcomes] == [None] * len(SHORT)
    result = measure(outcomes)
    assert (result["goals_missed"], result["failures"]) == ([], 0)


@pytest.mark.parametrize("play", [49, 85])
def test_a_glass_that_a_hand_keeps_lifting_a_little_is_told_as_held_before_a_ring_falls_round_it(play: int) -> None:
    index = KINDS.index("ring before release") + play * len(KINDS)
    assert case(0, index)["failure"] is None


@pytest.mark.parametrize("manner", MANNERS)
def test_hands_of_every_manner_write_what_can_be_read_and_done_in_order_of_time(manner: str) -> None:
    hands = mannered(manner, 5)
    scenario = parse(hands.text, manner)
    kinds = [type(act) for act in hands.happened]
    assert len(kinds) >= 10
    assert sum(type(line.statement) is Ring for line in scenario.lines) == kinds.count(Ring)
    assert kinds.count(Place) == kinds.count(Lift)
    assert kinds.count(Release) <= kinds.count(Place)


def test_a_late_ring_and_an_instant_that_is_off_are_goals_missed() -> None:
    late = outcome("crooked", told={"Ring": [300, 900, 950]}, seen={"Ring": [5, 5, 5]}, errors={"Ring": [0, -80, 90]})
    result = measure([late, outcome("careful", told={"Ring": [390]}, errors={"Lift": [50]})])
    assert result["goals_missed"] == ["crooked: ring believed", "crooked: instants off"]
    assert result["failures"] == 2


def test_the_table_says_median_95_percent_and_worst_beside_the_goals() -> None:
    found = outcome("careful", seen={"Lift": [10.0, 20.0, 30.4]}, errors={"Lift": [1, -3, 2]}, missed=2)
    lines = table(measure([found])).splitlines()
    assert lines[2].startswith("| *goal, 95 %* | | ≤ 60 |")
    assert lines[3] == "| careful | 3 | 20 / 30 / 30 | – | – | – | – | – | 2 / 3 / 3 | 2 | 0 | 0 |"
