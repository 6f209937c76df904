"""What a node's reports say: flips with their instants, lying and standing up, whether it is heard at all.

Every report carries the whole state, so a lost one costs latency and never truth:

- the counter's difference to the last report is how often the glass was turned over since; the last of those turns
  happened at receipt − age, earlier ones are spread between the two reports;
- a report whose packet id lies a little behind came out of order and changes nothing;
- a counter that goes back, or an age that becomes unknown with another count, is a reboot: whether the glass was
  turned over meanwhile is then told by its rotation, as it is when count and rotation disagree at rest.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport
from tamsk_pi.perception.settings import PerceptionSettings

_UPRIGHT_TENTHS: Final = 450
_LYING_TENTHS: Final = (600, 1_200)
_REORDERED_NS: Final = 2_000 * NS_PER_MS
_BOOT_NS: Final = 300 * NS_PER_MS
_REORDERED_IDS: Final = 32
_MOST_MISSED: Final = 16
_DISAGREEING_REPORTS: Final = 3
_MINUTE_NS: Final = 60_000 * NS_PER_MS
_REMEMBERED: Final = 128


class NodeEvent(Enum):
    """What a node can tell."""

    FLIP = auto()
    TILT = auto()
    UPRIGHT = auto()


@dataclass(frozen=True, slots=True)
class NodeFact:
    """Something happened to the node's glass at an instant."""

    at_ns: int
    what: NodeEvent


@dataclass(slots=True)
class NodeTrack:
    """One node's history, as far as it is needed."""

    settings: PerceptionSettings
    last: NodeReport | None = None
    is_end_b_down: bool | None = None
    is_lying: bool = False
    inferred_flips: int = 0
    """Flips believed without this node's word, to be taken off what it reports later."""
    is_told_silent: bool = False
    moments: deque[tuple[int, bool]] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    """Receipts of the last reports, and whether the node was moving."""
    last_flip_ns: int = -1
    perhaps_lying_ns: int | None = None
    """Since when it has been on its side, believed or not."""
    stirred_ns: int = 0
    """When it last said that it was moving, or was first heard."""
    _disagreeing: int = 0
    _disagreeing_since_ns: int = 0

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

    def has_moved_between(self, from_ns: int, to_ns: int) -> bool | None:
        """Whether it said that it was moving; None if it said nothing."""
        said = [moving for at_ns, moving in self.moments if from_ns <= at_ns <= to_ns]
        return any(said) if said else None

    def hear(self, report: NodeReport) -> list[NodeFact]:
        """One report; duplicates and late ones change nothing."""
        last = self.last
        if last is not None and self._is_stale(report, last):
            return []
        self.moments.append((report.received_ns, report.is_moving))
        self.is_told_silent = False
        self.last = report
        if last is None or report.is_moving:
            self.stirred_ns = report.received_ns
        if last is None:
            self._compare(report)
            return self._lie(report)
        facts = self._reboot(report, last) if _is_reboot(report, last) else self._count(report, last)
        return facts + self._lie(report) + self._compare(report)

    def _is_stale(self, report: NodeReport, last: NodeReport) -> bool:
        behind = (last.packet_id - report.packet_id) & 0xFF
        after_ns = report.received_ns - last.received_ns
        if after_ns < 0:
            return True
        # A node that has lost its memory took a while to start again.
        is_rebooted = report.age_ms == AGE_UNKNOWN_MS != last.age_ms and after_ns > _BOOT_NS
        return after_ns < _REORDERED_NS and 1 <= behind <= _REORDERED_IDS and not is_rebooted

    def _count(self, report: NodeReport, last: NodeReport) -> list[NodeFact]:
        turns = (report.flips - last.flips) & 0xFF
        if turns == 0:
            return []
        if turns % 2 and self.is_end_b_down is not None:
            self.is_end_b_down = not self.is_end_b_down
        self._disagreeing = 0
        at_ns = self._flipped_ns(report)
        from_ns = min(max(last.received_ns, self.last_flip_ns), at_ns)
        self.last_flip_ns = at_ns
        known = min(turns, self.inferred_flips)
        self.inferred_flips -= known
        # Those that were believed already were the earlier ones.
        return [NodeFact(from_ns + (at_ns - from_ns) * (i + 1) // turns, NodeEvent.FLIP) for i in range(known, turns)]

    def _flipped_ns(self, report: NodeReport) -> int:
        if report.age_ms == AGE_UNKNOWN_MS:
            return report.received_ns
        return max(report.received_ns - report.age_ms * NS_PER_MS, self.last_flip_ns + 1)

    def _reboot(self, report: NodeReport, last: NodeReport) -> list[NodeFact]:
        end = _end(report.rotation)
        self.perhaps_lying_ns = None
        if end is None or self.is_end_b_down is None or end is self.is_end_b_down:
            return []
        self.is_end_b_down = end
        at_ns = self._flipped_ns(report)
        if report.age_ms == AGE_UNKNOWN_MS:
            at_ns = (last.received_ns + report.received_ns) // 2
        self.last_flip_ns = at_ns
        if self.inferred_flips:
            self.inferred_flips = 0
            return []
        return [NodeFact(at_ns, NodeEvent.FLIP)]

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


def _end(rotation: int) -> bool | None:
    """Whether end B is down; None on its way between the two."""
    if abs(rotation) <= _UPRIGHT_TENTHS:
        return False
    if abs(rotation) >= 1_800 - _UPRIGHT_TENTHS:
        return True
    return None


def _is_reboot(report: NodeReport, last: NodeReport) -> bool:
    if report.age_ms == AGE_UNKNOWN_MS and last.age_ms != AGE_UNKNOWN_MS:
        return True
    return (report.flips - last.flips) & 0xFF > _MOST_MISSED
