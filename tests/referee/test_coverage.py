"""Every point of the rules has a scenario, and the page says which."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playing_scenarios import DIRECTORY


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "scripts" / "rules-coverage"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    """A copy of all scenarios."""
    return Path(shutil.copytree(DIRECTORY, tmp_path / "scenarios"))


def test_every_point_has_a_scenario_and_the_page_is_what_the_script_writes(root: Path) -> None:
    done = run(root, "--check")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_point_without_a_scenario_fails(root: Path, scenarios: Path) -> None:
    (scenarios / "h10-put-back-unturned.tamsk").unlink()
    for path in scenarios.rglob("*.tamsk"):
        first, rest = path.read_text(encoding="utf-8").split("\n", 1)
        path.write_text(first.replace(", H10", "") + "\n" + rest, encoding="utf-8")
    done = run(root, "--check", str(scenarios))
    assert done.returncode == 1
    assert "names H10;" in done.stderr


def test_a_point_that_does_not_exist_fails(root: Path, scenarios: Path) -> None:
    (scenarios / "new.tamsk").write_text("# H43: one more\n0.000 setup\n", encoding="utf-8")
    done = run(root, "--check", str(scenarios))
    assert done.returncode == 1
    assert "H43: expected points of the rules" in done.stderr


def test_a_scenario_that_cites_no_point_fails(root: Path, scenarios: Path) -> None:
    (scenarios / "new.tamsk").write_text("0.000 setup\n", encoding="utf-8")
    done = run(root, "--check", str(scenarios))
    assert done.returncode == 1
    assert "new.tamsk: expected a first line such as" in done.stderr


def test_a_page_that_is_out_of_date_fails(root: Path, scenarios: Path) -> None:
    (scenarios / "new.tamsk").write_text("# H10: once more\n0.000 setup\n", encoding="utf-8")
    done = run(root, "--check", str(scenarios))
    assert done.returncode == 1
    assert "run scripts/rules-coverage" in done.stderr
