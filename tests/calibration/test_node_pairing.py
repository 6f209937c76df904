"""Which node is in which glass: one that tells of a turn while the glass of the lit cell is in the hand."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tamsk_pi.calibration.files import MeasuredFileError
from tamsk_pi.calibration.node_file import load_nodes, merged, save_nodes
from tamsk_pi.calibration.node_pairing import NEUTRAL_TIMER, VESSELS, Doubt, NodePairing, Pair, ordered
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport

S = 1_000_000_000
MINE, OTHER, THIRD = "C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02", "AA:00:00:00:00:03"


NEIGHBOURS = tuple(f"AA:00:00:00:01:{n:02X}" for n in range(7))


def report(address: str, at_s: float, flips: int, age_s: float | None, rssi_dbm: int = -60) -> NodeReport:
    age_ms = AGE_UNKNOWN_MS if age_s is None else round(age_s * 1_000)
    return NodeReport(round(at_s * S), address, flips & 0xFF, 80, flips, False, 0, age_ms, rssi_dbm)


class Table:
    """Hands, the board and the air around a pairing; seconds."""

    def __init__(self, *wanted: str, known: Mapping[str, str] | None = None) -> None:
        self.pairing = NodePairing(ordered(wanted), known or {}, 0)
        self.now_s = 0.0
        self.is_standing = True
        self.until(1)

    def until(self, at_s: float) -> "Table":
        while self.now_s < at_s:
            self.now_s = round(self.now_s + 0.1, 3)
            self.pairing = self.pairing.seen(round(self.now_s * S), self.is_standing)
        return self

    def hears(self, address: str, flips: int, age_s: float | None, rssi_dbm: int = -60) -> "Table":
        self.pairing = self.pairing.heard(report(address, self.now_s, flips, age_s, rssi_dbm))
        return self

    def knows(self, *addresses: str, rssi_dbm: int = -60) -> "Table":
        """These stand about at rest; they were turned over long ago."""
        for address in addresses:
            self.hears(address, 1, 60, rssi_dbm)
        return self

    def turns(self, *addresses: str, flips: int = 7) -> "Table":
        """The glass is lifted, these nodes tell of a turn, and it is put back; two seconds in all."""
        begin_s = self.now_s
        self.is_standing = False
        self.until(begin_s + 0.5)
        for address in addresses:
            self.hears(address, flips, 0.1)
        self.until(begin_s + 0.8)
        self.is_standing = True
        return self.until(begin_s + 2.2)


def test_the_node_that_turns_in_the_hand_is_the_glass_s() -> None:
    table = Table("red1", "red2").turns(MINE)
    assert (table.pairing.done, table.pairing.glass) == ((Pair("red1", MINE),), "red2")
    table.turns(OTHER)
    assert (table.pairing.nodes, table.pairing.glass) == ({"red1": MINE, "red2": OTHER}, None)


def test_a_node_that_was_this_glass_s_is_recognised() -> None:
    assert Table("red1", known={"red1": MINE}).turns(MINE).pairing.done == (Pair("red1", MINE, is_known=True),)


def test_two_nodes_turned_at_once_are_told_apart_by_another_turn() -> None:
    table = Table("red1").turns(MINE, OTHER)
    assert (table.pairing.doubt, table.pairing.doubtful) == (Doubt.SEVERAL, (MINE, OTHER))
    table.hears(OTHER, 7, 60)
    assert table.hears(MINE, 7, 60).pairing.done == ()
    table.is_standing = False
    table.until(table.now_s + 0.5).hears(MINE, 8, 0.1).until(table.now_s + 0.3)
    table.is_standing = True
    table.until(table.now_s + 2)
    assert (table.pairing.done, table.pairing.doubt) == ((Pair("red1", MINE),), None)


def test_two_that_were_turned_together_twice_are_asked_for_until_only_one_was_turned_every_time() -> None:
    table = Table("red1").turns(MINE, OTHER).turns(MINE, OTHER, THIRD, flips=8)
    assert (table.pairing.doubt, table.pairing.doubtful) == (Doubt.SEVERAL, (MINE, OTHER))
    assert table.turns(MINE, THIRD, flips=9).pairing.done == (Pair("red1", MINE),)


def test_where_strange_nodes_are_about_a_new_one_must_tell_of_two_turns() -> None:
    table = Table("red1").knows(*NEIGHBOURS).turns(MINE)
    assert (table.pairing.doubt, table.pairing.glass) == (Doubt.UNSURE, "red1")
    assert table.turns(MINE, flips=8).pairing.done == (Pair("red1", MINE),)


def test_a_neighbour_s_glass_turned_in_the_window_of_a_dead_one_is_not_taken() -> None:
    known = {glass: f"C0:FF:EE:00:00:{n:02X}" for n, glass in enumerate(VESSELS)}
    table = Table("red1", known=known).knows(*NEIGHBOURS[:3]).turns(NEIGHBOURS[0])
    assert table.pairing.done == ()
    assert table.turns(NEIGHBOURS[1]).until(9).pairing.doubt is Doubt.CHANGED
    assert table.turns(flips=8).until(20).pairing.doubt is Doubt.SILENT
    assert table.pairing.done == ()


def test_a_neighbour_s_glass_turned_with_this_one_is_told_from_it_by_the_second_turn() -> None:
    table = Table("red1").knows(*NEIGHBOURS).turns(MINE, NEIGHBOURS[0]).turns(MINE, NEIGHBOURS[1], flips=8)
    assert table.pairing.done == (Pair("red1", MINE),)


def test_where_only_as_many_strangers_are_about_as_the_board_lacks_one_turn_is_enough() -> None:
    known = dict(zip(VESSELS[1:], NEIGHBOURS, strict=False))
    table = Table("red1", known=known).knows(*NEIGHBOURS[:6]).turns(MINE)
    assert table.pairing.done == (Pair("red1", MINE),)


def test_a_node_that_is_heard_much_weaker_than_ours_must_tell_of_two_turns() -> None:
    known = {"red1": MINE, "red2": OTHER, "red3": THIRD}
    far = NEIGHBOURS[0]
    table = Table("red1", known=known).knows(OTHER, THIRD).knows(far, rssi_dbm=-78)
    table.is_standing = False
    table.until(1.5).hears(far, 2, 0.1, -78).until(2)
    table.is_standing = True
    assert (table.until(4).pairing.doubt, table.pairing.done) == (Doubt.UNSURE, ())
    near = Table("red1", known=known).knows(OTHER, THIRD).knows(far, rssi_dbm=-70).turns(far)
    assert near.pairing.done == (Pair("red1", far),)


def test_a_strange_node_that_is_gone_makes_nobody_doubt() -> None:
    assert Table("red1").knows(*NEIGHBOURS).until(32).turns(MINE).pairing.done == (Pair("red1", MINE),)


def test_a_node_of_a_glass_that_nobody_asked_for_must_tell_of_two_turns() -> None:
    table = Table("red1", known={"red1": OTHER, "red2": MINE}).turns(MINE)
    assert (table.pairing.doubt, table.pairing.doubtful) == (Doubt.ANOTHERS, (MINE,))
    assert table.turns(MINE, flips=8).pairing.nodes == {"red1": MINE}


def test_nodes_whose_glasses_were_mixed_up_are_paired_anew_by_one_turn_each() -> None:
    table = Table("red1", "red2", known={"red1": OTHER, "red2": MINE}).knows(*NEIGHBOURS).turns(MINE).turns(OTHER)
    assert table.pairing.nodes == {"red1": MINE, "red2": OTHER}


def test_a_node_paired_just_now_that_turns_along_with_the_glass_is_left_out() -> None:
    assert Table("red1", "red2").turns(MINE).turns(MINE, OTHER, flips=8).pairing.nodes == {
        "red1": MINE,
        "red2": OTHER,
    }


def test_a_turn_at_the_board_next_door_while_this_glass_stands_is_nobody_s() -> None:
    table = Table("red1").hears(THIRD, 3, 0.1).until(5)
    assert (table.pairing.glass, table.pairing.doubt) == ("red1", None)
    table.until(8).turns(MINE)
    assert table.pairing.done == (Pair("red1", MINE),)


def test_a_turn_from_before_the_light_counts_for_nothing() -> None:
    table = Table("red1")
    table.pairing = table.pairing.heard(report(MINE, 1.0, 7, 5.0))
    assert table.turns().until(9).pairing.doubt is Doubt.SILENT


def test_a_turn_just_before_the_light_is_not_taken_for_one_in_the_hand() -> None:
    table = Table("red1")
    table.pairing = NodePairing(("red1",), {}, 1 * S)
    table.until(1.2).is_standing = False
    table.until(1.3).hears(MINE, 7, 0.5).until(1.8)
    table.is_standing = True
    assert table.until(4).pairing.done == ()


def test_a_node_taken_for_another_glass_just_now_is_not_taken_twice() -> None:
    table = Table("red1", "red2").turns(MINE)
    table.is_standing = False
    table.until(table.now_s + 0.5).hears(MINE, 8, 0.1).until(table.now_s + 0.3)
    table.is_standing = True
    table.until(table.now_s + 2)
    assert (table.pairing.doubt, table.pairing.glass) == (Doubt.TAKEN, "red2")


def test_a_dead_node_is_said_and_the_glass_may_be_skipped() -> None:
    table = Table("red1", "red2", known={"red1": MINE, "red2": OTHER}).turns().until(9)
    assert (table.pairing.doubt, table.pairing.glass) == (Doubt.SILENT, "red1")
    skipped = table.pairing.skip(9 * S)
    assert (skipped.glass, skipped.nodes) == ("red2", {"red1": MINE, "red2": OTHER})


def test_a_node_found_in_another_glass_leaves_the_one_it_was_in() -> None:
    table = Table("red1", "red2", known={"red1": THIRD, "red2": MINE}).turns(MINE)
    assert table.pairing.nodes == {"red1": MINE}


def test_a_glass_that_is_brought_from_beside_the_board_is_paired_too() -> None:
    table = Table.__new__(Table)
    table.pairing, table.now_s, table.is_standing = NodePairing(("red1",), {}, 0), 0.0, False
    table.until(2).hears(MINE, 4, 0.2).until(2.5)
    table.is_standing = True
    assert table.until(5).pairing.done == (Pair("red1", MINE),)


def test_a_node_that_has_forgotten_its_age_is_known_by_its_count() -> None:
    table = Table("red1").hears(MINE, 3, None)
    table.is_standing = False
    table.until(1.5).hears(MINE, 4, None).until(2)
    table.is_standing = True
    assert table.until(4).pairing.done == (Pair("red1", MINE),)


def test_the_neutral_timer_is_turned_twice_by_one_node_alone() -> None:
    table = Table(NEUTRAL_TIMER).hears(MINE, 1, 0.1).until(3)
    assert (table.pairing.turns_left, table.pairing.done) == (1, ())
    assert table.hears(MINE, 2, 0.1).until(6).pairing.done == (Pair(NEUTRAL_TIMER, MINE),)
    doubtful = Table(NEUTRAL_TIMER).hears(MINE, 1, 0.1).hears(OTHER, 1, 0.1).until(4)
    assert doubtful.pairing.doubt is Doubt.SEVERAL
    assert doubtful.hears(MINE, 2, 0.1).until(6).pairing.done == (Pair(NEUTRAL_TIMER, MINE),)


def test_where_strange_nodes_are_about_the_neutral_timer_is_turned_three_times() -> None:
    table = Table(NEUTRAL_TIMER).knows(*NEIGHBOURS, MINE).hears(MINE, 2, 0.1).until(3)
    assert table.pairing.turns_left == 2
    assert (table.hears(MINE, 3, 0.1).until(6).pairing.done, table.pairing.turns_left) == ((), 1)
    assert table.hears(MINE, 4, 0.1).until(9).pairing.done == (Pair(NEUTRAL_TIMER, MINE),)


def test_turns_of_a_neighbour_s_glass_a_minute_apart_do_not_make_it_the_neutral_timer() -> None:
    table = Table(NEUTRAL_TIMER).hears(MINE, 1, 0.1).until(60).hears(MINE, 2, 0.1).until(63)
    assert (table.pairing.done, table.pairing.turns_left) == ((), 1)


def test_all_are_paired_in_the_order_of_the_table() -> None:
    assert ordered(()) == VESSELS
    assert ordered(("black1", "red2")) == ("red2", "black1")
    with pytest.raises(ValueError, match="'green1' is no glass; expected red1"):
        ordered(("green1",))


def test_what_was_paired_is_found_again_and_the_one_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "state" / "nodes.toml"
    assert load_nodes(path) == {}
    save_nodes(path, {"red1": MINE})
    save_nodes(path, {"red1": OTHER, NEUTRAL_TIMER: THIRD})
    assert load_nodes(path) == {"red1": OTHER, NEUTRAL_TIMER: THIRD}
    assert load_nodes(path.with_name("nodes.toml.old")) == {"red1": MINE}


@pytest.mark.parametrize(
    "text", ["", "[nodes]\n", 'digest = "x"\n[nodes]\nred1 = "C0"\n', 'digest = "x"\n[nodes]\ngreen = "C0"\n', "ä"]
)
def test_a_file_that_was_changed_by_hand_is_refused_with_what_to_do(tmp_path: Path, text: str) -> None:
    path = tmp_path / "nodes.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MeasuredFileError, match=r"damaged .* move this one away and pair again"):
        load_nodes(path)


def test_what_was_paired_stands_above_what_is_configured() -> None:
    configured = {"red1": MINE, "red2": OTHER, "black1": THIRD}
    assert merged(configured, {"red2": MINE}) == {"red2": MINE, "black1": THIRD}
    assert merged(configured, {}) == configured
