"""The board is scanned through simulated chips: every byte as the data sheets have it."""

import pytest
from driver_fakes import A_FULL_SWING, LAYOUT, CountsTable, layout_with

from tamsk_pi.clock import SystemClock, VirtualClock
from tamsk_pi.drivers.errors import BusError
from tamsk_pi.drivers.scanner import Scanner, conversion_command, gray_code
from tamsk_pi.perception.frames import Frame
from tamsk_pi.simulator.chips.install import install
from tamsk_pi.simulator.chips.mcp3008 import Mcp3008
from tamsk_pi.simulator.chips.multiplexers import Multiplexers
from tamsk_pi.simulator.chips.spi_device import SimulatedSpiDev, SpiBuses


def adc(table: CountsTable, clock: VirtualClock | None = None) -> Mcp3008:
    clock = clock or VirtualClock(1_000_000)
    return Mcp3008(Multiplexers(LAYOUT, table, clock), clock)


def test_the_command_for_an_input_is_that_of_the_data_sheet() -> None:
    assert [conversion_command(i) for i in (0, 1, 4, 7)] == [(1, 0x80, 0), (1, 0x90, 0), (1, 0xC0, 0), (1, 0xF0, 0)]


def test_neighbouring_addresses_differ_in_one_line_and_all_sixteen_come() -> None:
    codes = [gray_code(step) for step in range(16)]
    assert sorted(codes) == list(range(16))
    assert {(codes[i] ^ codes[i - 1]).bit_count() for i in range(16)} == {1}


def test_the_adc_answers_with_ten_bits_after_a_null_bit() -> None:
    chip = adc(CountsTable(counts=(0b10_1100_0111,) * 74))
    assert chip.exchange((1, 0x80, 0)) == (0, 0b10, 0b1100_0111)


def test_the_adc_finds_the_start_bit_wherever_it_is() -> None:
    chip = adc(CountsTable(counts=(0b10_1100_0111,) * 74))
    assert chip.exchange((0, 1, 0x80, 0)) == (0, 0, 0b10, 0b1100_0111)
    assert chip.exchange((0b0001_1000, 0, 0)) == (0, 0b0010_1100, 0b0111_1100)


def test_the_adc_shifts_its_answer_out_again_lowest_bit_first() -> None:
    chip = adc(CountsTable(counts=(0b10_1100_0111,) * 74))
    # B9 … B0 is 1011000111; then B1 … B9: 110001101.
    assert chip.exchange((1, 0x80, 0, 0, 0)) == (0, 0b10, 0b1100_0111, 0b1100_0110, 0b1000_0000)


def test_the_adc_answers_nothing_without_a_start_bit_or_to_a_fragment() -> None:
    chip = adc(CountsTable())
    assert chip.exchange((0, 0, 0)) == (0, 0, 0)
    assert chip.exchange((1,)) == (0,)


def test_the_adc_subtracts_a_pair_of_inputs_in_differential_mode() -> None:
    counts = [0] * 74
    counts[0], counts[16] = 900, 650  # address 0: A1/S0 on input 0, B5/S0 on input 1
    chip = adc(CountsTable(counts=tuple(counts)))
    assert chip.exchange((1, 0x00, 0)) == (0, 250 >> 8, 250 & 0xFF)
    assert chip.exchange((1, 0x10, 0)) == (0, 0, 0)  # the other way round it cannot go below 0


def test_spidev_writes_the_answer_into_a_list_it_is_given() -> None:
    device = SimulatedSpiDev(SpiBuses({(0, 0): adc(CountsTable(counts=(1023,) * 74))}), 0, 0)
    data = [1, 0x80, 0]
    assert device.xfer2(data) == [0, 3, 255]
    assert data == [0, 3, 255]


def test_every_sensor_of_the_board_is_read_where_it_is_connected() -> None:
    clock = VirtualClock(5_000_000)
    with install(CountsTable(), clock, LAYOUT):
        scanner = Scanner(LAYOUT, clock)
        first, second = scanner.scan(), scanner.scan()
        scanner.close()
    assert first == Frame(at_ns=5_000_000, counts=A_FULL_SWING)
    assert second.counts == A_FULL_SWING


def test_a_wiring_of_ones_own_is_read_as_its_file_says() -> None:
    swapped = layout_with('"A1/S0", "A1/S1"', '"A1/S1", "A1/S0"')
    clock = VirtualClock()
    with install(CountsTable(), clock, swapped):
        scanner = Scanner(swapped, clock)
        assert scanner.scan().counts == A_FULL_SWING
        scanner.close()
    with install(CountsTable(), clock, swapped):
        scanner = Scanner(LAYOUT, clock)
        assert scanner.scan().counts == (A_FULL_SWING[1], A_FULL_SWING[0], *A_FULL_SWING[2:])
        scanner.close()


def test_a_scan_takes_sixteen_settle_times_and_eighty_conversions_on_the_wire() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT):
        scanner = Scanner(LAYOUT, clock)
        scanner.scan()
        scanner.close()
    assert clock.now_ns() == 16 * 20_000 + 80 * 24_000


def test_the_table_hears_of_the_time_at_every_change_of_address() -> None:
    clock, table = VirtualClock(), CountsTable()
    with install(table, clock, LAYOUT):
        scanner = Scanner(LAYOUT, clock)
        scanner.scan()
        table.advances.clear()
        begin_ns = scanner.scan().at_ns
        scanner.close()
    assert table.advances == [begin_ns + step * 140_000 for step in range(16)]


def test_without_settling_a_conversion_reads_a_mixture_of_two_channels() -> None:
    hasty = layout_with("settle_us = 20", "settle_us = 0")
    clock = VirtualClock()
    with install(CountsTable(), clock, hasty):
        scanner = Scanner(hasty, clock)
        scanner.scan()
        counts = scanner.scan().counts
        scanner.close()
    wrong = {i for i in range(74) if counts[i] != A_FULL_SWING[i]}
    # The first conversion after each switch (multiplexer 0) comes at once and reads the channel before.
    assert wrong == set(range(16))
    assert counts[1] == A_FULL_SWING[0]


def test_half_settled_the_new_channel_shows_through_the_old_one() -> None:
    hasty = layout_with("settle_us = 20", "settle_us = 1")
    clock = VirtualClock()
    with install(CountsTable(counts=(0, 1000) * 37), clock, hasty):
        scanner = Scanner(hasty, clock)
        counts = scanner.scan().counts
        scanner.close()
    assert 0 < counts[1] < 1000


def test_a_conversion_thrown_away_helps_a_board_that_settles_slowly() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT, settle_ns=40_000):
        hasty, patient = Scanner(LAYOUT, clock), None
        assert hasty.scan().counts != A_FULL_SWING
        hasty.close()
        patient = Scanner(LAYOUT, clock, discard_first=True)
        patient.scan()
        assert patient.scan().counts == A_FULL_SWING
        patient.close()


def test_the_settle_time_holds_on_the_real_clock_too() -> None:
    clock = SystemClock()
    with install(CountsTable(), clock, LAYOUT, settle_ns=15_000):
        scanner = Scanner(LAYOUT, clock)
        scanner.scan()
        assert scanner.scan().counts == A_FULL_SWING
        scanner.close()


def test_a_board_can_be_opened_and_closed_many_times() -> None:
    clock = VirtualClock()
    for _ in range(20):
        with install(CountsTable(), clock, LAYOUT):
            scanner = Scanner(LAYOUT, clock)
            assert scanner.scan().counts == A_FULL_SWING
            scanner.close()
            scanner.close()


def test_the_adc_is_clocked_as_the_layout_says() -> None:
    slow = layout_with("clock_hz = 1_000_000", "clock_hz = 500_000")
    clock = VirtualClock()
    with install(CountsTable(), clock, slow):
        scanner = Scanner(slow, clock)
        scanner.scan()
        scanner.close()
    assert clock.now_ns() == 16 * 20_000 + 80 * 48_000


def test_a_bus_that_fails_in_the_middle_of_play_is_said_with_what_to_check() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT) as chips:
        scanner = Scanner(LAYOUT, clock)
        scanner.scan()
        chips.buses.break_bus(0, 0)
        with pytest.raises(BusError, match=r"scan of the board's sensors: .*Input/output error.*check the wiring"):
            scanner.scan()
        scanner.close()


@pytest.mark.parametrize("overhead_ns", [0, 12_000])
def test_what_the_driver_costs_on_a_real_pi_can_be_added(overhead_ns: int) -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT, call_overhead_ns=overhead_ns):
        scanner = Scanner(LAYOUT, clock)
        scanner.scan()
        scanner.close()
    assert clock.now_ns() == 16 * 20_000 + 80 * (24_000 + overhead_ns)
