"""Everything that may be wrong with sensors, wires and converter, watched from the sensor loop.

Readings that are spoilt are not believed (`dead`); whatever is found is said until it is over, and a while longer
where it happened once.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import add
from typing import Final

from tamsk_pi.perception.baselines import Baselines
from tamsk_pi.perception.board_decoder import DecodedBoard, decode_board
from tamsk_pi.perception.crossed_wires import crossed_wires
from tamsk_pi.perception.drift import COMMON_BOUND_COUNTS
from tamsk_pi.perception.episode import NS_PER_MS, Episode
from tamsk_pi.perception.findings import Finding, FindingKind, SensorHealth
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.perception.levels import Levels
from tamsk_pi.perception.sensor_watch import SensorWatch, is_at_rail
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.perception.wiring import Miswiring, Rows, Wiring, is_rail_frame
from tamsk_pi.rules.board import Cell

_MEAN_FRAMES: Final = 4
_BEFORE_FRAMES: Final = 8
_JUMP_FRAMES: Final = 45
"""What is judged, jumped no longer ago: a ring is believed after 350 ms."""
_NEXT_FRAME_NS: Final = 60 * NS_PER_MS
"""Longer after one, hands may have carried a glass to the next cell; from seat to seat they need 150 ms at least."""
_MANY_CELLS: Final = 10
"""So many uncertain cells are no broken sensors."""
_RAIL_FRAMES: Final = 3
_GAP_NS: Final = 1_000 * NS_PER_MS
_SHOWN_NS: Final = 60_000 * NS_PER_MS
_OVER_LOOKS: Final = 25
_SWAY_MS: Final = 1_000
_ROUNDING_VARIANCE: Final = 1 / 12


class BoardHealth:
    """`rows` is the wiring, [multiplexer][channel] → reading; without it only single sensors are watched."""

    def __init__(self, settings: PerceptionSettings, rows: Rows | None) -> None:
        self.sensors: Final = SensorWatch(settings)
        self.dead: frozenset[int] = frozenset()
        """The readings that are not believed."""
        self._wiring = None if rows is None else Wiring(rows)
        self._miswiring: Miswiring | None = None
        self._is_since_start = False
        """Whether wires were crossed at the first look: only the model knows what those readings should be."""
        self._misfit: tuple[Finding, ...] = ()
        self._dead_rows: set[int] = set()
        self._good_looks: dict[int, int] = {}
        self._since_ns: dict[FindingKind | int, int] = {}
        self._rail_frames = 0
        self._rail_counts = 0
        self._heard_ns = -1
        """The last frame, if only of zeros."""
        self._seen_ns = -1
        """The last frame that said something."""
        self._gap_s = 0.0

    # Frames that tell nothing.

    def is_blind(self, frame: Frame) -> bool:
        """Whether the converter is gone: a frame of nothing but zeros or ones says nothing of the board."""
        if not is_rail_frame(frame.counts):
            self._rail_frames = 0
            return False
        if not self._rail_frames:
            self._since_ns[FindingKind.ADC] = frame.at_ns
        self._rail_frames += 1
        self._rail_counts = frame.counts[0]
        self._heard_ns = frame.at_ns
        return True

    def is_after_gap(self, frame: Frame) -> bool:
        """Whether no frame has come for so long that hands may have done anything; said for a while."""
        if self._heard_ns >= 0 and frame.at_ns - self._heard_ns > _GAP_NS:
            self._since_ns[FindingKind.SPI_GONE] = self._heard_ns
            self._gap_s = (frame.at_ns - self._heard_ns) / 1e9
        is_gap = self._seen_ns >= 0 and frame.at_ns - self._seen_ns > _GAP_NS
        self._seen_ns = self._heard_ns = frame.at_ns
        return is_gap

    # Looks.

    def first_look(
        self, levels: Levels, means: Sequence[float], board: DecodedBoard, frames: int, at_ns: int
    ) -> tuple[tuple[float, ...], DecodedBoard]:
        """What the first look at the board says, from the means of so many frames, where wires are crossed or dead:
        what the readings should be, and what is on the board then. Else what was given."""
        wiring = self._wiring
        if wiring is None:
            return tuple(means), board
        dead_rows = wiring.impossible(means, levels.zero)
        if dead_rows:
            self._dead_rows.update(dead_rows)
            self._since_ns |= dict.fromkeys(dead_rows, at_ns)
            self._sum_up()
            board = decode_board(levels, tuple(means), self.dead)
        rails = frozenset(i for i, mean in enumerate(means) if is_at_rail(round(mean)))
        crossed = crossed_wires(levels, wiring, means, board, self.dead | rails, self._variance(frames))
        if crossed is not None:
            board = crossed.board
            self._is_since_start = True
            self._found(crossed.fault, at_ns)
        elif not dead_rows:
            uncertain = len(board.uncertain)
            if uncertain >= _MANY_CELLS:
                self._misfit = (Finding(FindingKind.MISFIT, at_ns, (), (), uncertain),)
        spoilt = self._spoilt()
        expected = zip(levels.zero, board.model, means, strict=True)
        return tuple(
            zero + board.common_counts + model if i in spoilt else mean
            for i, (zero, model, mean) in enumerate(expected)
        ), board

    def look(self, frames: Sequence[Frame], restless: Mapping[Cell, Episode], baselines: Baselines) -> bool:
        """Take the latest frames, oldest first, and the undecided cells; whether the set of dead readings has
        changed."""
        if len(frames) < 4:
            return False
        at_ns = frames[-1].at_ns
        last = (frames[-4].counts, frames[-3].counts, frames[-2].counts, frames[-1].counts)
        readings = frozenset(2 * cell + s for cell in restless for s in (0, 1))
        has_changed = self.sensors.look(
            at_ns, last, readings, baselines.counts, baselines.drift, lambda i: self._sways(restless, i)
        )
        if self._wiring is not None:
            if self._miswiring is not None or self._dead_rows:
                has_changed |= self._is_over(self._wiring, frames, baselines)
            if len(restless) > 2:
                has_changed |= self.is_wiring(frames, baselines)
        if has_changed:
            self._sum_up()
        return has_changed

    def _sways(self, restless: Mapping[Cell, Episode], reading: int) -> bool:
        episode = restless.get(Cell(reading // 2))
        return episode is not None and episode.sways(_SWAY_MS, self.sensors.noise_counts)

    def is_wiring(self, frames: Sequence[Frame], baselines: Baselines) -> bool:
        """Whether what the latest frames show is no change on the board but a fault of the wires, found just now."""
        wiring = self._wiring
        if wiring is None or len(frames) < _BEFORE_FRAMES or self._miswiring is not None:
            return False
        found = wiring.explain(self._means(frames), baselines.counts, self._variance(_MEAN_FRAMES))
        if found is None:
            latest = pairwise(list(frames)[-_JUMP_FRAMES:])
            pairs = [(a.counts, b.counts) for a, b in latest if b.at_ns - a.at_ns <= _NEXT_FRAME_NS]
            found = wiring.jumped(pairs, baselines.counts, self.sensors.noise_counts)
        if found is not None:
            return self._found(found, frames[-1].at_ns)
        before = frames[-_BEFORE_FRAMES].counts
        dead = [
            set(wiring.dead_multiplexers(frames[-k].counts, before, baselines.counts, self.dead))
            for k in (1, _MEAN_FRAMES)
        ]
        new = (dead[0] & dead[1]) - self._dead_rows
        for number in new:
            self._since_ns[number] = frames[-1].at_ns
        self._dead_rows |= new
        self._sum_up()
        return bool(new)

    def block(self, means: Sequence[float], frames: int, baselines: Baselines, at_ns: int) -> bool:
        """Take the means of a block of frames, before drift is followed: faults that hardly show are found here."""
        if self._wiring is None or self._miswiring is not None:
            return False
        found = self._wiring.explain(means, baselines.counts, self._variance(frames))
        return found is not None and self._found(found, at_ns)

    def _found(self, miswiring: Miswiring, at_ns: int) -> bool:
        self._miswiring = miswiring
        self._since_ns[miswiring.kind] = at_ns
        self._sum_up()
        return True

    def _is_over(self, wiring: Wiring, frames: Sequence[Frame], baselines: Baselines) -> bool:
        over: list[int] = []
        means, variance = self._means(frames), self._variance(_MEAN_FRAMES)
        watched = [
            (number, wiring.is_alive(number, frames[-1].counts, baselines.counts)) for number in self._dead_rows
        ]
        if self._miswiring is not None:
            if self._is_since_start:
                is_good = wiring.is_nearly_over(self._miswiring, means, baselines.counts)
            else:
                is_good = wiring.is_over(self._miswiring, means, baselines.counts, variance)
            watched.append((-1, is_good))
        for number, is_good in watched:
            self._good_looks[number] = self._good_looks.get(number, 0) + 1 if is_good else 0
            if self._good_looks[number] >= _OVER_LOOKS:
                over.append(number)
        for number in over:
            del self._good_looks[number]
            self._dead_rows.discard(number)
            if number < 0:
                self._miswiring, self._is_since_start = None, False
        return bool(over)

    def _means(self, frames: Sequence[Frame]) -> list[float]:
        sums = list(frames[-1].counts)
        for k in range(2, _MEAN_FRAMES + 1):
            sums = list(map(add, sums, frames[-k].counts))
        return [total / _MEAN_FRAMES for total in sums]

    def _variance(self, frames: int) -> float:
        return (self.sensors.noise_counts**2 + _ROUNDING_VARIANCE) / frames

    def _sum_up(self) -> None:
        self.sensors.excused = self._spoilt()
        self.dead = self.sensors.excused.union(self.sensors.broken)

    def _spoilt(self) -> frozenset[int]:
        """The readings that faults of wires spoil."""
        rows = () if self._wiring is None else self._wiring.rows
        spoilt = () if self._miswiring is None else self._miswiring.spoilt
        return frozenset([*spoilt, *(i for number in self._dead_rows for i in rows[number])])

    # What is said.

    def health(self, now_ns: int, baselines: Baselines) -> SensorHealth:
        """Everything at this instant."""
        drift = baselines.drift
        return SensorHealth(
            at_ns=now_ns,
            findings=(*self._misfit, *self._wires(now_ns), *self._singles(), *_fields(baselines, now_ns)),
            untrusted=self.dead,
            noise_counts=self.sensors.noise_counts,
            noise_of=self.sensors.noise_of,
            drift_counts=drift.common_counts,
            own_drift_counts=tuple(drift.own),
        )

    def _singles(self) -> list[Finding]:
        """Broken sensors, but those that a broken wire explains."""
        excused = self.sensors.excused
        return [finding for i, finding in self.sensors.broken.items() if i not in excused]

    def _wires(self, now_ns: int) -> list[Finding]:
        out: list[Finding] = []
        every = tuple(range(READINGS))
        if self._rail_frames >= _RAIL_FRAMES:
            out.append(Finding(FindingKind.ADC, self._since_ns[FindingKind.ADC], every, (), self._rail_counts))
        if self._heard_ns >= 0 and now_ns - self._heard_ns > _GAP_NS:
            out.append(Finding(FindingKind.SPI_GONE, self._heard_ns, every, (), (now_ns - self._heard_ns) / 1e9))
        elif self._gap_s and now_ns - self._since_ns[FindingKind.SPI_GONE] < _SHOWN_NS:
            out.append(Finding(FindingKind.SPI_GONE, self._since_ns[FindingKind.SPI_GONE], (), (), self._gap_s))
        if self._miswiring is not None:
            fault = self._miswiring
            out.append(Finding(fault.kind, self._since_ns[fault.kind], fault.spoilt, fault.parts))
        if self._wiring is not None:
            out += [
                Finding(FindingKind.MUX_DEAD, self._since_ns[number], self._wiring.rows[number], (number,))
                for number in sorted(self._dead_rows)
            ]
        return out


def _fields(baselines: Baselines, now_ns: int) -> list[Finding]:
    drift, field = baselines.drift, baselines.field
    out: list[Finding] = []
    if drift.step_counts and now_ns - drift.step_ns < _SHOWN_NS:
        out.append(Finding(FindingKind.COMMON_STEP, drift.step_ns, (), (), drift.step_counts))
    if field.cells:
        readings = tuple(2 * cell + s for cell in field.cells for s in (0, 1))
        out.append(Finding(FindingKind.MAGNET, field.since_ns, readings))
    if drift.is_at_bound:
        sign = 1 if drift.common_counts > 0 else -1
        out.append(Finding(FindingKind.DRIFT, now_ns, (), (), sign * COMMON_BOUND_COUNTS))
    return out
