"""What the doctor says of a board: each fault is put in below the drivers, and its sentence is heard."""

import re

import pytest
from examined import LAYOUT, bad, examined

from tamsk_pi.config import Config, LightsConfig
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.doctor.check import Group, Verdict
from tamsk_pi.doctor.outputs import sweep
from tamsk_pi.simulator.nodes import NODE_ADDRESSES, encode_payload

NEIGHBOUR = "C0:FF:EE:00:00:99"


def test_a_whole_board_has_nothing_wrong() -> None:
    checks = examined(has_sweep=True)
    assert bad(checks) == []
    assert {c.group for c in checks} == {Group.SENSORS, Group.LIGHTS, Group.RADIO, Group.CONTROLS}
    assert [c.name for c in checks if c.verdict is Verdict.SKIPPED] == ["cables"]


def test_the_whole_way_down_to_the_bytes_nothing_is_wrong_either() -> None:
    assert bad(examined(is_frame_level=False, seconds=2.0), Group.SENSORS, Group.LIGHTS, Group.CONTROLS) == []


@pytest.mark.parametrize(
    ("fault", "begins"),
    [
        ("mux-dead 2", r"multiplexer 2 is dead: 14 sensors, of cells D2, D3, D4, D5, D6, D7, E1, show what none can"),
        ("adc zeros", r"the ADC answers only zeros: MISO low, or no 3\.3 V"),
        ("adc ones", r"the ADC answers only ones: MISO open, or no chip select"),
        ("stale", r"\d+ readings are others when each switch is given more time than 20 µs; raise multiplexers"),
        ("select-stuck 2", r"select line S2 \(GPIO24\) does not switch: 34 of 34 pairs of channels show the same"),
        ("cables 0 3", r"the cables of multiplexers 0 and 3 are swapped; exchange them at the ADC's inputs"),
        ("spi-gone 60", r"scan of the board's sensors: .*No such device"),
        ("stuck D4 0 540", r"cell D4, sensor S0: the reading stands still at 540; check its wire"),
        ("stuck D4 1 1023", r"cell D4, sensor S1: reading 1023 is pinned at the rail; check its wire"),
        ("dead C3", r"cell C3, sensor S0: reading 0 is pinned at the rail; check its wire"),
        ("noisy B2 1 8", r"1 of the sensors rush by more counts than the others' 0\.\d \(cell B2, sensor S1: \d"),
        ("noise 4", r"all sensors rush by \d\.\d counts, 0\.7 is usual; check the 3\.3 V regulator"),
        ("node red2 silent", r"red2: nothing heard in 3 s; turn it over to wake it .* tamsk-pi pair red2"),
    ],
)
def test_what_is_broken_is_named_with_what_to_do(fault: str, begins: str) -> None:
    # What is stale shows only to those who ask the chips twice.
    said = bad(examined(fault, is_frame_level=fault != "stale", seconds=2.0 if fault == "stale" else 3.0))
    assert [text for text in said if re.match(begins, text)], said


@pytest.mark.parametrize(
    ("fault", "rest"),
    [
        ("mux-dead 2", ["pieces"]),
        ("cables 1 4", ["pieces"]),
        ("select-stuck 2", []),
        ("dead C3", ["C3, sensor S1", "pieces"]),
        ("noise 4", []),
    ],
)
def test_one_fault_is_said_once(fault: str, rest: list[str]) -> None:
    """Besides what it is about only what follows from it, and nothing twice."""
    found = [c for c in examined(fault) if c.verdict in (Verdict.FAIL, Verdict.WARNING)]
    assert len(found) == 1 + len(rest)
    assert all(any(part in check.name for check in found) for part in rest)


def test_who_names_swapped_cables_says_neither_that_only_an_empty_board_tells_them_nor_to_calibrate() -> None:
    said = " ".join(check.text for check in examined("cables 1 4"))
    assert ("empty board" in said, "calibrate again" in said, "mend the wires first" in said) == (False, False, True)


def test_a_board_next_door_is_listed_and_is_no_fault() -> None:
    def neighbour(board: VirtualBoard) -> None:
        table, chips = board.table, board.chips
        advertise = table.on_advertisement
        assert advertise is not None

        def also(at_ns: int, address: str, payload: bytes, rssi_dbm: int) -> None:
            advertise(at_ns, address, payload, rssi_dbm)
            if address == NODE_ADDRESSES[0]:
                chips.air.deliver(NEIGHBOUR, payload, -77)

        table.on_advertisement = also

    checks = examined(on_open=neighbour)
    assert bad(checks) == []
    (text,) = [c.text for c in checks if c.name == "strangers"]
    assert re.fullmatch(rf"1 nodes of another board, ignored: {NEIGHBOUR} \(\d+ packets, -77 dBm\)", text)
    (text,) = bad(examined("node red2 silent", on_open=neighbour), Group.RADIO)[1:]
    assert text.startswith("1 nodes that are not paired")


def test_a_node_that_speaks_another_language_is_said() -> None:
    def foreign(board: VirtualBoard) -> None:
        board.table.on_advertisement = lambda _at, address, _payload, rssi: board.chips.air.deliver(
            address, b"\x44\x00\x01\x01", rssi
        )

    said = bad(examined(on_open=foreign), Group.RADIO)
    assert f"{NODE_ADDRESSES[0]}: " in " ".join(said)
    assert any("packets that are no node's; is its firmware that of firmware/hourglass?" in text for text in said)


def test_two_nodes_with_one_address_are_said() -> None:
    def doubled(board: VirtualBoard) -> None:
        advertise, number = board.table.on_advertisement, 0
        assert advertise is not None

        def both(at_ns: int, address: str, payload: bytes, rssi_dbm: int) -> None:
            nonlocal number
            advertise(at_ns, address, payload, rssi_dbm)
            if address == NODE_ADDRESSES[1]:
                number += 1
                board.chips.air.deliver(address, encode_payload(100 + number, 57, False, 0, 60_000 + 1_000 * number))

        board.table.on_advertisement = both

    said = bad(examined(on_open=doubled, seconds=12.0), Group.RADIO)
    assert [text for text in said if "two nodes with its address are heard" in text], said


def test_a_weak_signal_and_old_firmware_are_said() -> None:
    def far(board: VirtualBoard) -> None:
        names = {NODE_ADDRESSES[0]: "TK0.9"}
        board.table.on_advertisement = lambda _at, address, payload, rssi: board.chips.air.deliver(
            address, payload, -93 if address == NODE_ADDRESSES[1] else rssi, names.get(address, "TK1.0")
        )

    said = bad(examined(on_open=far), Group.RADIO)
    assert [re.sub(r".*; ", "", text) for text in said[:1]] == [
        "it is hardly heard: move the Pi's antenna, or steel, out of the way"
    ]
    assert said[1].startswith("nodes with different firmware (0.9: red1; 1.0: red2")


def test_a_low_battery_is_said() -> None:
    def weak(board: VirtualBoard) -> None:
        def low(_at: int, address: str, payload: bytes, rssi_dbm: int) -> None:
            board.chips.air.deliver(address, payload[:4] + b"\x09" + payload[5:], rssi_dbm)

        board.table.on_advertisement = low

    said = bad(examined(on_open=weak), Group.RADIO)
    assert len(said) == 7
    assert all("battery 9 %" in text and text.endswith("charge it before the next match") for text in said)


def test_a_radio_that_does_not_start_is_said_and_the_rest_is_examined() -> None:
    def broken(board: VirtualBoard) -> None:
        board.chips.air.start_errors += ["[org.bluez.Error.InProgress] busy"] * 9

    checks = examined(on_open=broken)
    (text,) = [c.text for c in checks if c.group is Group.RADIO and c.verdict is Verdict.FAIL]
    assert text == "Bluetooth: the scan cannot be started ([org.bluez.Error.InProgress] busy)"
    assert bad(checks, Group.SENSORS) == []


def test_a_button_that_is_down_all_the_time_is_said() -> None:
    def held(board: VirtualBoard) -> None:
        board.chips.set_button("red", True)

    said = bad(examined(on_open=held), Group.CONTROLS)
    assert said == [
        "red: down all the time; let go, or look for a short to ground (hardware/README.md, step 8)",
    ]


def test_a_button_that_is_pressed_meanwhile_works() -> None:
    def pressed(board: VirtualBoard) -> None:
        def advertised(at_ns: int, address: str, payload: bytes, rssi_dbm: int) -> None:
            board.chips.air.deliver(address, payload, rssi_dbm)
            board.chips.set_button("black", 1_000_000_000 < at_ns < 2_000_000_000)

        board.table.on_advertisement = advertised

    (text,) = [c.text for c in examined(on_open=pressed) if c.name == "buttons"]
    assert text == "red, black, board: up; pressed meanwhile: black"


def test_lights_that_cannot_be_written_to_are_said() -> None:
    def cut(board: VirtualBoard) -> None:
        board.chips.buses.take_away((LAYOUT.lights.spi_port, 0))

    said = bad(examined(on_open=cut, has_sweep=True, seconds=1.0), Group.LIGHTS)
    assert said == ["writing to the lights: [Errno 19] No such device; check the wiring (hardware/README.md)"]


def test_a_limit_that_limits_nothing_is_said() -> None:
    config = Config(lights=LightsConfig(max_current_ma=9_000))
    said = bad(examined(config=config), Group.LIGHTS)
    assert said == [
        "9000 mA allowed, 3180 mA if all shone white; pictures are dimmed to the limit: the limit is above all that "
        "the strip can draw, so it limits nothing"
    ]


def test_a_sweep_shows_every_light_alone_and_leaves_the_strip_dark() -> None:
    boards: list[VirtualBoard] = []
    checks = examined(has_sweep=True, seconds=1.0, on_open=boards.append)
    strip = boards[0].chips.strip
    assert next(c.text for c in checks if c.name == "sweep").startswith("shown: each light alone")
    assert (strip.writes > LAYOUT.lights.pixels, set(strip.pixels)) == (True, {(0, 0, 0)})
    lit = [[i for i, rgb in enumerate(picture) if any(rgb)] for picture in sweep(LAYOUT.lights.pixels)]
    assert lit[: LAYOUT.lights.pixels] == [[i] for i in range(LAYOUT.lights.pixels)]
