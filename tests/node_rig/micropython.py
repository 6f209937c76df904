"""Where MicroPython is on this machine, and how to run a file in it.

Debian 13 has it as a package; elsewhere its WebAssembly build from the npm registry runs in node. `scripts/test` gets
either.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEBASSEMBLY = ROOT / ".venv" / "micropython" / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
BRIDGE = Path(__file__).with_name("micropython.mjs")


@dataclass(frozen=True, slots=True)
class MicroPython:
    """An interpreter: the words of its command line up to the file."""

    words: tuple[str, ...]

    def run(self, script: Path, path: tuple[Path, ...]) -> "subprocess.CompletedProcess[str]":
        """Run a file with `path` as the places of its imports; at most a minute."""
        return subprocess.run(
            [*self.words, str(script), *map(str, path)],
            env={**os.environ, "MICROPYPATH": ":".join((*map(str, path), ".frozen"))},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


def found() -> MicroPython | None:
    """The interpreter of this machine; None if there is none."""
    program, node = shutil.which("micropython"), shutil.which("node") or shutil.which("nodejs")
    if program is not None:
        return MicroPython((program,))
    if node is not None and (WEBASSEMBLY / "micropython.mjs").exists():
        return MicroPython((node, str(BRIDGE), str(WEBASSEMBLY / "micropython.mjs")))
    return None
