"""A board's calibration as a file; replaced as a whole, the one before kept, damage noticed (files.py)."""

import json
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.files import OLD, digest_of, replace_file
from tamsk_pi.calibration.result import CalibrationResult
from tamsk_pi.rules.board import cell_name

BOARD_FILE: Final = "calibration.json"
"""Its name in the state directory, where nothing else is configured."""
_KIND: Final = "tamsk-pi board"


def save_board(path: Path, result: CalibrationResult, made_at: str) -> None:
    """Keep this calibration; `made_at` is for people. Raises MeasuredFileError where it cannot be written."""
    calibration = result.calibration
    content: dict[str, object] = {
        "kind": _KIND,
        "made_at": made_at,
        "has_passed": result.has_passed,
        "zero_counts": [round(zero, 3) for zero in calibration.zero_counts],
        "gains": [round(gain, 4) for gain in calibration.gains],
        "gain_sds": [round(sd, 4) for sd in result.gain_sds],
        "noise_counts": [round(noise, 2) for cell in result.cells for noise in cell.noise_counts],
        "margins_sigmas": {cell_name(cell.cell): round(cell.margin_sigmas, 2) for cell in result.cells},
    }
    text = json.dumps({"digest": digest_of(content), **content}, indent=1)
    replace_file(path, text.encode("ascii") + b"\n")


def check_board(data: dict[str, object]) -> None:
    """Raises ValueError unless the file's digest fits its content; one written by hand has none."""
    if "digest" not in data:
        return
    content = {key: value for key, value in data.items() if key != "digest"}
    if content.get("kind") != _KIND:
        raise ValueError(f"it is of the kind {content.get('kind')!r}, not {_KIND!r}")
    if data["digest"] != digest_of(content):
        raise ValueError("its digest does not fit its content")


def advice(path: Path) -> str:
    """What to do about a calibration that cannot be used."""
    old = path.parent / (path.name + OLD)
    if path.name and old.exists():
        return f"calibrate the board again, or go back to the one before, {old.name}"
    return "calibrate the board again"
