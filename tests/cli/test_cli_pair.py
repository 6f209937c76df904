"""`tamsk-pi pair` as it is typed."""

from pathlib import Path

import pytest

from tamsk_pi.calibration.node_file import load_nodes
from tamsk_pi.cli import main
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.simulator.nodes import NODE_ADDRESSES


def test_hands_that_follow_the_lights_pair_a_virtual_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nodes.toml"
    assert main(["pair", "red1", "black2", "--virtual", "--output", str(path)]) == 0
    told = capsys.readouterr()
    assert told.out == f"red1 {NODE_ADDRESSES[0]}\nblack2 {NODE_ADDRESSES[4]}\n"
    assert told.err.startswith("1/2 Turn over the glass on A1 (red1).\n")
    assert told.err.endswith(f"2/2 2 nodes are paired.\nKept in {path}\n")
    assert load_nodes(path) == {"red1": NODE_ADDRESSES[0], "black2": NODE_ADDRESSES[4]}


def test_a_running_daemon_is_asked_to_pair_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[journal]\ndirectory = "{tmp_path}/matches"\n', encoding="utf-8")
    keeper = Keeper(tmp_path / "matches", lambda: 0)
    keeper.open()
    try:
        assert main(["pair", "--config", str(config)]) == 2
    finally:
        keeper.close()
    said = capsys.readouterr().err
    assert said.startswith(
        "tamsk-pi: a daemon is running and holds the board; pair from its page (http://127.0.0.1:8037/"
    )


def test_a_glass_there_is_not_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pair", "green1", "--virtual"]) == 2
    assert capsys.readouterr().err.startswith("tamsk-pi: 'green1' is no glass; expected red1, red2")
