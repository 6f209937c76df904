"""Sand runs before the match at the pace that the match's settings say (H18)."""

from pathlib import Path

import pytest

from tamsk_pi.cli import main


def test_short_sand_turned_before_the_start_has_run_out_by_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "short-sand.tamsk"
    path.write_text("match level=2 sand_ms=5000\n0.0 setup\n1.0 flip red1\n7.0 start\n8.0 end\n", encoding="utf-8")
    assert main(["referee", str(path)]) == 0
    assert '"ruling":"match-started"' in capsys.readouterr().out
