"""The daemon on a real board."""

from collections.abc import Callable
from contextlib import ExitStack, closing

from tamsk_pi.clock import SystemClock, uptime
from tamsk_pi.config import Config, paired_nodes_path, with_paired_nodes
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_keeper, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.page_backend import DaemonBackend
from tamsk_pi.daemon.recorder import Recorder
from tamsk_pi.daemon.service import StopRequests, listen, page_url, serve
from tamsk_pi.daemon.systemd import Notifier
from tamsk_pi.drivers.board import open_board
from tamsk_pi.layout import Layout


async def play_on_board(
    config: Config,
    layout: Layout,
    *,
    has_page: bool,
    on_page: Callable[[str], None],
    recorder: Recorder | None = None,
    attend: Callable[[Daemon], None] | None = None,
) -> None:
    """Watch the board until a signal, going on with an unfinished match; what a `recorder` hears is the caller's.
    `attend` is called with the daemon before it runs.

    Raises DriverError where the sensors cannot be opened, PortError, JournalError, ConfigError.
    """
    with ExitStack() as stack:
        stops = stack.enter_context(StopRequests())
        sock = stack.enter_context(listen(config.page.host, config.page.port)) if has_page else None
        config = with_paired_nodes(config, paired_nodes_path())
        keeper = stack.enter_context(closing(make_keeper(config, SystemClock().wall_ns, uptime)))
        unfinished = keeper.resume()
        clock = SystemClock(base_ns=0 if unfinished is None else unfinished.since_ns + unfinished.dark_ns)
        parts = make_parts(config, layout, clock, keeper)
        drivers = stack.enter_context(open_board(layout, board_options(parts), clock))
        daemon = make_daemon(
            parts,
            drivers,
            drivers.scanner,
            unfinished,
            notifier=Notifier(),
            make_controller=None if recorder is None else recorder.controller,
            nodes_path=paired_nodes_path(),
        )
        if attend is not None:
            attend(daemon)
        page = None
        if sock is not None:
            on_page(page_url(sock, config.page.pin))
            page = (sock, DaemonBackend(daemon, config.page))
        await serve(daemon, page, clock.now_ns, stops=stops)
