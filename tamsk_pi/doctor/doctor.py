"""The whole examination, on the board that is connected or on a virtual one."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from tamsk_pi.clock import Clock, SystemClock, VirtualClock
from tamsk_pi.config import Config, ConfigError, paired_nodes_path, with_kept_calibration, with_paired_nodes
from tamsk_pi.daemon.assembly import Parts, board_options, make_parts
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.daemon.performance import table_settings, virtual_config
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.doctor.check import Check, Doctoring, Group
from tamsk_pi.doctor.examination import Plan, RealBoard, Tell, examine_board
from tamsk_pi.doctor.files import file_checks, instance_check, is_in_use, read_configuration
from tamsk_pi.doctor.radio import adapter_checks
from tamsk_pi.doctor.running import ask_daemon, page_address
from tamsk_pi.doctor.supply import look_at_supply, supply_checks
from tamsk_pi.doctor.system import System, system_checks, why_no_board
from tamsk_pi.drivers.board import open_board
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.drivers.radio import find_adapters
from tamsk_pi.layout import Layout
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.scenario.statements import Fault
from tamsk_pi.simulator.table import Table

ON_THE_BOARD: Final = (Group.SENSORS, Group.LIGHTS, Group.RADIO, Group.CONTROLS)


def skipped(groups: Sequence[Group], why: str) -> list[Check]:
    """These groups could not be looked at."""
    return [Doctoring(group).skipped(str(group), why) for group in groups]


async def examine(path: Path | None, plan: Plan, system: System, tell: Tell = lambda _ns: None) -> list[Check]:
    """The board that is connected here, by the configuration in that file (None: the default one)."""
    config, layout, checks = read_configuration(path)
    if config is None:
        return [*checks, *system_checks_for(system, None, None), *supply_checks(look_at_supply(system))]
    clock = SystemClock()
    checks += file_checks(config, clock.wall_ns(), clock.now_ns)
    is_running = is_in_use(config.matches)
    told = ask_daemon(config.page) if is_running else None
    checks.append(instance_check(is_running, told, page_address(config.page)))
    checks += [*system_checks_for(system, layout, config), *supply_checks(look_at_supply(system))]
    if is_running:
        return [*checks, *(told or skipped(ON_THE_BOARD, "the running daemon holds the board"))]
    if layout is None:
        return [*checks, *skipped(ON_THE_BOARD, "the layout cannot be read")]
    why = why_no_board(system)
    if why is not None:
        return [*checks, *skipped(ON_THE_BOARD, why)]
    checks += adapter_checks(await find_adapters(), config.radio_adapter, config.radio_mode, system)
    return [*checks, *await _examine_real(config, layout, plan, clock, tell)]


def system_checks_for(system: System, layout: Layout | None, config: Config | None) -> list[Check]:
    """The computer, for that board."""
    return system_checks(system, layout, (config or Config()).lights.way)


async def _examine_real(config: Config, layout: Layout, plan: Plan, clock: Clock, tell: Tell) -> list[Check]:
    try:
        config = with_paired_nodes(config, paired_nodes_path())
    except ConfigError as error:
        return [Doctoring(Group.RADIO).fail("nodes", str(error))]
    try:
        parts = _parts(with_kept_calibration(config), layout, clock)
    except ConfigError:
        parts = _parts(replace(config, calibration=None), layout, clock)  # said already
    try:
        drivers = open_board(layout, board_options(parts), clock)
    except DriverError as error:
        others = skipped((Group.LIGHTS, Group.RADIO, Group.CONTROLS), "the sensors must work first")
        return [Doctoring(Group.SENSORS).fail("bus", str(error)), *others]
    with drivers:
        return await examine_board(parts, RealBoard(drivers), plan, tell)


def _parts(config: Config, layout: Layout, clock: Clock) -> Parts:
    return make_parts(config, layout, clock, Keeper(config.matches, clock.wall_ns))


async def examine_virtual(
    plan: Plan,
    *,
    faults: Sequence[Fault] = (),
    seed: int = 0,
    config: Config | None = None,
    layout: Layout,
    on_open: Callable[[VirtualBoard], None] = lambda _board: None,
    is_frame_level: bool = False,
    tell: Tell = lambda _ns: None,
) -> list[Check]:
    """A virtual board with these faults, in virtual time, all glasses at home; `on_open` may do more to it."""
    clock = VirtualClock()
    parts = _parts(virtual_config(config or Config()), layout, clock)
    table = Table(layout, table_settings(MatchSettings(), seed), clock.now_ns())
    with ExitStack() as stack:
        board = VirtualBoard(layout, table, clock, board_options(parts), is_frame_level=is_frame_level)
        stack.enter_context(closing(board))
        board.set_up()
        for fault in faults:
            table.fault(fault)
        on_open(board)
        return await examine_board(parts, board, plan, tell)
