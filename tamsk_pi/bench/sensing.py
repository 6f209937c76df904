"""How long perception and referee take for a frame, and how long an unknown board takes to decode."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from tamsk_pi.bench.stopwatch import PASSES, cpu_us, least, quantile
from tamsk_pi.config import NODE_NAMES, load_influence
from tamsk_pi.daemon.assembly import node_names
from tamsk_pi.daemon.controller import Controller
from tamsk_pi.drivers.node_packet import parse_packet
from tamsk_pi.layout import Layout
from tamsk_pi.perception.board_decoder import decode_board
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import READINGS, Frame, NodeReport
from tamsk_pi.perception.levels import Levels
from tamsk_pi.perception.perception import Perception
from tamsk_pi.rules.acts import Say, Setup, Start
from tamsk_pi.rules.board import CAPACITY, CELLS, RINGS_EACH, Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES
from tamsk_pi.scenario.statements import Scenario
from tamsk_pi.simulator.nodes import NODE_ADDRESSES
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

PERIOD_NS: Final = 10_000_000
IDLE_FRAMES: Final = 3_000
BUSY_PASSES: Final = 5
"""More than elsewhere: a percentile says what happened to few frames."""
NEAR_NS: Final = 500_000_000
BOARDS: Final = 15
FRAMES_A_BOARD: Final = 16


def _controller() -> Controller:
    nodes = node_names(tuple(zip(NODE_NAMES, NODE_ADDRESSES, strict=True)))
    return Controller(Perception(load_influence(), Calibration(), nodes))


def _feed(controller: Controller, frame: Frame, reports: Sequence[NodeReport]) -> None:
    controller.frame(frame)
    for report in reports:
        controller.report(report)
    controller.decide()


def measure_idle_frame(layout: Layout) -> dict[str, float]:
    """A standard start left alone: feeding one frame and deciding, median of the least of several passes."""
    return {"frame_idle_us": quantile(least([_idle_times(layout) for _ in range(PASSES)]), 0.5)}


def _idle_times(layout: Layout) -> list[float]:
    table, controller, timing = Table(layout, TableSettings(seed=1)), _controller(), scan_timing(layout)
    table.perform(Setup(0, HOME, (0,) * len(CELLS)))
    times = []
    for i in range(IDLE_FRAMES):
        frame = table.scan(i * PERIOD_NS, timing)
        times.append(cpu_us(partial(_feed, controller, frame, ())))
    return times[IDLE_FRAMES // 10 :]


def measure_busy_frame(layout: Layout, scenario: Scenario) -> dict[str, float]:
    """A match, the same in every pass: quantiles over the frames within half a second of an act, reports of the nodes
    included, of the least that each frame took."""
    times = least([_busy_times(layout, scenario) for _ in range(BUSY_PASSES)])
    return {"frame_busy_p99_us": quantile(times, 0.99), "frame_busy_median_us": quantile(times, 0.5)}


def _busy_times(layout: Layout, scenario: Scenario) -> list[float]:
    table, controller, timing = Table(layout, TableSettings(seed=1)), _controller(), scan_timing(layout)
    script, reports = Script(scenario), list[NodeReport]()
    table.on_advertisement = partial(_hear, reports)
    words = [s for line in scenario.lines if isinstance(s := line.statement, (Start, Say))]
    acts_ns = [line.statement.at_ns for line in scenario.lines]
    times = []
    for now_ns in range(0, scenario.end_ns, PERIOD_NS):
        script.feed(table, now_ns)
        while words and words[0].at_ns <= now_ns:
            word = words.pop(0)
            controller.start(word) if isinstance(word, Start) else controller.say(word)
        frame = table.scan(now_ns, timing)
        heard, reports[:] = list(reports), []
        while len(acts_ns) > 1 and acts_ns[1] <= now_ns:
            acts_ns.pop(0)
        spent = cpu_us(partial(_feed, controller, frame, heard))
        if any(abs(at_ns - now_ns) <= NEAR_NS for at_ns in acts_ns[:2]):
            times.append(spent)
    return times


def _hear(reports: list[NodeReport], at_ns: int, address: str, payload: bytes, _rssi: int) -> None:
    packet = parse_packet(payload)
    if packet is not None:
        reports.append(
            NodeReport(
                at_ns,
                address,
                packet.packet_id,
                packet.battery_percent,
                packet.flips,
                packet.is_moving,
                packet.rotation,
                packet.age_ms,
            )
        )


def measure_unknown_board(layout: Layout) -> dict[str, float]:
    """Boards with three glasses a side and random rings, means of 16 frames: decoding one, median of the least."""
    levels, timing = Levels(load_influence(), Calibration()), scan_timing(layout)
    times = []
    for seed in range(BOARDS):
        table = Table(layout, TableSettings(seed=seed))
        table.perform(_random_board(random.Random(seed)))
        frames = [table.scan((i + 1) * PERIOD_NS, timing).counts for i in range(FRAMES_A_BOARD)]
        means = tuple(sum(f[r] for f in frames) / FRAMES_A_BOARD for r in range(READINGS))
        decode = partial(decode_board, levels, means)
        times.append(min(cpu_us(decode) for _ in range(PASSES)) / 1_000)
    return {"decode_unknown_board_ms": quantile(times, 0.5)}


def _random_board(draw: random.Random) -> Setup:
    cells: Sequence[Cell] = draw.sample(CELLS, len(HOURGLASSES))
    rings = [draw.randint(0, capacity) for capacity in CAPACITY]
    while sum(rings) > 2 * RINGS_EACH:
        rings[draw.randrange(len(rings))] = 0
    return Setup(0, tuple(cells), tuple(rings))


def shortened(scenario: Scenario, seconds: int) -> Scenario:
    """The same scenario, ended early."""
    return replace(scenario, end_ns=min(scenario.end_ns, seconds * 1_000_000_000))
