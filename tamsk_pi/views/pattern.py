"""A text with gaps, as a catalogue keeps it: the same value is filled in here and, as JSON, by the page.

"Take the top ring off "   text stands as it is
Slot("cell")               a gap, filled with the field of that name
Choice("left", …)          one of several patterns, by the number or the word in a field
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tamsk_pi.views.plurals import plural

FieldText: TypeAlias = str | int | float
"""What a gap is filled with: words as they are, or a number in the language's own way."""
JsonPattern: TypeAlias = "list[str | dict[str, JsonValue]]"
JsonValue: TypeAlias = "str | int | JsonPattern | dict[str, JsonPattern]"


@dataclass(frozen=True, slots=True)
class Slot:
    """A gap; `decimals` is how many digits a number is given after the decimal mark, None: as many as it has."""

    name: str
    decimals: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several patterns. A variant's name is a word or number that the field equals, or a form of plural."""

    name: str
    variants: Mapping[str, "Pattern"]
    default: str


Pattern: TypeAlias = tuple[str | Slot | Choice, ...]


@dataclass(frozen=True, slots=True)
class Numerals:
    """How a language writes and counts numbers."""

    language: str
    decimal_mark: str = "."

    def written(self, number: int | float, decimals: int | None) -> str:
        """The number in figures."""
        text = str(number) if decimals is None else f"{number:.{decimals}f}"
        return text.replace(".", self.decimal_mark)


def fill(pattern: Pattern, fields: Mapping[str, FieldText], numerals: Numerals) -> str:
    """The pattern with its gaps filled. Raises KeyError with the name of a field that is missing."""
    return "".join(_part(part, fields, numerals) for part in pattern)


def _part(part: str | Slot | Choice, fields: Mapping[str, FieldText], numerals: Numerals) -> str:
    match part:
        case str():
            return part
        case Slot(name, decimals):
            value = fields[name]
            return value if isinstance(value, str) else numerals.written(value, decimals)
        case Choice(name, variants, default):
            return fill(variants[_chosen(fields[name], variants, default, numerals)], fields, numerals)


def _chosen(value: FieldText, variants: Mapping[str, Pattern], default: str, numerals: Numerals) -> str:
    if str(value) in variants:
        return str(value)
    form = default if isinstance(value, str) else plural(numerals.language, value)
    return form if form in variants else default


def names(pattern: Pattern) -> frozenset[str]:
    """The fields that the pattern wants, in any of its variants."""
    found: set[str] = set()
    for part in pattern:
        match part:
            case Slot(name):
                found.add(name)
            case Choice(name, variants):
                found.add(name)
                for variant in variants.values():
                    found |= names(variant)
            case str():
                pass
    return frozenset(found)


def as_json(pattern: Pattern) -> JsonPattern:
    """The pattern for the page: a gap is {"slot", "decimals"?}, a choice {"choice", "variants", "default"}."""
    return [_part_as_json(part) for part in pattern]


def _part_as_json(part: str | Slot | Choice) -> str | dict[str, JsonValue]:
    match part:
        case str():
            return part
        case Slot(name, None):
            return {"slot": name}
        case Slot(name, int() as decimals):
            return {"slot": name, "decimals": decimals}
        case Choice(name, variants, default):
            return {"choice": name, "variants": {k: as_json(v) for k, v in variants.items()}, "default": default}
    raise TypeError(f"{type(part).__name__} is no part of a pattern")
