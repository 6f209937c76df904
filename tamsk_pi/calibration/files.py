"""Files of what was measured: replaced as a whole or not at all, the one before kept, damage noticed.

The new file is on disk before it takes the name of the old one; the old one is kept as `NAME.old`. `digest` is the
SHA-256 in hex over all else that is in the file, so that a half-written or edited file is not taken for measured.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tamsk_pi.calibration.sand import EndFigure, SandFigures, Source, figure_name, parse_figure_name

OLD: Final = ".old"
_KIND: Final = "tamsk-pi sand"
_KEYS: Final = ("mean_ms", "squares_ms2", "weight", "runs", "bounds", "source", "measured_on", "given_ms")


class MeasuredFileError(ValueError):
    """A file of measured figures cannot be read or written; the message says why and what to do."""


def digest_of(content: Mapping[str, object]) -> str:
    """SHA-256 in hex over the content as compact JSON with sorted keys."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def replace_file(path: Path, data: bytes, *, keeps_old: bool = True) -> None:
    """That file has this content afterwards, whatever happens meanwhile; with `keeps_old` the one before
    is `NAME.old`.

    Raises MeasuredFileError where it cannot be written; then the file is as it was.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if keeps_old and path.exists():
            _write(path.with_name(path.name + OLD), path.read_bytes())
        _write(path, data)
    except OSError as error:
        raise MeasuredFileError(
            f"{path}: cannot be written ({error.strerror}); check that the disk has room and that this user may "
            "write there"
        ) from error


def _write(path: Path, data: bytes) -> None:
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    directory = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def save_sand(path: Path, figures: SandFigures, *, keeps_old: bool = True) -> None:
    """Keep these figures, and the ones before unless told otherwise; raises MeasuredFileError."""
    content: dict[str, object] = {
        "kind": _KIND,
        "figures": {
            figure_name(glass, end): {key: getattr(figure, key) for key in _KEYS}
            for (glass, end), figure in sorted(figures.ends.items())
        },
    }
    text = json.dumps({"digest": digest_of(content), **content}, indent=1)
    replace_file(path, text.encode("ascii") + b"\n", keeps_old=keeps_old)


def load_sand(path: Path) -> SandFigures:
    """The figures kept there, none if there is no such file; raises MeasuredFileError for a damaged one."""
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return SandFigures()
    except OSError as error:
        raise MeasuredFileError(f"{path}: {error.strerror}; expected the measured sand figures") from error
    try:
        return _parsed(json.loads(data))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError, AttributeError) as error:
        raise MeasuredFileError(
            f"{path}: these sand figures are damaged ({error}); the ones before are in {path.name}{OLD}: move that "
            "file here, or move this one away and time the hourglasses again"
        ) from None


def _parsed(value: object) -> SandFigures:
    if not isinstance(value, dict) or value.get("kind") != _KIND:
        raise ValueError(f"not a file of kind {_KIND!r}")
    content = {key: member for key, member in value.items() if key != "digest"}
    if value.get("digest") != digest_of(content):
        raise ValueError("the digest does not fit the content")
    figures = {parse_figure_name(name): _figure(members) for name, members in value["figures"].items()}
    return SandFigures(figures)


def _figure(members: Mapping[str, object]) -> EndFigure:
    return EndFigure(
        mean_ms=_number(members["mean_ms"]),
        squares_ms2=_number(members["squares_ms2"]),
        weight=_number(members["weight"]),
        runs=_count(members["runs"]),
        bounds=_count(members["bounds"]),
        source=Source(str(members["source"])),
        measured_on=str(members["measured_on"]),
        given_ms=None if members["given_ms"] is None else _count(members["given_ms"]),
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is not a number")
    return float(value)


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value
