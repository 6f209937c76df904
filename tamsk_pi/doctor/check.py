"""What a check says: how well something is, in a sentence that names what, where, and what to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How a check came out."""

    OK = "ok"
    WARNING = "warning"
    FAIL = "fail"
    SKIPPED = "skipped"  # could not be looked at; the text says why


class Group(StrEnum):
    """What the checks are about, in the order of the report."""

    FILES = "configuration and files"
    SYSTEM = "system"
    SUPPLY = "supply"
    SENSORS = "sensors"
    LIGHTS = "lights"
    RADIO = "radio"
    CONTROLS = "buttons and sounder"


@dataclass(frozen=True, slots=True)
class Check:
    """One finding about one thing."""

    group: Group
    name: str
    verdict: Verdict
    text: str


@dataclass(frozen=True, slots=True)
class Doctoring:
    """Makes the checks of one group."""

    group: Group

    def ok(self, name: str, text: str) -> Check:
        return Check(self.group, name, Verdict.OK, text)

    def warning(self, name: str, text: str) -> Check:
        return Check(self.group, name, Verdict.WARNING, text)

    def fail(self, name: str, text: str) -> Check:
        return Check(self.group, name, Verdict.FAIL, text)

    def skipped(self, name: str, text: str) -> Check:
        return Check(self.group, name, Verdict.SKIPPED, text)


def has_failed(checks: Iterable[Check]) -> bool:
    """Whether something does not work."""
    return any(check.verdict is Verdict.FAIL for check in checks)
