"""Which keys of the catalogue the project uses, and with which fields, found in its source and its samples."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ruling_samples import SENTENCES

from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.catalogue import rule_key
from tamsk_pi.views.words import ruling_message

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PACKAGE: Final = ROOT / "tamsk_pi"
PAGE: Final = PACKAGE / "daemon" / "page"

OF_THE_LANGUAGE: Final = frozenset({"language-name", "decimal-mark", "list"})
"""What every language says of itself."""
BUILT: Final = frozenset(ruling_message(ruling, MatchSettings()).key for ruling in SENTENCES) | frozenset(
    rule_key(ruling.rule) for ruling in SENTENCES
)
"""Keys that are built from values: of every ruling, and of every point that a ruling cites."""

Use = tuple[str, frozenset[str]]
"""A key and the names of the fields it is used with."""

_SAID_BY: Final = ("message", "to_say")
_IN_SCRIPT: Final = re.compile(r'\btext\("([a-z0-9-]+)"(?:, \{ (.*?) \})?\)')
_IN_TEMPLATE: Final = re.compile(r"\{\{ ([a-z0-9-]+) \}\}")


def uses_in_python() -> Iterator[Use]:
    """Every `message("key", field=…)` of the package."""
    for node in _nodes():
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(key))]) if name in _SAID_BY:
                yield key, frozenset(k.arg for k in node.keywords if k.arg is not None)


def literals_in_python() -> frozenset[str]:
    """Every text constant of the package: a key may stand in a table."""
    return frozenset(
        node.value for node in _nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def uses_on_the_page() -> Iterator[Use]:
    """Every use in the page's scripts and in its templates."""
    yield from uses_in_scripts()
    for template in sorted(PAGE.glob("*.html")):
        for key in _IN_TEMPLATE.findall(template.read_text(encoding="utf-8")):
            yield key, frozenset()


def uses_in_scripts() -> Iterator[Use]:
    """Every `text("key", { field: … })` of the page's scripts."""
    for script in sorted((PAGE / "static").glob("*.js")):
        for key, given in _IN_SCRIPT.findall(script.read_text(encoding="utf-8")):
            yield key, frozenset(_names(given))


def _nodes() -> Iterator[ast.AST]:
    for source in sorted(PACKAGE.rglob("*.py")):
        yield from ast.walk(ast.parse(source.read_text(encoding="utf-8")))


def _names(given: str) -> Iterator[str]:
    """The names in what stands between the braces of a script's object."""
    depth, start = 0, 0
    for i, character in enumerate(f"{given},"):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            if part := given[start:i].strip():
                yield part.split(":", maxsplit=1)[0].strip()
            start = i + 1
