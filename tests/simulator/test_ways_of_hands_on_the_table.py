"""What a way to do an act looks like to a sensor; the act's own instant is met whatever the way."""

from dataclasses import replace

import pytest
from simulated_board import EXACT, MS, S, board, hand, reading, scenario, timing, watch

from tamsk_pi.rules.board import parse_cell
from tamsk_pi.scenario.statements import Hand, HandKind, How
from tamsk_pi.simulator.players import RandomPlayers
from tamsk_pi.simulator.script import play
from tamsk_pi.simulator.table import Table

START = "0.000 setup\n"
LIFT = START + "1.000 lift red1\n"


def s0(text: str, cell: str, until_ms: int) -> dict[int, int]:
    table = Table(board(), EXACT)
    hand(table, text)
    return watch(table, until_ms * MS, cell)


def test_a_glass_slid_over_a_tube_is_felt_there_and_stands_where_it_is_put() -> None:
    text = LIFT + "2.500 place red1 B2 how over A2\n"
    passed, put = s0(text, "A2", 3_000), s0(text, "B2", 3_000)
    assert 514 <= max(passed.values()) <= 520, "its foot 1 … 3 mm above the rim of a tube for one ring"
    assert (passed[2_900], put[2_400] < 520, put[2_500]) == (512, True, 530)


def test_a_glass_that_leans_reads_less_than_one_that_stands_until_it_stands() -> None:
    seen = s0(LIFT + "2.500 place red1 A2 how leaning 0.5\n", "A2", 3_000)
    leaning = {seen[ms] for ms in range(2_010, 2_450)}
    assert len(leaning) == 1
    assert 519 <= min(leaning) <= 527
    assert {seen[ms] for ms in range(2_500, 3_000)} == {530}


def test_what_bounces_comes_near_its_seat_before_its_instant() -> None:
    glass = s0(LIFT + "2.500 place red1 A2 how bouncing\n", "A2", 3_000)
    down = [ms for ms in range(2_000, 2_500) if glass[ms] >= 530]
    assert 2_350 <= min(down) <= 2_450
    assert min(glass[ms] for ms in range(min(down), 2_500)) <= 526


def test_a_corrected_glass_stands_in_the_wrong_tube_first() -> None:
    text = LIFT + "2.500 place red1 A2 how corrected B2 0.4\n"
    wrong, right = s0(text, "B2", 3_000), s0(text, "A2", 3_000)
    assert all(522 <= wrong[ms] <= 530 for ms in range(1_850, 2_180))
    assert (wrong[2_500], right[2_500]) == (512, 530)


def test_a_ring_caught_on_the_rim_reads_otherwise_than_one_that_lies() -> None:
    seen = s0(START + "2.000 ring D4 red how crooked 0.5\n", "D4", 3_000)
    assert len({seen[ms] for ms in range(1_500, 1_900)}) == 1
    assert seen[1_700] < 520
    assert {seen[ms] for ms in range(2_000, 3_000)} == {523}


def test_a_ring_hovers_as_long_as_it_says() -> None:
    seen = s0(START + "3.000 ring D4 red how hovering 1.5\n", "D4", 3_500)
    assert all(515 <= seen[ms] <= 528 for ms in range(1_500, 2_900))
    assert (seen[1_400], seen[3_000]) == (512, 523)


def test_what_is_swept_is_gone_in_sixty_milliseconds() -> None:
    seen = s0(START + "1.000 lift red1 how swept\n", "A1", 1_500)
    assert (seen[999], seen[1_061]) == (530, 512)


def test_a_bracelet_is_felt_as_strongly_as_it_says_and_skin_is_not() -> None:
    steel, bare = (
        s0(START + "1.000 hand steel D4 2 6\n", "D4", 5_000),
        s0(START + "1.000 hand bare D4 2\n", "D4", 4_000),
    )
    assert 515 <= max(steel.values()) <= 519
    assert (steel[900], steel[3_600]) == (512, 512)
    assert set(bare.values()) == {512}


def test_what_is_knocked_rattles_and_stays() -> None:
    seen = s0(START + "1.000 hand knock A1\n", "A1", 2_000)
    assert min(seen.values()) <= 527
    assert {seen[ms] for ms in range(1_260, 2_000)} == {530}


def test_ways_are_drawn_together_where_there_is_less_time() -> None:
    seen = s0(LIFT + "1.400 place red1 A2 how corrected B2 2\n", "A2", 2_000)
    assert (seen[1_400], seen[1_900]) == (530, 530)


def test_clumsy_hands_do_the_same_acts_at_the_same_instants() -> None:
    careful, clumsy = RandomPlayers(3).scenario(), RandomPlayers(3, is_clumsy=True).scenario()
    deeds = list(play(clumsy))
    acts = [act for act, _ in deeds if not isinstance(act, Hand)]
    assert acts == [act for act, _ in play(careful)]
    manners = {manner.how for _, manner in deeds if manner is not None}
    assert manners >= {How.SLOWLY, How.OVER, How.BOUNCING, How.HOVERING, How.CROOKED}
    assert {act.kind for act, _ in deeds if isinstance(act, Hand)} == {HandKind.KNOCK, HandKind.STEEL}


def test_equal_seeds_are_equally_clumsy() -> None:
    text = START + "0.000 hand clumsy 4\n2.000 ring D4 red\n4.000 ring D4 red\n6.000 ring C3 red\n8.000 ring C3 red\n"
    drawn = list(play(scenario(text)))
    assert drawn == list(play(scenario(text)))
    assert drawn != list(play(scenario(text.replace("clumsy 4", "clumsy 5"))))
    assert list(play(scenario(text + "8.000 hand careful\n9.000 ring B2 red\n")))[-1][1] is None


def test_clumsy_hands_know_what_stood_there_before_they_came() -> None:
    passed = set()
    for seed in range(60):
        text = START + f"0.000 hand clumsy {seed}\n1.000 lift red1\n3.000 place red1 C1\n"
        hand(Table(board(), EXACT), text)
        passed |= {cell for _, manner in play(scenario(text)) if manner is not None for cell in manner.cells}
    assert parse_cell("D2") in passed
    assert parse_cell("D1") not in passed, "black1 stands there"


@pytest.mark.parametrize("seed", range(3))
def test_careful_hands_read_as_before_where_clumsy_ones_have_been(seed: int) -> None:
    settings = replace(EXACT, seed=seed)
    clumsy, careful = Table(board(), settings), Table(board(), settings)
    text = "2.000 lift red1\n4.000 place red1 A2\n6.000 ring A2 red\n8.000 ring D4 red\n"
    hand(careful, START + text)
    hand(clumsy, START + f"0.000 hand clumsy {seed}\n" + text)
    assert [reading(clumsy.scan(12 * S, timing()), cell) for cell in ("A1", "A2", "D4")] == [
        reading(careful.scan(12 * S, timing()), cell) for cell in ("A1", "A2", "D4")
    ]
