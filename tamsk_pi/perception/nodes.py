"""What a node's reports say: flips with their instants, lying and standing up, whether it is heard at all.

Every report carries the whole state, so a lost one costs latency and never truth:

- the counter's difference to the last report is how often the glass was turned over since; the last of those turns
  happened at receipt − age, by our clock (node_clock.py), earlier ones are spread between the two reports: of them
  only the number is known;
- what quicker packets tell of an instant afterwards corrects it: a flip is taken back and told again, if it was off
  by more than 25 ms;
- a report whose packet id lies a little behind came out of order and changes nothing;
- a node that has lost its memory has rebooted: whether the glass was turned over meanwhile is then told by its
  rotation, as it is when count and rotation disagree at rest;
- what the node cannot have said was said by another one with its address (lineage.py), and changes nothing.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport
from tamsk_pi.perception.lineage import Kin, Lineage
from tamsk_pi.perception.node_clock import NodeClock
from tamsk_pi.perception.node_health import Battery, NodeHealth
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.rules.pieces import Hourglass

_UPRIGHT_TENTHS: Final = 450
_LYING_TENTHS: Final = (600, 1_200)
_REORDERED_NS: Final = 2_000 * NS_PER_MS
_BOOT_NS: Final = 300 * NS_PER_MS
_REORDERED_IDS: Final = 32
_DISAGREEING_REPORTS: Final = 3
_MINUTE_NS: Final = 60_000 * NS_PER_MS
_REMEMBERED: Final = 128
_REDATED_NS: Final = 25 * NS_PER_MS
_SETTLED_NS: Final = 30_000 * NS_PER_MS


class NodeEvent(Enum):
    """What a node can tell."""

    FLIP = auto()
    NO_FLIP = auto()  # one that was told for that instant did not happen then
    TILT = auto()
    UPRIGHT = auto()


@dataclass(frozen=True, slots=True)
class NodeFact:
    """Something happened to the node's glass at an instant."""

    at_ns: int
    what: NodeEvent


@dataclass(frozen=True, slots=True)
class Inferred:
    """A flip believed at an instant, of a glass that was lifted at `lifted_ns`; a report received from `proof_ns` on
    knows whether it happened."""

    at_ns: int
    lifted_ns: int
    proof_ns: int


@dataclass(slots=True)
class NodeTrack:
    """One node's history, as far as it is needed."""

    settings: PerceptionSettings
    last: NodeReport | None = None
    is_end_b_down: bool | None = None
    is_lying: bool = False
    inferred: tuple[Inferred, ...] = ()
    """Flips believed without this node's word, which it may still give."""
    is_told_silent: bool = False
    moments: deque[tuple[int, bool]] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    """Receipts of the last reports, and whether the node was moving."""
    last_flip_ns: int = -1
    perhaps_lying_ns: int | None = None
    """Since when it has been on its side, believed or not."""
    stirred_ns: int = 0
    """When it last said that it was moving, or was first heard."""
    clock: NodeClock = field(default_factory=NodeClock)
    battery: Battery = field(default_factory=Battery)
    lineage: Lineage = field(default_factory=Lineage)
    firmware: str | None = None
    _disagreeing: int = 0
    _disagreeing_since_ns: int = 0
    _dated_ns: int | None = None
    """The last flip as it was told; None where quicker packets cannot date it better."""
    _not_before_ns: int = -1
    _since_reboot: list[NodeFact] = field(default_factory=list)
    _end_before_reboot: bool | None = None

    def last_ns(self) -> int | None:
        """The last receipt, None if it was never heard."""
        return None if self.last is None else self.last.received_ns

    def is_live(self, now_ns: int) -> bool:
        """Whether it was heard lately enough to be waited for."""
        return self.last is not None and now_ns - self.last.received_ns <= self.settings.node_silent_ms * NS_PER_MS

    def is_asleep(self) -> bool:
        """Whether it fell silent after so long at rest that it sleeps to save its battery."""
        last, margin_ms = self.last, self.settings.node_silent_ms
        if last is None:
            return False
        return last.received_ns - self.stirred_ns >= (self.settings.node_sleep_ms - margin_ms) * NS_PER_MS

    def per_minute(self, now_ns: int) -> int:
        """Reports in the last minute; more than 128 are not counted."""
        return sum(1 for at_ns, _ in self.moments if at_ns > now_ns - _MINUTE_NS)

    def longest_gap_ns(self) -> int:
        """The longest time between two of the remembered reports."""
        times = [at_ns for at_ns, _ in self.moments]
        return max((b - a for a, b in pairwise(times)), default=0)

    def health(self, hourglass: Hourglass | None, now_ns: int) -> NodeHealth:
        """How it is; `hourglass` None is the neutral timer's."""
        last, doubled_ns = self.last, self.lineage.doubled_ns
        is_live = self.is_live(now_ns)
        return NodeHealth(
            hourglass=hourglass,
            last_ns=self.last_ns(),
            is_live=is_live,
            is_asleep=self.is_asleep() and not is_live,
            rssi_dbm=None if last is None else last.rssi_dbm,
            per_minute=self.per_minute(now_ns),
            battery_percent=self.battery.percent,
            minutes_left=self.battery.minutes_left(),
            is_battery_low=self.battery.is_low,
            firmware=self.firmware,
            is_doubled=doubled_ns is not None and now_ns - doubled_ns < _MINUTE_NS,
            clock_error=self.clock.known_error,
        )

    def has_moved_between(self, from_ns: int, to_ns: int) -> bool | None:
        """Whether it said that it was moving; None if it said nothing."""
        said = [moving for at_ns, moving in self.moments if from_ns <= at_ns <= to_ns]
        return any(said) if said else None

    def hear(self, report: NodeReport) -> list[NodeFact]:
        """One report; duplicates and late ones change nothing."""
        last = self.last
        if last is not None and self._is_stale(report, last):
            return []
        kin = self.lineage.place(report)
        if kin is Kin.STRANGER:
            return []
        self._note(report, is_first=last is None)
        before = self.lineage.before
        if before is None:
            facts = self._first(report)
            self._compare(report)
            return facts + self._lie(report)
        match kin:
            case Kin.REBOOTED | Kin.REPLACED:
                self._since_reboot, self._end_before_reboot = [], self.is_end_b_down
                facts = self._reboot(report, before)
            case Kin.RETURNED:
                facts = self._return() + self._count(report, before)
            case Kin.SAME:
                facts = self._count(report, before)
        facts += self._lie(report) + self._compare(report)
        self._since_reboot += facts
        return facts

    def _note(self, report: NodeReport, is_first: bool) -> None:
        self.moments.append((report.received_ns, report.is_moving))
        self.is_told_silent = False
        self.last = report
        if is_first or report.is_moving:
            self.stirred_ns = report.received_ns
        self.clock.hear(report)
        self.battery.hear(report.received_ns, report.battery_percent)
        self.firmware = report.firmware or self.firmware

    def _is_stale(self, report: NodeReport, last: NodeReport) -> bool:
        behind = (last.packet_id - report.packet_id) & 0xFF
        after_ns = report.received_ns - last.received_ns
        if after_ns < 0:
            return True
        # A node that has lost its memory took a while to start again.
        is_rebooted = report.age_ms == AGE_UNKNOWN_MS != last.age_ms and after_ns > _BOOT_NS
        return after_ns < _REORDERED_NS and 1 <= behind <= _REORDERED_IDS and not is_rebooted

    def _first(self, report: NodeReport) -> list[NodeFact]:
        """The first report of all has no count to compare with. Its age tells whether the last turn is the inferred
        one, and a node that has counted none since it was switched on knows of none; earlier ones are as they were
        believed."""
        believed = [flip.at_ns for flip in self.inferred]
        if not self.inferred or report.received_ns < self.inferred[-1].proof_ns:
            return []
        lifted_ns, self.inferred = self.inferred[-1].lifted_ns, ()
        untrue = [NodeFact(t, NodeEvent.NO_FLIP) for t in believed]
        if report.age_ms != AGE_UNKNOWN_MS:
            at_ns = self._dated_by(report)
            believed.pop()
            if at_ns >= lifted_ns:
                believed.append(at_ns)
                self.last_flip_ns = at_ns
        elif report.flips == 0:
            believed = []
        return untrue + [NodeFact(t, NodeEvent.FLIP) for t in believed]

    def _count(self, report: NodeReport, last: NodeReport) -> list[NodeFact]:
        turns = (report.flips - last.flips) & 0xFF
        if turns == 0:
            return self._disprove(report) or self._redate(report)
        believed, self.inferred = [flip.at_ns for flip in self.inferred], ()
        if (turns - len(believed)) % 2 and self.is_end_b_down is not None:
            self.is_end_b_down = not self.is_end_b_down
        self._disagreeing = 0
        at_ns = self._flipped_ns(report)
        from_ns = min(max(last.received_ns, self.last_flip_ns), at_ns)
        instants = _instants(turns, from_ns, at_ns, believed)
        self._not_before_ns = instants[-2] if turns > 1 else self.last_flip_ns
        self.last_flip_ns = at_ns
        self._dated_ns = None if report.age_ms == AGE_UNKNOWN_MS else at_ns
        return [NodeFact(t, NodeEvent.NO_FLIP) for t in believed] + [NodeFact(t, NodeEvent.FLIP) for t in instants]

    def _redate(self, report: NodeReport) -> list[NodeFact]:
        """The last flip told again, if packets that came quicker date it otherwise."""
        told_ns, better_ns = self._dated_ns, self.clock.flipped_ns()
        if told_ns is None or better_ns is None or report.received_ns - told_ns > _SETTLED_NS:
            return []
        better_ns = max(better_ns, self._not_before_ns + 1)
        if abs(better_ns - told_ns) <= _REDATED_NS:
            return []
        self._dated_ns = self.last_flip_ns = better_ns
        return [NodeFact(told_ns, NodeEvent.NO_FLIP), NodeFact(better_ns, NodeEvent.FLIP)]

    def _return(self) -> list[NodeFact]:
        """What was taken for a reboot was another node: what it told is taken back."""
        inverse = {NodeEvent.FLIP: NodeEvent.NO_FLIP, NodeEvent.NO_FLIP: NodeEvent.FLIP}
        undone = [NodeFact(f.at_ns, inverse[f.what]) for f in reversed(self._since_reboot) if f.what in inverse]
        self._since_reboot, self.is_end_b_down, self.inferred = [], self._end_before_reboot, ()
        self._dated_ns, self.perhaps_lying_ns, self._disagreeing = None, None, 0
        return undone

    def _disprove(self, report: NodeReport) -> list[NodeFact]:
        """It counts no turn: those inferred did not happen, if it would know of them by now."""
        untrue = [flip.at_ns for flip in self.inferred if report.received_ns >= flip.proof_ns]
        self.inferred = tuple(flip for flip in self.inferred if flip.at_ns not in untrue)
        if len(untrue) % 2 and self.is_end_b_down is not None:
            self.is_end_b_down = not self.is_end_b_down
        return [NodeFact(t, NodeEvent.NO_FLIP) for t in untrue]

    def _flipped_ns(self, report: NodeReport) -> int:
        if report.age_ms == AGE_UNKNOWN_MS:
            return report.received_ns
        return max(self._dated_by(report), self.last_flip_ns + 1)

    def _dated_by(self, report: NodeReport) -> int:
        return report.received_ns - round(report.age_ms * NS_PER_MS * self.clock.rate)

    def _reboot(self, report: NodeReport, last: NodeReport) -> list[NodeFact]:
        end = _end(report.rotation)
        self.perhaps_lying_ns = self._dated_ns = None
        if end is None or self.is_end_b_down is None:
            return []
        believed, self.inferred = [flip.at_ns for flip in self.inferred], ()
        untrue = [NodeFact(t, NodeEvent.NO_FLIP) for t in believed]
        is_as_believed, self.is_end_b_down = end is self.is_end_b_down, end
        if not is_as_believed and believed:
            believed.pop()
        elif not is_as_believed:
            is_known = report.age_ms != AGE_UNKNOWN_MS
            believed = [self._flipped_ns(report) if is_known else (last.received_ns + report.received_ns) // 2]
        self.last_flip_ns = max([self.last_flip_ns, *believed])
        return untrue + [NodeFact(t, NodeEvent.FLIP) for t in believed]

    def _compare(self, report: NodeReport) -> list[NodeFact]:
        """Count and rotation must agree on a glass at rest; the rotation is the truth."""
        end = _end(report.rotation)
        if self.is_end_b_down is None and not report.is_moving:
            self.is_end_b_down = end
        if report.is_moving or end is None or end is self.is_end_b_down:
            self._disagreeing = 0
            return []
        if self._disagreeing == 0:
            self._disagreeing_since_ns = report.received_ns
        self._disagreeing += 1
        if self._disagreeing < _DISAGREEING_REPORTS:
            return []
        self._disagreeing = 0
        self.is_end_b_down = end
        return [NodeFact(self._disagreeing_since_ns, NodeEvent.FLIP)]

    def _lie(self, report: NodeReport) -> list[NodeFact]:
        if _LYING_TENTHS[0] <= abs(report.rotation) <= _LYING_TENTHS[1]:
            if self.perhaps_lying_ns is None:
                self.perhaps_lying_ns = report.received_ns
            lain_ns = report.received_ns - self.perhaps_lying_ns
            if self.is_lying or lain_ns < self.settings.tilt_ms * NS_PER_MS:
                return []
            self.is_lying = True
            return [NodeFact(self.perhaps_lying_ns, NodeEvent.TILT)]
        self.perhaps_lying_ns = None
        if not self.is_lying or _end(report.rotation) is None:
            return []
        self.is_lying = False
        return [NodeFact(report.received_ns, NodeEvent.UPRIGHT)]


def _instants(turns: int, from_ns: int, at_ns: int, believed: list[int]) -> list[int]:
    """When a glass was turned over so often since `from_ns`, the last time at `at_ns`.

    For the earlier ones the node gives no instant: they were where they were believed, else evenly between.
    """
    before = [t for t in believed if t < at_ns]
    if believed and len(before) == len(believed):
        before.pop()  # the last of them is the one at `at_ns`
    before = before[max(0, len(before) - turns + 1) :]
    unknown = turns - 1 - len(before)
    since_ns = max([from_ns, *before])
    spread = [since_ns + (at_ns - since_ns) * (i + 1) // (unknown + 1) for i in range(unknown)]
    return [*before, *spread, at_ns]


def _end(rotation: int) -> bool | None:
    """Whether end B is down; None on its way between the two."""
    if abs(rotation) <= _UPRIGHT_TENTHS:
        return False
    if abs(rotation) >= 1_800 - _UPRIGHT_TENTHS:
        return True
    return None
