"""Faults between the sensors and the converter: many readings go wrong at once, in the pattern of the wires.

A fault of the wiring shows a reading what belongs to another one. So each is a list of sources: a select line that
stays low shows channel 5 what channel 4 measures; swapped cables exchange two multiplexers; a first conversion that
is stale shows the channel before; an input that floats repeats what the converter held. The readings as they are now
are compared with those that the sources had before, and with the readings' own: what explains nearly all of them down
to the noise, where the readings' own levels do not, is the fault. A few readings are left out on both sides, for
hands.

A dead multiplexer is told without sources: most of its readings leave their levels within a few frames, which takes
hands longer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter
from typing import Final

from tamsk_pi.layout import MULTIPLEXER_CHANNELS, SELECT_LINES
from tamsk_pi.perception.findings import FindingKind
from tamsk_pi.perception.frames import ADC_MAX, READINGS

Rows = tuple[tuple[int | None, ...], ...]
"""[multiplexer][channel] → reading, None where nothing is connected (as in the layout)."""

_UNKNOWN: Final = READINGS
_HANDS: Final = 4
"""So many readings, those of two cells, may be otherwise because of a hand."""
_MOST_COUNTS2: Final = 400.0
_BASE_VARIANCE: Final = 0.06
"""Of a baseline and of what has drifted since."""
_STRANGE: Final = 2.0
_EXPLAINED: Final = 1.5
_OFF_COUNTS: Final = 8.0
_STILL_SIGMAS: Final = 4.0
_MODEL_COUNTS: Final = 4.0
"""So far off may be what a reading should be by calibration and model; every piece does more to one of two."""
_IMPOSSIBLE_COUNTS: Final = 110.0
"""Four rings and a glass make 63, drift 40."""
_DEAD_SHARE: Final = 0.75
_ALIVE_SHARE: Final = 0.25


@dataclass(frozen=True, slots=True)
class Miswiring:
    """One fault the wiring may have: what each reading shows then, and which readings are spoilt by it."""

    kind: FindingKind
    parts: tuple[int, ...]
    sources: tuple[int, ...]
    spoilt: tuple[int, ...]


def is_rail_frame(counts: Sequence[int]) -> bool:
    """Whether the converter answers nothing but zeros, or nothing but ones."""
    first = counts[0]
    if 1 < first < ADC_MAX - 1:
        return False
    return max(counts) <= 1 or min(counts) >= ADC_MAX - 1


class Wiring:
    """What can go wrong with the wires of one board."""

    def __init__(self, rows: Rows) -> None:
        self.rows: Final = tuple(tuple(r for r in row if r is not None) for row in rows)
        """Per multiplexer its readings."""
        self.faults: Final = tuple(fault for fault in _faults(rows) if fault.spoilt)
        self._from = {fault: itemgetter(*fault.sources) for fault in self.faults}

    def strange(self, means: Sequence[float], baseline: Sequence[float], variance: float) -> float:
        """How much farther the readings are from their levels than noise takes them; 1 where nothing is wrong.

        `variance` is that of the means.
        """
        squares = [(m - b) ** 2 for m, b in zip(means, baseline, strict=True)]
        return _without_hands(squares) / (READINGS * (variance + _BASE_VARIANCE))

    def explain(self, means: Sequence[float], baseline: Sequence[float], variance: float) -> Miswiring | None:
        """The fault that explains what the readings' own levels do not."""
        usual = self.strange(means, baseline, variance)
        if usual < _STRANGE:
            return None
        known = (*baseline, 0.0)
        scores: list[tuple[float, int]] = []
        for number, fault in enumerate(self.faults):
            shown = self._from[fault](known)
            squares = [
                0.0 if source == _UNKNOWN else (m - b) ** 2
                for m, b, source in zip(means, shown, fault.sources, strict=True)
            ]
            scores.append((_without_hands(squares) / (READINGS * (variance + _BASE_VARIANCE)), number))
        lowest, number = min(scores)
        return self.faults[number] if lowest <= _EXPLAINED and lowest < usual / 1.6 else None

    def jumped(
        self, pairs: Sequence[tuple[Sequence[int], Sequence[int]]], baseline: Sequence[float], noise_counts: float
    ) -> Miswiring | None:
        """The fault, and no hand, that moved what stands on few cells: from one frame to the next it was gone in one
        place, there in another.

        `pairs` are the latest frames with the next of each. Where many readings changed, `explain` says so.
        """
        if not pairs:
            return None
        still = _STILL_SIGMAS * noise_counts + 1
        now = pairs[-1][1]
        moved = [i for i, (n, b) in enumerate(zip(now, baseline, strict=True)) if abs(n - b) > still]
        if len(moved) <= _HANDS // 2:
            return None
        for fault in self.faults:
            shown = {i: baseline[s] for i in fault.spoilt if (s := fault.sources[i]) != _UNKNOWN}
            is_explained = all(i in shown and abs(now[i] - shown[i]) <= still for i in moved)
            if is_explained and any(_is_jump(one, next_one, shown, baseline, still) for one, next_one in pairs):
                return fault
        return None

    def is_over(self, fault: Miswiring, means: Sequence[float], baseline: Sequence[float], variance: float) -> bool:
        """Whether the readings that a fault spoilt are back at their own levels."""
        squares = [(means[i] - baseline[i]) ** 2 for i in fault.spoilt]
        left = sorted(squares)[: max(1, len(squares) - _HANDS)]
        return sum(left) <= _EXPLAINED * len(left) * (variance + _BASE_VARIANCE)

    def is_nearly_over(self, fault: Miswiring, means: Sequence[float], baseline: Sequence[float]) -> bool:
        """The same, where only calibration and model say what those levels are; some cells may have been unseen."""
        off = sum(abs(means[i] - baseline[i]) > _MODEL_COUNTS for i in fault.spoilt)
        return off <= _ALIVE_SHARE * len(fault.spoilt)

    def dead_multiplexers(
        self, now: Sequence[int], before: Sequence[int], baseline: Sequence[float], known: frozenset[int]
    ) -> tuple[int, ...]:
        """Multiplexers most of whose readings, but `known` ones, are far off now and were not some frames before."""
        dead = []
        for number, row in enumerate(self.rows):
            watched = [i for i in row if i not in known]
            if len(watched) < len(row) * _DEAD_SHARE:
                continue
            off = sum(abs(now[i] - baseline[i]) > _OFF_COUNTS for i in watched)
            was_off = sum(abs(before[i] - baseline[i]) > _OFF_COUNTS for i in watched)
            if off >= _DEAD_SHARE * len(watched) and was_off <= _ALIVE_SHARE * len(watched):
                dead.append(number)
        return tuple(dead)

    def impossible(self, means: Sequence[float], zero: Sequence[float]) -> tuple[int, ...]:
        """Multiplexers most of whose readings are farther from their zeros than pieces and drift together can be."""
        off = [sum(abs(means[i] - zero[i]) > _IMPOSSIBLE_COUNTS for i in row) for row in self.rows]
        return tuple(number for number, row in enumerate(self.rows) if off[number] >= _DEAD_SHARE * len(row))

    def is_alive(self, number: int, now: Sequence[int], baseline: Sequence[float]) -> bool:
        """Whether most readings of a multiplexer are near their levels."""
        row = self.rows[number]
        return sum(abs(now[i] - baseline[i]) > _OFF_COUNTS for i in row) <= _ALIVE_SHARE * len(row)


def _is_jump(
    one: Sequence[int],
    next_one: Sequence[int],
    shown: Mapping[int, float],
    baseline: Sequence[float],
    still: float,
) -> bool:
    """Whether these readings were all at their own levels in one frame, and at those of others in the next."""
    return all(abs(one[i] - baseline[i]) <= still and abs(next_one[i] - level) <= still for i, level in shown.items())


def _without_hands(squares: list[float]) -> float:
    squares.sort()
    return sum([s if s < _MOST_COUNTS2 else _MOST_COUNTS2 for s in squares[:-_HANDS]])


def _faults(rows: Rows) -> list[Miswiring]:
    return [*_swapped(rows), *_stuck_lines(rows), *_stale(rows), *_floating(rows)]


def _miswiring(kind: FindingKind, parts: tuple[int, ...], shown: dict[int, int | None]) -> Miswiring:
    """`shown` says, for the readings that show something else, which; None where nobody knows."""
    sources = tuple(_UNKNOWN if (s := shown.get(i, i)) is None else s for i in range(READINGS))
    return Miswiring(kind, parts, sources, tuple(sorted(i for i, s in shown.items() if s != i)))


def _swapped(rows: Rows) -> list[Miswiring]:
    out = []
    for a, b in combinations(range(len(rows)), 2):
        shown: dict[int, int | None] = {}
        for one, other in zip(rows[a], rows[b], strict=True):
            if one is not None:
                shown[one] = other
            if other is not None:
                shown[other] = one
        out.append(_miswiring(FindingKind.CABLES, (a, b), shown))
    return out


def _stuck_lines(rows: Rows) -> list[Miswiring]:
    out = []
    for line in range(SELECT_LINES):
        for level in (0, 1):
            shown: dict[int, int | None] = {}
            for row in rows:
                for channel, reading in enumerate(row):
                    seen = channel | 1 << line if level else channel & ~(1 << line)
                    if reading is not None and seen != channel:
                        shown[reading] = row[seen]
            out.append(_miswiring(FindingKind.SELECT_STUCK, (line, level), shown))
    return out


def _stale(rows: Rows) -> list[Miswiring]:
    """The channel before, in the scanner's order (Gray code): of the first multiplexer of a step, or of all."""
    order = [step ^ (step >> 1) for step in range(MULTIPLEXER_CHANNELS)]
    previous = {channel: order[step - 1] for step, channel in enumerate(order)}
    first = {r: rows[0][previous[c]] for c, r in enumerate(rows[0]) if r is not None}
    held = {r: rows[-1][previous[c]] for c, r in enumerate(rows[0]) if r is not None}
    every = {r: row[previous[c]] for row in rows for c, r in enumerate(row) if r is not None}
    return [_miswiring(FindingKind.STALE, (), shown) for shown in (first, held, every)]


def _floating(rows: Rows) -> list[Miswiring]:
    """An input to which nothing is connected any more shows what the converter held: the input before."""
    out = []
    for number in range(1, len(rows)):
        shown = {r: rows[number - 1][c] for c, r in enumerate(rows[number]) if r is not None}
        out.append(_miswiring(FindingKind.MUX_DEAD, (number,), shown))
    return out
