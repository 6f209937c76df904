"""The command behind scripts/hardware-tables."""

import sys
from pathlib import Path

from scripts.hardware_tables.dimensions import dimensions_scad
from scripts.hardware_tables.drawing import wiring_svg
from scripts.hardware_tables.parts import PartsError, parts_md, read_parts
from scripts.hardware_tables.wiring import wiring_md
from tamsk_pi.layout import LayoutError, parse_layout


def written(hardware: Path) -> dict[str, str]:
    """The generated files by their path below hardware/.

    Raises LayoutError or PartsError, with file and place, for a source that cannot be used.
    """
    layout = parse_layout((hardware / "board.toml").read_text(encoding="utf-8"), "board.toml")
    parts = read_parts((hardware / "parts.toml").read_text(encoding="utf-8"), layout)
    return {
        "wiring.md": wiring_md(layout),
        "wiring.svg": wiring_svg(layout, parts, from_below=False),
        "wiring-below.svg": wiring_svg(layout, parts, from_below=True),
        "parts.md": parts_md(layout, parts),
        "printed/dimensions.scad": dimensions_scad(layout, parts),
    }


def main(root: Path, arguments: list[str]) -> int:
    """Exit code: 0 done, 1 a file differs (--check), 2 a source or an argument is wrong."""
    check = "--check" in arguments
    places = [argument for argument in arguments if argument != "--check"]
    if len(places) > 1 or any(place.startswith("-") for place in places):
        sys.stderr.write("usage: scripts/hardware-tables [--check] [DIRECTORY]\n")
        return 2
    try:
        files = written(root / "hardware")
    except (LayoutError, PartsError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    target = Path(places[0]) if places else root / "hardware"
    return _differences(target, files) if check else _write(target, files)


def _write(target: Path, files: dict[str, str]) -> int:
    for name, text in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


def _differences(target: Path, files: dict[str, str]) -> int:
    stale = [
        name
        for name, text in files.items()
        if not (target / name).is_file() or (target / name).read_text(encoding="utf-8") != text
    ]
    for name in stale:
        sys.stderr.write(f"{target / name} is not what board.toml and parts.toml say; run scripts/hardware-tables\n")
    return 1 if stale else 0
