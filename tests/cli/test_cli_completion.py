"""`tamsk-pi completion`."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tamsk_pi.cli import main
from tamsk_pi.cli.commands import COMMANDS
from tamsk_pi.cli.completion import SHELLS

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_knows_every_command(shell: str, capsys: Capture) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in COMMANDS)
    assert "divide" in script


def completions(script: str, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    driver = (
        f"{script}\nCOMP_WORDS=(tamsk-pi {' '.join(words)})\nCOMP_CWORD={len(words)}\n"
        f"_shtab_tamsk_pi\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    )
    bash = shutil.which("bash")
    assert bash is not None
    root = Path(__file__).parents[2]
    return subprocess.run([bash, "-c", driver], capture_output=True, text=True, check=True, cwd=root).stdout.split()


def test_bash_completes_commands_choices_and_files(capsys: Capture) -> None:
    main(["completion", "bash"])
    script = capsys.readouterr().out
    assert completions(script, "per") == ["perft"]
    assert completions(script, "perft", "--rings", "opt") == ["optional"]
    assert completions(script, "referee", "pyproject.t") == ["pyproject.toml"]


def test_a_shell_it_does_not_know_is_wrong_use(capsys: Capture) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "tcsh" in capsys.readouterr().err
