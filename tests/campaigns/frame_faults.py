"""Broken sensors and wires, done to frames: what each named fault makes of the counts of a scan."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from tamsk_pi.layout import MULTIPLEXER_CHANNELS, SELECT_LINES
from tamsk_pi.perception.findings import FindingKind
from tamsk_pi.perception.frames import ADC_MAX, READINGS, Frame
from tamsk_pi.perception.wiring import Rows

S: Final = 1_000_000_000
FLOATING_COUNTS: Final = 8
DRIFT_COUNTS: Final = 4.0
KINDS: Final = (
    FindingKind.STUCK,
    FindingKind.NOISE,
    FindingKind.DRIFT_OFF,
    FindingKind.MUX_DEAD,
    FindingKind.ADC,
    FindingKind.STALE,
    FindingKind.SELECT_STUCK,
    FindingKind.CABLES,
    FindingKind.SPI_GONE,
)

Spoil = Callable[[int, list[int]], list[int] | None]
"""Nanoseconds since the fault began, and the counts; what comes instead."""


@dataclass(slots=True)
class FrameFault:
    """One fault from `at_ns` until `until_ns`; frames outside pass as they are."""

    kind: FindingKind
    words: str
    spoil: Spoil
    at_ns: int
    until_ns: int
    visible_ns: int
    """From here on it is more than what may be drift."""

    def __call__(self, frame: Frame) -> Frame | None:
        """What comes of a frame."""
        if not self.at_ns <= frame.at_ns < self.until_ns:
            return frame
        counts = self.spoil(frame.at_ns - self.at_ns, list(frame.counts))
        if counts is None:
            return None
        return replace(frame, counts=tuple(min(ADC_MAX, max(0, count)) for count in counts))


def random_fault(draw: random.Random, kind: FindingKind, rows: Rows, at_ns: int, until_ns: int) -> FrameFault:
    """A fault of that kind, at a random place."""
    words, spoil = _MAKERS[kind](draw, rows)
    hidden_ns = 0
    if kind is FindingKind.DRIFT_OFF:
        hidden_ns = round(DRIFT_COUNTS / abs(float(words.split()[2])) * S)
    return FrameFault(kind, words, spoil, at_ns, until_ns, at_ns + hidden_ns)


def stuck(reading: int, counts: int | None) -> Spoil:
    """One reading stands still; None: where it is."""
    held: list[int] = []

    def spoil(_since_ns: int, now: list[int]) -> list[int]:
        held.append(now[reading] if counts is None else counts)
        now[reading] = held[0]
        return now

    return spoil


def noise(draw: random.Random, reading: int, sd_counts: float) -> Spoil:
    """One reading rushes."""

    def spoil(_since_ns: int, now: list[int]) -> list[int]:
        now[reading] += round(draw.gauss(0, sd_counts))
        return now

    return spoil


def drift_off(reading: int, counts_per_s: float) -> Spoil:
    """One reading goes off by itself."""

    def spoil(since_ns: int, now: list[int]) -> list[int]:
        now[reading] += round(counts_per_s * since_ns / S)
        return now

    return spoil


def mux_dead(draw: random.Random, rows: Rows, number: int, level: int | None) -> Spoil:
    """All readings of a multiplexer show about one level; None: what the input before showed."""

    def spoil(_since_ns: int, now: list[int]) -> list[int]:
        before = list(now)
        for channel, reading in enumerate(rows[number]):
            if reading is not None:
                source = rows[number - 1][channel]
                rush = round(draw.gauss(0, 0.7))
                shown = FLOATING_COUNTS + rush if source is None else before[source]
                now[reading] = shown if level is None else level + rush
        return now

    return spoil


def adc(counts: int) -> Spoil:
    """Nothing but zeros, or nothing but ones."""
    return lambda _since_ns, _now: [counts] * READINGS


def shown_instead(sources: dict[int, int | None]) -> Spoil:
    """Readings show what belongs to others; None: nothing is connected there."""
    draw = random.Random(0)

    def spoil(_since_ns: int, now: list[int]) -> list[int]:
        before = list(now)
        for reading, source in sources.items():
            now[reading] = FLOATING_COUNTS + round(draw.gauss(0, 0.7)) if source is None else before[source]
        return now

    return spoil


def stale(rows: Rows) -> Spoil:
    """The first conversion of each step shows its multiplexer's channel before, in Gray code."""
    order = [step ^ (step >> 1) for step in range(MULTIPLEXER_CHANNELS)]
    row = rows[0]
    return shown_instead({r: row[order[i - 1]] for i, c in enumerate(order) if (r := row[c]) is not None})


def select_stuck(rows: Rows, line: int, level: int) -> Spoil:
    """A select line does not switch."""
    sources: dict[int, int | None] = {}
    for row in rows:
        for channel, reading in enumerate(row):
            if reading is not None:
                sources[reading] = row[channel | 1 << line if level else channel & ~(1 << line)]
    return shown_instead(sources)


def cables(rows: Rows, a: int, b: int) -> Spoil:
    """Two multiplexers hang on each other's inputs."""
    sources: dict[int, int | None] = {}
    for one, other in zip(rows[a], rows[b], strict=True):
        sources |= {one: other} if one is not None else {}
        sources |= {other: one} if other is not None else {}
    return shown_instead(sources)


def _stuck(draw: random.Random, _rows: Rows) -> tuple[str, Spoil]:
    reading = draw.randrange(READINGS)
    counts = draw.choice((None, None, 0, ADC_MAX, draw.randint(480, 580)))
    return f"stuck {reading} {counts}", stuck(reading, counts)


def _noise(draw: random.Random, _rows: Rows) -> tuple[str, Spoil]:
    reading, sd_counts = draw.randrange(READINGS), draw.choice((4.0, 8.0, 20.0, 60.0))
    return f"noise {reading} {sd_counts}", noise(draw, reading, sd_counts)


def _drift_off(draw: random.Random, _rows: Rows) -> tuple[str, Spoil]:
    reading, pace = draw.randrange(READINGS), draw.choice((-20.0, -5.0, -1.0, 0.2, 1.0, 5.0, 20.0))
    return f"drift-off {reading} {pace} counts/s", drift_off(reading, pace)


def _mux_dead(draw: random.Random, rows: Rows) -> tuple[str, Spoil]:
    number = draw.randrange(1, len(rows))
    level = draw.choice((0, ADC_MAX, FLOATING_COUNTS, 400, None))
    return f"mux-dead {number} {level}", mux_dead(draw, rows, number, level)


def _adc(draw: random.Random, _rows: Rows) -> tuple[str, Spoil]:
    counts = draw.choice((0, ADC_MAX))
    return f"adc {counts}", adc(counts)


def _stale(_draw: random.Random, rows: Rows) -> tuple[str, Spoil]:
    return "stale", stale(rows)


def _select_stuck(draw: random.Random, rows: Rows) -> tuple[str, Spoil]:
    line, level = draw.randrange(SELECT_LINES), draw.randrange(2)
    return f"select stuck {line} {level}", select_stuck(rows, line, level)


def _cables(draw: random.Random, rows: Rows) -> tuple[str, Spoil]:
    a, b = sorted(draw.sample(range(len(rows)), 2))
    return f"cables {a} {b}", cables(rows, a, b)


def _spi_gone(_draw: random.Random, _rows: Rows) -> tuple[str, Spoil]:
    return "spi gone", lambda _since_ns, _now: None


_MAKERS: Final[dict[FindingKind, Callable[[random.Random, Rows], tuple[str, Spoil]]]] = {
    FindingKind.STUCK: _stuck,
    FindingKind.NOISE: _noise,
    FindingKind.DRIFT_OFF: _drift_off,
    FindingKind.MUX_DEAD: _mux_dead,
    FindingKind.ADC: _adc,
    FindingKind.STALE: _stale,
    FindingKind.SELECT_STUCK: _select_stuck,
    FindingKind.CABLES: _cables,
    FindingKind.SPI_GONE: _spi_gone,
}
