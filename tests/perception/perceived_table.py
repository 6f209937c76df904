"""A simulated table and its perception, side by side: hands act, frames and packets flow, acts come out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tamsk_pi.layout import Layout, parse_layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import NodeReport, TiltSwitchEdge
from tamsk_pi.perception.influence import Influence, parse_influence
from tamsk_pi.perception.perception import Perception
from tamsk_pi.perception.settings import NeutralTimer, PerceptionSettings, TimerSource
from tamsk_pi.rules.acts import Act
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass
from tamsk_pi.scenario.reader import parse
from tamsk_pi.simulator.nodes import NODE_ADDRESSES
from tamsk_pi.simulator.readout import ScanTiming
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.script import Script
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table

MS = 1_000_000
S = 1_000 * MS
SCAN_NS = 10 * MS
ROOT = Path(__file__).parent.parent.parent
NODES: dict[str, Hourglass | NeutralTimer] = {
    **dict(zip(NODE_ADDRESSES, HOURGLASSES, strict=False)),
    NODE_ADDRESSES[-1]: NeutralTimer.NEUTRAL_TIMER,
}


@cache
def influence() -> Influence:
    path = ROOT / "tamsk_pi" / "perception" / "influence_r2.json"
    return parse_influence(path.read_text(encoding="utf-8"))


@cache
def board() -> Layout:
    path = ROOT / "hardware" / "board.toml"
    return parse_layout(path.read_text(encoding="utf-8"), "board.toml")


@cache
def timing() -> ScanTiming:
    return scan_timing(board(), 70_000)


def parse_packet(payload: bytes) -> tuple[int, int, int, bool, int, int]:
    """Id, battery, flips, moving, rotation, age of the 16 bytes (hourglass-node.md)."""
    assert payload[0] == 0x44
    rotation = int.from_bytes(payload[10:12], "little", signed=True)
    age_ms = int.from_bytes(payload[13:16], "little")
    return payload[2], payload[4], payload[6], bool(payload[8]), rotation, age_ms


@dataclass
class Perceived:
    """What a run gave: acts in the order told, and for each the watermark that had been given out before."""

    perception: Perception
    acts: list[Act] = field(default_factory=list)
    told: list[tuple[int, int, Act]] = field(default_factory=list)
    """When each was told, and the watermark before."""
    watermarks: list[tuple[int, int]] = field(default_factory=list)

    def take(self, now_ns: int, before_ns: int, acts: tuple[Act, ...]) -> None:
        self.acts += acts
        self.told += [(now_ns, before_ns, act) for act in acts]

    def of(self, *kinds: type[Act]) -> list[Act]:
        return [act for act in self.acts if isinstance(act, kinds)]

    def late(self) -> list[tuple[int, int, Act]]:
        """Acts that came after a watermark that covers them."""
        return [told for told in self.told if told[2].at_ns <= told[1]]


def perceive(
    text: str,
    seed: int = 0,
    table_settings: TableSettings | None = None,
    settings: PerceptionSettings | None = None,
    level: int = 3,
    known_cells: tuple[Cell | None, ...] = (),
    nodes: dict[str, Hourglass | NeutralTimer] | None = None,
    on_frame: Callable[[int, Perception], None] | None = None,
    scan_ns: int = SCAN_NS,
) -> Perceived:
    """Play a scenario's text on a table to its end and perceive it; `on_frame` may look after every frame."""
    scenario = parse(text, "test")
    table = Table(board(), table_settings or TableSettings(seed=seed))
    perception = Perception(
        influence(), Calibration(), NODES if nodes is None else nodes, settings or PerceptionSettings(), known_cells
    )
    perception.set_match(level)
    seen = Perceived(perception)
    heard: list[tuple[int, NodeReport | TiltSwitchEdge]] = []

    def on_advertisement(at_ns: int, address: str, payload: bytes, rssi: int) -> None:
        heard.append((at_ns, NodeReport(at_ns, address, *parse_packet(payload), rssi)))

    table.on_advertisement = on_advertisement
    table.on_tilt_switch = lambda at_ns, is_b: heard.append((at_ns, TiltSwitchEdge(at_ns, is_b)))
    script = Script(scenario)
    for now_ns in range(0, scenario.end_ns + 2 * S, scan_ns):
        script.feed(table, now_ns)
        frame = table.scan(now_ns, timing())
        for at_ns, item in heard:
            mark_ns = perception.watermark_ns
            acts = perception.report(item) if isinstance(item, NodeReport) else perception.tilt_switch(item)
            seen.take(at_ns, mark_ns, acts)
        heard.clear()
        mark_ns = perception.watermark_ns
        seen.take(now_ns, mark_ns, perception.frame(frame))
        seen.watermarks.append((now_ns, perception.watermark_ns))
        if on_frame is not None:
            on_frame(now_ns, perception)
    return seen


SWITCH = PerceptionSettings(neutral_timer=TimerSource.SWITCH)
EMPTY = (0,) * len(CELLS)
