"""Simulated players play whole matches that hands can do and that the referee rules on alike."""

from itertools import pairwise

import pytest
from simulated_board import EXACT, MS, S, board

from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.referee.rulings import MatchEnded, MoveAccepted, RingAccepted
from tamsk_pi.rules.acts import Ring, Take
from tamsk_pi.rules.settings import PenaltyRule
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import End, Put
from tamsk_pi.scenario.writer import format_scenario
from tamsk_pi.simulator.players import RandomPlayers
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.table import Table

MATCHES = [(seed, level, penalty) for seed in range(3) for level in (1, 2, 3) for penalty in PenaltyRule]


@pytest.mark.parametrize(("seed", "level", "penalty"), MATCHES)
def test_a_match_runs_to_its_end_and_the_referee_alone_rules_the_same(
    seed: int, level: int, penalty: PenaltyRule
) -> None:
    players = RandomPlayers(seed, level, penalty)
    scenario = players.scenario()
    assert isinstance(players.rulings[-1], MatchEnded)
    state = RefereeState.initial(scenario.settings)
    _, rulings = decide(state, to_acts(scenario), scenario.end_ns)
    assert list(rulings) == players.rulings
    assert parse(format_scenario(scenario), scenario.name) == scenario, "it is physically possible, too"


def test_equal_seeds_play_equal_matches_and_others_do_not() -> None:
    assert RandomPlayers(4).scenario() == RandomPlayers(4).scenario()
    assert RandomPlayers(4).scenario().lines != RandomPlayers(5).scenario().lines


def test_acts_are_far_enough_apart_for_sensors_to_order_them() -> None:
    statements = [line.statement for line in RandomPlayers(6).scenario().lines]
    acts = [s for s in statements if not isinstance(s, End)]
    assert all(after.at_ns - before.at_ns >= 150 * MS for before, after in pairwise(acts))
    assert any(isinstance(s, Put) and s.hold_ns for s in acts)


@pytest.mark.parametrize("seed", [0, 314])
def test_rings_are_not_taken_off_and_dropped_on_one_cell_too_quickly_for_anyone_to_tell(seed: int) -> None:
    lines = RandomPlayers(seed, 1).scenario().lines
    rings = [line.statement for line in lines if isinstance(line.statement, (Ring, Take))]
    for cell in {ring.cell for ring in rings}:
        at_ns = [ring.at_ns for ring in rings if ring.cell == cell]
        assert all(later - earlier >= 500 * MS for earlier, later in pairwise(at_ns))


def test_matches_show_what_matches_are_full_of() -> None:
    """Late and forfeited turns, extra and penalty rings, refusals put right: what a campaign is for."""
    seen = set()
    for seed in range(8):
        players = RandomPlayers(seed)
        players.scenario()
        for ruling in players.rulings:
            seen.add(ruling.kind)
            if isinstance(ruling, RingAccepted):
                seen.add(ruling.ring_kind)
        assert sum(isinstance(ruling, MoveAccepted) for ruling in players.rulings) >= 20
    assert seen >= {
        *("move-accepted", "ring-lapsed", "act-refused", "refusal-cleared", "timer-ran-out", "penalty-granted"),
        *("penalty-lapsed", "turn-passed", "hourglass-expired", "regular", "extra", "penalty"),
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_on_the_table_leaves_the_pieces_where_the_referee_has_them(seed: int) -> None:
    scenario = RandomPlayers(seed).scenario()
    table, script = Table(board(), EXACT), Script(scenario)
    for at_ns in range(0, scenario.end_ns, S // 2):
        script.feed(table, at_ns)
        table.advance(at_ns)
    table.advance(scenario.end_ns)
    state, _ = decide(RefereeState.initial(scenario.settings), to_acts(scenario), scenario.end_ns)
    truth = table.truth()
    assert [glass.cell for glass in truth.hourglasses] == [glass.seat for glass in state.glasses]
    assert sum(len(stack) for stack in truth.rings) == sum(state.rings) + len(state.refused_rings)
    top_ms = [glass.top_ms for glass in truth.hourglasses]
    assert top_ms == [glass.sand.top_at(scenario.end_ns) / MS for glass in state.glasses]
