"""Tunes: short, playable on a piezo, and quiet when all goes well."""

import pytest
from ruling_samples import SENTENCES, granted, moved, passed, ran_out, refused, ring

from tamsk_pi.referee.rulings import MoveAccepted, RingAccepted, RingLapsed, Ruling, TurnStarted
from tamsk_pi.views.sounds import SILENCE, tune_of, tune_of_all

LOWEST_HZ, HIGHEST_HZ = 40, 9_000


@pytest.mark.parametrize("ruling", SENTENCES, ids=lambda ruling: ruling.kind)
@pytest.mark.parametrize("is_chatty", [False, True])
def test_every_tune_is_short_and_can_be_played(ruling: Ruling, is_chatty: bool) -> None:
    tune = tune_of(ruling, is_chatty=is_chatty)
    assert all(hz == 0 or LOWEST_HZ <= hz <= HIGHEST_HZ for hz, _ in tune)
    assert all(ms > 0 for _, ms in tune)
    assert sum(ms for _, ms in tune) <= 1_000


def test_what_goes_well_is_silent_unless_asked_for() -> None:
    for ruling in SENTENCES:
        if isinstance(ruling, MoveAccepted | RingAccepted):
            assert tune_of(ruling) == SILENCE
            assert tune_of(ruling, is_chatty=True) != SILENCE


def test_lapsed_ring_is_never_heard() -> None:
    lapsed = [ruling for ruling in SENTENCES if isinstance(ruling, RingLapsed)]
    assert [tune_of(ruling, is_chatty=True) for ruling in lapsed] == [SILENCE]


def test_refusal_and_lateness_sound_different() -> None:
    assert tune_of(refused("not-adjacent", "H9")) != tune_of(ran_out("late", "G3.4")) != SILENCE


def test_rulings_made_together_sound_one_after_the_other() -> None:
    together = (ran_out("forfeit", "G3.6"), granted("forfeit", "G3.6"), passed("forfeit", "G3.6"))
    assert tune_of_all(together) == ((196, 500), (0, 80), (659, 90), (880, 140))


def test_silent_rulings_add_no_rests() -> None:
    assert tune_of_all([moved("G1.2"), ring("G1.3", "regular")]) == SILENCE


def test_turns_are_silent_even_when_chatty() -> None:
    turns = [ruling for ruling in SENTENCES if isinstance(ruling, TurnStarted)]
    assert {tune_of(ruling, is_chatty=True) for ruling in turns} == {SILENCE}


def test_kind_of_ruling_without_a_tune_says_where_it_belongs() -> None:
    with pytest.raises(TypeError, match=r"views/sounds\.py"):
        tune_of(Ruling(at_ns=0, rule="G1.1"))
