"""Examinations of virtual boards, for the doctor's tests."""

import asyncio
from collections.abc import Callable

from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.doctor.check import Check, Group, Verdict
from tamsk_pi.doctor.doctor import examine_virtual
from tamsk_pi.doctor.examination import Plan
from tamsk_pi.scenario.faults import parse_fault

LAYOUT = load_layout(None)


def nothing_more(_board: VirtualBoard) -> None:
    """The board as it is."""


def examined(
    *faults: str,
    seconds: float = 3.0,
    has_sweep: bool = False,
    is_frame_level: bool = True,
    on_open: Callable[[VirtualBoard], None] = nothing_more,
    config: Config | None = None,
) -> list[Check]:
    """What the doctor says of a virtual board with these faults (as scenarios write them)."""
    return asyncio.run(
        examine_virtual(
            Plan(seconds, has_sweep),
            faults=[parse_fault(0, words.split()) for words in faults],
            layout=LAYOUT,
            is_frame_level=is_frame_level,
            on_open=on_open,
            config=config,
        )
    )


def bad(checks: list[Check], *groups: Group) -> list[str]:
    """The sentences of what fails or warns, in these groups (all, if none is named)."""
    worse = (Verdict.FAIL, Verdict.WARNING)
    return [c.text for c in checks if c.verdict in worse and (not groups or c.group in groups)]
