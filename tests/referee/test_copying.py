"""A copy with changed fields is what `dataclasses.replace` makes."""

from dataclasses import replace

import pytest

from tamsk_pi.referee.copying import copier
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.state import RefereeState, Stage
from tamsk_pi.rules.board import parse_cell

D4 = parse_cell("D4")


def test_changed_fields_are_changed_and_the_others_kept() -> None:
    state = RefereeState.initial()
    changes = {"stage": Stage.PLAYING, "decided_ns": 5, "rings": (1,) * 37}
    assert copier(RefereeState)(state, changes) == replace(state, stage=Stage.PLAYING, decided_ns=5, rings=(1,) * 37)
    glass = state.glasses[3]
    assert copier(Glass)(glass, {"seat": D4}) == replace(glass, seat=D4)
    assert copier(Glass)(glass, {}) == glass


def test_the_value_itself_stays_as_it_was() -> None:
    state = RefereeState.initial()
    copier(RefereeState)(state, {"stage": Stage.ENDED})
    assert state == RefereeState.initial()


def test_a_field_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError, match="seet"):
        copier(Glass)(RefereeState.initial().glasses[0], {"seet": D4})
