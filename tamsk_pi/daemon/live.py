"""The virtual board played from the page, in real time; it goes on where it was left."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tamsk_pi.clock import SystemClock
from tamsk_pi.config import Config
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.daemon.page_backend import DaemonBackend
from tamsk_pi.daemon.performance import table_settings, virtual_config
from tamsk_pi.daemon.service import listen, page_url, serve
from tamsk_pi.daemon.virtual import VirtualBoard, load_snapshot
from tamsk_pi.layout import Layout
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.simulator.table import Table

TABLE_FILE: Final = "table.json"


async def play_live(
    config: Config,
    layout: Layout,
    directory: Path,
    *,
    speed: float,
    seed: int,
    on_rulings: Callable[[Sequence[Ruling]], None],
    on_page: Callable[[str], None],
) -> None:
    """Serve the page and play until a signal. `directory` keeps the matches and the table's pieces.

    Raises PortError if the page cannot listen, JournalError for an unfinished match that cannot go on.
    """
    sock = listen(config.page.host, config.page.port)
    try:
        config = virtual_config(config)
        directory.mkdir(parents=True, exist_ok=True)
        snapshot_path = directory / TABLE_FILE
        found = load_snapshot(snapshot_path)
        keeper = Keeper(config.matches, SystemClock().wall_ns, config.digest)
        unfinished = keeper.resume()
        dark_ns = 0 if unfinished is None else round(unfinished.dark_ns * speed)
        clock = SystemClock(speed, 0 if unfinished is None else unfinished.since_ns + dark_ns)
        parts = make_parts(config, layout, clock, keeper)
        table = Table(layout, table_settings(MatchSettings(), seed), clock.now_ns(), found, dark_ns)
        board = VirtualBoard(layout, table, clock, board_options(parts), snapshot_path=snapshot_path)
        try:
            if found is None:
                board.set_up()
            daemon = make_daemon(
                parts,
                board.drivers,
                board.scanner,
                unfinished,
                before_round=board.save,
                on_rulings=on_rulings,
            )
            on_page(page_url(sock, config.page.pin))
            backend = DaemonBackend(daemon, config.page.pin, board, speed)
            await serve(daemon, (sock, backend), clock.now_ns)
        finally:
            board.close()
            keeper.close()
    finally:
        sock.close()
