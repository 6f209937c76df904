"""What random hands found the two referees to differ on, each in its smallest form."""

from pathlib import Path

import pytest
from plain.referee import rulings as plainly

from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.rules.sand import Sand
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse

FOUND = sorted((Path(__file__).parent / "found").glob("*.tamsk"))
LONG_AFTER_NS = 200_000_000_000
MS = 1_000_000


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_both_referees_rule_the_same(path: Path) -> None:
    scenario = parse(path.read_text(encoding="utf-8"), path.name)
    acts, until_ns = to_acts(scenario), scenario.end_ns + LONG_AFTER_NS
    _, ruled = decide(RefereeState.initial(scenario.settings), acts, until_ns)
    assert [r.judged() for r in ruled] == plainly(scenario.settings, acts, until_ns)
    assert ruled


def test_sand_turned_over_and_at_once_back_loses_nothing_to_rounding() -> None:
    sand = Sand.at_rest((5_715 * MS, 6_165 * MS), 0).flipped(1_000 * MS)
    turned = sand.flipped(2_902 * MS).flipped(4_203 * MS)
    assert turned.flipped(4_203 * MS).flipped(4_203 * MS).runs_out_ns() == turned.runs_out_ns()
