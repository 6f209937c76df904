"""The virtual board played from the page, in real time; it goes on where it was left."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.board_file import BOARD_FILE
from tamsk_pi.calibration.node_file import NODES_FILE
from tamsk_pi.clock import SystemClock, uptime
from tamsk_pi.config import Config, with_paired_nodes
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_keeper, make_parts, make_perception
from tamsk_pi.daemon.page_backend import DaemonBackend, VirtualHands
from tamsk_pi.daemon.performance import virtual_config
from tamsk_pi.daemon.recorder import Recorder
from tamsk_pi.daemon.sand_virtual import own_table
from tamsk_pi.daemon.service import StopRequests, listen, page_url, serve
from tamsk_pi.daemon.snapshot import load_snapshot
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.layout import Layout
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.simulator.light_followers import LightFollower
from tamsk_pi.simulator.settings import UNCALIBRATED
from tamsk_pi.simulator.table import Table

TABLE_FILE: Final = "table.json"
SAND_FILE: Final = "sand.json"


async def play_live(
    config: Config,
    layout: Layout,
    directory: Path,
    *,
    speed: float,
    seed: int,
    on_rulings: Callable[[Sequence[Ruling]], None],
    on_page: Callable[[str], None],
    recorder: Recorder | None = None,
    is_uncalibrated: bool = False,
    follows_lights: bool = False,
) -> None:
    """Serve the page and play until a signal. `directory` keeps the matches and the table's pieces.

    The glasses' true running times differ as those of bought ones do, drawn by `seed`. A board that `is_uncalibrated`
    has sensors as they come from the factory; its calibration is kept in `directory` too. With `follows_lights` it is
    empty at first, and while it is calibrated hands do what the lights ask.

    Raises PortError if the page cannot listen, JournalError for an unfinished match that cannot go on, SnapshotError
    for a table that cannot be found again.
    """
    with ExitStack() as stack:
        stops = stack.enter_context(StopRequests())
        sock = stack.enter_context(listen(config.page.host, config.page.port))
        config = _as_kept_in(directory, config)
        keeper = stack.enter_context(closing(make_keeper(config, SystemClock().wall_ns, uptime)))
        keeper.open()
        found = load_snapshot(directory / TABLE_FILE)
        unfinished = keeper.resume()
        dark_ns = 0 if unfinished is None else round(unfinished.dark_ns * speed)
        clock = SystemClock(speed, 0 if unfinished is None else unfinished.since_ns + dark_ns)
        parts = make_parts(config, layout, clock, keeper)
        pieces = own_table(seed)
        if is_uncalibrated:
            pieces = replace(pieces, tolerances=UNCALIBRATED)
        table = Table(layout, pieces, clock.now_ns(), found, dark_ns)
        board = VirtualBoard(layout, table, clock, board_options(parts), snapshot_path=directory / TABLE_FILE)
        stack.enter_context(closing(board))
        if found is None and not follows_lights:
            board.set_up()
        hands_of_lights = LightFollower(table, layout.lights.cell_order) if follows_lights else None

        def before_round(now_ns: int) -> None:
            board.save(now_ns)
            if hands_of_lights is not None and daemon.desks.is_calibrating:
                board.let_follow(hands_of_lights, now_ns)

        daemon = make_daemon(
            parts,
            board.drivers,
            board.scanner,
            unfinished,
            before_round=before_round,
            on_rulings=on_rulings,
            make_controller=None if recorder is None else recorder.controller,
            calibration_path=directory / BOARD_FILE,
            nodes_path=directory / NODES_FILE,
        )
        on_page(page_url(sock, config.page.pin))
        desk = daemon.desks.calibration
        if desk is not None:
            desk.seats = board.seats
        hands = VirtualHands(board, lambda: make_perception(parts) if desk is None else desk.new_perception())
        await serve(daemon, (sock, DaemonBackend(daemon, config.page, hands, speed)), clock.now_ns, stops=stops)


def _as_kept_in(directory: Path, config: Config) -> Config:
    """The configuration with what was calibrated, timed and paired on this virtual board before."""
    config = with_paired_nodes(replace(virtual_config(config), sand=directory / SAND_FILE), directory / NODES_FILE)
    calibration = directory / BOARD_FILE
    return replace(config, calibration=calibration) if calibration.exists() else config
