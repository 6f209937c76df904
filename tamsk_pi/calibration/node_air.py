"""Which nodes are about while some are paired, how strongly they are heard, and when each was turned over."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final

from tamsk_pi.perception.frames import AGE_UNKNOWN_MS, NodeReport

_MS: Final = 1_000_000
FAINT_DB: Final = 15
"""So much weaker than the others is hardly on the same board: twice as far off is 6 dB, in a hand some 5."""
ABOUT_NS: Final = 30_000 * _MS
"""A node that was not heard for so long has gone, sleeps, or is dead."""
_NEWEST: Final = 0.25
"""The newest packet's share in a signal: single ones differ by 10 dB."""
_LEAST_TO_COMPARE: Final = 2


@dataclass(frozen=True, slots=True)
class Turn:
    """A node tells that it was turned over at this instant."""

    address: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class _Voice:
    flips: int
    heard_ns: int
    signal_dbm: float


@dataclass(frozen=True, slots=True)
class Air:
    """What was heard of every node, ours or a stranger's."""

    _voices: Mapping[str, _Voice] = field(default_factory=dict)

    def heard(self, report: NodeReport) -> "tuple[Air, Turn | None]":
        """A node spoke; what it tells of a turn that it had not told of before. A node that is heard for the first
        time tells of its last one; one that has lost its memory (it counts from 0) of none."""
        before = self._voices.get(report.address)
        signal = float(report.rssi_dbm)
        if before is not None:
            signal = before.signal_dbm + _NEWEST * (signal - before.signal_dbm)
        voice = _Voice(report.flips, report.received_ns, signal)
        air = replace(self, _voices={**self._voices, report.address: voice})
        has_age = report.age_ms != AGE_UNKNOWN_MS
        is_new = has_age if before is None else report.flips not in (before.flips, 0)
        at_ns = report.received_ns - (report.age_ms if has_age else 0) * _MS
        return air, Turn(report.address, at_ns) if is_new else None

    def about(self, now_ns: int) -> frozenset[str]:
        """The addresses that were heard of late."""
        return frozenset(a for a, voice in self._voices.items() if now_ns - voice.heard_ns < ABOUT_NS)

    def is_faint(self, address: str, ours: Collection[str], now_ns: int) -> bool:
        """Whether it is heard much weaker than those of ours that are heard; unknown with fewer than two of them."""
        others = [self._voices[a].signal_dbm for a in (self.about(now_ns) & set(ours)) - {address}]
        return len(others) >= _LEAST_TO_COMPARE and median(others) - self._voices[address].signal_dbm >= FAINT_DB
