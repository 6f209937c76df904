"""Match settings to and from JSON, each under the name that rules.md gives it."""

from dataclasses import fields
from typing import Final

from tamsk_pi.journal.fields import FieldError, Fields, JsonObject
from tamsk_pi.rules.settings import HolderRule, MatchSettings, PenaltyRule, StartRule

_NAMES: Final = tuple(f.name for f in fields(MatchSettings))
_LATER: Final = ("end_uncertainty_ms", "timer_end_ms", "ends_down")
"""What journals of 0.1 may lack: nothing was measured then."""


def encode_settings(settings: MatchSettings) -> JsonObject:
    """All settings, none left to a default: what a later version would assume does not matter."""
    return {name: getattr(settings, name) for name in _NAMES}


def decode_settings(given: Fields) -> MatchSettings:
    """The settings again; raises FieldError."""
    given = Fields({**{name: [] for name in _LATER}, **given.members})
    given.require_exactly(*_NAMES)
    return MatchSettings(
        level=given.integer("level"),
        penalty=given.choice("penalty", PenaltyRule),
        start=given.choice("start", StartRule),
        holders=given.choice("holders", HolderRule),
        seed=given.integer("seed"),
        red=given.text("red"),
        black=given.text("black"),
        sand_ms=given.integer("sand_ms"),
        timer_ms=given.integer("timer_ms"),
        sand_uncertainty_ms=given.integer("sand_uncertainty_ms"),
        act_uncertainty_ms=given.integer("act_uncertainty_ms"),
        flip_uncertainty_ms=given.integer("flip_uncertainty_ms"),
        end_ms=_pairs(given, "end_ms"),
        end_uncertainty_ms=_pairs(given, "end_uncertainty_ms"),
        timer_end_ms=given.integers("timer_end_ms"),
        ends_down=given.integers("ends_down"),
        ring_window_ms=None if given.value("ring_window_ms") is None else given.integer("ring_window_ms"),
        ringless_limit=given.integer("ringless_limit"),
        flip_grace_ms=given.integer("flip_grace_ms"),
        full_cell_confirm_ms=given.integer("full_cell_confirm_ms"),
        hold_warning_ms=given.integer("hold_warning_ms"),
        release_cap_ms=given.integer("release_cap_ms"),
        timer_grace_ms=given.integer("timer_grace_ms"),
        penalty_window_ms=given.integer("penalty_window_ms"),
        answer_window_ms=given.integer("answer_window_ms"),
        tie_tolerance_ms=given.integer("tie_tolerance_ms"),
        announce_missing_ring=given.truth("announce_missing_ring"),
    )


def _pairs(given: Fields, name: str) -> tuple[tuple[int, int], ...]:
    pairs = []
    for item in given.items(name):
        times = Fields({name: item}).integers(name)
        if len(times) != 2:
            raise FieldError(f"{name} holds {list(times)}, expected two running times, end A and end B")
        pairs.append((times[0], times[1]))
    return tuple(pairs)
