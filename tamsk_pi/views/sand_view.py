"""Measured sand for the page, as plain values; the page's script says it in words.

{"glasses": [{"glass": "red1", "ends": [{"ms": …, "uncertainty_ms": …, "runs": …, "source": …, "on": …}, null]}],
 "present": {"red": […], "black": […], "rank_ms": […], "total_ms": …, "ends": ["A", …], "first_ms": […]} | null,
 "fairest": as present, or null where the present hands are the fairest,
 "timing": {"done": …, "wanted": …, "is_complete": …, "to_turn": glass | null, "due": glass | null,
            "running": [{"glass": …, "end": "A", "left_s": …}], "unfit": [{"glass": …, "why": "moved"}]} | null}
"""

from typing import Final

from tamsk_pi.calibration.balance import Balance, Hands
from tamsk_pi.calibration.sand import ENDS, EndFigure, SandFigures
from tamsk_pi.calibration.sand_timing import SandTiming
from tamsk_pi.views.page_state import PageState, PageValue

NS_PER_S: Final = 1_000_000_000


def sand_state(figures: SandFigures, found: Balance | None, timing: SandTiming | None, now_ns: int) -> PageState:
    """What is known, what is suggested, and what is being timed."""
    return {
        "glasses": [{"glass": glass, "ends": [_end(a), _end(b)]} for glass, a, b in figures.rows()],
        "present": None if found is None else _hands(found.present),
        "fairest": None if found is None else _hands(found.fairest),
        "timing": None if timing is None else _timing(timing, now_ns),
    }


def _end(figure: EndFigure | None) -> PageValue:
    if figure is None:
        return None
    return {
        "ms": figure.ms,
        "uncertainty_ms": figure.uncertainty_ms,
        "runs": figure.runs,
        "source": figure.source.value,
        "on": figure.measured_on,
    }


def _hands(hands: Hands | None) -> PageValue:
    if hands is None:
        return None
    return {
        "red": list(hands.red),
        "black": list(hands.black),
        "rank_ms": list(hands.rank_ms),
        "total_ms": hands.total_ms,
        "ends": [ENDS[end] for end in hands.ends_down],
        "first_ms": list(hands.first_ms),
    }


def _timing(timing: SandTiming, now_ns: int) -> PageValue:
    done, wanted = timing.progress
    due = timing.due_next(now_ns)
    return {
        "done": done,
        "wanted": wanted,
        "is_complete": timing.is_complete,
        "to_turn": timing.to_turn(now_ns),
        "due": None if due is None else due.glass,
        "running": [
            {"glass": run.glass, "end": ENDS[run.end], "left_s": max(0, -(-(run.due_ns - now_ns) // NS_PER_S))}
            for run in sorted(timing.running, key=lambda run: run.due_ns)
        ],
        "unfit": [{"glass": unfit.glass, "why": unfit.why.value} for unfit in timing.unfit],
    }
