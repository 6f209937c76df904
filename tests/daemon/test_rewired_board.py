"""Daemon and simulator read one file: a board that is wired otherwise is wired otherwise for both."""

from dataclasses import replace
from pathlib import Path

from campaigns.matches import by_referee_alone, compare
from tamsk_pi.config import Config
from tamsk_pi.daemon.performance import play_scenario
from tamsk_pi.layout import parse_layout
from tamsk_pi.scenario.reader import parse

SCENARIO = Path(__file__).resolve().parent.parent / "scenarios" / "g3.4-late-move-costs-a-second-ring.tamsk"
EXCHANGED = (("A1/S0", "G4/S1"), ("A2/S0", "D4/S0"), ("D1/S1", "E1/S1"))


def rewired(board_toml: str) -> str:
    for a, b in EXCHANGED:
        board_toml = board_toml.replace(f'"{a}"', '"?"').replace(f'"{b}"', f'"{a}"').replace('"?"', f'"{b}"')
    return board_toml.replace("select_pins = [22, 23, 24, 25]", "select_pins = [25, 22, 24, 23]")


def test_a_match_on_a_rewired_board_is_ruled_alike_from_the_bytes_of_its_bus(board_toml: str, tmp_path: Path) -> None:
    layout = parse_layout(rewired(board_toml), "rewired.toml")
    assert layout.reading_at != parse_layout(board_toml, "board.toml").reading_at
    scenario = parse(SCENARIO.read_text(encoding="utf-8"), SCENARIO.name)
    rulings = play_scenario(scenario, replace(Config(), matches=tmp_path), layout, 0, show_ns=200_000_000)
    assert compare(by_referee_alone(scenario), rulings).difference is None
