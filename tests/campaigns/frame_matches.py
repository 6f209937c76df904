"""Whole matches at frame level: table, perception and referee without buses, disk and lights.

Frames come a hundred times a second around everything hands do, and twenty times in between, as from a machine that
is busy with other things: so a match of half an hour takes seconds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tamsk_pi.config import NODE_NAMES, load_influence, load_layout
from tamsk_pi.daemon.assembly import node_names
from tamsk_pi.daemon.controller import Controller
from tamsk_pi.daemon.performance import table_settings
from tamsk_pi.drivers.node_packet import parse_packet
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import Frame, NodeReport
from tamsk_pi.perception.perception import Perception
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.rules.acts import Say, Start
from tamsk_pi.scenario.statements import Scenario
from tamsk_pi.simulator.nodes import NODE_ADDRESSES
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.table import Table

MS: Final = 1_000_000
CLOSE_NS: Final = 10 * MS
WIDE_NS: Final = 50 * MS
BEFORE_NS: Final = 500 * MS
AFTER_NS: Final = 2_500 * MS
SETTLING_NS: Final = 3_000 * MS

Disturb = Callable[[Frame], Frame | None]
"""What a fault makes of a frame; None: no frame comes."""


@dataclass(frozen=True, slots=True)
class Sensed:
    """The rulings in the order ruled, and with each the instant at which it was."""

    rulings: tuple[Ruling, ...]
    ruled_ns: tuple[int, ...]


def sense_frames(
    scenario: Scenario,
    seed: int,
    disturb: Disturb | None = None,
    watch: Callable[[int, Perception], None] | None = None,
    calibration: Calibration | None = None,
) -> Sensed:
    """Play it on a table with that seed's tolerances; `watch` looks at perception after every scan, frame or not."""
    layout = load_layout(None)
    table, timing = Table(layout, table_settings(scenario.settings, seed)), scan_timing(layout)
    nodes = node_names(tuple(zip(NODE_NAMES, NODE_ADDRESSES, strict=True)))
    perception = Perception(load_influence(), calibration or Calibration(), nodes, wiring=layout.reading_at)
    controller = Controller(perception)
    controller.decides_until_ns = scenario.end_ns
    heard: list[NodeReport] = []

    def hear(at_ns: int, address: str, payload: bytes, rssi_dbm: int) -> None:
        packet = parse_packet(payload)
        if packet is not None:
            heard.append(
                NodeReport(
                    received_ns=at_ns,
                    address=address,
                    packet_id=packet.packet_id,
                    battery_percent=packet.battery_percent,
                    flips=packet.flips,
                    is_moving=packet.is_moving,
                    rotation=packet.rotation,
                    age_ms=packet.age_ms,
                    rssi_dbm=rssi_dbm,
                )
            )

    table.on_advertisement = hear
    script = Script(scenario)
    words = [s for line in scenario.lines if isinstance(s := line.statement, (Start, Say))]
    rulings: list[Ruling] = []
    ruled_ns: list[int] = []
    for now_ns in _instants(scenario):
        script.feed(table, now_ns)
        while words and words[0].at_ns <= now_ns:
            word = words.pop(0)
            controller.start(word) if isinstance(word, Start) else controller.say(word)
        frame: Frame | None = table.scan(now_ns, timing)
        for report in heard:
            controller.report(report)
        heard.clear()
        if disturb is not None and frame is not None:
            frame = disturb(frame)
        if frame is not None:
            controller.frame(frame)
        decided = controller.decide().rulings
        rulings += decided
        ruled_ns += [now_ns] * len(decided)
        if watch is not None:
            watch(now_ns, perception)
    return Sensed(tuple(rulings), tuple(ruled_ns))


def _instants(scenario: Scenario) -> list[int]:
    """When frames begin: close around acts, wide where nothing happens."""
    out: list[int] = []
    acts = [line.statement.at_ns for line in scenario.lines]
    last_ns, next_act, now_ns = -AFTER_NS, 0, 0
    while now_ns <= scenario.end_ns + SETTLING_NS:
        out.append(now_ns)
        while next_act < len(acts) and acts[next_act] <= now_ns:
            last_ns = acts[next_act]
            next_act += 1
        next_ns = acts[next_act] if next_act < len(acts) else now_ns + BEFORE_NS
        is_close = now_ns - last_ns <= AFTER_NS or next_ns - now_ns <= BEFORE_NS
        now_ns += CLOSE_NS if is_close else WIDE_NS
    return out
