"""Measured sand on disk: whole or not at all, the one before kept, damage told."""

import json
from pathlib import Path

import pytest

from tamsk_pi.calibration.files import MeasuredFileError, load_sand, replace_file, save_sand
from tamsk_pi.calibration.sand import SandFigures, given

FIRST = SandFigures().with_run("red1", 0, 177_512.25, "2026-11-29").with_run("red1", 0, 177_000.0, "2026-11-30")
SECOND = FIRST.with_end("neutral_timer", 1, given(15_100, 100, "2026-11-30"))


def test_what_was_kept_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "sand.json"
    save_sand(path, SECOND)
    assert load_sand(path) == SECOND


def test_without_a_file_nothing_is_known(tmp_path: Path) -> None:
    assert load_sand(tmp_path / "sand.json") == SandFigures()


def test_the_figures_before_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "sand.json"
    save_sand(path, FIRST)
    save_sand(path, SECOND)
    assert load_sand(path.with_name("sand.json.old")) == FIRST


@pytest.mark.parametrize("keep", [0, 1, 40, -5])
def test_a_torn_file_is_told_with_the_way_out(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "sand.json"
    save_sand(path, FIRST)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(MeasuredFileError, match=r"sand\.json: these sand figures are damaged .*sand\.json\.old"):
        load_sand(path)


def test_an_edited_number_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "sand.json"
    save_sand(path, FIRST)
    content = json.loads(path.read_text())
    content["figures"]["red1.A"]["mean_ms"] = 200_000
    path.write_text(json.dumps(content))
    with pytest.raises(MeasuredFileError, match="the digest does not fit"):
        load_sand(path)


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "sand.json"
    save_sand(path, FIRST)
    (tmp_path / "sand.json.new").mkdir()
    with pytest.raises(MeasuredFileError, match=r"sand\.json: cannot be written"):
        replace_file(path, b"other")
    assert load_sand(path) == FIRST
