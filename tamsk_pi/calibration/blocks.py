"""Frames in short blocks, and whether the board is at rest.

A block is the mean of a tenth of a second: quiet enough to see what comes and goes, short enough to see a glass that
is turned over. The board rests when no reading's blocks differ by more than noise lets them for as long as is asked.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from operator import add
from typing import Final

from tamsk_pi.perception.frames import READINGS, Frame

NS_PER_MS: Final = 1_000_000
BLOCK_NS: Final = 100 * NS_PER_MS
BLOCK_FRAMES: Final = 4
REST_NS: Final = 1_000 * NS_PER_MS
REST_COUNTS: Final = 2.2
"""Between the highest and the lowest block of a second; noise of a mean of four makes 1.3."""
_KEPT_NS: Final = 2 * REST_NS

Means = tuple[float, ...]
"""A mean for each of the 74 readings, in counts."""


@dataclass(frozen=True, slots=True)
class Block:
    """The mean of `frames` frames from `since_ns` until `until_ns`."""

    since_ns: int
    until_ns: int
    frames: int
    means: Means


class Blocks:
    """The last two seconds in blocks; `ignored` readings, broken ones, do not disturb the rest."""

    def __init__(self) -> None:
        self.ignored: frozenset[int] = frozenset()
        self._sums = [0] * READINGS
        self._frames = 0
        self._since_ns = 0
        self._kept: deque[Block] = deque()

    def take(self, frame: Frame) -> Block | None:
        """The block that this frame completes."""
        if not self._frames:
            self._since_ns = frame.at_ns
        self._sums = list(map(add, self._sums, frame.counts))
        self._frames += 1
        if self._frames < BLOCK_FRAMES or frame.at_ns - self._since_ns < BLOCK_NS:
            return None
        means = tuple(total / self._frames for total in self._sums)
        block = Block(self._since_ns, frame.at_ns, self._frames, means)
        self._sums, self._frames = [0] * READINGS, 0
        self._kept.append(block)
        while self._kept[0].until_ns < block.until_ns - _KEPT_NS:
            self._kept.popleft()
        return block

    def forget(self) -> None:
        """Whatever was before is another board."""
        self._kept.clear()

    def rest(self, at_least_ns: int = REST_NS) -> Block | None:
        """Everything since so long ago as one block, if nothing moved meanwhile."""
        if not self._kept:
            return None
        until_ns = self._kept[-1].until_ns
        recent = [block for block in self._kept if block.since_ns >= until_ns - at_least_ns - BLOCK_NS]
        if until_ns - recent[0].since_ns < at_least_ns:
            return None
        columns = list(zip(*(block.means for block in recent), strict=True))
        if any(max(c) - min(c) > REST_COUNTS for i, c in enumerate(columns) if i not in self.ignored):
            return None
        return _joined(recent)


def _joined(blocks: Sequence[Block]) -> Block:
    frames = sum(block.frames for block in blocks)
    weighted = ([x * block.frames for x in block.means] for block in blocks)
    means = tuple(sum(column) / frames for column in zip(*weighted, strict=True))
    return Block(blocks[0].since_ns, blocks[-1].until_ns, frames, means)
