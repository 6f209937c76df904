"""A language's file, in Project Fluent's format (projectfluent.org), read by Fluent's own parser into patterns.

What is understood of Fluent: messages and terms, text, `{ $field }`, `{ "literal" }`, `{ NUMBER($field,
minimumFractionDigits: 1) }`, a choice by a field's number or word, and references to other messages and terms. What
else Fluent knows (attributes, arguments of terms, DATETIME) is refused with the message's name.
"""

import re
from collections.abc import Mapping
from typing import Final

from fluent.syntax import FluentParser, ast

from tamsk_pi.views.pattern import Choice, Pattern, Slot

DECIMALS: Final = "minimumFractionDigits"

# Most messages are one line of words and fields. They need no parser, which takes 0.2 ms for each here and ten times
# that on a Zero 2 W. What follows such a line must not continue it.
_FIELD: Final = r"\{ \$([a-zA-Z][\w-]*) \}"
_PLAIN: Final = re.compile(rf"^([a-zA-Z][\w-]*) = ((?! )(?:[^{{}}\n]|{_FIELD})+?)[ \t]*\n(?!\n*[ \t])", re.MULTILINE)
_KEY: Final = re.compile(r"^([a-zA-Z][\w-]*) *=", re.MULTILINE)


class LanguageError(ValueError):
    """A language's file cannot be used; the message says which, where and why."""


def parse_fluent(text: str, name: str) -> dict[str, Pattern]:
    """Every message of that text by its key, references resolved. Raises LanguageError; `name` is the file's."""
    return _Reader(text, name).patterns()


def keys_of(text: str) -> frozenset[str]:
    """The keys of the messages in that text, without reading them."""
    return frozenset(_KEY.findall(text))


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self._name = name
        self._open: list[str] = []  # what is being resolved, to notice circles
        self._entries: dict[str, ast.Pattern] = {}
        for entry in FluentParser(with_spans=False).parse(_PLAIN.sub(self._plain, text)).body:
            self._take(entry)

    def _plain(self, match: re.Match[str]) -> str:
        # Every second part is the name of a field.
        parts = re.split(_FIELD, match[2])
        elements: list[ast.TextElement | ast.Placeable] = []
        for i, part in enumerate(parts):
            if i % 2 == 1:
                elements.append(ast.Placeable(ast.VariableReference(ast.Identifier(part))))
            elif part:
                elements.append(ast.TextElement(part))
        self._enter(match[1], ast.Pattern(elements))
        return ""

    def _take(self, entry: ast.EntryType) -> None:
        match entry:
            case ast.Junk(content=content, annotations=annotations):
                why = annotations[0].message if annotations else "not Fluent"
                raise LanguageError(f"{self._name}: {(content or '').strip().splitlines()[0]!r}: {why}")
            case ast.Message(value=ast.Pattern() as value) | ast.Term(value=value):
                key = ("-" if isinstance(entry, ast.Term) else "") + entry.id.name
                if entry.attributes:
                    raise LanguageError(f"{self._name}: {key} has attributes; write messages of their own instead")
                self._enter(key, value)
            case _:
                return  # comments

    def _enter(self, key: str, value: ast.Pattern) -> None:
        if key in self._entries:
            raise LanguageError(f"{self._name}: {key} stands there twice; leave one")
        self._entries[key] = value

    def patterns(self) -> dict[str, Pattern]:
        return {key: self._pattern(key) for key in self._entries if not key.startswith("-")}

    def _pattern(self, key: str) -> Pattern:
        if key not in self._entries:
            raise LanguageError(f"{self._name}: {self._open[-1]} refers to {key}, which is not in this file")
        if key in self._open:
            raise LanguageError(f"{self._name}: {key} refers to itself")
        self._open.append(key)
        pattern = self._parts(self._entries[key])
        self._open.pop()
        return pattern

    def _parts(self, pattern: ast.Pattern) -> Pattern:
        parts: list[str | Slot | Choice] = []
        for element in pattern.elements:
            found = (element.value,) if isinstance(element, ast.TextElement) else self._placed(element.expression)
            for part in found:
                if isinstance(part, str) and parts and isinstance(parts[-1], str):
                    parts[-1] += part
                else:
                    parts.append(part)
        return tuple(parts)

    def _placed(self, expression: object) -> Pattern:
        match expression:
            case ast.StringLiteral():
                return (expression.parse()["value"],)
            case ast.NumberLiteral(value=value):
                return (value,)
            case ast.VariableReference(id=ast.Identifier(name=name)):
                return (Slot(name),)
            case ast.FunctionReference():
                return (self._number(expression),)
            case ast.MessageReference(id=ast.Identifier(name=name), attribute=None):
                return self._pattern(name)
            case ast.TermReference(id=ast.Identifier(name=name), attribute=None, arguments=None):
                return self._pattern(f"-{name}")
            case ast.SelectExpression(selector=selector, variants=variants):
                return (self._choice(selector, variants),)
            case ast.Placeable(expression=inner):
                return self._placed(inner)
        raise LanguageError(f"{self._name}: {self._open[-1]} uses {type(expression).__name__}; see docs/languages.md")

    def _number(self, call: ast.FunctionReference) -> Slot:
        options = {argument.name.name: argument.value.value for argument in call.arguments.named}
        match call.id.name, call.arguments.positional:
            case "NUMBER", [ast.VariableReference(id=ast.Identifier(name=name))] if options.keys() <= {DECIMALS}:
                return Slot(name, int(options[DECIMALS]) if options else None)
        raise LanguageError(
            f"{self._name}: {self._open[-1]} calls {call.id.name}; only NUMBER($field, {DECIMALS}: 1) is known"
        )

    def _choice(self, selector: object, variants: list[ast.Variant]) -> Choice:
        match selector:
            case ast.VariableReference(id=ast.Identifier(name=name)):
                found: Mapping[str, Pattern] = {_key(v): self._parts(v.value) for v in variants}
                return Choice(name, found, next(_key(v) for v in variants if v.default))
        raise LanguageError(f"{self._name}: {self._open[-1]} chooses by something else than a $field")


def _key(variant: ast.Variant) -> str:
    return variant.key.value if isinstance(variant.key, ast.NumberLiteral) else variant.key.name
