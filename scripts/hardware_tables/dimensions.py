"""printed/dimensions.scad: the dimensions of board.toml and parts.toml as OpenSCAD variables."""

from dataclasses import fields

from scripts.hardware_tables.parts import Parts
from tamsk_pi.layout import Geometry, Layout

HEAD = """// Written by scripts/hardware-tables from board.toml and parts.toml; edit those and run the script again.
// Millimetres, angles in degrees.
"""


def dimensions_scad(layout: Layout, parts: Parts) -> str:
    """One assignment a line."""
    geometry = {entry.name: getattr(layout.geometry, entry.name) for entry in fields(Geometry)}
    lines = [f"{name} = {value:g};\n" for name, value in {**geometry, **parts.dimensions}.items()]
    return HEAD + "".join(lines)
