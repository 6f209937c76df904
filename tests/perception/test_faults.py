"""Broken sensors, lost packets, silent and rebooting nodes: told once, and the game goes on."""

import pytest
from hands_at_play import compare, random_play, truth
from perceived_table import MS, NODES, SWITCH, S, perceive

from tamsk_pi.perception.settings import NeutralTimer, PerceptionSettings
from tamsk_pi.rules.acts import Act, Flip, Lift, NoFlip, Place, Ring, SensorTrouble, Setup, Take, Trouble, TurnTimer
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.simulator.nodes import NODE_ADDRESSES
from tamsk_pi.simulator.settings import TableSettings

RED1, RED2 = Hourglass.RED1, Hourglass.RED2
A2, B2, D4 = parse_cell("A2"), parse_cell("B2"), parse_cell("D4")
HEAD = "match level=3\n0.000 setup\n"
MOVE = "4.000 lift red1\n4.300 flip red1\n4.700 place red1 A2\n"
LATE_MOVE = "14.000 lift red1\n14.300 flip red1\n14.700 place red1 A2\n"


def test_a_dead_cell_is_told_once() -> None:
    seen = perceive(HEAD + "1.000 fault dead D4\n" + MOVE + "9.000 end\n")
    troubles = seen.of(Trouble)
    assert troubles == [Trouble(troubles[0].at_ns, SensorTrouble.SENSOR_DEAD, (D4,))]
    assert troubles[0].at_ns // MS == pytest.approx(2_750, abs=300)
    assert len(seen.of(Place)) == 1


@pytest.mark.parametrize("sensor", ["S0", "S1"])
def test_a_cell_with_one_dead_sensor_goes_on_with_the_other(sensor: str) -> None:
    text = f"1.000 fault stuck A2 {sensor} 600\n{MOVE}5.500 ring A2 red\n7.000 take A2\n9.000 end\n"
    seen = perceive(HEAD + text)
    assert [type(act) for act in seen.acts if not isinstance(act, (Setup, Flip))] == [
        Trouble,
        Lift,
        Place,
        type(seen.acts[-3]),
        Ring,
        Take,
    ]
    assert seen.perception.picture().cells[A2].dead_sensors == (int(sensor[1]),)


def test_sensors_that_come_back_are_believed_again() -> None:
    seen = perceive(HEAD + "1.000 fault dead D4\n5.000 fault clear\n9.000 ring D4 red\n11.000 end\n")
    assert [act.at_ns // MS for act in seen.of(Ring)] == [pytest.approx(9_000, abs=50)]
    assert len(seen.of(Trouble)) == 1


def test_a_drift_of_twenty_counts_an_hour_is_followed_and_makes_no_acts() -> None:
    text = HEAD + "1.000 fault drift 600\n20.000 ring D4 red\n40.000 ring D4 black\n42.000 end\n"
    seen = perceive(text)
    assert [type(act) for act in seen.acts] == [Setup, Ring, Ring]


def test_three_times_the_noise_makes_no_acts_and_hides_none() -> None:
    text = HEAD + "1.000 fault noise 2.0\n" + MOVE + "6.000 ring A2 red\n9.000 end\n"
    seen = perceive(text)
    happened: list[Act] = [act for act in truth(text) if not isinstance(act, Flip)]
    assert compare(happened, [a for a in seen.acts if not isinstance(a, (Setup, Flip))])[0] == []


@pytest.mark.parametrize("seed", range(3))
def test_with_half_the_packets_lost_every_flip_still_comes_out(seed: int) -> None:
    text = random_play(seed, 12)
    seen = perceive(text, seed, TableSettings(seed=seed, radio_loss=0.5))
    problems, _ = compare(truth(text), [act for act in seen.acts if not isinstance(act, (Setup, Trouble))])
    assert problems == []


def test_a_silent_node_is_told_once_and_its_flips_are_inferred() -> None:
    text = (
        HEAD + "1.000 fault node red1 silent\n14.000 lift red1\n14.300 flip red1\n14.700 place red1 A2\n18.000 end\n"
    )
    seen = perceive(text)
    troubles = seen.of(Trouble)
    assert troubles == [Trouble(troubles[0].at_ns, SensorTrouble.NODE_SILENT, hourglass=RED1)]
    assert [act.at_ns // MS for act in seen.of(Flip)] == [pytest.approx(14_350, abs=250)]
    node = next(n for n in seen.perception.picture().nodes if n.hourglass is RED1)
    assert (node.is_live, node.has_inferred_flips) == (False, True)


def test_a_node_that_falls_silent_in_the_move_is_waited_for_and_then_inferred() -> None:
    text = HEAD + "3.990 fault node red1 silent\n" + MOVE + "9.000 end\n"
    seen = perceive(text)
    assert len(seen.of(Flip)) == 1
    told_ms = next(told_ns // MS for told_ns, _, act in seen.told if isinstance(act, Flip))
    assert told_ms == pytest.approx(4_700 + 1_500, abs=200)


def test_the_node_s_own_word_takes_the_place_of_an_inferred_flip() -> None:
    text = HEAD + "1.000 fault node red1 silent\n" + LATE_MOVE
    seen = perceive(text + "18.000 fault clear\n21.000 end\n")
    inferred, told = (act for act in seen.of(Flip) if isinstance(act, Flip))
    assert (inferred.is_inferred, told.is_inferred) == (True, False)
    assert seen.of(NoFlip) == [NoFlip(inferred.at_ns, RED1)]
    assert told.at_ns // MS == pytest.approx(14_300, abs=50)


def test_a_node_first_heard_after_a_move_that_counts_no_turn_disproves_the_inferred_one() -> None:
    text = (
        HEAD
        + "0.000 fault node red1 silent\n14.000 lift red1\n14.700 place red1 A2\n18.000 fault clear\n30.000 end\n"
    )
    seen = perceive(text)
    (inferred,) = seen.of(Flip)
    assert seen.of(NoFlip) == [NoFlip(inferred.at_ns, RED1)]


def test_a_glass_put_back_without_a_word_from_its_node_was_not_turned() -> None:
    text = HEAD + "1.000 fault node red1 silent\n14.000 lift red1\n14.700 place red1 A1\n18.000 end\n"
    assert perceive(text).of(Flip) == []


def test_at_level_1_nothing_is_inferred_and_the_radio_not_waited_for() -> None:
    seen = perceive(HEAD + MOVE + "8.000 end\n", level=1, nodes={})
    assert seen.of(Flip) == []
    lags_ms = [(now_ns - mark_ns) // MS for now_ns, mark_ns in seen.watermarks if now_ns > 5 * S]
    assert max(lags_ms) <= 60


def test_a_rebooted_node_goes_on_telling_flips() -> None:
    text = HEAD + MOVE + "7.000 fault node red1 reboot\n" + LATE_MOVE.replace("A2", "A3") + "16.000 end\n"
    assert [act.at_ns // MS for act in perceive(text).of(Flip)] == [
        pytest.approx(4_300, abs=50),
        pytest.approx(14_300, abs=50),
    ]


def test_reports_of_unknown_addresses_are_counted_and_change_nothing() -> None:
    nodes: dict[str, Hourglass | NeutralTimer] = {NODE_ADDRESSES[0]: RED1}
    seen = perceive(HEAD + "2.000 lift red2\n2.300 flip red2\n2.700 place red2 G2\n5.000 end\n", nodes=nodes)
    assert seen.perception.picture().unknown_reports > 10
    assert [act.at_ns > 2_000 * MS for act in seen.of(Flip)] == [True]


def test_the_neutral_timer_is_told_by_its_switch_where_that_is_chosen() -> None:
    seen = perceive(HEAD + "2.000 timer\n4.000 timer\n6.000 end\n", settings=SWITCH)
    assert seen.of(TurnTimer) == [TurnTimer(2_000 * MS), TurnTimer(4_000 * MS)]
    assert seen.late() == []


def test_a_glass_turned_over_where_it_stands_is_a_flip_and_nothing_else() -> None:
    seen = perceive(HEAD + "3.000 flip red1\n5.000 flip black2\n7.000 end\n")
    assert [act for act in seen.acts if not isinstance(act, Setup)] == seen.of(Flip)
    assert [act.at_ns // MS for act in seen.of(Flip)] == [pytest.approx(ms, abs=50) for ms in (3_000, 5_000)]
    assert seen.late() == []


def test_a_turn_before_the_board_has_settled_comes_after_the_set_up() -> None:
    seen = perceive(HEAD + "0.300 flip red1\n3.000 end\n", 5)
    assert [type(act) for act in seen.acts] == [Setup, Flip]
    assert seen.acts[0].at_ns < seen.acts[1].at_ns


def test_glasses_are_named_as_they_were_known_to_stand() -> None:
    known = (A2, B2, None, None, None, None)
    text = "match level=3\n0.000 setup\n0.010 place red2 B2\n0.010 place red1 A2\n4.000 end\n"
    seen = perceive(text, known_cells=known)
    setup = next(act for act in seen.acts if isinstance(act, Setup))
    assert (setup.cells[RED1], setup.cells[RED2]) == (A2, B2)


def test_two_glasses_of_one_colour_in_the_air_are_named_by_their_nodes() -> None:
    wrong: list[Act] = []
    for seed in range(6):
        text = HEAD + (
            "2.000 lift red1\n2.300 lift red2\n2.600 flip red1\n2.900 flip red2\n"
            "3.400 place red2 A2\n4.600 place red1 B1\n8.000 end\n"
        )
        names = {act.cell: act.hourglass for act in perceive(text, seed).of(Place) if isinstance(act, Place)}
        wrong += [] if names == {A2: RED2, parse_cell("B1"): RED1} else [Setup(seed, (), ())]
    assert wrong == []


def test_without_nodes_a_name_that_was_guessed_is_marked() -> None:
    text = HEAD + "2.000 lift red1\n2.300 lift red2\n3.400 place red2 A2\n4.600 place red1 B1\n8.000 end\n"
    picture = perceive(text, nodes={}).perception.picture()
    assert picture.cells[A2].is_name_uncertain
    assert picture.cells[A2].colour is RED1.player


def test_glasses_brought_in_from_beside_the_board_are_named_by_their_nodes() -> None:
    text = (
        "match level=3 start=free-placement\n0.000 setup\n3.300 flip red2\n3.900 place red2 A2\n"
        "5.000 flip red3\n6.900 place red3 B2\n9.700 flip red1\n10.300 place red1 D4\n13.000 end\n"
    )
    seen = perceive(text, 2)
    placed = [(act.hourglass, act.cell) for act in seen.acts if isinstance(act, Place)]
    assert placed == [(RED2, A2), (Hourglass.RED3, B2), (RED1, D4)]
    assert len(seen.of(Flip)) == 3


def test_the_settings_say_how_long_the_radio_may_hold_the_watermark() -> None:
    text = HEAD + "3.990 fault node red1 silent\n" + MOVE + "9.000 end\n"
    seen = perceive(text, settings=PerceptionSettings(radio_wait_ms=800))
    lags_ms = [(now_ns - mark_ns) // MS for now_ns, mark_ns in seen.watermarks if now_ns > S]
    assert 600 <= max(lags_ms) <= 810


def test_every_address_of_the_simulated_nodes_is_known() -> None:
    assert set(NODES) == set(NODE_ADDRESSES)
