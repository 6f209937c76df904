"""The daemon's loop: scan, decide, keep, show; and what it does when a part of that fails."""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sensed_table import (
    LEVEL_3,
    MS,
    FakeBoard,
    FakeLights,
    FakeSounder,
    LoggingKeeper,
    S,
    SensedTable,
    parts_of,
)

from tamsk_pi.clock import VirtualClock
from tamsk_pi.daemon.assembly import make_daemon
from tamsk_pi.daemon.controller import MatchError
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.systemd import Notifier
from tamsk_pi.drivers.buttons import Button, ButtonPress
from tamsk_pi.journal.store import read_journal
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.views.catalogue import message

HANDS = """
0.000 setup
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
5.000 end
"""


@dataclass
class Evening:
    """A daemon on a board of fakes, its match begun at 1 s."""

    clock: VirtualClock
    table: SensedTable
    board: FakeBoard
    keeper: LoggingKeeper
    log: list[str]
    daemon: Daemon
    rulings: list[Ruling] = field(default_factory=list)

    async def until(self, at_ns: int) -> None:
        await self.daemon.run(at_ns)

    @property
    def kinds(self) -> list[str]:
        return [ruling.kind for ruling in self.rulings]


def new_evening(directory: Path, notifier: Notifier | None = None, hands: str = HANDS) -> Evening:
    clock, log = VirtualClock(), list[str]()
    table = SensedTable(hands, clock, log)
    board = FakeBoard(table, FakeLights(log), FakeSounder(log))
    keeper = LoggingKeeper(directory, clock, log)
    rulings: list[Ruling] = []

    def told(new: Sequence[Ruling]) -> None:
        rulings.extend(new)
        log.extend(f"told {ruling.kind}" for ruling in new)

    parts = parts_of(clock, directory, keeper)
    daemon = make_daemon(parts, board, table, on_rulings=told, notifier=notifier)
    return Evening(clock, table, board, keeper, log, daemon, rulings)


async def begun(directory: Path) -> Evening:
    evening = new_evening(directory)
    await evening.until(1 * S)
    evening.daemon.start_match(LEVEL_3)
    return evening


async def test_a_move_of_hands_is_ruled_kept_and_shown(tmp_path: Path) -> None:
    evening = await begun(tmp_path)
    await evening.until(5 * S)
    assert evening.kinds == ["match-started", "turn-started", "move-accepted", "turn-started", "ring-accepted"]
    assert len(evening.daemon.showing.view.rulings) == 5
    assert evening.board.lights.shown == evening.daemon.showing.pixels
    assert evening.keeper.path is not None
    assert read_journal(evening.keeper.path).ruling_count == 5


async def test_what_is_told_lit_and_sounded_is_on_disk_before(tmp_path: Path) -> None:
    evening = await begun(tmp_path)
    await evening.until(5 * S)
    for kind in set(evening.kinds):
        kept, told = evening.log.index(f"kept {kind}"), evening.log.index(f"told {kind}")
        lit = evening.log.index("lights", kept)
        scanned = max(i for i, word in enumerate(evening.log[:kept]) if word == "scan")
        assert kept < told < lit
        assert "lights" not in evening.log[scanned:kept]
        assert "sound" not in evening.log[scanned:kept]


async def test_a_ruling_is_lit_in_the_round_in_which_it_was_kept(tmp_path: Path) -> None:
    evening = await begun(tmp_path)
    await evening.until(5 * S)
    kept = evening.log.index("kept move-accepted")
    assert "lights" in evening.log[kept : evening.log.index("scan", kept)]


async def test_sensors_that_fail_are_a_trouble_and_play_goes_on_when_they_are_back(tmp_path: Path) -> None:
    evening = await begun(tmp_path)
    await evening.until(1_500 * MS)
    evening.table.why_broken = "reading the sensors: no answer; check the ribbon cable"
    await evening.until(3 * S)
    assert evening.daemon.showing.view.troubles[0] == message("trouble-sensors", detail=evening.table.why_broken)
    evening.table.why_broken = ""
    await evening.until(6 * S)
    # That nothing was seen meanwhile is said for a while.
    unseen = message("finding-spi-gone", seconds=2.0)
    assert evening.daemon.showing.view.troubles == (unseen,)
    assert "move-accepted" in evening.kinds


async def test_sensors_that_fail_are_asked_again_once_a_second(tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    evening.table.why_broken = "no answer"
    await evening.until(10 * S)
    assert 8 <= evening.table.scans <= 12


async def test_a_full_disk_is_a_trouble_told_once_and_play_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    evening = await begun(tmp_path)
    await evening.until(1_500 * MS)
    evening.keeper.is_full = True
    await evening.until(2_500 * MS)
    assert evening.daemon.showing.view.troubles == (message("trouble-journal", detail="the disk is full; make room"),)
    assert [record.getMessage() for record in caplog.records] == ["the disk is full; make room"]
    evening.keeper.is_full = False
    await evening.until(5 * S)
    assert not evening.daemon.showing.view.troubles
    assert "ring-accepted" in evening.kinds


async def test_what_a_full_disk_does_not_take_is_not_shown_until_it_does(tmp_path: Path) -> None:
    evening = await begun(tmp_path)
    await evening.until(1_500 * MS)
    before, turn = evening.kinds, evening.daemon.showing.view.turn
    evening.keeper.is_full = True
    await evening.until(5 * S)
    assert evening.kinds == before
    full = message("trouble-journal", detail="the disk is full; make room")
    assert (evening.daemon.showing.view.turn, evening.daemon.showing.view.troubles) == (turn, (full,))
    evening.keeper.is_full = False
    await evening.until(6 * S)
    assert {"move-accepted", "ring-accepted"} <= set(evening.kinds)
    assert evening.daemon.showing.view.turn == turn + 1
    assert evening.log.index("kept move-accepted") < evening.log.index("told move-accepted")


async def test_the_board_s_own_troubles_are_shown(tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    evening.board.troubles = ("the sounder is mute; check its wire",)
    await evening.until(100 * MS)
    assert evening.daemon.showing.view.troubles == (
        message("trouble-board", detail="the sounder is mute; check its wire"),
    )


async def test_the_board_s_button_held_begins_a_match(tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    await evening.until(1 * S)
    evening.board.buttons.presses.append(ButtonPress(1 * S, Button.BOARD, is_long=True))
    await evening.until(2 * S)
    assert evening.kinds == ["match-started", "turn-started"]


@pytest.mark.parametrize(
    ("button", "is_long"), [(Button.BOARD, False), (Button.RED, True), (Button.BLACK, False)], ids=str
)
async def test_no_other_press_begins_one(button: Button, is_long: bool, tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    await evening.until(1 * S)
    evening.board.buttons.presses.append(ButtonPress(1 * S, button, is_long))
    await evening.until(2 * S)
    assert evening.kinds == []


async def test_the_button_held_during_a_match_changes_nothing(tmp_path: Path) -> None:
    evening = await begun(tmp_path)
    await evening.until(2 * S)
    evening.board.buttons.presses.append(ButtonPress(2 * S, Button.BOARD, is_long=True))
    await evening.until(5 * S)
    assert evening.kinds == ["match-started", "turn-started", "move-accepted", "turn-started", "ring-accepted"]


async def test_a_second_match_cannot_begin_while_one_is_going_on(tmp_path: Path) -> None:
    evening = await begun(tmp_path)
    await evening.until(2 * S)
    with pytest.raises(MatchError, match="A match is going on"):
        evening.daemon.start_match(LEVEL_3)


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """Listens as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.setblocking(False)
        sock.bind(str(tmp_path / "notify"))
        yield sock


def heard(manager: socket.socket) -> list[bytes]:
    messages = []
    while True:
        try:
            messages.append(manager.recv(4096))
        except BlockingIOError:
            return messages


def notified_evening(directory: Path) -> Evening:
    environment = {"NOTIFY_SOCKET": str(directory / "notify"), "WATCHDOG_USEC": "3000000"}
    return new_evening(directory / "matches", Notifier(environment))


async def test_the_watchdog_is_fed_from_the_loop_three_times_in_its_patience(
    manager: socket.socket, tmp_path: Path
) -> None:
    evening = notified_evening(tmp_path)
    assert evening.clock.now_ns() == 0
    await evening.until(5_500 * MS)
    messages = heard(manager)
    assert messages[0].startswith(b"READY=1\n")
    assert messages[1:-1] == [b"WATCHDOG=1"] * 6
    assert messages[-1] == b"STOPPING=1"


async def test_the_watchdog_is_fed_while_sensors_fail_for_the_loop_is_alive(
    manager: socket.socket, tmp_path: Path
) -> None:
    evening = notified_evening(tmp_path)
    evening.table.why_broken = "no answer"
    await evening.until(5_500 * MS)
    assert heard(manager).count(b"WATCHDOG=1") >= 5


async def test_the_radio_is_started_tended_every_second_and_stopped(tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    await evening.until(3_500 * MS)
    radio = [word for word in evening.log if word.startswith("radio")]
    assert radio == ["radio starts", *["radio is tended"] * 4, "radio stops"]


async def test_stop_ends_the_loop_after_its_round(tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    evening.daemon.stop()
    await evening.until(5 * S)
    assert evening.clock.now_ns() < 1 * S
    assert evening.log[-1] == "radio stops"


async def test_who_waits_for_something_newer_is_told_when_it_is_shown(tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    await evening.until(100 * MS)
    version = evening.daemon.showing.version
    assert await evening.daemon.showing.changed(version - 1) == version


class HangingRadio(SensedTable):
    """Bluetooth gives no answer."""

    async def start(self) -> None:
        await asyncio.Event().wait()


async def test_a_bluetooth_that_hangs_holds_up_no_scan_of_the_board(tmp_path: Path) -> None:
    evening = new_evening(tmp_path)
    evening.board.radio = HangingRadio(HANDS, evening.clock, evening.log)
    await asyncio.wait_for(evening.until(3 * S), 60)
    assert evening.table.scans > 250
    assert evening.log[-1] == "radio stops"
