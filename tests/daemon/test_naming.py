"""What is measured of a glass goes with the glass, by whatever name a match knows it."""

from dataclasses import replace
from pathlib import Path

from sensed_table import LEVEL_3, S, SensedTable, new_controller, parts_of, sense

from tamsk_pi.clock import VirtualClock
from tamsk_pi.daemon.assembly import make_perception
from tamsk_pi.daemon.controller import Controller
from tamsk_pi.daemon.naming import by_name, by_node, seats_by_node
from tamsk_pi.referee.state import RefereeState
from tamsk_pi.rules.acts import Flip, Start, TurnTimer
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Hourglass
from tamsk_pi.rules.settings import MatchSettings

RED1, RED2, RED3 = Hourglass.RED1, Hourglass.RED2, Hourglass.RED3
NODES = (RED2, RED1, *HOURGLASSES[2:])
"""The glass that is configured as red2 is called red1."""
ENDS = ((170_000, 171_000), (180_000, 181_000), *((175_000, 175_000),) * 4)
MEASURED = MatchSettings(
    end_ms=ENDS, end_uncertainty_ms=((1, 2), (3, 4), *((5, 5),) * 4), ends_down=(0, 1, 0, 0, 0, 0, 1)
)


def test_figures_are_those_of_the_glass_that_bears_the_name() -> None:
    named = by_name(MEASURED, NODES)
    assert (named.running_ms(RED1), named.running_ms(RED2)) == ((180_000, 181_000), (170_000, 171_000))
    assert (named.uncertainty_ms(RED1, 0), named.ends_down) == (3, (1, 0, 0, 0, 0, 0, 1))
    assert by_name(named, NODES) == MEASURED


def test_what_is_timed_is_the_glass_and_not_its_name() -> None:
    assert by_node([Flip(1, RED1), TurnTimer(2)], NODES) == [Flip(1, RED2), TurnTimer(2)]
    assert seats_by_node(HOME, NODES)[:3] == [HOME[RED2], HOME[RED1], HOME[RED3]]


def test_glasses_exchanged_before_a_match_bring_their_figures_along(tmp_path: Path) -> None:
    text = "0.000 setup\n1.500 lift red1\n2.200 lift red2\n4.200 place red2 A1\n5.700 place red1 G1\n20.000 end\n"
    clock = VirtualClock()
    table = SensedTable(text, clock)
    controller = new_controller(clock, tmp_path)
    controller.measured = lambda settings, _nodes: replace(settings, end_ms=ENDS, end_uncertainty_ms=((1, 1),) * 6)
    sense(controller, table, clock, 9 * S)
    started = controller.start(Start(clock.now_ns(), LEVEL_3))
    rounds = sense(controller, table, clock, 10 * S)
    assert [ruling.kind for each in rounds for ruling in each.rulings] == ["match-started", "turn-started"]
    assert started.settings.running_ms(RED1) == ENDS[RED2]
    assert controller.view(clock.now_ns()).questions == ()
    assert controller.state.nodes[:3] == controller.perception.nodes[:3] == (RED2, RED1, RED3)


def test_after_a_dark_time_the_glasses_are_those_they_were(tmp_path: Path) -> None:
    clock = VirtualClock()
    table = SensedTable("0.000 setup\n3.000 lift red1\n3.400 flip red1\n4.000 place red1 A2\n9.000 end\n", clock)
    perception = make_perception(parts_of(clock, tmp_path), known_nodes=NODES)
    controller = Controller(perception, RefereeState.initial(), 0)
    assert perception.nodes == NODES
    sense(controller, table, clock, 8 * S)
    assert perception.nodes == HOURGLASSES
