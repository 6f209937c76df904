"""The simulated nodes say what hourglass nodes say: whole state, flips dateable from any packet that gets through."""

from dataclasses import replace
from itertools import pairwise

import pytest
from simulated_board import EXACT, MS, SHORT_MATCH, S, board, hand

from tamsk_pi.simulator.nodes import NODE_ADDRESSES, encode_payload
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

RED1 = NODE_ADDRESSES[0]
TIMER = NODE_ADDRESSES[6]


class Radio:
    """Keeps what it receives, taken apart by hand."""

    def __init__(self, table: Table) -> None:
        self.received: list[tuple[int, str, bytes, int]] = []
        table.on_advertisement = lambda *packet: self.received.append(packet)

    def packets(self, address: str, since_ns: int = 0, until_ns: int = 1 << 62) -> list[tuple[int, bytes]]:
        return [
            (at, payload) for at, who, payload, _ in self.received if who == address and since_ns <= at < until_ns
        ]


def flips(payload: bytes) -> int:
    return payload[6]


def is_moving(payload: bytes) -> bool:
    return payload[8] == 1


def rotation(payload: bytes) -> int:
    return int.from_bytes(payload[10:12], "little", signed=True)


def age_ms(payload: bytes) -> int:
    return int.from_bytes(payload[13:16], "little")


def play(text: str, until_ns: int, settings: TableSettings = EXACT) -> Radio:
    table = Table(board(), settings)
    radio = Radio(table)
    hand(table, text)
    table.advance(until_ns)
    return radio


def test_the_payload_is_the_tables_sixteen_bytes() -> None:
    payload = encode_payload(packet_id=0x1FE, flips=0x103, is_moving=True, rotation=-1800, age_ms=0x012345)
    assert payload.hex() == "4400fe0157090322013ff8f842452301"


def test_an_age_that_is_too_long_saturates() -> None:
    assert encode_payload(0, 0, False, 0, 1 << 30)[-3:] == b"\xff\xff\xff"


def test_at_rest_a_node_sends_once_a_second() -> None:
    radio = play("0.000 setup\n", 20 * S)
    assert {address: len(radio.packets(address)) for address in NODE_ADDRESSES} == dict.fromkeys(
        NODE_ADDRESSES, pytest.approx(20, abs=1)
    )


def test_motion_and_a_flip_bring_bursts() -> None:
    radio = play("0.000 setup\n5.000 lift red1\n5.300 flip red1\n5.600 place red1 A2\n", 10 * S)
    first = [at for at, _ in radio.packets(RED1, 5 * S)][:10]
    assert first[0] - 5 * S < 40 * MS
    assert all(10 * MS < later - sooner < 40 * MS for sooner, later in pairwise(first))


@pytest.mark.parametrize("seed", range(5))
def test_every_packet_after_a_flip_dates_it_within_thirty_milliseconds(seed: int) -> None:
    text = "0.000 setup\n5.000 lift red1\n5.300 flip red1\n5.600 place red1 A2\n20.000 flip red1\n"
    radio = play(text, 40 * S, replace(EXACT, seed=seed, radio_loss=0.5))
    for count, flip_ns, until_ns in ((1, 5_300 * MS, 20 * S), (2, 20 * S, 40 * S)):
        packets = [(at, p) for at, p in radio.packets(RED1, 0, until_ns) if flips(p) == count]
        assert packets
        for at, payload in packets:
            assert abs(at - age_ms(payload) * MS - flip_ns) < 30 * MS


def test_a_flip_is_counted_only_when_it_has_been_held() -> None:
    radio = play("0.000 setup\n5.000 lift red1\n5.300 flip red1\n5.350 flip red1\n6.000 place red1 A2\n", 8 * S)
    assert {flips(payload) for _, payload in radio.packets(RED1)} == {0}


def test_moving_is_said_in_the_hand_and_until_six_tenths_of_a_second_after_the_release() -> None:
    radio = play("0.000 setup\n5.000 lift red1\n5.600 hold red1 A2 0.5\n", 8 * S)
    assert not any(is_moving(p) for _, p in radio.packets(RED1, 0, 5 * S))
    assert all(is_moving(p) for _, p in radio.packets(RED1, 5_030 * MS, 6_700 * MS))
    assert not any(is_moving(p) for _, p in radio.packets(RED1, 6_710 * MS))


def test_coming_to_rest_is_told_five_times_100_ms_apart() -> None:
    radio = play("0.000 setup\n5.000 lift red1\n5.600 place red1 A2\n", 8 * S, TableSettings(radio_loss=0.0))
    at_rest = [at_ns for at_ns, payload in radio.packets(RED1, 6_200 * MS, 8 * S) if not is_moving(payload)]
    assert [round((later - earlier) / (100 * MS)) for earlier, later in pairwise(at_rest)] == [1, 1, 1, 1, 10]


def test_rotation_tells_the_end_that_is_down_and_a_glass_on_its_side() -> None:
    text = "0.000 setup\n2.000 flip red1\n5.000 lift red1\n5.500 tilt red1\n8.000 upright red1\n8.5 place red1 A1\n"
    radio = play(text, 12 * S)
    assert {rotation(p) for _, p in radio.packets(RED1, 0, 1_800 * MS)} == {0}
    assert {rotation(p) for _, p in radio.packets(RED1, 3 * S, 5 * S)} == {1_800}
    assert all(abs(rotation(p) - 900) < 50 for _, p in radio.packets(RED1, 6 * S, 8 * S))
    assert {rotation(p) for _, p in radio.packets(RED1, 9 * S)} == {1_800}


def test_the_packet_id_goes_up_by_one_with_every_change() -> None:
    packets = [payload for _, payload in play(SHORT_MATCH, 10 * S).packets(RED1)]
    for before, after in pairwise(packets):
        is_changed = before[3:] != after[3:]
        assert (after[2] - before[2]) & 0xFF == int(is_changed)


def test_packets_are_lost_at_the_share_that_is_set() -> None:
    text = "0.000 setup\n"
    settings = replace(EXACT, node_sleep_ms=None)
    sent = len(play(text, 300 * S, settings).received)
    heard = len(play(text, 300 * S, replace(settings, radio_loss=0.4)).received)
    assert heard / sent == pytest.approx(0.6, abs=0.05)


def test_a_silent_node_is_silent_until_it_is_cleared() -> None:
    radio = play("0.000 setup\n2.000 fault node red1 silent\n9.000 fault clear\n", 12 * S)
    assert radio.packets(RED1, 0, 2 * S)
    assert not radio.packets(RED1, 2_010 * MS, 9 * S)
    assert radio.packets(RED1, 9 * S)


def test_a_rebooted_node_starts_counting_anew_and_knows_no_age() -> None:
    radio = play("0.000 setup\n2.000 flip red1\n5.000 fault node red1 reboot\n", 9 * S)
    assert {flips(p) for _, p in radio.packets(RED1, 3 * S, 5 * S)} == {1}
    after = [payload for _, payload in radio.packets(RED1, 5_010 * MS)]
    assert {(flips(p), age_ms(p), rotation(p)) for p in after} == {(0, 0xFFFFFF, 1_800)}


def test_a_node_sleeps_after_ten_minutes_and_motion_wakes_it() -> None:
    radio = play("0.000 setup\n700.000 lift red1\n", 701 * S)
    assert not radio.packets(RED1, 605 * S, 700 * S)
    assert radio.packets(RED1, 700 * S)


def test_the_neutral_timers_node_counts_its_turns() -> None:
    radio = play("0.000 setup\n2.000 timer\n5.000 timer\n", 8 * S)
    assert [flips(p) for _, p in radio.packets(TIMER)][-1] == 2
    assert {rotation(p) for _, p in radio.packets(TIMER, 3 * S, 4_800 * MS)} == {1_800}


def test_packets_come_the_same_however_often_the_table_is_asked() -> None:
    seldom = play(SHORT_MATCH, 10 * S, TableSettings(seed=4))
    table = Table(board(), TableSettings(seed=4))
    often = Radio(table)
    hand(table, SHORT_MATCH)
    for at_ns in range(0, 10 * S + 1, 3 * MS):
        table.advance(at_ns)
    table.advance(10 * S)
    assert often.received == seldom.received


def test_a_table_found_again_has_nodes_that_went_on_counting() -> None:
    table = Table(board(), EXACT)
    hand(table, "0.000 setup\n2.000 flip red1\n")
    table.advance(5 * S)
    found = Table.restore(board(), EXACT, table.snapshot(), 25 * S)
    radio = Radio(found)
    found.advance(30 * S)
    at, payload = radio.packets(RED1)[0]
    assert flips(payload) == 1
    assert abs(at - age_ms(payload) * MS - 2 * S) < 30 * MS
