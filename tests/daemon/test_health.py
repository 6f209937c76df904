"""The daemon looks after the board's parts, and says what needs a hand."""

from pathlib import Path

from sensed_table import parts_of

from tamsk_pi.clock import VirtualClock
from tamsk_pi.daemon.assembly import board_options, make_daemon
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.health import HealthWatch
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.drivers.radio import Radio
from tamsk_pi.drivers.supply import Supply
from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.scenario.statements import Fault, FaultKind
from tamsk_pi.simulator.chips.air import Air
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table
from tamsk_pi.views.catalogue import Text, message
from tamsk_pi.views.health_view import Condition, NodeState

S = 1_000_000_000


async def watched(directory: Path, *faults: Fault, seconds: int = 6) -> Daemon:
    """A daemon on the virtual board, with these faults from the beginning."""
    clock = VirtualClock()
    parts = parts_of(clock, directory)
    table = Table(parts.layout, TableSettings())
    board = VirtualBoard(parts.layout, table, clock, board_options(parts), is_frame_level=True)
    try:
        board.set_up()
        for fault in faults:
            table.fault(fault)
        daemon = make_daemon(parts, board.drivers, board.scanner)
        await daemon.run(seconds * S)
    finally:
        board.close()
    return daemon


async def test_a_whole_board_is_well(tmp_path: Path) -> None:
    daemon = await watched(tmp_path)
    view = daemon.health.view
    assert (view.condition, view.notes, daemon.health.notes) == (Condition.OK, (), ())
    assert [node.state for node in view.nodes] == [NodeState.LIVE] * 7


async def test_a_node_that_never_speaks_is_named(tmp_path: Path) -> None:
    daemon = await watched(tmp_path, Fault(0, FaultKind.NODE_SILENT, hourglass=Hourglass(1)))
    view = daemon.health.view
    assert view.nodes[1].state is NodeState.UNHEARD
    assert [note.text for note in view.notes] == [
        message("health-unheard", glasses=(message("hourglass", label="red2"),))
    ]


async def test_a_battery_that_runs_low_is_said_beside_the_board_until_it_is_charged(tmp_path: Path) -> None:
    low = Fault(0, FaultKind.NODE_BATTERY, hourglass=Hourglass(4), value=9)
    health = (await watched(tmp_path, low)).health
    assert health.view.condition is Condition.WARNING
    assert health.notes == (message("health-battery-low", glass=message("hourglass", label="black2"), percent=9),)
    charged = (await watched(tmp_path, low, Fault(0, FaultKind.CLEAR))).health
    assert (charged.view.condition, charged.notes) == (Condition.OK, ())


async def test_a_multiplexer_that_dies_is_a_fault_of_the_board(tmp_path: Path) -> None:
    daemon = await watched(tmp_path, Fault(4 * S, FaultKind.MUX_DEAD, value=2), seconds=7)
    assert daemon.health.view.condition is Condition.FAIL
    assert daemon.health.view.dead_sensors == 14


async def test_a_radio_that_stays_silent_is_said_in_the_reader_s_language(tmp_path: Path) -> None:
    daemon = await watched(tmp_path)
    clock, air = VirtualClock(), Air()
    radio = Radio(["C0:FF:EE:00:00:01"], clock, backend=air.backend)
    health = HealthWatch(radio)

    async def after(seconds: int) -> list[Text]:
        for _ in range(seconds):
            clock.pause_ns(S)
            await radio.tend()
        health.look(daemon.controller, clock.now_ns())
        return [note.text for note in health.view.notes if "radio" in str(note.text)]

    await radio.start()
    assert await after(5) == []
    assert await after(50) == [message("health-radio-silent")]
    air.deliver_advertisement("AA:00:00:00:00:01", {})
    assert await after(1) == [message("health-radio-no-node")]
    air.start_errors += ["[org.bluez.Error.Failed] no"]
    assert await after(60) == [message("health-radio-fails", detail="[org.bluez.Error.Failed] no")]
    await radio.stop()


async def test_a_low_supply_is_said_and_a_dark_time_only_while_its_match_goes_on(tmp_path: Path) -> None:
    daemon = await watched(tmp_path)
    health = HealthWatch(None, lambda: Supply(is_low=True), dark_s=40)
    health.look(daemon.controller, 7 * S)
    assert [note.text for note in health.view.notes] == [
        message("health-supply-low"),
        message("health-no-radio"),
    ]


async def test_a_supply_is_asked_for_only_every_five_seconds(tmp_path: Path) -> None:
    daemon, asked = await watched(tmp_path), list[int]()

    def supply() -> Supply | None:
        asked.append(1)
        return None

    health = HealthWatch(None, supply)
    for at_s in range(11):
        health.look(daemon.controller, at_s * S)
        health.look(daemon.controller, at_s * S + 1)
    assert len(asked) == 3
