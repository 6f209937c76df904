"""Everything that players read, in their language: one file a language, `languages/<tag>.ftl`.

To say something new:

1. Write it under a new key into languages/en.ftl and, with the same fields, into every other file there:

       why-late = { $player } let go { $late_ms } ms after the timer ran out.
       why-rings = { $left ->
           [one] One ring is left.
          *[other] { $left } rings are left.
       }

2. Say it: `message("why-late", player="Ada", late_ms=140)` is a value, in no language yet; a view carries it and each
   viewer's catalogue turns it into words with `say`. `catalogue.text("why-late", …)` gives the words at once.

What a script of the page says (`text("live-why", { … })`) has a key that begins with live-: those are sent to it.

A field is a word (a player's name, `cell_name(cell)`), a number, another message (`hourglass_message(g)`), or a tuple
of those, which becomes "A1, A2 and B3". A key that is built from values, as `rule_message` does, has to be listed in
tests/views/catalogue_keys.py; every other key is found in the source by the test that compares keys and fields.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, TypeAlias

from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.views.pattern import FieldText, Numerals, Pattern, fill, names

ENGLISH: Final = "en"
SUFFIX: Final = ".ftl"
SAID_AGAIN: Final = 4_096
"""Texts that a catalogue remembers in words: a page is told the last 80 rulings and why with every state."""

FieldValue: TypeAlias = "str | int | float | Message | tuple[FieldValue, ...]"


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be said, in no language yet: a key of the catalogue, and what fills its gaps.

    Its hash is counted once: a catalogue looks all that a page shows up again with every state, and messages nest.
    """

    key: str
    fields: tuple[tuple[str, FieldValue], ...] = ()
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.key, self.fields)))

    def __hash__(self) -> int:
        return self._hash


Text: TypeAlias = str | Message
"""What a view shows: words as they are (a player's name), or something to be said in the viewer's language."""


def message(key: str, /, **fields: FieldValue) -> Message:
    """That message with these fields."""
    return Message(key, tuple(fields.items()))


class PlayerError(ValueError):
    """What somebody asked for cannot be; `message` tells him why, in his language. Its text is the English one."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message

    def __str__(self) -> str:
        return Catalogue.load(ENGLISH).say(self.message)


def hourglass_message(hourglass: Hourglass) -> Message:
    """What the players call that hourglass."""
    return message("hourglass", label=hourglass.label)


def rule_message(point: str) -> Message:
    """What a point of the rules says (`G3.4`, `H6`, `architecture`)."""
    return Message(rule_key(point))


def rule_key(point: str) -> str:
    """The catalogue's key of a point of the rules."""
    return f"rule-{point.replace('.', '-')}"


class Catalogue:
    """All texts in one language; what its file lacks is said in English."""

    def __init__(self, language: str, own: Mapping[str, Pattern], english: Mapping[str, Pattern]) -> None:
        self.language = language
        self.missing = frozenset(english.keys() - own.keys())
        self._patterns = {**english, **own}
        mark = self._patterns.get("decimal-mark", (".",))
        self._numerals = Numerals(language, fill(mark, {}, Numerals(language)))
        self._said = lru_cache(SAID_AGAIN)(self._said_once)

    @classmethod
    def load(cls, language: str, directory: Traversable | None = None) -> "Catalogue":
        """The catalogue of that tag, a shipped one or one in `directory`; what it lacks is said in English.

        Raises LanguageError, a ValueError, if there is no such file or if it cannot be read.
        """
        # Fluent's parser takes 4 MiB and time to load, and most commands say nothing to players.
        from tamsk_pi.views.fluent_file import LanguageError, keys_of, parse_fluent  # noqa: PLC0415

        found = language_files(directory)
        if language not in found:
            raise LanguageError(f"{language!r} is not a language here; expected {' or '.join(found)}")
        own = parse_fluent(found[language].read_text(encoding="utf-8"), found[language].name)
        english = language_files()[ENGLISH].read_text(encoding="utf-8")
        if keys_of(english) <= own.keys():
            return cls(language, own, {})
        return cls(language, own, parse_fluent(english, f"{ENGLISH}{SUFFIX}"))

    @property
    def keys(self) -> frozenset[str]:
        """Everything that can be said."""
        return frozenset(self._patterns)

    @property
    def decimal_mark(self) -> str:
        """What stands between a number's whole part and its decimals."""
        return self._numerals.decimal_mark

    def pattern(self, key: str) -> Pattern:
        """The text of that key with its gaps; raises KeyError for an unknown one."""
        if key not in self._patterns:
            raise KeyError(f"{key} is not in languages/{ENGLISH}{SUFFIX}; add it there and to the other languages")
        return self._patterns[key]

    def field_names(self, key: str) -> frozenset[str]:
        """The fields that this text wants."""
        return names(self.pattern(key))

    def text(self, key: str, /, **fields: FieldValue) -> str:
        """That text with these fields filled in.

        Raises KeyError for a key that no file has, and for a field that the text wants and nobody gave.
        """
        return self._filled(key, fields)

    def say(self, text: Text) -> str:
        """In words; a str is words already. Raises KeyError as `text` does."""
        return text if isinstance(text, str) else self._said(text)

    def listed(self, items: Iterable[FieldValue]) -> str:
        """The items as one reads them out: "A1, A2 and B3"; empty for none."""
        words = [str(self._plain(item)) for item in items]
        if len(words) < 2:
            return "".join(words)
        return self.text("list", first=", ".join(words[:-1]), last=words[-1])

    def _said_once(self, text: Message) -> str:
        return self._filled(text.key, dict(text.fields))

    def _filled(self, key: str, fields: Mapping[str, FieldValue]) -> str:
        try:
            return fill(self.pattern(key), {n: self._plain(v) for n, v in fields.items()}, self._numerals)
        except KeyError as error:
            if key not in self._patterns:
                raise
            raise KeyError(f"{self.language}: the text {key} wants the field {error}, which was not given") from None

    def _plain(self, value: FieldValue) -> FieldText:
        if isinstance(value, Message):
            return self.say(value)
        return self.listed(value) if isinstance(value, tuple) else value


def language_files(directory: Traversable | None = None) -> dict[str, Traversable]:
    """The files of the shipped languages, and of those in `directory`, by their tags; English first."""
    folders = [resources.files("tamsk_pi.views") / "languages", *(() if directory is None else (directory,))]
    files = (file for folder in folders for file in folder.iterdir())
    found = {f.name.removesuffix(SUFFIX): f for f in files if f.name.endswith(SUFFIX)}
    return dict(sorted(found.items(), key=lambda item: (item[0] != ENGLISH, item[0])))
