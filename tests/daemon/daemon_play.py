"""Plays scenarios to the whole system in virtual time."""

from dataclasses import replace
from pathlib import Path

from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.performance import play_scenario
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.scenario.statements import Scenario


def play(scenario: Scenario, matches: Path, *, seed: int = 0) -> tuple[Ruling, ...]:
    """Every ruling through the simulated sensors, at the level of frames; journals go to `matches`."""
    config = replace(Config(), matches=matches)
    return play_scenario(scenario, config, load_layout(None), seed, is_frame_level=True, show_ns=200_000_000)
