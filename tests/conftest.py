"""What all tests share: where things are, and that a skip is a failure where nothing may be skipped."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def board_toml() -> str:
    """The text of hardware/board.toml."""
    return (ROOT / "hardware" / "board.toml").read_text(encoding="utf-8")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """TAMSK_FORBID_SKIP=1 (as in .ci/run): what would be skipped fails, with the reason."""
    report = yield
    if report.skipped and os.environ.get("TAMSK_FORBID_SKIP") == "1" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be skipped: {report.longrepr}"
    return report
