"""The generated files are what the script writes, and what it writes agrees with the board."""

import math
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scripts.hardware_tables import pins
from scripts.hardware_tables.parts import PartsError, counts, read_parts, ring_mass_g
from tamsk_pi.layout import Layout, parse_layout
from tamsk_pi.rules.board import CELLS, cell_name

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
GENERATED = ("wiring.md", "wiring.svg", "wiring-below.svg", "parts.md", "printed/dimensions.scad")
PARTS = (HARDWARE / "parts.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def layout() -> Layout:
    return parse_layout((HARDWARE / "board.toml").read_text(encoding="utf-8"), "board.toml")


def run(*arguments: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(root / "scripts/hardware-tables"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=root,
    )


def quantities() -> dict[str, int]:
    """Part → how many are needed, from the committed list."""
    rows = re.findall(r"^\| (\d+) \| \d+ \| (.+?) \| (?:.+?) \|", (HARDWARE / "parts.md").read_text(), re.MULTILINE)
    return {name: int(needed) for needed, name in rows}


@pytest.mark.parametrize("name", GENERATED)
def test_the_committed_file_is_what_the_script_writes(name: str, tmp_path: Path) -> None:
    result = run(str(tmp_path))

    assert result.returncode == 0, result.stderr
    assert (tmp_path / name).read_text(encoding="utf-8") == (HARDWARE / name).read_text(encoding="utf-8"), (
        f"hardware/{name} is stale; run scripts/hardware-tables"
    )


def test_the_script_writes_nothing_else(tmp_path: Path) -> None:
    run(str(tmp_path))

    assert {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()} == set(GENERATED)


def test_check_is_content_with_the_committed_files() -> None:
    result = run("--check")

    assert (result.returncode, result.stderr) == (0, "")


def test_check_names_a_stale_file(tmp_path: Path) -> None:
    run(str(tmp_path))
    (tmp_path / "wiring.md").write_text("old")

    result = run("--check", str(tmp_path))

    assert result.returncode == 1
    assert "wiring.md" in result.stderr
    assert "scripts/hardware-tables" in result.stderr


def test_a_wrong_argument_is_refused_with_the_usage() -> None:
    assert run("--chekc").returncode == 2


def test_quantities_follow_from_the_board() -> None:
    needed = quantities()

    assert needed["Magnet disc Ø3 × 2 mm, N35"] == 64 * 6
    assert needed["Hall sensor DRV5055A1"] == 37 * 2
    assert needed["Multiplexer 16:1 CD74HC4067"] == 5
    assert needed["Pixel WS2812B with 100 nF"] == 37 + 16
    assert needed["Seeed XIAO nRF52840 Sense"] == 7
    assert sum(needed[f"Cell with a tube for {n} ring{'s' if n > 1 else ''}"] for n in (1, 2, 3, 4)) == 37


def test_every_sensor_is_in_the_wiring_table_at_its_channel(layout: Layout) -> None:
    rows = {
        int(row[0]): row[1:]
        for row in re.findall(
            r"^\| I(\d+) \| (\d+) " + r"\| (\S+) " * 5 + r"\|", (HARDWARE / "wiring.md").read_text(), re.M
        )
    }

    for cell in CELLS:
        for sensor in (0, 1):
            mux, channel = layout.channel_of[cell, sensor]
            assert rows[channel][0] == str(pins.MUX_CHANNELS[channel])
            assert rows[channel][1 + mux] == f"{cell_name(cell)}/S{sensor}"


def test_every_pin_of_the_board_file_is_in_the_wiring_table(layout: Layout) -> None:
    text = (HARDWARE / "wiring.md").read_text()
    used = [*layout.multiplexers.select_pins, layout.neutral_timer.tilt_switch_pin, layout.sounder.pin]
    used += [layout.buttons.red, layout.buttons.black, layout.buttons.board, layout.lights.data_pin_pwm]

    for bcm in used:
        assert f"| GPIO{bcm} | {pins.HEADER[bcm]} |" in text


def test_header_and_chip_pins_are_each_given_once() -> None:
    assert len(set(pins.HEADER.values())) == len(pins.HEADER) == 26
    mux = [*pins.MUX_CHANNELS, *pins.MUX_SELECTS, pins.MUX_COMMON, pins.MUX_ENABLE, pins.MUX_GROUND, pins.MUX_SUPPLY]
    assert sorted(mux) == list(range(1, 25))


@pytest.mark.parametrize(("name", "sign"), [("wiring.svg", 1), ("wiring-below.svg", -1)])
def test_the_drawing_shows_every_cell_where_the_players_see_it(name: str, sign: int) -> None:
    texts = {
        element.text: (float(element.attrib["x"]), float(element.attrib["y"]))
        for element in ElementTree.parse(HARDWARE / name).getroot().iter("{http://www.w3.org/2000/svg}text")
        if element.attrib["class"] == "name"
    }

    assert set(texts) == {cell_name(cell) for cell in CELLS}
    assert sign * (texts["G1"][0] - texts["A1"][0]) == pytest.approx(6 * 55 * math.cos(math.pi / 6), abs=0.5)
    assert texts["D1"][1] - texts["D7"][1] == pytest.approx(6 * 55, abs=0.5), "numbers count from the bottom"


def test_a_ring_of_plain_pla_is_too_light_and_a_bronze_filled_one_is_not(layout: Layout) -> None:
    parts = read_parts(PARTS, layout)

    assert ring_mass_g(layout, parts, parts.masses["pla_density"]) < parts.masses["ring_mass_least"]
    assert ring_mass_g(layout, parts, parts.masses["bronze_filled_density"]) > parts.masses["ring_mass_least"]


@pytest.mark.parametrize("part", ["ring.scad", "cell.scad", "cap.scad"])
def test_every_dimension_a_printed_part_uses_is_generated_or_its_own(part: str) -> None:
    known = set(re.findall(r"^(\w+) = ", (HARDWARE / "printed/dimensions.scad").read_text(), re.MULTILINE))
    text = re.sub(r"//.*|\"[^\"]*\"", "", (HARDWARE / "printed" / part).read_text())
    own = set(re.findall(r"(\w+) = ", text))
    for name, arguments in re.findall(r"module (\w+)\(([^)]*)\)", text):
        own |= {name, *re.findall(r"\w+", arguments)}

    assert set(re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", text)) - own <= known


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('per = "sensor"', 'per = "sensr"', "sensr"),
        ('number = "SW-520D"', 'nubmer = "SW-520D"', "nubmer"),
        ("hall_depth = 2.0", 'hall_depth = "2"', "hall_depth"),
        ("[masses]", "[mass]", "masses"),
        ("[[part]]", "[[part", "TOML"),
    ],
)
def test_a_mistake_in_the_parts_file_is_named(layout: Layout, old: str, new: str, said: str) -> None:
    with pytest.raises(PartsError, match=said):
        read_parts(PARTS.replace(old, new, 1), layout)


def test_counts_come_from_the_rules_and_the_layout(layout: Layout) -> None:
    number_of = counts(layout)

    assert (number_of["ring"], number_of["hourglass"], number_of["pixel"]) == (64, 7, 53)
    assert [number_of[f"capacity_{n}"] for n in (1, 2, 3, 4)] == [18, 12, 6, 1]
