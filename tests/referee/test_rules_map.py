"""The table at the top of the referee: where each point of the rules is."""

import ast
import re
import runpy
from pathlib import Path

import pytest

import tamsk_pi.referee

PACKAGE = Path(tamsk_pi.referee.__file__).parent
ENTRY = re.compile(r"(?:^    |  )((?:G|H)[\w.]+) +((?:\w+\.\w+(?:, )?)+)", re.MULTILINE)
TABLE = {point: places.split(", ") for point, places in ENTRY.findall(tamsk_pi.referee.__doc__ or "")}


def definition(place: str) -> str:
    """The source of `module.name`; raises LookupError if the module has no function or class of that name."""
    module, name = place.split(".")
    source = (PACKAGE / f"{module}.py").read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
            return ast.get_source_segment(source, node) or ""
    raise LookupError(f"{place} is not in tamsk_pi/referee; expected what the table at the top of the package names")


def cites(text: str, point: str) -> bool:
    """Whether the text names the point, or a range such as H9–H12 that holds it."""
    if re.search(rf"(?<![\w.]){re.escape(point)}(?![\w]|\.\d)", text):
        return True
    ranges = re.findall(r"([GH](?:\d+\.)?)(\d+)–\1(\d+)", text)
    return any(point in {f"{kind}{n}" for n in range(int(first), int(last) + 1)} for kind, first, last in ranges)


def test_every_point_of_the_rules_is_in_the_table(root: Path) -> None:
    points = runpy.run_path(str(root / "scripts" / "rules-coverage"))["POINTS"]
    assert sorted(TABLE) == sorted(point for point in points if not point.startswith("W"))


@pytest.mark.parametrize("point", TABLE)
def test_each_function_in_the_table_exists_and_cites_its_point(point: str) -> None:
    assert [place for place in TABLE[point] if not cites(definition(place), point)] == []


def test_a_function_that_does_not_exist_is_noticed() -> None:
    with pytest.raises(LookupError, match=r"moves\.nothing is not in tamsk_pi/referee"):
        definition("moves.nothing")


def test_ranges_cite_what_lies_in_them() -> None:
    assert cites("(G3.2–G3.6)", "G3.4")
    assert not cites("(G3.2–G3.6)", "G3.7")
    assert not cites("H12", "H1")
