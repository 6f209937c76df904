"""Whether a report can come from the node that was heard before: two nodes may have one address.

A node's count and its age belong together. Between two reports that are d apart,

    no turn         the age has grown by d
    n turns         the last is at most d old, and each took its time
    a reboot        the count begins at 0 again, the age is unknown or at most d

and whatever fits none of these was said by somebody else: a copy of the board with the same address, or the one that
was put in its place. A copy that has never been turned over looks like a reboot, until the line before it goes on.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport

MOST_MISSED: Final = 16
"""More turns than this between two reports are a count that has begun anew."""
SILENT_NS: Final = 10_000 * NS_PER_MS
"""The line that was followed has ended if only the other one is heard for so long."""
DOUBLED_SILENT_NS: Final = 60_000 * NS_PER_MS
"""The same where two nodes are known to be there: packets get lost."""
_FORGOTTEN_NS: Final = 120_000 * NS_PER_MS
"""After so long almost any report could continue a line."""
_SLACK_MS: Final = 1_500.0
"""What two receipts may be apart by the radio's delays alone."""
_RATE_ERROR: Final = 0.03
_TURN_MS: Final = 80
"""A turn is counted once the other end was down for so long."""
_HAND_MS: Final = 250
"""What a hand needs to turn a glass over."""
_BOOT_MS: Final = 300


class Kin(Enum):
    """What a report is to the ones before it."""

    SAME = auto()
    REBOOTED = auto()  # the same node, without its memory
    RETURNED = auto()  # the line before a reboot goes on: it was none, there are two nodes
    REPLACED = auto()  # the node that fell silent has another in its place
    STRANGER = auto()  # somebody else's: it says nothing of this glass


@dataclass(slots=True)
class Lineage:
    """The line of reports that is followed, and another one under the same address if there is one."""

    last: NodeReport | None = None
    before: NodeReport | None = None
    """The report that the last one was compared with; None for the first."""
    doubled_ns: int | None = None
    """When two nodes were heard in turn for the last time; None if never."""
    strangers: int = 0
    """Reports that were somebody else's."""
    _other: NodeReport | None = None
    _is_ancestor: bool = False
    """The other line is the one that was followed before a reboot or a replacement."""
    _rebooted_ns: int = 0

    def place(self, report: NodeReport) -> Kin:
        """To which line a report belongs, in the order of receipt."""
        last, other = self.last, self._other
        if last is None or continues(report, last):
            self.last, self.before = report, last
            return Kin.SAME
        if other is not None and report.received_ns - other.received_ns > _FORGOTTEN_NS:
            other = self._other = None
        if other is not None and continues(report, other):
            return self._other_line(report, last, other)
        if _is_reboot(report, last):
            self.last, self.before, self._other = report, last, last
            self._is_ancestor, self._rebooted_ns = True, report.received_ns
            return Kin.REBOOTED
        self._other, self._is_ancestor = report, False
        self.strangers += 1
        return Kin.STRANGER

    def _other_line(self, report: NodeReport, last: NodeReport, other: NodeReport) -> Kin:
        if self._is_ancestor and not self._was_sent_before_reboot(report, other):
            self.last, self.before, self._other = report, other, last
            self._is_ancestor, self.doubled_ns = False, report.received_ns
            return Kin.RETURNED
        if self._is_ancestor:
            return Kin.STRANGER
        if report.received_ns - last.received_ns > (SILENT_NS if self.doubled_ns is None else DOUBLED_SILENT_NS):
            self.last, self.before, self._other = report, last, last
            self._is_ancestor, self._rebooted_ns = True, report.received_ns
            return Kin.REPLACED
        if last.received_ns > other.received_ns:
            self.doubled_ns = report.received_ns
        self._other = report
        self.strangers += 1
        return Kin.STRANGER

    def _was_sent_before_reboot(self, report: NodeReport, other: NodeReport) -> bool:
        """A packet may come late, after the first one of a node that has rebooted since."""
        if report.flips != other.flips:
            return False
        sent_ns = other.received_ns + (report.age_ms - other.age_ms) * NS_PER_MS
        return sent_ns < self._rebooted_ns


def continues(report: NodeReport, last: NodeReport) -> bool:
    """Whether one node may have sent both without forgetting anything between."""
    turns = (report.flips - last.flips) & 0xFF
    passed_ms = (report.received_ns - last.received_ns) / NS_PER_MS
    if turns > MOST_MISSED or turns * _TURN_MS > passed_ms + _SLACK_MS:
        return False
    if AGE_UNKNOWN_MS in (report.age_ms, last.age_ms) and turns == 0:
        return report.age_ms == last.age_ms
    if report.age_ms == AGE_UNKNOWN_MS:
        return last.age_ms == AGE_UNKNOWN_MS
    slack_ms = _SLACK_MS + _RATE_ERROR * passed_ms
    if turns == 0:
        return abs(report.age_ms - last.age_ms - passed_ms) <= slack_ms
    return report.age_ms <= passed_ms + slack_ms


def _is_reboot(report: NodeReport, last: NodeReport) -> bool:
    passed_ms = (report.received_ns - last.received_ns) / NS_PER_MS
    if report.age_ms == AGE_UNKNOWN_MS:
        return True
    is_counted_anew = report.flips > 0 and _BOOT_MS + report.flips * _HAND_MS <= passed_ms
    return is_counted_anew and report.age_ms <= passed_ms
