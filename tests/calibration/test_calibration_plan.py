"""The short version of `scripts/campaign calibration`: as few placements as make gains good enough."""

import random

from campaigns.calibration import INNER, PLANS, measure, observations, table
from tamsk_pi.calibration.fit import fit_gains
from tamsk_pi.config import load_influence
from tamsk_pi.rules.board import CELLS


def test_the_plan_that_is_asked_for_takes_94_placements() -> None:
    assert [plan.placements for plan in PLANS] == [0, 37, 64, 76, 74, 94, 112]


def test_a_walking_glass_makes_the_gains_of_the_inner_cells_three_times_as_good() -> None:
    draw = random.Random(3)
    gains = [draw.uniform(0.9, 1.1) for _ in range(2 * len(CELLS))]
    error = {}
    for plan in PLANS:
        found = fit_gains(load_influence(), observations(random.Random(4), plan, gains)).gains
        error[plan.name] = sum(abs(found[2 * cell] / gains[2 * cell] - 1) for cell in INNER) / len(INNER)
    assert error["zeros only"] > 0.03
    assert error["every ring, a glass on the inner cells, six glasses"] < 0.012
    assert error["every ring"] > 2 * error["every ring, a glass on the inner cells, six glasses"]


def test_the_table_has_a_row_for_each_plan() -> None:
    counts = {"boards": 9, "wrong": 1, "silent": 0, "flagged": 2}
    plans = {plan.name: {"squares": [0.19, 0.0076], "counts": counts} for plan in PLANS}
    rows = table(measure([{"failure": None, "plans": plans}])).splitlines()
    assert len(rows) == 2 + len(PLANS)
    assert rows[2] == "| zeros only | 0 | 10.0 %, 2.0 % | 9 | 1 (11.11 %) | 0 (0.00 %) | 2 (22.22 %) |"
