"""Measured sand as `tamsk-pi calibrate sand` prints it."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from tamsk_pi.calibration.balance import Balance, Hands, balance
from tamsk_pi.calibration.sand import ENDS, EndFigure, SandFigures, Source

_COLUMNS: Final = ("GLASS", "END A", "END B", "UNCERTAINTY", "RUNS", "AGE", "FROM")
_SOURCES: Final = {Source.MEASURED: "timed", Source.GIVEN: "given", Source.LEARNED: "learned in play"}


def table_lines(figures: SandFigures, today: str) -> Iterator[str]:
    """A line a glass, then what makes the fairer hands; `today` is a date, 2026-11-30."""
    if not figures.glasses:
        yield "Nothing is measured yet: every hourglass counts as the time agreed at the start of a match."
        return
    rows = [_COLUMNS, *(_cells(glass, (a, b), today) for glass, a, b in figures.rows())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
    yield from _balance_lines(balance(figures))


def _cells(glass: str, ends: tuple[EndFigure | None, EndFigure | None], today: str) -> tuple[str, ...]:
    known = [figure for figure in ends if figure is not None]
    last = max(known, key=lambda figure: figure.measured_on)
    return (
        glass,
        *("-" if figure is None else f"{figure.mean_ms / 1_000:.1f} s" for figure in ends),
        " ".join("-" if figure is None else f"±{figure.uncertainty_ms / 1_000:.1f} s" for figure in ends),
        "/".join("-" if figure is None else str(figure.runs) for figure in ends),
        _age(last.measured_on, today),
        ", ".join(dict.fromkeys(_SOURCES[figure.source] for figure in known)),
    )


def _age(on: str, today: str) -> str:
    try:
        days = (date.fromisoformat(today) - date.fromisoformat(on)).days
    except ValueError:
        return "unknown"
    # A Pi without a battery for its clock may have measured in the future.
    return "today" if days == 0 else "1 day" if days == 1 else f"{days} days" if days > 0 else on


def _balance_lines(found: Balance | None) -> Iterator[str]:
    if found is None:
        yield "With three glasses of each colour measured at both ends, the fairer hands are named here."
        return
    if found.present is not None:
        yield f"As they are: {_hands(found.present)}"
    if found.fairest is not None:
        yield f"Fairer:      {_hands(found.fairest)}"
        yield f"             {' '.join(found.fairest.red)} against {' '.join(found.fairest.black)}"
    best = found.fairest or found.present
    if best is not None:
        stood = " ".join(f"{g}.{ENDS[end]}" for g, end in zip((*best.red, *best.black), best.ends_down, strict=True))
        first = ", ".join(f"{ms / 1_000:+.1f}" for ms in best.first_ms)
        yield f"Stand them at the start with this end down: {stood};"
        yield f"their first runs then differ by {first} s."


def _hands(hands: Hands) -> str:
    ranks = ", ".join(f"{ms / 1_000:+.1f}" for ms in hands.rank_ms)
    return f"red minus black, longest to shortest, {ranks} s; in all {hands.total_ms / 1_000:+.1f} s"


def as_json(figures: SandFigures) -> dict[str, object]:
    """The same for programs; times in milliseconds."""
    found = balance(figures)
    return {
        "glasses": {
            glass: {name: _end(figure) for name, figure in zip(ENDS, (a, b), strict=True)}
            for glass, a, b in figures.rows()
        },
        "hands": None if found is None or found.present is None else _hands_json(found.present),
        "fairest": None if found is None or found.fairest is None else _hands_json(found.fairest),
    }


def _end(figure: EndFigure | None) -> dict[str, object] | None:
    if figure is None:
        return None
    return {
        "running_ms": figure.ms,
        "uncertainty_ms": figure.uncertainty_ms,
        "spread_ms": None if figure.sample_sd_ms is None else round(figure.sample_sd_ms),
        "runs": figure.runs,
        "said_in_play": figure.bounds,
        "source": figure.source.value,
        "measured_on": figure.measured_on,
    }


def _hands_json(hands: Hands) -> dict[str, object]:
    return {
        "red": hands.red,
        "black": hands.black,
        "rank_ms": hands.rank_ms,
        "total_ms": hands.total_ms,
        "stand_on": {
            glass: ENDS[end] for glass, end in zip((*hands.red, *hands.black), hands.ends_down, strict=True)
        },
        "first_ms": hands.first_ms,
    }
