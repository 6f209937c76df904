"""The virtual table as it was left, read again from its file; checked, because anybody can edit a file."""

import json
import math
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, cast

from tamsk_pi.rules.board import CELLS, RINGS_EACH
from tamsk_pi.rules.pieces import HOURGLASSES, Player
from tamsk_pi.simulator.state import HourglassData, RingData, TableData

MAX_NS: Final = 1 << 62


class SnapshotError(ValueError):
    """The file does not describe a table; the message says what is wrong and what to do."""


def load_snapshot(path: Path) -> TableData | None:
    """The table as it was left; None if there is no such file. Raises SnapshotError for a damaged one."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        return parse_snapshot(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise SnapshotError(
            f"{path}: not a snapshot of the virtual table ({error}); move it away to begin with all pieces at home"
        ) from None


def parse_snapshot(value: object) -> TableData:
    """The checked snapshot; raises ValueError saying what is wrong."""
    table = _members(value, TableData.__annotations__, "the table")
    _whole(table["at_ns"], "at_ns", -MAX_NS, MAX_NS)
    glasses = _list(table["hourglasses"], "hourglasses", len(HOURGLASSES))
    cells = [_check_glass(glass, f"hourglasses[{i}]") for i, glass in enumerate(glasses)]
    taken = [cell for cell in cells if cell is not None]
    if len(set(taken)) != len(taken):
        raise ValueError("two hourglasses in one tube")
    _check_glass(table["timer"], "timer")
    owners = [_check_ring(ring, f"rings[{i}]") for i, ring in enumerate(_list(table["rings"], "rings"))]
    for player in Player:
        if owners.count(player) > RINGS_EACH:
            raise ValueError(f"{owners.count(player)} rings of {player}, expected at most {RINGS_EACH}")
    return cast("TableData", value)


def _check_glass(value: object, what: str) -> object:
    glass = _members(value, HourglassData.__annotations__, what)
    if glass["cell"] is not None:
        _whole(glass["cell"], f"{what}.cell", 0, len(CELLS) - 1)
    for name in ("is_in_hand", "is_lying", "is_end_b_down"):
        if not isinstance(glass[name], bool):
            raise ValueError(f"{what}.{name} is {glass[name]!r}, expected true or false")
    _whole(glass["top_ns"], f"{what}.top_ns", 0, MAX_NS)
    _whole(glass["flips"], f"{what}.flips", 0, MAX_NS)
    if glass["age_ns"] is not None:
        _whole(glass["age_ns"], f"{what}.age_ns", 0, MAX_NS)
    _check_play(glass["play"], what)
    return glass["cell"]


def _check_ring(value: object, what: str) -> object:
    ring = _members(value, RingData.__annotations__, what)
    _whole(ring["cell"], f"{what}.cell", 0, len(CELLS) - 1)
    if ring["owner"] not in tuple(Player):
        raise ValueError(f"{what}.owner is {ring['owner']!r}, expected red or black")
    for name in ("moment", "angle_rad", "height_error_mm"):
        _number(ring[name], f"{what}.{name}")
    _check_play(ring["play"], what)
    return ring["owner"]


def _check_play(value: object, what: str) -> None:
    for number in _list(value, f"{what}.play", 2):
        _number(number, f"{what}.play")


def _members(value: object, names: Collection[str], what: str) -> Mapping[str, object]:
    if not isinstance(value, dict) or set(value) != set(names):
        raise ValueError(f"{what}: expected an object of {', '.join(names)}")
    return value


def _list(value: object, what: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise ValueError(f"{what}: expected a list" + ("" if length is None else f" of {length}"))
    return value


def _whole(value: object, what: str, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{what} is {value!r}, expected a whole number from {low} to {high}")


def _number(value: object, what: str) -> None:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"{what} is {value!r}, expected a number")
