"""Reading the members of a JSON object by name and type, with errors that say which and why."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from tamsk_pi.rules.board import Cell, parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player, parse_hourglass, parse_player

JsonObject = dict[str, object]

Choice = TypeVar("Choice", bound=StrEnum)
Value = TypeVar("Value")


class FieldError(ValueError):
    """A member is missing, unknown or of the wrong kind."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The members of one JSON object; every reading method raises FieldError."""

    members: Mapping[str, object]

    @classmethod
    def of(cls, value: object, what: str) -> "Fields":
        """The members of `value`, which must be an object; `what` names it in the error."""
        if not isinstance(value, dict):
            raise FieldError(f"{what} is {value!r}, expected an object")
        return cls(value)

    def require_exactly(self, *names: str) -> None:
        """Raise FieldError unless the object has these members and no others."""
        missing = [name for name in names if name not in self.members]
        unknown = [name for name in self.members if name not in names]
        if missing or unknown:
            raise FieldError(
                f"members missing: {', '.join(missing) or 'none'}; unknown: {', '.join(unknown) or 'none'}"
            )

    def value(self, name: str) -> object:
        """The member as it is."""
        if name not in self.members:
            raise FieldError(f"{name} is missing")
        return self.members[name]

    def integer(self, name: str) -> int:
        value = self.value(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise FieldError(f"{name} is {value!r}, expected a whole number")
        return value

    def integer_or_none(self, name: str) -> int | None:
        return None if self.value(name) is None else self.integer(name)

    def text(self, name: str) -> str:
        value = self.value(name)
        if not isinstance(value, str):
            raise FieldError(f"{name} is {value!r}, expected text")
        return value

    def truth(self, name: str) -> bool:
        value = self.value(name)
        if not isinstance(value, bool):
            raise FieldError(f"{name} is {value!r}, expected true or false")
        return value

    def items(self, name: str) -> list[object]:
        value = self.value(name)
        if not isinstance(value, list):
            raise FieldError(f"{name} is {value!r}, expected a list")
        return value

    def integers(self, name: str) -> tuple[int, ...]:
        return tuple(Fields({name: item}).integer(name) for item in self.items(name))

    def choice(self, name: str, kind: type[Choice]) -> Choice:
        """The member of an enumeration with that value."""
        try:
            return kind(self.text(name))
        except ValueError:
            raise FieldError(f"{name} is {self.value(name)!r}, expected {' or '.join(kind)}") from None

    def cell(self, name: str) -> Cell:
        return self._parsed(name, parse_cell)

    def cells(self, name: str) -> tuple[Cell, ...]:
        return tuple(Fields({name: item}).cell(name) for item in self.items(name))

    def cells_or_none(self, name: str) -> tuple[Cell | None, ...]:
        return tuple(Fields({name: item}).cell_or_none(name) for item in self.items(name))

    def cell_or_none(self, name: str) -> Cell | None:
        return None if self.value(name) is None else self.cell(name)

    def hourglass(self, name: str) -> Hourglass:
        return self._parsed(name, parse_hourglass)

    def hourglass_or_none(self, name: str) -> Hourglass | None:
        return None if self.value(name) is None else self.hourglass(name)

    def player_or_none(self, name: str) -> Player | None:
        return None if self.value(name) is None else self._parsed(name, parse_player)

    def _parsed(self, name: str, parse: Callable[[str], Value]) -> Value:
        try:
            return parse(self.text(name))
        except FieldError:
            raise
        except ValueError as error:
            raise FieldError(f"{name}: {error}") from None
