"""What hands do on the simulated table is what the sensors see, at the instants the scenario says."""

import json
from dataclasses import replace

import pytest
from simulated_board import EXACT, MS, SCAN_NS, SHORT_MATCH, S, board, hand, reading, timing, watch

from tamsk_pi.perception.frames import Frame
from tamsk_pi.rules.acts import Lift, Ring, Setup, Take
from tamsk_pi.rules.board import CELLS, parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass, Player
from tamsk_pi.scenario.statements import Fault, FaultKind, Put
from tamsk_pi.simulator.settings import TableError, TableSettings
from tamsk_pi.simulator.table import Table

START = "0.000 setup\n"


def scans(table: Table, until_ns: int, step_ns: int = SCAN_NS) -> list[Frame]:
    return [table.scan(at_ns, timing()) for at_ns in range(0, until_ns, step_ns)]


def singly(table: Table, until_ns: int, step_ns: int = SCAN_NS) -> list[Frame]:
    """The same frames, conversion by conversion."""
    frames = []
    for at_ns in range(0, until_ns, step_ns):
        counts = {}
        for step, offset_ns in zip(timing().steps, timing().offsets_ns, strict=True):
            table.advance(at_ns + offset_ns)
            for at in step:
                if at is None:
                    table.unconnected()
                else:
                    counts[at] = table.convert(CELLS[at // 2], at % 2)
        frames.append(Frame(at_ns, tuple(counts[at] for at in range(74))))
    return frames


def test_a_red_and_a_black_glass_read_as_the_study_says() -> None:
    table = Table(board(), EXACT)
    hand(table, START)
    frame = table.scan(1 * S, timing())
    assert [reading(frame, cell) for cell in ("A1", "D1", "D4")] == [(530, 520), (494, 504), (512, 512)]


def test_a_scan_is_its_eighty_conversions() -> None:
    whole, single = Table(board(), TableSettings(seed=5)), Table(board(), TableSettings(seed=5))
    hand(whole, SHORT_MATCH)
    hand(single, SHORT_MATCH)
    assert scans(whole, 10 * S) == singly(single, 10 * S)


def test_asking_more_often_changes_nothing() -> None:
    often, seldom = Table(board(), EXACT), Table(board(), EXACT)
    hand(often, SHORT_MATCH)
    hand(seldom, SHORT_MATCH)
    for at_ns in range(0, 10 * S, MS // 2):
        often.advance(at_ns)
    assert often.scan(10 * S, timing()) == seldom.scan(10 * S, timing())
    assert often.truth() == seldom.truth()


def test_another_seed_is_another_board() -> None:
    one, other = Table(board(), TableSettings(seed=1)), Table(board(), TableSettings(seed=2))
    hand(one, START)
    hand(other, START)
    assert one.scan(S, timing()) != other.scan(S, timing())


def test_noise_is_seven_tenths_of_a_count() -> None:
    table = Table(board(), TableSettings(seed=3))
    table.advance(0)
    values = [table.convert(parse_cell("D4"), 0) for _ in range(20_000)]
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / len(values)
    assert variance == pytest.approx(0.7**2 + 1 / 12, rel=0.05)


def test_a_glass_leaves_at_its_lift_and_stands_at_its_place() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 lift red1\n1.400 flip red1\n1.700 place red1 A2\n2.000 end\n")
    table.perform(Put(2 * S, Hourglass.RED1, parse_cell("A1")))
    seen = watch(table, 2_200 * MS, "A1")
    assert set(list(seen.values())[:1_000]) == {530}
    assert seen[1_010] <= 528
    assert seen[1_200] == 512
    assert seen[1_999] == 512
    assert seen[2_000] == 530


def test_a_glass_being_lowered_reads_less_until_it_stands() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 lift red1\n1.700 place red1 A2\n")
    seen = watch(table, 2 * S, "A2")
    assert seen[1_549] == 512
    assert seen[1_690] <= 528
    assert {seen[ms] for ms in range(1_700, 2_000)} == {530}


def test_a_held_glass_reads_unsteadily_until_the_hand_lets_go() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 lift red1\n1.700 hold red1 A2 0.8\n")
    seen = watch(table, 3 * S, "A2")
    held = [seen[ms] for ms in range(1_700, 2_490)]
    assert max(held) - min(held) >= 4
    assert max(held) <= 529
    assert {seen[ms] for ms in range(2_500, 3_000)} == {530}


def test_a_glass_turned_in_its_tube_is_gone_for_a_moment_around_the_turn() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 flip red1\n")
    seen = watch(table, 2 * S, "A1")
    gone = [ms for ms, counts in seen.items() if counts != 530]
    assert min(gone) in range(940, 950)
    assert max(gone) in range(1_050, 1_061)


def test_a_turn_right_after_placing_does_not_take_the_glass_before_it_stood() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 lift red1\n1.700 place red1 A2\n1.720 flip red1\n")
    seen = watch(table, 2 * S, "A2")
    assert seen[1_700] == 530
    assert seen[1_719] < 530
    assert seen[1_790] == 530


def test_a_glass_placed_without_being_lifted_changes_cells_at_one_instant() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 place red1 A2\n")
    a1 = watch(table, 1_100 * MS, "A1")
    assert (a1[999], a1[1_000]) == (530, 512)


def test_a_ring_falls_and_comes_to_rest_at_its_instant() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 ring D4 red\n2.000 ring D4 black\n3.000 take D4\n")
    seen = watch(table, 4 * S, "D4")
    assert (seen[850], seen[1_000], seen[1_500], seen[2_000], seen[2_999]) == (512, 523, 523, 538, 538)
    assert max(seen[ms] for ms in range(900, 1_000)) == 527, "on its way down a ring passes its strongest height"
    assert (seen[3_200], seen[3_999]) == (523, 523)


def test_a_ring_that_is_held_over_its_tube_first_still_rests_at_its_instant() -> None:
    table = Table(board(), replace(EXACT, hover_share=1.0))
    hand(table, START + "1.000 ring D4 red\n")
    seen = watch(table, 2 * S, "D4")
    assert seen[650] == 512
    assert seen[1_000] == 523


def test_rings_and_holders_are_counted_truly() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 ring D4 red\n2.000 ring D4 black\n3.000 take D4\n4.000 ring A1 red\n")
    table.advance(2_500 * MS)
    assert table.truth().rings[parse_cell("D4")] == (Player.RED, Player.BLACK)
    table.advance(5 * S)
    truth = table.truth()
    assert truth.rings[parse_cell("D4")] == (Player.RED,)
    assert truth.rings[parse_cell("A1")] == (Player.RED,)
    assert truth.holders == {Player.RED: 30, Player.BLACK: 32}


def test_sand_runs_in_a_turned_glass_and_stands_still_in_a_lying_one() -> None:
    table = Table(board(), replace(EXACT, end_ms=((180_000, 170_000),) * 6))
    hand(table, START + "1.000 flip red1\n11.000 lift red1\n12.000 tilt red1\n20.000 upright red1\n")
    table.advance(11 * S)
    assert table.truth().hourglasses[0].top_ms == 160_000
    table.advance(19 * S)
    assert table.truth().hourglasses[0].is_lying
    assert table.truth().hourglasses[0].top_ms == 159_000
    table.advance(21 * S)
    assert table.truth().hourglasses[0].top_ms == 158_000


def test_the_neutral_timer_runs_and_its_switch_says_so() -> None:
    table = Table(board(), EXACT)
    edges: list[tuple[int, bool]] = []
    table.on_tilt_switch = lambda at_ns, is_b: edges.append((at_ns, is_b))
    hand(table, START + "1.000 timer\n4.000 timer\n")
    table.advance(3 * S)
    assert table.truth().timer.top_ms == 13_000
    table.advance(5 * S)
    assert edges == [(1 * S, True), (4 * S, False)]


IMPOSSIBLE = {
    "a glass where another stands": Put(S, Hourglass.RED1, HOME[Hourglass.RED2]),
    "a ring from an empty stack": Take(S, parse_cell("D4")),
    "before the present": Ring(0, parse_cell("D4"), Player.RED),
}


@pytest.mark.parametrize("act", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_what_hands_cannot_do_is_said_and_changes_nothing(act: Put | Take | Ring) -> None:
    table, other = Table(board(), EXACT), Table(board(), EXACT)
    for each in (table, other):
        hand(each, START)
        each.advance(S // 2)
    with pytest.raises(TableError, match="expected"):
        table.perform(act)
    assert scans(table, 2 * S) == scans(other, 2 * S)
    assert table.truth() == other.truth()


def test_a_glass_that_is_in_the_hand_cannot_be_lifted() -> None:
    table = Table(board(), EXACT)
    hand(table, START)
    table.perform(Lift(S, Hourglass.RED1))
    with pytest.raises(TableError, match="red1"):
        table.perform(Lift(2 * S, Hourglass.RED1))


def test_acts_on_one_glass_come_in_order() -> None:
    table = Table(board(), EXACT)
    hand(table, START)
    table.perform(Lift(2 * S, Hourglass.RED1))
    with pytest.raises(TableError, match="red1"):
        table.perform(Put(1 * S, Hourglass.RED1, parse_cell("A2")))


def test_a_setup_in_the_middle_clears_the_board() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 ring D4 red\n2.000 lift red1\n2.500 place red1 A2\n")
    table.advance(3 * S)
    table.perform(Setup(4 * S, HOME, (0,) * 37))
    assert [reading(table.scan(5 * S, timing()), cell) for cell in ("A1", "A2", "D4")] == [
        (530, 520),
        (512, 512),
        (512, 512),
    ]
    assert table.truth().holders == {Player.RED: 32, Player.BLACK: 32}


def test_a_setup_with_rings_lays_them_out() -> None:
    table = Table(board(), EXACT)
    rings = [0] * 37
    rings[parse_cell("D4")] = 2
    table.perform(Setup(0, HOME, tuple(rings)))
    assert reading(table.scan(S, timing()), "D4") == (538, 543)
    assert table.truth().holders == {Player.RED: 31, Player.BLACK: 31}


def test_a_stuck_sensor_and_a_dead_cell_show_it_until_it_is_cleared() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 fault stuck D4 1 700\n1.000 fault dead A1\n3.000 fault clear\n")
    before, broken, after = (table.scan(at_ns, timing()) for at_ns in (S // 2, 2 * S, 4 * S))
    assert (reading(broken, "D4"), reading(broken, "A1")) == ((512, 700), (0, 0))
    assert before.counts == after.counts


def test_drift_moves_all_sensors_and_ends_when_cleared() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "0.000 fault drift 3600\n10.000 fault clear\n")
    counts = reading(table.scan(9_500 * MS, timing()), "D4")
    assert all(512 + 9 * 0.8 - 1 <= each <= 512 + 9 * 1.2 + 1 for each in counts)
    assert reading(table.scan(11 * S, timing()), "D4") == (512, 512)


def test_noise_can_be_turned_up() -> None:
    table = Table(board(), EXACT)
    hand(table, START + "1.000 fault noise 20\n")
    table.advance(2 * S)
    values = [table.convert(parse_cell("D4"), 0) for _ in range(2_000)]
    assert max(values) - min(values) > 80


def test_power_is_not_the_tables_business() -> None:
    with pytest.raises(TableError, match="power"):
        Table(board(), EXACT).fault(Fault(0, FaultKind.POWER_CUT))


def test_a_table_found_again_reads_alike_and_its_sand_has_run_on() -> None:
    settings = TableSettings(seed=9, noise_counts=0.0)
    table = Table(board(), settings)
    hand(table, SHORT_MATCH)
    before = table.scan(9_600 * MS, timing())
    kept = json.loads(json.dumps(table.snapshot()))
    found = Table.restore(board(), settings, kept, 39_600 * MS)
    assert found.scan(39_600 * MS, timing()).counts == before.counts
    was, now = table.truth(), found.truth()
    assert now.rings == was.rings
    assert now.holders == was.holders
    expected_ms = was.hourglasses[Hourglass.BLACK1].top_ms - 30_000
    assert now.hourglasses[Hourglass.BLACK1].top_ms == pytest.approx(expected_ms, abs=10)
    found.perform(Take(40 * S, parse_cell("E1")))
    with pytest.raises(TableError, match="A1"):
        found.perform(Take(40 * S, parse_cell("A1")))
