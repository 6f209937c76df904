"""Puts a daemon together: the same parts on a board and on a virtual one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tamsk_pi.clock import NS_PER_S, Clock, SystemClock, Uptime, date_and_time
from tamsk_pi.config import Config, kept_calibration_path, load_calibration, load_influence
from tamsk_pi.daemon.calibrating import Calibrating
from tamsk_pi.daemon.calibration_desk import CalibrationDesk
from tamsk_pi.daemon.controller import Controller
from tamsk_pi.daemon.daemon import Daemon, DaemonOptions
from tamsk_pi.daemon.desks import Desks
from tamsk_pi.daemon.health import HealthWatch
from tamsk_pi.daemon.keeper import Keeper, Unfinished
from tamsk_pi.daemon.pairing_desk import PairingDesk
from tamsk_pi.daemon.ports import Board, ScanSource
from tamsk_pi.daemon.sand_desk import SandDesk
from tamsk_pi.daemon.showing import SHOW_NS, ShowOptions
from tamsk_pi.daemon.systemd import Notifier
from tamsk_pi.drivers.board import BoardOptions
from tamsk_pi.drivers.radio import Radio
from tamsk_pi.drivers.supply import read_supply
from tamsk_pi.layout import Layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.perception import Perception
from tamsk_pi.perception.settings import NeutralTimer, PerceptionSettings, TimerSource
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.referee.state import RefereeState
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, parse_hourglass

NEUTRAL_NODE = "neutral_timer"


@dataclass(frozen=True, slots=True)
class Parts:
    """What a daemon is made of, besides its board."""

    config: Config
    layout: Layout
    clock: Clock
    keeper: Keeper
    calibration: Calibration
    nodes: dict[str, Hourglass | NeutralTimer]


def node_names(nodes: Sequence[tuple[str, str]]) -> dict[str, Hourglass | NeutralTimer]:
    """Whose node is at each address; names are those of the configuration's [nodes]."""
    return {
        address: NeutralTimer.NEUTRAL_TIMER if name == NEUTRAL_NODE else parse_hourglass(name)
        for name, address in nodes
    }


def make_keeper(
    config: Config, wall_ns: Callable[[], int], uptime: Callable[[], Uptime | None] | None = None
) -> Keeper:
    """Keeps matches where that configuration says; raises ConfigError for a calibration that cannot be read."""
    return Keeper(config.matches, wall_ns, config.digest, load_calibration(config.calibration).digest, uptime)


def make_parts(config: Config, layout: Layout, clock: Clock, keeper: Keeper | None = None) -> Parts:
    """The parts for that configuration; raises ConfigError for a calibration that cannot be read."""
    keeper = keeper or make_keeper(config, clock.wall_ns)
    return Parts(config, layout, clock, keeper, load_calibration(config.calibration), node_names(config.nodes))


def board_options(parts: Parts) -> BoardOptions:
    """How the drivers are opened."""
    return BoardOptions(
        lights=parts.config.lights.way,
        node_addresses=tuple(parts.nodes),
        scan_mode=parts.config.radio_mode,
        bluetooth_adapter=parts.config.radio_adapter,
    )


def make_perception(
    parts: Parts, known_cells: tuple[Cell | None, ...] = (), known_nodes: tuple[Hourglass, ...] = HOURGLASSES
) -> Perception:
    """Perception that has seen nothing yet; `known_cells` is where each glass stood last, red1 … black3, and
    `known_nodes` which of the configured ones it was."""
    return Perception(
        load_influence(),
        parts.calibration,
        parts.nodes,
        PerceptionSettings(neutral_timer=parts.config.timer_source),
        known_cells=known_cells,
        wiring=parts.layout.reading_at,
        known_nodes=known_nodes,
    )


def make_perception_again(parts: Parts, state: RefereeState) -> Perception:
    """Perception that is to see the board of that match after a dark time."""
    return make_perception(parts, expected_cells(state), state.nodes)


def expected_cells(state: RefereeState) -> tuple[Cell | None, ...]:
    """Where each glass of a match stood last, to be named again after a dark time."""
    return tuple(g.seat if g.seat is not None else g.accepted for g in state.glasses)


MakeController = Callable[[Parts, Perception, Unfinished | None], Controller]


def _plain_controller(_parts: Parts, perception: Perception, unfinished: Unfinished | None) -> Controller:
    if unfinished is None:
        return Controller(perception)
    return Controller(perception, unfinished.state, unfinished.since_ns)


def make_daemon(
    parts: Parts,
    board: Board,
    scanner: ScanSource,
    unfinished: Unfinished | None = None,
    *,
    show_ns: int | None = None,
    before_round: Callable[[int], None] | None = None,
    on_rulings: Callable[[Sequence[Ruling]], None] | None = None,
    notifier: Notifier | None = None,
    make_controller: MakeController | None = None,
    calibration_path: Path | None = None,
    nodes_path: Path | None = None,
) -> Daemon:
    """A daemon on that board, going on with an unfinished match if there is one; `make_controller` may make one that
    records. A calibration is kept in `calibration_path`, or where the configuration says; paired nodes in
    `nodes_path`."""
    config = parts.config
    perception = make_perception(parts) if unfinished is None else make_perception_again(parts, unfinished.state)
    controller = (make_controller or _plain_controller)(parts, perception, unfinished)
    if unfinished is not None:
        controller.recall(unfinished.rulings, unfinished.origin_ns)
    show = ShowOptions(
        show_ns=show_ns or SHOW_NS,
        max_current_ma=config.lights.max_current_ma,
        brightness=config.lights.brightness,
        is_sound_on=config.is_sound_on,
        pixel_full_ma=parts.layout.lights.pixel_full_ma,
        pixel_idle_ma=parts.layout.lights.pixel_idle_ma,
    )
    options = DaemonOptions(config.scans_per_s, is_threaded=isinstance(parts.clock, SystemClock), show=show)
    desk = make_calibration_desk(parts, calibration_path or kept_calibration_path(config))

    def look_anew() -> None:
        seats = controller.perception.picture(has_nodes=False).hourglass_cells()
        controller.look_anew(make_perception(replace(parts, calibration=desk.in_use), seats))

    return Daemon(
        controller,
        board,
        scanner,
        parts.clock,
        parts.keeper,
        options,
        before_round=before_round,
        on_rulings=on_rulings,
        notifier=notifier,
        desks=Desks(
            controller,
            parts.clock,
            SandDesk(config.sand, parts.clock.wall_ns),
            PairingDesk(parts.nodes, pairing_radio(board), nodes_path, look_anew),
            desk,
        ),
        health=HealthWatch(
            board.radio,
            read_supply,
            has_timer_switch=config.timer_source is TimerSource.SWITCH,
            dark_s=None if unfinished is None or unfinished.is_dark_known else unfinished.dark_ns // NS_PER_S,
        ),
    )


def pairing_radio(board: Board) -> Radio | None:
    """The board's radio, if it is one that nodes can be paired by."""
    return board.radio if isinstance(board.radio, Radio) else None


def make_calibration_desk(parts: Parts, path: Path) -> CalibrationDesk:
    """Where this board is calibrated; the result is kept there."""

    def begin(in_use: Calibration) -> Calibrating:
        today = date_and_time(parts.clock.wall_ns())
        return Calibrating(load_influence(), parts.layout, path, lambda: today, in_use)

    return CalibrationDesk(
        begin,
        lambda calibration: make_perception(replace(parts, calibration=calibration)),
        parts.calibration,
        lambda calibration: parts.keeper.calibrated(calibration.digest),
    )
