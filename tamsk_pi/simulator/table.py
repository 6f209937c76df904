"""The table in software: what a real board, its pieces and its players would do to the buses.

Below the drivers stand simulated chips that ask the table for single conversions (`convert`), or, for long
campaigns, whoever wants frames asks for whole scans (`scan`). Both go through the same readings: the physics is a
function of time alone, changes at whole milliseconds only (`TICK_NS`), and every conversion takes the next sample
of one noise table; so a scan and its eighty conversions give the same counts.

Nothing here reads a clock. `advance` says what time it is; between two instants at which something happens it costs
one comparison.
"""

import heapq
import random
from collections.abc import Callable
from typing import Final

from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.rules.acts import TurnTimer
from tamsk_pi.rules.board import Cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.sand import Sand
from tamsk_pi.scenario.statements import Fault, Hand, HandAct, Manner
from tamsk_pi.simulator.body import Body, HourglassBody, RingBody, SandChance
from tamsk_pi.simulator.chip_faults import ChipFaults
from tamsk_pi.simulator.faults import apply_fault, check_fault
from tamsk_pi.simulator.fields import Geometry, SensorField
from tamsk_pi.simulator.hands import Hands
from tamsk_pi.simulator.motion import TICK_NS, Leg, Motion
from tamsk_pi.simulator.nodes import TIMER_NODE, Node
from tamsk_pi.simulator.readout import Readout, ScanTiming
from tamsk_pi.simulator.scan_timing import gray_code
from tamsk_pi.simulator.settings import SAND_MS, TableSettings
from tamsk_pi.simulator.state import (
    NS_PER_MS,
    HourglassData,
    TableData,
    TableTruth,
    first_leg,
    holders,
    hourglass_data,
    hourglass_truth,
    ring_data,
    stacks,
)

AdvertisementListener = Callable[[int, str, bytes, int], None]
"""Called with the instant of receipt, the node's address, its service data and the signal strength in dBm."""
TiltSwitchListener = Callable[[int, bool], None]
"""Called with the instant of the edge and whether end B is down after it."""

_NEVER_NS: Final = 1 << 62


class Table:
    """One table, from `now_ns` on; the glasses stand beside the board, end A down, until a `Setup` or hands put them
    on it."""

    def __init__(
        self,
        layout: Geometry,
        settings: TableSettings,
        now_ns: int = 0,
        found: TableData | None = None,
        dark_ns: int = 0,
    ) -> None:
        """A new table, or one found again as in a snapshot that was taken `dark_ns` ago."""
        self.on_advertisement: AdvertisementListener | None = None
        self.on_tilt_switch: TiltSwitchListener | None = None
        self._settings = settings
        self._sensors = SensorField(layout)
        self._readout = Readout(settings)
        self.convert: Final = self._readout.convert
        """One conversion of a cell's sensor 0 or 1, at the instant of the last `advance`: counts, 0 … 1023."""
        self.unconnected: Final = self._readout.unconnected
        """One conversion of a channel where nothing is connected."""
        self.chip_faults: Final = ChipFaults()
        """What is broken behind the sensors; the simulated chips share it."""
        self._now_ns = now_ns
        legs = [Leg(now_ns, Motion.AWAY) for _ in range(TIMER_NODE + 1)]
        if found is not None:
            legs = [first_leg(glass, now_ns) for glass in (*found["hourglasses"], found["timer"])]
        self._glasses = _glasses(self._sensors, settings, legs, now_ns)
        self._nodes = [Node(i, glass.timeline, settings) for i, glass in enumerate(self._glasses)]
        self._hands = Hands(self._sensors, settings, self._glasses)
        self._active: list[Body] = list(self._glasses)
        self._settled: list[float] = [0.0] * READINGS
        self._received: list[tuple[int, str, bytes, int]] = []
        self._edges: list[tuple[int, bool]] = []
        self._faults: list[tuple[int, int, Fault]] = []
        self._fault_number = 0
        self._is_dirty = True
        self._is_moving = False
        self._radio_ns = now_ns
        self._wake_ns = now_ns
        if found is not None:
            self._find(found, now_ns, now_ns - dark_ns)

    def perform(self, act: HandAct, manner: Manner | None = None) -> None:
        """A hand does this, so that it is done at `act.at_ns`, which is not before the table's present.

        Raises TableError for what hands cannot do, and changes nothing then.
        """
        self._activate(self._hands.perform(act, self._now_ns, manner))
        if isinstance(act, TurnTimer):
            self._edges.append((act.at_ns, self._glasses[TIMER_NODE].timeline.at(act.at_ns).is_end_b_down))
        self._wake_ns = self._radio_ns = self._now_ns

    def gesture(self, hand: Hand) -> None:
        """A hand does what is no act: it comes near, with or without steel, or knocks what stands there."""
        self._activate(self._hands.gesture(hand))
        self._wake_ns = self._now_ns

    def _activate(self, changed: list[Body]) -> None:
        active = {id(body) for body in self._active}
        self._active += [body for body in changed if id(body) not in active]

    def fault(self, fault: Fault) -> None:
        """Something breaks at `fault.at_ns`, or at once if that has passed.

        Raises TableError for power faults, which are not the table's, and for a fault without the place it needs.
        """
        check_fault(fault)
        at_ns = max(self._now_ns, -(-fault.at_ns // TICK_NS) * TICK_NS)
        self._fault_number += 1
        heapq.heappush(self._faults, (at_ns, self._fault_number, fault))
        self._wake_ns = self._now_ns

    def advance(self, now_ns: int) -> None:
        """Let hands, sand and nodes go on until now; an instant in the past changes nothing."""
        if now_ns < self._wake_ns:
            self._now_ns = max(now_ns, self._now_ns)
            return
        self._now_ns = max(now_ns, self._now_ns)
        while self._faults and self._faults[0][0] <= now_ns:
            at_ns, _, fault = heapq.heappop(self._faults)
            self._run_nodes(at_ns)
            apply_fault(fault, at_ns, self._readout, self.chip_faults, self._nodes, self._settings)
            self._is_dirty, self._radio_ns = True, at_ns
        if self._radio_ns <= now_ns:
            self._run_nodes(now_ns)
        self._move(now_ns // TICK_NS * TICK_NS)
        self._deliver(now_ns)
        self._wake_ns = self._next_ns(now_ns)

    def scan(self, at_ns: int, timing: ScanTiming) -> Frame:
        """A frame begun at `at_ns`: the same as the timing's steps one by one, each after an `advance` to it."""
        self.advance(at_ns)
        if self.chip_faults.is_any:
            return self._broken_scan(at_ns, timing)
        if at_ns + timing.offsets_ns[-1] < self._wake_ns:
            return Frame(at_ns, self._readout.convert_all(timing))
        counts = [0] * READINGS
        convert, unconnected = self.convert, self.unconnected
        for step, offset_ns in zip(timing.steps, timing.offsets_ns, strict=True):
            self.advance(at_ns + offset_ns)
            for reading in step:
                if reading is None:
                    unconnected()
                else:
                    counts[reading] = convert(reading >> 1, reading & 1)
        return Frame(at_ns, tuple(counts))

    def _broken_scan(self, at_ns: int, timing: ScanTiming) -> Frame:
        """A scan through chips that are broken, step by step as they do it."""
        counts = [0] * (READINGS + 1)
        faults = self.chip_faults
        sources = {gray_code(i): step for i, step in enumerate(timing.steps)}
        for i, (step, offset_ns) in enumerate(zip(timing.steps, timing.offsets_ns, strict=True)):
            self.advance(at_ns + offset_ns)
            address, before = faults.address(gray_code(i)), faults.address(gray_code((i - 1) % len(timing.steps)))
            for adc_input, reading in enumerate(step):
                number = faults.multiplexer(adc_input)
                shown = before if faults.is_stale and adc_input == 0 else address
                source = None if number is None else sources[shown][number]
                converted = self.unconnected() if source is None else self.convert(source >> 1, source & 1)
                counts[READINGS if reading is None else reading] = faults.read(converted)
        return Frame(at_ns, tuple(counts[:READINGS]))

    def truth(self) -> TableTruth:
        """What is on the table now."""
        at_ns = self._now_ns
        glasses = [hourglass_truth(glass, at_ns) for glass in self._glasses]
        rings = stacks(self._hands.rings, at_ns)
        return TableTruth(
            at_ns=at_ns,
            hourglasses=tuple(glasses[:TIMER_NODE]),
            rings=tuple(tuple(ring.owner for ring in stack) for stack in rings),
            holders=holders(self._hands.rings, at_ns),
            timer=glasses[TIMER_NODE],
        )

    def snapshot(self) -> TableData:
        """The physical state now, as JSON can hold it; acts asked for that are not done are not in it."""
        at_ns = self._now_ns
        glasses = [
            hourglass_data(glass, at_ns, node.flips, node.flipped_ns)
            for glass, node in zip(self._glasses, self._nodes, strict=True)
        ]
        rings = [
            ring_data(ring, ring.timeline.at(at_ns).cell or Cell(0), at_ns)
            for stack in stacks(self._hands.rings, at_ns)
            for ring in stack
        ]
        return TableData(at_ns=at_ns, hourglasses=glasses[:TIMER_NODE], timer=glasses[TIMER_NODE], rings=rings)

    @classmethod
    def restore(
        cls, layout: Geometry, settings: TableSettings, data: TableData, now_ns: int, dark_ns: int | None = None
    ) -> "Table":
        """The table of a snapshot, found again at `now_ns`, `dark_ns` after it was taken (by default what the
        instants say); the sand ran on meanwhile and the nodes kept counting."""
        if dark_ns is None:
            dark_ns = max(0, now_ns - data["at_ns"])
        return cls(layout, settings, now_ns, data, dark_ns)

    def _find(self, data: TableData, now_ns: int, taken_ns: int) -> None:
        for body, node, glass in zip(self._glasses, self._nodes, [*data["hourglasses"], data["timer"]], strict=True):
            body.sand = _found_sand(body.sand.end_ns, glass, taken_ns)
            age_ns = glass["age_ns"]
            node.remember(glass["flips"], None if age_ns is None else taken_ns - age_ns)
        cells = [None if glass["cell"] is None else Cell(glass["cell"]) for glass in data["hourglasses"]]
        self._hands.find(cells, [h for h in HOURGLASSES if data["hourglasses"][h]["is_lying"]], now_ns)
        layers: dict[int, int] = {}
        for found in data["rings"]:
            cell = found["cell"]
            layer = layers[cell] = layers.get(cell, -1) + 1
            x, y = found["play"]
            moment, angle_rad = found["moment"], found["angle_rad"]
            ring = RingBody(self._sensors, Player(found["owner"]), layer, moment, angle_rad, found["height_error_mm"])
            self._hands.find_ring(ring, Cell(cell), (x, y), now_ns)
            self._active.append(ring)

    def _run_nodes(self, now_ns: int) -> None:
        for node in self._nodes:
            for sent in node.run(now_ns):
                heapq.heappush(self._received, (sent.received_ns, sent.address, sent.payload, sent.rssi_dbm))
        self._radio_ns = min((t for node in self._nodes if (t := node.next_ns()) is not None), default=_NEVER_NS)

    def _move(self, tick_ns: int) -> None:
        has_settled = self._is_dirty
        for body in self._active:
            has_settled |= body.step(tick_ns)
        if has_settled:
            self._settle(tick_ns)
        moving = [body for body in self._active if body.is_moving]
        self._is_moving = bool(moving)
        if moving or has_settled or self._readout.drift_step_ns is not None:
            field = self._settled.copy()
            for body in moving:
                for reading, mt in zip(body.near, body.moving_field(tick_ns), strict=True):
                    field[reading] += mt
            self._readout.show(field, tick_ns)

    def _settle(self, tick_ns: int) -> None:
        """Sum up what rests, always in the same order, so that the sum does not depend on how it came about."""
        self._is_dirty = False
        self._hands.forget(tick_ns)
        resting = [b.rest_field for b in (*self._glasses, *self._hands.rings) if b.rest_field]
        self._settled = [sum(column) for column in zip(*resting, strict=True)] or [0.0] * READINGS
        self._active = [body for body in self._active if body.is_moving or body.next_ns() is not None]
        for glass, node in zip(self._glasses, self._nodes, strict=True):
            glass.timeline.forget_before(min(glass.number, node.number) - 1)

    def _deliver(self, now_ns: int) -> None:
        while self._received and self._received[0][0] <= now_ns:
            received = heapq.heappop(self._received)
            if self.on_advertisement is not None:
                self.on_advertisement(*received)
        while self._edges and self._edges[0][0] <= now_ns:
            at_ns, is_end_b_down = self._edges.pop(0)
            if self.on_tilt_switch is not None:
                self.on_tilt_switch(at_ns, is_end_b_down)

    def _next_ns(self, now_ns: int) -> int:
        tick_ns = now_ns // TICK_NS * TICK_NS
        times = [self._radio_ns]
        if self._is_moving:
            times.append(tick_ns + TICK_NS)
        starts = [start for body in self._active if (start := body.next_ns()) is not None]
        times += [-(-start // TICK_NS) * TICK_NS for start in starts]
        step_ns = self._readout.drift_step_ns
        if step_ns is not None:
            times.append((now_ns // step_ns + 1) * step_ns)
        for queue in (self._received, self._edges, self._faults):
            times += [queue[0][0]] if queue else []
        return min(times)


def _glasses(sensors: SensorField, settings: TableSettings, legs: list[Leg], now_ns: int) -> list[HourglassBody]:
    draw = random.Random(f"{settings.seed}/glasses")
    bodies = []
    timer_ms = settings.timer_end_ms or (settings.timer_ms, settings.timer_ms)
    ends_ms = [*settings.end_ms, timer_ms]
    for i, (leg, (a_ms, b_ms)) in enumerate(zip(legs, ends_ms, strict=True)):
        # The neutral timer stands beside the board, where no sensor feels it.
        sign = 0.0 if i == TIMER_NODE else 1.0 if Hourglass(i).player is Player.RED else -1.0
        limit = settings.tolerances.hourglass_moment
        caps = (sign * (1 + draw.uniform(-1, 1) * limit), sign * (1 + draw.uniform(-1, 1) * limit))
        sand = Sand.at_rest((a_ms * NS_PER_MS, b_ms * NS_PER_MS), now_ns, int(leg.is_end_b_down))
        chance = SandChance(settings.sand_spread_ms / SAND_MS, f"{settings.seed}/runs/{i}")
        bodies.append(HourglassBody(sensors, Hourglass(min(i, 5)), caps, sand, leg, chance))
    return bodies


def _found_sand(end_ns: tuple[int, int], data: HourglassData, taken_ns: int) -> Sand:
    end_down = int(data["is_end_b_down"])
    empty = Sand(end_ns, end_down, 0, not data["is_lying"], taken_ns)
    return empty.with_top(min(data["top_ns"], empty.full_ns))
