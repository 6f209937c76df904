"""A calibration's result for the terminal: a row a cell, and the same as JSON."""

from tamsk_pi.rules.board import cell_name
from tamsk_pi.views.calibration_view import CalibrationView
from tamsk_pi.views.catalogue import ENGLISH, Catalogue, Text

_HEAD = "cell   margin  gain S0  gain S1  noise S0  noise S1"


def table(view: CalibrationView) -> str:
    """Margins in sigmas, gains relative to nominal, noise in counts; the cells that do not pass are marked."""
    lines = [_HEAD]
    for cell in view.cells:
        margin, (gain0, gain1), (noise0, noise1) = cell.margin_sigmas, cell.gains, cell.noise_counts
        mark = "" if cell.is_good else "  FAILED"
        lines.append(
            f"{cell_name(cell.cell):4} {margin:8.1f} {gain0:8.3f} {gain1:8.3f} {noise0:9.2f} {noise1:9.2f}{mark}"
        )
    worst = min(view.cells, key=lambda cell: cell.margin_sigmas or 0.0)
    lines.append(f"{_said(view.title)}; smallest margin {worst.margin_sigmas:.1f} sigmas, on {cell_name(worst.cell)}")
    lines += [f"! {_said(problem)}" for problem in view.problems]
    return "\n".join(lines) + "\n"


def as_json(view: CalibrationView) -> dict[str, object]:
    """The same for programs."""
    return {
        "has_passed": view.has_passed,
        "is_kept": view.is_kept,
        "cells": {
            cell_name(cell.cell): {
                "is_good": cell.is_good,
                "margin_sigmas": cell.margin_sigmas,
                "gains": list(cell.gains),
                "noise_counts": list(cell.noise_counts),
            }
            for cell in view.cells
        },
        "problems": [_said(problem) for problem in view.problems],
    }


def _said(text: Text) -> str:
    return text if isinstance(text, str) else Catalogue.load(ENGLISH).say(text)
