"""The pure modules need nothing that only CPython has: MicroPython says the same, byte for byte."""

import subprocess
import sys
from pathlib import Path

import pytest

from node_rig.board import FIRMWARE
from node_rig.micropython import found

CHECKS = Path(__file__).with_name("on_any_python.py")
PURE = ("battery", "flip", "motion", "node", "packet", "schedule")


def by_cpython(path: Path) -> str:
    return subprocess.run(
        [sys.executable, str(CHECKS)], env={"PYTHONPATH": str(path)}, capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture
def pure(tmp_path: Path) -> Path:
    """A directory with the pure modules alone: nothing else can be imported by mistake."""
    for name in PURE:
        (tmp_path / f"{name}.py").write_bytes((FIRMWARE / f"{name}.py").read_bytes())
    return tmp_path


def test_micropython_says_what_cpython_says(pure: Path) -> None:
    interpreter = found()
    if interpreter is None:
        pytest.skip("no MicroPython: apt install micropython (Debian 13), or node and npm for scripts/test to get it")

    ran = interpreter.run(CHECKS, (pure,))

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == by_cpython(pure).splitlines()


def test_the_checks_see_a_flip_and_a_wrap(pure: Path) -> None:
    lines = by_cpython(pure).splitlines()

    assert lines[-1] == "done"
    assert {line for line in lines if line.startswith("wrap")} == {
        f"wrap {1 << bits} True" for bits in (29, 30, 31, 32)
    }
    turn = [line.split()[-1] for line in lines if line.startswith("turn")]
    assert (turn[0][26:28], turn[-1][26:28]) == ("00", "01")
