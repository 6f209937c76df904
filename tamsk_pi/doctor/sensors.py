"""The sensors, from a stretch of scans: rate, rails, stuck and noisy readings, multiplexers, select lines, cables.

A good empty board is not quiet: each reading carries noise of 0.7 counts, and no two sensors have the same zero. What
stands still, what repeats what another shows, what lies outside of all that magnets do, is broken. Perception's own
findings and what it makes of the board come on top.
"""

from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Final

from tamsk_pi.doctor.check import Check, Doctoring, Group
from tamsk_pi.doctor.sampling import Sample, median
from tamsk_pi.layout import SELECT_LINES, Layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.findings import FindingKind, SensorHealth, reading_name
from tamsk_pi.perception.frames import ADC_MAX
from tamsk_pi.perception.picture import SensorPicture
from tamsk_pi.perception.wiring import Wiring
from tamsk_pi.rules.board import Cell, cell_name

LEAST_PER_S: Final = 30
"""Below, a ring's fall is seen too late (docs/sensing.md)."""
RATE_SHARE: Final = 0.9
DISTINCT_SHARE: Final = 0.5
POSSIBLE_COUNTS: Final = (450, 610)
"""Of any contents (486 … 576, sensing.md "Levels") with an offset of ±60 mV and a common field."""
NOISE_COUNTS: Final = 2.0
ALIKE_COUNTS: Final = 0.35
"""So close are means of a hundred scans only by chance where two sensors differ, and always where they are one."""
ALIKE_SHARE: Final = 0.9
FEW_FRAMES: Final = 60
SHIFT_COUNTS: Final = 1.5
SHIFTED_READINGS: Final = 4
_WIRES: Final = "hardware/README.md"
_NAMED: Final = 6
_MAKE: Final = Doctoring(Group.SENSORS)
WIRES: Final = (FindingKind.CABLES, FindingKind.SELECT_STUCK, FindingKind.STALE)
"""What perception finds wrong with the wires, whatever lies on the board."""
_PASSING: Final = (FindingKind.COMMON_STEP, FindingKind.MAGNET, FindingKind.DRIFT)


def sensor_checks(sample: Sample, layout: Layout, wanted_per_s: int) -> list[Check]:
    """What the readings themselves say, whatever lies on the board."""
    checks = [_MAKE.fail("bus", text) for text in sample.failures]
    if not sample.frames:
        return checks or [_MAKE.fail("bus", "no scan came through; check the SPI wires (hardware/README.md)")]
    checks += [*_rates(sample, wanted_per_s), _scan_time(sample)]
    if sample.is_rail:
        level = "zeros: MISO low, or no 3.3 V" if sample.means[0] < 1 else "ones: MISO open, or no chip select"
        return [*checks, _MAKE.fail("ADC", f"the ADC answers only {level}; no cell can be read; check it ({_WIRES})")]
    dead = dead_multiplexers(sample, layout)
    rows = layout.reading_at
    spoilt = {i for number in dead for i in rows[number] if i is not None}
    checks += [_dead(number, layout) for number in dead]
    lines = [] if dead else _stuck_lines(sample, layout)
    checks += lines
    if not lines:
        checks += _alike(sample, layout, dead)
    swapped = swapped_by_gaps(sample, layout) if not dead else None
    if swapped is not None:
        checks.append(swapped)
        spoilt |= _outside(sample)
    singles = _singles(sample, spoilt)
    checks += singles
    if not (dead or lines or singles or swapped):
        checks.append(_MAKE.ok("multiplexers", f"{len(rows)} of {len(rows)} answer, every select line switches"))
    return [*checks, _noise(sample, spoilt)]


def _rates(sample: Sample, wanted_per_s: int) -> list[Check]:
    said = (
        f"{sample.per_s:.0f} scans a second in {sample.seconds:.1f} s, {sample.distinct_per_s:.0f} of them distinct"
    )
    if sample.per_s < LEAST_PER_S:
        return [
            _MAKE.fail("rate", f"{said}; at least {LEAST_PER_S} are needed; is the computer busy or slowed down?")
        ]
    if sample.distinct_per_s < DISTINCT_SHARE * sample.per_s and not sample.is_rail:
        return [
            _MAKE.fail(
                "rate", f"{said}: the ADC repeats itself; check its clock (adc.clock_hz in board.toml) and its supply"
            )
        ]
    if sample.per_s < RATE_SHARE * wanted_per_s:
        return [_MAKE.warning("rate", f"{said}, {wanted_per_s} are configured ([sensing] scans_per_s); set it lower")]
    return [_MAKE.ok("rate", said)]


def _scan_time(sample: Sample) -> Check:
    middle, longest = median(sample.scan_ns) / 1e6, max(sample.scan_ns) / 1e6
    return _MAKE.ok("scan", f"a scan takes {middle:.1f} ms, the longest took {longest:.1f} ms")


def dead_multiplexers(sample: Sample, layout: Layout) -> list[int]:
    """Those most of whose readings are none that a sensor can give."""
    means, (low, high) = sample.means, POSSIBLE_COUNTS
    dead = []
    for number, row in enumerate(layout.reading_at):
        readings = [i for i in row if i is not None]
        outside = sum(not low <= means[i] <= high for i in readings)
        if readings and outside >= 0.75 * len(readings):
            dead.append(number)
    return dead


def _dead(number: int, layout: Layout) -> Check:
    readings = [i for i in layout.reading_at[number] if i is not None]
    cells = sorted({Cell(i // 2) for i in readings})
    return _MAKE.fail(
        f"multiplexer {number}",
        f"multiplexer {number} is dead: {len(readings)} sensors, of cells {_cells(cells)}, show what none can; check "
        f"its ribbon cable, its 3.3 V and its wire to the ADC's CH{number} ({_WIRES})",
    )


def _stuck_lines(sample: Sample, layout: Layout) -> list[Check]:
    """A select line that does not switch shows every channel what its partner shows."""
    if sample.frames < FEW_FRAMES:
        return []
    means = sample.means
    found = []
    for line in range(SELECT_LINES):
        pairs = [
            (a, b)
            for row in layout.reading_at
            for channel, a in enumerate(row)
            if not channel >> line & 1 and a is not None and (b := row[channel | 1 << line]) is not None
        ]
        alike = sum(abs(means[a] - means[b]) < ALIKE_COUNTS for a, b in pairs)
        if pairs and alike >= ALIKE_SHARE * len(pairs):
            pin = layout.multiplexers.select_pins[line]
            found.append(
                _MAKE.fail(
                    f"select line S{line}",
                    f"select line S{line} (GPIO{pin}) does not switch: {alike} of {len(pairs)} pairs of channels "
                    f"show the same; check its wire, and that nothing else uses the pin ({_WIRES})",
                )
            )
    return found


def _alike(sample: Sample, layout: Layout, dead: Sequence[int]) -> list[Check]:
    """All channels of one multiplexer alike: it is not switched, or it settles too slowly (MUX74HC4067 #2)."""
    if sample.frames < FEW_FRAMES:
        return []
    means = sample.means
    checks = []
    for number, row in enumerate(layout.reading_at):
        readings = [i for i in row if i is not None]
        steps = [abs(means[a] - means[b]) < ALIKE_COUNTS for a, b in pairwise(readings)]
        if number not in dead and steps and sum(steps) >= ALIKE_SHARE * len(steps):
            checks.append(
                _MAKE.fail(
                    f"multiplexer {number}",
                    f"multiplexer {number}: all its channels show the same; check its select lines and its enable "
                    f"(E to ground, {_WIRES})",
                )
            )
    return checks


def _outside(sample: Sample) -> set[int]:
    low, high = POSSIBLE_COUNTS
    return {i for i, mean in enumerate(sample.means) if not low <= mean <= high}


def swapped_by_gaps(sample: Sample, layout: Layout) -> Check | None:
    """Two exchanged cables, where one of their multiplexers has sensors on channels that the other leaves open."""
    outside, rows = _outside(sample), layout.reading_at
    partners: dict[int, list[int]] = {}
    for a, b in permutations(range(len(rows)), 2):
        open_ones = {one for one, other in zip(rows[a], rows[b], strict=True) if one is not None and other is None}
        other_way = {other for one, other in zip(rows[a], rows[b], strict=True) if one is None and other is not None}
        if open_ones and open_ones | other_way == outside:
            partners.setdefault(a, []).append(b)
    if not partners:
        return None
    number, others = next(iter(partners.items()))
    return _MAKE.fail(
        "cables",
        f"channels of multiplexer {number} read as if nothing were connected, just those that multiplexer "
        f"{' or '.join(map(str, others))} leaves open: their cables are swapped; exchange them at the ADC's inputs",
    )


def _singles(sample: Sample, spoilt: set[int]) -> list[Check]:
    """Readings that stand still, are pinned at a rail, or show what no magnet does."""
    checks = []
    means = sample.means
    for i, (low, high) in enumerate(sample.spans):
        if i in spoilt:
            continue
        name = reading_name(i)
        if high <= 1 or low >= ADC_MAX - 1:
            checks.append(_MAKE.fail(name, f"{name}: reading {low} is pinned at the rail; check its wire ({_WIRES})"))
        elif low == high and sample.frames >= FEW_FRAMES:
            checks.append(_MAKE.fail(name, f"{name}: the reading stands still at {low}; check its wire ({_WIRES})"))
        elif not POSSIBLE_COUNTS[0] <= means[i] <= POSSIBLE_COUNTS[1]:
            checks.append(
                _MAKE.fail(
                    name, f"{name}: {means[i]:.0f} counts is what no piece gives; check or replace it ({_WIRES})"
                )
            )
    return checks


def _noise(sample: Sample, spoilt: set[int]) -> Check:
    noise = {i: sd for i, sd in enumerate(sample.noise) if i not in spoilt}
    middle = median(list(noise.values()))
    loud = sorted((i for i, sd in noise.items() if sd > max(NOISE_COUNTS, 3 * middle)), key=lambda i: -noise[i])
    if middle > NOISE_COUNTS:
        return _MAKE.fail(
            "noise",
            f"all sensors rush by {middle:.1f} counts, 0.7 is usual; check the 3.3 V regulator and the ground",
        )
    if loud:
        named = "; ".join(f"{reading_name(i)}: {noise[i]:.1f}" for i in loud[:_NAMED])
        return _MAKE.warning(
            "noise",
            f"{len(loud)} of the sensors rush by more counts than the others' {middle:.1f} ({named}); hands off "
            "while this runs, else check their solder joints and capacitors",
        )
    return _MAKE.ok("noise", f"{middle:.1f} counts; the loudest {max(noise.values(), default=0.0):.1f}")


def settle_check(usual: Sample, patient: Sample, settle_us: int) -> Check:
    """Whether readings are others when each switch is given much longer, and one conversion is thrown away."""
    pairs = zip(usual.means, patient.means, usual.noise, strict=True)
    chance = (1 / max(1, usual.frames) + 1 / max(1, patient.frames)) ** 0.5
    shifted = [i for i, (a, b, sd) in enumerate(pairs) if abs(a - b) > max(SHIFT_COUNTS, 5 * sd * chance)]
    if len(shifted) >= SHIFTED_READINGS:
        return _MAKE.fail(
            "settling",
            f"{len(shifted)} readings are others when each switch is given more time than {settle_us} µs; raise "
            "multiplexers.settle_us in board.toml, or shorten the select wires",
        )
    return _MAKE.ok("settling", f"{settle_us} µs after a switch are enough: ten times as long changes nothing")


def cable_check(sample: Sample, layout: Layout, calibration: Calibration, is_empty: bool) -> Check:
    """Whether the zeros fit their sensors, or those of another multiplexer."""
    spread = max(calibration.zero_counts) - min(calibration.zero_counts)
    if not is_empty:
        return _MAKE.skipped(
            "cables",
            "no swapped cables show in how the pieces read; where sensors read alike they are told on the empty "
            "board only; take all pieces off for that",
        )
    if spread < NOISE_COUNTS:
        return _MAKE.skipped("cables", "swapped cables are told once the board has been calibrated")
    variance = (median(sample.noise) ** 2 + 1 / 12) / max(1, sample.frames) + 1.0
    found = Wiring(layout.reading_at).explain(sample.means, calibration.zero_counts, variance)
    if found is None:
        return _MAKE.ok("cables", "every sensor has the zero that it was calibrated to")
    parts = " and ".join(map(str, found.parts))
    if found.kind is FindingKind.CABLES:
        return _MAKE.fail(
            "cables", f"the cables of multiplexers {parts} are swapped; exchange them at the ADC's inputs"
        )
    return _MAKE.fail(
        "cables", f"the readings are those of other sensors ({found.kind} {parts}); check the select lines ({_WIRES})"
    )


def perceived_checks(health: SensorHealth, picture: SensorPicture, named: Sequence[Check]) -> list[Check]:
    """What perception found, but what was `named` already; and what it makes of the board."""
    said = " ".join(check.text for check in named)
    checks = []
    for finding in health.ranked:
        where = reading_name(finding.readings[0]) if len(finding.readings) == 1 else None
        is_known = (where is not None and where in said) or (
            finding.kind is FindingKind.MUX_DEAD and f"multiplexer {finding.parts[0]} is dead" in said
        )
        if not is_known:
            make = _MAKE.warning if finding.kind in _PASSING else _MAKE.fail
            checks.append(make(f"found: {finding.kind}", finding.text))
    has_wrong_wires = any(finding.kind in WIRES for finding in health.findings)
    return [*checks, _pieces(picture, has_wrong_wires), _drift(health)]


def without_vaguer(checks: Sequence[Check], health: SensorHealth) -> list[Check]:
    """The checks, but what the gaps say of swapped cables where perception names both."""
    is_named = any(finding.kind is FindingKind.CABLES for finding in health.findings)
    return [check for check in checks if not (is_named and check.name == "cables")]


def _pieces(picture: SensorPicture, has_wrong_wires: bool) -> Check:
    if not picture.is_set_up:
        return _MAKE.warning(
            "pieces", "the board has not come to rest; keep hands off while this runs, or give it longer (--seconds)"
        )
    glasses = sum(cell.colour is not None for cell in picture.cells)
    rings = sum(picture.rings())
    doubtful = [cell.cell for cell in picture.cells if cell.is_uncertain]
    said = f"{glasses} hourglass{'' if glasses == 1 else 'es'} and {rings} ring{'' if rings == 1 else 's'} are seen"
    if doubtful:
        advice = "mend the wires first" if has_wrong_wires else "compare, and calibrate again"
        return _MAKE.warning("pieces", f"{said}; not sure on {_cells(doubtful)}: {advice}")
    return _MAKE.ok("pieces", f"{said}; compare with the board" if glasses + rings else "the board is seen empty")


def _drift(health: SensorHealth) -> Check:
    own = max((abs(counts) for counts in health.own_drift_counts), default=0.0)
    return _MAKE.ok("zeros", f"{health.drift_counts:+.1f} counts from calibration in common, {own:.1f} at most alone")


def _cells(cells: Sequence[Cell]) -> str:
    return ", ".join(cell_name(cell) for cell in cells)
