"""The report, for people and for programs."""

import json
import textwrap
from collections.abc import Sequence
from typing import Final

from tamsk_pi import __version__
from tamsk_pi.doctor.check import Check, Group, Verdict, has_failed

WIDTH: Final = 110
_MARKS: Final = {Verdict.OK: "✓", Verdict.WARNING: "!", Verdict.FAIL: "✗", Verdict.SKIPPED: "–"}
_COLOURS: Final = {Verdict.OK: "32", Verdict.WARNING: "33", Verdict.FAIL: "31", Verdict.SKIPPED: "90"}


def text_report(checks: Sequence[Check], *, has_colour: bool = False, width: int = WIDTH) -> str:
    """All checks by groups, then how many there were of each kind."""
    blocks = [_block(group, [c for c in checks if c.group is group], has_colour, width) for group in Group]
    return "\n".join([*filter(None, blocks), _summary(checks), ""])


def _block(group: Group, checks: Sequence[Check], has_colour: bool, width: int) -> str:
    if not checks:
        return ""
    lines = [str(group)[0].upper() + str(group)[1:]]
    for check in checks:
        mark = _MARKS[check.verdict]
        said = check.text if check.name in check.text else f"{check.name}: {check.text}"
        wrapped = textwrap.wrap(said, width - 4, break_long_words=False, break_on_hyphens=False)
        shown = f"\033[{_COLOURS[check.verdict]}m{mark}\033[0m" if has_colour else mark
        lines += [f"  {shown} {wrapped[0]}", *(f"    {line}" for line in wrapped[1:])]
    return "\n".join(lines) + "\n"


def _summary(checks: Sequence[Check]) -> str:
    counts = {verdict: sum(check.verdict is verdict for check in checks) for verdict in Verdict}
    warnings, failures = _count(counts[Verdict.WARNING], "warning"), _count(counts[Verdict.FAIL], "failure")
    told = f"{counts[Verdict.OK]} well, {warnings}, {failures}"
    skipped = f", {counts[Verdict.SKIPPED]} not looked at" if counts[Verdict.SKIPPED] else ""
    return f"{told}{skipped}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def json_report(checks: Sequence[Check]) -> str:
    """The same as one JSON object: `verdict` is fail, warning or ok; `checks` in the order of the report."""
    found = {check.verdict for check in checks}
    verdict = Verdict.FAIL if has_failed(checks) else Verdict.WARNING if Verdict.WARNING in found else Verdict.OK
    ordered = [check for group in Group for check in checks if check.group is group]
    values = [{"group": str(c.group), "name": c.name, "verdict": str(c.verdict), "text": c.text} for c in ordered]
    return json.dumps(
        {"verdict": str(verdict), "version": __version__, "checks": values}, indent=1, ensure_ascii=False
    )
