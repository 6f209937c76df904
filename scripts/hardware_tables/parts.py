"""parts.md: how many of what, what the rings weigh, what the supplies must give."""

import math
import tomllib
from dataclasses import dataclass

from scripts.hardware_tables.wiring import table
from tamsk_pi.layout import SENSORS_PER_CELL, Layout
from tamsk_pi.rules.board import CAPACITY, CELLS, RINGS
from tamsk_pi.rules.pieces import HOURGLASSES, Player

HEAD = """# Parts

Written by `scripts/hardware-tables` from `board.toml` and `parts.toml`; edit those and run the script again.
"""
NEUTRAL_TIMERS = 1
SUPPLY_MA = 4000


class PartsError(ValueError):
    """parts.toml cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the list; `needed` is exact, `order` includes spares."""

    group: str
    name: str
    number: str
    role: str
    needed: int
    order: int


@dataclass(frozen=True, slots=True)
class Parts:
    """parts.toml, multiplied out. Dimensions in mm, masses in g and g/cm³, currents in mA."""

    dimensions: dict[str, float]
    masses: dict[str, float]
    currents: dict[str, float]
    parts: tuple[Part, ...]


def counts(layout: Layout) -> dict[str, int]:
    """How often each thing that parts.toml counts by occurs on this board."""
    capacities = {f"capacity_{n}": CAPACITY.count(n) for n in sorted(set(CAPACITY))}
    return {
        "ring": RINGS,
        "hourglass": len(HOURGLASSES) + NEUTRAL_TIMERS,
        "coloured_hourglass": len(HOURGLASSES),
        "cell": len(CELLS),
        "sensor": len(CELLS) * SENSORS_PER_CELL,
        "multiplexer": len(layout.reading_at),
        "pixel": layout.lights.pixels,
        "player": len(Player),
        "board": 1,
        **capacities,
    }


def read_parts(text: str, layout: Layout) -> Parts:
    """Parse parts.toml; raises PartsError for what is missing, misspelt or of the wrong type."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PartsError(f"parts.toml: not readable as TOML: {error}") from None
    number_of = counts(layout)
    entries = raw.get("part", [])
    return Parts(
        _numbers(raw, "dimensions"),
        _numbers(raw, "masses"),
        _numbers(raw, "currents"),
        tuple(_part(entry, number_of) for entry in entries),
    )


def _numbers(raw: dict[str, object], name: str) -> dict[str, float]:
    values = raw.get(name)
    if not isinstance(values, dict):
        raise PartsError(f"parts.toml: [{name}] is missing")
    for key, value in values.items():
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise PartsError(f"parts.toml: {name}.{key}: {value!r} is not a number")
    return {key: float(value) for key, value in values.items()}


def _part(entry: dict[str, object], number_of: dict[str, int]) -> Part:
    name, per = str(entry.get("name", "?")), str(entry.get("per"))
    if unknown := sorted(set(entry) - {"group", "name", "number", "role", "per", "each", "spare_percent"}):
        raise PartsError(f"parts.toml: part {name!r}: unknown key {unknown[0]!r}")
    if per not in number_of:
        raise PartsError(f"parts.toml: part {name!r}: per = {per!r}; expected one of {', '.join(number_of)}")
    each, spare = entry.get("each", 1), entry.get("spare_percent", 0)
    if not isinstance(each, int) or not isinstance(spare, int):
        raise PartsError(f"parts.toml: part {name!r}: each and spare_percent are whole numbers")
    needed = number_of[per] * each
    return Part(
        group=str(entry["group"]),
        name=name,
        number=str(entry.get("number", "–")),
        role=str(entry["role"]),
        needed=needed,
        order=needed + math.ceil(needed * spare / 100),
    )


def parts_md(layout: Layout, parts: Parts) -> str:
    """The whole document."""
    text = HEAD
    for group in dict.fromkeys(part.group for part in parts.parts):
        rows = [(p.needed, p.order, p.name, p.number, p.role) for p in parts.parts if p.group == group]
        text += f"\n## {group}\n\n" + table(("needed", "order", "part", "number", "what for"), rows)
    return (
        text + "\n## What a ring weighs\n\n" + _masses(layout, parts) + "\n## Currents\n\n" + _currents(layout, parts)
    )


def ring_mass_g(layout: Layout, parts: Parts, density: float) -> float:
    """A solid ring with its magnets, in grams; `density` of the filament in g/cm³."""
    geometry, size = layout.geometry, parts.dimensions
    outer, inner = geometry.ring_outer_diameter / 2, geometry.ring_inner_diameter / 2
    ring_mm3 = math.pi * (outer**2 - inner**2) * geometry.ring_height
    disc_mm3 = math.pi * (size["ring_magnet_diameter"] / 2) ** 2 * size["ring_magnet_thickness"]
    discs_mm3 = disc_mm3 * size["ring_magnet_count"]
    return (density * (ring_mm3 - discs_mm3) + parts.masses["magnet_density"] * discs_mm3) / 1000


def _masses(layout: Layout, parts: Parts) -> str:
    least = parts.masses["ring_mass_least"]
    rows = []
    for name, key in (("PLA, solid", "pla_density"), ("bronze-filled, solid", "bronze_filled_density")):
        mass = ring_mass_g(layout, parts, parts.masses[key])
        rows.append((name, f"{parts.masses[key]:g}", f"{mass:.1f}", "enough" if mass >= least else "**too light**"))
    note = f"\nAt least {least:g} g are needed, or the rings of a stack push each other up.\n"
    return table(("filament", "g/cm³", "ring with magnets, g", f"at least {least:g} g"), rows) + note


def _currents(layout: Layout, parts: Parts) -> str:
    number_of, lights = counts(layout), layout.lights
    sensing = number_of["sensor"] * parts.currents["sensor"] + parts.currents["adc"]
    full, idle = lights.pixels * lights.pixel_full_ma, lights.pixels * lights.pixel_idle_ma
    share = 5 - 3.3
    rows = [
        (
            f"{number_of['sensor']} sensors and the ADC",
            "3.3 V",
            f"{sensing:.0f} mA",
            f"{share * sensing:.0f} mW in the regulator",
        ),
        (f"{lights.pixels} pixels, dark", "5 V", f"{idle:.0f} mA", ""),
        (
            f"{lights.pixels} pixels, full white",
            "5 V",
            f"{full:.0f} mA",
            "the daemon's current limit keeps it far below",
        ),
        ("Raspberry Pi", "own supply", f"{parts.currents['pi']:.0f} mA", ""),
    ]
    spare = SUPPLY_MA - sensing - full
    note = f"\nSensors and full white together leave {spare:.0f} mA of a supply of {SUPPLY_MA} mA.\n"
    return table(("what", "from", "draws", ""), rows) + note
