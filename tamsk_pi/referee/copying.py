"""Copies of values with some fields changed, in less than half the time that `dataclasses.replace` takes.

A step of the referee changes its state some ten times, and its dearest frames are made of that.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

Value = TypeVar("Value")


def copier(kind: type[Value]) -> Callable[[Value, Mapping[str, object]], Value]:
    """What `dataclasses.replace` does, for one dataclass of at least two fields, all given by position when made.

    The copier raises KeyError for a field that there is not.
    """
    names = tuple(field.name for field in fields(kind))  # type: ignore[arg-type]
    values_of, index_of = attrgetter(*names), {name: i for i, name in enumerate(names)}

    def copy(value: Value, changes: Mapping[str, object]) -> Value:
        values: list[Any] = list(values_of(value))
        for name, changed in changes.items():
            values[index_of[name]] = changed
        return kind(*values)

    return copy
